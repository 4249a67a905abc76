//! Reads what another program has on its clipboard, in every form that it offers.

use std::sync::Arc;
use std::time::Duration;

use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ConnectionExt as _, CreateWindowAux, EventMask, GetPropertyReply, Property,
    Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::{COPY_DEPTH_FROM_PARENT, COPY_FROM_PARENT, CURRENT_TIME, NONE};

use super::content::{Content, Form};
use super::{Atoms, Fault};
use crate::clock::{Clock, Moment, rest};

/// Time for reading all forms. Text takes a few milliseconds; a picture that is converted into
/// ten formats on demand takes seconds each, and the person waits for the words.
const LIMIT: Duration = Duration::from_millis(1500);

/// Bytes that are kept at most.
const MOST: usize = 64 << 20;

/// Between two looks for the other program's answer.
const POLL: Duration = Duration::from_millis(1);

/// Targets that are questions or commands, or name things that die with their owner.
const NOT_CONTENT: [&str; 11] = [
    "TARGETS",
    "MULTIPLE",
    "TIMESTAMP",
    "SAVE_TARGETS",
    "DELETE",
    "INSERT_PROPERTY",
    "INSERT_SELECTION",
    "PIXMAP",
    "BITMAP",
    "DRAWABLE",
    "COLORMAP",
];

/// Reads a selection. Empty when nobody owns it or the owner does not answer.
pub(in crate::deliver) fn read(selection: Atom) -> Result<Content, Fault> {
    let reader = Reader::open(selection)?;
    if reader.connection.get_selection_owner(selection)?.reply()?.owner == NONE {
        return Ok(Content::default());
    }
    let mut content = Content::default();
    let mut size = 0;
    for target in reader.targets()? {
        let Some(form) = reader.fetch(target)? else { continue };
        size += form.bytes.len();
        if size > MOST {
            break;
        }
        content.forms.push(form);
    }
    if reader.late() || size > MOST {
        tracing::warn!("not all of the clipboard could be saved before pasting");
    }
    Ok(content)
}

struct Reader {
    connection: RustConnection,
    window: Window,
    atoms: Atoms,
    selection: Atom,
    clock: Clock,
    deadline: Moment,
}

impl Reader {
    fn open(selection: Atom) -> Result<Self, Fault> {
        let (connection, screen) = x11rb::connect(None)?;
        let root = connection.setup().roots[screen].root;
        let window = window(&connection, root)?;
        let atoms = Atoms::new(&connection)?.reply()?;
        let clock = Clock::real();
        let deadline = clock.now() + LIMIT;
        Ok(Self { connection, window, atoms, selection, clock, deadline })
    }

    fn late(&self) -> bool {
        self.clock.now() >= self.deadline
    }

    /// What the owner offers, pictures last.
    fn targets(&self) -> Result<Vec<Atom>, Fault> {
        let Some(answer) = self.fetch(self.atoms.TARGETS)? else { return Ok(Vec::new()) };
        let atoms = answer.bytes.chunks_exact(4).map(|four| {
            Atom::from_ne_bytes(four.try_into().expect("chunks of four have four bytes"))
        });
        let mut named = Vec::new();
        for atom in atoms {
            // An owner may offer an atom that does not exist; it is passed over.
            let Ok(reply) = self.connection.get_atom_name(atom)?.reply() else { continue };
            let name = String::from_utf8_lossy(&reply.name).into_owned();
            if !NOT_CONTENT.contains(&name.as_str()) {
                named.push((name.starts_with("image/"), atom));
            }
        }
        named.sort_by_key(|(picture, _)| *picture);
        Ok(named.into_iter().map(|(_, atom)| atom).collect())
    }

    /// One form; none when the owner does not give it, or not in time.
    fn fetch(&self, target: Atom) -> Result<Option<Form>, Fault> {
        let (connection, property) = (&self.connection, self.atoms.ALOUD);
        connection.delete_property(self.window, property)?;
        connection.convert_selection(
            self.window,
            self.selection,
            target,
            property,
            CURRENT_TIME,
        )?;
        connection.flush()?;
        let answered = |event: &Event| match event {
            Event::SelectionNotify(notify) if notify.target == target => Some(notify.property),
            _ => None,
        };
        match self.wait_for(answered)? {
            None | Some(NONE) => return Ok(None),
            Some(_) => {}
        }
        let first = self.take()?;
        if first.type_ != self.atoms.INCR {
            let (kind, width) = (first.type_, first.format);
            return Ok(Some(Form { target, kind, width, bytes: first.value.into() }));
        }
        self.fetch_slowly(target)
    }

    /// A large form comes in pieces: each is written when the one before was deleted, and an
    /// empty one is the end.
    fn fetch_slowly(&self, target: Atom) -> Result<Option<Form>, Fault> {
        let property = self.atoms.ALOUD;
        let mut bytes = Vec::new();
        let written = |event: &Event| match event {
            Event::PropertyNotify(notify)
                if notify.atom == property && notify.state == Property::NEW_VALUE =>
            {
                Some(())
            }
            _ => None,
        };
        while self.wait_for(written)?.is_some() && bytes.len() <= MOST {
            let piece = self.take()?;
            if piece.value.is_empty() {
                if piece.type_ == NONE {
                    continue;
                }
                let (kind, width) = (piece.type_, piece.format.max(8));
                return Ok(Some(Form { target, kind, width, bytes: Arc::from(bytes) }));
            }
            bytes.extend(piece.value);
        }
        Ok(None)
    }

    /// Reads and deletes the property that the owner writes to.
    fn take(&self) -> Result<GetPropertyReply, Fault> {
        let (window, property) = (self.window, self.atoms.ALOUD);
        let any = AtomEnum::ANY;
        let reply = self.connection.get_property(true, window, property, any, 0, u32::MAX / 4)?;
        Ok(reply.reply()?)
    }

    /// The first event that `wanted` recognises; none when it is late.
    fn wait_for<T>(&self, wanted: impl Fn(&Event) -> Option<T>) -> Result<Option<T>, Fault> {
        loop {
            match self.connection.poll_for_event()? {
                Some(event) => {
                    if let Some(found) = wanted(&event) {
                        return Ok(Some(found));
                    }
                }
                None if self.late() => return Ok(None),
                None => rest(POLL),
            }
        }
    }
}

/// A window that is never shown, to send and receive by.
pub(super) fn window(connection: &RustConnection, root: Window) -> Result<Window, Fault> {
    let window = connection.generate_id()?;
    let events = CreateWindowAux::new().event_mask(EventMask::PROPERTY_CHANGE);
    let (depth, class) = (COPY_DEPTH_FROM_PARENT, WindowClass::INPUT_OUTPUT);
    connection
        .create_window(depth, window, root, 0, 0, 1, 1, 0, class, COPY_FROM_PARENT, &events)?
        .check()?;
    Ok(window)
}
