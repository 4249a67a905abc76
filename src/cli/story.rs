//! What became of one take, put together from its events. Pure.

use super::exit::Exit;
use crate::captions::{Passage, Transcript};
use crate::error::ErrorKind;
use crate::event::{Done, Event, State, TakeId};

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Story {
    stage: Stage,
    transcript: Transcript,
    done: Option<Done>,
    /// The first error that the engine had with it.
    error: Option<ErrorKind>,
}

/// How far the take is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// Nothing was heard of it yet.
    #[default]
    Asked,
    Running(TakeId),
    Over,
}

impl Story {
    /// Takes in an event. Those of other takes change nothing.
    pub(super) fn hear(&mut self, event: &Event) {
        if let Event::State { take, state } = event
            && self.stage == Stage::Asked
            && *state != State::Idle
        {
            self.stage = Stage::Running(*take);
        }
        if !self.is_mine(event) {
            return;
        }
        match event {
            Event::State { state: State::Idle, .. } => self.stage = Stage::Over,
            Event::Final(_) | Event::Translation { .. } => self.transcript.hear(event),
            Event::Notice { code, .. } => {
                self.error = self.error.or_else(|| failure(code));
            }
            Event::Done(done) => self.done = Some(done.clone()),
            Event::State { .. }
            | Event::Model(_)
            | Event::Latched { .. }
            | Event::Captions { .. }
            | Event::Level { .. }
            | Event::Interim { .. }
            | Event::Behind { .. }
            | Event::Suppressed { .. } => {}
        }
    }

    /// Whether nothing more will come.
    pub(super) fn is_over(&self) -> bool {
        self.stage == Stage::Over
    }

    /// The end of the take, if it came to one.
    pub(super) fn done(&self) -> Option<&Done> {
        self.done.as_ref()
    }

    /// How the program is to end, if this take was all.
    pub(super) fn exit(&self) -> Exit {
        match (&self.done, self.error) {
            (_, Some(kind)) => kind.into(),
            (None, None) => Exit::Failed,
            // What was said is not all there, which a script must not take for the whole.
            (Some(done), None) if done.partial => Exit::Failed,
            (Some(done), None) if done.text.is_empty() => Exit::NoSpeech,
            (Some(_), None) => Exit::Done,
        }
    }

    /// What was said in it.
    pub(super) fn passages(&self) -> Vec<Passage> {
        self.transcript.passages()
    }

    fn is_mine(&self, event: &Event) -> bool {
        let take = match event {
            Event::State { take, .. }
            | Event::Latched { take }
            | Event::Captions { take, .. }
            | Event::Level { take, .. }
            | Event::Interim { take, .. }
            | Event::Behind { take, .. }
            | Event::Translation { take, .. }
            | Event::Suppressed { take, .. } => *take,
            Event::Final(part) => part.take,
            Event::Done(done) => done.take,
            // One that names no take concerns the only one there is.
            Event::Notice { take: None, .. } => return true,
            Event::Model(_) => return false,
            Event::Notice { take: Some(take), .. } => *take,
        };
        self.stage == Stage::Running(take)
    }
}

/// The error that a notice stands for, if the take failed by it. With a full disk it goes on
/// in memory, so that is none.
fn failure(code: &str) -> Option<ErrorKind> {
    ErrorKind::from_code(code).filter(|kind| *kind != ErrorKind::Io)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Cause, Final};

    const ME: TakeId = TakeId(4);

    fn state(take: TakeId, state: State) -> Event {
        Event::State { take, state }
    }

    fn said(piece: u32, text: &str) -> Event {
        let start_ms = u64::from(piece) * 1000;
        Event::Final(Final {
            take: ME,
            piece,
            text: text.to_owned(),
            language: None,
            start_ms,
            end_ms: start_ms + 900,
            latency_ms: 100,
            decode_ms: 90,
            cause: Cause::Pause,
            partial: false,
        })
    }

    fn done(text: &str) -> Event {
        Event::Done(Done { take: ME, text: text.to_owned(), ..Done::default() })
    }

    fn notice(take: Option<TakeId>, code: &str) -> Event {
        Event::Notice { take, code: code.to_owned(), message: String::new() }
    }

    fn story(events: &[Event]) -> Story {
        let mut story = Story::default();
        story.hear(&state(ME, State::Preparing));
        for event in events {
            assert!(!story.is_over());
            story.hear(event);
        }
        story
    }

    #[test]
    fn a_take_is_over_when_it_is_idle() {
        let story = story(&[
            state(ME, State::Listening),
            said(0, "Hello."),
            state(ME, State::Finishing),
            done("Hello."),
            state(ME, State::Idle),
        ]);
        assert!(story.is_over());
        assert_eq!(story.exit(), Exit::Done);
        assert_eq!(story.done().map(|done| done.text.as_str()), Some("Hello."));
    }

    #[test]
    fn another_take_changes_nothing() {
        let other = TakeId(9);
        let mut story = story(&[notice(Some(other), "recogniser"), done("Hello.")]);
        story.hear(&Event::Done(Done { take: other, ..Done::default() }));
        story.hear(&state(other, State::Idle));
        assert!(!story.is_over());
        assert_eq!(story.exit(), Exit::Done);
    }

    #[test]
    fn the_last_take_that_becomes_idle_is_not_the_new_one() {
        let mut story = Story::default();
        story.hear(&state(TakeId(3), State::Idle));
        assert!(!story.is_over());
    }

    #[test]
    fn the_exit_is_that_of_the_first_error() {
        for (events, exit) in [
            (vec![done("")], Exit::NoSpeech),
            (vec![], Exit::Failed),
            (vec![notice(Some(ME), "no_signal"), done("Hi.")], Exit::Done),
            (vec![notice(Some(ME), "io"), done("Hi.")], Exit::Done),
            (vec![notice(Some(ME), "delivery"), done("Hi.")], Exit::Failed),
            (vec![notice(None, "no_device"), notice(Some(ME), "recogniser")], Exit::NoDevice),
            (vec![notice(Some(ME), "bad_model"), done("")], Exit::NoModel),
        ] {
            assert_eq!(story(&events).exit(), exit, "{events:?}");
        }
    }

    #[test]
    fn what_is_not_all_there_is_neither_silence_nor_done() {
        for text in ["", "As far as"] {
            let partial = Done { take: ME, text: text.into(), partial: true, ..Done::default() };
            assert_eq!(story(&[Event::Done(partial)]).exit(), Exit::Failed);
        }
    }

    #[test]
    fn what_was_said_is_kept_with_its_translation() {
        let translation = Event::Translation {
            take: ME,
            piece: 1,
            text: "Guten Tag.".to_owned(),
            target: "de".to_owned(),
            partial: false,
        };
        let passages = story(&[said(0, "Hello."), said(1, "Good day."), translation]).passages();
        let texts: Vec<_> = passages.iter().map(|passage| passage.text.as_str()).collect();
        assert_eq!(texts, ["Hello.", "Good day."]);
        let beside: Vec<_> = passages.iter().map(|passage| passage.translation.is_some()).collect();
        assert_eq!(beside, [false, true]);
    }
}
