//! From samples to text: what a recogniser is, and the thread that feeds one.

pub mod board;
mod cost;
pub mod cancel;
pub mod compute;
pub mod worker;
pub mod native;
pub mod remote;
pub mod chosen;
pub mod scripted;
pub mod context;
mod doubt;
mod limit;
mod parts;
pub(crate) mod growing;
mod tune;
mod window;

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

pub use self::parts::{Gap, Whole};

use self::compute::Remark;
use crate::error::{Error, Result};
use crate::language::find;
use crate::settings::{Language, Profile, Task};

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

    /// Makes the next run return early, from any thread, if the model can.
    fn canceller(&self) -> Canceller;

    /// What a short piece without words costs in each of [`Capabilities::windows`], where that
    /// was measured when the model was loaded: a first guess at what a run will cost. Else empty.
    fn first_costs(&self) -> Vec<Duration>;

    /// What a person should know of how it was loaded, once: such as that it computes on the
    /// processor where a graphics card was chosen.
    fn remarks(&mut self) -> Vec<Remark> {
        Vec::new()
    }

    /// The way to feed it while somebody speaks. None unless [`Capabilities::streaming`].
    fn streaming(&mut self) -> Option<&mut dyn Streaming> {
        None
    }
}

/// A recogniser that is fed while somebody speaks. It has one stream at a time; while that is
/// open, [`Recogniser::run`] may answer [`Failure::Busy`]. After any failure the stream is gone.
pub trait Streaming {
    /// Opens the stream, in place of one that may be open.
    ///
    /// # Errors
    /// As [`Recogniser::run`].
    fn begin(&mut self, request: &Request) -> Result<(), Failure>;

    /// Takes in the next 16 kHz mono samples, of any number.
    ///
    /// # Errors
    /// As [`Recogniser::run`]; also when no stream is open.
    fn feed(&mut self, audio: &[f32]) -> Result<Live, Failure>;

    /// Nothing more comes: the text of everything that was fed. The stream is closed.
    ///
    /// # Errors
    /// As [`Recogniser::run`]; also when no stream is open.
    fn finish(&mut self) -> Result<Hypothesis, Failure>;

    /// Closes the stream, if one is open. Its text is of no use any more.
    fn abandon(&mut self);
}

/// The text of something that is still being said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Live {
    /// It only grows: the text of the next one begins with it.
    pub committed: String,
    /// It may change, or go. What is shown is `committed` and this, put together as they are.
    pub tentative: String,
}

/// See [`Recogniser::canceller`]. Called before its run has begun, it ends that all the same;
/// once its run is over it does nothing any more.
pub type Canceller = Arc<dyn Fn() + Send + Sync>;

/// Loads the model that is chosen now: at the start, when another one is wanted, and after it
/// broke. Runs on the recogniser's thread, and never while the model before is in memory.
pub type Loader = Box<dyn FnMut() -> Result<Box<dyn Recogniser>> + Send>;

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
    /// What was said just before, for models with [`Capabilities::context`].
    pub context: Option<String>,
    /// Whether the text only shows what is being said, and is not worth a second try.
    pub draft: bool,
    /// Whether to say in [`Hypothesis::other`] if a language is spoken that nobody expects, where
    /// the model can tell. That costs a second run where one is, and nothing else.
    pub listens: bool,
}

impl Request {
    /// What a profile asks of every piece.
    pub fn of(profile: &Profile) -> Self {
        Self {
            language: profile.language.clone(),
            task: profile.task.clone(),
            vocabulary: profile.vocabulary.clone(),
            window: 0,
            timestamps: false,
            context: None,
            draft: false,
            listens: false,
        }
    }

    /// Whether a recogniser that can do this can do what is asked: to be known before anybody
    /// speaks.
    ///
    /// # Errors
    /// [`Error::Language`] or [`Error::Target`] with those that it has, [`Error::Usage`] for a
    /// task that it has not learnt.
    pub fn check(&self, able: &Capabilities) -> Result<()> {
        let refused = match &self.language {
            Language::Auto => {
                (!able.detects_language && able.languages.len() > 1).then_some("auto")
            }
            Language::Code(code) => able.lacks(code).then_some(code.as_str()),
            Language::OneOf(codes) => {
                codes.iter().find(|code| able.lacks(code)).map(String::as_str)
            }
        };
        if let Some(wanted) = refused {
            return Err(Error::Language {
                wanted: wanted.to_owned(),
                known: able.languages.clone(),
            });
        }
        match &self.task {
            Task::Translate { target, .. } if find(target, &able.targets).is_none() => {
                Err(Error::Target { wanted: target.clone(), known: able.targets.clone() })
            }
            Task::Instruct { prompt } => able.follows(prompt).map_err(Error::Usage),
            Task::Transcribe | Task::Translate { .. } => Ok(()),
        }
    }
}

impl Capabilities {
    /// Whether it says which languages it understands, and this is not one of them.
    fn lacks(&self, code: &str) -> bool {
        !self.languages.is_empty() && find(code, &self.languages).is_none()
    }

    /// Whether it can do what an instruction says; else why not, and what to do.
    fn follows(&self, instruction: &str) -> std::result::Result<(), String> {
        let name = &self.name;
        if !self.instruct {
            let problem = "does not follow instructions; choose one that does";
            return Err(format!("the model {name} {problem}"));
        }
        if instruction.trim().is_empty() {
            let problem = "the instruction is empty; say what is to be made of what is said";
            return Err(problem.to_owned());
        }
        if instruction.contains('\0') {
            return Err("there is a NUL in the instruction; leave it out".to_owned());
        }
        match self.longest_instruction {
            Some(most) if instruction.len() as u64 > most => Err(format!(
                "the instruction has {} bytes, and the model {name} has room for {most}; shorten it",
                instruction.len()
            )),
            _ => Ok(()),
        }
    }
}

/// What a recogniser can do: the only thing that decides what is offered to a person.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct Capabilities {
    /// Name to show, such as `whisper-base`.
    pub name: String,
    /// Where it computes, such as `cpu`.
    pub backend: String,
    /// The server that recognises; none where nothing of what is said leaves this machine.
    pub remote: Option<Away>,
    /// Codes that it understands; empty when it does not say.
    pub languages: Vec<String>,
    /// Codes that it can translate into.
    pub targets: Vec<String>,
    /// Whether it understands speech whose language it was not told.
    pub detects_language: bool,
    /// Whether it says which language it heard.
    pub tells_language: bool,
    /// Whether it can say when each part of a text was spoken.
    pub timestamps: bool,
    /// Whether words can be given to be spelled as listed.
    pub vocabulary: bool,
    /// Whether it can be told what was said before.
    pub context: bool,
    /// Whether it can follow a free instruction.
    pub instruct: bool,
    /// Most bytes of an instruction; none where there is no limit.
    pub longest_instruction: Option<u64>,
    /// Whether it can be fed while somebody speaks.
    pub streaming: bool,
    /// Whether it takes audio of any length in one run by itself.
    pub long_form: bool,
    /// Encoder windows in rising order; the cost of a run depends on the window, hardly on
    /// how much of it is filled. Never empty.
    pub windows: Vec<Window>,
}

/// A server that recognises.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Away {
    /// Whom what is said goes to: a machine, and its port where it is not the usual one.
    pub host: String,
    /// Whether it is sent a phrase before its end. Else each is sent once, when it is complete.
    pub live: bool,
}

/// One length of audio that a recogniser can be run with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
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
    /// The language that was heard where another one is expected: the text is then made as if
    /// that had been spoken, and may be a translation.
    pub other: Option<String>,
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
    /// Something else of the model is under way, such as a stream.
    #[error("the model is busy")]
    Busy,
    /// The memory of the machine or of its GPU is full.
    #[error("out of memory: {0}")]
    OutOfMemory(String),
    /// Anything else, in the model's words.
    #[error("{0}")]
    Other(String),
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        Self::Recogniser { problem: failure.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    fn codes(codes: &[&str]) -> Vec<String> {
        codes.iter().map(|code| (*code).to_owned()).collect()
    }

    fn european() -> Capabilities {
        Capabilities {
            languages: codes(&["en", "de", "no"]),
            targets: codes(&["en"]),
            detects_language: true,
            ..Capabilities::default()
        }
    }

    fn speaking(language: Language) -> Request {
        Request { language, ..Request::default() }
    }

    fn writing(target: &str) -> Request {
        let task = Task::Translate { target: target.to_owned(), both: false };
        Request { task, ..Request::default() }
    }

    fn refusal(request: &Request, able: &Capabilities) -> Option<ErrorKind> {
        request.check(able).err().map(|error| error.kind())
    }

    #[test]
    fn a_language_that_the_model_lacks_is_refused_with_those_it_has() {
        for known in ["en", "EN", "de-AT", "nb"] {
            assert_eq!(refusal(&speaking(Language::Code(known.to_owned())), &european()), None);
        }
        let japanese = speaking(Language::Code("ja".to_owned()));
        let error = japanese.check(&european()).unwrap_err().to_string();
        assert!(error.contains("\"ja\"") && error.contains("en de no"), "{error}");
        assert_eq!(refusal(&japanese, &Capabilities::default()), None, "it does not say");
        for (some, refused) in [(["en", "de"], None), (["de", "ja"], Some(ErrorKind::Language))] {
            assert_eq!(refusal(&speaking(Language::OneOf(codes(&some))), &european()), refused);
        }
    }

    #[test]
    fn a_model_that_cannot_tell_the_language_asks_for_it() {
        let deaf = Capabilities { detects_language: false, ..european() };
        assert_eq!(refusal(&speaking(Language::Auto), &deaf), Some(ErrorKind::Language));
        let english = Capabilities { languages: codes(&["en"]), ..deaf };
        assert_eq!(refusal(&speaking(Language::Auto), &english), None);
        assert_eq!(refusal(&speaking(Language::Auto), &european()), None);
    }

    #[test]
    fn tasks_that_the_model_has_not_learnt_are_refused() {
        assert_eq!(refusal(&writing("en-GB"), &european()), None);
        assert_eq!(refusal(&writing("de"), &european()), Some(ErrorKind::Target));
        assert_eq!(refusal(&writing("en"), &Capabilities::default()), Some(ErrorKind::Target));
        let task = Task::Instruct { prompt: "Summarise it.".to_owned() };
        let instruct = Request { task, ..Request::default() };
        assert_eq!(refusal(&instruct, &european()), Some(ErrorKind::Usage));
        let able = Capabilities { instruct: true, ..european() };
        assert_eq!(refusal(&instruct, &able), None);
    }
}
