//! Pastes into the window that has the focus, and puts the clipboard back.

mod unseen;
#[cfg(all(unix, not(target_os = "macos")))]
mod watched;

use std::time::Duration;

use super::Sink;
use super::display::{self, Display};
use super::joint::Place;
use super::watch::Watch;
use crate::error::{Error, Result};

/// Whatever went wrong, as the system says it.
type Fault = Box<dyn std::error::Error + Send + Sync>;

/// How long a window may take to read what was pasted. Slow ones were seen to take 2 s.
const PATIENCE: Duration = Duration::from_millis(2500);

/// The clipboard and the key that pastes.
///
/// What lay on the clipboard lies there again afterwards, in all its forms on X11 and as text
/// elsewhere. It is kept in this value, so keep this value: see [`super::clipboard::Clipboard`].
#[derive(Default)]
pub struct Paste {
    #[cfg(all(unix, not(target_os = "macos")))]
    watched: watched::Paster,
    unseen: unseen::Paster,
    watch: Watch,
}

impl Paste {
    /// Pastes while `watch` looks who else touches the keys.
    pub(super) fn new(watch: &Watch) -> Self {
        Self { watch: watch.clone(), ..Self::default() }
    }
}

impl Sink for Paste {
    fn deliver(&mut self, text: &str) -> Result<()> {
        let Self { watch, unseen, .. } = self;
        match display::find("paste")? {
            #[cfg(all(unix, not(target_os = "macos")))]
            Display::X11 => watch.own(|| self.watched.paste(text)),
            display => watch.own(|| unseen.paste(text, display)),
        }
    }

    fn place(&mut self) -> Option<Place> {
        self.watch.place()
    }
}

fn refused(problem: impl Into<Fault>) -> Error {
    Error::Delivery { way: "paste", problem: problem.into().to_string() }
}
