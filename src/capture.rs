//! Where sound comes from. A source is pumped by the pipeline; nothing in it waits.

pub mod all;
mod choice;
mod cookie;
pub mod device;
mod driver;
pub mod feeder;
mod microphone;
mod supervisor;
mod trouble;
pub mod wav;

use crate::audio::Format;
use crate::error::Result;

/// Something that yields sound: a microphone under its supervisor, or a file.
pub trait Source: Send {
    /// Moves what has arrived since the last call to the end of `block`, and never waits.
    ///
    /// A block holds samples of one format. When the format changes, what came before is
    /// returned first.
    ///
    /// # Errors
    /// When the source cannot go on. What was read before stands in `block`.
    fn read(&mut self, block: &mut Block) -> Result<Flow>;

    /// Frames that arrived and could not be kept since the source was opened.
    fn dropped_frames(&self) -> u64;

    /// The name that a person knows it by.
    fn name(&self) -> String;

    /// Whether it gives samples at the speed of speech. One that does not waits for the
    /// recogniser instead of running ahead of it.
    fn is_live(&self) -> bool;
}

/// Samples as the source delivers them.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The format of `samples`; none until the first ones arrived.
    pub format: Option<Format>,
    /// Interleaved, whole frames only. Full scale is 1.
    pub samples: Vec<f32>,
}

/// What [`Source::read`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flow {
    /// There may be more at once.
    More,
    /// Nothing more has arrived yet.
    Waiting,
    /// The device went away; it is being looked for, and the take goes on.
    Lost {
        /// Its name.
        device: String,
    },
    /// Sound comes again after [`Flow::Lost`], from this device or from another one.
    Back {
        /// The name of the one that is heard now.
        device: String,
    },
    /// There will be no more.
    Ended,
}
