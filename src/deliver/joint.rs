//! The joint between two takes: does the next one go on the text that stands before the cursor?
//! Pure.
//!
//! As long as nobody has touched anything since our last delivery, what stands there is our own
//! text. Everything else is unknown, and then a take begins as if nothing stood there: a space
//! that is missing is put right sooner than one that stands at the beginning of a line.

use std::time::Duration;

use crate::assemble;
use crate::clock::Moment;
use crate::event::TakeId;

/// Where touches cannot be seen, a take that begins this soon after the last delivery is taken
/// to go on. Who moves on writes or clicks first, and speaks again later than that.
const SOON: Duration = Duration::from_secs(60);

/// Characters of a text that are remembered. Only the last few decide.
const REMEMBERED: usize = 100;

/// How an edit joins what stands before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Joint {
    /// It goes on its own take, and is fitted to that already.
    Inside,
    /// Its take begins with it.
    Begins {
        /// When the take began.
        at: Moment,
        /// The language of the text, if it is known.
        language: Option<String>,
    },
}

/// What can be seen of the place that gets the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Every touch of keyboard and mouse is counted.
    Watched {
        /// The window that has the keys.
        window: u32,
        /// How many there were so far. Those that we make while we type are none.
        touches: u64,
    },
    /// Touches cannot be seen.
    Unwatched {
        /// The window that has the keys, if that is known.
        window: Option<u32>,
    },
}

/// The text that was delivered last, as far as it still stands before the cursor.
#[derive(Debug, Default)]
pub(super) struct Memory {
    before: Option<Before>,
}

#[derive(Debug)]
struct Before {
    take: TakeId,
    /// The end of it.
    text: String,
    /// The place just before it was written, so that a touch in the middle of it counts.
    place: Place,
    /// When it was written.
    at: Moment,
}

impl Memory {
    /// The text as it is to be written at this place. `cancelled` is the newest take that was.
    pub(super) fn fit(
        &self,
        (take, joint): (TakeId, &Joint),
        text: &str,
        place: Option<Place>,
        cancelled: Option<TakeId>,
    ) -> String {
        match (joint, &self.before, place) {
            (Joint::Begins { at, language }, Some(before), Some(place))
                if before.is_untouched(place, *at)
                    && !cancelled.is_some_and(|gone| before.take <= gone && gone < take) =>
            {
                assemble::join(&before.text, text, language.as_deref())
            }
            _ => text.to_owned(),
        }
    }

    /// Notes that a text was written. Where no place is known there is nothing to go on.
    pub(super) fn note(&mut self, take: TakeId, text: &str, place: Option<Place>, at: Moment) {
        let skipped = text.chars().count().saturating_sub(REMEMBERED);
        let text: String = text.chars().skip(skipped).collect();
        self.before = place.map(|place| Before { take, text, place, at });
    }

    /// Something went wrong, and nobody knows what stands before the cursor.
    pub(super) fn forget(&mut self) {
        self.before = None;
    }
}

impl Before {
    /// Whether a take that began at `begun` finds the text as it was left.
    fn is_untouched(&self, place: Place, begun: Moment) -> bool {
        self.place == place
            && match place {
                Place::Watched { .. } => true,
                Place::Unwatched { .. } => begun.since(self.at) <= SOON,
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watched(window: u32, touches: u64) -> Option<Place> {
        Some(Place::Watched { window, touches })
    }

    fn unwatched(window: Option<u32>) -> Option<Place> {
        Some(Place::Unwatched { window })
    }

    /// A memory of `One.`, written by take 1 at 100 s.
    fn one(place: Option<Place>) -> Memory {
        let mut memory = Memory::default();
        memory.note(TakeId(1), "One.", place, Moment::at(Duration::from_secs(100)));
        memory
    }

    /// How the first text of take 3, which began at so many seconds, is written.
    fn two(memory: &Memory, place: Option<Place>, begun: u64) -> String {
        let at = Moment::at(Duration::from_secs(begun));
        let joint = Joint::Begins { at, language: Some("en".to_owned()) };
        memory.fit((TakeId(3), &joint), "Two.", place, None)
    }

    #[test]
    fn a_take_goes_on_the_last_one_for_as_long_as_nobody_touches_anything() {
        let memory = one(watched(7, 4));
        assert_eq!(two(&memory, watched(7, 4), 101), " Two.");
        assert_eq!(two(&memory, watched(7, 4), 9_000), " Two.");
        assert_eq!(two(&memory, watched(7, 5), 101), "Two.", "a key or a click");
        assert_eq!(two(&memory, watched(8, 4), 101), "Two.", "another window");
        assert_eq!(two(&memory, None, 101), "Two.");
        assert_eq!(two(&one(None), watched(7, 4), 101), "Two.");
        assert_eq!(two(&Memory::default(), watched(7, 4), 101), "Two.");
    }

    #[test]
    fn where_touches_cannot_be_seen_a_minute_counts_as_untouched() {
        let memory = one(unwatched(None));
        assert_eq!(two(&memory, unwatched(None), 160), " Two.");
        assert_eq!(two(&memory, unwatched(None), 161), "Two.");
        // Spoken while the first one was still being written.
        assert_eq!(two(&memory, unwatched(None), 99), " Two.");
        let memory = one(unwatched(Some(7)));
        assert_eq!(two(&memory, unwatched(Some(7)), 160), " Two.");
        assert_eq!(two(&memory, unwatched(Some(8)), 101), "Two.");
    }

    #[test]
    fn a_watch_that_begins_or_ends_in_between_has_not_seen_everything() {
        assert_eq!(two(&one(watched(7, 0)), unwatched(Some(7)), 101), "Two.");
        assert_eq!(two(&one(unwatched(Some(7))), watched(7, 0), 101), "Two.");
        assert_eq!(two(&one(unwatched(None)), watched(7, 0), 101), "Two.");
    }

    #[test]
    fn a_cancelled_take_in_between_breaks_the_joint() {
        let memory = one(watched(7, 4));
        let at = Moment::at(Duration::from_secs(101));
        let joint = Joint::Begins { at, language: None };
        let fit = |gone| memory.fit((TakeId(3), &joint), "Two.", watched(7, 4), Some(gone));
        assert_eq!(fit(TakeId(1)), "Two.");
        assert_eq!(fit(TakeId(2)), "Two.");
        assert_eq!(fit(TakeId(0)), " Two.");
        assert_eq!(fit(TakeId(3)), " Two.");
    }

    #[test]
    fn inside_a_take_nothing_is_fitted_again() {
        let text = one(watched(7, 4)).fit((TakeId(1), &Joint::Inside), "x", watched(7, 4), None);
        assert_eq!(text, "x");
    }

    #[test]
    fn only_the_end_of_a_text_is_remembered() {
        let mut memory = Memory::default();
        let long = format!("{}。", "東".repeat(5_000));
        memory.note(TakeId(1), &long, watched(7, 4), Moment::default());
        let kept = memory.before.expect("it is noted").text;
        assert_eq!(kept.chars().count(), REMEMBERED);
        assert!(kept.ends_with('。'));
    }
}
