//! Any order of inputs at any pace leaves the session in order, and it always comes to rest.

use std::collections::BTreeMap;
use std::time::Duration;

use aloud::clock::Moment;
use aloud::command::Key;
use aloud::event::{State, TakeId};
use aloud::session::{Action, Capture, Hold, Input, Session};
use aloud::settings::Mode;
use proptest::prelude::*;

/// An input before it is known which takes there are.
#[derive(Clone, Copy, Debug)]
enum Step {
    Press(Key, Mode),
    Release(Key),
    Start(Mode),
    Stop,
    Cancel,
    Speech,
    Tick,
    Sound(u64),
    SourceOver(u64),
    Finished(u64),
}

/// Runs a session and holds what it told about each take against the rules.
#[derive(Default)]
struct Watched {
    session: Session,
    now: Duration,
    last_name: u64,
    takes: BTreeMap<TakeId, Told>,
}

/// What was told about one take.
#[derive(Debug, Default)]
struct Told {
    opened: u32,
    closed: u32,
    discarded: u32,
    states: Vec<State>,
}

impl Watched {
    fn step(&mut self, step: Step, after: Duration) -> Vec<Action> {
        self.now += after;
        let input = self.input(step);
        self.apply(input)
    }

    fn input(&mut self, step: Step) -> Input {
        match step {
            Step::Press(key, mode) => Input::Press(key, self.fresh(), mode),
            Step::Start(mode) => Input::Start(self.fresh(), mode),
            Step::Release(key) => Input::Release(key),
            Step::Stop => Input::Stop,
            Step::Cancel => Input::Cancel,
            Step::Speech => Input::Speech,
            Step::Tick => Input::Tick,
            Step::Sound(back) => Input::Sound(self.recent(back)),
            Step::SourceOver(back) => Input::SourceOver(self.recent(back)),
            Step::Finished(back) => Input::Finished(self.recent(back)),
        }
    }

    fn fresh(&mut self) -> TakeId {
        self.last_name += 1;
        TakeId(self.last_name)
    }

    /// A take by how long ago it was named; perhaps one that never began.
    fn recent(&self, back: u64) -> TakeId {
        TakeId(self.last_name.saturating_sub(back))
    }

    fn apply(&mut self, input: Input) -> Vec<Action> {
        let actions = self.session.apply(input, Moment::at(self.now));
        for action in &actions {
            self.note(*action);
        }
        self.verify_invariants();
        actions
    }

    fn note(&mut self, action: Action) {
        let (Action::Open(take)
        | Action::Close(take)
        | Action::Discard(take)
        | Action::Latch(take)
        | Action::Enter(take, _)) = action;
        let told = self.takes.entry(take).or_default();
        assert_ne!(told.states.last(), Some(&State::Idle), "{take:?} is over, then {action:?}");
        match action {
            Action::Open(_) => told.opened += 1,
            Action::Close(_) => told.closed += 1,
            Action::Discard(_) => told.discarded += 1,
            Action::Latch(_) => assert_eq!(told.closed, 0, "only what is heard latches"),
            Action::Enter(_, state) => {
                assert!(told.discarded == 0 || state == State::Idle, "{take:?}: {told:?}");
                told.states.push(state);
            }
        }
    }

    fn verify_invariants(&self) {
        let finishing: Vec<_> = self.session.finishing().collect();
        assert!(finishing.is_sorted(), "in order of their start: {finishing:?}");
        for (take, told) in &self.takes {
            assert_eq!(told.opened, 1, "{take:?}");
            assert!(told.closed <= 1 && told.discarded <= 1, "{take:?}: {told:?}");
            assert!(told.states.windows(2).all(|w| order(w[0]) < order(w[1])), "{told:?}");
            let last = told.states.last().copied();
            let heard = self.session.heard() == Some(*take);
            assert_eq!(heard, matches!(last, Some(State::Preparing | State::Listening)));
            assert_eq!(finishing.contains(take), last == Some(State::Finishing));
        }
        let over = self.takes.values().all(|told| told.states.last() == Some(&State::Idle));
        assert_eq!(self.session.is_idle(), over);
        if self.session.heard().is_some() && !self.is_hands_free() {
            assert!(self.session.deadline().is_some(), "every take of a key ends some time");
        }
    }

    fn is_hands_free(&self) -> bool {
        match self.session.capture() {
            Capture::Idle => false,
            Capture::Preparing(heard) | Capture::Listening(heard) => heard.hold == Hold::Free,
        }
    }
}

fn order(state: State) -> u8 {
    match state {
        State::Preparing => 0,
        State::Listening => 1,
        State::Finishing => 2,
        State::Idle => 3,
    }
}

fn key() -> impl Strategy<Value = Key> {
    prop_oneof![Just(Key::Current), Just(Key::Own(1))]
}

fn mode() -> impl Strategy<Value = Mode> {
    prop_oneof![
        4 => Just(Mode::Both),
        2 => Just(Mode::Toggle),
        2 => Just(Mode::PushToTalk),
        1 => Just(Mode::HandsFree),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        5 => (key(), mode()).prop_map(|(key, mode)| Step::Press(key, mode)),
        5 => key().prop_map(Step::Release),
        2 => mode().prop_map(Step::Start),
        2 => Just(Step::Stop),
        1 => Just(Step::Cancel),
        2 => Just(Step::Speech),
        2 => Just(Step::Tick),
        3 => (0..3u64).prop_map(Step::Sound),
        1 => (0..3u64).prop_map(Step::SourceOver),
        3 => (0..4u64).prop_map(Step::Finished),
    ]
}

/// From two events of one keystroke to a forgotten machine.
fn pause() -> impl Strategy<Value = Duration> {
    prop_oneof![
        4 => 0..60u64,
        3 => 60..600u64,
        2 => 600..70_000u64,
        1 => 70_000..4_000_000u64,
    ]
    .prop_map(Duration::from_millis)
}

fn steps() -> impl Strategy<Value = Vec<(Step, Duration)>> {
    prop::collection::vec((step(), pause()), 0..120)
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_order_of_inputs_keeps_every_take_in_order_and_ends_idle(steps in steps()) {
        let mut watched = Watched::default();
        for (step, after) in steps {
            watched.step(step, after);
        }
        watched.apply(Input::Stop);
        let left: Vec<_> = watched.session.finishing().collect();
        for take in left {
            watched.apply(Input::Finished(take));
        }
        prop_assert!(watched.session.is_idle());
    }

    #[test]
    fn a_second_start_or_stop_at_once_changes_nothing(steps in steps(), mode in mode()) {
        let mut watched = Watched::default();
        for (step, after) in steps {
            watched.step(step, after);
        }
        watched.step(Step::Start(mode), Duration::ZERO);
        let started = watched.session.capture();
        prop_assert_eq!(watched.step(Step::Start(mode), Duration::ZERO), []);
        prop_assert_eq!(watched.session.capture(), started);
        watched.step(Step::Stop, Duration::ZERO);
        prop_assert_eq!(watched.step(Step::Stop, Duration::ZERO), []);
        prop_assert!(watched.session.heard().is_none());
    }

    #[test]
    fn ticking_at_every_deadline_ends_what_a_key_started_within_an_hour(steps in steps()) {
        let mut watched = Watched::default();
        for (step, after) in steps {
            watched.step(step, after);
        }
        let begun = watched.now;
        while let Some(deadline) = watched.session.deadline() {
            watched.now = watched.now.max(deadline.since(Moment::default()));
            watched.apply(Input::Tick);
        }
        prop_assert!(watched.session.heard().is_none() || watched.is_hands_free());
        prop_assert!(watched.now - begun <= Duration::from_secs(60 * 60));
    }
}
