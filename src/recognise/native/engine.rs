//! One model file with its session: what it can do, and one run of it.

use std::path::Path;
use std::time::Duration;

use super::load::{On, Unloaded, bad, load_model, refused};
use super::turns::Turns;
use super::{ErrorKind, ExtSlot, Feature, TimestampKind, native};
use crate::audio::samples;
use crate::error::Result;
use crate::language::normalise;
use crate::recognise::doubt::Took;
use crate::recognise::limit::{Budget, Limit};
use crate::recognise::window::Encoder;
use crate::recognise::{BrokenOff, Capabilities, Failure, Hypothesis, Segment, Window};

/// Two windows cannot share the weights, but the pages of the file that are mapped into memory
/// are only counted where they are used.
pub(super) struct Engine {
    session: native::Session,
    encoder: Encoder,
    /// The most audio that one run takes.
    limit: Limit,
    /// Whether runs take Whisper's options, and so a seed.
    pub(super) seeded: bool,
}

/// A run that gave text, and how long it took.
#[derive(Default)]
pub(super) struct Decoded {
    pub(super) hypothesis: Hypothesis,
    pub(super) took: Took,
}

impl Engine {
    pub(super) fn load(
        path: &Path,
        on: &On,
        threads: usize,
        turns: &Turns,
    ) -> Result<Self, Unloaded> {
        let fault = |error: native::Error| Unloaded::of(path, on, &error);
        let model = load_model(path, on).map_err(fault)?;
        let session = session(&model, threads, turns).map_err(fault)?;
        let encoder = Encoder::read(path).unwrap_or_default();
        let limits = session.limits().map_err(fault)?;
        let limit = limit(&limits, encoder);
        if limit.longest(None) == 0 || limit.piece_ms(encoder.secs) == 0 {
            let problem = "it has no room for speech";
            let remedy = "use the model as its makers published it";
            return Err(Unloaded::File(bad(path, problem, remedy)));
        }
        let kind = native::sys::TRANSCRIBE_EXT_KIND_WHISPER_RUN;
        let seeded = model.accepts_ext(ExtSlot::Run, kind);
        Ok(Self { session, encoder, limit, seeded })
    }

    /// Another session of the same model.
    pub(super) fn session(
        &self,
        threads: usize,
        turns: &Turns,
    ) -> Result<native::Session, native::Error> {
        session(&self.session.model(), threads, turns)
    }

    /// Computes with so many threads from now on.
    pub(super) fn run_with(&mut self, threads: usize, turns: &Turns) -> Result<(), native::Error> {
        self.session = self.session(threads, turns)?;
        Ok(())
    }

    pub(super) fn known(&self, path: &Path) -> Result<native::Capabilities> {
        self.session.model().capabilities().map_err(|error| refused(path, &error))
    }

    pub(super) fn capabilities(
        &self,
        known: &native::Capabilities,
        windows: Vec<Window>,
    ) -> Capabilities {
        let model = self.session.model();
        let codes = |codes: &[String]| codes.iter().map(|code| normalise(code)).collect();
        Capabilities {
            name: model.variant(),
            backend: model.backend().to_lowercase(),
            remote: None,
            languages: codes(&known.languages),
            targets: codes(&known.translate_target_languages),
            detects_language: known.supports_language_detect,
            // Voxtral writes down any language and never says which; no figure of the engine tells.
            tells_language: known.supports_language_detect && self.encoder.tokens.is_none(),
            timestamps: known.max_timestamp_kind != TimestampKind::None,
            vocabulary: model.supports(Feature::Vocabulary),
            // Every model with an initial prompt of its own has this too, and only this one can
            // be told beside a vocabulary.
            context: model.supports(Feature::ContextPrompt),
            instruct: model.supports(Feature::Instruct),
            longest_instruction: self.limit.longest_instruction(),
            streaming: known.supports_streaming,
            long_form: model.supports(Feature::LongForm),
            windows,
        }
    }

    pub(super) fn max_ms(&self) -> u64 {
        self.limit.piece_ms(self.encoder.secs)
    }

    pub(super) fn window(&self) -> Window {
        Window { max_samples: samples(self.max_ms()) }
    }

    /// The most samples that one run with these options should be given.
    pub(super) fn longest(&self, options: &native::RunOptions) -> u64 {
        self.limit.longest(instruction(options))
    }

    pub(super) fn run(
        &mut self,
        audio: &[f32],
        options: &native::RunOptions,
    ) -> Result<Decoded, Failure> {
        if !self.limit.holds(audio.len() as u64, instruction(options)) {
            return Err(Failure::TooLong);
        }
        if audio.is_empty() {
            return Ok(Decoded::default());
        }
        let told = options.language.clone();
        match self.session.run(audio, options) {
            Ok(transcript) => Ok(decoded(transcript, told, None)),
            Err(error) => {
                let failure = failure(&error);
                let why = broken_off(&error).ok_or(failure)?;
                let partial = native::ErrorReport::from(error).partial.unwrap_or_default();
                survived(why, partial, told)
            }
        }
    }

    /// The times that it can give with a text, if they are wanted.
    pub(super) fn timestamps(&self, wanted: bool) -> Result<TimestampKind, Failure> {
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

/// In a context that audio and text share, the engine looks only after encoding whether both fit.
fn limit(limits: &native::SessionLimits, encoder: Encoder) -> Limit {
    let context = u64::try_from(limits.effective_n_ctx).unwrap_or_default();
    match (encoder.tokens.map(u64::from), encoder.secs) {
        (Some(tokens @ 1..), Some(secs @ 1..)) if context > 0 => {
            let window = samples(u64::from(secs) * 1000);
            Limit::Context(Budget { context, tokens, window })
        }
        _ => Limit::advised(limits.effective_max_audio_ms, encoder.secs),
    }
}

/// Bytes of the instruction in a run, if there is one.
fn instruction(options: &native::RunOptions) -> Option<u64> {
    let instructed = options.task == native::Task::Instruct;
    options.prompt.as_ref().filter(|_| instructed).map(|prompt| prompt.len() as u64)
}

fn session(
    model: &native::Model,
    threads: usize,
    turns: &Turns,
) -> Result<native::Session, native::Error> {
    let options =
        native::SessionOptions { n_threads: threads as i32, ..native::SessionOptions::default() };
    let mut session = model.session_with(&options)?;
    session.set_cancel_token(turns.token());
    Ok(session)
}

pub(super) fn decoded(
    transcript: native::Transcript,
    told: Option<String>,
    broken_off: Option<BrokenOff>,
) -> Decoded {
    let timed = transcript.timestamp_kind != TimestampKind::None;
    let segments = transcript.segments.into_iter().filter(|_| timed);
    let hypothesis = Hypothesis {
        text: transcript.text.trim().to_owned(),
        language: transcript.language.or(told).map(|code| normalise(&code)),
        other: None,
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

/// Why there may be some text all the same.
pub(super) fn broken_off(error: &native::Error) -> Option<BrokenOff> {
    match error.kind() {
        ErrorKind::Aborted => Some(BrokenOff::Aborted),
        ErrorKind::OutputTruncated => Some(BrokenOff::Truncated),
        ErrorKind::OutputRepetition => Some(BrokenOff::Repetition),
        _ => None,
    }
}

/// What a run that broke off leaves behind.
pub(super) fn survived(
    why: BrokenOff,
    partial: native::Transcript,
    told: Option<String>,
) -> Result<Decoded, Failure> {
    if why == BrokenOff::Aborted && partial.text.trim().is_empty() {
        return Err(Failure::Cancelled);
    }
    Ok(decoded(partial, told, Some(why)))
}

pub(super) fn failure(error: &native::Error) -> Failure {
    match error.kind() {
        ErrorKind::InputTooLong => Failure::TooLong,
        ErrorKind::Busy => Failure::Busy,
        ErrorKind::OutOfMemory => Failure::OutOfMemory(error.to_string()),
        ErrorKind::Aborted => Failure::Cancelled,
        _ => Failure::Other(error.to_string()),
    }
}
