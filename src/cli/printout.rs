//! The transcripts of one call, in the format that was asked for. Pure.

use super::args::Format;
use crate::captions::{Kind, Passage, Subtitles, language};
use crate::event::Done;

/// What of a transcript is printed, one file after the other.
#[derive(Clone, Debug)]
pub(super) enum Printout {
    /// The events have it, or it goes elsewhere.
    Nothing,
    /// The text of the only file.
    Text,
    /// Texts, each under the name of its file.
    Texts {
        /// Whether one stands above.
        begun: bool,
    },
    /// Subtitles of the only file, which are in its language.
    Only(Kind),
    /// Subtitles of files that run on.
    Several(Subtitles),
}

impl Printout {
    /// One for so many files.
    pub(super) fn new(format: Format, files: usize) -> Self {
        match format {
            Format::Json => Self::Nothing,
            Format::Text if files == 1 => Self::Text,
            Format::Text => Self::Texts { begun: false },
            Format::Srt => Self::subtitles(Kind::Srt, files),
            Format::Vtt => Self::subtitles(Kind::Vtt, files),
        }
    }

    fn subtitles(kind: Kind, files: usize) -> Self {
        match files {
            1 => Self::Only(kind),
            _ => Self::Several(Subtitles::new(kind)),
        }
    }

    /// What one more file adds.
    pub(super) fn add(&mut self, name: &str, done: &Done, passages: &[Passage]) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Text => paragraphs(done),
            Self::Texts { begun } => {
                let gap = if std::mem::replace(begun, true) { "\n" } else { "" };
                format!("{gap}==> {name} <==\n{}", paragraphs(done))
            }
            Self::Only(kind) => {
                let mut file = Subtitles::new(*kind).in_language(language(passages));
                file.add(passages, Some(done.audio_ms))
            }
            Self::Several(subtitles) => subtitles.add(passages, Some(done.audio_ms)),
        }
    }
}

fn paragraphs(done: &Done) -> String {
    let texts = [Some(&done.text), done.translation.as_ref()];
    let texts = texts.into_iter().flatten().filter(|text| !text.is_empty());
    texts.map(|text| format!("{text}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(text: &str, translation: Option<&str>) -> Done {
        let translation = translation.map(str::to_owned);
        Done { text: text.to_owned(), translation, audio_ms: 1000, ..Done::default() }
    }

    #[test]
    fn one_file_is_its_text_alone() {
        let mut printout = Printout::new(Format::Text, 1);
        assert_eq!(printout.add("a.wav", &done("Hello.", None), &[]), "Hello.\n");
        assert_eq!(printout.add("a.wav", &done("", None), &[]), "");
    }

    #[test]
    fn a_translation_follows_what_was_said() {
        let mut printout = Printout::new(Format::Text, 1);
        let both = done("Hallo.", Some("Hello."));
        assert_eq!(printout.add("a.wav", &both, &[]), "Hallo.\nHello.\n");
    }

    #[test]
    fn several_files_stand_under_their_names() {
        let mut printout = Printout::new(Format::Text, 2);
        let first = printout.add("a.wav", &done("One.", None), &[]);
        let second = printout.add("b.wav", &done("Two.", None), &[]);
        assert_eq!(first + &second, "==> a.wav <==\nOne.\n\n==> b.wav <==\nTwo.\n");
    }

    fn passage(text: &str, language: Option<&str>) -> Passage {
        let (text, language) = (text.to_owned(), language.map(str::to_owned));
        Passage { start_ms: 0, end_ms: 1000, text, language, translation: None }
    }

    #[test]
    fn subtitles_run_on() {
        let mut printout = Printout::new(Format::Srt, 2);
        let passages = [passage("One.", None)];
        printout.add("a.wav", &done("One.", None), &passages);
        let second = printout.add("b.wav", &done("One.", None), &passages);
        assert_eq!(second, "2\n00:00:01,000 --> 00:00:02,000\nOne.\n\n");
    }

    #[test]
    fn subtitles_of_one_file_name_its_language() {
        for (files, language, head) in [
            (1, Some("de"), "WEBVTT\nLanguage: de\n\n"),
            (1, None, "WEBVTT\n\n"),
            (2, Some("de"), "WEBVTT\n\n"),
        ] {
            let mut printout = Printout::new(Format::Vtt, files);
            let text = printout.add("a.wav", &done("Eins.", None), &[passage("Eins.", language)]);
            assert_eq!(text, format!("{head}00:00:00.000 --> 00:00:01.000\nEins.\n\n"));
        }
    }

    #[test]
    fn events_are_not_printed_twice() {
        assert_eq!(Printout::new(Format::Json, 1).add("a.wav", &done("One.", None), &[]), "");
    }
}
