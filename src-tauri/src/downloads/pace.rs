//! How fast a file comes, and when all of it will be there. Pure.

use std::collections::VecDeque;
use std::time::Duration;

use aloud::clock::Moment;

/// The speed is that of so much time: a shorter one jumps, a longer one is yesterday's.
const SPAN: Duration = Duration::from_secs(8);

/// Less time than this says nothing of a speed.
const LEAST: Duration = Duration::from_secs(1);

/// Between two marks.
const GAP: Duration = Duration::from_millis(250);

/// What came when, since the transfer began or went on.
#[derive(Clone, Debug, Default)]
pub(super) struct Pace {
    marks: VecDeque<(Moment, u64)>,
}

impl Pace {
    /// So many bytes are there now.
    pub(super) fn mark(&mut self, now: Moment, bytes: u64) {
        match self.marks.back() {
            Some((last, _)) if now.since(*last) < GAP => {}
            _ => self.marks.push_back((now, bytes)),
        }
        while self.marks.len() > 2
            && self.marks.front().is_some_and(|(at, _)| now.since(*at) > SPAN)
        {
            self.marks.pop_front();
        }
    }

    /// Bytes a second, as far as that can be said yet.
    pub(super) fn speed(&self) -> Option<u64> {
        let ((begun, first), (ended, last)) = (self.marks.front()?, self.marks.back()?);
        let time = ended.since(*begun);
        if time < LEAST {
            return None;
        }
        Some((last.saturating_sub(*first) as f64 / time.as_secs_f64()) as u64)
    }

    /// Seconds until so many more bytes are there, if it goes on as it does.
    pub(super) fn left_s(&self, bytes: u64) -> Option<u64> {
        let speed = self.speed().filter(|speed| *speed > 0)?;
        Some(bytes.div_ceil(speed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ms: u64) -> Moment {
        Moment::at(Duration::from_millis(ms))
    }

    #[test]
    fn nothing_is_said_before_a_second_is_over() {
        let mut pace = Pace::default();
        pace.mark(at(0), 5_000);
        pace.mark(at(900), 50_000);
        assert_eq!((pace.speed(), pace.left_s(1)), (None, None));
        pace.mark(at(2_000), 205_000);
        assert_eq!((pace.speed(), pace.left_s(250_000)), (Some(100_000), Some(3)));
    }

    #[test]
    fn what_was_long_ago_does_not_count() {
        let mut pace = Pace::default();
        (0..=40).for_each(|second| pace.mark(at(second * 1_000), second * 1_000_000));
        (41..=60).for_each(|second| pace.mark(at(second * 1_000), 40_000_000));
        assert_eq!((pace.speed(), pace.left_s(1)), (Some(0), None), "it stands");
    }

    #[test]
    fn many_words_in_a_moment_are_one_mark() {
        let mut pace = Pace::default();
        (0..10_000).for_each(|ms| pace.mark(at(ms), ms * 100));
        assert!(pace.marks.len() <= 34, "{}", pace.marks.len());
        assert_eq!(pace.speed(), Some(100_000));
    }
}
