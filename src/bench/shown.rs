//! What a reader sees of a text while it is spoken: how much of it is taken back, and how much
//! is there before it is final. Pure.

use std::collections::BTreeMap;

use crate::event::Event;
use crate::words::keys;

/// What was shown of the pieces of a take.
///
/// The hypotheses of a piece are what is shown of it, one after the other: `committed` and
/// `tentative` of each interim, and its final as the last one. Words are compared without case
/// and punctuation. Between two hypotheses, words have to be deleted from the end of the earlier
/// one until it is a prefix of the later one: those are erased. Normalised erasure is all that
/// is erased over the words of the finals: the usual measure of how much live text flickers
/// (0: it only ever grows; 1: each word is deleted once).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// Words that were shown and deleted again.
    pub erased: usize,
    /// How often `committed` did not begin with what was committed before.
    pub changes: usize,
    /// The words of each final, and how many of them were shown before it, by piece.
    pub pieces: BTreeMap<u32, Piece>,
}

/// The words of a final.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// All of them.
    pub words: usize,
    /// Those that stood in the last interim, in their order.
    pub before: usize,
}

/// A piece that is not final.
#[derive(Default)]
struct Open {
    committed: String,
    words: Vec<String>,
}

impl Shown {
    /// What the events of one take show.
    pub fn of<'a>(events: impl IntoIterator<Item = &'a Event>) -> Self {
        let mut shown = Self::default();
        let mut open = BTreeMap::<u32, Open>::new();
        for event in events {
            match event {
                Event::Interim { piece, committed, tentative, .. } => {
                    let words = keys(&format!("{committed}{tentative}"));
                    shown.interim(open.entry(*piece).or_default(), committed, words);
                }
                Event::Final(last) => {
                    let before = open.remove(&last.piece).unwrap_or_default();
                    shown.last(last.piece, &before.words, &keys(&last.text));
                }
                _ => {}
            }
        }
        // What never became final is gone from the screen in the end.
        shown.erased += open.values().map(|piece| piece.words.len()).sum::<usize>();
        shown
    }

    fn interim(&mut self, piece: &mut Open, committed: &str, words: Vec<String>) {
        self.changes += usize::from(!committed.starts_with(&piece.committed));
        self.erased += erased(&piece.words, &words);
        *piece = Open { committed: committed.to_owned(), words };
    }

    fn last(&mut self, piece: u32, before: &[String], words: &[String]) {
        self.erased += erased(before, words);
        let before = common(before, words);
        self.pieces.insert(piece, Piece { words: words.len(), before });
    }
}

/// How many words of the earlier text are not in the prefix that both share.
fn erased(earlier: &[String], later: &[String]) -> usize {
    earlier.len() - earlier.iter().zip(later).take_while(|(one, other)| one == other).count()
}

/// Length of the longest common subsequence.
fn common(one: &[String], other: &[String]) -> usize {
    let mut row = vec![0; other.len() + 1];
    for word in one {
        let mut diagonal = 0;
        for (place, candidate) in other.iter().enumerate() {
            let both = if word == candidate { diagonal + 1 } else { row[place] };
            diagonal = row[place + 1];
            row[place + 1] = both.max(diagonal);
        }
    }
    row[other.len()]
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::event::{Cause, Final, TakeId};

    pub(in crate::bench) fn interim(piece: u32, committed: &str, tentative: &str) -> Event {
        let (committed, tentative) = (committed.to_owned(), tentative.to_owned());
        Event::Interim { take: TakeId(1), piece, committed, tentative, at_ms: 0 }
    }

    pub(in crate::bench) fn last(piece: u32, text: &str) -> Event {
        Event::Final(Final {
            take: TakeId(1),
            piece,
            text: text.to_owned(),
            language: None,
            start_ms: 0,
            end_ms: 0,
            latency_ms: 0,
            decode_ms: 0,
            cause: Cause::Pause,
            partial: false,
        })
    }

    fn piece(words: usize, before: usize) -> Piece {
        Piece { words, before }
    }

    #[test]
    fn what_only_grows_erases_nothing() {
        let log =
            [interim(0, "", "we"), interim(0, "We", " agreed"), last(0, "We agreed, on Friday.")];
        let shown = Shown::of(&log);
        assert_eq!((shown.erased, shown.changes), (0, 0));
        assert_eq!(shown.pieces[&0], piece(4, 2));
    }

    #[test]
    fn words_behind_the_first_one_that_differs_are_deleted() {
        let log = [
            interim(0, "", "we read to freeze"),
            interim(0, "We", " agreed to freeze"),
            last(0, "We agreed to free it"),
        ];
        let shown = Shown::of(&log);
        assert_eq!(shown.erased, 3 + 1);
        assert_eq!(shown.pieces[&0], piece(5, 3));
    }

    #[test]
    fn pieces_are_apart_and_one_without_a_final_is_gone() {
        let log = [interim(1, "", "one two"), last(0, "zero"), interim(2, "", "x"), last(1, "one")];
        let shown = Shown::of(&log);
        assert_eq!(shown.erased, 1 + 1);
        assert_eq!(shown.pieces, BTreeMap::from([(0, piece(1, 0)), (1, piece(1, 1))]));
    }

    #[test]
    fn committed_text_that_changes_is_counted() {
        let log = [
            interim(0, "We", ""),
            interim(0, "We agreed", ""),
            interim(0, "We are", " here"),
            interim(0, "", "We are here"),
            last(0, "I am here"),
        ];
        assert_eq!(Shown::of(&log).changes, 2);
    }

    /// What is committed of a text and the rest of what is shown, from a list of words.
    fn growing(words: &[String], shown: &[(usize, usize)]) -> Vec<Event> {
        let mut committed = 0;
        let mut until = 0;
        let mut log = Vec::new();
        for (more_committed, more) in shown {
            until = (until + more).min(words.len());
            committed = (committed + more_committed).min(until);
            let fixed: String = words[..committed].iter().map(|word| format!("{word} ")).collect();
            log.push(interim(0, &fixed, &words[committed..until].join(" ")));
        }
        log.push(last(0, &words.join(" ")));
        log
    }

    proptest! {
        #[test]
        fn a_log_that_only_grows_erases_nothing(
            words in prop::collection::vec("[a-c]{1,2}", 0..12),
            shown in prop::collection::vec((0usize..4, 0usize..4), 0..6),
        ) {
            let log = growing(&words, &shown);
            let seen = Shown::of(&log);
            prop_assert_eq!((seen.erased, seen.changes), (0, 0));
            let until = shown.iter().map(|(_, more)| more).sum::<usize>().min(words.len());
            prop_assert_eq!(seen.pieces[&0], piece(words.len(), until));
        }

        #[test]
        fn no_more_is_erased_than_was_shown(
            texts in prop::collection::vec("[ab ]{0,8}", 0..6), end in "[ab ]{0,8}",
        ) {
            let mut log: Vec<Event> = texts.iter().map(|text| interim(0, "", text)).collect();
            log.push(last(0, &end));
            let seen = Shown::of(&log);
            let most: usize = texts.iter().map(|text| keys(text).len()).sum();
            prop_assert!(seen.erased <= most);
            let Piece { words, before } = seen.pieces[&0];
            prop_assert!(before <= words);
            prop_assert!(before <= texts.last().map_or(0, |text| keys(text).len()));
        }

        #[test]
        fn order_and_pieces_of_others_change_nothing(
            texts in prop::collection::vec("[ab ]{0,8}", 1..6),
        ) {
            let alone: Vec<Event> = texts.iter().map(|text| interim(0, "", text)).collect();
            let with_others: Vec<Event> = alone
                .iter()
                .flat_map(|event| [event.clone(), interim(1, "", "")])
                .collect();
            prop_assert_eq!(Shown::of(&alone).erased, Shown::of(&with_others).erased);
        }
    }
}
