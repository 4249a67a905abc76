//! What is shown of a piece while it is being said.

use crate::event::{Event, TakeId};
use crate::recognise::Live;
use crate::recognise::growing::Growing;
use crate::stable::Stable;

/// The piece that is shown now. One begins anew with every piece.
#[derive(Debug, Default)]
pub(super) struct Showing {
    piece: u32,
    stable: Stable,
    /// A stream may begin anew in the middle of a piece, and another model take its place.
    growing: Growing,
    last: Live,
    /// What stands before a person.
    told: Live,
}

impl Showing {
    /// Takes in a hypothesis of this piece; see [`Stable::push`].
    pub(super) fn hypothesis(&mut self, piece: u32, text: &str, cut: bool) {
        self.turn_to(piece);
        let live = self.stable.push(text, cut);
        self.last = self.growing.follow(&live.committed, &live.tentative);
    }

    /// Takes in what a model says that is fed.
    pub(super) fn live(&mut self, piece: u32, live: &Live) {
        self.turn_to(piece);
        self.last = self.growing.follow(&live.committed, &live.tentative);
    }

    /// Whether words of this piece stand before a person.
    pub(super) fn shows(&self, piece: u32) -> bool {
        self.piece == piece && self.told != Live::default()
    }

    /// What is to be shown now, up to this audio time, if that is not what is shown.
    pub(super) fn news(&mut self, take: TakeId, at_ms: u64) -> Option<Event> {
        if self.told == self.last {
            return None;
        }
        self.told = self.last.clone();
        let Live { committed, tentative } = self.last.clone();
        Some(Event::Interim { take, piece: self.piece, committed, tentative, at_ms })
    }

    fn turn_to(&mut self, piece: u32) {
        if self.piece != piece {
            *self = Self { piece, ..Self::default() };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_piece_is_shown_by_itself() {
        let mut showing = Showing::default();
        for (piece, text) in [(0, "one two"), (0, "one two"), (1, "one two")] {
            showing.hypothesis(piece, text, false);
        }
        let event = showing.news(TakeId(1), 900);
        let (committed, tentative) = (String::new(), "one two".to_owned());
        let expected =
            Event::Interim { take: TakeId(1), piece: 1, committed, tentative, at_ms: 900 };
        assert_eq!(event, Some(expected));
        assert!(showing.shows(1) && !showing.shows(0));
        assert_eq!(showing.news(TakeId(1), 990), None, "it stands there");
    }

    #[test]
    fn who_begins_anew_takes_nothing_back() {
        let mut showing = Showing::default();
        let live = |committed: &str, tentative: &str| Live {
            committed: committed.to_owned(),
            tentative: tentative.to_owned(),
        };
        showing.live(0, &live("one two", " three"));
        showing.live(0, &live("", "one"));
        assert_eq!(showing.last, live("one two", ""));
        showing.hypothesis(0, "one two three", false);
        assert_eq!(showing.last, live("one two", " three"));
        showing.live(1, &live("", "four"));
        assert_eq!(showing.last, live("", "four"));
    }

    #[test]
    fn what_a_stream_says_is_shown_as_it_is() {
        let live = Live { committed: "one".to_owned(), tentative: " tw".to_owned() };
        let mut showing = Showing::default();
        showing.live(0, &Live::default());
        assert_eq!(showing.news(TakeId(1), 300), None, "nothing was said yet");
        showing.live(0, &live);
        let Live { committed, tentative } = live;
        let expected =
            Event::Interim { take: TakeId(1), piece: 0, committed, tentative, at_ms: 600 };
        assert_eq!(showing.news(TakeId(1), 600), Some(expected));
        assert!(showing.shows(0));
    }
}
