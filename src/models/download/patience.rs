//! How often is asked, whom, and when it is enough. Pure.

use std::time::Duration;

/// Times in a row that nothing comes before it is given up.
const FRUITLESS: u32 = 6;

/// A source that cannot be reached at all counts for more: mostly there is no network.
const UNREACHABLE: u32 = 2;

/// Times that what came from a source had to be thrown away.
const SPOILED: u32 = 2;

/// The longest wait.
const LONGEST: Duration = Duration::from_secs(30);

/// A server that wants to be left alone for longer is not asked again.
const LONGEST_ASKED: Duration = Duration::from_secs(300);

/// A part of a file that is worth going on for, however often it breaks off: less would be no end.
const MOUTHFUL: u64 = 1 << 20;

/// What came of one attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attempt {
    /// So many bytes came, and then no more.
    Came(u64),
    /// It has too much to do, and may say how long it wants to be left alone.
    Busy(Option<Duration>),
    /// Nobody answers there.
    Unreachable,
    /// This source will not give the file.
    Refused,
    /// All that is there is not the file.
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
    sources: Vec<Source>,
    fruitless: u32,
}

/// What is known of a source.
#[derive(Clone, Debug, Default)]
struct Source {
    refused: bool,
    /// Whether a part of what is there is from it.
    gave: bool,
    /// How long it wants to be left alone.
    asked: Duration,
    spoiled: u32,
}

impl Patience {
    pub(super) fn new(sources: usize, size: u64, pause: Duration) -> Self {
        Self {
            mouthful: (size / 1000).clamp(1, MOUTHFUL),
            pause,
            source: 0,
            sources: vec![Source::default(); sources],
            fruitless: 0,
        }
    }

    /// Which source is asked first.
    pub(super) fn first(&self) -> Option<usize> {
        (!self.sources.is_empty()).then_some(0)
    }

    /// What to do after this. None when it is enough.
    pub(super) fn after(&mut self, attempt: Attempt) -> Option<Next> {
        let here = &mut self.sources[self.source];
        let (source, wait) = match attempt {
            Attempt::Came(bytes) if bytes >= self.mouthful => {
                here.gave = true;
                self.fruitless = 0;
                (Some(self.source), self.pause)
            }
            Attempt::Came(bytes) => {
                here.gave |= bytes > 0;
                self.fruitless += 1;
                (self.other(), self.pause * 2_u32.pow(self.fruitless - 1))
            }
            Attempt::Busy(asked) => {
                here.asked = asked.unwrap_or_default();
                here.refused = here.asked > LONGEST_ASKED;
                self.fruitless += 1;
                (self.other(), self.pause * 2_u32.pow(self.fruitless - 1))
            }
            Attempt::Unreachable => {
                self.fruitless += UNREACHABLE;
                (self.other(), self.pause)
            }
            Attempt::Refused => {
                here.refused = true;
                (self.other(), Duration::ZERO)
            }
            Attempt::Spoiled => (self.blame(), Duration::ZERO),
        };
        let source = source.filter(|_| self.fruitless < FRUITLESS)?;
        self.source = source;
        let asked = std::mem::take(&mut self.sources[source].asked);
        Some(Next { source, wait: wait.min(LONGEST).max(asked) })
    }

    /// Who gave a part of what is spoiled may have spoiled it. Where several did, the last one is
    /// asked for all of it, so that one that is good comes to its turn alone.
    fn blame(&mut self) -> Option<usize> {
        self.sources[self.source].gave = true;
        let several = self.sources.iter().filter(|source| source.gave).count() > 1;
        for source in self.sources.iter_mut().filter(|source| source.gave) {
            source.spoiled += 1;
            source.refused |= source.spoiled >= SPOILED;
            source.gave = false;
        }
        let again = several && !self.sources[self.source].refused;
        if again { Some(self.source) } else { self.other() }
    }

    /// The next source that has not refused; the same one if there is no other.
    fn other(&self) -> Option<usize> {
        let count = self.sources.len();
        let after = (1..=count).map(|step| (self.source + step) % count);
        after.into_iter().find(|at| !self.sources[*at].refused)
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
    fn who_is_busy_is_left_alone_as_long_as_it_asks_and_another_one_is_asked_meanwhile() {
        let busy = |seconds| Attempt::Busy(Some(Duration::from_secs(seconds)));
        let next = |patience: &mut Patience, attempt| {
            patience.after(attempt).map(|next| (next.source, next.wait.as_secs()))
        };
        let mut one = patience(1);
        assert_eq!(next(&mut one, busy(60)), Some((0, 60)));
        assert_eq!(next(&mut one, Attempt::Busy(None)), Some((0, 2)), "it asked once");
        assert_eq!(next(&mut one, busy(1)), Some((0, 4)), "never sooner than without");
        assert_eq!(next(&mut one, busy(301)), None, "nobody waits that long");
        let mut two = patience(2);
        assert_eq!(next(&mut two, busy(60)), Some((1, 1)));
        assert_eq!(next(&mut two, Attempt::Came(0)), Some((0, 60)));
        assert_eq!(next(&mut two, busy(301)), Some((1, 4)));
        assert_eq!(next(&mut two, Attempt::Came(0)), Some((1, 8)), "the other one is out");
    }

    #[test]
    fn who_cannot_be_reached_is_left_sooner() {
        let mut patience = patience(1);
        let attempts = std::iter::from_fn(|| patience.after(Attempt::Unreachable));
        assert_eq!(attempts.map(|next| next.wait).collect::<Vec<_>>(), [SECOND, SECOND]);
    }

    #[test]
    fn what_is_spoiled_is_fetched_twice_from_each() {
        let mut patience = patience(2);
        let sources: Vec<_> =
            std::iter::from_fn(|| patience.after(Attempt::Spoiled)).map(|n| n.source).collect();
        assert_eq!(sources, [1, 0, 1]);
        let mut patience = Patience::new(2, 10_000_000, SECOND);
        assert_eq!(patience.after(Attempt::Spoiled).map(|next| next.source), Some(1));
        assert_eq!(patience.after(Attempt::Refused).map(|next| next.source), Some(0));
        assert_eq!(patience.after(Attempt::Spoiled), None, "not from one alone for ever");
    }

    #[test]
    fn a_good_source_is_not_blamed_for_ever_for_a_bad_one() {
        let mut patience = patience(2);
        assert_eq!(patience.after(Attempt::Came(50_000)).map(|next| next.source), Some(0));
        assert_eq!(patience.after(Attempt::Came(0)).map(|next| next.source), Some(1));
        let again = patience.after(Attempt::Spoiled).map(|next| next.source);
        assert_eq!(again, Some(1), "it is asked for all of it");
    }
}
