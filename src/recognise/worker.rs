//! The recogniser thread: takes the next piece, recognises it, says what came of it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use super::board::Job;
use super::{Failure, Hypothesis, Recogniser, Request};
use crate::clock::Clock;
use crate::error::Error;
use crate::settings::Task;
use crate::work;

/// What came of a piece.
#[derive(Debug)]
pub struct Outcome {
    /// The piece.
    pub job: Job,
    /// Its text.
    pub text: Result<Hypothesis, Failure>,
    /// Its translation, when that was wanted beside the text.
    pub translation: Option<Result<Hypothesis, Failure>>,
    /// What decoding the text took.
    pub decode: Duration,
}

/// Runs one recogniser, and outlives its faults.
pub struct Worker {
    recogniser: Result<Box<dyn Recogniser>, Failure>,
    clock: Clock,
}

impl Worker {
    /// A worker for a loaded model. Without one every piece fails with the reason, so that each
    /// take comes to its end and its audio is kept.
    pub fn new(recogniser: Result<Box<dyn Recogniser>, &Error>, clock: Clock) -> Self {
        let recogniser = recogniser.map_err(|error| Failure::Other(error.to_string()));
        Self { recogniser, clock }
    }

    /// Recognises one piece.
    pub fn run(&mut self, job: Job) -> Outcome {
        let audio = match job.order.audio.read(&work::spans(&job.phrases)) {
            Ok(audio) => audio,
            Err(error) => {
                let text = Err(Failure::Other(error.to_string()));
                return Outcome { job, text, translation: None, decode: Duration::ZERO };
            }
        };
        let (first, second) = runs(&job.order.request);
        let started = self.clock.now();
        let text = self.decode(&audio, &first);
        let decode = self.clock.now().since(started);
        let translation = second.map(|second| self.decode(&audio, &second));
        Outcome { job, text, translation, decode }
    }

    /// Whether the recogniser is gone and has to be loaded again.
    pub fn is_broken(&self) -> bool {
        self.recogniser.is_err()
    }

    fn decode(&mut self, audio: &[f32], request: &Request) -> Result<Hypothesis, Failure> {
        let recogniser = self.recogniser.as_mut().map_err(|failure| failure.clone())?;
        let run = AssertUnwindSafe(|| recogniser.run(audio, request));
        catch_unwind(run).unwrap_or_else(|_| {
            let failure = Failure::Other("it panicked".to_owned());
            // What a panic leaves behind cannot be trusted with the next piece.
            self.recogniser = Err(failure.clone());
            Err(failure)
        })
    }
}

/// The runs that a request takes: one, or with a translation beside the text two.
fn runs(request: &Request) -> (Request, Option<Request>) {
    match &request.task {
        Task::Translate { both: true, .. } => {
            (Request { task: Task::Transcribe, ..request.clone() }, Some(request.clone()))
        }
        Task::Translate { both: false, .. } | Task::Transcribe | Task::Instruct { .. } => {
            (request.clone(), None)
        }
    }
}
