//! What was said in one take, passage by passage, put together from its events. Pure.

use std::collections::BTreeMap;

use super::Shown;
use crate::event::{Event, Final};

/// What was said in one go, when, and its translation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passage {
    /// When it begins.
    pub start_ms: u64,
    /// When it ends.
    pub end_ms: u64,
    /// Its text.
    pub text: String,
    /// Language of the text, if it is known.
    pub language: Option<String>,
    /// The text in another language, if it is wanted and was made.
    pub translation: Option<Translation>,
}

/// See [`Passage::translation`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Translation {
    /// The text.
    pub text: String,
    /// Its language.
    pub target: String,
}

impl Passage {
    /// The passage with no more than the languages that are to be shown.
    pub(super) fn only(&self, shown: Shown) -> Self {
        let Self { start_ms, end_ms, .. } = *self;
        match (shown, self.translation.clone()) {
            (Shown::Both, _) => self.clone(),
            (Shown::Translated, Some(Translation { text, target })) => {
                Self { start_ms, end_ms, text, language: Some(target), translation: None }
            }
            (Shown::Said | Shown::Translated, _) => Self { translation: None, ..self.clone() },
        }
    }
}

/// The language of all passages, if it is known of each and the same. Two beside each other are
/// no one language.
pub fn language(passages: &[Passage]) -> Option<&str> {
    let first = passages.first()?.language.as_deref()?;
    let same = |passage: &Passage| {
        passage.translation.is_none() && passage.language.as_deref() == Some(first)
    };
    passages.iter().all(same).then_some(first)
}

/// Listens to the events of one take and keeps what was said. A translation may come long after
/// its final.
#[derive(Clone, Debug, Default)]
pub struct Transcript {
    finals: Vec<Final>,
    translations: BTreeMap<u32, Translation>,
}

impl Transcript {
    /// Takes in an event of the take. What is neither final nor translation changes nothing.
    pub fn hear(&mut self, event: &Event) {
        match event {
            Event::Final(part) => self.finals.push(part.clone()),
            Event::Translation { piece, text, target, .. } => {
                let translation = Translation { text: text.clone(), target: target.clone() };
                self.translations.insert(*piece, translation);
            }
            Event::State { .. }
            | Event::Latched { .. }
            | Event::Captions { .. }
            | Event::Level { .. }
            | Event::Interim { .. }
            | Event::Suppressed { .. }
            | Event::Behind { .. }
            | Event::Notice { .. }
            | Event::Done(_)
            | Event::Model(_) => {}
        }
    }

    /// What was said so far.
    pub fn passages(&self) -> Vec<Passage> {
        let passage = |part: &Final| Passage {
            start_ms: part.start_ms,
            end_ms: part.end_ms,
            text: part.text.clone(),
            language: part.language.clone(),
            translation: self.translations.get(&part.piece).cloned(),
        };
        self.finals.iter().map(passage).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Cause, State, TakeId};

    fn said(piece: u32, text: &str) -> Event {
        let start_ms = u64::from(piece) * 1000;
        Event::Final(Final {
            take: TakeId(1),
            piece,
            text: text.to_owned(),
            language: Some("en".to_owned()),
            start_ms,
            end_ms: start_ms + 900,
            latency_ms: 100,
            decode_ms: 90,
            cause: Cause::Pause,
            partial: false,
        })
    }

    fn passages() -> Vec<Passage> {
        let translation = Event::Translation {
            take: TakeId(1),
            piece: 0,
            text: "Hallo.".to_owned(),
            target: "de".to_owned(),
            partial: false,
        };
        let mut transcript = Transcript::default();
        let listening = Event::State { take: TakeId(1), state: State::Listening };
        for event in [listening, said(0, "Hello."), said(1, "Good day."), translation] {
            transcript.hear(&event);
        }
        transcript.passages()
    }

    fn told(passages: &[Passage]) -> Vec<String> {
        let tell = |passage: &Passage| {
            let beside = passage.translation.as_ref().map_or("-", |beside| &beside.text);
            let language = passage.language.as_deref().unwrap_or("?");
            let (start, end) = (passage.start_ms, passage.end_ms);
            format!("{start}-{end} {language} {} | {beside}", passage.text)
        };
        passages.iter().map(tell).collect()
    }

    #[test]
    fn a_translation_that_comes_late_finds_its_final() {
        assert_eq!(told(&passages()), ["0-900 en Hello. | Hallo.", "1000-1900 en Good day. | -"]);
    }

    #[test]
    fn each_language_can_be_had_alone_and_no_passage_is_missing() {
        let only = |shown| {
            let passages: Vec<_> = passages().iter().map(|passage| passage.only(shown)).collect();
            told(&passages)
        };
        assert_eq!(only(Shown::Both), told(&passages()));
        assert_eq!(only(Shown::Said), ["0-900 en Hello. | -", "1000-1900 en Good day. | -"]);
        assert_eq!(only(Shown::Translated), ["0-900 de Hallo. | -", "1000-1900 en Good day. | -"]);
    }

    #[test]
    fn a_language_is_that_of_all_or_none() {
        let passages = passages();
        assert_eq!(language(&[]), None);
        assert_eq!(language(&passages), None, "two languages");
        assert_eq!(language(&passages[1..]), Some("en"));
        let unknown = Passage { language: None, ..passages[1].clone() };
        assert_eq!(language(&[passages[1].clone(), unknown]), None);
        let german = passages[0].only(Shown::Translated);
        assert_eq!(language(&[german.clone(), german]), Some("de"));
    }
}
