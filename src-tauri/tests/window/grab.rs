//! Another program that wants keys for itself.

use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt, GrabMode, ModMask};
use x11rb::rust_connection::RustConnection;

/// Holds Ctrl, Alt and a letter, with Num Lock on, for as long as it lives. The keys without
/// Num Lock still come to the window that has the focus, so that a person can press them there;
/// but nobody else can have them as a hotkey, whatever the lock keys are.
pub(crate) struct Grab {
    _connection: RustConnection,
}

impl Grab {
    pub(crate) fn hold(display: &str, letter: char) -> Self {
        let (connection, screen) = x11rb::connect(Some(display)).expect("the display");
        let root = connection.setup().roots[screen].root;
        let modifiers = ModMask::CONTROL | ModMask::M1 | ModMask::M2;
        let key = key_of(&connection, letter);
        let (own, mode) = (false, GrabMode::ASYNC);
        let asked = connection.grab_key(own, root, modifiers, key, mode, mode).expect("a request");
        asked.check().expect("nobody else has these keys");
        Self { _connection: connection }
    }
}

/// The key with this letter on it.
fn key_of(connection: &RustConnection, letter: char) -> u8 {
    let (first, last) = (connection.setup().min_keycode, connection.setup().max_keycode);
    let asked = connection.get_keyboard_mapping(first, last - first + 1).expect("a request");
    let map = asked.reply().expect("a keyboard");
    let wide = usize::from(map.keysyms_per_keycode);
    let place = map.keysyms.chunks(wide).position(|symbols| symbols[0] == u32::from(letter));
    first + u8::try_from(place.expect("the letter is on a key")).expect("a key code")
}
