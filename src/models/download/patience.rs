//! How often is asked, whom, and when it is enough. Pure.

use std::time::Duration;

/// Times in a row that nothing comes before it is given up.
const FRUITLESS: u32 = 6;

/// Times that what came had to be thrown away, for each source.
const SPOILED: u32 = 2;

/// The longest wait.
const LONGEST: Duration = Duration::from_secs(30);

/// A part of a file that is worth going on for, however often it breaks off: less would be no end.
const MOUTHFUL: u64 = 1 << 20;

/// What came of one attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attempt {
    /// So many bytes came, and then no more.
    Came(u64),
    /// This source will not give the file.
    Refused,
    /// What came, or what is there, is not the file.
    Spoiled,
}

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Next {
    /// Which source to ask.
    pub(super) source: usize,
    /// How long to wait before.
    pub(super) wait: Duration,
}

/// See the module.
#[derive(Debug)]
pub(super) struct Patience {
    /// Worth going on for.
    mouthful: u64,
    /// The first wait.
    pause: Duration,
    source: usize,
    refused: Vec<bool>,
    fruitless: u32,
    spoiled: u32,
}

impl Patience {
    pub(super) fn new(sources: usize, size: u64, pause: Duration) -> Self {
        Self {
            mouthful: (size / 1000).clamp(1, MOUTHFUL),
            pause,
            source: 0,
            refused: vec![false; sources],
            fruitless: 0,
            spoiled: 0,
        }
    }

    /// Which source is asked first.
    pub(super) fn first(&self) -> Option<usize> {
        (!self.refused.is_empty()).then_some(0)
    }

    /// What to do after this. None when it is enough.
    pub(super) fn after(&mut self, attempt: Attempt) -> Option<Next> {
        match attempt {
            Attempt::Came(bytes) if bytes >= self.mouthful => {
                self.fruitless = 0;
                return Some(Next { source: self.source, wait: self.pause });
            }
            Attempt::Came(_) => self.fruitless += 1,
            Attempt::Refused => self.refused[self.source] = true,
            Attempt::Spoiled => self.spoiled += 1,
        }
        let most = SPOILED * self.refused.len() as u32;
        if self.fruitless >= FRUITLESS || self.spoiled >= most {
            return None;
        }
        self.source = self.other()?;
        let wait = match attempt {
            Attempt::Came(_) => self.pause * 2_u32.pow(self.fruitless - 1),
            Attempt::Refused | Attempt::Spoiled => Duration::ZERO,
        };
        Some(Next { source: self.source, wait: wait.min(LONGEST) })
    }

    /// The next source that has not refused; the same one if there is no other.
    fn other(&self) -> Option<usize> {
        let count = self.refused.len();
        (1..=count).map(|step| (self.source + step) % count).find(|at| !self.refused[*at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn patience(sources: usize) -> Patience {
        Patience::new(sources, 10_000_000, SECOND)
    }

    #[test]
    fn what_moves_on_is_gone_on_with_for_ever() {
        let mut patience = patience(2);
        for _ in 0..1000 {
            let next = patience.after(Attempt::Came(20_000));
            assert_eq!(next, Some(Next { source: 0, wait: SECOND }));
        }
    }

    #[test]
    fn what_gives_nothing_is_left_after_longer_and_longer_waits() {
        let mut patience = patience(1);
        let attempts = std::iter::from_fn(|| patience.after(Attempt::Came(100)));
        let waits: Vec<_> = attempts.map(|next| next.wait.as_secs()).collect();
        assert_eq!(waits, [1, 2, 4, 8, 16]);
    }

    #[test]
    fn no_wait_is_longer_than_half_a_minute() {
        let mut patience = Patience::new(1, 1, Duration::from_secs(20));
        patience.after(Attempt::Came(0));
        assert_eq!(patience.after(Attempt::Came(0)).unwrap().wait, LONGEST);
    }

    #[test]
    fn who_refuses_is_not_asked_again() {
        let mut patience = patience(3);
        assert_eq!(patience.first(), Some(0));
        let next = |patience: &mut Patience, attempt| patience.after(attempt).map(|n| n.source);
        assert_eq!(next(&mut patience, Attempt::Refused), Some(1));
        assert_eq!(next(&mut patience, Attempt::Came(0)), Some(2));
        assert_eq!(next(&mut patience, Attempt::Came(0)), Some(1));
        assert_eq!(next(&mut patience, Attempt::Refused), Some(2));
        assert_eq!(next(&mut patience, Attempt::Refused), None);
        assert_eq!(Patience::new(0, 1, SECOND).first(), None);
    }

    #[test]
    fn what_is_spoiled_is_fetched_twice_from_each() {
        let mut patience = patience(2);
        let sources: Vec<_> =
            std::iter::from_fn(|| patience.after(Attempt::Spoiled)).map(|n| n.source).collect();
        assert_eq!(sources, [1, 0, 1]);
    }
}
