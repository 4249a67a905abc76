//! Type or paste? Pure.

use std::collections::HashSet;
use std::time::Duration;

/// Distinct characters outside ASCII that may be typed by one set of hands. Each takes a key
/// of its own for a while; with more of them, keys were taken back before the window had looked
/// them up (measured: Japanese 0 of 6 right, 6 of 6 when the hands are changed after 5).
pub(super) const DISTINCT: usize = 5;

/// What would take longer to type than this is pasted.
const LONGEST: Duration = Duration::from_secs(3);

/// Typing time of an ASCII character: 250 a second at the slowest that was measured.
const ASCII: Duration = Duration::from_millis(4);

/// Typing time of another character: 50 a second at the slowest that was measured.
const OTHER: Duration = Duration::from_millis(20);

/// How a text reaches the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Key by key.
    Type,
    /// By the clipboard.
    Paste,
}

/// What about the keyboard changes what a key writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Layout {
    /// Caps Lock turns small letters into capitals.
    pub(super) caps_lock: bool,
    /// A layout other than the first is in use; keys are looked up in the first.
    pub(super) second: bool,
}

/// The way that brings exactly this text, and in good time.
pub(super) fn choose(text: &str, layout: Layout) -> Way {
    let exact = layout == Layout::default()
        && text.chars().all(is_a_key)
        && text.chars().filter(|c| !c.is_ascii()).collect::<HashSet<_>>().len() <= DISTINCT;
    let time: Duration = text.chars().map(|c| if c.is_ascii() { ASCII } else { OTHER }).sum();
    if exact && time <= LONGEST { Way::Type } else { Way::Paste }
}

/// Whether one key press can stand for it everywhere: printed ASCII, Latin letters, and the
/// quotes, dashes and signs that go with them. Other scripts may need input methods, and some
/// of their characters are several code points that belong together.
fn is_a_key(c: char) -> bool {
    matches!(c, '\n' | ' '..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{24f}')
        || matches!(
            c,
            '–' | '—'
                | '‘'
                | '’'
                | '‚'
                | '“'
                | '”'
                | '„'
                | '•'
                | '…'
                | '‹'
                | '›'
                | '€'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Way {
        choose(text, Layout::default())
    }

    #[test]
    fn a_sentence_with_umlauts_is_typed() {
        assert_eq!(plain("Das heißt: \"schön grün\", ähnlich.\n"), Way::Type);
        assert_eq!(plain(""), Way::Type);
    }

    #[test]
    fn many_foreign_characters_are_pasted() {
        assert_eq!(plain("äöüßé äöüßé"), Way::Type);
        assert_eq!(plain("äöüßéè"), Way::Paste);
    }

    #[test]
    fn what_no_key_stands_for_is_pasted() {
        for text in
            ["Привет", "東京", "हिन्दी", "👩‍🚀", "e\u{301}", "soft\u{ad}hyphen", "a\tb", "a\r\n"]
        {
            assert_eq!(plain(text), Way::Paste, "{text:?}");
        }
    }

    #[test]
    fn what_takes_over_three_seconds_is_pasted() {
        assert_eq!(plain(&"a".repeat(750)), Way::Type);
        assert_eq!(plain(&"a".repeat(751)), Way::Paste);
        assert_eq!(plain(&"ä".repeat(150)), Way::Type);
        assert_eq!(plain(&"ä".repeat(151)), Way::Paste);
    }

    #[test]
    fn a_keyboard_that_changes_letters_is_not_typed_on() {
        assert_eq!(choose("a", Layout { caps_lock: true, second: false }), Way::Paste);
        assert_eq!(choose("a", Layout { caps_lock: false, second: true }), Way::Paste);
    }
}
