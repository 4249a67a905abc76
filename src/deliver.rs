//! Brings text to where it belongs, on a thread of its own: a slow target holds up nobody.
//!
//! [`Courier`] is that thread. It makes a [`Sink`] for each [`Output`] when one is first
//! needed and keeps it, because on X11 what is on the clipboard dies with its owner.
//! Only this module touches other programs.

pub mod clipboard;
mod courier;
mod display;
pub mod focus;
pub mod joint;
mod keys;
mod layout;
pub mod memory;
mod modifiers;
pub mod paste;
mod queue;
pub mod stdout;
mod target;
pub mod typing;
mod watch;
mod way;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11;

pub use courier::Courier;

use crate::error::{Error, Result};
use crate::event::TakeId;
use crate::settings::Output;
use joint::{Joint, Place};
use watch::Watch;

/// A way to bring text somewhere.
pub trait Sink: Send {
    /// Hands over `text` and returns when the target has it, as far as that can be known.
    ///
    /// # Errors
    /// When the target did not take it; the caller then leaves it on the clipboard.
    fn deliver(&mut self, text: &str) -> Result<()>;

    /// What can be seen of the place that would get a text now. None where no text stands before
    /// another: then each take begins anew.
    fn place(&mut self) -> Option<Place> {
        None
    }
}

/// Makes the sink for an output, on the thread that will use it.
pub type SinkFactory = Box<dyn FnMut(Output) -> Result<Box<dyn Sink>> + Send>;

/// Text that is to go out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The take it was said in.
    pub take: TakeId,
    /// The piece of that take.
    pub piece: u32,
    /// What is to be written, spaces included.
    pub text: String,
    /// Where.
    pub output: Output,
    /// How it joins what stands there.
    pub joint: Joint,
}

/// What became of one edit, or of several that were brought together. Every edit that was
/// submitted stands in exactly one report, and reports come in the order of the edits.
#[derive(Debug)]
pub struct Report {
    /// The take.
    pub take: TakeId,
    /// Its pieces, in order.
    pub pieces: Vec<u32>,
    /// What became of them.
    pub outcome: Outcome,
}

/// See [`Report`].
#[derive(Debug)]
pub enum Outcome {
    /// The target has the text.
    Delivered,
    /// The target did not take it, or not to its end; the rest lies on the clipboard.
    OnClipboard {
        /// Why the target did not.
        why: Error,
    },
    /// It is nowhere but in the take.
    Failed {
        /// Why.
        why: Error,
    },
    /// It was not begun, because its take was cancelled or the courier had to leave.
    Dropped,
}

/// The sinks for a person's machine.
pub fn sinks() -> SinkFactory {
    // What is typed and what is pasted stands in the same windows.
    let watch = Watch::default();
    Box::new(move |output| {
        Ok(match output {
            Output::Type => Box::new(typing::Typing::new(&watch)),
            Output::Paste => Box::new(paste::Paste::new(&watch)),
            Output::Clipboard => Box::new(clipboard::Clipboard::open()?),
            Output::Stdout => Box::new(stdout::Stdout),
            Output::None => Box::new(Nowhere),
        })
    })
}

/// [`Output::None`]: the text is in the events, and that is all that is wanted.
struct Nowhere;

impl Sink for Nowhere {
    fn deliver(&mut self, _text: &str) -> Result<()> {
        Ok(())
    }
}
