//! Word errors: how a text differs from what was said. Pure.
//!
//! Case and punctuation do not count, and a number is right in words and in digits. In scripts
//! that put no spaces between words each character is a word.

use super::spoken::spoken;
use crate::words::words;

/// A text against what was said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Words put in, left out or changed.
    pub errors: usize,
    /// Words that were said.
    pub said: usize,
    /// Words that were written.
    pub written: usize,
}

impl Score {
    /// Compares what was said with what was written.
    pub fn of(said: &str, written: &str) -> Self {
        let (said, written) = (compared(said), compared(written));
        Self { errors: distance(&said, &written), said: said.len(), written: written.len() }
    }
}

const SHORT_FORMS: [(&str, &str); 5] =
    [("mr", "mister"), ("mrs", "missus"), ("dr", "doctor"), ("st", "saint"), ("ok", "okay")];

/// "Three hundred and two pounds and ten pence" is said with and without "and".
const JOINTS: [&str; 7] =
    ["billion", "million", "thousand", "hundred", "pounds", "dollars", "euros"];

/// The words of a text in the one form in which they are compared.
fn compared(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace('’', "'").replace('%', " percent ");
    let text = spoken(&text.replace('&', " and "));
    let found: Vec<&str> = words(&text).into_iter().map(|word| full(&text[word.place])).collect();
    let joins = |at: usize| found[at] == "and" && at > 0 && JOINTS.contains(&found[at - 1]);
    (0..found.len()).filter(|at| !joins(*at)).map(|at| found[at].to_owned()).collect()
}

fn full(word: &str) -> &str {
    SHORT_FORMS.iter().find(|(short, _)| *short == word).map_or(word, |(_, full)| full)
}

/// Fewest words to put in, take out or change that turn one list into the other.
fn distance(said: &[String], written: &[String]) -> usize {
    let mut row: Vec<usize> = (0..=written.len()).collect();
    for (count, word) in said.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], count + 1);
        for (place, other) in written.iter().enumerate() {
            let change = diagonal + usize::from(word != other);
            diagonal = row[place + 1];
            row[place + 1] = change.min(diagonal + 1).min(row[place] + 1);
        }
    }
    row[written.len()]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn errors(said: &str, written: &str) -> usize {
        Score::of(said, written).errors
    }

    #[test]
    fn numbers_are_right_in_words_and_in_digits() {
        for (words, digits) in [
            ("three hundred and forty two pounds and sixty pence", "£342.60"),
            ("three hundred and forty two pounds and sixty pence", "£ 342.60"),
            ("seven dollars five euros", "$7 €5"),
            ("due on the fifteenth of March", "Due on the 15th of March."),
            ("the twenty-first, the third and the fortieth", "the 21st, the 3rd and the 40th"),
            ("the twelfth and the one hundred and ninth", "the 12th and the 109th"),
            ("one thousand two hundred and one people", "1,201 people"),
            ("two million and ten", "2,000,010"),
            ("three billion", "3000000000"),
            ("three point one four percent", "3.14%"),
            ("seven", "007"),
            ("Mister Jones came at eight", "Mr. Jones came at 8"),
            ("It’s okay and fine", "it's OK & fine"),
        ] {
            assert_eq!(errors(words, digits), 0, "{words} / {digits}");
            assert_eq!(errors(digits, words), 0, "{digits} / {words}");
        }
    }

    #[test]
    fn what_only_looks_like_one_number_is_several() {
        for (digits, words) in [
            ("1,20 1,2345", "one twenty one two thousand three hundred forty five"),
            ("£3.5 £ x", "three pounds five x"),
            ("1.2.3", "one point two three"),
            ("21stx 3rd_", "twenty one stx three rd"),
            ("10:30", "ten thirty"),
            ("99999999999999999999", &["nine"; 20].join(" ")),
        ] {
            assert_eq!(compared(digits).join(" "), words, "{digits}");
        }
    }

    #[test]
    fn each_word_too_many_too_few_or_wrong_counts_once() {
        let said = "We agreed to freeze the interface on Friday.";
        assert_eq!(errors(said, "we agreed to freeze the interface on friday"), 0);
        assert_eq!(errors(said, "we agreed to freeze the interfaces on friday"), 1);
        assert_eq!(errors(said, "we agreed freeze the interface on friday you"), 2);
        assert_eq!(Score::of(said, ""), Score { errors: 8, said: 8, written: 0 });
        assert_eq!(errors("342", "343"), 1);
        assert_eq!(errors("it's", "its"), 1);
    }

    #[test]
    fn where_there_are_no_spaces_characters_are_counted() {
        assert_eq!(
            Score::of("東京へ行く。", "東京に行く"),
            Score { errors: 1, said: 5, written: 5 }
        );
    }

    proptest! {
        #[test]
        fn errors_are_a_distance(said in "[a-d0-9£,. ]{0,20}", written in "[a-d0-9£,. ]{0,20}") {
            let score = Score::of(&said, &written);
            prop_assert_eq!(errors(&written, &said), score.errors);
            prop_assert_eq!(errors(&said, &said), 0);
            prop_assert!(score.errors >= score.said.abs_diff(score.written));
            prop_assert!(score.errors <= score.said.max(score.written));
        }
    }
}
