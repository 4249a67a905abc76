//! A target in memory, for tests: keeps what it gets, and fails or waits as it is told.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::Sink;
use super::joint::Place;
use crate::error::{Error, Result};

/// Keeps what is delivered. Clones share one memory, so that a test can look into it.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    texts: Vec<String>,
    script: VecDeque<Turn>,
    gate: Gate,
    place: Option<Place>,
}

/// Whether deliveries may pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Gate {
    #[default]
    Open,
    /// They wait; so many do.
    Shut { waiting: usize },
}

/// How one delivery goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The text is kept.
    Keep,
    /// Nothing is kept, and an error says so.
    Fail,
    /// So many characters are kept, and an error says so.
    Half(usize),
    /// The sink panics.
    Panic,
}

impl Memory {
    /// Everything that was kept, joined.
    pub fn text(&self) -> String {
        self.lock().texts.concat()
    }

    /// What was kept, one entry a delivery.
    pub fn texts(&self) -> Vec<String> {
        self.lock().texts.clone()
    }

    /// Says how the next deliveries go; those after that are kept.
    pub fn script(&self, turns: impl IntoIterator<Item = Turn>) {
        self.lock().script.extend(turns);
    }

    /// Says what is seen of the place from now on.
    pub fn show(&self, place: Option<Place>) {
        self.lock().place = place;
    }

    /// Makes deliveries wait until [`Memory::open`].
    pub fn shut(&self) {
        self.lock().gate = Gate::Shut { waiting: 0 };
    }

    /// Lets the deliveries pass that waited.
    pub fn open(&self) {
        self.lock().gate = Gate::Open;
        self.shared.changed.notify_all();
    }

    /// Returns when a delivery waits at the shut gate.
    pub fn await_delivery(&self) {
        let shut_and_empty = |state: &mut State| state.gate == Gate::Shut { waiting: 0 };
        drop(self.shared.changed.wait_while(self.lock(), shut_and_empty));
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pass_gate(&self) -> MutexGuard<'_, State> {
        let mut state = self.lock();
        if let Gate::Shut { waiting } = &mut state.gate {
            *waiting += 1;
            self.shared.changed.notify_all();
        }
        let shut = |state: &mut State| state.gate != Gate::Open;
        self.shared.changed.wait_while(state, shut).unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sink for Memory {
    #[expect(clippy::panic, reason = "a test asked for it")]
    fn deliver(&mut self, text: &str) -> Result<()> {
        let mut state = self.pass_gate();
        let problem = "the script says so".to_owned();
        match state.script.pop_front().unwrap_or(Turn::Keep) {
            Turn::Keep => {
                state.texts.push(text.to_owned());
                Ok(())
            }
            Turn::Fail => Err(Error::Delivery { way: "type", problem }),
            Turn::Half(delivered) => {
                state.texts.push(text.chars().take(delivered).collect());
                Err(Error::HalfDelivered { way: "type", delivered, problem })
            }
            Turn::Panic => panic!("{problem}"),
        }
    }

    fn place(&mut self) -> Option<Place> {
        self.lock().place
    }
}
