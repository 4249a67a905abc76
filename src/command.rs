//! The closed list of what the outside may ask of the engine.

use std::path::PathBuf;
use std::time::Duration;

use crate::settings::Profile;

/// A wish of a person or a program. Each is idempotent: stopping what has stopped does nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Begin a take, unless one is heard in this lane.
    Start(Box<Start>),
    /// End the take that is heard in this lane, keep and finish it.
    Stop(Lane),
    /// Stop if a take is heard in the lane of this start, else start.
    Toggle(Box<Start>),
    /// Stop if a take of this profile is heard in the lane of this start, else stop what is heard
    /// there and start.
    Switch(Box<Start>),
    /// A hotkey went down: a start, or the stop of a latched take.
    Press(Key, Box<Start>),
    /// A hotkey came up: after a short tap the take goes on, after a long hold it stops. Only a
    /// take that this very key began is meant.
    Release(Key, Lane),
    /// Drop the take that is heard or finishing in this lane; delivered text stays where it is.
    Cancel(Lane),
    /// Open the microphone of a lane before a take wants it, and hold it open as after a take.
    Arm(Lane, SourceSpec),
    /// Close the microphone of a lane that is held open between takes.
    Disarm(Lane),
    /// Hold microphones open for this long after a take from now on.
    KeepOpen(Duration),
    /// Let go of a model that no take wants for this long, from now on. The next take has it
    /// loaded again.
    KeepModel(Duration),
    /// Let go of the model and load the one that is chosen now. The piece that is being
    /// recognised is finished first, and what waits is recognised by the new one.
    LoadModel,
}

/// What a new take is to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// Which of the takes that may run at once.
    pub lane: Lane,
    /// What is listened to.
    pub source: SourceSpec,
    /// How it is recognised and where the words go.
    pub profile: Profile,
}

/// A hotkey, as long as it is down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// The one of the current profile. It stops whatever is heard.
    Current,
    /// One that a profile has for itself, by any number that no other has. It stops a take of
    /// this profile; one of another profile makes way for it.
    Own(u32),
}

/// Takes of different lanes run at once on one recogniser, in this order of importance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lane {
    /// A person writes by speaking.
    #[default]
    Dictation,
    /// Something is followed, for as long as it lasts.
    Captions,
}

/// What a take listens to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SourceSpec {
    /// A microphone: by stable id or by name; none means the favourite or the default.
    Microphone {
        /// Id or name, as `aloud devices` prints them.
        device: Option<String>,
    },
    /// What the machine plays: whatever output programs play to unless told otherwise, also when
    /// that changes.
    System,
    /// An audio file.
    File {
        /// Where it is.
        path: PathBuf,
        /// How quickly it is read.
        pace: Pace,
    },
    /// A take that was left behind.
    Take {
        /// Its id, as `aloud takes list` prints it.
        id: String,
    },
}

/// How quickly a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pace {
    /// As if somebody spoke now.
    Realtime,
    /// As quickly as it can be recognised.
    Fast,
}
