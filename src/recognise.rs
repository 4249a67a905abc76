//! From samples to text: what a recogniser is, and the thread that feeds one.

pub mod board;
pub mod native;
pub mod scripted;
pub mod worker;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::language;
use crate::settings::{Language, Task};

/// Turns one piece of audio into text.
pub trait Recogniser: Send {
    /// What it can do.
    fn capabilities(&self) -> &Capabilities;

    /// Recognises 16 kHz mono samples. Takes as long as it takes; runs on its own thread.
    ///
    /// # Errors
    /// When there is no text at all. A run that breaks off after some text is an `Ok` whose
    /// [`Hypothesis::broken_off`] says why.
    fn run(&mut self, audio: &[f32], request: &Request) -> Result<Hypothesis, Failure>;

    /// Makes a run that is under way return early, from any thread, if the model can.
    fn canceller(&self) -> Canceller;
}

/// See [`Recogniser::canceller`]. Calling it when nothing runs does nothing.
pub type Canceller = Arc<dyn Fn() + Send + Sync>;

/// How a piece is to be recognised.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// What is spoken, or which languages it may be.
    pub language: Language,
    /// What to make of it.
    pub task: Task,
    /// Words to spell as listed, the most important first.
    pub vocabulary: Vec<String>,
    /// Index into [`Capabilities::windows`] of the window to use.
    pub window: usize,
    /// Whether the model shall say when each segment was spoken, where it can.
    pub timestamps: bool,
}

/// What a recogniser can do: the only thing that decides what is offered to a person.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Capabilities {
    /// Name to show, such as `whisper-base`.
    pub name: String,
    /// Where it computes, such as `cpu`.
    pub backend: String,
    /// Codes that it understands; empty when it does not say.
    pub languages: Vec<String>,
    /// Codes that it can translate into.
    pub targets: Vec<String>,
    /// Whether it can tell the language by itself.
    pub detects_language: bool,
    /// Whether words can be given to be spelled as listed.
    pub vocabulary: bool,
    /// Whether it can follow a free instruction.
    pub instruct: bool,
    /// Whether it can be fed while somebody speaks.
    pub streaming: bool,
    /// Whether it takes audio of any length in one run by itself.
    pub long_form: bool,
    /// Encoder windows in rising order; the cost of a run depends on the window, hardly on
    /// how much of it is filled. Never empty.
    pub windows: Vec<Window>,
}

impl Capabilities {
    /// Refuses what the model cannot do, before anything is recorded.
    ///
    /// # Errors
    /// [`Error::Language`] or [`Error::Target`], with what it can do instead.
    pub fn check(&self, language: &Language, task: &Task) -> crate::error::Result<()> {
        let spoken: &[String] = match language {
            Language::Auto => &[],
            Language::Code(code) => std::slice::from_ref(code),
            Language::OneOf(codes) => codes,
        };
        let unknown = |code: &&String| {
            !self.languages.is_empty() && language::find(code, &self.languages).is_none()
        };
        if let Some(wanted) = spoken.iter().find(unknown) {
            let (wanted, known) = (wanted.clone(), self.languages.clone());
            return Err(Error::Language { wanted, known });
        }
        match task {
            Task::Translate { target, .. } if language::find(target, &self.targets).is_none() => {
                Err(Error::Target { wanted: target.clone(), known: self.targets.clone() })
            }
            Task::Transcribe | Task::Translate { .. } | Task::Instruct { .. } => Ok(()),
        }
    }
}

/// One length of audio that a recogniser can be run with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// Longest piece to give it, in samples at 16 kHz, slack already taken off.
    pub max_samples: u64,
}

/// What a recogniser made of a piece.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hypothesis {
    /// The text, trimmed.
    pub text: String,
    /// The language that it heard or was told, as a code.
    pub language: Option<String>,
    /// Parts of the text with their time in the piece, where the model gives them.
    pub segments: Vec<Segment>,
    /// Why the text is incomplete, if it is.
    pub broken_off: Option<BrokenOff>,
}

/// A part of a text and when it was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Segment {
    /// Start in the piece.
    pub start_ms: u64,
    /// End in the piece.
    pub end_ms: u64,
    /// Its text.
    pub text: String,
}

/// Why a text is incomplete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrokenOff {
    /// It was cancelled.
    Aborted,
    /// The model used up its output.
    Truncated,
    /// The model began to repeat itself.
    Repetition,
}

/// Why there is no text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// Cancelled before any text.
    #[error("cancelled")]
    Cancelled,
    /// The piece is longer than this model can take; give it shorter ones.
    #[error("the piece is too long for this model")]
    TooLong,
    /// The memory of the machine or of its GPU is full.
    #[error("out of memory: {0}")]
    OutOfMemory(String),
    /// Anything else, in the model's words.
    #[error("{0}")]
    Other(String),
}
