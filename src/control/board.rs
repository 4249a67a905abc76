//! How things stand: the latest value only, for everybody who wants to know.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::protocol::Status;

/// Holds the latest [`Status`]. Who is slow misses what was true in between, and nobody waits
/// for them.
#[derive(Debug)]
pub struct Board {
    posted: Mutex<Posted>,
    changed: Condvar,
}

#[derive(Debug)]
struct Posted {
    status: Status,
    version: Version,
}

/// Counts what was posted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Version(u64);

impl Board {
    /// A board with the first status on it.
    pub fn new(status: Status) -> Self {
        let posted = Posted { status, version: Version(1) };
        Self { posted: Mutex::new(posted), changed: Condvar::new() }
    }

    /// Says how things stand now. What is as before is told to nobody.
    pub fn post(&self, status: Status) {
        let mut posted = self.posted();
        if posted.status != status {
            posted.status = status;
            posted.version.0 += 1;
            self.changed.notify_all();
        }
    }

    /// How things stand.
    pub fn latest(&self) -> Status {
        self.posted().status.clone()
    }

    /// How things stand once they are no more as they were, or after `limit`.
    pub fn after(&self, before: &Status, limit: Duration) -> Status {
        let waits = |posted: &mut Posted| posted.status == *before;
        let waited = self.changed.wait_timeout_while(self.posted(), limit, waits);
        waited.unwrap_or_else(PoisonError::into_inner).0.status.clone()
    }

    /// Waits until something else is posted than what was `seen`, or nobody wants to know any
    /// more: that is asked again after each [`Board::wake`].
    pub(super) fn next(
        &self,
        seen: Version,
        is_over: impl Fn() -> bool,
    ) -> Option<(Version, Status)> {
        let waits = |posted: &mut Posted| posted.version == seen && !is_over();
        let waited = self.changed.wait_while(self.posted(), waits);
        let posted = waited.unwrap_or_else(PoisonError::into_inner);
        (!is_over()).then(|| (posted.version, posted.status.clone()))
    }

    /// Lets everybody who waits look whether they still want to.
    pub(super) fn wake(&self) {
        // Under the lock, so that it falls into no gap between a look and a wait.
        let _posted = self.posted();
        self.changed.notify_all();
    }

    fn posted(&self) -> MutexGuard<'_, Posted> {
        // A status is replaced as a whole, so a panic elsewhere leaves no half of one.
        self.posted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{idle, listening};
    use super::*;

    #[test]
    fn what_was_not_seen_is_given_at_once() {
        let board = Board::new(idle());
        let (first, status) = board.next(Version::default(), || false).unwrap();
        assert_eq!(status, idle());
        board.post(listening(1));
        board.post(listening(2));
        let (_, status) = board.next(first, || false).unwrap();
        assert_eq!(status, listening(2));
        assert_eq!(board.latest(), listening(2));
    }

    #[test]
    fn the_same_again_is_no_news() {
        let board = Board::new(idle());
        let (first, _) = board.next(Version::default(), || false).unwrap();
        board.post(idle());
        assert_eq!(board.posted().version, first);
    }

    #[test]
    fn who_waits_is_woken_by_news_and_by_the_end() {
        use std::sync::atomic::{AtomicBool, Ordering};
        let (board, over) = (Board::new(idle()), AtomicBool::new(false));
        let (first, _) = board.next(Version::default(), || false).unwrap();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| board.next(first, || false));
            board.post(listening(1));
            let (second, status) = waiting.join().unwrap().unwrap();
            assert_eq!(status, listening(1));
            let (board, over) = (&board, &over);
            let waiting = scope.spawn(move || board.next(second, || over.load(Ordering::SeqCst)));
            over.store(true, Ordering::SeqCst);
            board.wake();
            assert_eq!(waiting.join().unwrap(), None);
        });
    }
}
