//! The first steps of somebody who has just begun: what is tried there.

use aloud::capture::Source;
use aloud::capture::device::Microphone;
use aloud::clock::Clock;
use aloud::error::{Error, Result};

use super::Desk;
use crate::ipc::{Check, ShellEvent};

impl Desk {
    /// Hears the microphone that is chosen, or nothing any more, and tells the windows how loud
    /// it is. It ends by itself when the window is closed.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(crate) fn check_microphone(&self, on: bool) -> Result<()> {
        if !on {
            self.trial.hush();
            return Ok(());
        }
        let (device, sight, relay) =
            (self.choices.get().microphone, self.sight.clone(), self.relay.clone());
        let open = move || {
            let microphone = Microphone::open(device.as_deref(), Clock::real())?;
            Ok(Box::new(microphone) as Box<dyn Source>)
        };
        let tell = Box::new(move |check: Check| relay.tell(ShellEvent::Check { check }));
        self.trial
            .hear(open, move || sight.is_shown(), tell)
            .map_err(|error| Error::Usage(format!("the system gives no thread: {error}")))
    }

    /// Whether somebody only tries the hotkey: then it begins nothing, and the windows are told
    /// that it came. In any other window it does what it does.
    pub(crate) fn is_tried(&self) -> bool {
        // A key that is grabbed takes the focus from the window for a moment, so what counts is
        // that no other program is known to have it.
        let is_here = || self.sight.is_shown() && self.known.lock().target.is_none();
        let tried = self.trial.tries_keys() && is_here();
        if tried {
            self.relay.tell(ShellEvent::Pressed);
        }
        tried
    }

    /// A page that goes away cannot say that nothing is tried any more.
    pub(crate) fn end_trial(&self) {
        self.trial.hush();
        self.trial.try_keys(false);
    }
}
