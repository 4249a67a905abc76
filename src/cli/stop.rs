//! Ctrl-C, SIGTERM and SIGHUP: the first one asks to finish, the second one quits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a shell reports for a program that ended by Ctrl-C.
const QUIT: i32 = 130;

/// Whether the person asked to finish.
#[derive(Clone, Debug, Default)]
pub(super) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// From now on, signals ask instead of ending the program. Once in a program.
    pub(super) fn on_signals() -> Self {
        let stop = Self::default();
        let asked = stop.clone();
        let handled = ctrlc::set_handler(move || {
            if asked.0.swap(true, Ordering::SeqCst) {
                std::process::exit(QUIT);
            }
        });
        if let Err(error) = handled {
            tracing::warn!(%error, "Ctrl-C will end the program at once");
        }
        stop
    }

    /// One that nobody asks.
    pub(super) fn never() -> Self {
        Self::default()
    }

    /// Whether somebody asked.
    pub(super) fn is_asked(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}
