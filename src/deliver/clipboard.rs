//! Puts text on the clipboard, to stay there.

use super::{Sink, display};
use crate::error::{Error, Result};

/// The system's clipboard.
///
/// On X11 and on Wayland the content is served by the program that owns it and dies with it.
/// When this is dropped, a clipboard manager is asked to take the content over; where none
/// runs, whoever ends the process has to keep it until the text was pasted somewhere.
pub struct Clipboard {
    board: arboard::Clipboard,
}

impl Clipboard {
    /// Connects to the clipboard.
    ///
    /// # Errors
    /// When there is none, because there is no display.
    pub fn open() -> Result<Self> {
        display::find("copy")?;
        Ok(Self { board: arboard::Clipboard::new().map_err(|error| failed(&error))? })
    }
}

impl Sink for Clipboard {
    fn deliver(&mut self, text: &str) -> Result<()> {
        self.board.set_text(text).map_err(|error| failed(&error))?;
        // The text is only on its way to the display; the answer to a question comes after it.
        self.board.get_text().map(drop).map_err(|error| failed(&error))
    }
}

fn failed(error: &arboard::Error) -> Error {
    Error::Delivery { way: "copy", problem: error.to_string() }
}
