//! A keyboard at a display: keys go down and up as if somebody pressed them.

use std::time::Duration;

use aloud::clock::rest;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    ChangeWindowAttributesAux, ConnectionExt as _, EventMask, GrabMode, GrabStatus,
    KEY_PRESS_EVENT, KEY_RELEASE_EVENT, KeyButMask, ModMask, NotifyMode, Window,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

use super::display::poll;

/// Shorter than the 400 ms that make a press a hold.
pub(crate) const TAP: Duration = Duration::from_millis(120);

/// Keysyms of the keys that tests press, by their names.
const KEYSYMS: [(&str, u32); 11] = [
    ("Ctrl", 0xffe3),
    ("Alt", 0xffe9),
    ("Shift", 0xffe1),
    ("Super", 0xffeb),
    ("Space", 0x20),
    ("Tab", 0xff09),
    ("Enter", 0xff0d),
    ("Escape", 0xff1b),
    ("F9", 0xffc6),
    ("D", 0x64),
    ("K", 0x6b),
];

/// See the module.
pub(crate) struct Keyboard {
    screen: RustConnection,
    root: Window,
}

impl Keyboard {
    /// A keyboard of the display of this name.
    pub(crate) fn at(display: &str) -> Self {
        let (screen, number) = x11rb::connect(Some(display)).expect("the display can be reached");
        let root = screen.setup().roots[number].root;
        Self { screen, root }
    }

    /// Presses keys, written as `Ctrl+Alt+Space`, one after the other.
    pub(crate) fn down(&self, keys: &str) {
        keys.split('+').for_each(|key| self.strike(key, KEY_PRESS_EVENT));
    }

    /// Lets go of them, the last one first. No finger is back on a key sooner than this returns;
    /// what comes up and down quicker is a key that repeats.
    pub(crate) fn up(&self, keys: &str) {
        keys.rsplit('+').for_each(|key| self.strike(key, KEY_RELEASE_EVENT));
        rest(TAP);
    }

    /// Presses keys and lets go, as a person who taps.
    pub(crate) fn tap(&self, keys: &str) {
        self.down(keys);
        // The time of a finger on a key.
        rest(TAP);
        self.up(keys);
    }

    /// Whether Shift, Control, Alt or Super is down, as the server sees it.
    pub(crate) fn holds_a_modifier(&self) -> bool {
        let pointer = self.screen.query_pointer(self.root).expect("it is asked");
        let mask = pointer.reply().expect("it answers").mask;
        mask.intersects(
            KeyButMask::SHIFT | KeyButMask::CONTROL | KeyButMask::MOD1 | KeyButMask::MOD4,
        )
    }

    /// Whether a program that wants all keys for itself, as a locked screen does, would get them
    /// now. It gives them back at once.
    pub(crate) fn could_be_taken_over(&self) -> bool {
        let (root, mode) = (self.root, GrabMode::ASYNC);
        let grab = self.screen.grab_keyboard(false, root, 0_u32, mode, mode).expect("it is asked");
        let taken = grab.reply().expect("it answers").status == GrabStatus::SUCCESS;
        self.screen.ungrab_keyboard(0_u32).expect("it is sent");
        self.screen.flush().expect("it is sent");
        taken
    }

    /// Listens for a key wherever it is pressed, as a program does whose hotkey it is.
    pub(crate) fn claim(&self, key: &str) {
        let (key, mode) = (self.code(key), GrabMode::ASYNC);
        let grab = self.screen.grab_key(false, self.root, ModMask::ANY, key, mode, mode);
        grab.expect("it is asked").check().expect("nobody else listens for it");
    }

    /// Waits until a program listens for these keys: an app that has just started listens a moment
    /// after it answers.
    pub(crate) fn await_listener(&self, keys: &str) {
        poll(&format!("somebody who listens for {keys}"), || self.is_heard(keys).then_some(()));
    }

    /// Whether a program listens for these keys. Nobody else gets a turn meanwhile, so that the
    /// question takes no key away.
    fn is_heard(&self, keys: &str) -> bool {
        let (modifiers, key) = keys.rsplit_once('+').unwrap_or(("", keys));
        let named = |mask: ModMask, name: &str| match name {
            "Shift" => mask | ModMask::SHIFT,
            "Ctrl" => mask | ModMask::CONTROL,
            "Alt" => mask | ModMask::M1,
            "Super" => mask | ModMask::M4,
            _ => mask,
        };
        let mask = modifiers.split('+').fold(ModMask::default(), named);
        let (code, mode) = (self.code(key), GrabMode::ASYNC);
        self.screen.grab_server().expect("it is sent");
        let grab = self.screen.grab_key(false, self.root, mask, code, mode, mode);
        let is_free = grab.expect("it is asked").check().is_ok();
        if is_free {
            self.screen.ungrab_key(code, self.root, mask).expect("it is sent");
        }
        self.screen.ungrab_server().expect("it is sent");
        self.screen.flush().expect("it is sent");
        !is_free
    }

    fn code(&self, key: &str) -> u8 {
        let (_, keysym) = KEYSYMS.iter().find(|(name, _)| *name == key).expect("a known key");
        let setup = self.screen.setup();
        let (first, last) = (setup.min_keycode, setup.max_keycode);
        let map = self.screen.get_keyboard_mapping(first, last - first + 1).expect("it is asked");
        let map = map.reply().expect("it answers");
        let rows = map.keysyms.chunks(map.keysyms_per_keycode.into());
        let at = rows.map(|row| row[0]).position(|first| first == *keysym).expect("a key of ours");
        first + u8::try_from(at).expect("there are 256 keys")
    }

    fn strike(&self, key: &str, kind: u8) {
        let code = self.code(key);
        self.screen.xtest_fake_input(kind, code, 0, self.root, 0, 0, 0).expect("it is sent");
        // A question, so that the key is struck when this returns.
        self.screen.get_input_focus().expect("it is asked").reply().expect("it answers");
    }
}

/// Watches whether the window that has the focus now keeps it.
pub(crate) struct Attention {
    screen: RustConnection,
}

impl Attention {
    /// Begins to watch.
    pub(crate) fn at(display: &str) -> Self {
        let (screen, _) = x11rb::connect(Some(display)).expect("the display can be reached");
        let focus = screen.get_input_focus().expect("it is asked").reply().expect("it answers");
        let changes = ChangeWindowAttributesAux::new().event_mask(EventMask::FOCUS_CHANGE);
        screen.change_window_attributes(focus.focus, &changes).expect("it is sent");
        screen.flush().expect("it is sent");
        Self { screen }
    }

    /// How often the window lost the focus. A key that is grabbed lends it for as long as the key
    /// is down, which no program sees as a loss.
    pub(crate) fn losses(&self) -> usize {
        self.screen.get_input_focus().expect("it is asked").reply().expect("it answers");
        let events = std::iter::from_fn(|| self.screen.poll_for_event().ok().flatten());
        let lost = |event: &Event| match event {
            Event::FocusOut(out) => !matches!(out.mode, NotifyMode::GRAB | NotifyMode::UNGRAB),
            _ => false,
        };
        events.filter(lost).count()
    }
}
