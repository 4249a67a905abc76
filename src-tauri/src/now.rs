//! What the app does at this moment, put together from events. Pure.

use aloud::event::{Event, Model, State, TakeId};

/// See the module.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Now {
    /// The take that is heard, and how far it is.
    heard: Option<(TakeId, State)>,
    /// Takes that are being finished.
    finishing: Vec<TakeId>,
    /// Captions, which run beside all of these.
    captions: Vec<(TakeId, State)>,
    /// The text of the take that ended last with one.
    text: Option<String>,
    model: Model,
}

impl Now {
    /// Takes in an event.
    pub(crate) fn hear(&mut self, event: &Event) {
        match event {
            Event::Captions { take, .. } => self.captions.push((*take, State::Preparing)),
            Event::State { take, state } if self.is_captions(*take) => {
                self.captions.retain(|(captions, _)| captions != take);
                self.captions.extend((*state != State::Idle).then_some((*take, *state)));
            }
            Event::State { take, state } => self.enter(*take, *state),
            Event::Done(done) if self.is_captions(done.take) => {}
            Event::Done(done) if !done.text.is_empty() => self.text = Some(done.text.clone()),
            Event::Model(model) => self.model = model.clone(),
            _ => {}
        }
    }

    /// The take that matters most, and its state: what is heard goes before what is finished.
    pub(crate) fn take(&self) -> Option<(TakeId, State)> {
        let finishing = self.finishing.last().map(|take| (*take, State::Finishing));
        self.heard.or(finishing)
    }

    /// The state of [`Now::take`].
    pub(crate) fn state(&self) -> State {
        self.take().map_or(State::Idle, |(_, state)| state)
    }

    /// Whether a take is heard.
    pub(crate) fn is_heard(&self) -> bool {
        self.heard.is_some()
    }

    /// Whether a take that runs is captions.
    pub(crate) fn is_captions(&self, take: TakeId) -> bool {
        self.captions.iter().any(|(captions, _)| *captions == take)
    }

    /// What captions do: those that are heard before those that are being finished.
    pub(crate) fn captions(&self) -> State {
        let heard = self.captions.iter().find(|(_, state)| *state != State::Finishing);
        heard.or(self.captions.first()).map_or(State::Idle, |(_, state)| *state)
    }

    /// What was said last.
    pub(crate) fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// The model, or why there is none.
    pub(crate) fn model(&self) -> &Model {
        &self.model
    }

    fn enter(&mut self, take: TakeId, state: State) {
        if self.heard.is_some_and(|(heard, _)| heard == take) {
            self.heard = None;
        }
        self.finishing.retain(|finishing| *finishing != take);
        match state {
            State::Preparing | State::Listening => self.heard = Some((take, state)),
            State::Finishing => self.finishing.push(take),
            State::Idle => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use aloud::event::Done;

    use aloud::settings::Task;

    use super::*;

    fn now(states: &[(u64, State)]) -> Now {
        let mut now = Now::default();
        for (take, state) in states {
            now.hear(&Event::State { take: TakeId(*take), state: *state });
        }
        now
    }

    #[test]
    fn what_is_heard_goes_before_what_is_finished() {
        let mut states = vec![(1, State::Preparing), (1, State::Listening)];
        assert_eq!(now(&states).take(), Some((TakeId(1), State::Listening)));
        states.extend([(1, State::Finishing), (2, State::Preparing)]);
        assert_eq!(now(&states).take(), Some((TakeId(2), State::Preparing)));
        states.extend([(2, State::Finishing), (1, State::Idle)]);
        assert_eq!(now(&states).take(), Some((TakeId(2), State::Finishing)));
        assert!(!now(&states).is_heard());
        states.push((2, State::Idle));
        assert_eq!(now(&states).state(), State::Idle);
    }

    #[test]
    fn captions_run_beside_a_take_and_are_none() {
        let mut now = now(&[(1, State::Listening)]);
        now.hear(&Event::Captions { take: TakeId(2), task: Task::Transcribe });
        for state in [State::Preparing, State::Listening] {
            now.hear(&Event::State { take: TakeId(2), state });
            assert_eq!(now.captions(), state);
        }
        assert_eq!(now.take(), Some((TakeId(1), State::Listening)));
        now.hear(&Event::State { take: TakeId(2), state: State::Finishing });
        let text = "They said.".to_owned();
        now.hear(&Event::Done(Done { take: TakeId(2), text, ..Done::default() }));
        assert_eq!((now.captions(), now.text()), (State::Finishing, None));
        now.hear(&Event::State { take: TakeId(2), state: State::Idle });
        assert_eq!(now.captions(), State::Idle);
        assert!(now.is_heard());
    }

    #[test]
    fn a_take_without_words_leaves_the_last_text() {
        let mut now = Now::default();
        for text in ["Hello.", ""] {
            now.hear(&Event::Done(Done { text: text.to_owned(), ..Done::default() }));
        }
        assert_eq!(now.text(), Some("Hello."));
    }
}
