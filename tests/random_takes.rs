//! Whatever a person, a device and a slow model do, in any order: it ends idle, and each word
//! is written at most once and in its order.

mod common;

use std::collections::HashMap;
use std::time::Duration;

use aloud::capture::Flow;
use aloud::command::{Command, Key, Lane};
use aloud::event::{Event, State, TakeId};
use aloud::settings::Mode;
use common::rig::*;
use proptest::prelude::*;

/// Words of one take; each take has numbers of its own.
const WORDS: u32 = 60;

#[derive(Clone, Debug)]
enum Deed {
    Press(Mode),
    Release,
    Start(Mode),
    Stop,
    Cancel,
    Arm,
    Disarm,
    KeepOpen(u64),
    LoadModel,
    Wait(u64),
}

#[derive(Clone, Debug)]
enum Device {
    Fine,
    Late(u64),
    Refused,
    Lost(u64),
    Ends,
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let mode = prop_oneof![Just(Mode::Both), Just(Mode::Toggle), Just(Mode::PushToTalk)];
    let deed = prop_oneof![
        2 => mode.clone().prop_map(Deed::Press),
        3 => Just(Deed::Release),
        2 => mode.prop_map(Deed::Start),
        2 => Just(Deed::Stop),
        1 => Just(Deed::Cancel),
        1 => Just(Deed::Arm),
        1 => Just(Deed::Disarm),
        1 => (0_u64..5_000).prop_map(Deed::KeepOpen),
        1 => Just(Deed::LoadModel),
        6 => (10_u64..9_000).prop_map(Deed::Wait),
    ];
    prop::collection::vec(deed, 1..24)
}

fn devices() -> impl Strategy<Value = Vec<Device>> {
    let device = prop_oneof![
        4 => Just(Device::Fine),
        1 => (1_u64..3_000).prop_map(Device::Late),
        1 => Just(Device::Refused),
        1 => (100_u64..8_000).prop_map(Device::Lost),
        1 => Just(Device::Ends),
    ];
    prop::collection::vec(device, 24)
}

fn play(at: usize, device: &Device) -> Play {
    let first = at as u32 * WORDS;
    let parts = (0..6).flat_map(|part| {
        let from = first + part * WORDS / 6;
        [words(from..from + WORDS / 6), silence(900)].concat()
    });
    let mut play = Play::live(parts.collect());
    match device {
        Device::Fine => {}
        Device::Late(ms) => play.late = Duration::from_millis(*ms),
        Device::Refused => play.refusal = Some("it is in use".to_owned()),
        Device::Lost(ms) => {
            let device = "rig microphone".to_owned();
            play.turns = vec![
                (ms * 16, Flow::Lost { device: device.clone() }),
                (ms * 16, Flow::Back { device }),
            ];
        }
        Device::Ends => play.live = false,
    }
    play
}

/// Plays the deeds, then stops and waits until everything is through.
fn live(deeds: &[Deed], devices: &[Device], cost: Cost) -> Rig {
    let mut setup = Setup::of(devices.iter().enumerate().map(|(at, device)| play(at, device)));
    setup.cost = cost;
    setup.load_time = Duration::from_millis(700);
    setup.later = (0..24).map(|_| Some((capabilities(), numbers()))).collect();
    let mut rig = setup.rig();
    for deed in deeds {
        match deed {
            Deed::Press(mode) => rig.send(Command::Press(Key::Current, Box::new(spoken(*mode)))),
            Deed::Release => rig.send(Command::Release(Key::Current, Lane::Dictation)),
            Deed::Start(mode) => rig.send(Command::Start(Box::new(spoken(*mode)))),
            Deed::Stop => rig.send(Command::Stop(Lane::Dictation)),
            Deed::Cancel => rig.send(Command::Cancel(Lane::Dictation)),
            Deed::Arm => rig.send(Command::Arm(Lane::Dictation, spoken(Mode::Both).source)),
            Deed::Disarm => rig.send(Command::Disarm(Lane::Dictation)),
            Deed::KeepOpen(ms) => rig.send(Command::KeepOpen(Duration::from_millis(*ms))),
            Deed::LoadModel => rig.send(Command::LoadModel),
            Deed::Wait(ms) => rig.run(*ms),
        }
    }
    rig.send(Command::Release(Key::Current, Lane::Dictation));
    rig.run(50);
    rig.send(Command::Stop(Lane::Dictation));
    rig.run_until(all_idle);
    rig
}

fn all_idle(log: &[Event]) -> bool {
    let mut last = HashMap::new();
    for event in log {
        if let Event::State { take, state } = event {
            last.insert(*take, *state);
        }
    }
    last.values().all(|state| *state == State::Idle)
}

/// The numbers of all words that were written, in the order of writing, and whether only a
/// part of the word was heard.
fn written(rig: &Rig) -> Vec<(u32, bool)> {
    let text = rig.memory.texts().join(" ");
    let number = |word: &str| word.trim_end_matches('?').parse().expect("words are numbers");
    text.split_whitespace().map(|word| (number(word), word.ends_with('?'))).collect()
}

/// A new take in the middle of a word leaves one half of it in each take.
fn follows(a: &(u32, bool), b: &(u32, bool)) -> bool {
    a.0 < b.0 || (a.0 == b.0 && a.1 && b.1)
}

fn order_of(state: State) -> u8 {
    match state {
        State::Preparing => 0,
        State::Listening => 1,
        State::Finishing => 2,
        State::Idle => 3,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_order_of_deeds_ends_idle_and_writes_each_word_once(
        deeds in deeds(),
        devices in devices(),
        slow in any::<bool>(),
    ) {
        let cost: Cost = if slow { |_| Duration::from_secs(9) } else { |_| Duration::from_millis(90) };
        let rig = live(&deeds, &devices, cost);
        let written = written(&rig);
        prop_assert!(written.is_sorted_by(follows), "{written:?} of {:#?}", rig.tell());
        let mut states: HashMap<TakeId, u8> = HashMap::new();
        for event in &rig.log {
            match event {
                Event::State { take, state } => {
                    let now = order_of(*state);
                    let before = states.insert(*take, now);
                    prop_assert!(before.is_none_or(|b| b < now), "{:#?}", rig.tell());
                }
                Event::Done(done) => {
                    prop_assert!(states[&done.take] == 2, "done while finishing: {:#?}", rig.tell());
                }
                Event::Final(f) => prop_assert!(states[&f.take] < 3, "{:#?}", rig.tell()),
                _ => {}
            }
        }
        // A take that is not cancelled writes all that it says is final.
        for event in &rig.log {
            if let Event::Done(done) = event {
                prop_assert_eq!(&done.text, &rig.finals(done.take.0).join(" "));
                prop_assert!(rig.memory.text().contains(&done.text), "{:#?}", rig.tell());
            }
        }
    }
}
