//! How much of what was said before a model is told. Pure.

/// A model that takes a context needs a sentence or two of it; more costs time in each decode and
/// room for the text.
const LONGEST: usize = 200;

/// The end of `text`, at most about 200 characters: from the start of a sentence where one begins
/// in it, else from the start of a word. What a model is told of its context is this.
pub fn tail(text: &str) -> &str {
    let text = text.trim();
    let Some((cut, _)) = text.char_indices().rev().nth(LONGEST - 1).filter(|(at, _)| *at > 0)
    else {
        return text;
    };
    let whole_word = text[..cut].chars().next_back().is_some_and(char::is_whitespace);
    let rest = &text[cut..];
    let sentence = rest.char_indices().find_map(|(at, c)| {
        let after = &rest[at + c.len_utf8()..];
        let ends = match c {
            '.' | '!' | '?' | '…' => after.starts_with(char::is_whitespace),
            '。' | '！' | '？' => true,
            _ => false,
        };
        (ends && !after.trim_start().is_empty()).then_some(after)
    });
    let word = || match rest.split_once(char::is_whitespace) {
        Some((_, words)) if !whole_word => words,
        // Scripts without spaces have no place that is better than any other.
        _ => rest,
    };
    sentence.unwrap_or_else(word).trim_start()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_short_stays_whole() {
        assert_eq!(tail("  We begin. Then we go on.  "), "We begin. Then we go on.");
        assert_eq!(tail(&"x".repeat(200)), "x".repeat(200));
        assert_eq!(tail(""), "");
    }

    #[test]
    fn what_is_long_begins_with_a_sentence() {
        let sentence = "Nobody knows how many of 3.5 people will come to the harbour tonight.";
        let text = [sentence; 5].join(" ");
        assert_eq!(tail(&text), [sentence; 2].join(" "));
    }

    #[test]
    fn without_a_sentence_it_begins_with_a_word() {
        let text = "harbour ".repeat(60);
        assert_eq!(tail(&text), text[..200].trim());
        assert_eq!(tail(&format!("{text}x")), format!("{}x", &text[..192]));
    }

    #[test]
    fn scripts_without_spaces_are_cut_too() {
        let text = "うちの中学は弁当制で持っていけない。".repeat(20);
        assert_eq!(tail(&text), "うちの中学は弁当制で持っていけない。".repeat(11));
        assert_eq!(tail(&"語".repeat(500)), "語".repeat(200));
    }

    proptest! {
        #[test]
        fn it_is_an_end_of_the_text_and_never_too_long(text in "([a-zé語。.]{0,9}[ \n]?){0,80}") {
            let end = tail(&text);
            prop_assert!(text.trim().ends_with(end));
            prop_assert!(end.chars().count() <= LONGEST);
            prop_assert!(!end.is_empty() || text.trim().is_empty());
        }
    }
}
