//! Hypotheses of something that is still being said → text that does not flicker. Pure.
//!
//! Each hypothesis is a decode of all that was said so far, and the next one may change any word.
//! What two of them in a row agree on is committed (LocalAgreement-2, Liu et al. 2020) and never
//! taken back before the final. The rest is shown as tentative. Words are compared without case
//! and punctuation, in scripts without spaces character by character; a word that stays keeps the
//! form in which it was first shown, so that nothing moves that is there.

use crate::recognise::Live;
use crate::words::words;

/// The text of one phrase while it is being said.
#[derive(Clone, Debug, Default)]
pub struct Stable {
    /// What is shown.
    shown: Vec<Token>,
    /// How many of them are committed.
    committed: usize,
}

/// A word and what stands between it and the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Token {
    key: String,
    text: String,
}

impl Stable {
    /// Takes in the next hypothesis and says what is to be shown now. If the audio was `cut` in
    /// the middle of speech, the last word may be half of one, and is left out.
    pub fn push(&mut self, hypothesis: &str, cut: bool) -> Live {
        let mut next = tokens(hypothesis);
        if cut {
            next.pop();
        }
        let rest = self.rest(next);
        let tentative = &self.shown[self.committed..];
        let agreed = tentative.iter().zip(&rest).take_while(|(a, b)| a.key == b.key).count();
        let begin = self.committed;
        self.committed += agreed;
        self.shown.truncate(self.committed);
        self.shown.extend(rest.into_iter().skip(self.committed - begin));
        self.live()
    }

    /// What of a hypothesis follows what is committed. Where it changes a committed word, that
    /// is passed over: the words that are most like the committed ones stand for them.
    fn rest(&self, mut hypothesis: Vec<Token>) -> Vec<Token> {
        let at = like(&self.shown[..self.committed], &hypothesis);
        hypothesis.split_off(at)
    }

    fn live(&self) -> Live {
        let text = |tokens: &[Token]| tokens.iter().map(|token| token.text.as_str()).collect();
        let (committed, tentative) = self.shown.split_at(self.committed);
        Live { committed: text(committed), tentative: text(tentative) }
    }
}

/// The words of a text, each with what leads to it. What follows the last one is left out: while
/// somebody speaks, nobody knows how the sentence ends.
fn tokens(text: &str) -> Vec<Token> {
    let text = text.trim();
    let mut end = 0;
    let token = |word: crate::words::Word| {
        let token = Token { key: word.key, text: text[end..word.place.end].to_owned() };
        end = word.place.end;
        token
    };
    words(text).into_iter().map(token).collect()
}

/// How many tokens from the front of `hypothesis` are most like all of `committed`: the fewest
/// words to change, and of those the length that is nearest.
fn like(committed: &[Token], hypothesis: &[Token]) -> usize {
    let mut row: Vec<usize> = (0..=hypothesis.len()).collect();
    for (count, token) in committed.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = count + 1;
        for (at, other) in hypothesis.iter().enumerate() {
            let change = diagonal + usize::from(token.key != other.key);
            diagonal = row[at + 1];
            row[at + 1] = change.min(diagonal + 1).min(row[at] + 1);
        }
    }
    let distance = |at: &usize| (row[*at], at.abs_diff(committed.len()));
    (0..=hypothesis.len()).min_by_key(distance).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Each hypothesis as it is shown, with a bar behind what is committed.
    fn story(hypotheses: &[&str]) -> Vec<String> {
        let mut stable = Stable::default();
        let show = |live: Live| format!("{}|{}", live.committed, live.tentative);
        hypotheses.iter().map(|text| show(stable.push(text, false))).collect()
    }

    #[test]
    fn what_two_in_a_row_agree_on_is_committed() {
        assert_eq!(
            story(&["We went", "We went to", "We went two steps", "We went two steps down."]),
            ["|We went", "We went| to", "We went| two steps", "We went two steps| down"]
        );
    }

    #[test]
    fn a_word_that_stays_keeps_its_form_and_a_changed_one_is_shown_as_it_is_now() {
        assert_eq!(
            story(&["hello world.", "Hello, world, how", "Hello, World how are"]),
            ["|hello world", "hello world|, how", "hello world, how| are"]
        );
    }

    #[test]
    fn a_hypothesis_that_changes_what_is_committed_changes_nothing_of_it() {
        assert_eq!(
            story(&["one two three", "one two three", "won two three four"]),
            ["|one two three", "one two three|", "one two three| four"]
        );
        assert_eq!(
            story(&["one two three", "one two three", "one and two three four"])[2],
            "one two three| four"
        );
    }

    #[test]
    fn a_hypothesis_that_begins_anew_goes_on_behind_what_is_committed() {
        assert_eq!(story(&["one", "one", "six seven"])[2], "one| seven");
        assert_eq!(story(&["one", "one", ""])[2], "one|");
    }

    #[test]
    fn the_last_word_of_what_was_cut_is_not_shown() {
        let mut stable = Stable::default();
        assert_eq!(stable.push("we are almo", true).tentative, "we are");
        assert_eq!(stable.push("we are almost there", true).committed, "we are");
        assert_eq!(stable.push("we", true).tentative, "");
    }

    #[test]
    fn scripts_without_spaces_are_committed_by_the_character() {
        assert_eq!(
            story(&["東京へ", "東京に行", "東京に行く。"]),
            ["|東京へ", "東京|に行", "東京に行|く"]
        );
    }

    #[test]
    fn nothing_said_is_nothing_shown() {
        assert_eq!(story(&["", " … ", "so"]), ["|", "|", "|so"]);
    }

    proptest! {
        /// Field case 24, for any hypotheses.
        #[test]
        fn committed_text_only_grows(
            hypotheses in prop::collection::vec(("([abc]{1,2}[ ,.]{1,2}){0,6}", any::<bool>()), 0..12)
        ) {
            let mut stable = Stable::default();
            let mut before = String::new();
            for (text, cut) in hypotheses {
                let live = stable.push(&text, cut);
                prop_assert!(live.committed.starts_with(&before), "{before:?} {live:?}");
                before = live.committed;
            }
        }

        /// What is shown is made of the words of the hypothesis where nothing is committed yet.
        #[test]
        fn the_first_hypothesis_is_shown_whole(text in "([abé]{1,3} ){0,5}") {
            let live = Stable::default().push(&text, false);
            prop_assert_eq!(live.committed + &live.tentative, text.trim());
        }
    }
}
