//! The closed list of what the engine may say. Serialised, an event is one line of JSON; the
//! shape is public (see ARCHITECTURE.md, "Verbs and JSON").

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::recognise::{Capabilities, Hypothesis};
use crate::settings::{Language, Task};

/// Names a take: everything that is heard from one start to its stop. Never used twice by one
/// engine, whatever the source.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS,
)]
#[serde(transparent)]
pub struct TakeId(pub u64);

/// Something happened that the outside may want to know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A take entered a state.
    State {
        /// The take.
        take: TakeId,
        /// The state that it is in now.
        state: State,
    },
    /// This take follows what the machine plays, beside any dictation; comes before its first state.
    Captions {
        /// The take.
        take: TakeId,
        /// What is made of what is said.
        task: Task,
    },
    /// The key of a take came up after a tap: the take goes on until the next press.
    Latched {
        /// The take.
        take: TakeId,
    },
    /// How loud the source is; sent at most 30 times a second, the latest value only.
    Level {
        /// The take that listens.
        take: TakeId,
        /// Root mean square since the last one, full scale is 1.
        rms: f32,
        /// Whether somebody speaks.
        speech: bool,
    },
    /// Text of a phrase that is still being spoken.
    Interim {
        /// The take.
        take: TakeId,
        /// The piece that it will become.
        piece: u32,
        /// Text that will not change until the final.
        committed: String,
        /// Text that may change.
        tentative: String,
        /// Audio time up to which was heard.
        at_ms: u64,
    },
    /// The text of a piece; it does not change any more.
    Final(Final),
    /// The translation of a piece.
    Translation {
        /// The take.
        take: TakeId,
        /// The piece.
        piece: u32,
        /// Its text in the target language.
        text: String,
        /// The target language.
        target: String,
        /// Whether the model broke off.
        partial: bool,
    },
    /// Text of the model that was kept back, because nobody said it.
    Suppressed {
        /// The take.
        take: TakeId,
        /// The piece.
        piece: u32,
        /// Why it was kept back.
        reason: Suppression,
    },
    /// The text of a take is behind its sound, or no more. Nothing is lost by that.
    Behind {
        /// The take.
        take: TakeId,
        /// Seconds since the end of the oldest phrase that has no text yet; 0 when it has caught up.
        seconds: u64,
    },
    /// Something that a person should know; the take goes on.
    Notice {
        /// The take that it concerns, if it concerns one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        take: Option<TakeId>,
        /// Stable code, to branch on.
        code: String,
        /// A sentence: what happened, to what, what to do.
        message: String,
    },
    /// A take or a file is through, and its text was delivered.
    Done(Done),
    /// The model is being loaded, is ready, or cannot be had.
    Model(Model),
}

impl Event {
    /// The notice that a language seems to be spoken which nobody expects, and that the text is
    /// made as if another one had been.
    pub fn foreign(take: TakeId, text: &Hypothesis, expected: &Language) -> Option<Self> {
        let heard = text.other.as_deref()?;
        let expected = expected.codes();
        (!text.text.is_empty()).then(|| Self::Notice {
            take: Some(take),
            code: "other_language".to_owned(),
            message: format!(
                "this sounds like {heard}, and {} is expected: where another language is spoken, \
                 the text may be a translation or nonsense. Then choose that one, or auto",
                expected.join(" or ")
            ),
        })
    }
}

/// See [`Event::Model`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Model {
    /// It is being loaded. Takes may begin all the same.
    #[default]
    Loading,
    /// It recognises.
    Ready {
        /// What it can do.
        capabilities: Capabilities,
        /// Whether it is in memory. One that no take wanted for a while is loaded again when the
        /// next one begins, while that is heard.
        in_memory: bool,
    },
    /// There is none, or it is broken. Takes are kept and not recognised.
    Failed {
        /// Stable code, to branch on.
        code: String,
        /// A sentence: what is wrong, with which file, what to do.
        message: String,
    },
}

/// A path as text. Names of files need be no text at all, and what cannot be read is no reason to
/// lose the rest.
fn readable<S: serde::Serializer>(path: &Option<PathBuf>, to: S) -> Result<S::Ok, S::Error> {
    path.as_ref().map(|path| path.to_string_lossy()).serialize(to)
}

/// See [`Event::Final`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Final {
    /// The take.
    pub take: TakeId,
    /// Number of the piece in its take, from 0, without gaps.
    pub piece: u32,
    /// What was said.
    pub text: String,
    /// Language of the text, if it is known.
    pub language: Option<String>,
    /// Audio time of the first sample of speech.
    pub start_ms: u64,
    /// Audio time of the last sample of speech.
    pub end_ms: u64,
    /// From the last sample of speech reaching the engine to this event.
    pub latency_ms: u64,
    /// What decoding took.
    pub decode_ms: u64,
    /// Why the piece ended where it does.
    pub cause: Cause,
    /// Whether the model broke off; the audio is kept.
    pub partial: bool,
}

/// See [`Event::Done`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct Done {
    /// The take.
    pub take: TakeId,
    /// The file it was read from, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(serialize_with = "readable")]
    pub file: Option<PathBuf>,
    /// What was delivered: the transcript, or with translation alone the translation.
    pub text: String,
    /// The translation, when both were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub translation: Option<String>,
    /// How much was heard.
    pub audio_ms: u64,
    /// Frames that the device delivered and nobody could take in time.
    pub dropped_frames: u64,
    /// Whether any piece is partial or failed.
    pub partial: bool,
}

/// Where a take is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It is over.
    Idle,
    /// The source is being opened and has given no sound yet.
    Preparing,
    /// It is heard.
    Listening,
    /// Nothing more is heard; the rest is being recognised and delivered.
    Finishing,
}

/// Why a piece ended where it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The person paused.
    Pause,
    /// It became as long as the model can take.
    Cap,
    /// The person stopped the take.
    Stop,
    /// The source ended.
    End,
}

/// Why text was kept back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Suppression {
    /// A stock phrase without a voice behind it, or a tag for a noise.
    NoEvidence,
    /// The prompt came back as text.
    Echo,
    /// The model repeated itself; one occurrence was kept.
    Loop,
}
