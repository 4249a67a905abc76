//! Counts how often somebody touches keyboard, mouse or screen: a thread with a connection of
//! its own, which the server tells of every press, whatever window it goes to.
//!
//! Which key it was is never kept.

mod count;

use std::collections::HashSet;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xinput::{
    self, ConnectionExt as _, Device, DeviceId, RawKeyPressEvent, XIEventMask,
};
use x11rb::protocol::xproto::{
    Atom, ChangeWindowAttributesAux, ClientMessageEvent, ConnectionExt as _, EventMask, Mapping,
    NotifyMode, Window,
};
use x11rb::rust_connection::RustConnection;

use super::{Atoms, Fault, has_keys, saved};
use crate::deliver::joint::Place;
use count::{Count, Hands, Happening};

/// The server answers in well under a millisecond. One that takes longer than this is not
/// waited for: a missing space is no reason to hold up a text.
const PATIENCE: Duration = Duration::from_secs(1);

/// From this version on presses are told in spite of grabs, and those of a touchscreen too.
const VERSION: (u16, u16) = (2, 2);

/// Wheels turn by these buttons. They move the page, not the cursor.
const WHEELS: std::ops::RangeInclusive<u32> = 4..=7;

/// See the module.
pub(in crate::deliver) struct Touches {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    connection: RustConnection,
    root: Window,
    /// Ours, to send marks to.
    window: Window,
    mark: Atom,
    state: Mutex<State>,
    changed: Condvar,
}

/// What the thread knows.
#[derive(Default)]
struct State {
    count: Count,
    /// The window whose loss of the keys is told.
    target: Window,
    /// Marks that were sent, and that came back.
    sent: u32,
    seen: u32,
    /// The thread has ended, because the server is gone.
    over: bool,
}

/// What a mark tells the thread. A mark is sent through the server and comes back behind
/// everything that happened before it, so it parts the presses exactly.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Look,
    Begin,
    End,
    Leave,
}

impl Touches {
    /// Begins to count.
    pub(in crate::deliver) fn watch() -> Result<Self, Fault> {
        let (connection, screen) = x11rb::connect(None)?;
        let root = connection.setup().roots[screen].root;
        let keyboard = Keyboard::of(&connection)?;
        select(&connection, root)?;
        let window = saved::window(&connection, root)?;
        let mark = Atoms::new(&connection)?.reply()?.ALOUD;
        let (state, changed) = Default::default();
        let shared = Arc::new(Shared { connection, root, window, mark, state, changed });
        let thread = {
            let shared = Arc::clone(&shared);
            let serve = move || shared.serve(keyboard);
            std::thread::Builder::new().name("touches".to_owned()).spawn(serve)?
        };
        Ok(Self { shared, thread: Some(thread) })
    }

    /// Whether the server is gone, and this with it.
    pub(in crate::deliver) fn is_over(&self) -> bool {
        self.shared.lock().over
    }

    /// The window that has the keys, and all touches so far.
    pub(in crate::deliver) fn place(&self) -> Option<Place> {
        let looked = self.shared.focus().and_then(|window| {
            let touches = self.shared.mark(Mark::Look)?;
            Ok(window.map(|window| Place::Watched { window, touches }))
        });
        looked.unwrap_or_else(|fault| {
            tracing::debug!("touches are not seen now: {fault}");
            None
        })
    }

    /// Runs what strikes keys on our behalf.
    pub(in crate::deliver) fn own<T>(&self, strike: impl FnOnce() -> T) -> T {
        let begun = self.shared.mark(Mark::Begin);
        let struck = strike();
        // Should one of them be lost our own keys count as touches, which costs a space.
        if let Err(fault) = begun.and_then(|_| self.shared.mark(Mark::End)) {
            tracing::debug!("our own keys are not told from others: {fault}");
        }
        struck
    }
}

impl Drop for Touches {
    fn drop(&mut self) {
        if let (Ok(_), Some(thread)) = (self.shared.send(Mark::Leave), self.thread.take()) {
            // A panic in there has been reported by the panic hook already.
            drop(thread.join());
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The window that has the keys. From now on it is told when a press takes them away from it.
    fn focus(&self) -> Result<Option<Window>, Fault> {
        let window = self.connection.get_input_focus()?.reply()?.focus;
        let old = std::mem::replace(&mut self.lock().target, window);
        if old != window {
            let told = |events| ChangeWindowAttributesAux::new().event_mask(events);
            // Either may be gone by now, which is no matter.
            if has_keys(old, self.root) {
                self.connection.change_window_attributes(old, &told(EventMask::NO_EVENT))?;
            }
            if has_keys(window, self.root) {
                self.connection.change_window_attributes(window, &told(EventMask::FOCUS_CHANGE))?;
            }
        }
        Ok(has_keys(window, self.root).then_some(window))
    }

    /// Returns when the thread has seen all that happened until now; says how many touches.
    fn mark(&self, mark: Mark) -> Result<u64, Fault> {
        let number = self.send(mark)?;
        let waits = |state: &mut State| state.seen < number && !state.over;
        let state = self.changed.wait_timeout_while(self.lock(), PATIENCE, waits);
        let (state, waited) = state.unwrap_or_else(PoisonError::into_inner);
        if waited.timed_out() || state.over {
            return Err("the X server does not answer".into());
        }
        Ok(state.count.touches())
    }

    fn send(&self, mark: Mark) -> Result<u32, Fault> {
        let number = {
            let mut state = self.lock();
            state.sent += 1;
            state.sent
        };
        let data = [number, mark as u32, 0, 0, 0];
        let message = ClientMessageEvent::new(32, self.window, self.mark, data);
        self.connection.send_event(false, self.window, EventMask::NO_EVENT, message)?;
        self.connection.flush()?;
        Ok(number)
    }

    /// The thread: counts until it is told to leave or the server is gone.
    fn serve(&self, mut keyboard: Keyboard) {
        while let Ok(event) = self.connection.wait_for_event() {
            match event {
                Event::ClientMessage(message) if message.type_ == self.mark => {
                    let [number, mark, ..] = message.data.as_data32();
                    if mark == Mark::Leave as u32 {
                        break;
                    }
                    self.marked(number, mark);
                }
                Event::MappingNotify(change) if change.request == Mapping::MODIFIER => {
                    match Keyboard::of(&self.connection) {
                        Ok(fresh) => keyboard = fresh,
                        Err(_) => break,
                    }
                }
                event => {
                    if let Some(happening) = keyboard.happening(&event) {
                        self.lock().count.take_in(happening);
                    }
                }
            }
        }
        self.lock().over = true;
        self.changed.notify_all();
    }

    fn marked(&self, number: u32, mark: u32) {
        let mut state = self.lock();
        if mark == Mark::Begin as u32 {
            state.count.take_in(Happening::Typing(Hands::Ours));
        } else if mark == Mark::End as u32 {
            state.count.take_in(Happening::Typing(Hands::Theirs));
        }
        state.count.settle();
        state.seen = number;
        self.changed.notify_all();
    }
}

/// What has to be known of the keyboards to tell a touch from another press.
struct Keyboard {
    modifiers: HashSet<u32>,
    /// Those that programs strike, ours among them.
    played: HashSet<DeviceId>,
}

impl Keyboard {
    fn of(connection: &RustConnection) -> Result<Self, Fault> {
        let (major, minor) = VERSION;
        let version = connection.xinput_xi_query_version(major, minor)?.reply()?;
        if (version.major_version, version.minor_version) < VERSION {
            return Err("the X server's XInput is too old".into());
        }
        let keys = connection.get_modifier_mapping()?;
        let devices = connection.xinput_xi_query_device(Device::ALL)?.reply()?.infos;
        let played = devices
            .into_iter()
            .filter(|device| String::from_utf8_lossy(&device.name).contains("XTEST"));
        let keys = keys.reply()?.keycodes.into_iter().filter(|&key| key != 0);
        Ok(Self {
            modifiers: keys.map(u32::from).collect(),
            played: played.map(|device| device.deviceid).collect(),
        })
    }

    fn happening(&self, event: &Event) -> Option<Happening> {
        match event {
            Event::XinputRawKeyPress(press) => self.press(press),
            Event::XinputRawButtonPress(press) if WHEELS.contains(&press.detail) => None,
            Event::XinputRawButtonPress(_) | Event::XinputRawTouchBegin(_) => {
                Some(Happening::Click)
            }
            Event::FocusOut(out) if out.mode == NotifyMode::GRAB => Some(Happening::KeyTaken),
            _ => None,
        }
    }

    fn press(&self, press: &RawKeyPressEvent) -> Option<Happening> {
        let by = if self.played.contains(&press.sourceid) { Hands::Ours } else { Hands::Theirs };
        (!self.modifiers.contains(&press.detail)).then_some(Happening::Key(by))
    }
}

/// Has the server tell of every press.
fn select(connection: &RustConnection, root: Window) -> Result<(), Fault> {
    let events =
        XIEventMask::RAW_KEY_PRESS | XIEventMask::RAW_BUTTON_PRESS | XIEventMask::RAW_TOUCH_BEGIN;
    let deviceid = u8::from(Device::ALL_MASTER).into();
    let mask = xinput::EventMask { deviceid, mask: vec![events] };
    connection.xinput_xi_select_events(root, &[mask])?.check()?;
    Ok(())
}
