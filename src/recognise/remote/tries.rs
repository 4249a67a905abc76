//! Whether a server is asked again, and when. Pure.

use std::time::Duration;

/// Attempts for one piece. One that is waited for until its time is up counts twice.
const MOST: u32 = 4;

/// A server that wants more time than this is not waited for: speech goes on meanwhile.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

/// What kind of trouble there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It may be over soon.
    Passing,
    /// It did not answer in time.
    Late,
    /// It has too much to do, and may say when to come back.
    Busy(Option<Duration>),
    /// It will be the same each time.
    Lasting,
}

/// How often a server was asked for a piece.
#[derive(Debug)]
pub(super) struct Tries {
    pause: Duration,
    made: u32,
    counted: u32,
}

impl Tries {
    /// Of a server that was asked once. The first wait is this, and each one after it twice as long.
    pub(super) fn new(pause: Duration) -> Self {
        Self { pause, made: 0, counted: 0 }
    }

    /// How long to wait before it is asked again; none when that is of no use any more.
    pub(super) fn after(&mut self, trouble: Kind) -> Option<Duration> {
        let wait = self.pause * 2_u32.pow(self.made.min(MOST));
        self.made += 1;
        self.counted += if trouble == Kind::Late { 2 } else { 1 };
        let wait = match trouble {
            Kind::Lasting => None,
            Kind::Passing | Kind::Late => Some(wait),
            Kind::Busy(asked) => Some(asked.unwrap_or_default().max(wait)),
        };
        wait.filter(|wait| self.counted < MOST && *wait <= LONGEST_WAIT)
    }

    /// How often it was asked.
    pub(super) fn made(&self) -> u32 {
        self.made
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The waits for these troubles in milliseconds, up to the end.
    fn waits(troubles: impl IntoIterator<Item = Kind>) -> Vec<u128> {
        let mut tries = Tries::new(Duration::from_millis(500));
        troubles
            .into_iter()
            .map_while(|trouble| tries.after(trouble))
            .map(|w| w.as_millis())
            .collect()
    }

    #[test]
    fn what_may_pass_is_tried_four_times_with_doubling_waits() {
        assert_eq!(waits([Kind::Passing; 9]), [500, 1000, 2000]);
        assert_eq!(waits([Kind::Busy(None); 9]), [500, 1000, 2000]);
    }

    #[test]
    fn a_server_that_says_nothing_is_waited_for_twice() {
        assert_eq!(waits([Kind::Late; 9]), [500]);
        assert_eq!(waits([Kind::Passing, Kind::Late, Kind::Passing]), [500, 1000]);
    }

    #[test]
    fn what_will_not_change_is_not_tried_again() {
        assert_eq!(waits([Kind::Lasting]), [0; 0]);
        assert_eq!(waits([Kind::Passing, Kind::Lasting, Kind::Passing]), [500]);
    }

    #[test]
    fn a_server_says_itself_when_to_come_back_within_bounds() {
        let busy = |seconds| Kind::Busy(Some(Duration::from_secs(seconds)));
        assert_eq!(waits([busy(3), busy(0), busy(20)]), [3000, 1000, 20_000]);
        assert_eq!(waits([busy(21)]), [0; 0], "by then somebody has said much more");
    }
}
