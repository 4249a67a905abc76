//! One run of the model over a whole file: what the way in pieces is compared with.

use std::path::Path;

use super::story::Story;
use super::table::length;
use crate::audio::ms;
use crate::captions::{self, Passage};
use crate::capture::{Source, all};
use crate::clock::Clock;
use crate::deliver::SinkFactory;
use crate::error::{Error, Result};
use crate::event::{Cause, Done, Event, Final, State, TakeId};
use crate::recognise::chosen::Opened;
use crate::recognise::{Gap, Hypothesis, Request, Segment, Whole as Text};
use crate::settings::{Language, Profile, Task};

/// Runs files, and numbers them as the engine numbers takes.
pub(super) struct Whole {
    opened: Opened,
    clock: Clock,
    sinks: SinkFactory,
    last: TakeId,
}

/// A file that is to be run.
pub(super) struct Input<'a> {
    pub(super) path: &'a Path,
    pub(super) source: Box<dyn Source>,
    pub(super) profile: &'a Profile,
}

impl Whole {
    pub(super) fn new(opened: Opened, sinks: SinkFactory) -> Self {
        Self { opened, clock: Clock::real(), sinks, last: TakeId::default() }
    }

    /// Recognises a file and delivers its text. Its events are those of a take of one piece;
    /// where the model says when each part was spoken, the passages follow that. If only a part
    /// of it or the translation beside it fails, the rest is delivered, and a notice says what is
    /// missing.
    ///
    /// # Errors
    /// When the file cannot be read, or there is no text because the model failed.
    pub(super) fn run(
        &mut self,
        input: Input<'_>,
        heed: &mut dyn FnMut(&Event),
    ) -> Result<(Story, Vec<Passage>)> {
        self.last.0 += 1;
        let take = self.last;
        let mut story = Story::default();
        let mut tell = |event: Event| {
            story.hear(&event);
            heed(&event);
        };
        tell(Event::State { take, state: State::Listening });
        let audio = all::read(input.source)?;
        tell(Event::State { take, state: State::Finishing });
        let mut heard = self.recognise(&audio, input.profile)?;
        let said = &mut heard.first.hypothesis;
        if let Task::Translate { target, both: false } = &input.profile.task {
            said.language = Some(target.clone());
        }
        if !said.text.is_empty() {
            (self.sinks)(input.profile.output)?.deliver(&said.text)?;
        }
        heard.events(take, input.path).into_iter().for_each(&mut tell);
        tell(Event::State { take, state: State::Idle });
        let passages = heard.passages(&input.profile.task).unwrap_or_else(|| story.passages());
        Ok((story, passages))
    }

    fn recognise(&mut self, audio: &[f32], profile: &Profile) -> Result<Heard> {
        let before = self.clock.now();
        let (first, second) = runs(&profile.task);
        let first = self.opened.whole(audio, &request(profile, first))?;
        let second = match second {
            Some(target) => {
                let task = Task::Translate { target: target.clone(), both: false };
                let translated = self.opened.whole(audio, &request(profile, task));
                Some((target, translated))
            }
            None => None,
        };
        let decode_ms = self.clock.now().since(before).as_millis() as u64;
        let audio_ms = ms(audio.len() as u64);
        let expected = profile.language.clone();
        Ok(Heard { first, second, expected, audio_ms, decode_ms })
    }
}

/// What the model made of a file.
struct Heard {
    first: Text,
    /// The translation beside it, and its language.
    second: Option<(String, Result<Text>)>,
    /// What may be spoken.
    expected: Language,
    audio_ms: u64,
    decode_ms: u64,
}

impl Heard {
    /// What was said, by the times that the model gave; none where it gave none.
    fn passages(&self, task: &Task) -> Option<Vec<Passage>> {
        let language = match task {
            Task::Translate { target, both: false } => Some(target),
            Task::Transcribe | Task::Translate { .. } | Task::Instruct { .. } => {
                self.first.hypothesis.language.as_ref()
            }
        };
        let said = self.first.hypothesis.segments.as_slice();
        let timed = |translated: &Hypothesis| !translated.segments.is_empty();
        match &self.second {
            _ if said.is_empty() => None,
            None => Some(said.iter().map(|segment| passage(segment, language)).collect()),
            Some((target, Ok(Text { hypothesis, .. }))) if timed(hypothesis) => {
                Some(captions::pair(said, &hypothesis.segments, target))
            }
            Some(_) => None,
        }
    }

    fn events(&self, take: TakeId, path: &Path) -> Vec<Event> {
        let said = &self.first.hypothesis;
        let first = (!said.text.is_empty()).then(|| {
            Event::Final(Final {
                take,
                piece: 0,
                text: said.text.clone(),
                language: said.language.clone(),
                start_ms: 0,
                end_ms: self.audio_ms,
                latency_ms: self.decode_ms,
                decode_ms: self.decode_ms,
                cause: Cause::End,
                partial: self.first.is_partial(),
            })
        });
        let foreign = Event::foreign(take, said, &self.expected);
        let done = Event::Done(Done {
            take,
            file: Some(path.to_path_buf()),
            text: said.text.clone(),
            translation: self.translated().map(|text| text.hypothesis.text.clone()),
            audio_ms: self.audio_ms,
            dropped_frames: 0,
            partial: self.is_partial(),
        });
        let said = [first, foreign].into_iter().flatten().chain(gaps(take, "text", &self.first));
        said.chain(self.translation(take)).chain([done]).collect()
    }

    /// What is to be told of the translation beside it.
    fn translation(&self, take: TakeId) -> Vec<Event> {
        match &self.second {
            None => Vec::new(),
            Some((target, Ok(text))) => {
                let translation = Event::Translation {
                    take,
                    piece: 0,
                    text: text.hypothesis.text.clone(),
                    target: target.clone(),
                    partial: text.is_partial(),
                };
                [translation].into_iter().chain(gaps(take, "translation", text)).collect()
            }
            Some((_, Err(error))) => {
                let message =
                    format!("{error}. The translation is missing; what was said is there");
                vec![notice(take, error, message)]
            }
        }
    }

    fn translated(&self) -> Option<&Text> {
        self.second.as_ref().and_then(|(_, run)| run.as_ref().ok())
    }

    fn is_partial(&self) -> bool {
        let lacks = self.second.is_some() && self.translated().is_none_or(Text::is_partial);
        self.first.is_partial() || lacks
    }
}

/// What is to be told of parts that have no text.
fn gaps(take: TakeId, what: &str, text: &Text) -> impl Iterator<Item = Event> {
    text.missing.iter().map(move |Gap { start_ms, end_ms, failure }| {
        let error = Error::from(failure.clone());
        let (from, to) = (length(*start_ms), length(*end_ms));
        let message = format!("{error}. The {what} from {from} to {to} is missing");
        notice(take, &error, message)
    })
}

fn notice(take: TakeId, error: &Error, message: String) -> Event {
    Event::Notice { take: Some(take), code: error.kind().code().to_owned(), message }
}

/// A task as runs of the model: the first one, and the target of a second one.
fn runs(task: &Task) -> (Task, Option<String>) {
    match task {
        Task::Translate { target, both: true } => (Task::Transcribe, Some(target.clone())),
        task => (task.clone(), None),
    }
}

/// A run without prompt: what the model makes of the audio alone.
fn request(profile: &Profile, task: Task) -> Request {
    let language = profile.language.clone();
    Request { language, task, timestamps: true, ..Request::default() }
}

fn passage(segment: &Segment, language: Option<&String>) -> Passage {
    Passage {
        start_ms: segment.start_ms,
        end_ms: segment.end_ms,
        text: segment.text.clone(),
        language: language.cloned(),
        translation: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use crate::recognise::Failure;

    fn text(text: &str) -> Text {
        let hypothesis = Hypothesis { text: text.to_owned(), ..Hypothesis::default() };
        Text { hypothesis, missing: Vec::new() }
    }

    fn heard(first: Text, second: Option<Result<Text>>) -> Heard {
        let second = second.map(|run| ("en".to_owned(), run));
        Heard { first, second, expected: Language::Auto, audio_ms: 1200, decode_ms: 300 }
    }

    #[test]
    fn what_is_said_and_its_translation_are_two_runs() {
        let target = "en".to_owned();
        let translate = |both| Task::Translate { target: target.clone(), both };
        assert_eq!(runs(&Task::Transcribe), (Task::Transcribe, None));
        assert_eq!(runs(&translate(false)), (translate(false), None));
        assert_eq!(runs(&translate(true)), (Task::Transcribe, Some(target.clone())));
    }

    #[test]
    fn the_events_are_those_of_a_take_of_one_piece() {
        let heard = heard(text("Hallo."), Some(Ok(text("Hello."))));
        let lines: Vec<String> = heard
            .events(TakeId(2), Path::new("a.wav"))
            .iter()
            .map(|event| serde_json::to_string(event).unwrap())
            .collect();
        assert_eq!(
            lines,
            [
                r#"{"type":"final","take":2,"piece":0,"text":"Hallo.","language":null,"start_ms":0,"end_ms":1200,"latency_ms":300,"decode_ms":300,"cause":"end","partial":false}"#,
                r#"{"type":"translation","take":2,"piece":0,"text":"Hello.","target":"en","partial":false}"#,
                r#"{"type":"done","take":2,"file":"a.wav","text":"Hallo.","translation":"Hello.","audio_ms":1200,"dropped_frames":0,"partial":false}"#,
            ]
        );
    }

    #[test]
    fn without_the_translation_what_was_said_is_kept() {
        let heard = heard(text("Hallo."), Some(Err(Failure::TooLong.into())));
        let events = heard.events(TakeId(2), Path::new("a.wav"));
        let [Event::Final(said), Event::Notice { code, message, .. }, Event::Done(done)] =
            events.as_slice()
        else {
            panic!("{events:?}");
        };
        assert_eq!((said.text.as_str(), said.partial), ("Hallo.", false));
        assert_eq!(
            ErrorKind::from_code(code),
            Some(ErrorKind::Recogniser),
            "the program ends with 1"
        );
        assert!(message.ends_with("The translation is missing; what was said is there"));
        assert_eq!((done.text.as_str(), done.partial), ("Hallo.", true));
        assert_eq!((done.translation.as_deref(), heard.passages(&Task::Transcribe)), (None, None));
    }

    #[test]
    fn a_part_without_a_text_is_named_and_the_rest_is_there() {
        let gap = Gap { start_ms: 61_000, end_ms: 90_000, failure: Failure::Busy };
        let lacking = Text { missing: vec![gap], ..text("Hallo.") };
        let heard = heard(lacking, None);
        let events = heard.events(TakeId(2), Path::new("a.wav"));
        let [Event::Final(said), Event::Notice { code, message, .. }, Event::Done(done)] =
            events.as_slice()
        else {
            panic!("{events:?}");
        };
        assert!(said.partial && done.partial && done.text == "Hallo.");
        assert_eq!(ErrorKind::from_code(code), Some(ErrorKind::Recogniser));
        assert!(message.ends_with("The text from 1:01 to 1:30 is missing"), "{message}");
    }

    #[test]
    fn a_language_that_nobody_expects_is_told() {
        let mut foreign = text("Good day.");
        foreign.hypothesis.other = Some("fr".to_owned());
        let expected = Language::Code("en".to_owned());
        let heard = Heard { expected, ..heard(foreign, None) };
        let events = heard.events(TakeId(2), Path::new("a.wav"));
        let told =
            |event: &Event| matches!(event, Event::Notice { code, .. } if code == "other_language");
        assert!(events.iter().any(told), "{events:?}");
    }
}
