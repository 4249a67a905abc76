//! Events as sentences for a person. Pure.

use crate::event::{Event, State, Suppression};

/// How often it is said that the text is behind, in seconds of what waits.
const SAID_EACH_S: u64 = 10;

const NOT_ALL: &str = "not everything was recognised and delivered";

/// What to say on standard error about an event, if anything. `listening_to` is the name of
/// the microphone; without one the states of the take are not worth a word.
pub(super) fn sentence(event: &Event, listening_to: Option<&str>) -> Option<String> {
    match event {
        Event::State { state, .. } => state_of(listening_to?, *state),
        Event::Notice { message, .. } => Some(format!("aloud: {message}")),
        Event::Suppressed { reason, .. } => Some(format!("aloud: {}", left_out(*reason))),
        Event::Done(done) if done.partial => Some(match &done.file {
            Some(file) => format!("aloud: {}: {NOT_ALL}", file.display()),
            None => format!("aloud: {NOT_ALL}; what is kept of it is in `aloud takes list`"),
        }),
        Event::Done(done) if done.text.is_empty() => Some(match &done.file {
            Some(file) => format!("aloud: {}: no speech was heard", file.display()),
            None => "aloud: no speech was heard".to_owned(),
        }),
        Event::Done(done) if done.dropped_frames > 0 => {
            Some(format!("aloud: {} audio frames were lost", done.dropped_frames))
        }
        Event::Behind { seconds: seconds @ 1.., .. } if seconds % SAID_EACH_S == 0 => {
            Some(format!("aloud: the text is behind by {seconds} s"))
        }
        Event::Done(_)
        | Event::Behind { .. }
        | Event::Model(_)
        | Event::Latched { .. }
        | Event::Captions { .. }
        | Event::Level { .. }
        | Event::Interim { .. }
        | Event::Final(_)
        | Event::Translation { .. } => None,
    }
}

fn state_of(name: &str, state: State) -> Option<String> {
    match state {
        State::Listening => Some(format!("listening to {name}; Ctrl-C to finish")),
        State::Finishing => Some("finishing; Ctrl-C to quit at once".to_owned()),
        State::Preparing | State::Idle => None,
    }
}

fn left_out(reason: Suppression) -> &'static str {
    match reason {
        Suppression::NoEvidence => "left out a text that nobody said",
        Suppression::Echo => "left out a text that only repeated the vocabulary",
        Suppression::Loop => "the model repeated itself; one occurrence was kept",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_speech_is_named() {
        let done = Done { file: Some("a.wav".into()), ..Done::default() };
        let said = sentence(&Event::Done(done), None);
        assert_eq!(said.as_deref(), Some("aloud: a.wav: no speech was heard"));
    }

    use crate::event::{Done, TakeId};

    #[test]
    fn a_backlog_is_said_now_and_then() {
        let say = |seconds| sentence(&Event::Behind { take: TakeId(1), seconds }, None);
        assert_eq!(say(20).as_deref(), Some("aloud: the text is behind by 20 s"));
        assert_eq!((say(21), say(0)), (None, None));
    }

    #[test]
    fn states_are_said_about_a_microphone() {
        let say = |state, name| sentence(&Event::State { take: TakeId(1), state }, name);
        assert_eq!(
            say(State::Listening, Some("USB")).as_deref(),
            Some("listening to USB; Ctrl-C to finish")
        );
        assert_eq!(say(State::Listening, None), None);
        assert_eq!(say(State::Preparing, Some("USB")), None);
    }

    #[test]
    fn what_goes_wrong_is_said() {
        let done = |done: Done| sentence(&Event::Done(done), None);
        let said = |text: &str| Done { text: text.to_owned(), ..Done::default() };
        assert_eq!(done(said("Hello.")), None);
        assert!(done(said("")).unwrap().contains("no speech"));
        assert!(done(Done { partial: true, ..Done::default() }).is_some());
        assert!(done(Done { dropped_frames: 3, ..said("Hello.") }).unwrap().contains('3'));
        let notice = Event::Notice { take: None, code: "x".into(), message: "Look.".into() };
        assert_eq!(sentence(&notice, None).as_deref(), Some("aloud: Look."));
    }
}
