//! Where the pipeline puts phrases and the recogniser takes pieces from.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

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
}

/// The backlog of all takes. Phrases wait here, a few words each, never audio.
#[derive(Debug, Default)]
pub struct Board {
    state: Mutex<Posted>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Posted {
    orders: Vec<(Order, u32)>,
    backlogs: Vec<Backlog>,
    windows: Vec<Window>,
    running: Option<TakeId>,
    closed: bool,
}

impl Board {
    /// Tells which windows the recogniser has. Until then nothing can be taken.
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

    /// Forgets a take and what waits of it. Says whether a piece of it is being recognised.
    pub fn discard(&self, take: TakeId) -> bool {
        let mut state = self.state();
        state.orders.retain(|(order, _)| order.take != take);
        state.backlogs.retain(|backlog| backlog.take != take);
        state.running == Some(take)
    }

    /// Takes the next piece, if there is one.
    pub fn try_take(&self) -> Option<Job> {
        self.state().take()
    }

    /// Waits for a piece; none when the board was closed.
    pub fn take(&self) -> Option<Job> {
        let mut state = self.state();
        loop {
            if state.closed {
                return None;
            }
            if let Some(job) = state.take() {
                return Some(job);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Says that the piece that was taken is recognised and its outcome on its way.
    pub fn done(&self) {
        self.state().running = None;
    }

    /// Lets [`Board::take`] return nothing more.
    pub fn close(&self) {
        self.state().closed = true;
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, Posted> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Posted {
    fn take(&mut self) -> Option<Job> {
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
        self.running = Some(take);
        Some(Job { order, piece, phrases })
    }
}
