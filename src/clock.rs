//! The only file that reads the time. Everything else is told what time it is.

pub mod calendar;

use std::ops::{Add, Sub};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Where the time comes from: the machine, or a test that turns the hands itself.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The machine's monotonic clock, counted from the moment that is held.
    Real(Instant),
    /// Microseconds since the start, moved by [`Clock::advance`].
    Manual(Arc<AtomicU64>),
}

/// A point in time: how long after its clock's start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(Duration);

impl Clock {
    /// A clock that follows the machine.
    #[expect(clippy::disallowed_methods, reason = "this file is where the time is read")]
    pub fn real() -> Self {
        Self::Real(Instant::now())
    }

    /// A clock that stands until it is moved.
    pub fn manual() -> Self {
        Self::Manual(Arc::default())
    }

    /// The current moment.
    pub fn now(&self) -> Moment {
        Moment(match self {
            Self::Real(start) => start.elapsed(),
            Self::Manual(micros) => Duration::from_micros(micros.load(Ordering::SeqCst)),
        })
    }

    /// Moves a manual clock forward; a real one moves by itself.
    pub fn advance(&self, by: Duration) {
        if let Self::Manual(micros) = self {
            micros.fetch_add(by.as_micros() as u64, Ordering::SeqCst);
        }
    }
}

impl Moment {
    /// The moment this long after the start of the clock.
    pub fn at(since_start: Duration) -> Self {
        Self(since_start)
    }

    /// Time since `earlier`; nothing if that is later.
    pub fn since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<Duration> for Moment {
    type Output = Self;
    /// The end of all time for a wait that has no end.
    fn add(self, by: Duration) -> Self {
        Self(self.0.saturating_add(by))
    }
}

impl Sub<Duration> for Moment {
    type Output = Self;
    fn sub(self, by: Duration) -> Self {
        Self(self.0.saturating_sub(by))
    }
}

/// Milliseconds since 1970 by the calendar clock: names takes and dates set-aside files.
#[expect(clippy::disallowed_methods, reason = "this file is where the time is read")]
pub fn unix_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

/// Lets the calling thread rest. For loops that poll another program which tells nobody when
/// it is ready; never as a way to wait for a thread of our own.
#[expect(clippy::disallowed_methods, reason = "the one place that may sleep")]
pub fn rest(time: Duration) {
    std::thread::sleep(time);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manual_clock_moves_only_when_told() {
        let clock = Clock::manual();
        let before = clock.now();
        assert_eq!(clock.now(), before);
        clock.clone().advance(Duration::from_millis(250));
        assert_eq!(clock.now().since(before), Duration::from_millis(250));
        assert_eq!(before.since(clock.now()), Duration::ZERO);
    }

    #[test]
    fn a_wait_without_end_ends_at_the_end_of_time() {
        let now = Moment::at(Duration::from_secs(5));
        assert_eq!(now + Duration::MAX, Moment::at(Duration::MAX));
    }
}
