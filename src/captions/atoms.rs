//! A text as what a line break leaves whole: words, and single letters in scripts that put no
//! spaces between words. Pure.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use super::LINE;
use crate::words::is_spaceless;

/// The atoms of a text in order, and how much room they take.
#[derive(Debug)]
pub(super) struct Atoms<'a> {
    atoms: Vec<Atom<'a>>,
    /// Columns before each atom if all stood in one line, and of all of them.
    columns: Vec<usize>,
    /// One past the last atom of the fullest cue that begins with this one.
    fullest: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Atom<'a> {
    text: &'a str,
    columns: usize,
    /// Whether a space stands before it, unless it begins a line.
    spaced: bool,
}

/// What a text is parted after: the less, the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parting {
    /// A sentence, or the whole text.
    Sentence,
    /// A clause; in scripts without spaces between words also a space.
    Clause,
    /// A word.
    Word,
    /// A part of a word that is wider than a line.
    Inside,
}

impl Parting {
    /// How bad it is, in squares of columns out of the best place: to end with a clause, ten
    /// columns out of the middle are no bad bargain.
    pub(super) fn cost(self) -> usize {
        match self {
            Self::Sentence => 0,
            Self::Clause => 200,
            Self::Word => 500,
            Self::Inside => 2000,
        }
    }
}

impl<'a> Atoms<'a> {
    /// Takes a text apart. Spaces and line breaks only part words.
    pub(super) fn of(text: &'a str) -> Self {
        let mut atoms: Vec<Atom<'a>> = Vec::new();
        for word in text.split_whitespace() {
            let first = atoms.len();
            for piece in unbroken(word).into_iter().flat_map(slices) {
                let spaced = atoms.len() == first && first > 0;
                atoms.push(Atom { text: piece, columns: columns(piece), spaced });
            }
        }
        let mut columns = vec![0];
        for atom in &atoms {
            columns.push(columns[columns.len() - 1] + usize::from(atom.spaced) + atom.columns);
        }
        let mut text = Self { atoms, columns, fullest: Vec::new() };
        let begins = 0..text.len();
        text.fullest = begins.map(|start| text.line_end(text.line_end(start))).collect();
        text
    }

    pub(super) fn len(&self) -> usize {
        self.atoms.len()
    }

    /// Columns of the text up to an atom.
    pub(super) fn columns_before(&self, atom: usize) -> usize {
        self.columns[atom]
    }

    /// Columns of all of it.
    pub(super) fn total(&self) -> usize {
        self.columns[self.len()]
    }

    /// Columns of a part if it stood in one line.
    pub(super) fn columns(&self, part: &Range<usize>) -> usize {
        match self.atoms.get(part.start) {
            Some(first) if !part.is_empty() => {
                self.columns[part.end] - self.columns[part.start] - usize::from(first.spaced)
            }
            _ => 0,
        }
    }

    /// Whether a part can be shown at once.
    pub(super) fn fits(&self, part: &Range<usize>) -> bool {
        part.end <= self.fullest_end(part.start)
    }

    /// One past the last atom of the fullest cue that begins with this one.
    pub(super) fn fullest_end(&self, start: usize) -> usize {
        self.fullest.get(start).copied().unwrap_or(self.len())
    }

    /// What the text is parted after if it is parted before this atom.
    pub(super) fn parting(&self, before: usize) -> Parting {
        match (before.checked_sub(1).and_then(|at| self.atoms.get(at)), self.atoms.get(before)) {
            (Some(last), Some(next)) => parting(last, next),
            _ => Parting::Sentence,
        }
    }

    /// A part that fits, as one line or as two of about the same width.
    pub(super) fn lines(&self, part: Range<usize>) -> Vec<String> {
        let narrow = |part: &Range<usize>| self.columns(part) <= LINE;
        if part.is_empty() {
            return Vec::new();
        } else if narrow(&part) {
            return vec![self.text(part)];
        }
        let halves = |middle: usize| [part.start..middle, middle..part.end];
        let cost = |middle: &usize| {
            let squares = halves(*middle).map(|half| self.columns(&half).pow(2));
            squares.iter().sum::<usize>() + self.parting(*middle).cost()
        };
        let middles = part.start + 1..part.end;
        let middle = middles.filter(|middle| halves(*middle).iter().all(narrow)).min_by_key(cost);
        match middle {
            Some(middle) => halves(middle).map(|half| self.text(half)).to_vec(),
            None => vec![self.text(part)],
        }
    }

    fn text(&self, part: Range<usize>) -> String {
        let mut text = String::new();
        for atom in &self.atoms[part] {
            if atom.spaced && !text.is_empty() {
                text.push(' ');
            }
            text.push_str(atom.text);
        }
        text
    }

    /// One past the last atom of the fullest line that begins with this one.
    fn line_end(&self, start: usize) -> usize {
        let ends = start + 1..=self.len();
        let full = ends.take_while(|end| self.columns(&(start..*end)) <= LINE).last();
        full.unwrap_or(start + 1).min(self.len())
    }
}

/// Columns that a text takes on a screen. Each letter counts by itself, with its marks: where a
/// font joins letters, the line only becomes narrower.
fn columns(text: &str) -> usize {
    text.graphemes(true).map(UnicodeWidthStr::width).sum()
}

/// The parts of a word that stay whole, if they are not too wide.
fn unbroken(word: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut last) = (0, None);
    for (at, letter) in word.grapheme_indices(true) {
        let first = letter.chars().next();
        if last.zip(first).is_some_and(|(last, next)| may_part(last, next)) {
            parts.push(&word[start..at]);
            start = at;
        }
        last = first;
    }
    parts.push(&word[start..]);
    parts
}

/// A part that is wider than a line in slices that are not.
fn slices(part: &str) -> Vec<&str> {
    let (mut slices, mut start, mut width) = (Vec::new(), 0, 0);
    for (at, letter) in part.grapheme_indices(true) {
        let wide = letter.width();
        if width + wide > LINE && at > start {
            slices.push(&part[start..at]);
            (start, width) = (at, 0);
        }
        width += wide;
    }
    slices.push(&part[start..]);
    slices
}

/// Whether a line may end between two letters of a word.
fn may_part(last: char, next: char) -> bool {
    let loose = is_spaceless(last) || is_spaceless(next);
    loose && !holds_on(last) && (opens(next) || next.is_alphanumeric() && !hangs_on(next))
}

/// No line ends with it.
fn holds_on(c: char) -> bool {
    // Thai and Lao write some vowels before their consonant.
    opens(c) || matches!(c, '\u{0E40}'..='\u{0E44}' | '\u{0EC0}'..='\u{0EC4}')
}

fn opens(c: char) -> bool {
    matches!(
        c,
        '(' | '['
            | '{'
            | '「'
            | '『'
            | '（'
            | '［'
            | '《'
            | '〈'
            | '【'
            | '“'
            | '‘'
            | '„'
            | '«'
            | '¿'
            | '¡'
    )
}

/// No line begins with it, though it is a letter: Japanese small kana, and signs of length and
/// repetition.
fn hangs_on(c: char) -> bool {
    "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶー々ゝゞヽヾๆໆ".contains(c)
}

fn parting(last: &Atom<'_>, next: &Atom<'_>) -> Parting {
    let bare = last.text.trim_end_matches(closes);
    let goes_on = next.text.starts_with(char::is_lowercase);
    let spaceless = [bare.ends_with(is_spaceless), next.text.starts_with(is_spaceless)];
    match bare.chars().next_back() {
        Some('.') => after_full_stop(bare, goes_on),
        Some(c) if ends_sentence(c) && goes_on => Parting::Clause,
        Some(c) if ends_sentence(c) => Parting::Sentence,
        Some(c) if ends_clause(c) => Parting::Clause,
        _ => match (next.spaced, spaceless) {
            (true, [true, true]) => Parting::Clause,
            (false, [false, false]) => Parting::Inside,
            _ => Parting::Word,
        },
    }
}

/// A full stop may be that of an abbreviation or of an ordinal number.
fn after_full_stop(bare: &str, goes_on: bool) -> Parting {
    let word = bare.trim_end_matches('.');
    let abbreviated = word.chars().count() == 1 && word.chars().all(char::is_alphabetic)
        || ["Mr", "Mrs", "Ms", "Dr", "Prof", "St", "Nr"].contains(&word);
    if goes_on || abbreviated {
        Parting::Word
    } else if word.chars().all(|c| c.is_ascii_digit()) && !word.is_empty() {
        Parting::Clause
    } else {
        Parting::Sentence
    }
}

fn ends_sentence(c: char) -> bool {
    matches!(
        c,
        '!' | '?' | '…' | '。' | '！' | '？' | '．' | '｡' | '؟' | '۔' | '।' | '॥' | '။' | '។'
    )
}

fn ends_clause(c: char) -> bool {
    matches!(c, ',' | ';' | ':' | '–' | '—' | '、' | '，' | '；' | '：' | '､' | '،' | '؛' | '၊')
}

/// It may stand after what ends a sentence and still belongs to it.
fn closes(c: char) -> bool {
    matches!(
        c,
        '"' | '\''
            | ')'
            | ']'
            | '}'
            | '”'
            | '’'
            | '“'
            | '‘'
            | '»'
            | '›'
            | '」'
            | '』'
            | '）'
            | '］'
            | '》'
            | '〉'
            | '】'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The atoms of a text with what may part them: `‖` a sentence, `;` a clause, `|` a word, `~`
    /// the inside of a word.
    fn told(text: &str) -> String {
        let atoms = Atoms::of(text);
        let sign = |at: usize| ["‖", ";", "|", "~"][atoms.parting(at) as usize];
        (0..atoms.len()).fold(String::new(), |told, at| {
            let sign = if at > 0 { sign(at) } else { "" };
            told + sign + atoms.atoms[at].text
        })
    }

    #[test]
    fn words_are_parted_at_sentences_then_clauses() {
        for (text, expected) in [
            ("Well, that is it. Is it? Yes!", "Well,;that|is|it.‖Is|it?‖Yes!"),
            ("He said \"No.\" (Really.) Then: go", "He|said|\"No.\"‖(Really.)‖Then:;go"),
            ("Mr. Smith, z. B. am 3. Mai", "Mr.|Smith,;z.|B.|am|3.;Mai"),
            ("etc. and 3.5 at 10:30 … so", "etc.|and|3.5|at|10:30|…;so"),
            ("  a \n\n b\t", "a|b"),
            (" \n ", ""),
        ] {
            assert_eq!(told(text), expected);
        }
    }

    #[test]
    fn scripts_without_spaces_are_parted_between_letters_but_not_before_their_marks() {
        for (text, expected) in [
            ("東京へ、行く。いい？", "東|京|へ、;行|く。‖い|い？"),
            ("我用Python写「代码」。", "我|用|Python|写|「代|码」。"),
            ("ちょっとコーヒー", "ちょっ|と|コー|ヒー"),
            ("เปิดไฟ ตู้", "เปิ|ด|ไฟ;ตู้"),
            ("हिन्दी भाषा है। हाँ", "हिन्दी|भाषा|है।‖हाँ"),
        ] {
            assert_eq!(told(text), expected);
        }
    }

    #[test]
    fn wide_letters_take_two_columns_and_marks_none() {
        for (text, expected) in [
            ("abc d", 5),
            ("東京 ab", 7),
            ("e\u{301}te\u{301}", 3),
            ("हिन्दी", 5),
            ("👩‍🔬", 2),
            ("ｱｲ", 2),
        ] {
            assert_eq!(Atoms::of(text).total(), expected, "{text}");
        }
    }

    #[test]
    fn a_word_that_is_wider_than_a_line_is_broken() {
        let text = "a".repeat(100);
        let atoms = Atoms::of(&text);
        let widths: Vec<_> = atoms.atoms.iter().map(|atom| atom.columns).collect();
        assert_eq!(widths, [42, 42, 16]);
        assert_eq!((atoms.parting(1), atoms.total()), (Parting::Inside, 100));
        assert_eq!(atoms.lines(0..2), [&text[..42], &text[..42]]);
    }

    #[test]
    fn a_cue_is_as_full_as_two_lines_allow() {
        let text = "word ".repeat(40);
        let atoms = Atoms::of(&text);
        assert!(
            atoms.fits(&(0..16)) && !atoms.fits(&(0..17)),
            "eight words of five columns a line"
        );
        assert!(atoms.fits(&(39..40)) && atoms.fits(&(40..40)));
    }

    #[test]
    fn lines_are_about_equal_and_end_with_a_clause_where_one_is_near() {
        for (text, expected) in [
            ("short", &["short"][..]),
            (
                "The quick brown fox jumps over the lazy dog today.",
                &["The quick brown fox jumps", "over the lazy dog today."],
            ),
            (
                "I would have come much earlier, but nobody had told me.",
                &["I would have come much earlier,", "but nobody had told me."],
            ),
            (
                "東京に行きたいと思っていますが、今日は雨が降っています。",
                &["東京に行きたいと思っていますが、", "今日は雨が降っています。"],
            ),
        ] {
            let atoms = Atoms::of(text);
            assert_eq!(atoms.lines(0..atoms.len()), expected);
        }
    }
}
