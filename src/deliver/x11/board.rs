//! Our own clipboard on an X server: a thread that owns selections and sees who reads them.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, ClientMessageEvent, ConnectionExt as _, EventMask, Property, SelectionRequestEvent,
    Window,
};
use x11rb::rust_connection::RustConnection;
use x11rb::{CURRENT_TIME, NONE};

use super::content::Content;
use super::requests::Desk;
use super::{Atoms, Fault, saved};

/// A clipboard manager that runs answers in a few milliseconds.
const HANDOVER: Duration = Duration::from_millis(500);

/// Owns selections until somebody else does. Dropping it asks a clipboard manager to take over
/// what lies on the clipboard; without one it is gone, as always on X11.
#[derive(Debug)]
pub(in crate::deliver) struct Board {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    connection: RustConnection,
    window: Window,
    atoms: Atoms,
    state: Mutex<State>,
    changed: Condvar,
}

/// What the thread knows.
#[derive(Debug, Default)]
pub(in crate::deliver) struct State {
    /// What lies on the selections that are ours.
    held: HashMap<Atom, Content>,
    /// Windows that got content since [`Board::forget_readers`], in order.
    pub(in crate::deliver) readers: Vec<Window>,
    /// Whether somebody is still receiving a large content.
    pub(in crate::deliver) busy: bool,
    /// Whether a clipboard manager has answered.
    handed_over: bool,
    /// Whether the thread has ended, because the server is gone.
    pub(in crate::deliver) over: bool,
}

impl State {
    /// Whether a selection is ours.
    pub(in crate::deliver) fn owns(&self, selection: Atom) -> bool {
        self.held.contains_key(&selection)
    }
}

impl Board {
    /// Starts the thread.
    pub(in crate::deliver) fn open() -> Result<Self, Fault> {
        let (connection, screen) = x11rb::connect(None)?;
        let root = connection.setup().roots[screen].root;
        let window = saved::window(&connection, root)?;
        let atoms = Atoms::new(&connection)?.reply()?;
        let (state, changed) = Default::default();
        let shared = Arc::new(Shared { connection, window, atoms, state, changed });
        let thread = {
            let shared = Arc::clone(&shared);
            std::thread::Builder::new()
                .name("clipboard".to_owned())
                .spawn(move || shared.serve())?
        };
        Ok(Self { shared, thread: Some(thread) })
    }

    /// The names that contents are made with.
    pub(in crate::deliver) fn atoms(&self) -> &Atoms {
        &self.shared.atoms
    }

    /// Whether the server is gone, and this with it.
    pub(in crate::deliver) fn is_over(&self) -> bool {
        self.shared.lock().over
    }

    /// What lies on a selection, whoever owns it.
    pub(in crate::deliver) fn look(&self, selection: Atom) -> Result<Content, Fault> {
        let ours = self.shared.lock().held.get(&selection).cloned();
        match ours {
            Some(content) => Ok(content),
            None => saved::read(selection),
        }
    }

    /// Puts content on a selection; an empty one leaves it without an owner.
    pub(in crate::deliver) fn put(&self, selection: Atom, content: Content) -> Result<(), Fault> {
        let shared = &self.shared;
        let mut state = shared.lock();
        let owner = if content.is_empty() {
            state.held.remove(&selection);
            NONE
        } else {
            state.held.insert(selection, content);
            shared.window
        };
        shared.connection.set_selection_owner(owner, selection, CURRENT_TIME)?;
        drop(state);
        let now = shared.connection.get_selection_owner(selection)?.reply()?.owner;
        if owner != NONE && now != owner {
            return Err("another program does not let go of the clipboard".into());
        }
        Ok(())
    }

    /// Starts counting readers anew.
    pub(in crate::deliver) fn forget_readers(&self) {
        self.shared.lock().readers.clear();
    }

    /// Waits until something that `enough` looks for has happened, at most so long.
    pub(in crate::deliver) fn wait(&self, limit: Duration, enough: impl Fn(&State) -> bool) {
        let waiting = |state: &mut State| !state.over && !enough(state);
        let state = self.shared.lock();
        drop(self.shared.changed.wait_timeout_while(state, limit, waiting));
    }

    /// Looks at what the thread knows.
    pub(in crate::deliver) fn see<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        look(&self.shared.lock())
    }

    /// Asks a clipboard manager, if there is one, to take over what we hold.
    fn hand_over(&self) -> Result<(), Fault> {
        let Shared { connection, window, atoms, .. } = &*self.shared;
        let manager = connection.get_selection_owner(atoms.CLIPBOARD_MANAGER)?.reply()?.owner;
        if manager == NONE || !self.shared.lock().owns(atoms.CLIPBOARD) {
            return Ok(());
        }
        let (selection, target) = (atoms.CLIPBOARD_MANAGER, atoms.SAVE_TARGETS);
        connection.convert_selection(*window, selection, target, atoms.ALOUD, CURRENT_TIME)?;
        connection.flush()?;
        self.wait(HANDOVER, |state| state.handed_over && !state.busy);
        Ok(())
    }

    /// Makes the thread end: it waits for events, so it gets one.
    fn wake_to_end(&self) -> Result<(), Fault> {
        let Shared { connection, window, atoms, .. } = &*self.shared;
        let message = ClientMessageEvent::new(32, *window, atoms.ALOUD, [0; 5]);
        connection.send_event(false, *window, EventMask::NO_EVENT, message)?;
        connection.flush()?;
        Ok(())
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        let told = self.hand_over().and_then(|()| self.wake_to_end());
        if let (Ok(()), Some(thread)) = (told, self.thread.take()) {
            // A panic in there has been reported by the panic hook already.
            drop(thread.join());
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The thread: answers until the message to end comes or the server is gone.
    fn serve(&self) {
        let mut desk = Desk::default();
        while let Ok(event) = self.connection.wait_for_event() {
            if matches!(&event, Event::ClientMessage(message) if message.type_ == self.atoms.ALOUD)
            {
                break;
            }
            // A program that asked and died is no reason to stop serving the others.
            if let Err(fault) = self.handle(&mut desk, &event) {
                tracing::debug!("a clipboard request was not answered: {fault}");
            }
            self.lock().busy = desk.is_busy();
            self.changed.notify_all();
        }
        self.lock().over = true;
        self.changed.notify_all();
    }

    fn handle(&self, desk: &mut Desk, event: &Event) -> Result<(), Fault> {
        match event {
            Event::SelectionRequest(request) => self.answer(desk, request)?,
            Event::SelectionClear(clear) => {
                self.lock().held.remove(&clear.selection);
            }
            Event::SelectionNotify(notify) if notify.selection == self.atoms.CLIPBOARD_MANAGER => {
                self.lock().handed_over = true;
            }
            Event::PropertyNotify(notify) if notify.state == Property::DELETE => {
                desk.go_on(&self.connection, notify.window, notify.atom)?;
            }
            Event::DestroyNotify(destroy) => desk.forget(destroy.window),
            _ => {}
        }
        Ok(())
    }

    fn answer(&self, desk: &mut Desk, request: &SelectionRequestEvent) -> Result<(), Fault> {
        // Cloned, because the lock is not held while talking to the server; the bytes are shared.
        let content = self.lock().held.get(&request.selection).cloned();
        if desk.answer(&self.connection, &self.atoms, request, content.as_ref())? {
            self.lock().readers.push(request.requestor);
        }
        Ok(())
    }
}
