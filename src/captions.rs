//! Captions: what was said in a take, and its translation, as cues that a person can read while
//! the recording plays, and as files. Pure.
//!
//! [`write()`] makes a whole file of the [`Passage`]s of a [`Transcript`]; [`Subtitles`] makes one
//! of several recordings; [`cues`] is what both stand on. A cue has at most [`LINES`] lines for
//! each language, at most [`LINE`] columns wide, where a wide East Asian character takes two
//! columns, as on a screen. It lasts at most [`LONGEST_MS`], and at least [`SHORTEST_MS`] where
//! there is room. No word is lost or said twice.

mod transcript;
mod atoms;
mod divide;
mod timing;
mod pair;
mod subtitles;

use std::ops::Range;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

pub(crate) use pair::pair;
pub use subtitles::{Kind, Subtitles};
pub use transcript::{Passage, Transcript, Translation, language};

use atoms::Atoms;

/// Longest line, in columns: what broadcasters agree on.
pub const LINE: usize = 42;

/// Most lines of a cue for each language.
pub const LINES: usize = 2;

/// Longest time that a cue is shown.
pub const LONGEST_MS: u64 = 7_000;

/// Shortest time that a cue is shown, where nothing else is to be shown by then.
pub const SHORTEST_MS: u64 = 1_000;

/// Lines of text and when they are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cue {
    /// When it appears.
    pub start_ms: u64,
    /// When it goes.
    pub end_ms: u64,
    /// Lines of what was said.
    pub said: Vec<String>,
    /// Lines of the translation, to be shown under it.
    pub translated: Vec<String>,
}

impl Cue {
    /// All lines, from top to bottom. There is at least one, and none is empty.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.said.iter().chain(&self.translated).map(String::as_str)
    }
}

/// What captions are written as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "CaptionFormat")]
pub enum Format {
    /// Text without times, a line for each passage.
    #[default]
    Text,
    /// SubRip.
    Srt,
    /// WebVTT.
    Vtt,
}

/// Which of two languages are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "CaptionShown")]
pub enum Shown {
    /// What was said, and its translation under it where there is one.
    #[default]
    Both,
    /// What was said.
    Said,
    /// The translation; what was said where there is none, so that nothing is missing.
    Translated,
}

/// The passages of one recording as a file of its own.
pub fn write(passages: &[Passage], format: Format, shown: Shown) -> String {
    let passages: Vec<Passage> = passages.iter().map(|passage| passage.only(shown)).collect();
    match format {
        Format::Text => text(&passages),
        Format::Srt => Subtitles::new(Kind::Srt).add(&passages, None),
        Format::Vtt => {
            let language = language(&passages);
            Subtitles::new(Kind::Vtt).in_language(language).add(&passages, None)
        }
    }
}

/// A line for each passage; with translations these stand under it, and an empty line between.
fn text(passages: &[Passage]) -> String {
    let bilingual = passages.iter().any(|passage| passage.translation.is_some());
    let mut lines = Vec::new();
    for passage in passages {
        let translation = passage.translation.as_ref().map(|translation| &translation.text);
        let texts = [Some(&passage.text), translation].into_iter().flatten().map(|text| line(text));
        let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
        if bilingual && !lines.is_empty() && !texts.is_empty() {
            lines.push(String::new());
        }
        lines.extend(texts);
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The cues of passages that follow each other, on their time line. Nothing is shown before
/// `room` begins; when it ends nothing is shown any longer than its passage lasts.
pub fn cues(passages: &[Passage], room: Range<u64>) -> Vec<Cue> {
    let mut cues: Vec<Cue> = Vec::new();
    for (index, passage) in passages.iter().enumerate() {
        let free = cues.last().map_or(room.start, |cue| cue.end_ms);
        let next = passages.get(index + 1).map_or(room.end, |next| next.start_ms);
        cues.extend(of_passage(passage, free, next));
    }
    cues
}

fn of_passage(passage: &Passage, free: u64, next: u64) -> Vec<Cue> {
    let said = Atoms::of(&passage.text);
    let translated = Atoms::of(passage.translation.as_ref().map_or("", |beside| &beside.text));
    let spoken_ms = passage.end_ms.saturating_sub(passage.start_ms);
    let parts = divide::in_step(&said, &translated, spoken_ms);
    let span = timing::span(passage.start_ms.max(free)..passage.end_ms, parts.ends.len(), next);
    let times = timing::spread(&span, &parts.ends);
    let texts = parts.said.into_iter().zip(parts.translated);
    let cue = |(time, (said_part, translated_part)): (Range<u64>, (Range<usize>, Range<usize>))| {
        let (start_ms, end_ms) = (time.start, time.end);
        let (said, translated) = (said.lines(said_part), translated.lines(translated_part));
        Cue { start_ms, end_ms, said, translated }
    };
    times.into_iter().zip(texts).map(cue).collect()
}

#[cfg(test)]
mod tests;
