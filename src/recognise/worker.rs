//! What the recogniser thread does: loads the model, recognises a piece, outlives every fault.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use super::board::Job;
use super::cancel::Cancel;
use super::{Capabilities, Failure, Hypothesis, Loader, Recogniser, Request};
use crate::clock::Clock;
use crate::error::{Error, Result};
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

/// Runs one recogniser at a time.
pub struct Worker {
    loader: Loader,
    /// Without one every piece fails with the reason, so that each take comes to its end and its
    /// audio is kept.
    recogniser: Result<Box<dyn Recogniser>, Failure>,
    clock: Clock,
}

impl Worker {
    /// A worker that has loaded nothing yet.
    pub fn new(loader: Loader, clock: Clock) -> Self {
        Self { loader, recogniser: Err(Failure::Other("no model is loaded".to_owned())), clock }
    }

    /// Loads the model that is chosen now, and says what it can do.
    ///
    /// # Errors
    /// The loader's, or that it panicked.
    pub fn load(&mut self) -> Result<Capabilities> {
        let load = AssertUnwindSafe(|| {
            // First, because two models may be more than the memory holds.
            self.recogniser = Err(Failure::Other("the model is being loaded".to_owned()));
            let recogniser = (self.loader)()?;
            Ok((recogniser.capabilities().clone(), recogniser))
        });
        let loaded = catch_unwind(load).unwrap_or_else(|_| {
            let problem = "the model made it panic while it was loaded; choose another model";
            Err(Error::Recogniser { problem: problem.to_owned() })
        });
        match loaded {
            Ok((capabilities, recogniser)) => {
                self.recogniser = Ok(recogniser);
                Ok(capabilities)
            }
            Err(error) => {
                self.recogniser = Err(Failure::Other(error.to_string()));
                Err(error)
            }
        }
    }

    /// Recognises one piece.
    pub fn run(&mut self, job: Job) -> Outcome {
        let audio = match audio(&job) {
            Ok(audio) => audio,
            Err(failure) => {
                return Outcome {
                    job,
                    text: Err(failure),
                    translation: None,
                    decode: Duration::ZERO,
                };
            }
        };
        let (first, second) = runs(&job.order.request);
        let started = self.clock.now();
        let text = self.decode(&audio, &first, &job.cancel);
        let decode = self.clock.now().since(started);
        let translation = second.map(|second| self.decode(&audio, &second, &job.cancel));
        Outcome { job, text, translation, decode }
    }

    /// Whether the recogniser is gone and has to be loaded again.
    pub fn is_broken(&self) -> bool {
        self.recogniser.is_err()
    }

    fn decode(
        &mut self,
        audio: &[f32],
        request: &Request,
        cancel: &Cancel,
    ) -> Result<Hypothesis, Failure> {
        let recogniser = self.recogniser.as_mut().map_err(|failure| failure.clone())?;
        let run = AssertUnwindSafe(|| {
            let canceller = recogniser.canceller();
            cancel.during(canceller, || recogniser.run(audio, request))
        });
        let decoded = catch_unwind(run).unwrap_or_else(|_| {
            let failure = Failure::Other("it panicked".to_owned());
            // What a panic leaves behind cannot be trusted with the next piece.
            self.recogniser = Err(failure.clone());
            Some(Err(failure))
        });
        decoded.unwrap_or(Err(Failure::Cancelled))
    }
}

fn audio(job: &Job) -> Result<Vec<f32>, Failure> {
    let read = AssertUnwindSafe(|| job.order.audio.read(&work::spans(&job.phrases)));
    match catch_unwind(read) {
        Ok(read) => read.map_err(|error| Failure::Other(error.to_string())),
        Err(_) => Err(Failure::Other("its audio cannot be read".to_owned())),
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

#[cfg(test)]
mod tests;
