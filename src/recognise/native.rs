//! Recognition by transcribe.cpp. The only file that names `transcribe_cpp`.

mod asked;
mod engine;
mod load;
mod probe;
mod stream;
mod threads;
mod turns;

use std::path::Path;
use std::sync::Once;
use std::time::Duration;

use transcribe_cpp as native;
use transcribe_cpp::{CancelToken, ErrorKind, ExtSlot, Feature, RunExtension, TimestampKind};

use self::engine::{Decoded, Engine};
use self::stream::Stage;
use self::turns::Turns;
use super::doubt::Doubt;
use super::parts::{self, Whole, parts};
use super::tune::memory::cores;
use super::tune::{Which, usual};
use super::{Canceller, Capabilities, Failure, Hypothesis, Recogniser, Request, Streaming};
use crate::error::Result;
use crate::language::{are_alike, find};
use crate::models::Installed;

/// A loaded model, and perhaps its twin with a short encoder window.
pub struct Native {
    full: Engine,
    twin: Option<Twin>,
    stream: Stage,
    capabilities: Capabilities,
    /// Codes in the model's own spelling; it compares them byte for byte.
    languages: Vec<String>,
    targets: Vec<String>,
    threads: usize,
    first_costs: Vec<Duration>,
    turns: Turns,
}

pub use self::threads::Threads;

/// How a model is loaded.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadOptions {
    /// Threads to compute with; none means as many as are usually good.
    pub threads: Option<usize>,
    /// Where to compute.
    pub backend: Backend,
}

/// Where a model computes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Backend {
    /// On the best device there is, else on the CPU.
    #[default]
    Auto,
    /// On the CPU.
    Cpu,
}

struct Twin {
    engine: Engine,
    doubt: Doubt,
}

impl Native {
    /// Loads an installed model and its twin.
    ///
    /// A device that cannot hold the model is given up for the CPU, which
    /// [`Capabilities::backend`] then tells. A twin that cannot be used is done without.
    ///
    /// # Errors
    /// [`Error::NoModel`] when there is no such file, [`Error::BadModel`] when it is damaged or
    /// no speech model.
    pub fn open(model: &Installed, threads: &Threads) -> Result<Self> {
        let twin = model.twin.as_ref().map(|twin| twin.path.as_path());
        let load = |threads| {
            let options = LoadOptions { threads, ..LoadOptions::default() };
            Self::load(&model.path, twin, &options)
        };
        match threads {
            Threads::Fixed(threads) => load(Some(*threads)),
            Threads::Usual => load(None),
            Threads::Measured { memory } => {
                let mut native = load(None)?;
                native.tune(model, memory);
                Ok(native)
            }
        }
    }

    /// Loads the file `model`; `twin` has the same weights and a shorter encoder window.
    ///
    /// # Errors
    /// As [`Native::open`].
    pub fn load(model: &Path, twin: Option<&Path>, options: &LoadOptions) -> Result<Self> {
        static QUIET: Once = Once::new();
        // Its messages may name terms of the vocabulary; every failure has its status as well.
        QUIET.call_once(native::disable_logging);
        let threads = options.threads.unwrap_or_else(|| usual(cores())).max(1);
        let turns = Turns::default();
        let full = Engine::load(model, options.backend, threads, &turns)?;
        let twin = twin.and_then(|path| {
            let engine = Engine::load(path, options.backend, threads, &turns)
                .inspect_err(|error| tracing::warn!("going on without the short window: {error}"))
                .ok()?;
            (engine.max_ms() < full.max_ms()).then(|| Twin { engine, doubt: Doubt::default() })
        });
        let known = full.known(model)?;
        let windows = twin.iter().map(|twin| twin.engine.window()).chain([full.window()]);
        Ok(Self {
            capabilities: full.capabilities(&known, windows.collect()),
            languages: known.languages,
            targets: known.translate_target_languages,
            full,
            twin,
            stream: Stage::default(),
            threads,
            first_costs: Vec::new(),
            turns,
        })
    }

    /// Recognises a whole recording in one native run, or in as few as hold it: the full window,
    /// segments with their times, no vocabulary and no context.
    ///
    /// # Errors
    /// [`Error::Recogniser`] when there is no text at all.
    pub fn whole(&mut self, audio: &[f32], request: &Request) -> Result<Whole> {
        let request = Request {
            window: self.capabilities.windows.len() - 1,
            vocabulary: Vec::new(),
            context: None,
            timestamps: true,
            listens: true,
            ..request.clone()
        };
        let longest = self.full.longest(&self.options(&request, None)?);
        let longest = Some(longest).filter(|most| *most > 0).ok_or(Failure::TooLong)?;
        let whole = parts::run(parts(audio, longest), |part| {
            Ok(self.decode(Which::Full, &audio[part], &request)?.hypothesis)
        });
        Ok(whole?)
    }

    fn in_window(&mut self, audio: &[f32], request: &Request) -> Result<Hypothesis, Failure> {
        let twin = self.twin.as_ref().filter(|_| request.window == 0);
        if twin.is_some_and(|twin| audio.len() as u64 <= twin.engine.window().max_samples) {
            self.in_twin(audio, request)
        } else {
            Ok(self.decode(Which::Full, audio, request)?.hypothesis)
        }
    }

    /// The twin's text, unless it is doubtful: then that of the full window, and of a draft none,
    /// since the next one will be better and a final must not wait for it.
    fn in_twin(&mut self, audio: &[f32], request: &Request) -> Result<Hypothesis, Failure> {
        let Decoded { hypothesis, took } = self.decode(Which::Twin, audio, request)?;
        let about = |twin: &mut Twin| twin.doubt.about(&hypothesis, took, audio.len());
        let doubtful = self.twin.as_mut().is_some_and(about);
        if !doubtful || self.turns.is_cancelled() {
            return Ok(hypothesis);
        }
        if request.draft {
            tracing::debug!(?took, "a doubtful draft from the short window: nothing to show");
            return Ok(Hypothesis { language: hypothesis.language, ..Hypothesis::default() });
        }
        tracing::debug!(?took, "a doubtful text from the short window: once more in the full");
        Ok(self.decode(Which::Full, audio, request)?.hypothesis)
    }

    /// One run; a second one if the model heard a language that it cannot be.
    fn decode(
        &mut self,
        which: Which,
        audio: &[f32],
        request: &Request,
    ) -> Result<Decoded, Failure> {
        let tells = self.tells(audio, request);
        let (language, others) = self.language(request, tells);
        let decoded = self.decode_as(which, audio, request, language)?;
        let heard = decoded.hypothesis.language.as_deref();
        let expected = heard.is_none_or(|heard| find(heard, others).is_some());
        match others.first() {
            Some(first) if !expected && !self.turns.is_cancelled() => {
                let other = decoded
                    .hypothesis
                    .language
                    .filter(|heard| tells && !others.iter().any(|other| are_alike(heard, other)));
                let mut told = self.decode_as(which, audio, request, Some(self.spelled(first)))?;
                told.hypothesis.other = other;
                Ok(told)
            }
            _ => Ok(decoded),
        }
    }

    fn decode_as(
        &mut self,
        which: Which,
        audio: &[f32],
        request: &Request,
        language: Option<String>,
    ) -> Result<Decoded, Failure> {
        let options = self.options(request, language)?;
        let engine = match (which, &mut self.twin) {
            (Which::Twin, Some(twin)) => &mut twin.engine,
            _ => &mut self.full,
        };
        engine.run(audio, &options)
    }
}

impl Recogniser for Native {
    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn run(&mut self, audio: &[f32], request: &Request) -> Result<Hypothesis, Failure> {
        let answer = self.in_window(audio, request);
        self.turns.pass();
        answer
    }

    fn canceller(&self) -> Canceller {
        self.turns.canceller()
    }

    fn first_costs(&self) -> Vec<Duration> {
        self.first_costs.clone()
    }

    fn streaming(&mut self) -> Option<&mut dyn Streaming> {
        self.capabilities.streaming.then_some(self as &mut dyn Streaming)
    }
}
