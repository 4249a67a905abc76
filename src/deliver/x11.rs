//! What an X server knows and does for delivery: focus, keyboard, the key that pastes.

pub(super) mod active;
pub(super) mod board;
mod content;
mod requests;
mod saved;
pub(super) mod touches;

use std::time::Duration;

use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConnectionExt as _, EventMask,
    GetKeyboardMappingReply, InputFocus, KEY_PRESS_EVENT, KEY_RELEASE_EVENT, KeyButMask, Window,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;
use x11rb::{CURRENT_TIME, NONE};

pub(super) use content::Content;

use super::layout::{Keys, Layout};
use super::modifiers::Held;
use super::target::PasteKey;
use crate::clock::{Clock, rest};

/// Whatever went wrong with the X server, as it says it.
pub(super) type Fault = Box<dyn std::error::Error + Send + Sync>;

x11rb::atom_manager! {
    /// Names that this module speaks of.
    pub(super) Atoms: AtomsCookie {
        CLIPBOARD,
        CLIPBOARD_MANAGER,
        SAVE_TARGETS,
        TARGETS,
        MULTIPLE,
        INCR,
        UTF8_STRING,
        TEXT,
        PLAIN: b"text/plain",
        PLAIN_UTF8: b"text/plain;charset=utf-8",
        SECRET: b"x-kde-passwordManagerHint",
        ALOUD: b"_ALOUD_TRANSFER",
        MANAGER: b"_NET_SUPPORTING_WM_CHECK",
        WM_PROTOCOLS,
        PING: b"_NET_WM_PING",
    }
}

// Keysyms by their numbers in the protocol.
const KEY_V: u32 = 0x76;
const SHIFT: u32 = 0xffe1;
const CONTROL: u32 = 0xffe3;
const INSERT: u32 = 0xff63;

/// A window that has not answered a ping after this hangs; its keys wait with it.
const PONG: Duration = Duration::from_secs(2);

/// Between two looks for the answer.
const PONG_POLL: Duration = Duration::from_millis(1);

/// A connection for questions and key presses.
pub(super) struct X11 {
    connection: RustConnection,
    root: Window,
    atoms: Atoms,
}

/// The window that gets the keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Focus {
    /// Its `WM_CLASS`, two names, or nothing.
    pub(super) names: Vec<String>,
    /// The window of the program that carries the names.
    top: Window,
    /// Ids of everything that its program made are this under [`Focus::mask`]. None when the
    /// keys go to whatever is under the pointer.
    client: Option<u32>,
    mask: u32,
}

impl Focus {
    /// Whether the program that has the focus made this window.
    pub(super) fn is_client_of(&self, window: Window) -> bool {
        self.client.is_none_or(|client| window & self.mask == client)
    }
}

impl X11 {
    /// Connects to the server that `DISPLAY` names.
    pub(super) fn open() -> Result<Self, Fault> {
        let (connection, screen) = x11rb::connect(None)?;
        let root = connection.setup().roots[screen].root;
        let atoms = Atoms::new(&connection)?.reply()?;
        Ok(Self { connection, root, atoms })
    }

    /// Which keys are down now. The lock keys and what they set are no obstacle.
    pub(super) fn held(&self) -> Result<Held, Fault> {
        let keys = self.connection.query_keymap()?;
        let pointer = self.connection.query_pointer(self.root)?.reply()?;
        let modifiers = KeyButMask::SHIFT
            | KeyButMask::CONTROL
            | KeyButMask::MOD1
            | KeyButMask::MOD4
            | KeyButMask::MOD5;
        Ok(Held {
            modifier: pointer.mask.intersects(modifiers),
            any: keys.reply()?.keys.iter().any(|&eight| eight != 0),
        })
    }

    /// What the keyboard is switched to, and what its keys write.
    pub(super) fn layout(&self) -> Result<Layout, Fault> {
        let mask = self.connection.query_pointer(self.root)?.reply()?.mask;
        // XKB puts the number of the layout into the two bits after the buttons.
        let second = u16::from(mask) >> 13 & 3 != 0;
        let (first, map) = self.keyboard()?;
        let keys = Keys::new(first, &rows(&map).collect::<Vec<_>>());
        Ok(Layout { caps_lock: mask.contains(KeyButMask::LOCK), second, keys: Some(keys) })
    }

    /// The number of the first key, and what all keys mean.
    fn keyboard(&self) -> Result<(u8, GetKeyboardMappingReply), Fault> {
        let setup = self.connection.setup();
        let (first, last) = (setup.min_keycode, setup.max_keycode);
        Ok((first, self.connection.get_keyboard_mapping(first, last - first + 1)?.reply()?))
    }

    /// The window that gets the keys.
    pub(super) fn focus(&self) -> Result<Focus, Fault> {
        let window = self.connection.get_input_focus()?.reply()?.focus;
        let mask = !self.connection.setup().resource_id_mask;
        let manager = self.manager()?;
        // Where no window is left, window managers take the focus themselves and drop the keys.
        if window == NONE || manager.is_some_and(|manager| manager & mask == window & mask) {
            return Err("no window has the focus; click into one first".into());
        }
        if window == u32::from(InputFocus::POINTER_ROOT) || window == self.root {
            return Ok(Focus { names: Vec::new(), top: NONE, client: None, mask });
        }
        let (top, names) = self.class(window)?;
        Ok(Focus { names, top, client: Some(window & mask), mask })
    }

    /// The very window that gets the keys, if it is one.
    pub(super) fn window(&self) -> Result<Option<Window>, Fault> {
        let window = self.connection.get_input_focus()?.reply()?.focus;
        Ok(has_keys(window, self.root).then_some(window))
    }

    /// A window of the window manager, if there is one.
    fn manager(&self) -> Result<Option<Window>, Fault> {
        let (root, name) = (self.root, self.atoms.MANAGER);
        let reply = self.connection.get_property(false, root, name, AtomEnum::WINDOW, 0, 1)?;
        Ok(reply.reply()?.value32().and_then(|mut windows| windows.next()))
    }

    /// The names of a window's program, and the window that carries them. The focus may be on a
    /// part that has none, so its parents are asked too.
    fn class(&self, window: Window) -> Result<(Window, Vec<String>), Fault> {
        let mut window = window;
        loop {
            let (name, kind): (Atom, Atom) = (AtomEnum::WM_CLASS.into(), AtomEnum::STRING.into());
            let reply = self.connection.get_property(false, window, name, kind, 0, 256)?.reply()?;
            if !reply.value.is_empty() {
                let names = reply.value.split(|&byte| byte == 0).filter(|name| !name.is_empty());
                let names = names.map(|name| String::from_utf8_lossy(name).into_owned());
                return Ok((window, names.collect()));
            }
            let tree = self.connection.query_tree(window)?.reply()?;
            if tree.parent == tree.root || tree.parent == NONE {
                return Ok((NONE, Vec::new()));
            }
            window = tree.parent;
        }
    }

    /// Returns when the window's program has looked at all keys that were struck before, if it
    /// is one that answers pings; says whether it did. Its queue is in order, so the answer to
    /// a ping that was sent after the keys comes after them.
    pub(super) fn await_looked_up(&self, focus: &Focus) -> Result<bool, Fault> {
        if focus.top == NONE || !self.answers_pings(focus.top)? {
            return Ok(false);
        }
        let root_events =
            ChangeWindowAttributesAux::new().event_mask(EventMask::SUBSTRUCTURE_NOTIFY);
        self.connection.change_window_attributes(self.root, &root_events)?;
        let (ping, top) = (self.atoms.PING, focus.top);
        let message = [ping, CURRENT_TIME, top, 0, 0];
        let message = ClientMessageEvent::new(32, top, self.atoms.WM_PROTOCOLS, message);
        self.connection.send_event(false, top, EventMask::NO_EVENT, message)?;
        self.connection.flush()?;
        let clock = Clock::real();
        let start = clock.now();
        while clock.now().since(start) < PONG {
            match self.connection.poll_for_event()? {
                Some(Event::ClientMessage(pong)) if is_pong(&pong, ping, top) => return Ok(true),
                Some(_) => {}
                None => rest(PONG_POLL),
            }
        }
        Ok(false)
    }

    fn answers_pings(&self, window: Window) -> Result<bool, Fault> {
        let (name, kind) = (self.atoms.WM_PROTOCOLS, AtomEnum::ATOM);
        let reply = self.connection.get_property(false, window, name, kind, 0, 64)?.reply()?;
        Ok(reply.value32().is_some_and(|mut atoms| atoms.any(|atom| atom == self.atoms.PING)))
    }

    /// The key that is struck for `wanted` on this keyboard: where no key has a V, Insert does.
    pub(super) fn possible(&self, wanted: PasteKey) -> Result<PasteKey, Fault> {
        let has_v = self.keycode(KEY_V)?.is_some();
        Ok(if has_v { wanted } else { PasteKey::ShiftInsert })
    }

    /// Strikes the key that pastes. What was pressed is released, whatever happens.
    pub(super) fn strike(&self, key: PasteKey) -> Result<(), Fault> {
        let keysyms: &[u32] = match key {
            PasteKey::CtrlV => &[CONTROL, KEY_V],
            PasteKey::CtrlShiftV => &[CONTROL, SHIFT, KEY_V],
            PasteKey::ShiftInsert => &[SHIFT, INSERT],
        };
        let mut codes = Vec::new();
        for &keysym in keysyms {
            codes.push(self.keycode(keysym)?.ok_or("the keyboard has no key that pastes")?);
        }
        let pressed = codes.iter().try_for_each(|&code| self.send(KEY_PRESS_EVENT, code));
        let released = codes.iter().rev().try_for_each(|&code| self.send(KEY_RELEASE_EVENT, code));
        pressed.and(released)?;
        self.connection.get_input_focus()?.reply()?;
        Ok(())
    }

    fn send(&self, kind: u8, code: u8) -> Result<(), Fault> {
        self.connection.xtest_fake_input(kind, code, CURRENT_TIME, self.root, 0, 0, 0)?;
        Ok(())
    }

    /// The key that has a keysym in any of its layouts.
    fn keycode(&self, keysym: u32) -> Result<Option<u8>, Fault> {
        let (first, map) = self.keyboard()?;
        let at = rows(&map).position(|row| row.contains(&keysym));
        Ok(at.map(|at| first + at as u8))
    }
}

/// Whether a window has the keys: neither none, nor whatever is under the pointer.
fn has_keys(window: Window, root: Window) -> bool {
    window != NONE && window != u32::from(InputFocus::POINTER_ROOT) && window != root
}

/// One row a key.
fn rows(map: &GetKeyboardMappingReply) -> impl Iterator<Item = &[u32]> {
    map.keysyms.chunks(usize::from(map.keysyms_per_keycode).max(1))
}

fn is_pong(message: &ClientMessageEvent, ping: Atom, top: Window) -> bool {
    let [what, _, who, ..] = message.data.as_data32();
    message.format == 32 && (what, who) == (ping, top)
}

/// The largest property that is written in one piece: far below what every server takes.
pub(super) fn chunk(connection: &RustConnection) -> usize {
    (connection.maximum_request_bytes() / 4).clamp(1 << 10, 1 << 16)
}
