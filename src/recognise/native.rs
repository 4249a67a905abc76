//! Recognition by transcribe.cpp. The only file that names `transcribe_cpp`.

mod load;

use std::path::Path;
use std::sync::{Arc, Once};
use std::thread::available_parallelism;
use std::time::Duration;

use transcribe_cpp as native;
use transcribe_cpp::{CancelToken, ErrorKind, ExtSlot, Feature, RunExtension, TimestampKind};

use self::load::{bad, load_model, refused};
use super::doubt::{Doubt, Took};
use super::{
    BrokenOff, Canceller, Capabilities, Failure, Hypothesis, Recogniser, Request, Segment, Window,
    window,
};
use crate::audio::samples;
use crate::error::Result;
use crate::language::{find, normalise};
use crate::models::Installed;
use crate::settings::{Language, Task};

/// More threads than this gain little and take what the audio thread and the desktop need.
const MOST_THREADS: usize = 4;

/// Any number but 0, which means "by chance": the same audio gives the same text.
const SEED: u32 = 1;

/// A loaded model, and perhaps its twin with a short encoder window.
pub struct Native {
    full: Engine,
    twin: Option<Twin>,
    capabilities: Capabilities,
    /// Codes in the model's own spelling; it compares them byte for byte.
    languages: Vec<String>,
    targets: Vec<String>,
    cancel: CancelToken,
}

/// How a model is loaded.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadOptions {
    /// Threads to compute with; none means as many as are good.
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

/// One model file with its session. Two windows cannot share the weights, but the pages of the
/// file that are mapped into memory are only counted where they are used.
struct Engine {
    session: native::Session,
    /// Seconds in the encoder's window, if it has one.
    window_secs: Option<u32>,
    /// The most audio that one run takes; none where there is no limit.
    longest_ms: Option<u64>,
    seeded: bool,
}

struct Twin {
    engine: Engine,
    doubt: Doubt,
}

/// A run that gave text, and how long it took.
#[derive(Default)]
struct Decoded {
    hypothesis: Hypothesis,
    took: Took,
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
    pub fn open(model: &Installed) -> Result<Self> {
        let twin = model.twin.as_ref().map(|twin| twin.path.as_path());
        Self::load(&model.path, twin, &LoadOptions::default())
    }

    /// Loads the file `model`; `twin` has the same weights and a shorter encoder window.
    ///
    /// # Errors
    /// As [`Native::open`].
    pub fn load(model: &Path, twin: Option<&Path>, options: &LoadOptions) -> Result<Self> {
        static QUIET: Once = Once::new();
        // Its messages may name terms of the vocabulary; every failure has its status as well.
        QUIET.call_once(native::disable_logging);
        let cancel = CancelToken::new();
        let full = Engine::load(model, options, &cancel)?;
        let twin = twin.and_then(|path| {
            let engine = Engine::load(path, options, &cancel)
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
            cancel,
        })
    }

    /// Recognises a whole recording in one native run: the full window, segments with their
    /// times, no vocabulary.
    ///
    /// # Errors
    /// [`Error::Recogniser`] when there is no text at all.
    pub fn whole(&mut self, audio: &[f32], request: &Request) -> Result<Hypothesis> {
        let request = Request {
            window: self.capabilities.windows.len() - 1,
            vocabulary: Vec::new(),
            timestamps: true,
            ..request.clone()
        };
        Ok(self.decode(Which::Full, audio, &request)?.hypothesis)
    }

    fn in_window(&mut self, audio: &[f32], request: &Request) -> Result<Hypothesis, Failure> {
        let twin = self.twin.as_ref().filter(|_| request.window == 0);
        if twin.is_some_and(|twin| audio.len() as u64 <= twin.engine.window().max_samples) {
            self.in_twin(audio, request)
        } else {
            Ok(self.decode(Which::Full, audio, request)?.hypothesis)
        }
    }

    /// The twin's text, unless it is doubtful: then that of the full window.
    fn in_twin(&mut self, audio: &[f32], request: &Request) -> Result<Hypothesis, Failure> {
        let Decoded { hypothesis, took } = self.decode(Which::Twin, audio, request)?;
        let doubtful = self.twin.as_mut().is_some_and(|twin| twin.doubt.about(&hypothesis, took));
        if !doubtful || self.cancel.is_cancelled() {
            return Ok(hypothesis);
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
        let (language, others) = match &request.language {
            Language::Auto => (None, &[][..]),
            Language::Code(code) => (Some(self.spelled(code)), &[][..]),
            Language::OneOf(codes) if codes.len() > 1 && self.capabilities.detects_language => {
                (None, codes.as_slice())
            }
            Language::OneOf(codes) => (codes.first().map(|code| self.spelled(code)), &[][..]),
        };
        let decoded = self.decode_as(which, audio, request, language)?;
        let heard = decoded.hypothesis.language.as_deref();
        let expected = heard.is_none_or(|heard| find(heard, others).is_some());
        match others.first() {
            Some(first) if !expected && !self.cancel.is_cancelled() => {
                self.decode_as(which, audio, request, Some(self.spelled(first)))
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
        let target = match &request.task {
            Task::Translate { target, .. } => {
                Some(find(target, &self.targets).unwrap_or(target).to_owned())
            }
            Task::Transcribe | Task::Instruct { .. } => None,
        };
        let options = native::RunOptions {
            task: task(&request.task),
            prompt: match &request.task {
                Task::Instruct { prompt } => Some(prompt.clone()),
                Task::Transcribe | Task::Translate { .. } => None,
            },
            target_language: target,
            vocabulary: self.vocabulary(request),
            language,
            ..native::RunOptions::default()
        };
        let engine = match (which, &mut self.twin) {
            (Which::Twin, Some(twin)) => &mut twin.engine,
            _ => &mut self.full,
        };
        engine.run(audio, options, request.timestamps)
    }

    /// The next run gets a token of its own: one that is reset could lose the cancel of the run
    /// that begins, or keep that of the run before.
    fn renew_cancel(&mut self) {
        self.cancel = CancelToken::new();
        self.full.session.set_cancel_token(&self.cancel);
        if let Some(twin) = &mut self.twin {
            twin.engine.session.set_cancel_token(&self.cancel);
        }
    }

    /// The terms that the model can be given. One that looks like a control token, or has a NUL
    /// in it, would make it refuse the whole run.
    fn vocabulary(&self, request: &Request) -> Vec<String> {
        let fits = |term: &&String| !term.contains(['\0']) && !term.contains("<|");
        let terms = self.capabilities.vocabulary.then_some(&request.vocabulary);
        terms.into_iter().flatten().filter(fits).cloned().collect()
    }

    /// The language as the model spells it; what it does not know it will refuse.
    fn spelled(&self, code: &str) -> String {
        find(code, &self.languages).map_or_else(|| normalise(code), str::to_owned)
    }
}

impl Recogniser for Native {
    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn run(&mut self, audio: &[f32], request: &Request) -> Result<Hypothesis, Failure> {
        let answer = self.in_window(audio, request);
        self.renew_cancel();
        answer
    }

    fn canceller(&self) -> Canceller {
        let cancel = self.cancel.clone();
        Arc::new(move || cancel.cancel())
    }
}

/// Which of the two windows to run in.
#[derive(Clone, Copy)]
enum Which {
    Twin,
    Full,
}

impl Engine {
    fn load(path: &Path, options: &LoadOptions, cancel: &CancelToken) -> Result<Self> {
        let model = load_model(path, options.backend)?;
        let session = native::SessionOptions {
            n_threads: threads(options.threads) as i32,
            ..native::SessionOptions::default()
        };
        let mut session = model.session_with(&session).map_err(|error| refused(path, &error))?;
        session.set_cancel_token(cancel);
        let window_secs = window::seconds(path).ok().flatten();
        let limits = session.limits().map_err(|error| refused(path, &error))?;
        let longest_ms = window::longest_ms(limits.effective_max_audio_ms, window_secs);
        if longest_ms == Some(0) {
            let problem = "its context has no room for speech";
            return Err(bad(path, problem, "use the model as its makers published it"));
        }
        let kind = native::sys::TRANSCRIBE_EXT_KIND_WHISPER_RUN;
        let seeded = model.accepts_ext(ExtSlot::Run, kind);
        Ok(Self { session, window_secs, longest_ms, seeded })
    }

    fn known(&self, path: &Path) -> Result<native::Capabilities> {
        self.session.model().capabilities().map_err(|error| refused(path, &error))
    }

    fn capabilities(&self, known: &native::Capabilities, windows: Vec<Window>) -> Capabilities {
        let model = self.session.model();
        let codes = |codes: &[String]| codes.iter().map(|code| normalise(code)).collect();
        Capabilities {
            name: model.variant(),
            backend: model.backend().to_lowercase(),
            languages: codes(&known.languages),
            targets: codes(&known.translate_target_languages),
            detects_language: known.supports_language_detect,
            vocabulary: model.supports(Feature::Vocabulary),
            context: [Feature::ContextPrompt, Feature::InitialPrompt]
                .into_iter()
                .any(|feature| model.supports(feature)),
            instruct: model.supports(Feature::Instruct),
            streaming: known.supports_streaming,
            long_form: model.supports(Feature::LongForm),
            windows,
        }
    }

    fn max_ms(&self) -> u64 {
        window::max_ms(self.window_secs, self.longest_ms)
    }

    fn window(&self) -> Window {
        Window { max_samples: samples(self.max_ms()) }
    }

    fn run(
        &mut self,
        audio: &[f32],
        options: native::RunOptions,
        timestamps: bool,
    ) -> Result<Decoded, Failure> {
        if self.longest_ms.is_some_and(|longest| audio.len() as u64 > samples(longest)) {
            return Err(Failure::TooLong);
        }
        if audio.is_empty() {
            return Ok(Decoded::default());
        }
        let told = options.language.clone();
        let options = native::RunOptions {
            timestamps: self.timestamps(timestamps)?,
            family: self.seeded.then(seeded),
            ..options
        };
        match self.session.run(audio, &options) {
            Ok(transcript) => Ok(decoded(transcript, told, None)),
            Err(error) => survived(error, told),
        }
    }

    fn timestamps(&self, wanted: bool) -> Result<TimestampKind, Failure> {
        if !wanted {
            return Ok(TimestampKind::None);
        }
        let known = self.session.model().capabilities().map_err(|error| failure(&error))?;
        Ok(match known.max_timestamp_kind {
            TimestampKind::None => TimestampKind::None,
            _ => TimestampKind::Segment,
        })
    }
}

fn task(task: &Task) -> native::Task {
    match task {
        Task::Transcribe => native::Task::Transcribe,
        Task::Translate { .. } => native::Task::Translate,
        Task::Instruct { .. } => native::Task::Instruct,
    }
}

fn seeded() -> RunExtension {
    RunExtension::Whisper(native::WhisperRunOptions {
        seed: Some(SEED),
        ..native::WhisperRunOptions::default()
    })
}

fn decoded(
    transcript: native::Transcript,
    told: Option<String>,
    broken_off: Option<BrokenOff>,
) -> Decoded {
    let timed = transcript.timestamp_kind != TimestampKind::None;
    let segments = transcript.segments.into_iter().filter(|_| timed);
    let hypothesis = Hypothesis {
        text: transcript.text.trim().to_owned(),
        language: transcript.language.or(told).map(|code| normalise(&code)),
        segments: segments.map(|row| segment(&row)).collect(),
        broken_off,
    };
    let took = Took {
        encoding: duration(transcript.timings.encode_ms),
        decoding: duration(transcript.timings.decode_ms),
    };
    Decoded { hypothesis, took }
}

fn duration(ms: f32) -> Duration {
    Duration::try_from_secs_f32(ms / 1000.0).unwrap_or_default()
}

fn segment(segment: &native::Segment) -> Segment {
    let ms = |ms: i64| u64::try_from(ms).unwrap_or(0);
    Segment {
        start_ms: ms(segment.t0_ms),
        end_ms: ms(segment.t1_ms),
        text: segment.text.trim().to_owned(),
    }
}

/// What a run that broke off leaves behind.
fn survived(error: native::Error, told: Option<String>) -> Result<Decoded, Failure> {
    let broken_off = match error.kind() {
        ErrorKind::Aborted => BrokenOff::Aborted,
        ErrorKind::OutputTruncated => BrokenOff::Truncated,
        ErrorKind::OutputRepetition => BrokenOff::Repetition,
        _ => return Err(failure(&error)),
    };
    let partial = native::ErrorReport::from(error).partial.unwrap_or_default();
    if broken_off == BrokenOff::Aborted && partial.text.trim().is_empty() {
        return Err(Failure::Cancelled);
    }
    Ok(decoded(partial, told, Some(broken_off)))
}

fn failure(error: &native::Error) -> Failure {
    match error.kind() {
        ErrorKind::InputTooLong => Failure::TooLong,
        ErrorKind::Busy => Failure::Busy,
        ErrorKind::OutOfMemory => Failure::OutOfMemory(error.to_string()),
        ErrorKind::Aborted => Failure::Cancelled,
        _ => Failure::Other(error.to_string()),
    }
}

fn threads(wanted: Option<usize>) -> usize {
    let there_are = || available_parallelism().map_or(1, usize::from);
    wanted.unwrap_or_else(|| there_are().min(MOST_THREADS)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_always_a_thread_and_never_a_crowd() {
        assert_eq!(threads(Some(0)), 1);
        assert_eq!(threads(Some(12)), 12);
        assert!((1..=MOST_THREADS).contains(&threads(None)));
    }
}
