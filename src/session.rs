//! When is somebody heard? Pure: inputs in, actions out, time as an argument.
//!
//! One session belongs to one lane. It holds what is being heard and, in order, the takes that
//! are still being finished, so that a new take may start while the last one is recognised.

use std::collections::VecDeque;
use std::time::Duration;

use crate::clock::Moment;
use crate::command::Key;
use crate::event::{State, TakeId};
use crate::settings::Mode;

/// A press shorter than this latches the take; a longer one is push-to-talk.
pub const TAP: Duration = Duration::from_millis(400);

/// In push-to-talk a release may have been lost: without speech for this long the take stops.
pub const SILENT_HOLD: Duration = Duration::from_secs(60);

/// No take that a key started lasts longer than this.
pub const LONGEST: Duration = Duration::from_secs(60 * 60);

/// A release counts once it has stood this long. While a key is held, X11 repeats it as pairs
/// of release and press a few milliseconds apart, and no finger is up for less than this. The
/// wait costs nothing: what is said until then belongs to the tail of the take anyway.
pub const SETTLE: Duration = Duration::from_millis(40);

/// A second press without a release between is the key being repeated, unless it comes later
/// than this after the last one; then the release was lost. Keyboards start to repeat after
/// 250 ms to 1 s, and go on much faster.
pub const REPEAT: Duration = Duration::from_millis(1200);

/// Something that happened to a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A hotkey went down; if this starts a take, it gets this name.
    Press(Key, TakeId, Mode),
    /// A hotkey came up.
    Release(Key),
    /// A take is wanted, and gets this name if none is heard. No key is held for it, so a press
    /// or a stop ends it, or hands-free only a stop.
    Start(TakeId, Mode),
    /// The take that is heard is to end.
    Stop,
    /// The take that is heard and those being finished are to be dropped.
    Cancel,
    /// The source of this take gives sound.
    Sound(TakeId),
    /// Somebody speaks in the take that is heard.
    Speech,
    /// The source of this take ended or failed; what was heard is finished.
    SourceOver(TakeId),
    /// Everything of this take was recognised and delivered.
    Finished(TakeId),
    /// Time went by.
    Tick,
}

/// What is to be done about it, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Open the source for this take.
    Open(TakeId),
    /// Hear no more for this take; a short tail may still be taken in. Recognise the rest.
    Close(TakeId),
    /// Hear no more for this take if it is still heard, deliver nothing more of it, and keep
    /// its audio for recovery.
    Discard(TakeId),
    /// Tell the world that the take goes on though its key is up.
    Latch(TakeId),
    /// Tell the world that the take is in this state.
    Enter(TakeId, State),
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct Session {
    capture: Capture,
    finishing: VecDeque<TakeId>,
    held: Held,
    newest: Option<TakeId>,
}

/// What is being heard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Capture {
    /// Nothing.
    #[default]
    Idle,
    /// The source is opened.
    Preparing(Heard),
    /// Sound comes.
    Listening(Heard),
}

/// The take that is heard and how it will end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heard {
    /// Its name.
    pub take: TakeId,
    /// When it was started.
    pub since: Moment,
    /// How it will be ended.
    pub hold: Hold,
}

/// What ends the take that is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// The key is down; what its release means depends on how long it was.
    Undecided {
        /// When speech was last heard, or the take started.
        speech: Moment,
    },
    /// Only push-to-talk: the release stops it, however short the press was.
    Pressed {
        /// When speech was last heard, or the take started.
        speech: Moment,
    },
    /// The next press or a stop ends it.
    Latched,
    /// Only a stop ends it.
    Free,
}

/// The hotkey that was pressed last, whatever it started or stopped. It outlives the take: a key
/// that is still down after a cancel must not start the next take by being repeated. One that
/// was pressed before it is of no interest any more: it repeats no longer, and what it began is
/// over.
#[derive(Clone, Copy, Debug, Default)]
enum Held {
    #[default]
    Nothing,
    Down {
        key: Key,
        pressed: Moment,
        repeated: Moment,
    },
    /// Released, perhaps only between two repetitions.
    Lifted {
        key: Key,
        pressed: Moment,
        released: Moment,
    },
}

/// A hotkey that goes down, and the take that it may begin.
#[derive(Clone, Copy, Debug)]
struct Press {
    key: Key,
    take: TakeId,
    mode: Mode,
}

impl Session {
    /// Nothing is heard, nothing is being finished.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes in what happened at `now`, which never goes back, and says what to do about it.
    pub fn apply(&mut self, input: Input, now: Moment) -> Vec<Action> {
        let mut actions = Vec::new();
        self.settle(now, &mut actions);
        self.stop_when_overdue(now, &mut actions);
        match input {
            Input::Press(key, take, mode) => {
                self.press(Press { key, take, mode }, now, &mut actions);
            }
            Input::Release(key) => self.lift(key, now),
            Input::Start(take, Mode::HandsFree) => self.open(take, Hold::Free, now, &mut actions),
            Input::Start(take, _) => self.open(take, Hold::Latched, now, &mut actions),
            Input::Stop => self.stop(&mut actions),
            Input::Cancel => self.cancel(&mut actions),
            Input::Sound(take) => self.sound(take, &mut actions),
            Input::Speech => self.speech(now),
            Input::SourceOver(take) if self.heard() == Some(take) => self.stop(&mut actions),
            Input::Finished(take) => self.finished(take, &mut actions),
            Input::SourceOver(_) | Input::Tick => {}
        }
        actions
    }

    /// What is being heard.
    pub fn capture(&self) -> Capture {
        self.capture
    }

    /// The take that is heard.
    pub fn heard(&self) -> Option<TakeId> {
        self.capture.heard().map(|heard| heard.take)
    }

    /// The takes that are being finished, in order of their start.
    pub fn finishing(&self) -> impl Iterator<Item = TakeId> {
        self.finishing.iter().copied()
    }

    /// Whether nothing is heard and nothing is being finished.
    pub fn is_idle(&self) -> bool {
        self.capture == Capture::Idle && self.finishing.is_empty()
    }

    /// When a [`Input::Tick`] is wanted, unless something else happens before.
    pub fn deadline(&self) -> Option<Moment> {
        let release = match self.held {
            Held::Lifted { released, .. } => Some(released + SETTLE),
            Held::Nothing | Held::Down { .. } => None,
        };
        let take = self.capture.heard().and_then(Heard::overdue_at);
        release.into_iter().chain(take).min()
    }

    fn press(&mut self, press: Press, now: Moment, actions: &mut Vec<Action>) {
        match self.held {
            Held::Lifted { key, pressed, .. } if key == press.key => {
                self.held = Held::Down { key, pressed, repeated: now };
            }
            Held::Down { key, pressed, repeated }
                if key == press.key && now.since(repeated) <= REPEAT =>
            {
                self.held = Held::Down { key, pressed, repeated: now };
            }
            Held::Down { key, pressed, .. } if key == press.key => {
                self.released(now.since(pressed), actions);
                self.pressed(press, now, actions);
            }
            Held::Nothing | Held::Lifted { .. } | Held::Down { .. } => {
                self.pressed(press, now, actions);
            }
        }
    }

    /// The key went down, and it is no repetition.
    fn pressed(&mut self, press: Press, now: Moment, actions: &mut Vec<Action>) {
        let Press { key, take, mode } = press;
        self.held = Held::Down { key, pressed: now, repeated: now };
        match self.capture.heard().map(|heard| heard.hold) {
            None => self.open(take, Hold::of(mode, now), now, actions),
            Some(Hold::Free) => {}
            Some(Hold::Latched | Hold::Undecided { .. } | Hold::Pressed { .. }) => {
                self.stop(actions);
            }
        }
    }

    fn lift(&mut self, key: Key, now: Moment) {
        if let Held::Down { key: down, pressed, .. } = self.held
            && down == key
        {
            self.held = Held::Lifted { key, pressed, released: now };
        }
    }

    /// Acts on a release that has stood long enough to be one.
    fn settle(&mut self, now: Moment, actions: &mut Vec<Action>) {
        if let Held::Lifted { pressed, released, .. } = self.held
            && now.since(released) >= SETTLE
        {
            self.held = Held::Nothing;
            self.released(released.since(pressed), actions);
        }
    }

    /// The key came up after having been down for `held`.
    fn released(&mut self, held: Duration, actions: &mut Vec<Action>) {
        let Some(heard) = self.capture.heard_mut() else { return };
        match heard.hold {
            Hold::Undecided { .. } if held < TAP => {
                heard.hold = Hold::Latched;
                actions.push(Action::Latch(heard.take));
            }
            Hold::Undecided { .. } | Hold::Pressed { .. } => self.stop(actions),
            Hold::Latched | Hold::Free => {}
        }
    }

    fn open(&mut self, take: TakeId, hold: Hold, now: Moment, actions: &mut Vec<Action>) {
        if self.capture != Capture::Idle || self.newest.is_some_and(|newest| take <= newest) {
            return;
        }
        self.newest = Some(take);
        self.capture = Capture::Preparing(Heard { take, since: now, hold });
        actions.extend([Action::Open(take), Action::Enter(take, State::Preparing)]);
    }

    fn sound(&mut self, take: TakeId, actions: &mut Vec<Action>) {
        if let Capture::Preparing(heard) = self.capture
            && heard.take == take
        {
            self.capture = Capture::Listening(heard);
            actions.push(Action::Enter(take, State::Listening));
        }
    }

    fn speech(&mut self, now: Moment) {
        if let Some(Hold::Undecided { speech } | Hold::Pressed { speech }) =
            self.capture.heard_mut().map(|heard| &mut heard.hold)
        {
            *speech = now;
        }
    }

    fn stop(&mut self, actions: &mut Vec<Action>) {
        if let Some(take) = self.heard() {
            self.capture = Capture::Idle;
            self.finishing.push_back(take);
            actions.extend([Action::Close(take), Action::Enter(take, State::Finishing)]);
        }
    }

    fn stop_when_overdue(&mut self, now: Moment, actions: &mut Vec<Action>) {
        if self.capture.heard().and_then(Heard::overdue_at).is_some_and(|overdue| overdue <= now) {
            self.stop(actions);
        }
    }

    fn cancel(&mut self, actions: &mut Vec<Action>) {
        let heard = self.heard();
        self.capture = Capture::Idle;
        for take in self.finishing.drain(..).chain(heard) {
            actions.extend([Action::Discard(take), Action::Enter(take, State::Idle)]);
        }
    }

    fn finished(&mut self, take: TakeId, actions: &mut Vec<Action>) {
        if let Some(place) = self.finishing.iter().position(|&waiting| waiting == take) {
            self.finishing.remove(place);
            actions.push(Action::Enter(take, State::Idle));
        }
    }
}

impl Capture {
    fn heard(self) -> Option<Heard> {
        match self {
            Self::Idle => None,
            Self::Preparing(heard) | Self::Listening(heard) => Some(heard),
        }
    }

    fn heard_mut(&mut self) -> Option<&mut Heard> {
        match self {
            Self::Idle => None,
            Self::Preparing(heard) | Self::Listening(heard) => Some(heard),
        }
    }
}

impl Heard {
    /// When it is stopped, should nobody do it.
    fn overdue_at(self) -> Option<Moment> {
        let longest = self.since + LONGEST;
        match self.hold {
            Hold::Undecided { speech } | Hold::Pressed { speech } => {
                Some(longest.min(speech + SILENT_HOLD))
            }
            Hold::Latched => Some(longest),
            // Captions and files last as long as what they follow.
            Hold::Free => None,
        }
    }
}

impl Hold {
    /// How a take ends that a press in this mode starts.
    fn of(mode: Mode, now: Moment) -> Self {
        match mode {
            Mode::Both => Self::Undecided { speech: now },
            Mode::PushToTalk => Self::Pressed { speech: now },
            Mode::Toggle => Self::Latched,
            Mode::HandsFree => Self::Free,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies inputs at their milliseconds, with a tick at every deadline between them, and
    /// tells in one line what happened.
    fn story(mode: Mode, inputs: impl IntoIterator<Item = (u64, &'static str)>) -> String {
        let mut session = Session::new();
        let mut told = Vec::new();
        for (next, (ms, word)) in (1..).zip(inputs) {
            let now = at(ms);
            while let Some(deadline) = session.deadline().filter(|deadline| *deadline < now) {
                let actions = session.apply(Input::Tick, deadline);
                tell(&mut told, deadline, "", &actions);
            }
            let actions = session.apply(input(word, TakeId(next), mode), now);
            tell(&mut told, now, word, &actions);
        }
        told.join(" · ")
    }

    fn input(word: &str, next: TakeId, mode: Mode) -> Input {
        let number = || TakeId(word.rsplit(' ').next().and_then(|n| n.parse().ok()).unwrap());
        match word.split(' ').next().unwrap() {
            "press" => Input::Press(Key::Current, next, mode),
            "release" => Input::Release(Key::Current),
            "other" => Input::Press(Key::Own(7), next, mode),
            "lift" => Input::Release(Key::Own(7)),
            "start" => Input::Start(next, mode),
            "stop" => Input::Stop,
            "cancel" => Input::Cancel,
            "sound" => Input::Sound(number()),
            "speech" => Input::Speech,
            "over" => Input::SourceOver(number()),
            "finished" => Input::Finished(number()),
            "tick" => Input::Tick,
            other => panic!("no input is called {other}"),
        }
    }

    fn tell(told: &mut Vec<String>, now: Moment, word: &str, actions: &[Action]) {
        if actions.is_empty() {
            return;
        }
        let actions: Vec<_> = actions.iter().map(name).collect();
        let ms = now.since(Moment::default()).as_millis();
        let word = if word.is_empty() { "–" } else { word };
        told.push(format!("{ms} {word} → {}", actions.join(", ")));
    }

    fn name(action: &Action) -> String {
        match action {
            Action::Open(take) => format!("open {}", take.0),
            Action::Close(take) => format!("close {}", take.0),
            Action::Discard(take) => format!("discard {}", take.0),
            Action::Latch(_) => "latch".to_owned(),
            Action::Enter(_, state) => format!("{state:?}").to_lowercase(),
        }
    }

    fn at(ms: u64) -> Moment {
        Moment::at(Duration::from_millis(ms))
    }

    #[test]
    fn a_tap_latches_and_the_next_press_stops() {
        assert_eq!(
            story(
                Mode::Both,
                [
                    (0, "press"),
                    (50, "sound 1"),
                    (120, "release"),
                    (5000, "press"),
                    (5100, "release"),
                    (5600, "finished 1"),
                ],
            ),
            "0 press → open 1, preparing · 50 sound 1 → listening · \
             160 – → latch · 5000 press → close 1, finishing · 5600 finished 1 → idle"
        );
    }

    #[test]
    fn a_hold_is_push_to_talk_and_the_moment_of_release_decides() {
        let hold = |released| {
            story(Mode::Both, [(0, "press"), (released, "release"), (2000, "finished 1")])
        };
        assert_eq!(
            hold(900),
            "0 press → open 1, preparing · 940 – → close 1, finishing · 2000 finished 1 → idle"
        );
        assert_eq!(hold(399), "0 press → open 1, preparing · 439 – → latch");
        assert_eq!(
            hold(400),
            "0 press → open 1, preparing · 440 – → close 1, finishing · 2000 finished 1 → idle"
        );
    }

    #[test]
    fn in_push_to_talk_even_a_tap_stops() {
        assert_eq!(
            story(Mode::PushToTalk, [(0, "press"), (120, "release"), (500, "tick")]),
            "0 press → open 1, preparing · 160 – → close 1, finishing"
        );
    }

    #[test]
    fn in_toggle_a_release_means_nothing() {
        assert_eq!(
            story(
                Mode::Toggle,
                [(0, "press"), (3000, "release"), (9000, "press"), (12_000, "release")],
            ),
            "0 press → open 1, preparing · 9000 press → close 1, finishing"
        );
    }

    #[test]
    fn hands_free_ends_with_a_stop_and_not_with_a_key() {
        assert_eq!(
            story(
                Mode::HandsFree,
                [(0, "start"), (100, "press"), (200, "release"), (9000, "stop")],
            ),
            "0 start → open 1, preparing · 9000 stop → close 1, finishing"
        );
    }

    #[test]
    fn a_key_that_repeats_is_one_press() {
        let repeated = |mode, end| {
            let pairs = (0..200).flat_map(|n| [(500 + 5 * n, "release"), (503 + 5 * n, "press")]);
            story(mode, [(0, "press")].into_iter().chain(pairs).chain([(1500, "release"), end]))
        };
        assert_eq!(
            repeated(Mode::Both, (2000, "tick")),
            "0 press → open 1, preparing · 1540 – → close 1, finishing"
        );
        assert_eq!(
            repeated(Mode::PushToTalk, (2000, "tick")),
            "0 press → open 1, preparing · 1540 – → close 1, finishing"
        );
        assert_eq!(
            repeated(Mode::Toggle, (3000, "press")),
            "0 press → open 1, preparing · 3000 press → close 1, finishing"
        );
    }

    #[test]
    fn a_key_that_repeats_without_releases_is_one_press_too() {
        let presses = (0..100).map(|n| (1000 + 30 * n, "press"));
        assert_eq!(
            story(
                Mode::Both,
                [(0, "press")]
                    .into_iter()
                    .chain(presses)
                    .chain([(4500, "release"), (5000, "tick")])
            ),
            "0 press → open 1, preparing · 4540 – → close 1, finishing"
        );
    }

    #[test]
    fn a_stopping_press_that_repeats_starts_nothing() {
        let pairs = (0..100).flat_map(|n| [(3000 + 30 * n, "release"), (3005 + 30 * n, "press")]);
        let inputs = [(0, "press"), (100, "release"), (2500, "press")].into_iter().chain(pairs);
        assert_eq!(
            story(Mode::Both, inputs.chain([(6000, "release"), (6500, "tick")])),
            "0 press → open 1, preparing · 140 – → latch · 2500 press → close 1, finishing"
        );
    }

    #[test]
    fn starting_and_stopping_twice_does_no_harm() {
        assert_eq!(
            story(Mode::Toggle, [(0, "start"), (10, "start"), (20, "stop"), (30, "stop")]),
            "0 start → open 1, preparing · 20 stop → close 1, finishing"
        );
    }

    #[test]
    fn a_take_starts_while_the_last_one_is_finishing() {
        assert_eq!(
            story(
                Mode::Toggle,
                [
                    (0, "start"),
                    (1000, "stop"),
                    (1100, "start"),
                    (1200, "stop"),
                    (1300, "finished 1"),
                    (1400, "finished 3"),
                ],
            ),
            "0 start → open 1, preparing · 1000 stop → close 1, finishing · \
             1100 start → open 3, preparing · 1200 stop → close 3, finishing · \
             1300 finished 1 → idle · 1400 finished 3 → idle"
        );
    }

    #[test]
    fn a_lost_release_ends_a_minute_after_the_last_speech() {
        assert_eq!(
            story(
                Mode::Both,
                [
                    (0, "press"),
                    (30_000, "speech"),
                    (95_000, "press"),
                    (95_900, "release"),
                    (99_000, "tick")
                ],
            ),
            "0 press → open 1, preparing · 90000 – → close 1, finishing · \
             95000 press → open 3, preparing · 95940 – → close 3, finishing"
        );
    }

    #[test]
    fn a_press_after_a_lost_release_ends_that_take_and_starts_its_own() {
        assert_eq!(
            story(Mode::PushToTalk, [(0, "press"), (8000, "press")]),
            "0 press → open 1, preparing · 8000 press → close 1, finishing, open 2, preparing"
        );
    }

    #[test]
    fn silence_does_not_end_a_latched_take_but_an_hour_does() {
        let left_alone = [(0, "press"), (100, "release"), (4_000_000, "tick")];
        assert_eq!(
            story(Mode::Toggle, left_alone),
            "0 press → open 1, preparing · 3600000 – → close 1, finishing"
        );
        assert_eq!(
            story(Mode::HandsFree, left_alone),
            "0 press → open 1, preparing",
            "captions and files last as long as what they follow"
        );
        let talking = (0..400).map(|n| (n * 10_000 + 1, "speech"));
        assert_eq!(
            story(Mode::PushToTalk, [(0, "press")].into_iter().chain(talking)),
            "0 press → open 1, preparing · 3600000 – → close 1, finishing"
        );
    }

    #[test]
    fn cancel_drops_what_is_heard_and_what_is_finishing_at_once() {
        assert_eq!(
            story(
                Mode::Toggle,
                [
                    (0, "start"),
                    (500, "stop"),
                    (600, "start"),
                    (700, "cancel"),
                    (800, "finished 1"),
                    (900, "sound 3"),
                    (950, "cancel"),
                    (1000, "start"),
                ],
            ),
            "0 start → open 1, preparing · 500 stop → close 1, finishing · \
             600 start → open 3, preparing · 700 cancel → discard 1, idle, discard 3, idle · \
             1000 start → open 8, preparing"
        );
    }

    #[test]
    fn a_key_held_through_a_cancel_starts_nothing_until_it_is_pressed_again() {
        assert_eq!(
            story(
                Mode::Both,
                [
                    (0, "press"),
                    (500, "cancel"),
                    (700, "release"),
                    (705, "press"),
                    (800, "release"),
                    (1500, "press"),
                ],
            ),
            "0 press → open 1, preparing · 500 cancel → discard 1, idle · \
             1500 press → open 6, preparing"
        );
    }

    #[test]
    fn a_release_means_only_the_take_of_its_own_key() {
        assert_eq!(
            story(
                Mode::PushToTalk,
                [(0, "press"), (1000, "lift"), (2000, "release"), (2500, "tick")],
            ),
            "0 press → open 1, preparing · 2040 – → close 1, finishing"
        );
        assert_eq!(
            story(
                Mode::PushToTalk,
                [
                    (0, "press"),
                    (1000, "stop"),
                    (1001, "other"),
                    (1500, "release"),
                    (3000, "lift"),
                    (3500, "tick"),
                ],
            ),
            "0 press → open 1, preparing · 1000 stop → close 1, finishing · \
             1001 other → open 3, preparing · 3040 – → close 3, finishing",
            "the first key comes up while the second is held"
        );
    }

    #[test]
    fn a_press_of_another_key_ends_what_is_heard() {
        assert_eq!(
            story(
                Mode::Both,
                [(0, "press"), (100, "release"), (1000, "other"), (1100, "lift"), (2000, "tick")],
            ),
            "0 press → open 1, preparing · 140 – → latch · 1000 other → close 1, finishing"
        );
        assert_eq!(
            story(Mode::Both, [(0, "press"), (20, "release"), (30, "other"), (2000, "tick")]),
            "0 press → open 1, preparing · 30 other → close 1, finishing",
            "a tap that is not yet settled"
        );
    }

    #[test]
    fn the_end_of_the_source_is_a_stop() {
        assert_eq!(
            story(Mode::HandsFree, [(0, "start"), (10, "over 7"), (20, "over 1"), (30, "over 1")]),
            "0 start → open 1, preparing · 20 over 1 → close 1, finishing"
        );
    }

    #[test]
    fn what_concerns_another_take_is_ignored() {
        assert_eq!(
            story(
                Mode::Toggle,
                [
                    (0, "start"),
                    (10, "sound 9"),
                    (20, "finished 1"),
                    (30, "sound 1"),
                    (40, "sound 1")
                ],
            ),
            "0 start → open 1, preparing · 30 sound 1 → listening"
        );
        let mut session = Session::new();
        session.apply(Input::Start(TakeId(5), Mode::Toggle), at(0));
        session.apply(Input::Cancel, at(10));
        assert_eq!(session.apply(Input::Start(TakeId(5), Mode::Toggle), at(20)), []);
    }

    #[test]
    fn nothing_to_wait_for_is_no_deadline() {
        let mut session = Session::new();
        assert_eq!(session.deadline(), None);
        session.apply(Input::Press(Key::Current, TakeId(1), Mode::Both), at(0));
        assert_eq!(session.deadline(), Some(Moment::default() + SILENT_HOLD));
        session.apply(Input::Release(Key::Current), at(100));
        assert_eq!(session.deadline(), Some(at(140)));
        session.apply(Input::Tick, at(140));
        assert_eq!(session.deadline(), Some(Moment::default() + LONGEST));
        session.apply(Input::Cancel, at(200));
        assert_eq!((session.deadline(), session.is_idle()), (None, true));
    }
}
