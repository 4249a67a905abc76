//! Where a passage is divided into cues: at sentences, else clauses, else words, and both of its
//! languages in step. Pure.

use std::ops::Range;

use super::atoms::Atoms;
use super::{LINE, LONGEST_MS};

/// What one more cue costs beside what it is parted after: short sentences share one.
const CUE: usize = 50;

/// How little it matters that one cue is fuller than another. Were it less, a sentence that fits
/// would be divided.
const UNEVEN: usize = 36;

/// Text up to so many columns is not divided only because it was spoken slowly: it lasts as long
/// as a cue may, and the pauses are shown without text.
const SHORT: usize = LINE / 2;

/// What it costs that a cue has nothing in one of the languages: more than any place that is out
/// of step.
const EMPTY: usize = 100_000;

/// Both languages of a passage as so many cues, each a range of atoms, which may be empty in one of
/// them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    pub(super) said: Vec<Range<usize>>,
    pub(super) translated: Vec<Range<usize>>,
    /// Columns up to the end of each cue, in the language that needs the more cues: what the time
    /// is spread by.
    pub(super) ends: Vec<usize>,
}

/// Divides a passage that was spoken in so many milliseconds. The language that needs more cues
/// is divided where it likes best; the other one follows it in proportion.
pub(super) fn in_step(said: &Atoms<'_>, translated: &Atoms<'_>, spoken_ms: u64) -> Parts {
    let [first, second] = [said, translated].map(|text| divide(text, spoken_ms));
    if first.len() >= second.len() {
        let (ends, translated) = (ends(said, &first), follow(translated, said, &first));
        Parts { said: first, translated, ends }
    } else {
        let (ends, said) = (ends(translated, &second), follow(said, translated, &second));
        Parts { said, translated: second, ends }
    }
}

fn ends(text: &Atoms<'_>, parts: &[Range<usize>]) -> Vec<usize> {
    parts.iter().map(|part| text.columns_before(part.end)).collect()
}

/// The parts of a text that cost the least together.
fn divide(text: &Atoms<'_>, spoken_ms: u64) -> Vec<Range<usize>> {
    // The cost of the text up to each atom, and where its last part begins.
    let mut best = vec![(0, 0)];
    for end in 1..=text.len() {
        let starts = (0..end).rev().take_while(|start| may_be_one(text, &(*start..end), spoken_ms));
        let costs = starts.map(|start| (best[start].0 + cost(text, &(start..end)), start));
        best.push(costs.min().unwrap_or((best[end - 1].0, end - 1)));
    }
    let mut parts = Vec::new();
    let mut end = text.len();
    while end > 0 {
        parts.push(best[end].1..end);
        end = best[end].1;
    }
    parts.reverse();
    parts
}

/// Whether a part may be a cue. If one may not, a longer one may not either.
fn may_be_one(text: &Atoms<'_>, part: &Range<usize>, spoken_ms: u64) -> bool {
    let columns = text.columns(part);
    let share_ms = spoken_ms * columns as u64 / text.total().max(1) as u64;
    let brief = share_ms <= LONGEST_MS || columns <= SHORT || part.len() == 1;
    brief && text.fits(part)
}

/// Cues of about the same width are better than a full one and a rest.
fn cost(text: &Atoms<'_>, part: &Range<usize>) -> usize {
    CUE + text.columns(part).pow(2) / UNEVEN + text.parting(part.end).cost()
}

/// Divides a text into as many parts as another one has, each of which ends about where that of
/// the other one ends. It must not need more parts than that.
fn follow(text: &Atoms<'_>, leader: &Atoms<'_>, parts: &[Range<usize>]) -> Vec<Range<usize>> {
    let needed = needed(text);
    let mut start = 0;
    let place = |(index, part): (usize, &Range<usize>)| {
        let left = parts.len() - index - 1;
        let mark = leader.columns_before(part.end) * text.total() / leader.total().max(1);
        let cost = |end: &usize| {
            let empty = usize::from(*end == start) + left.saturating_sub(text.len() - end);
            let apart = text.columns_before(*end).abs_diff(mark);
            empty * EMPTY + apart.pow(2) + text.parting(*end).cost()
        };
        let ends = (start..=text.fullest_end(start)).filter(|end| needed[*end] <= left);
        let end = ends.min_by_key(cost).unwrap_or(text.len());
        std::mem::replace(&mut start, end)..end
    };
    parts.iter().enumerate().map(place).collect()
}

/// How many cues the rest of a text needs from each of its atoms on.
fn needed(text: &Atoms<'_>) -> Vec<usize> {
    let mut needed = vec![0; text.len() + 1];
    for start in (0..text.len()).rev() {
        needed[start] = needed[text.fullest_end(start)] + 1;
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captions::LINES;

    /// The cues of a passage, in one language or both.
    fn told(said: &str, translated: &str, spoken_ms: u64) -> Vec<String> {
        let [said, translated] = [said, translated].map(Atoms::of);
        let parts = in_step(&said, &translated, spoken_ms);
        assert_eq!(parts.ends.len(), parts.said.len());
        let pairs = parts.said.into_iter().zip(parts.translated);
        pairs
            .map(|(first, second)| {
                [said.lines(first).join("/"), translated.lines(second).join("/")].join(" = ")
            })
            .map(|cue| cue.trim_end_matches(" = ").to_owned())
            .collect()
    }

    #[test]
    fn what_fits_stays_one_cue_and_short_sentences_share_one() {
        for text in ["Yes.", "Yes. I know. Thank you."] {
            assert_eq!(told(text, "", 2_000), [text]);
        }
        assert!(told(" ", "", 1_000).is_empty());
    }

    #[test]
    fn sentences_are_better_ends_than_clauses_and_these_than_words() {
        let text = "We went to market early in the morning, because the bread is fresh by then. \
                    Nobody else was there. The baker told us a long story about the winter of his \
                    childhood and the snow that lay as high as the houses and did not go away";
        assert_eq!(
            told(text, "", 16_000),
            [
                "We went to market early in the morning,/because the bread is fresh by then.",
                "Nobody else was there.",
                "The baker told us a long story/about the winter of his childhood",
                "and the snow that lay as high as/the houses and did not go away",
            ]
        );
    }

    #[test]
    fn slow_speech_is_divided_by_time_unless_it_is_short() {
        let text = "one two three four five six seven eight nine";
        assert_eq!(told(text, "", 7_000), ["one two three four five/six seven eight nine"]);
        assert_eq!(told(text, "", 13_000), ["one two three four five", "six seven eight nine"]);
        assert_eq!(told("Hello there.", "", 60_000), ["Hello there."]);
    }

    #[test]
    fn a_translation_keeps_step() {
        let said = "Ich bin gestern nach Hause gegangen. Dort war niemand außer dem alten Hund. \
                    Dann kam meine Schwester, und wir haben zusammen gegessen.";
        let translated = "I went home yesterday. Nobody was there but the old dog. \
                          Then my sister came, and we ate together.";
        assert_eq!(
            told(said, translated, 9_000),
            [
                "Ich bin gestern nach Hause gegangen. = I went home yesterday.",
                "Dort war niemand außer dem alten Hund. = Nobody was there but the old dog.",
                "Dann kam meine Schwester,/und wir haben zusammen gegessen. = \
                 Then my sister came, and we ate together.",
            ]
        );
    }

    #[test]
    fn the_longer_language_leads_and_the_shorter_may_have_nothing_to_show() {
        let long = "word ".repeat(60);
        let cues = told("東京。", &long, 10_000);
        assert!(cues.len() >= 4, "{cues:?}");
        let said: Vec<_> = cues.iter().filter_map(|cue| cue.split(" = ").next()).collect();
        assert_eq!(said.concat(), "東京。");
        assert_eq!(told("", "Hello.", 1_000), [" = Hello."]);
    }

    #[test]
    fn a_follower_that_is_as_long_still_fits() {
        let said = "word ".repeat(64);
        let translated = format!("{} {}", "a".repeat(80), "b ".repeat(100));
        let cues = told(&said, &translated, 20_000);
        assert!(cues.iter().all(|cue| cue.split(" = ").all(|text| {
            text.split('/').count() <= LINES && text.split('/').all(|line| line.len() <= LINE)
        })));
    }
}
