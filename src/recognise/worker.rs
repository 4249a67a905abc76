//! What the recogniser thread does: loads the model, recognises a piece, outlives every fault.

mod memory;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use super::board::{Draft, Errand, Feed, Job, Order};
use super::cancel::Cancel;
use super::compute::Remark;
use super::{Capabilities, Failure, Hypothesis, Live, Loader, Recogniser, Request};
use crate::audio::Span;
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::event::TakeId;
use crate::segment::Phrase;
use crate::settings::Task;
use crate::work;

/// What came of a piece.
#[derive(Debug)]
pub struct Outcome {
    /// The piece.
    pub job: Job,
    /// Its text.
    pub text: Result<Hypothesis, Failure>,
    /// What decoding the text took.
    pub decode: Duration,
}

/// What came of the translation of a piece that has its text.
#[derive(Debug)]
pub struct Translated {
    /// The piece.
    pub job: Job,
    /// Its text in the target language.
    pub text: Result<Hypothesis, Failure>,
}

/// What came of a phrase that is still being spoken.
#[derive(Debug)]
pub struct Drafted {
    /// The phrase as far as it was.
    pub draft: Draft,
    /// Its text.
    pub text: Result<Hypothesis, Failure>,
    /// What decoding the text took.
    pub decode: Duration,
}

/// What a stream gave after it was fed.
#[derive(Debug)]
pub struct Fed {
    /// What it was fed.
    pub feed: Feed,
    /// What was said so far.
    pub live: Result<Live, Failure>,
}

/// What came of an errand.
#[derive(Debug)]
pub enum Done {
    /// Of a piece.
    Piece(Outcome),
    /// Of the translation of a piece.
    Translated(Translated),
    /// Of a draft.
    Drafted(Drafted),
    /// Of a feed.
    Fed(Fed),
}

/// What is known of a phrase before its end.
#[derive(Clone, Debug)]
pub struct Partial {
    /// Its take.
    pub take: TakeId,
    /// The piece that it will become.
    pub piece: u32,
    /// The phrase as far as it was heard.
    pub phrase: Phrase,
    /// What the model was told of what was said before.
    pub context: Option<String>,
    /// What was said so far.
    pub said: Said,
}

/// See [`Partial`].
#[derive(Clone, Debug)]
pub enum Said {
    /// As one decode has it.
    Hypothesis {
        /// The decode.
        hypothesis: Hypothesis,
        /// Whether its audio was cut in the middle of speech.
        cut: bool,
    },
    /// As a model says that is fed.
    Live(Live),
}

impl Outcome {
    /// Whether its translation is to follow: it is wanted beside the text, and there is one.
    pub fn awaits_translation(&self) -> bool {
        let both = matches!(self.job.order.request.task, Task::Translate { both: true, .. });
        both && self.text.as_ref().is_ok_and(|said| !said.text.is_empty())
    }
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
        Self { loader, recogniser: Err(unloaded()), clock }
    }

    /// Loads the model that is chosen now, and says what it can do.
    ///
    /// # Errors
    /// The loader's, or that it panicked.
    pub fn load(&mut self) -> Result<Capabilities> {
        memory::return_large_blocks();
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

    /// Lets go of the model until one is loaded again.
    pub fn unload(&mut self) {
        let recogniser = std::mem::replace(&mut self.recogniser, Err(unloaded()));
        if catch_unwind(AssertUnwindSafe(|| drop(recogniser))).is_err() {
            tracing::error!("the model made it panic while it was let go of");
        }
        memory::give_back();
    }

    /// See [`Recogniser::first_costs`].
    pub fn first_costs(&self) -> Vec<Duration> {
        self.recogniser.as_ref().map_or_else(|_| Vec::new(), |recogniser| recogniser.first_costs())
    }

    /// See [`Recogniser::remarks`].
    pub fn remarks(&mut self) -> Vec<Remark> {
        self.recogniser.as_mut().map_or_else(|_| Vec::new(), |recogniser| recogniser.remarks())
    }

    /// Does one errand.
    pub fn run(&mut self, errand: Errand) -> Done {
        match errand {
            Errand::Piece(job) => Done::Piece(self.piece(job)),
            Errand::Translation(job) => Done::Translated(self.translate(job)),
            Errand::Draft(draft) => Done::Drafted(self.draft(draft)),
            Errand::Feed(feed) => Done::Fed(self.feed(feed)),
        }
    }

    /// Recognises one piece.
    fn piece(&mut self, job: Job) -> Outcome {
        let spans = work::spans(&job.phrases);
        let run = Run { order: &job.order, spans: &spans, fed: job.fed, cancel: &job.cancel };
        let (text, decode) = self.transcribe(&run);
        Outcome { job, text, decode }
    }

    /// Translates a piece that has its text.
    fn translate(&mut self, job: Job) -> Translated {
        let spans = work::spans(&job.phrases);
        let text = self.decode(&job.order, &spans, &job.order.request, &job.cancel);
        Translated { job, text }
    }

    /// Looks at a phrase before its end.
    fn draft(&mut self, draft: Draft) -> Drafted {
        let spans = [draft.phrase.audio];
        let run = Run { order: &draft.order, spans: &spans, fed: None, cancel: &draft.cancel };
        let (text, decode) = self.transcribe(&run);
        Drafted { draft, text, decode }
    }

    /// Goes on with the stream of the model, or begins it.
    fn feed(&mut self, feed: Feed) -> Fed {
        let live = self.feed_on(&feed);
        Fed { feed, live }
    }

    fn feed_on(&mut self, feed: &Feed) -> Result<Live, Failure> {
        let Feed { order, phrase, from, cancel, .. } = feed;
        let audio = audio(order, &[Span::new(*from, phrase.audio.end)])?;
        let request = first(&order.request);
        let begins = *from == phrase.audio.start;
        self.within(cancel, |recogniser| {
            let stream = recogniser.streaming().ok_or_else(no_stream)?;
            if begins {
                stream.begin(&request)?;
            }
            stream.feed(&audio)
        })
    }

    /// The text of a piece, and what it took. A translation beside it is another errand.
    fn transcribe(&mut self, run: &Run<'_>) -> (Result<Hypothesis, Failure>, Duration) {
        let Run { order, spans, fed, cancel } = run;
        let request = first(&order.request);
        let started = self.clock.now();
        // What a stream knows is lost with it, but the audio is not.
        let streamed = fed.and_then(|fed| self.finish_stream(order, spans, fed, cancel).ok());
        let text = streamed.map_or_else(|| self.decode(order, spans, &request, cancel), Ok);
        (text, self.clock.now().since(started))
    }

    /// Feeds the rest of a piece, and takes its text from the stream.
    fn finish_stream(
        &mut self,
        order: &Order,
        spans: &[Span],
        fed: u64,
        cancel: &Cancel,
    ) -> Result<Hypothesis, Failure> {
        let end = spans.last().map_or(fed, |span| span.end);
        let audio = audio(order, &[Span::new(fed, end)])?;
        self.within(cancel, |recogniser| {
            let stream = recogniser.streaming().ok_or_else(no_stream)?;
            if !audio.is_empty() {
                stream.feed(&audio)?;
            }
            stream.finish()
        })
    }

    /// Whether the recogniser is gone and has to be loaded again.
    pub fn is_broken(&self) -> bool {
        self.recogniser.is_err()
    }

    fn decode(
        &mut self,
        order: &Order,
        spans: &[Span],
        request: &Request,
        cancel: &Cancel,
    ) -> Result<Hypothesis, Failure> {
        let audio = audio(order, spans)?;
        self.within(cancel, |recogniser| {
            // A stream that was not finished is wanted no more, and would keep the model busy.
            if let Some(stream) = recogniser.streaming() {
                stream.abandon();
            }
            recogniser.run(&audio, request)
        })
    }

    /// Does something with the recogniser that can be called off, and outlives its panic.
    fn within<T>(
        &mut self,
        cancel: &Cancel,
        deed: impl FnOnce(&mut dyn Recogniser) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let recogniser = self.recogniser.as_mut().map_err(|failure| failure.clone())?;
        let run = AssertUnwindSafe(|| {
            let canceller = recogniser.canceller();
            cancel.during(canceller, || deed(recogniser.as_mut()))
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

impl Partial {
    /// Of the phrase of a draft or a feed.
    pub(super) fn new(order: &Order, piece: u32, phrase: &Phrase, said: Said) -> Self {
        let context = order.request.context.clone();
        Self { take: order.take, piece, phrase: phrase.clone(), context, said }
    }
}

/// What is to be decoded, and for whom.
struct Run<'a> {
    order: &'a Order,
    spans: &'a [Span],
    /// See [`Job::fed`].
    fed: Option<u64>,
    cancel: &'a Cancel,
}

fn unloaded() -> Failure {
    Failure::Other("no model is loaded".to_owned())
}

fn no_stream() -> Failure {
    Failure::Other("the model has no stream".to_owned())
}

fn audio(order: &Order, spans: &[Span]) -> Result<Vec<f32>, Failure> {
    match catch_unwind(AssertUnwindSafe(|| order.audio.read(spans))) {
        Ok(read) => read.map_err(|error| Failure::Other(error.to_string())),
        Err(_) => Err(Failure::Other("its audio cannot be read".to_owned())),
    }
}

/// What a piece is run for first: with a translation beside it, for what was said.
fn first(request: &Request) -> Request {
    match &request.task {
        Task::Translate { both: true, .. } => Request { task: Task::Transcribe, ..request.clone() },
        Task::Translate { both: false, .. } | Task::Transcribe | Task::Instruct { .. } => {
            request.clone()
        }
    }
}

#[cfg(test)]
mod tests;
