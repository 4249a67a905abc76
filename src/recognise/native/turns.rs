//! Calls off the run that is under way, or is next, and no other.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{CancelToken, Canceller};

/// One token for all sessions of a model, because a stream keeps the one that it began with.
/// Whose turn it is decides whether a cancel reaches it.
#[derive(Clone, Default)]
pub(super) struct Turns {
    token: CancelToken,
    turn: Arc<Mutex<u64>>,
}

impl Turns {
    /// What the sessions look at.
    pub(super) fn token(&self) -> &CancelToken {
        &self.token
    }

    /// Whether the run of this turn was called off.
    pub(super) fn is_cancelled(&self) -> bool {
        self.token.is_cancelled()
    }

    /// Ends the run of this turn.
    pub(super) fn canceller(&self) -> Canceller {
        let (turns, mine) = (self.clone(), *self.turn());
        Arc::new(move || {
            let turn = turns.turn();
            if *turn == mine {
                turns.token.cancel();
            }
        })
    }

    /// The run of this turn is over. Under the same lock as a cancel, so that none is lost that
    /// is meant for the next one, and none is kept that was meant for this one.
    pub(super) fn pass(&self) {
        let mut turn = self.turn();
        *turn += 1;
        self.token.reset();
    }

    fn turn(&self) -> MutexGuard<'_, u64> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancel_reaches_its_own_turn_only() {
        let turns = Turns::default();
        let first = turns.canceller();
        first();
        assert!(turns.is_cancelled());
        turns.pass();
        assert!(!turns.is_cancelled());
        let second = turns.canceller();
        first();
        assert!(!turns.is_cancelled(), "its run is over");
        second();
        assert!(turns.is_cancelled());
    }
}
