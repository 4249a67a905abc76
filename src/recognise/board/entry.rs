//! What the board knows of one take, and of the stream of the model.

use std::collections::VecDeque;

use super::{Draft, Job, Order};
use crate::audio::Span;
use crate::command::Lane;
use crate::event::TakeId;
use crate::recognise::worker::{Drafted, Outcome};
use crate::segment::{Open, Phrase};
use crate::work::Backlog;
use crate::work::ahead::{Begun, Look};

/// What is known of a take.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) order: Order,
    /// Number of its next piece.
    pub(super) next: u32,
    /// The phrase that is being spoken.
    pub(super) open: Option<Open>,
    /// Its latest decode, and what came of it if it can be the final.
    pub(super) begun: Option<Begun>,
    pub(super) ready: Option<Drafted>,
    /// Where a phrase began that the model could not be fed.
    pub(super) refused: Option<u64>,
    /// Whether it was said that another language is spoken than is expected.
    pub(super) hushed: bool,
    /// The text of the piece before.
    pub(super) said: String,
    /// Pieces that have their text and not their translation.
    pub(super) untranslated: VecDeque<Job>,
    /// The piece whose translation gave way to a text.
    pub(super) gave_way: Option<u32>,
}

/// The stream of the model: which phrase it hears, and how far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stream {
    pub(super) take: TakeId,
    pub(super) lane: Lane,
    pub(super) start: u64,
    pub(super) fed: u64,
}

impl Entry {
    pub(super) fn new(order: Order) -> Self {
        Self {
            order,
            next: 0,
            open: None,
            begun: None,
            ready: None,
            refused: None,
            hushed: false,
            said: String::new(),
            untranslated: VecDeque::new(),
            gave_way: None,
        }
    }

    /// The order of its next run.
    pub(super) fn order_in(&self, window: usize) -> Order {
        let mut order = self.order.clone();
        order.request.window = window;
        order.request.listens = !self.hushed;
        order.request.context = order.request.context.map(|_| self.said.clone());
        order
    }

    /// The next piece, which was decoded before its end.
    pub(super) fn piece(&mut self, drafted: Drafted, phrase: Phrase) -> Outcome {
        let piece = self.next;
        self.next += 1;
        self.outcome(drafted, piece, phrase)
    }

    pub(super) fn outcome(&mut self, drafted: Drafted, piece: u32, phrase: Phrase) -> Outcome {
        let Drafted { draft: Draft { order, cancel, .. }, text, decode } = drafted;
        let job = Job { order, piece, phrases: vec![phrase], fed: None, cancel };
        let outcome = Outcome { job, text, decode };
        self.follow(&outcome);
        outcome
    }

    /// Notes what a piece says, and that its translation is to follow.
    pub(super) fn follow(&mut self, outcome: &Outcome) {
        if let Ok(hypothesis) = &outcome.text {
            self.said.clone_from(&hypothesis.text);
        }
        if outcome.awaits_translation() {
            self.untranslated.push_back(outcome.job.clone());
        }
    }
}

impl Stream {
    /// How far it has heard the first phrase that waits, if that is all that it has heard.
    pub(super) fn has_heard(self, waiting: &Backlog) -> Option<u64> {
        let first = waiting.phrases.front()?;
        let same = (self.take, self.start) == (waiting.take, first.audio.start);
        let all = Begun { audio: Span::new(self.start, self.fed), look: Look::Whole };
        (same && all.ends_in(first)).then_some(self.fed)
    }
}
