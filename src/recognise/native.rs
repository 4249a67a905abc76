//! Recognition by transcribe.cpp. The only file that names `transcribe_cpp`.

mod asked;
mod backends;
mod engine;
mod load;
mod means;
mod place;
mod probe;
mod stream;
mod survey;
mod threads;
mod trial;
mod turns;

use std::path::Path;
use std::sync::Once;
use std::time::Duration;

use transcribe_cpp as native;
use transcribe_cpp::{CancelToken, ErrorKind, ExtSlot, Feature, RunExtension, TimestampKind};

use self::engine::{Decoded, Engine};
use self::load::{On, Unloaded};
use self::stream::Stage;
use self::turns::Turns;
use super::compute::Remark;
use super::doubt::Doubt;
use super::parts::{self, Whole, parts};
use super::tune::memory::cores;
use super::tune::{Which, usual};
use super::{Canceller, Capabilities, Failure, Hypothesis, Recogniser, Request, Streaming};
use crate::audio::samples;
use crate::error::Result;
use crate::language::{are_alike, find};
use crate::models::Installed;
use crate::settings::Compute;

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
    /// Of how it was loaded, until somebody takes them.
    remarks: Vec<Remark>,
    /// The backend of the card that it computes on; none on the processor.
    card: Option<String>,
}

pub use self::means::Means;
pub use self::survey::Survey;
pub use self::threads::Threads;
pub use self::trial::serve;

/// The argument by which a process of this program is told to try a backend.
const PROBE: &str = "probe-compute-backend";

/// How a model is loaded.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    /// Threads to compute with; none means as many as are usually good.
    pub threads: Option<usize>,
    /// Where to compute. Only what [`Native::open`] or [`Survey::take`] let in can be used; before
    /// one of them was called in this process, that is the processor.
    pub compute: Compute,
}

struct Twin {
    engine: Engine,
    doubt: Doubt,
}

impl Native {
    /// Loads an installed model and its twin. The first model of a process decides which backends
    /// are let in, and may have them tried before.
    ///
    /// A device that is missing, cannot hold the model or fails with it is given up for the next
    /// one, in the end for the processor: see [`Recogniser::remarks`].
    ///
    /// # Errors
    /// [`Error::NoModel`](crate::error::Error::NoModel) when there is no such file,
    /// [`Error::BadModel`](crate::error::Error::BadModel) when it is damaged or no speech model.
    pub fn open(model: &Installed, means: &Means) -> Result<Self> {
        backends::begin(means, Some(model), false);
        let twin = model.twin.as_ref().map(|twin| twin.path.as_path());
        let load = |threads| {
            let options = LoadOptions { threads, compute: means.compute.clone() };
            Self::load(&model.path, twin, &options)
        };
        match &means.threads {
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
        place::load(model, twin, options)
    }

    /// Loads both onto one device.
    fn on(
        model: &Path,
        twin: Option<&Path>,
        on: &On,
        options: &LoadOptions,
    ) -> Result<Self, Unloaded> {
        let threads = options.threads.unwrap_or_else(|| usual(cores())).max(1);
        let turns = Turns::default();
        let full = Engine::load(model, on, threads, &turns)?;
        let twin = twin.and_then(|path| {
            let engine = Engine::load(path, on, threads, &turns)
                .inspect_err(|error| tracing::warn!("going on without the short window: {error:?}"))
                .ok()?;
            (engine.max_ms() < full.max_ms()).then(|| Twin { engine, doubt: Doubt::default() })
        });
        let known = full.known(model).map_err(Unloaded::File)?;
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
            remarks: Vec::new(),
            card: None,
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
        // A driver may bring the program down in its hundredth run as well as in its first.
        let _marker = self.card.as_deref().and_then(|card| backends::begun().mark(card));
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

    fn remarks(&mut self) -> Vec<Remark> {
        std::mem::take(&mut self.remarks)
    }

    fn streaming(&mut self) -> Option<&mut dyn Streaming> {
        self.capabilities.streaming.then_some(self as &mut dyn Streaming)
    }
}

/// Silences the engine: its messages may name terms of the vocabulary, and every failure has its
/// status as well. Before anything else of it.
fn quiet() {
    static QUIET: Once = Once::new();
    QUIET.call_once(native::disable_logging);
}

/// Runs over silence of these lengths, where only that it runs is of interest.
fn warm_up(engine: &mut Engine, model: &Path, lengths_ms: &[u64]) -> Result<(), Failure> {
    // A language that is named costs no search for it.
    let known = engine.known(model).map_err(|error| Failure::Other(error.to_string()))?;
    let language = known.languages.into_iter().next();
    let options = native::RunOptions { language, ..native::RunOptions::default() };
    lengths_ms.iter().try_for_each(|length| {
        engine.run(&vec![0.0; samples(*length) as usize], &options).map(drop)
    })
}
