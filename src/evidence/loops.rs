//! Repetitions that no person speaks: a model that fell into a loop.

use crate::words::{Word, words};

/// Longest sequence, in words, that is looked for. A sentence of a script without spaces has
/// about twice as many characters as another one has words.
const LONGEST: usize = 24;

/// `text` with every loop said once. What might be a person's own repetition ("no, no, no, no")
/// is left alone, unless nobody had the time to say it all (`hurried`).
pub(super) fn collapse(text: &str, hurried: bool) -> String {
    let words = words(text);
    let mut kept = String::new();
    let mut from = 0;
    let mut at = 0;
    while at < words.len() {
        let Some(found) = Repetition::at(&words[at..], hurried) else {
            at += 1;
            continue;
        };
        let once = words[at + found.length - 1].place.end;
        let all = words[at + found.covered - 1].place.end;
        kept.push_str(&text[from..once]);
        from = all;
        at += found.covered;
    }
    kept.push_str(&text[from..]);
    kept
}

/// Whether a model seems to have repeated itself, though it may still be what was said: reason
/// enough to have another look, not to take anything out.
pub fn is_repetitive(text: &str) -> bool {
    let words = words(text);
    (0..words.len()).any(|at| Repetition::at(&words[at..], true).is_some())
}

/// A sequence that is said again and again.
struct Repetition {
    /// Words in the sequence.
    length: usize,
    /// Words in all of its occurrences, a last one that breaks off included.
    covered: usize,
}

impl Repetition {
    /// The repetition that begins with the first of `words`, with the shortest sequence.
    fn at(words: &[Word], hurried: bool) -> Option<Self> {
        (1..=LONGEST.min(words.len() / 2)).find_map(|length| {
            let same = |&n: &usize| words[n].key == words[n % length].key;
            let run = (0..words.len()).take_while(same).count();
            let enough = run / length >= enough(length, hurried);
            let ends = run == words.len();
            let covered = if ends { run } else { run - run % length };
            enough.then_some(Self { length, covered })
        })
    }
}

/// How often a sequence of so many words must stand in a row to be a loop. People do repeat
/// themselves: single words and pairs ("ha ha ha ha", "come on, come on") up to a dozen times,
/// whole clauses two or three times. Models go on until they are stopped.
fn enough(length: usize, hurried: bool) -> usize {
    match (length, hurried) {
        (1, true) => 5,
        (1, false) => 12,
        (2 | 3, true) => 4,
        (2 | 3, false) => 6,
        (_, true) => 3,
        (_, false) => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_repeat_survives() {
        for text in [
            "No, no, no, no, no!",
            "It is very very very very good.",
            "Ha ha ha ha ha ha ha ha",
            "Come on, come on, come on, come on!",
            "Thank you, thank you, thank you.",
            "I don't know. I don't know. I don't know.",
            "What are you doing? What are you doing? What are you doing?",
            "zero zero zero zero one zero zero zero",
            "はははははは",
            "だめだめだめだめ",
        ] {
            assert_eq!(collapse(text, false), text);
        }
    }

    #[test]
    fn loops_are_said_once() {
        let cases = [
            ("the the the the the the the the the the the the", "the"),
            (
                "Yes. I think so, I think so, I think so, I think so, I think so, I think so.",
                "Yes. I think so.",
            ),
            ("a b c d. A b c d. a B c d! a b c d? The end", "a b c d? The end"),
            (
                "one two three four one two three four one two three four one two three four one two",
                "one two three four",
            ),
            ("次へ進みます。次へ進みます。次へ進みます。次へ進みます。", "次へ進みます。"),
        ];
        for (text, once) in cases {
            assert_eq!(collapse(text, false), once);
        }
    }

    #[test]
    fn in_a_hurry_less_is_enough() {
        let cases = [
            ("no no no no no", "no"),
            ("go on go on go on go on", "go on"),
            ("so we went home so we went home so we went home", "so we went home"),
        ];
        for (text, once) in cases {
            assert_eq!(collapse(text, true), once);
            assert!(is_repetitive(text));
            assert_eq!(collapse(text, false), text);
        }
        for text in ["no no no", "ha ha ha ha", "bye bye bye", "we went home so we went home"] {
            assert_eq!(collapse(text, true), text);
            assert!(!is_repetitive(text));
        }
    }

    #[test]
    fn the_shortest_sequence_counts() {
        assert_eq!(collapse(&"ha ".repeat(11), false).split_whitespace().count(), 11);
        assert_eq!(collapse(&"tick tock ".repeat(5), false).split_whitespace().count(), 10);
        assert_eq!(collapse(&"tick tock ".repeat(30), false), "tick tock ");
    }

    #[test]
    fn two_loops_in_one_text_are_both_found() {
        let text = format!("{}Then {}end", "a b c d ".repeat(5), "x y z w ".repeat(4));
        assert_eq!(collapse(&text, false), "a b c d Then x y z w end");
    }
}
