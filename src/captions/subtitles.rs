//! Subtitles as SubRip and WebVTT. Pure.

use super::{Cue, Passage, cues};

/// A file of subtitles that grows by one recording after the other, as if they were one.
#[derive(Clone, Debug)]
pub struct Subtitles {
    kind: Kind,
    language: Option<String>,
    recordings: usize,
    cues: usize,
    /// Where the next recording begins.
    offset_ms: u64,
    /// When the last cue goes.
    shown_ms: u64,
}

/// What subtitles are written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// SubRip.
    Srt,
    /// WebVTT.
    Vtt,
}

impl Subtitles {
    /// A file with nothing in it yet.
    pub fn new(kind: Kind) -> Self {
        Self { kind, language: None, recordings: 0, cues: 0, offset_ms: 0, shown_ms: 0 }
    }

    /// The file with the language of all its text, where that is known: WebVTT names it at the
    /// beginning.
    #[must_use]
    pub fn in_language(self, language: Option<&str>) -> Self {
        Self { language: language.map(str::to_owned), ..self }
    }

    /// What one more recording adds to the file. The next one begins after `audio_ms`; a recording
    /// of unknown length is the last.
    pub fn add(&mut self, passages: &[Passage], audio_ms: Option<u64>) -> String {
        let mut text = if self.recordings == 0 { self.head() } else { String::new() };
        let room = self.shown_ms.saturating_sub(self.offset_ms)..audio_ms.unwrap_or(u64::MAX);
        for cue in cues(passages, room) {
            self.cues += 1;
            self.shown_ms = self.offset_ms + cue.end_ms;
            text.push_str(&self.cue(&cue));
        }
        self.recordings += 1;
        self.offset_ms += audio_ms.unwrap_or_default();
        text
    }

    fn head(&self) -> String {
        match (self.kind, &self.language) {
            (Kind::Srt, _) => String::new(),
            (Kind::Vtt, Some(language)) => format!("WEBVTT\nLanguage: {language}\n\n"),
            (Kind::Vtt, None) => "WEBVTT\n\n".to_owned(),
        }
    }

    fn cue(&self, cue: &Cue) -> String {
        let lines = cue.lines().collect::<Vec<_>>().join("\n");
        let times = [cue.start_ms, cue.end_ms].map(|ms| ms + self.offset_ms);
        match self.kind {
            Kind::Srt => {
                let [start, end] = times.map(|ms| time(ms, ','));
                format!("{}\n{start} --> {end}\n{lines}\n\n", self.cues)
            }
            Kind::Vtt => {
                let [start, end] = times.map(|ms| time(ms, '.'));
                format!("{start} --> {end}\n{}\n\n", escape(&lines))
            }
        }
    }
}

/// `01:02:03,004`. Hours go on counting past 99.
fn time(ms: u64, separator: char) -> String {
    let (seconds, ms) = (ms / 1000, ms % 1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{hours:02}:{minutes:02}:{seconds:02}{separator}{ms:03}")
}

/// WebVTT reads `<` and `&` as markup, and an arrow as the next cue.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captions::Translation;

    fn passage(start_ms: u64, end_ms: u64, text: &str) -> Passage {
        Passage { start_ms, end_ms, text: text.to_owned(), ..Passage::default() }
    }

    #[test]
    fn a_subrip_file_counts_its_cues() {
        let passages = [
            passage(0, 1500, "Hello."),
            passage(1500, 1600, " "),
            passage(3_723_004, 3_724_004, "A & B"),
        ];
        assert_eq!(
            Subtitles::new(Kind::Srt).add(&passages, Some(3_725_000)),
            "1\n00:00:00,000 --> 00:00:01,500\nHello.\n\n2\n01:02:03,004 --> 01:02:04,004\nA & B\n\n"
        );
    }

    #[test]
    fn a_webvtt_file_has_a_head_and_no_markup() {
        let passages = [passage(250, 900, "a < b --> c & d")];
        assert_eq!(
            Subtitles::new(Kind::Vtt).add(&passages, Some(1000)),
            "WEBVTT\n\n00:00:00.250 --> 00:00:01.000\na &lt; b --&gt; c &amp; d\n\n"
        );
        let mut empty = Subtitles::new(Kind::Vtt).in_language(Some("de"));
        assert_eq!(empty.add(&[], None), "WEBVTT\nLanguage: de\n\n");
    }

    #[test]
    fn recordings_follow_each_other_and_never_overlap() {
        for (kind, expected) in [
            (Kind::Srt, "2\n00:00:02,250 --> 00:00:03,000\nb\n\n"),
            (Kind::Vtt, "00:00:02.250 --> 00:00:03.000\nb\n\n"),
        ] {
            let mut subtitles = Subtitles::new(kind);
            subtitles.add(&[passage(0, 500, "a")], Some(2000));
            assert_eq!(subtitles.add(&[passage(250, 900, "b")], Some(1000)), expected);
        }
        let mut subtitles = Subtitles::new(Kind::Srt);
        subtitles.add(&[passage(1990, 2000, "a")], Some(2000));
        let second = subtitles.add(&[passage(0, 1000, "b")], Some(1000));
        assert_eq!(second, "2\n00:00:02,290 --> 00:00:03,000\nb\n\n");
    }

    #[test]
    fn a_translation_stands_under_what_was_said() {
        let translation = Translation { text: "Hallo.".to_owned(), target: "de".to_owned() };
        let passage = Passage { translation: Some(translation), ..passage(0, 1500, "Hello.") };
        assert_eq!(
            Subtitles::new(Kind::Srt).add(&[passage], Some(2000)),
            "1\n00:00:00,000 --> 00:00:01,500\nHello.\nHallo.\n\n"
        );
    }
}
