//! What is shown of a piece while it is being said.

use crate::event::{Event, TakeId};
use crate::recognise::Live;
use crate::stable::Stable;

/// The piece that is shown now. One begins anew with every piece.
#[derive(Debug, Default)]
pub(super) struct Showing {
    piece: u32,
    stable: Stable,
    last: Live,
}

impl Showing {
    /// Takes in a hypothesis of this piece; see [`Stable::push`].
    pub(super) fn hypothesis(&mut self, piece: u32, text: &str, cut: bool) -> &mut Self {
        self.turn_to(piece);
        self.last = self.stable.push(text, cut);
        self
    }

    /// Takes in what a model says that is fed.
    pub(super) fn live(&mut self, piece: u32, live: &Live) -> &mut Self {
        self.turn_to(piece);
        self.last = live.clone();
        self
    }

    /// Whether words of this piece stand before a person.
    pub(super) fn shows(&self, piece: u32) -> bool {
        self.piece == piece && self.last != Live::default()
    }

    /// What is shown now, up to this audio time, as an event.
    pub(super) fn event(&self, take: TakeId, at_ms: u64) -> Event {
        let Live { committed, tentative } = self.last.clone();
        Event::Interim { take, piece: self.piece, committed, tentative, at_ms }
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
        let event = showing.event(TakeId(1), 900);
        let (committed, tentative) = (String::new(), "one two".to_owned());
        let expected =
            Event::Interim { take: TakeId(1), piece: 1, committed, tentative, at_ms: 900 };
        assert_eq!(event, expected);
        assert!(showing.shows(1) && !showing.shows(0));
    }

    #[test]
    fn what_a_stream_says_is_shown_as_it_is() {
        let live = Live { committed: "one".to_owned(), tentative: " tw".to_owned() };
        let mut showing = Showing::default();
        assert!(!showing.shows(0));
        assert_eq!(showing.live(0, &live).last, live);
        assert!(showing.shows(0));
    }
}
