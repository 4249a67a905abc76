//! Stories of what is made ready before it is wanted: a microphone that is held open, a model
//! that is loaded while somebody speaks. Virtual time, scripted recogniser, memory sink.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where it cannot go on")]

mod common;

use std::collections::VecDeque;
use std::time::Duration;

use aloud::capture::Flow;
use aloud::command::{Command, Lane, SourceSpec};
use aloud::event::{Event, State, TakeId};
use aloud::recognise::Capabilities;
use aloud::settings::{Language, Mode};
use common::rig::{
    Play, Rig, Setup, capabilities, captions, count, numbers, silence, spoken, start, words, zeros,
};

fn microphone(device: &str) -> SourceSpec {
    SourceSpec::Microphone { device: Some(device.to_owned()) }
}

fn arm() -> Command {
    Command::Arm(Lane::Dictation, SourceSpec::Microphone { device: None })
}

fn start_with(device: &str) -> Command {
    let mut start = spoken(Mode::Toggle);
    start.source = microphone(device);
    Command::Start(Box::new(start))
}

fn opened(rig: &Rig) -> Vec<SourceSpec> {
    rig.opened.lock().unwrap().clone()
}

fn held(plays: impl IntoIterator<Item = Play>) -> Setup {
    Setup { keep_open: Duration::from_secs(30), ..Setup::of(plays) }
}

/// Field case 1: the word that is spoken while the key goes down.
#[test]
fn an_armed_microphone_has_heard_the_first_word_already() {
    let mut rig = held([Play::live([silence(2_000), words(0..4)].concat())]).rig();
    rig.send(arm());
    rig.run(2_200);
    rig.send(start());
    rig.run(10);
    assert_eq!(rig.tell(), ["1 Preparing", "1 Listening"]);
    rig.run(4_000);
    rig.finish(1);
    assert_eq!(rig.done(1), Some(count(0..4)));
    assert_eq!(opened(&rig).len(), 1);
}

#[test]
fn a_microphone_that_has_sounded_is_heard_at_once_though_the_room_is_silent() {
    let audio = [words(0..2), zeros(1_000), zeros(900), words(2..4)].concat();
    let mut rig = held([Play::live(audio)]).rig();
    rig.send(arm());
    rig.run(1_900);
    rig.send(start());
    rig.run(10);
    assert_eq!(rig.tell(), ["1 Preparing", "1 Listening"]);
    rig.run(5_000);
    rig.finish(1);
    assert_eq!(rig.done(1), Some(count(2..4)));
}

#[test]
fn an_armed_microphone_that_turned_dead_is_named_in_the_take() {
    let mut rig = held([Play::live([words(0..2), zeros(20_000)].concat())]).rig();
    rig.send(arm());
    rig.run(3_000);
    rig.send(start());
    rig.run(4_000);
    assert_eq!(rig.notices(), ["no_signal"]);
    assert_eq!(rig.tell()[..2], ["1 Preparing", "1 Listening"]);
}

#[test]
fn arming_twice_opens_once_and_another_microphone_takes_its_place() {
    let mut rig = held([]).rig();
    rig.send(Command::Arm(Lane::Dictation, microphone("desk")));
    rig.send(Command::Arm(Lane::Dictation, microphone("desk")));
    rig.run(100);
    assert_eq!(opened(&rig), [microphone("desk")]);
    rig.send(Command::Arm(Lane::Dictation, microphone("usb")));
    rig.run(100);
    rig.send(start_with("usb"));
    rig.run(100);
    assert_eq!(opened(&rig), [microphone("desk"), microphone("usb")]);
}

#[test]
fn a_take_of_another_microphone_does_not_hear_the_armed_one() {
    let mut rig = held([Play::live(words(0..9)), Play::live(words(20..23))]).rig();
    rig.send(Command::Arm(Lane::Dictation, microphone("desk")));
    rig.run(1_000);
    rig.send(start_with("usb"));
    rig.run(3_000);
    rig.finish(1);
    assert_eq!(rig.done(1), Some(count(20..23)));
}

#[test]
fn an_armed_microphone_is_closed_when_its_time_is_over_or_shortened() {
    for shortened in [false, true] {
        let mut rig = held([]).rig();
        rig.send(arm());
        rig.run(1_000);
        if shortened {
            rig.send(Command::KeepOpen(Duration::ZERO));
            rig.run(100);
        } else {
            rig.run(30_000);
        }
        rig.send(start());
        rig.run(100);
        assert_eq!(opened(&rig).len(), 2, "it had to be opened again");
    }
}

#[test]
fn a_microphone_that_is_always_open_stays_open() {
    let mut rig = held([]).rig();
    rig.send(Command::KeepOpen(Duration::from_secs(100 * 365 * 24 * 3_600)));
    rig.send(arm());
    rig.run(120_000);
    rig.send(start());
    rig.run(100);
    assert_eq!(opened(&rig).len(), 1);
}

#[test]
fn a_microphone_that_cannot_be_armed_is_named_and_the_next_take_tries_again() {
    let refused = Play { refusal: Some("it is busy".to_owned()), ..Play::live(Vec::new()) };
    let mut rig = held([refused, Play::live(words(0..3))]).rig();
    rig.send(arm());
    rig.run(100);
    assert_eq!((rig.notices(), rig.tell()), (vec!["device"], vec!["notice device".to_owned()]));
    rig.send(start());
    rig.run(3_000);
    rig.finish(1);
    assert_eq!(rig.done(1), Some(count(0..3)));
}

/// A second model: it knows one language and answers with one word.
fn other(name: &str) -> Capabilities {
    Capabilities { name: name.to_owned(), languages: vec!["en".to_owned()], ..capabilities() }
}

#[test]
fn another_model_is_loaded_while_somebody_speaks_and_no_word_is_lost() {
    let audio = [words(0..3), silence(2_000), words(3..6), silence(2_000), words(6..9)].concat();
    let mut setup = Setup::of([Play::live(audio)]);
    setup.later = VecDeque::from([Some((other("second"), numbers()))]);
    setup.load_time = Duration::from_millis(1_500);
    let mut rig = setup.rig();
    rig.run(2_000);
    rig.send(start());
    rig.run(3_000);
    rig.send(Command::LoadModel);
    rig.run(9_000);
    rig.finish(1);
    assert_eq!(rig.done(1), Some(count(0..9)));
    assert_eq!(rig.models(), ["loading", "rig", "loading", "second"]);
}

#[test]
fn a_model_that_cannot_be_loaded_leaves_the_take_to_be_recovered() {
    let mut setup = Setup::of([Play::live(words(0..3))]);
    setup.disk = true;
    setup.later = VecDeque::from([None]);
    let mut rig = setup.rig();
    rig.send(Command::LoadModel);
    rig.run(100);
    rig.send(start());
    rig.run(3_000);
    rig.finish(1);
    assert_eq!(rig.models().last(), Some(&"failed"));
    assert_eq!(rig.done(1).as_deref(), Some(""));
    let folder = rig.takes.as_ref().unwrap().path();
    assert_eq!(aloud::journal::stored::list(folder).unwrap().len(), 1);
}

/// Started before it is known what the model can do: not recognised in some other language.
#[test]
fn a_take_that_the_model_turns_out_not_to_be_able_to_do_is_refused_and_kept() {
    let mut setup = Setup::of([Play::live(words(0..3))]);
    setup.disk = true;
    setup.load_time = Duration::from_millis(800);
    let mut rig = setup.rig();
    let mut start = spoken(Mode::Toggle);
    start.profile.language = Language::Code("ja".to_owned());
    rig.send(Command::Start(Box::new(start)));
    rig.run(3_000);
    rig.finish(1);
    assert!(rig.notices().contains(&"language"), "{:?}", rig.tell());
    assert_eq!(rig.finals(1), Vec::<String>::new());
    assert!(rig.pieces.is_empty(), "{:?}", rig.pieces);
    let folder = rig.takes.as_ref().unwrap().path();
    assert_eq!(aloud::journal::stored::list(folder).unwrap().len(), 1);
}

/// Field case 17: a cancel is heard at once, whatever the take is doing, and leaves the next one
/// alone.
#[test]
fn a_cancel_ends_a_take_at_once_and_the_next_press_records() {
    // While it listens, in the tail of a word, and while it is recognised.
    for (stop_at, cancel_after) in [(None, 0), (Some(1_130), 10), (Some(1_200), 500)] {
        let plays = [Play::live(words(0..9)), Play::live(words(20..23))];
        let mut setup = Setup::of(plays);
        setup.cost = |_| Duration::from_secs(2);
        let mut rig = setup.rig();
        rig.send(start());
        rig.run(stop_at.unwrap_or(1_150));
        if stop_at.is_some() {
            rig.send(Command::Stop(Lane::Dictation));
        }
        rig.run(cancel_after);
        rig.send(Command::Cancel(Lane::Dictation));
        let idle = Event::State { take: TakeId(1), state: State::Idle };
        assert!(rig.log.contains(&idle), "{stop_at:?}: {:?}", rig.tell());
        rig.send(start());
        rig.run(3_000);
        rig.send(Command::Stop(Lane::Dictation));
        rig.run_until_done(1);
        assert_eq!((rig.done(1), rig.done(2)), (None, Some(count(20..23))), "{stop_at:?}");
        assert!(rig.cancelled <= 1, "the run of the second take was left alone");
    }
}

#[test]
fn a_model_that_is_missing_is_told_once_a_wish_and_not_once_a_piece() {
    let audio = [words(0..3), silence(2_000), words(3..6), silence(2_000), words(6..9)].concat();
    let mut rig = Setup { loads: false, ..Setup::of([Play::live(audio)]) }.rig();
    rig.send(start());
    rig.run(10_000);
    rig.finish(1);
    let missing = |rig: &Rig| rig.notices().iter().filter(|code| **code == "no_model").count();
    assert_eq!((rig.pieces.len(), missing(&rig)), (3, 1));
    rig.send(Command::LoadModel);
    rig.run(100);
    assert_eq!(missing(&rig), 2, "somebody wants to know");
}

#[test]
fn a_piece_without_a_model_tries_to_load_it_and_the_next_one_is_recognised() {
    let audio = [words(0..3), silence(2_000), words(3..6)].concat();
    let mut setup = Setup { loads: false, ..Setup::of([Play::live(audio)]) };
    setup.later = VecDeque::from([Some((other("second"), numbers()))]);
    let mut rig = setup.rig();
    rig.send(start());
    rig.run(6_000);
    rig.finish(1);
    assert_eq!(rig.models(), ["loading", "failed", "loading", "second"]);
    assert_eq!(rig.done(1), Some(count(3..6)));
}

/// As in a take, but nobody is bothered with it.
#[test]
fn an_armed_microphone_that_goes_and_comes_back_is_heard_and_nobody_is_told() {
    let device = || "rig microphone".to_owned();
    let turns =
        vec![(16_000, Flow::Lost { device: device() }), (16_000, Flow::Back { device: device() })];
    let play = Play { turns, ..Play::live([silence(3_000), words(0..3)].concat()) };
    let mut rig = held([play]).rig();
    rig.send(arm());
    rig.run(2_500);
    rig.send(start());
    rig.run(3_500);
    rig.finish(1);
    assert_eq!((rig.notices(), rig.done(1)), (Vec::new(), Some(count(0..3))));
    assert_eq!(opened(&rig).len(), 1);
}

#[test]
fn a_microphone_that_is_chosen_in_a_take_is_armed_after_it() {
    let plays = [Play::live(words(0..3)), Play::live(words(20..29))];
    let mut rig = held(plays).rig();
    rig.send(start_with("desk"));
    rig.run(2_000);
    rig.send(Command::Arm(Lane::Dictation, microphone("usb")));
    rig.run(500);
    assert_eq!(opened(&rig), [microphone("desk")], "a take keeps what it hears");
    rig.finish(1);
    rig.run(100);
    assert_eq!(opened(&rig), [microphone("desk"), microphone("usb")]);
    assert_eq!(rig.done(1), Some(count(0..3)));
}

#[test]
fn a_wish_without_an_end_keeps_a_microphone_open_and_a_disarm_closes_it() {
    let mut rig = held([]).rig();
    rig.send(Command::KeepOpen(Duration::MAX));
    rig.send(arm());
    rig.run(120_000);
    rig.send(arm());
    rig.run(100);
    assert_eq!(opened(&rig).len(), 1, "it is open still");
    rig.send(Command::Disarm(Lane::Dictation));
    rig.send(arm());
    rig.run(100);
    assert_eq!(opened(&rig).len(), 2);
}

/// A model that is let go of after ten minutes, and loads in 1.5 s.
fn resting(plays: impl IntoIterator<Item = Play>) -> Rig {
    let mut setup = Setup::of(plays);
    setup.keep_model = Duration::from_secs(600);
    setup.load_time = Duration::from_millis(1_500);
    setup.later = VecDeque::from([Some((other("again"), numbers()))]);
    setup.rig()
}

#[test]
fn a_model_that_nobody_wants_is_let_go_of_and_the_next_first_word_is_not_lost() {
    let plays = [Play::live(words(0..3)), Play::live(words(20..24))];
    let mut rig = resting(plays);
    rig.run(2_000);
    rig.send(start());
    rig.run(2_500);
    rig.finish(1);
    rig.run(599_000);
    assert_eq!(rig.models(), ["loading", "rig"], "ten minutes are not over");
    rig.run(2_000);
    assert_eq!(rig.models(), ["loading", "rig", "unloaded"]);
    rig.run(3_600_000);
    rig.send(start());
    rig.run(4_000);
    rig.finish(2);
    assert_eq!((rig.done(1), rig.done(2)), (Some(count(0..3)), Some(count(20..24))));
    assert_eq!(rig.models(), ["loading", "rig", "unloaded", "again"]);
}

/// The press that comes in the same moment as the end of the time.
#[test]
fn a_take_of_less_than_the_loading_of_its_model_is_whole() {
    for early in [1, 0] {
        let mut rig = resting([Play::live(words(5..7))]);
        // One millisecond before, and right when it is due: the model was loaded at 1,500 ms.
        rig.run(1_500 + 600_000 - early);
        rig.send(start());
        rig.run(900);
        rig.finish(1);
        assert_eq!(rig.done(1), Some(count(5..7)), "{early} ms early");
    }
}

#[test]
fn a_model_is_not_let_go_of_while_something_is_heard_or_recognised() {
    let mut setup = Setup::of([Play::live(words(0..3))]);
    setup.keep_model = Duration::from_secs(60);
    setup.cost = |_| Duration::from_secs(100);
    let mut rig = setup.rig();
    rig.send(Command::Start(Box::new(captions())));
    rig.run(300_000);
    rig.send(Command::Stop(Lane::Captions));
    rig.run_until_done(1);
    assert_eq!(rig.models(), ["loading", "rig"]);
    rig.run(61_000);
    assert_eq!(rig.models(), ["loading", "rig", "unloaded"]);
}

#[test]
fn what_a_resting_model_cannot_do_is_refused_before_anything_is_recorded() {
    let mut rig = resting([Play::live(words(0..3))]);
    rig.run(605_000);
    assert_eq!(rig.models().last(), Some(&"unloaded"));
    let mut start = spoken(Mode::Toggle);
    start.profile.language = Language::Code("ja".to_owned());
    rig.send(Command::Start(Box::new(start)));
    rig.run(100);
    assert_eq!((rig.notices(), rig.tell().len()), (vec!["language"], 1));
    assert_eq!(opened(&rig), Vec::<SourceSpec>::new());
}

#[test]
fn who_chooses_another_model_gets_it_though_the_old_one_rests() {
    let mut rig = resting([]);
    rig.run(605_000);
    rig.send(Command::LoadModel);
    rig.run(2_000);
    assert_eq!(rig.models(), ["loading", "rig", "unloaded", "loading", "again"]);
    rig.send(Command::KeepModel(Duration::from_secs(1)));
    rig.run(1_500);
    assert_eq!(rig.models().last(), Some(&"unloaded"));
}
