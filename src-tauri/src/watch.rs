//! Hears every event before the windows do: gives the cues, keeps the face true, and knows what a take is that begins.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use aloud::clock::unix_ms;
use aloud::event::{Event, Final, State, TakeId};

use crate::cue::Cues;
use crate::face::Face;
use crate::ipc::{Begun, ShellEvent};
use crate::now::Now;
use crate::tone::Cue;

/// What the next take will be: the engine names takes, the shell knows what it asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// Name of the profile.
    pub(crate) profile: String,
    /// Whether a key is held.
    pub(crate) held: bool,
}

/// What the shell knows at this moment. A clone is the same knowledge.
#[derive(Clone, Default)]
pub(crate) struct Known(Arc<Mutex<Knowledge>>);

/// See [`Known`].
#[derive(Default)]
pub(crate) struct Knowledge {
    pub(crate) now: Now,
    pub(crate) wanted: Wanted,
    /// The take that began last.
    pub(crate) begun: Option<Begun>,
    /// The program that has the focus.
    pub(crate) target: Option<String>,
}

impl Known {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Knowledge> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// See the module.
pub(crate) struct Watch {
    pub(crate) face: Face,
    pub(crate) cues: Option<Cues>,
}

impl Watch {
    /// Takes in an event, and says what is to be told before it.
    pub(crate) fn hear(&self, event: &Event) -> Vec<ShellEvent> {
        let cue = cue(event, &self.face.known.lock().now);
        if let Some(cue) = cue.filter(|_| self.face.choices.get().sounds)
            && let Some(cues) = &self.cues
        {
            cues.play(cue);
        }
        if let Event::Final(Final { take, piece, latency_ms, decode_ms, .. }) = event {
            tracing::debug!(take = take.0, piece, latency_ms, decode_ms, "recognised");
        }
        let told = self.face.known.lock().hear(event);
        if !matches!(event, Event::Level { .. } | Event::Interim { .. }) {
            self.face.show();
        }
        told.into_iter().map(ShellEvent::Begun).collect()
    }
}

impl Knowledge {
    /// Whether a take runs, and of this profile if one is named.
    pub(crate) fn is_running(&self, profile: &str) -> bool {
        let is_it = |begun: &Begun| begun.profile == profile;
        self.now.take().is_some() && self.begun.as_ref().is_some_and(is_it)
    }

    fn hear(&mut self, event: &Event) -> Option<Begun> {
        self.now.hear(event);
        let fresh = match event {
            Event::State { take, .. } if self.now.is_captions(*take) => return None,
            Event::State { take, state } if *state != State::Idle => self.fresh(*take)?,
            Event::Latched { take } => {
                let last = self.begun.as_ref().filter(|begun| begun.take == *take);
                Begun { held: false, ..last?.clone() }
            }
            _ => return None,
        };
        self.begun = Some(fresh.clone());
        Some(fresh)
    }

    /// A take that was not there before.
    fn fresh(&self, take: TakeId) -> Option<Begun> {
        if self.begun.as_ref().is_some_and(|begun| begun.take >= take) {
            return None;
        }
        let Wanted { profile, held } = self.wanted.clone();
        Some(Begun { take, unix_ms: unix_ms(), profile, target: self.target.clone(), held })
    }
}

/// What is heard of an event.
fn cue(event: &Event, now: &Now) -> Option<Cue> {
    match event {
        // It would be heard in them.
        Event::State { take, .. } if now.is_captions(*take) => None,
        Event::State { state: State::Listening, .. } => Some(Cue::Start),
        Event::State { state: State::Finishing, .. } => Some(Cue::Stop),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use aloud::control::Board;

    use aloud::settings::Task;

    use super::*;
    use crate::choices::Choices;
    use crate::desktop::Place;
    use crate::remote;

    fn watch(home: &std::path::Path) -> Watch {
        let (choices, _) = Choices::load(home.join("settings.json"));
        Watch {
            cues: None,
            face: Face {
                known: Known::default(),
                choices,
                place: Place::default(),
                tray: Arc::default(),
                board: Arc::new(Board::new(remote::status(
                    &Now::default(),
                    &Default::default(),
                    None,
                ))),
            },
        }
    }

    fn state(take: u64, state: State) -> Event {
        Event::State { take: TakeId(take), state }
    }

    #[test]
    fn a_take_begins_once_with_what_was_asked_for() {
        let home = tempfile::tempdir().unwrap();
        let watch = watch(home.path());
        watch.face.known.lock().wanted = Wanted { profile: "dictate".to_owned(), held: true };
        watch.face.known.lock().target = Some("Mousepad".to_owned());
        let [ShellEvent::Begun(begun)] = &watch.hear(&state(1, State::Preparing))[..] else {
            panic!("it begins");
        };
        assert!(begun.held && begun.unix_ms > 0);
        assert_eq!((begun.take, begun.profile.as_str()), (TakeId(1), "dictate"));
        assert_eq!(begun.target.as_deref(), Some("Mousepad"));
        assert!(watch.hear(&state(1, State::Listening)).is_empty());
        assert!(watch.hear(&state(1, State::Idle)).is_empty());
        // One that is finishing while the next begins is not begun again.
        assert_eq!(watch.hear(&state(2, State::Preparing)).len(), 1);
        assert!(watch.hear(&state(1, State::Finishing)).is_empty());
    }

    #[test]
    fn the_profile_of_a_running_take_is_that_of_its_beginning() {
        let home = tempfile::tempdir().unwrap();
        let watch = watch(home.path());
        let wish = |profile: &str| watch.face.known.lock().wanted.profile = profile.to_owned();
        wish("dictate");
        watch.hear(&state(1, State::Listening));
        // A start that does nothing, because a take is heard.
        wish("dictate-and-translate");
        assert!(watch.face.known.lock().is_running("dictate"));
        assert!(!watch.face.known.lock().is_running("dictate-and-translate"));
        watch.hear(&state(1, State::Idle));
        assert!(!watch.face.known.lock().is_running("dictate"));
    }

    #[test]
    fn captions_are_no_take_of_the_window() {
        let home = tempfile::tempdir().unwrap();
        let watch = watch(home.path());
        for event in [
            Event::Captions { take: TakeId(1), task: Task::Transcribe },
            state(1, State::Listening),
        ] {
            assert!(watch.hear(&event).is_empty());
        }
        assert_eq!(watch.face.board.latest().captions, State::Listening);
        assert_eq!(watch.face.board.latest().state, State::Idle);
    }

    #[test]
    fn a_tap_lets_go_of_the_key() {
        let home = tempfile::tempdir().unwrap();
        let watch = watch(home.path());
        watch.face.known.lock().wanted.held = true;
        watch.hear(&state(1, State::Preparing));
        let told = watch.hear(&Event::Latched { take: TakeId(1) });
        assert!(matches!(&told[..], [ShellEvent::Begun(Begun { held: false, .. })]), "{told:?}");
        assert!(watch.hear(&Event::Latched { take: TakeId(9) }).is_empty());
    }

    #[test]
    fn a_cue_says_when_to_speak_and_when_it_is_over() {
        let mut now = Now::default();
        now.hear(&Event::Captions { take: TakeId(2), task: Task::Transcribe });
        assert_eq!(cue(&state(2, State::Listening), &now), None);
        assert_eq!(cue(&state(1, State::Preparing), &now), None);
        assert_eq!(cue(&state(1, State::Listening), &now), Some(Cue::Start));
        assert_eq!(cue(&state(1, State::Finishing), &now), Some(Cue::Stop));
        assert_eq!(cue(&state(1, State::Idle), &now), None);
    }
}
