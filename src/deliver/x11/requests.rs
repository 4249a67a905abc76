//! Answers programs that ask for what lies on our clipboard.

use std::sync::Arc;

use x11rb::NONE;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ChangeWindowAttributesAux, ConnectionExt as _, EventMask, PropMode,
    SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, SelectionRequestEvent, Window,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use super::content::{Content, Form};
use super::{Atoms, Fault, chunk};

/// Large answers that may be under way at once; more are refused.
const MOST: usize = 16;

/// Answers requests on one connection, and goes on with the large answers that go out in pieces.
#[derive(Debug, Default)]
pub(super) struct Desk {
    transfers: Vec<Transfer>,
}

/// A large answer: the next piece is written when the program has deleted the last one.
#[derive(Debug)]
struct Transfer {
    requestor: Window,
    property: Atom,
    form: Form,
    sent: usize,
}

impl Desk {
    /// Whether large answers are under way.
    pub(super) fn is_busy(&self) -> bool {
        !self.transfers.is_empty()
    }

    /// Answers a request. Says whether it was for the content, and not for its description.
    pub(super) fn answer(
        &mut self,
        connection: &RustConnection,
        atoms: &Atoms,
        request: &SelectionRequestEvent,
        content: Option<&Content>,
    ) -> Result<bool, Fault> {
        // Programs of old leave the property open; the target is its name then.
        let property = if request.property == NONE { request.target } else { request.property };
        let ask = Ask { requestor: request.requestor, property, target: request.target };
        let given = match content {
            None => Given::Nothing,
            Some(content) if request.target == atoms.MULTIPLE => {
                self.give_several(connection, atoms, ask, content)?
            }
            Some(content) => self.give(connection, atoms, ask, content)?,
        };
        let property = if given == Given::Nothing { NONE } else { property };
        let notify = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: request.time,
            requestor: request.requestor,
            selection: request.selection,
            target: request.target,
            property,
        };
        connection.send_event(false, request.requestor, EventMask::NO_EVENT, notify)?;
        connection.flush()?;
        Ok(given == Given::Content)
    }

    fn give(
        &mut self,
        connection: &RustConnection,
        atoms: &Atoms,
        ask: Ask,
        content: &Content,
    ) -> Result<Given, Fault> {
        let Ask { requestor, property, target } = ask;
        if target == atoms.TARGETS {
            let mut targets = vec![atoms.TARGETS, atoms.MULTIPLE];
            targets.extend(content.forms.iter().map(|form| form.target));
            let kind = AtomEnum::ATOM;
            connection.change_property32(PropMode::REPLACE, requestor, property, kind, &targets)?;
            return Ok(Given::Description);
        }
        let Some(form) = content.form(target) else { return Ok(Given::Nothing) };
        if form.bytes.len() <= chunk(connection) {
            write(connection, requestor, property, form, &form.bytes)?;
        } else if self.transfers.len() < MOST {
            self.begin(connection, atoms, ask, form)?;
        } else {
            return Ok(Given::Nothing);
        }
        Ok(if target == atoms.SECRET { Given::Description } else { Given::Content })
    }

    /// `MULTIPLE`: the property lists pairs of target and property; what is refused is struck out.
    fn give_several(
        &mut self,
        connection: &RustConnection,
        atoms: &Atoms,
        ask: Ask,
        content: &Content,
    ) -> Result<Given, Fault> {
        let Ask { requestor, property, .. } = ask;
        let list =
            connection.get_property(false, requestor, property, AtomEnum::ANY, 0, 1024)?.reply()?;
        let mut atoms_asked: Vec<Atom> = list.value32().into_iter().flatten().collect();
        let mut best = Given::Description;
        for pair in atoms_asked.chunks_exact_mut(2) {
            let part = Ask { requestor, property: pair[1], target: pair[0] };
            match self.give(connection, atoms, part, content)? {
                Given::Nothing => pair[1] = NONE,
                Given::Content => best = Given::Content,
                Given::Description => {}
            }
        }
        let kind = list.type_;
        connection.change_property32(PropMode::REPLACE, requestor, property, kind, &atoms_asked)?;
        Ok(best)
    }

    fn begin(
        &mut self,
        connection: &RustConnection,
        atoms: &Atoms,
        ask: Ask,
        form: &Form,
    ) -> Result<(), Fault> {
        let Ask { requestor, property, .. } = ask;
        let events = EventMask::PROPERTY_CHANGE | EventMask::STRUCTURE_NOTIFY;
        let attributes = ChangeWindowAttributesAux::new().event_mask(events);
        connection.change_window_attributes(requestor, &attributes)?;
        let size = [u32::try_from(form.bytes.len()).unwrap_or(u32::MAX)];
        connection.change_property32(PropMode::REPLACE, requestor, property, atoms.INCR, &size)?;
        self.transfers.push(Transfer { requestor, property, form: form.clone(), sent: 0 });
        Ok(())
    }

    /// A program has deleted a property, and wants the next piece if that was one of ours.
    pub(super) fn go_on(
        &mut self,
        connection: &RustConnection,
        requestor: Window,
        property: Atom,
    ) -> Result<(), Fault> {
        let ours = |t: &Transfer| t.requestor == requestor && t.property == property;
        let Some(at) = self.transfers.iter().position(ours) else { return Ok(()) };
        let transfer = &mut self.transfers[at];
        let end = transfer.form.bytes.len().min(transfer.sent + chunk(connection));
        let bytes = Arc::clone(&transfer.form.bytes);
        write(connection, requestor, property, &transfer.form, &bytes[transfer.sent..end])?;
        connection.flush()?;
        // The empty piece after the last one is the end.
        if transfer.sent == end {
            self.transfers.remove(at);
        } else {
            transfer.sent = end;
        }
        Ok(())
    }

    /// A program's window is gone, and with it what it asked for.
    pub(super) fn forget(&mut self, requestor: Window) {
        self.transfers.retain(|transfer| transfer.requestor != requestor);
    }
}

/// Who wants what, and where it is to be written.
#[derive(Clone, Copy)]
struct Ask {
    requestor: Window,
    property: Atom,
    target: Atom,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Given {
    Nothing,
    /// What there is, or how it is to be treated.
    Description,
    Content,
}

fn write(
    connection: &RustConnection,
    window: Window,
    property: Atom,
    form: &Form,
    bytes: &[u8],
) -> Result<(), Fault> {
    let unit = u32::from(form.width / 8).max(1);
    let (mode, kind, units) = (PropMode::REPLACE, form.kind, bytes.len() as u32 / unit);
    connection.change_property(mode, window, property, kind, form.width, units, bytes)?;
    Ok(())
}
