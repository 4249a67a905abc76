//! Type or paste? Pure.

use std::collections::HashSet;
use std::time::Duration;

use super::layout::Layout;

/// Distinct characters without a key that are typed at most. Each is lent a key for a while;
/// with more of them keys are lent again before the window has looked them up (measured:
/// Japanese 0 of 6 right, with 5 at a time 6 of 6).
const LENT: usize = 5;

/// What would take longer to type than this is pasted.
const LONGEST: Duration = Duration::from_secs(3);

/// Typing time of a character that has a key: 250 a second at the slowest that was measured.
const KEY: Duration = Duration::from_millis(4);

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

/// The way that brings exactly this text, and in good time.
pub(super) fn choose(text: &str, layout: &Layout) -> Way {
    let Layout { caps_lock, second, keys } = layout;
    let has_key = |c: char| match keys {
        Some(keys) => keys.stroke(c).is_some(),
        None => c.is_ascii(),
    };
    let lent = text.chars().filter(|&c| c != '\n' && !has_key(c)).collect::<HashSet<_>>().len();
    let most = keys.as_ref().map_or(LENT, |keys| keys.free.min(LENT));
    let exact = !caps_lock && !second && lent <= most && text.chars().all(is_typed);
    let time: Duration = text.chars().map(|c| if has_key(c) { KEY } else { OTHER }).sum();
    if exact && time <= LONGEST { Way::Type } else { Way::Paste }
}

/// Whether one key press can stand for it everywhere: printed ASCII, Latin letters, and the
/// quotes, dashes and signs that go with them. Other scripts may need input methods, and some
/// of their characters are several code points that belong together.
fn is_typed(c: char) -> bool {
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
    use crate::deliver::layout::Keys;

    fn plain(text: &str) -> Way {
        choose(text, &Layout::default())
    }

    /// A keyboard with small letters and so many keys to lend.
    fn letters(free: usize) -> Layout {
        let letters: Vec<[u32; 1]> = ('a'..='z').map(|c| [u32::from(c)]).collect();
        let spare = std::iter::repeat_n(&[0_u32][..], free);
        let rows: Vec<&[u32]> = letters.iter().map(|row| &row[..]).chain(spare).collect();
        Layout { keys: Some(Keys::new(9, &rows)), ..Layout::default() }
    }

    #[test]
    fn a_sentence_with_umlauts_is_typed() {
        assert_eq!(plain("Das heißt: \"schön grün\", ähnlich.\n"), Way::Type);
        assert_eq!(plain(""), Way::Type);
    }

    #[test]
    fn many_characters_without_a_key_are_pasted() {
        assert_eq!(plain("äöüßé äöüßé"), Way::Type);
        assert_eq!(plain("äöüßéè"), Way::Paste);
    }

    #[test]
    fn what_has_a_key_is_seen_where_keys_are_seen() {
        assert_eq!(choose("abcdefg\n", &letters(0)), Way::Type);
        assert_eq!(choose("Abcdefg", &letters(0)), Way::Paste);
        assert_eq!(choose("ABcdefg", &letters(2)), Way::Type);
        assert_eq!(choose("ABCDEF", &letters(200)), Way::Paste);
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
        assert_eq!(choose("a", &Layout { caps_lock: true, ..Layout::default() }), Way::Paste);
        assert_eq!(choose("a", &Layout { second: true, ..Layout::default() }), Way::Paste);
    }
}
