//! Finals to edits: what is appended to the text of a take, so that it reads as if it had been
//! typed. Pure.
//!
//! What was delivered is never taken back, so a piece can only be fitted to what stands before
//! it. The model's words and their case stay, but for two things that are certain: a listed term
//! is spelled as listed, and a small English word that goes on a sentence gets no capital.

mod spelling;

use crate::language::normalise;
use crate::words::{is_ideographic, is_spaceless};

use spelling::Spelling;

/// The text of one take, piece by piece.
#[derive(Clone, Debug, Default)]
pub struct Assembler {
    text: String,
    spelling: Spelling,
}

impl Assembler {
    /// A take begins; the terms of `vocabulary` are spelled as they stand there.
    ///
    /// Its text begins without a space: nothing is known of what stands at the cursor.
    pub fn new(vocabulary: &[String]) -> Self {
        Self { text: String::new(), spelling: Spelling::new(vocabulary) }
    }

    /// Takes in the text of the next piece and returns what is to be delivered for it: to be
    /// appended to all that was delivered before. Empty if there is nothing in the piece.
    pub fn push(&mut self, text: &str, language: Option<&str>) -> String {
        let text = self.preview(text, language);
        let space = if wants_space(&self.text, &text, language) { " " } else { "" };
        let edit = format!("{space}{text}");
        self.text.push_str(&edit);
        edit
    }

    /// The text of the next piece as it would be delivered, without what would lead to it.
    pub fn preview(&self, text: &str, language: Option<&str>) -> String {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.spelling.apply(&lowered(&self.text, text, language))
    }

    /// All of the take's text, as it was delivered.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// Whether a space belongs between two pieces.
fn wants_space(before: &str, after: &str, language: Option<&str>) -> bool {
    let (Some(last), Some(first)) = (before.chars().next_back(), after.chars().next()) else {
        return false;
    };
    if opens(last) || closes(first) || (is_spaceless(last) && is_spaceless(first)) {
        return false;
    }
    let meets_letter =
        |a: char, b: char| is_ideographic(a) && (b.is_alphanumeric() || is_spaceless(b));
    let mixed = meets_letter(last, first) || meets_letter(first, last);
    !(mixed && language.is_some_and(|code| matches!(normalise(code).as_str(), "zh" | "ja" | "yue")))
}

/// Signs that hold on to what follows them.
fn opens(c: char) -> bool {
    matches!(c, '(' | '[' | '{' | '«' | '‹' | '“' | '„' | '‚' | '¿' | '¡')
        || matches!(c, '「' | '『' | '（' | '【' | '《' | '〈')
}

/// Signs that hold on to what stands before them.
fn closes(c: char) -> bool {
    matches!(c, ')' | ']' | '}' | '»' | '›' | '”' | '.' | ',' | ';' | ':' | '!' | '?' | '…' | '%')
        || matches!(
            c,
            '」' | '』'
                | '）'
                | '】'
                | '》'
                | '〉'
                | '。'
                | '、'
                | '，'
                | '！'
                | '？'
                | '；'
                | '：'
        )
        || matches!(c, '،' | '؟' | '؛' | '।')
}

/// English words that are written small inside a sentence, whatever they mean. Models begin
/// every piece with a capital, and a piece that was cut in mid-sentence begins with such a word
/// more often than not.
const SMALL: &str =
    " after although an and are as at because before but by for from had has have if in
    into is nor of on or our since so than that the their them then there these they this those to
    was we were when where which while who whose with without you your ";

/// `text` without the capital of its first word, if that surely goes on the sentence `before`.
fn lowered(before: &str, text: String, language: Option<&str>) -> String {
    let is_english = language.is_some_and(|code| normalise(code) == "en");
    let goes_on = before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ',' | ';'));
    let mut words = text.split(' ');
    let first = words.next().unwrap_or_default();
    let is_name = words.next().is_some_and(|next| next.starts_with(char::is_uppercase));
    if is_english && goes_on && !is_name && is_small(first) {
        text[..1].to_lowercase() + &text[1..]
    } else {
        text
    }
}

/// Whether the word is one of [`SMALL`] with a capital, and nothing but the first letter is one.
fn is_small(word: &str) -> bool {
    let word = word.trim_end_matches(',');
    word.starts_with(|c: char| c.is_ascii_uppercase())
        && word.chars().skip(1).all(|c| c.is_ascii_lowercase())
        && SMALL.split_whitespace().any(|small| word.eq_ignore_ascii_case(small))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pieces as they are delivered, with a bar at each joint.
    fn joined(pieces: &[&str], language: Option<&str>) -> String {
        let mut assembler = Assembler::new(&[]);
        let edits: Vec<_> = pieces.iter().map(|piece| assembler.push(piece, language)).collect();
        assert_eq!(edits.concat(), assembler.text());
        edits.join("|")
    }

    #[test]
    fn phrases_are_a_space_apart_and_none_is_left_at_the_end() {
        assert_eq!(
            joined(&[" Hello there. ", "How are\nyou?  "], Some("en")),
            "Hello there.| How are you?"
        );
        assert_eq!(joined(&["Привет.", "Как дела?"], Some("ru")), "Привет.| Как дела?");
        assert_eq!(joined(&["안녕하세요.", "반갑습니다."], Some("ko")), "안녕하세요.| 반갑습니다.");
    }

    #[test]
    fn an_empty_piece_changes_nothing() {
        assert_eq!(joined(&["", "One.", "  ", "Two."], Some("en")), "|One.|| Two.");
    }

    #[test]
    fn scripts_without_spaces_get_none() {
        assert_eq!(joined(&["東京へ行く。", "明日です。"], Some("ja")), "東京へ行く。|明日です。");
        assert_eq!(joined(&["我们", "走吧！"], None), "我们|走吧！");
        for [one, two] in [["สวัสดี", "ครับ"], ["ສະບາຍ", "ດີ"], ["សួស្តី", "ទេ"], ["မင်္ဂ", "လာပါ"]]
        {
            assert_eq!(joined(&[one, two], None), format!("{one}|{two}"));
        }
    }

    #[test]
    fn where_scripts_meet_the_language_of_the_piece_decides() {
        assert_eq!(joined(&["我用", "Python", "写。"], Some("zh")), "我用|Python|写。");
        assert_eq!(joined(&["He said", "東京"], Some("en")), "He said| 東京");
        assert_eq!(joined(&["Thank you.", "ありがとう"], Some("ja")), "Thank you.| ありがとう");
        assert_eq!(joined(&["ราคา", "500 บาท"], Some("th")), "ราคา| 500 บาท");
    }

    #[test]
    fn punctuation_holds_on_to_its_side() {
        assert_eq!(joined(&["Well", ", yes", "!"], Some("en")), "Well|, yes|!");
        assert_eq!(joined(&["He said (", "quietly", ") no"], Some("en")), "He said (|quietly|) no");
        assert_eq!(
            joined(&["Es heißt „", "Ja", "“ oder so"], Some("de")),
            "Es heißt „|Ja| “ oder so"
        );
        assert_eq!(joined(&["He said", "'no' to it"], Some("en")), "He said| 'no' to it");
        assert_eq!(joined(&["¿", "qué?"], Some("es")), "¿|qué?");
        assert_eq!(joined(&["私は", "「", "はい」と"], Some("ja")), "私は|「|はい」と");
    }

    #[test]
    fn a_small_english_word_that_goes_on_a_sentence_is_small() {
        assert_eq!(joined(&["We went home", "And slept."], Some("en")), "We went home| and slept.");
        assert_eq!(joined(&["If it rains,", "We stay."], Some("en-US")), "If it rains,| we stay.");
        assert_eq!(
            joined(&["I came", "Because, well, yes"], Some("en")),
            "I came| because, well, yes"
        );
    }

    #[test]
    fn every_other_capital_stays() {
        for (before, after, language) in [
            ("We went home.", "And slept.", "en"),
            ("Really?", "So he said.", "en"),
            ("And so…", "The end.", "en"),
            ("Two things:", "The first", "en"),
            ("He lives in", "The Hague", "en"),
            ("He lives in", "London now", "en"),
            ("he works in", "IT support", "en"),
            ("and then", "I left", "en"),
            ("ich gehe in", "Die Stadt", "de"),
            ("", "And so on", "en"),
        ] {
            let text = joined(&[before, after], Some(language));
            assert!(text.ends_with(after), "{text}");
        }
        assert_eq!(joined(&["we went", "And slept"], None), "we went| And slept");
    }

    #[test]
    fn listed_terms_are_spelled_as_listed() {
        let mut assembler = Assembler::new(&["GitHub".to_owned(), "the Hague Group".to_owned()]);
        assert_eq!(assembler.push("github is up.", Some("en")), "GitHub is up.");
        assert_eq!(assembler.push("The hague group met.", Some("en")), " the Hague Group met.");
    }
}
