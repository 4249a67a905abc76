//! Follows the active window, as the window manager tells it.

use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ChangeWindowAttributesAux, ConnectionExt as _, EventMask, Window,
};
use x11rb::rust_connection::RustConnection;

use super::Fault;

x11rb::atom_manager! {
    Names: NamesCookie {
        ACTIVE: b"_NET_ACTIVE_WINDOW",
    }
}

/// A connection of its own: it waits, and others must not wait with it.
pub(in crate::deliver) struct Active {
    connection: RustConnection,
    root: Window,
    names: Names,
    /// What was told last.
    told: Option<Option<String>>,
}

impl Active {
    /// Begins to follow.
    pub(in crate::deliver) fn open() -> Result<Self, Fault> {
        let (connection, screen) = x11rb::connect(None)?;
        let root = connection.setup().roots[screen].root;
        let names = Names::new(&connection)?.reply()?;
        let changes = ChangeWindowAttributesAux::new().event_mask(EventMask::PROPERTY_CHANGE);
        connection.change_window_attributes(root, &changes)?.check()?;
        Ok(Self { connection, root, names, told: None })
    }

    /// The name of the program whose window is active, once it is another one than before.
    pub(in crate::deliver) fn next_program(&mut self) -> Result<Option<String>, Fault> {
        loop {
            let program = self.program()?;
            if self.told.as_ref() != Some(&program) {
                self.told = Some(program.clone());
                return Ok(program);
            }
            self.wait()?;
        }
    }

    fn wait(&self) -> Result<(), Fault> {
        loop {
            if let Event::PropertyNotify(change) = self.connection.wait_for_event()?
                && change.atom == self.names.ACTIVE
            {
                return Ok(());
            }
        }
    }

    /// The second name of its class is the one for people, such as `Mousepad`.
    fn program(&self) -> Result<Option<String>, Fault> {
        let (root, name) = (self.root, self.names.ACTIVE);
        let reply = self.connection.get_property(false, root, name, AtomEnum::WINDOW, 0, 1)?;
        let window = reply.reply()?.value32().and_then(|mut windows| windows.next());
        let Some(window) = window.filter(|window| *window != 0) else { return Ok(None) };
        let (class, kind) = (AtomEnum::WM_CLASS, AtomEnum::STRING);
        let reply = self.connection.get_property(false, window, class, kind, 0, 256)?;
        // The window may be gone by now; then the next change is on its way.
        let Ok(reply) = reply.reply() else { return Ok(None) };
        let mut names = reply.value.split(|&byte| byte == 0).filter(|name| !name.is_empty());
        Ok(names.next_back().map(|name| String::from_utf8_lossy(name).into_owned()))
    }
}
