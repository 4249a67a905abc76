//! When is somebody heard? Pure: inputs in, actions out, time as an argument.
//!
//! One session belongs to one lane. It holds what is being heard and, in order, the takes that
//! are still being finished, so that a new take may start while the last one is recognised.

use std::collections::VecDeque;
use std::time::Duration;

use crate::clock::Moment;
use crate::event::{State, TakeId};
use crate::settings::Mode;

/// A press shorter than this latches the take; a longer one is push-to-talk.
pub const TAP: Duration = Duration::from_millis(400);

/// In push-to-talk a release may have been lost: without speech for this long the take stops.
pub const SILENT_HOLD: Duration = Duration::from_secs(60);

/// No take lasts longer than this.
pub const LONGEST: Duration = Duration::from_secs(60 * 60);

/// Something that happened to a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// The hotkey went down; if this starts a take, it gets this name.
    Press(TakeId, Mode),
    /// The hotkey came up.
    Release,
    /// A take is wanted, and gets this name if none is heard.
    Start(TakeId, Mode),
    /// The take that is heard is to end.
    Stop,
    /// The take that is heard and those being finished are to be dropped.
    Cancel,
    /// The source of this take gives sound.
    Sound(TakeId),
    /// Somebody speaks in the take that is heard.
    Speech,
    /// The source of this take ended or failed; what was heard is finished.
    SourceOver(TakeId),
    /// Everything of this take was recognised and delivered.
    Finished(TakeId),
    /// Time went by.
    Tick,
}

/// What is to be done about it, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Open the source for this take.
    Open(TakeId),
    /// Hear no more for this take; a short tail may still be taken in. Recognise the rest.
    Close(TakeId),
    /// Deliver nothing more of this take and keep its audio for recovery.
    Discard(TakeId),
    /// Tell the world that the take is in this state.
    Enter(TakeId, State),
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct Session {
    capture: Capture,
    finishing: VecDeque<TakeId>,
}

/// What is being heard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Capture {
    /// Nothing.
    #[default]
    Idle,
    /// The source is opened.
    Preparing(Heard),
    /// Sound comes.
    Listening(Heard),
}

/// The take that is heard and how it will end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heard {
    /// Its name.
    pub take: TakeId,
    /// When it was started.
    pub since: Moment,
    /// How it will be ended.
    pub hold: Hold,
}

/// What ends the take that is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// The key is down; what its release means depends on how long it was.
    Undecided {
        /// When it went down.
        pressed: Moment,
        /// When speech was last heard.
        speech: Moment,
    },
    /// Only push-to-talk: the release stops it, however short the press was.
    Pressed {
        /// When speech was last heard.
        speech: Moment,
    },
    /// The next press or a stop ends it.
    Latched,
}
