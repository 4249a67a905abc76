//! Brings text to where it belongs, on a thread of its own: a slow target holds up nobody.

pub mod clipboard;
pub mod memory;
pub mod paste;
pub mod stdout;
pub mod typing;

use crate::error::Result;

/// A way to bring text somewhere.
pub trait Sink: Send {
    /// Hands over `text` and returns when the target has it, as far as that can be known.
    ///
    /// # Errors
    /// When the target did not take it; the caller then leaves it on the clipboard.
    fn deliver(&mut self, text: &str) -> Result<()>;
}
