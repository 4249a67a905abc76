//! Where the pipeline puts phrases and the recogniser takes pieces from.

mod entry;
mod precedence;
mod state;
mod translating;

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::cancel::Cancel;
use super::worker::{Done, Outcome, Partial, Translated};
use super::{Capabilities, Request};
use crate::clock::Clock;
use crate::command::Lane;
use crate::event::TakeId;
use crate::journal::Journal;
use crate::segment::{Open, Phrase};
use crate::work;
use crate::work::ahead::Look;
use state::{Posted, Recogniser};

/// What all pieces of a take have in common.
#[derive(Clone, Debug)]
pub struct Order {
    /// The take.
    pub take: TakeId,
    /// How important it is.
    pub lane: Lane,
    /// Where its audio is.
    pub audio: Arc<Journal>,
    /// How it is to be recognised.
    pub request: Request,
    /// Whether somebody wants to see words while they are spoken.
    pub live: bool,
}

/// One piece to recognise.
#[derive(Clone, Debug)]
pub struct Job {
    /// What it belongs to; the request names the window to use.
    pub order: Order,
    /// Its number in its take.
    pub piece: u32,
    /// What it is made of.
    pub phrases: Vec<Phrase>,
    /// The stream of the model has heard it up to this sample and knows nothing else.
    pub fed: Option<u64>,
    /// Calls off this job and no other.
    pub cancel: Cancel,
}

/// A phrase that is still being spoken, to be decoded as far as it is.
#[derive(Clone, Debug)]
pub struct Draft {
    /// What it belongs to; the request names the window to use.
    pub order: Order,
    /// The piece that it will become.
    pub piece: u32,
    /// What it is so far.
    pub phrase: Phrase,
    /// Whether it may be all of it.
    pub look: Look,
    /// Calls off this draft and no other.
    pub cancel: Cancel,
}

/// A phrase that is still being spoken, for a model that is fed.
#[derive(Clone, Debug)]
pub struct Feed {
    /// What it belongs to.
    pub order: Order,
    /// The piece that it will become.
    pub piece: u32,
    /// What it is so far.
    pub phrase: Phrase,
    /// The model has heard it up to here; from its first sample on a stream is begun.
    pub from: u64,
    /// Calls off this feed and no other.
    pub cancel: Cancel,
}

/// What the recogniser is to do next.
#[derive(Clone, Debug)]
pub enum Work {
    /// Let go of the model and load the one that is chosen now.
    Load(Load),
    /// Let go of the model: nobody has wanted it for a while.
    Unload,
    /// Run the model.
    Run(Box<Errand>),
}

/// What the model is run for.
#[derive(Clone, Debug)]
pub enum Errand {
    /// For a final.
    Piece(Job),
    /// For the translation of a piece that has its final.
    Translation(Job),
    /// To see a phrase before its end, and perhaps for its final.
    Draft(Draft),
    /// To go on with a stream.
    Feed(Feed),
}

/// What came of an errand, for the pipeline.
#[derive(Debug)]
pub enum Told {
    /// A piece was recognised, or not.
    Final(Box<Outcome>),
    /// A piece was translated, or not.
    Translation(Box<Translated>),
    /// This was said so far.
    Partial(Box<Partial>),
}

/// Names one loading of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load(u64);

/// The backlog of all takes. Phrases wait here, a few words each, never audio.
#[derive(Debug)]
pub struct Board {
    state: Mutex<Posted>,
    changed: Condvar,
    clock: Clock,
}

impl Board {
    /// An empty one. The first model is wanted from the beginning.
    pub fn new(clock: Clock) -> Self {
        Self { state: Mutex::default(), changed: Condvar::new(), clock }
    }

    /// Asks for a model, the first one or another one. What waits is given out when it is there.
    pub fn reload(&self) {
        self.state().reload();
        self.changed.notify_all();
    }

    /// Asks to let go of the model until the next take begins.
    pub fn unload(&self) {
        self.state().unload();
        self.changed.notify_all();
    }

    /// Whether this is the model that is wanted; another one may have been asked for meanwhile.
    pub fn wants(&self, load: Load) -> bool {
        self.state().wanted == load
    }

    /// Tells what a first run in each window of the model took that was just loaded.
    pub fn measured(&self, first_costs: Vec<Duration>) {
        self.state().first_costs = first_costs;
    }

    /// Tells what the model that is wanted can do. Until then nothing can be taken.
    pub fn open(&self, able: &Capabilities) {
        self.state().open(able);
        self.changed.notify_all();
    }

    /// Tells that there is no model, and why does not matter here. Pieces are given out all the
    /// same and fail, so that each take comes to its end.
    pub fn open_without_model(&self) {
        self.state().open_without_model();
        self.changed.notify_all();
    }

    /// The longest piece that can be taken; what most models take until one is loaded.
    pub fn longest(&self) -> u64 {
        work::longest(&self.state().windows)
    }

    /// Makes room for a take. A model that was let go of is loaded while the take is heard.
    pub fn begin(&self, order: Order) {
        self.state().begin(order);
        self.changed.notify_all();
    }

    /// Adds complete phrases of a take. If one of them was decoded before its end, its outcome
    /// comes back at once, and perhaps before that of an older piece, which [`Board::done`] told.
    pub fn post(
        &self,
        take: TakeId,
        phrases: impl IntoIterator<Item = Phrase>,
    ) -> Option<Box<Outcome>> {
        let outcome = self.state().post(take, phrases);
        self.changed.notify_all();
        outcome
    }

    /// Takes back the phrases of a take that wait and end before this sample.
    pub fn shed(&self, take: TakeId, before: u64) -> Vec<Phrase> {
        self.state().shed(take, before)
    }

    /// Tells what of a take is being spoken, as often as there is more.
    pub fn listen(&self, take: TakeId, open: Option<Open>) {
        let mut state = self.state();
        let now = self.clock.now();
        state.listen(take, open, now);
        // Most of the time there is nothing to do, and a thread that is woken costs more than
        // the question.
        let free = matches!(state.recogniser, Recogniser::Free);
        if free && state.is_wanted(now) {
            self.changed.notify_all();
        }
    }

    /// Somebody knows that a take is in another language than is expected: it need not be
    /// listened for any more, at the price of a second run.
    pub fn hush(&self, take: TakeId) {
        if let Some(entry) = self.state().entry(take) {
            entry.hushed = true;
        }
    }

    /// Forgets a take and what waits of it, and calls off what is being recognised of it.
    pub fn discard(&self, take: TakeId) {
        self.state().discard(take);
        // Its stream may have been in the way of another take.
        self.changed.notify_all();
    }

    /// Takes what is to be done next, if there is something.
    pub fn try_take(&self) -> Option<Work> {
        self.state().take(self.clock.now())
    }

    /// Waits for something to do; none when the board was closed.
    pub fn take(&self) -> Option<Work> {
        let mut state = self.state();
        state.recogniser = Recogniser::Free;
        loop {
            if state.closed {
                return None;
            }
            if let Some(work) = state.take(self.clock.now()) {
                return Some(work);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes back what came of an errand, and says what the pipeline is to know of it.
    pub fn done(&self, done: Done) -> Option<Told> {
        self.state().done(done)
    }

    /// Lets [`Board::take`] return nothing more, and calls off what is being recognised.
    pub fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        state.call_off(|_, _| true);
        self.changed.notify_all();
    }

    /// Says that the recogniser has ended.
    pub fn leave(&self) {
        self.state().recogniser = Recogniser::Gone;
        self.changed.notify_all();
    }

    /// Waits until the recogniser has ended, at most `limit` and never for a model that is being
    /// loaded: nothing can hurry that, and it may take long. Says whether it has.
    pub fn is_left(&self, limit: Duration) -> bool {
        let busy = |state: &mut Posted| {
            matches!(state.recogniser, Recogniser::Free | Recogniser::Running { .. })
        };
        let (state, _) = self
            .changed
            .wait_timeout_while(self.state(), limit, busy)
            .unwrap_or_else(PoisonError::into_inner);
        matches!(state.recogniser, Recogniser::Gone)
    }

    fn state(&self) -> MutexGuard<'_, Posted> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
