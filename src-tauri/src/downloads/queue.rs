//! What is fetched, one file at a time, and what waits. Pure.

use std::time::Duration;

use aloud::clock::Moment;
use aloud::error::Result;
use aloud::models::download::{Fetched, Flow, Step, Wanted};

use super::pace::Pace;
use crate::ipc::{Download, DownloadState, Refusal};

/// Between two words on how far a file is: a bar moves smoothly enough by four a second.
const GAP: Duration = Duration::from_millis(250);

/// A file that somebody wants.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    /// The model's name in the catalogue.
    pub(crate) id: String,
    /// The model's name for people.
    pub(crate) name: String,
    /// The file.
    pub(crate) wanted: Wanted,
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Queue {
    items: Vec<Item>,
    told: Option<Moment>,
}

#[derive(Debug)]
struct Item {
    order: Order,
    bytes: u64,
    state: State,
}

#[derive(Debug)]
enum State {
    /// Others come first.
    Waiting,
    /// It comes. What `wish` says is heeded at the next step.
    Running { wish: Wish, pace: Pace, problem: Option<String>, checks: bool },
    /// Somebody wants it later, or the app ended meanwhile.
    Paused,
    /// It did not come.
    Failed(Refusal),
}

/// What somebody wants of the file that comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    Come,
    Later,
    /// Later, and then at once. It is stopped all the same and begun anew, because a connection
    /// that gives nothing is what people try that on.
    Again,
    Never,
}

impl Wish {
    fn flow(self) -> Flow {
        match self {
            Self::Come => Flow::GoOn,
            Self::Later | Self::Again => Flow::Pause,
            Self::Never => Flow::Cancel,
        }
    }
}

/// What is to be done about a file that is no longer wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// What is there of it is to be removed.
    Remove,
    /// The transfer does that, or there is none.
    Nothing,
}

/// What became of a file that came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Over {
    /// All of it is there.
    There,
    /// It stands in the list.
    Stays,
    /// It is no longer wanted.
    Gone(Rest),
}

impl Queue {
    /// A file of which a part is there since an earlier run.
    pub(super) fn find(&mut self, order: Order, bytes: u64) {
        self.items.push(Item { order, bytes, state: State::Paused });
    }

    /// Somebody wants this file, or to go on with it.
    pub(super) fn want(&mut self, order: Order) {
        match self.item(&order.id) {
            None => self.items.push(Item { order, bytes: 0, state: State::Waiting }),
            Some(item) => match &mut item.state {
                State::Running { wish: Wish::Come, .. } => {}
                State::Running { wish, .. } => *wish = Wish::Again,
                State::Waiting => {}
                State::Paused | State::Failed(_) => {
                    // The addresses may be others by now.
                    (item.order, item.state) = (order, State::Waiting);
                }
            },
        }
    }

    /// Not now.
    pub(super) fn pause(&mut self, id: &str) {
        let Some(item) = self.item(id) else { return };
        match &mut item.state {
            State::Running { wish, .. } if *wish != Wish::Never => *wish = Wish::Later,
            State::Waiting => item.state = State::Paused,
            State::Running { .. } | State::Paused | State::Failed(_) => {}
        }
    }

    /// Not at all.
    pub(super) fn cancel(&mut self, id: &str) -> Rest {
        let Some(at) = self.items.iter().position(|item| item.order.id == id) else {
            return Rest::Nothing;
        };
        if let State::Running { wish, .. } = &mut self.items[at].state {
            *wish = Wish::Never;
            return Rest::Nothing;
        }
        self.items.remove(at);
        Rest::Remove
    }

    /// The file to fetch now. None while one comes, and where nothing waits.
    pub(super) fn next(&mut self) -> Option<Order> {
        if self.items.iter().any(|item| matches!(item.state, State::Running { .. })) {
            return None;
        }
        let waits = |item: &&mut Item| matches!(item.state, State::Waiting);
        let item = self.items.iter_mut().find(waits)?;
        let (pace, problem) = (Pace::default(), None);
        item.state = State::Running { wish: Wish::Come, pace, problem, checks: false };
        Some(item.order.clone())
    }

    /// How far the one that comes is. Says whether to go on, and whether that is worth telling.
    pub(super) fn step(&mut self, id: &str, step: &Step, now: Moment) -> (Flow, bool) {
        let due = self.told.is_none_or(|told| now.since(told) >= GAP);
        let Some(item) = self.item(id) else { return (Flow::Cancel, false) };
        let State::Running { wish, pace, problem, checks } = &mut item.state else {
            return (Flow::Pause, false);
        };
        let flow = wish.flow();
        let news = match step {
            Step::At(bytes) => {
                // Waiting tells it too, without anything new.
                let came = *bytes > item.bytes && problem.take().is_some();
                item.bytes = *bytes;
                pace.mark(now, *bytes);
                due || came
            }
            Step::Waits(reason) => problem.replace(reason.clone()).is_none_or(|was| was != *reason),
            Step::Checks => !std::mem::replace(checks, true),
        };
        if news {
            self.told = Some(now);
        }
        (flow, news)
    }

    /// The one that came does not any more.
    pub(super) fn over(&mut self, id: &str, result: Result<Fetched>) -> Over {
        let Some(at) = self.items.iter().position(|item| item.order.id == id) else {
            return Over::Gone(Rest::Nothing);
        };
        let wish = match &self.items[at].state {
            State::Running { wish, .. } => *wish,
            State::Waiting | State::Paused | State::Failed(_) => Wish::Later,
        };
        let (state, over) = match (result, wish) {
            (Ok(Fetched::File(_)), _) => (None, Over::There),
            (Ok(Fetched::Stopped), Wish::Never) => (None, Over::Gone(Rest::Nothing)),
            (Err(_), Wish::Never) => (None, Over::Gone(Rest::Remove)),
            (Ok(Fetched::Stopped), Wish::Come) | (_, Wish::Again) => {
                (Some(State::Waiting), Over::Stays)
            }
            (Ok(Fetched::Stopped), Wish::Later) => (Some(State::Paused), Over::Stays),
            (Err(error), _) => (Some(State::Failed(error.into())), Over::Stays),
        };
        match state {
            Some(state) => self.items[at].state = state,
            None => drop(self.items.remove(at)),
        }
        over
    }

    /// The app ends: nothing waits any more, and what comes goes on another time.
    pub(super) fn end(&mut self) {
        let ids: Vec<String> = self.items.iter().map(|item| item.order.id.clone()).collect();
        ids.iter().for_each(|id| self.pause(id));
    }

    /// All of them, as windows show them, in the order in which they were wanted.
    pub(super) fn list(&self) -> Vec<Download> {
        self.items.iter().filter_map(Item::shown).collect()
    }

    fn item(&mut self, id: &str) -> Option<&mut Item> {
        self.items.iter_mut().find(|item| item.order.id == id)
    }
}

impl Item {
    /// None for one that is being removed.
    fn shown(&self) -> Option<Download> {
        let Self { order, bytes, state } = self;
        let size = order.wanted.size;
        let state = match state {
            State::Waiting | State::Running { wish: Wish::Again, .. } => DownloadState::Waiting,
            State::Running { wish: Wish::Never, .. } => return None,
            State::Running { wish: Wish::Later, .. } | State::Paused => DownloadState::Paused,
            State::Running { checks: true, .. } => DownloadState::Checking,
            State::Running { pace, problem, .. } => DownloadState::Running {
                speed: pace.speed(),
                left_s: pace.left_s(size.saturating_sub(*bytes)),
                problem: problem.clone(),
            },
            State::Failed(Refusal { code, message }) => {
                DownloadState::Failed { code: code.clone(), message: message.clone() }
            }
        };
        Some(Download {
            id: order.id.clone(),
            name: order.name.clone(),
            bytes: *bytes,
            size,
            progress: state,
        })
    }
}

#[cfg(test)]
#[path = "queue/tests.rs"]
mod tests;
