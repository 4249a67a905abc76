//! The words of a text, without case and punctuation, whatever the script.

use std::ops::Range;

/// A word; in scripts that put no spaces between words, one character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Lower-case letters and digits, to compare by.
    pub key: String,
    /// Where it stands in the text, in bytes.
    pub place: Range<usize>,
}

/// The words of `text` in order. Apostrophes belong to words ("don't"); hyphens do not.
pub fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut chars = text.char_indices().peekable();
    let mut open = false;
    while let Some((at, c)) = chars.next() {
        let place = at..at + c.len_utf8();
        let joins = is_apostrophe(c) && chars.peek().is_some_and(|(_, c)| c.is_alphanumeric());
        match words.last_mut() {
            Some(word) if open && (joins || is_inside_word(c)) => extend(word, c, place.end),
            Some(word) if word.place.end == at && is_mark(c) => extend(word, c, place.end),
            _ if c.is_alphanumeric() => words.push(Word { key: lower(c), place }),
            _ => {}
        }
        open = (open && joins) || is_inside_word(c);
    }
    words
}

/// The keys of [`words`], for lists that are compared with many texts.
pub fn keys(text: &str) -> Vec<String> {
    words(text).into_iter().map(|word| word.key).collect()
}

/// Whether this is a letter of a script that puts no spaces between words.
pub fn is_spaceless(c: char) -> bool {
    is_ideographic(c)
        || matches!(c, '\u{0E00}'..='\u{0EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}')
}

/// Han and Kana, where a letter is a syllable or more, and their full-width punctuation.
pub fn is_ideographic(c: char) -> bool {
    matches!(c,
        '\u{2E80}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF00}'..='\u{FF60}'
        | '\u{FF66}'..='\u{FF9D}' | '\u{20000}'..='\u{3FFFF}')
}

/// Whether the character goes on a word that is written without spaces inside.
fn is_inside_word(c: char) -> bool {
    (c.is_alphanumeric() || is_mark(c)) && !is_spaceless(c)
}

fn extend(word: &mut Word, c: char, end: usize) {
    if !is_apostrophe(c) {
        word.key.push_str(&lower(c));
    }
    word.place.end = end;
}

fn lower(c: char) -> String {
    c.to_lowercase().collect()
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’')
}

/// Signs that belong to the letter before them and are no letters themselves: accents, viramas,
/// points, tone marks, joiners.
fn is_mark(c: char) -> bool {
    matches!(c,
        '\u{0300}'..='\u{036F}' | '\u{0591}'..='\u{05C7}' | '\u{0610}'..='\u{061A}'
        | '\u{064B}'..='\u{065F}' | '\u{0E31}' | '\u{0E34}'..='\u{0E3A}' | '\u{0E47}'..='\u{0E4E}'
        | '\u{0EB1}' | '\u{0EB4}'..='\u{0EBC}' | '\u{0EC8}'..='\u{0ECD}' | '\u{102B}'..='\u{103E}'
        | '\u{17B4}'..='\u{17D3}' | '\u{200C}' | '\u{200D}' | '\u{3099}' | '\u{309A}')
        || matches!(c, '\u{0900}'..='\u{0DFF}' if matches!(u32::from(c) & 0x7F, 0x4D | 0x3C))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> String {
        keys(text).join("|")
    }

    #[test]
    fn words_have_no_case_and_no_punctuation() {
        assert_eq!(split("Hello,  WORLD! It's 10:30."), "hello|world|its|10|30");
        assert_eq!(split("well-known «Straße» Жук"), "well|known|straße|жук");
        assert_eq!(split("the dogs' 'bone' rock ’n’ roll"), "the|dogs|bone|rock|n|roll");
        assert_eq!(split(" … — ♪"), "");
    }

    #[test]
    fn scripts_without_spaces_give_one_word_a_character() {
        assert_eq!(split("東京へ、行く。"), "東|京|へ|行|く");
        assert_eq!(split("我用Python写"), "我|用|python|写");
        assert_eq!(split("ตู้"), "ตู้");
    }

    #[test]
    fn marks_stay_with_their_letter() {
        assert_eq!(split("हिन्दी भाषा"), "हिन्दी|भाषा");
        assert_eq!(split("e\u{301}te\u{301} шу\u{301}м"), "e\u{301}te\u{301}|шу\u{301}м");
    }

    #[test]
    fn a_word_knows_where_it_stands() {
        let text = "„Don't“, é";
        let places: Vec<_> = words(text).into_iter().map(|w| &text[w.place]).collect();
        assert_eq!(places, ["Don't", "é"]);
    }
}
