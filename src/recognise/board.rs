//! Where the pipeline puts phrases and the recogniser takes pieces from.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::cancel::Cancel;
use super::{Request, Window};
use crate::command::Lane;
use crate::event::TakeId;
use crate::journal::Journal;
use crate::segment::Phrase;
use crate::work::{self, Backlog, Choice};

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
    /// Calls off this job and no other.
    pub cancel: Cancel,
}

/// What the recogniser is to do next.
#[derive(Clone, Debug)]
pub enum Work {
    /// Let go of the model and load the one that is chosen now.
    Load(Load),
    /// Recognise this.
    Recognise(Job),
}

/// Names one loading of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load(u64);

/// The backlog of all takes. Phrases wait here, a few words each, never audio.
#[derive(Debug, Default)]
pub struct Board {
    state: Mutex<Posted>,
    changed: Condvar,
}

#[derive(Debug)]
struct Posted {
    orders: Vec<(Order, u32)>,
    backlogs: Vec<Backlog>,
    /// Those of the model that is wanted; none while it is not there.
    windows: Vec<Window>,
    wanted: Load,
    loaded: Option<Load>,
    recogniser: Recogniser,
    closed: bool,
}

/// What the recogniser does.
#[derive(Debug, Default)]
enum Recogniser {
    /// It waits, or says what came of its work.
    #[default]
    Free,
    Loading,
    Running {
        take: TakeId,
        cancel: Cancel,
    },
    /// It has ended.
    Gone,
}

impl Board {
    /// Asks for a model, the first one or another one. What waits is given out when it is there.
    pub fn reload(&self) {
        let mut state = self.state();
        state.wanted.0 += 1;
        state.windows.clear();
        self.changed.notify_all();
    }

    /// Whether this is the model that is wanted; another one may have been asked for meanwhile.
    pub fn wants(&self, load: Load) -> bool {
        self.state().wanted == load
    }

    /// Tells which windows the model that is wanted has. Until then nothing can be taken.
    pub fn open(&self, windows: &[Window]) {
        self.state().windows = windows.to_vec();
        self.changed.notify_all();
    }

    /// The longest piece that can be taken; what most models take until one is loaded.
    pub fn longest(&self) -> u64 {
        work::longest(&self.state().windows)
    }

    /// Makes room for a take.
    pub fn begin(&self, order: Order) {
        let mut state = self.state();
        let (take, lane) = (order.take, order.lane);
        state.backlogs.push(Backlog { take, lane, phrases: Default::default() });
        state.orders.push((order, 0));
    }

    /// Adds complete phrases of a take.
    pub fn post(&self, take: TakeId, phrases: impl IntoIterator<Item = Phrase>) {
        if let Some(backlog) = self.state().backlogs.iter_mut().find(|b| b.take == take) {
            backlog.phrases.extend(phrases);
        }
        self.changed.notify_all();
    }

    /// Forgets a take and what waits of it, and calls off what is being recognised of it.
    pub fn discard(&self, take: TakeId) {
        let mut state = self.state();
        state.orders.retain(|(order, _)| order.take != take);
        state.backlogs.retain(|backlog| backlog.take != take);
        state.call_off(|running| running == take);
    }

    /// Takes what is to be done next, if there is something.
    pub fn try_take(&self) -> Option<Work> {
        self.state().take()
    }

    /// Waits for something to do; none when the board was closed.
    pub fn take(&self) -> Option<Work> {
        let mut state = self.state();
        state.recogniser = Recogniser::Free;
        loop {
            if state.closed {
                return None;
            }
            if let Some(work) = state.take() {
                return Some(work);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Says that the piece that was taken is recognised and its outcome on its way.
    pub fn done(&self) {
        self.state().recogniser = Recogniser::Free;
    }

    /// Lets [`Board::take`] return nothing more, and calls off what is being recognised.
    pub fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        state.call_off(|_| true);
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

impl Default for Posted {
    /// The first model is wanted from the beginning.
    fn default() -> Self {
        Self {
            orders: Vec::new(),
            backlogs: Vec::new(),
            windows: Vec::new(),
            wanted: Load(1),
            loaded: None,
            recogniser: Recogniser::Free,
            closed: false,
        }
    }
}

impl Posted {
    fn take(&mut self) -> Option<Work> {
        if self.loaded != Some(self.wanted) {
            self.loaded = Some(self.wanted);
            self.recogniser = Recogniser::Loading;
            return Some(Work::Load(self.wanted));
        }
        let job = self.job()?;
        self.recogniser = Recogniser::Running { take: job.order.take, cancel: job.cancel.clone() };
        Some(Work::Recognise(job))
    }

    fn job(&mut self) -> Option<Job> {
        if self.windows.is_empty() {
            return None;
        }
        let Choice { backlog, phrases, window } = work::choose(&self.backlogs, &self.windows)?;
        let waiting = &mut self.backlogs[backlog];
        let longest = work::longest(&self.windows);
        if let Some(first) = waiting.phrases.front().filter(|p| p.audio.len() > longest) {
            let (head, tail) = work::split(first, longest);
            waiting.phrases[0] = tail;
            waiting.phrases.push_front(head);
        }
        let phrases = waiting.phrases.drain(..phrases).collect();
        let take = waiting.take;
        let (order, next) = self.orders.iter_mut().find(|(order, _)| order.take == take)?;
        let mut order = order.clone();
        order.request.window = window;
        let piece = *next;
        *next += 1;
        Some(Job { order, piece, phrases, cancel: Cancel::default() })
    }

    fn call_off(&self, meant: impl FnOnce(TakeId) -> bool) {
        if let Recogniser::Running { take, cancel } = &self.recogniser
            && meant(*take)
        {
            cancel.cancel();
        }
    }
}

#[cfg(test)]
mod tests;
