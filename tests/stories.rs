//! Stories of takes, told in virtual time: what somebody does, what they hear, what is written.

#![allow(clippy::unwrap_used, reason = "a test ends where it cannot go on")]

mod common;

use std::time::Duration;

use aloud::audio::ms;
use aloud::capture::Flow;
use aloud::command::{Command, Key, Lane, SourceSpec, Start};
use aloud::deliver::joint::Place;
use aloud::deliver::memory::Turn;
use aloud::event::{Event, State};
use aloud::journal::stored::{self, StoredState};
use aloud::recognise::{BrokenOff, Failure, Hypothesis};
use aloud::settings::{Delivery, Language, Mode, Output, Profile, Task};
use common::rig::*;

/// The story of one microphone take that is stopped after its audio and a second of silence.
fn dictate(play: Play) -> Rig {
    let length = ms(play.audio.len() as u64);
    let mut rig = Setup::of([play]).rig();
    rig.send(start());
    rig.run(length + 1_500);
    rig.finish(1);
    rig
}

#[test]
fn words_are_written_while_the_person_speaks_and_the_rest_at_the_stop() {
    let audio = [silence(500), words(0..9), silence(1_000), words(9..12)].concat();
    let mut rig = Setup::of([Play::live(audio)]).rig();
    rig.send(start());
    rig.run(5_200);
    assert_eq!(rig.memory.text(), "0 1 2 3 4 5 6 7 8");
    rig.run(1_000);
    rig.finish(1);
    assert_eq!(
        rig.tell(),
        [
            "1 Preparing",
            "1 Listening",
            "1 final \"0 1 2 3 4 5 6 7 8\" Pause",
            "1 Finishing",
            "1 final \"9 10 11\" Stop",
            "1 done \"0 1 2 3 4 5 6 7 8 9 10 11\"",
            "1 Idle",
        ]
    );
    assert_eq!(rig.memory.text(), "0 1 2 3 4 5 6 7 8 9 10 11");
}

/// Field case 1.
#[test]
fn the_first_word_is_there_however_late_the_first_buffer_comes() {
    for late in [0, 300, 1_500] {
        let play = Play { late: Duration::from_millis(late), ..Play::live(words(0..3)) };
        let mut rig = Setup::of([play]).rig();
        rig.send(start());
        rig.run(late);
        let listening = |log: &[Event]| {
            log.iter().any(|e| matches!(e, Event::State { state: State::Listening, .. }))
        };
        assert!(!listening(&rig.log), "not before the first samples at {late} ms");
        rig.run(3_000);
        assert!(listening(&rig.log));
        rig.finish(1);
        assert_eq!(rig.done(1).as_deref(), Some("0 1 2"), "first buffer at {late} ms");
    }
}

/// Field case 1, with a microphone that is still open from the take before.
#[test]
fn what_was_said_just_before_the_press_is_heard_by_an_open_microphone() {
    let audio = [words(0..2), silence(2_000), words(2..5), silence(2_000)].concat();
    let mut setup = Setup::of([Play::live(audio)]);
    setup.keep_open = Duration::from_secs(30);
    let mut rig = setup.rig();
    rig.send(start());
    rig.run(1_500);
    rig.finish(1);
    // The third word begins 0.78 + 2 s after the microphone was opened; the press comes later.
    rig.run(2_780 + 200 - 1_500 - 100);
    rig.send(start());
    rig.run(2_500);
    rig.finish(2);
    assert_eq!(rig.done(2).as_deref(), Some("2 3 4"));
}

#[test]
fn between_a_tail_and_a_quick_next_press_no_sound_is_lost() {
    let mut setup = Setup::of([Play { block: 4_800, ..Play::live(words(0..12)) }]);
    setup.keep_open = Duration::from_secs(30);
    let mut rig = setup.rig();
    rig.send(start());
    rig.run(1_000);
    rig.send(Command::Stop(Lane::Dictation));
    rig.run(600);
    rig.send(start());
    rig.run(5_000);
    rig.finish(2);
    let audio = |event: &Event| match event {
        Event::Done(done) => Some(done.audio_ms),
        _ => None,
    };
    let heard: Vec<u64> = rig.log.iter().filter_map(audio).collect();
    assert_eq!(heard.iter().sum::<u64>(), 6_600, "each sample in one of the takes: {heard:?}");
}

/// A rig whose first take is over and whose microphone is still open.
fn armed(play: Play) -> Rig {
    let mut setup = Setup::of([play]);
    setup.keep_open = Duration::from_secs(30);
    let mut rig = setup.rig();
    rig.send(start());
    rig.run(1_500);
    rig.finish(1);
    rig.run(2_000);
    rig.send(start());
    rig.run(2_000);
    rig
}

#[test]
fn a_second_take_in_an_open_microphone_is_said_to_be_listening() {
    let rig = armed(Play::live([words(0..2), silence(2_000), words(2..5)].concat()));
    assert!(rig.tell().contains(&"2 Listening".to_owned()), "{:#?}", rig.tell());
}

#[test]
fn a_device_that_went_between_takes_is_told_to_the_next_one() {
    let lost = Flow::Lost { device: "rig microphone".to_owned() };
    let rig = armed(Play { turns: vec![(16 * 2_500, lost)], ..Play::live(words(0..2)) });
    assert_eq!(rig.notices(), ["device_lost"]);
}

#[test]
fn a_held_key_keeps_back_the_text_of_the_take_before_as_well() {
    let mut setup = Setup::of([Play::live(words(0..6)), Play::live(words(6..20))]);
    setup.cost = |_| Duration::from_secs(2);
    let mut rig = setup.rig();
    let press = || Command::Press(Key::Current, Box::new(spoken(Mode::PushToTalk)));
    rig.send(press());
    rig.run(2_000);
    rig.send(Command::Release(Key::Current, Lane::Dictation));
    rig.run(500);
    rig.send(press());
    rig.run(4_000);
    assert_eq!(rig.memory.text(), "", "typed while a key is held");
    rig.send(Command::Release(Key::Current, Lane::Dictation));
    rig.run_until_done(2);
    assert_ne!(rig.memory.text(), "");
}

#[test]
fn a_press_that_means_stop_is_not_refused() {
    let mut rig = Setup::of([Play::live(words(0..3))]).rig();
    rig.send(Command::Press(Key::Current, Box::new(spoken(Mode::Toggle))));
    rig.run(100);
    rig.send(Command::Release(Key::Current, Lane::Dictation));
    rig.run(2_000);
    let mut other = spoken(Mode::Toggle);
    other.profile.language = Language::Code("xx".to_owned());
    rig.send(Command::Press(Key::Current, Box::new(other)));
    rig.run_until_done(1);
    assert_eq!(rig.notices(), Vec::<&str>::new());
}

#[test]
fn a_profile_with_a_key_of_its_own_takes_the_place_of_another_one() {
    let mut rig = Setup::of([Play::live(words(0..12))]).rig();
    let own = |name: &str, language: &str| {
        let mut start = spoken(Mode::Toggle);
        start.profile.name = name.to_owned();
        start.profile.language = Language::Code(language.to_owned());
        Command::Press(Key::Own(5), Box::new(start))
    };
    rig.send(start());
    rig.run(2_000);
    // One that would be refused leaves what is heard alone.
    rig.send(own("nobody", "xx"));
    rig.run(500);
    let states = |rig: &Rig| {
        let is_state = |line: &String| {
            ["Preparing", "Listening", "Finishing"].iter().any(|state| line.ends_with(state))
        };
        rig.tell().into_iter().filter(is_state).collect::<Vec<_>>()
    };
    assert_eq!(states(&rig), ["1 Preparing", "1 Listening"]);
    rig.send(own("other", "en"));
    rig.run(50);
    assert_eq!(states(&rig)[2..4], ["1 Finishing", "2 Preparing"]);
    rig.send(Command::Release(Key::Own(5), Lane::Dictation));
    rig.run(500);
    rig.send(own("other", "en"));
    rig.run_until_done(2);
    assert_eq!(rig.notices(), ["language"]);
}

/// Field case 2.
#[test]
fn a_device_that_wakes_up_with_zeros_is_prepared_until_it_sounds() {
    let play = Play::live([zeros(700), words(0..3)].concat());
    let mut rig = Setup::of([play]).rig();
    rig.send(start());
    rig.run(690);
    assert_eq!(rig.tell(), ["1 Preparing"]);
    rig.run(60);
    assert_eq!(rig.tell(), ["1 Preparing", "1 Listening"]);
    rig.run(2_000);
    rig.finish(1);
    assert_eq!(rig.done(1).as_deref(), Some("0 1 2"));
}

/// Field case 2, with a gate that opens for a voice only.
#[test]
fn a_device_that_gives_zeros_for_long_is_named_and_heard_all_the_same() {
    let rig = dictate(Play::live([zeros(2_500), words(0..3)].concat()));
    assert_eq!(rig.notices(), ["no_signal"]);
    assert_eq!(rig.done(1).as_deref(), Some("0 1 2"));
    let named = rig.log.iter().any(|event| {
        matches!(event, Event::Notice { message, .. } if message.contains("rig microphone"))
    });
    assert!(named);
}

/// Field case 4.
#[test]
fn silence_is_not_recognised_and_a_dead_device_is_named() {
    let rig = dictate(Play::live(zeros(10_000)));
    assert_eq!((rig.pieces.len(), rig.done(1).as_deref()), (0, Some("")));
    assert_eq!(rig.notices(), ["no_signal"]);
    let hiss = silence(10_000).iter().map(|sample| sample * 5.0).collect();
    let rig = dictate(Play::live(hiss));
    assert_eq!((rig.pieces.len(), rig.done(1).as_deref()), (0, Some("")));
}

/// Field case 4: the detector calls nothing below −26 dB a voice.
#[test]
fn a_whisper_without_one_voiced_frame_is_recognised() {
    let whisper: Vec<f32> = words(0..4).iter().map(|sample| sample / 8.0).collect();
    let loud = |audio: &[f32]| audio.iter().map(|sample| sample * 8.0).collect::<Vec<f32>>();
    let audio = [silence(1_000), whisper].concat();
    let mut setup = Setup::of([Play::live(audio)]);
    setup.answer = Box::new(move |audio, _| Ok(text(&heard(&loud(audio)).join(" "))));
    let mut rig = setup.rig();
    rig.send(start());
    rig.run(5_000);
    rig.finish(1);
    assert_eq!(rig.done(1).as_deref(), Some("0 1 2 3"));
}

/// Field case 5.
#[test]
fn thanks_that_were_said_are_kept_and_those_out_of_a_creak_are_shown_as_suppressed() {
    let thanks = |audio: Vec<f32>| {
        let length = ms(audio.len() as u64);
        let mut setup = Setup::of([Play::live(audio)]);
        setup.answer = Box::new(|_, _| Ok(text("Thank you.")));
        let mut rig = setup.rig();
        rig.send(start());
        rig.run(length + 1_500);
        rig.finish(1);
        rig.tell().split_off(2)
    };
    let said = thanks([silence(500), words(0..3), silence(500)].concat());
    assert_eq!(
        said,
        ["1 final \"Thank you.\" Pause", "1 Finishing", "1 done \"Thank you.\"", "1 Idle"]
    );
    // Three clicks of 20 ms, far apart: something stands out, but nobody spoke.
    let click: Vec<f32> = (0..320).map(|at| if at % 2 == 0 { 0.01 } else { -0.01 }).collect();
    let creaks = [silence(600), click].concat().repeat(4);
    assert_eq!(
        thanks([creaks, silence(1_500)].concat()),
        ["1 suppressed NoEvidence", "1 Finishing", "1 done \"\"", "1 Idle"]
    );
}

/// Field case 7.
#[test]
fn a_long_silence_in_a_take_costs_no_word() {
    let rig = dictate(Play::live([words(0..13), silence(8_000), words(13..26)].concat()));
    assert_eq!(rig.done(1), Some(count(0..26)));
    assert_eq!(rig.memory.text(), count(0..26));
}

/// Field case 8, the structure of it: words without a longer gap than 90 ms.
#[test]
fn speech_without_a_pause_is_cut_between_words_and_every_word_is_heard_once() {
    let rig = dictate(Play::live(words(0..244)));
    assert_eq!(rig.done(1), Some(count(0..244)));
    assert!(rig.pieces.len() >= 4, "{:?}", rig.pieces);
    assert!(rig.pieces.iter().all(|(length, _)| *length <= 28_000), "{:?}", rig.pieces);
}

/// Field case 10; 9 is tested where the resampler is.
#[test]
fn the_size_of_blocks_and_dead_channels_change_nothing() {
    let audio = [silence(300), words(0..12), silence(900), words(12..20)].concat();
    let told = |block, channels| {
        let rig = dictate(Play { block, channels, ..Play::live(audio.clone()) });
        (rig.finals(1), rig.pieces)
    };
    let expected = told(480, 1);
    assert_eq!(expected.0, [count(0..12), count(12..20)]);
    for block in [1, 7, 441, 4_096] {
        assert_eq!(told(block, 1), expected, "blocks of {block}");
    }
    assert_eq!(told(480, 2), expected, "a dead second channel");
}

/// Field case 11, as far as the pipeline is concerned.
#[test]
fn a_device_that_goes_and_comes_back_is_one_take() {
    let lost = Flow::Lost { device: "rig microphone".to_owned() };
    let back = Flow::Back { device: "another one".to_owned() };
    let audio = [words(0..8), silence(1_000), words(8..16)].concat();
    let at = words(0..8).len() as u64;
    let play = Play { turns: vec![(at, lost), (at, back)], ..Play::live(audio) };
    let rig = dictate(play);
    assert_eq!(rig.notices(), ["device_lost", "device_back"]);
    assert_eq!(rig.done(1), Some(count(0..16)));
}

/// Field case 11: what was said before the device went does not wait for its return.
#[test]
fn a_phrase_ends_with_its_device() {
    let lost = Flow::Lost { device: "rig microphone".to_owned() };
    let audio = [words(0..8), words(8..12)].concat();
    let at = words(0..8).len() as u64;
    // After the loss the source gives nothing for as long as the story lasts.
    let mut turns = vec![(at, lost)];
    turns.extend(std::iter::repeat_n((at, Flow::Waiting), 1_000_000));
    let mut rig = Setup::of([Play { turns, ..Play::live(audio) }]).rig();
    rig.send(start());
    rig.run(5_000);
    assert_eq!(rig.memory.text(), count(0..8));
    assert_eq!(rig.notices(), ["device_lost"]);
}

/// Field case 12.
#[test]
fn twelve_minutes_are_written_with_their_audio_on_disk_and_flat_memory() {
    if !alone("twelve_minutes_are_written_with_their_audio_on_disk_and_flat_memory") {
        return;
    }
    let talk: Vec<f32> =
        (0..72).flat_map(|at| [words(at * 20..at * 20 + 20), silence(2_200)].concat()).collect();
    let length = ms(talk.len() as u64);
    assert!(length >= 12 * 60_000);
    let mut setup = Setup::of([Play::live(talk)]);
    setup.disk = true;
    let mut rig = setup.rig();
    rig.send(start());
    rig.run(60_000);
    let early = resident_kb();
    for minute in 2..12 {
        rig.run(60_000);
        let takes = stored::list(rig.takes.as_ref().unwrap().path()).unwrap();
        assert_eq!(takes.len(), 1);
        assert_eq!(takes[0].state, StoredState::Recording);
        assert!(takes[0].audio_ms >= minute * 60_000 - 1_000, "on disk throughout");
    }
    let grown = resident_kb().saturating_sub(early);
    assert!(grown < 20_000, "memory grew by {grown} kB");
    rig.run(length - 11 * 60_000 + 2_000);
    rig.finish(1);
    assert_eq!(rig.done(1), Some(count(0..1440)));
    assert_eq!(stored::list(rig.takes.as_ref().unwrap().path()).unwrap(), []);
}

/// Field case 15.
#[test]
fn the_next_take_is_heard_while_the_last_one_is_recognised_and_both_are_written_in_order() {
    let plays = [Play::live(words(0..10)), Play::live(words(10..15))];
    let mut setup = Setup::of(plays);
    setup.cost = |_| Duration::from_secs(8);
    let mut rig = setup.rig();
    rig.send(start());
    rig.run(4_500);
    rig.send(Command::Stop(Lane::Dictation));
    rig.run(100);
    rig.send(start());
    rig.run(3_000);
    rig.finish(2);
    assert_eq!((rig.done(1), rig.done(2)), (Some(count(0..10)), Some(count(10..15))));
    assert_eq!(rig.memory.texts(), [count(0..10), count(10..15)]);
}

/// Field case 17.
#[test]
fn a_cancelled_take_is_idle_at_once_and_can_be_recovered() {
    let mut setup = Setup::of([Play::live(words(0..30)), Play::live(words(30..33))]);
    setup.disk = true;
    setup.cost = |_| Duration::from_secs(8);
    let mut rig = setup.rig();
    rig.send(start());
    rig.run(4_000);
    rig.send(Command::Stop(Lane::Dictation));
    rig.run(500);
    rig.send(Command::Cancel(Lane::Dictation));
    assert_eq!(rig.tell().last().unwrap(), "1 Idle");
    assert_eq!(rig.cancelled, 1, "the run that was under way was told");
    rig.send(start());
    rig.run(3_000);
    rig.finish(1);
    assert_eq!((rig.done(1), rig.done(2)), (None, Some(count(30..33))));
    assert_eq!(rig.memory.text(), count(30..33));
    let kept = stored::list(rig.takes.as_ref().unwrap().path()).unwrap();
    assert_eq!(kept.len(), 1);
    assert_eq!(kept[0].state, StoredState::Cancelled);
    assert!(kept[0].audio_ms >= 3_900);
}

/// Field case 18.
#[test]
fn a_recogniser_four_times_slower_than_speech_loses_nothing_and_takes_longer_pieces() {
    let talk: Vec<f32> =
        (0..20).flat_map(|at| [words(at * 6..at * 6 + 6), silence(1_260)].concat()).collect();
    let mut setup = Setup::of([Play::live(talk)]);
    // Each window costs four times its length, however much of it is filled.
    setup.cost = |length| Duration::from_secs(if length <= 12 * 16_000 { 48 } else { 112 });
    let mut rig = setup.rig();
    rig.send(start());
    rig.run(73_000);
    let behind = |rig: &Rig| -> Vec<u64> {
        let seconds = |event: &Event| match event {
            Event::Behind { seconds, .. } => Some(*seconds),
            _ => None,
        };
        rig.log.iter().filter_map(seconds).collect()
    };
    assert!(behind(&rig).iter().any(|seconds| *seconds >= 30), "{:?}", behind(&rig));
    rig.finish(1);
    assert_eq!(behind(&rig).last(), Some(&0), "it has caught up");
    assert_eq!(rig.done(1), Some(count(0..120)));
    let length = |event: &Event| match event {
        Event::Final(found) => Some(found.end_ms - found.start_ms),
        _ => None,
    };
    let lengths: Vec<u64> = rig.log.iter().filter_map(length).collect();
    assert!(lengths[0] < 5_000 && lengths[1] > 20_000, "pieces get longer: {lengths:?}");
    assert!(lengths.len() <= 5, "{lengths:?}");
}

/// The tap and hold rule, as the hotkey of the window will use it.
#[test]
fn push_to_talk_writes_when_the_key_is_up() {
    let audio = [words(0..9), silence(900), words(9..12)].concat();
    let mut rig = Setup::of([Play::live(audio)]).rig();
    rig.send(Command::Press(Key::Current, Box::new(spoken(Mode::Both))));
    rig.run(6_000);
    assert_eq!(rig.finals(1), [count(0..9)]);
    assert_eq!(rig.memory.text(), "", "keys that are held would make it a shortcut");
    rig.send(Command::Release(Key::Current, Lane::Dictation));
    rig.run_until_done(1);
    assert_eq!(rig.memory.text(), count(0..12));
}

/// Field case 3.
#[test]
fn a_key_released_in_the_middle_of_a_word_loses_nothing_of_it() {
    let mut rig = Setup::of([Play::live([words(0..4), silence(500), words(4..9)].concat())]).rig();
    rig.send(Command::Press(Key::Current, Box::new(spoken(Mode::PushToTalk))));
    rig.run(3 * 390 + 230);
    rig.send(Command::Release(Key::Current, Lane::Dictation));
    rig.run_until_done(1);
    assert_eq!(rig.done(1), Some(count(0..4)));
    let audio_ms = rig.log.iter().find_map(|event| match event {
        Event::Done(done) => Some(done.audio_ms),
        _ => None,
    });
    let released = 3 * 390 + 230;
    assert!(audio_ms.unwrap() <= released + 40 + 250, "{audio_ms:?}");
}

#[test]
fn a_microphone_that_cannot_be_opened_ends_the_take_with_its_name() {
    let refused = Play { refusal: Some("it is in use".to_owned()), ..Play::live(Vec::new()) };
    let mut rig = Setup::of([refused, Play::live(words(0..3))]).rig();
    rig.send(start());
    rig.run_until_done(1);
    assert_eq!(
        rig.tell(),
        ["1 Preparing", "notice device", "1 Finishing", "1 done \"\"", "1 Idle"]
    );
    rig.send(start());
    rig.run(2_000);
    rig.finish(2);
    assert_eq!(rig.done(2), Some(count(0..3)), "the next press works");
}

#[test]
fn without_a_model_a_take_comes_to_its_end_and_is_kept() {
    let mut setup = Setup::of([Play::live(words(0..9))]);
    (setup.disk, setup.loads) = (true, false);
    let mut rig = setup.rig();
    rig.send(start());
    rig.run(5_000);
    rig.finish(1);
    assert_eq!(rig.notices(), ["no_model", "recogniser"]);
    let kept = stored::list(rig.takes.as_ref().unwrap().path()).unwrap();
    assert_eq!(kept[0].state, StoredState::Failed);
    assert!(kept[0].audio_ms >= 4_900);
}

#[test]
fn what_could_not_be_delivered_is_kept() {
    let mut setup = Setup::of([Play::live(words(0..9))]);
    setup.disk = true;
    let mut rig = setup.rig();
    // Neither the window nor the clipboard takes it.
    rig.memory.script([Turn::Fail, Turn::Fail]);
    rig.send(start());
    rig.run(5_500);
    rig.finish(1);
    assert!(rig.tell().iter().any(|line| line.ends_with("partial")), "{:#?}", rig.tell());
    let kept = stored::list(rig.takes.as_ref().unwrap().path()).unwrap();
    assert_eq!(kept[0].state, StoredState::Failed);
}

/// Field case 19.
#[test]
fn a_text_that_broke_off_is_delivered_marked_and_its_audio_kept() {
    let mut setup = Setup::of([Play::live(words(0..9))]);
    setup.disk = true;
    setup.answer = Box::new(|_, _| {
        let broken_off = Some(BrokenOff::Truncated);
        Ok(Hypothesis { broken_off, ..text("as far as it came") })
    });
    let mut rig = setup.rig();
    rig.send(start());
    rig.run(5_500);
    rig.finish(1);
    assert_eq!(rig.memory.text(), "as far as it came");
    assert!(rig.tell().iter().any(|line| line.ends_with("partial")), "{:#?}", rig.tell());
    let kept = stored::list(rig.takes.as_ref().unwrap().path()).unwrap();
    assert_eq!(kept[0].state, StoredState::Partial);
}

/// Field case 21.
#[test]
fn a_language_that_nobody_expects_is_told_once_a_take() {
    let talk = [words(0..9), silence(1_500), words(9..18)].concat();
    let mut setup = Setup::of([Play::live(talk.clone()), Play::live(talk)]);
    setup.answer = Box::new(|_, _| {
        let other = Some("fr".to_owned());
        Ok(Hypothesis { other, ..text("good morning") })
    });
    let mut rig = setup.rig();
    for take in [1_usize, 2] {
        rig.send(start());
        rig.run(11_500);
        rig.finish(take);
        assert_eq!(rig.finals(take as u64), ["good morning", "good morning"], "its text is kept");
        assert_eq!(rig.notices().len(), take, "{:?}", rig.notices());
    }
}

#[test]
fn a_microphone_that_is_used_again_stays_open_for_the_whole_take() {
    let mut setup = Setup::of([Play::live([words(0..2), silence(2_000), words(2..20)].concat())]);
    setup.keep_open = Duration::from_secs(3);
    let mut rig = setup.rig();
    rig.send(start());
    rig.run(1_500);
    rig.finish(1);
    rig.run(1_000);
    rig.send(start());
    rig.run(9_000);
    rig.finish(2);
    assert_eq!(rig.done(2), Some(count(2..20)));
}

#[test]
fn the_wait_for_a_text_is_counted_from_its_own_last_word() {
    let audio = [words(0..9), silence(1_000), words(9..20)].concat();
    let mut setup = Setup::of([Play::live(audio)]);
    setup.cost = |_| Duration::from_secs(2);
    let mut rig = setup.rig();
    rig.send(start());
    rig.run_until(|log| log.iter().any(|event| matches!(event, Event::Final(_))));
    let waited = rig.log.iter().find_map(|event| match event {
        Event::Final(found) => Some(found.latency_ms),
        _ => None,
    });
    // The decode is begun in the pause, and the rest of the pause lets it stand.
    assert!((2_200..2_500).contains(&waited.unwrap()), "some pause and 2 s: {waited:?}");
}

/// Field case 20, as far as a failing piece is concerned.
#[test]
fn a_piece_that_fails_is_told_and_its_audio_kept_while_the_others_are_written() {
    let audio = [words(0..9), silence(1_200), words(9..18), silence(1_200), words(18..27)].concat();
    for panics in [false, true] {
        let mut setup = Setup::of([Play::live(audio.clone())]);
        setup.disk = true;
        setup.answer = Box::new(move |audio, _| {
            let words = heard(audio);
            match words.first().map(String::as_str) {
                Some("9") if panics => panic!("as a test wants it"),
                Some("9") => Err(Failure::OutOfMemory("device".to_owned())),
                _ => Ok(text(&words.join(" "))),
            }
        });
        let mut rig = setup.rig();
        rig.send(start());
        rig.run(14_000);
        rig.finish(1);
        assert!(rig.notices().contains(&"recogniser"));
        let done = rig.tell().iter().rfind(|line| line.contains("done")).cloned().unwrap();
        assert!(done.ends_with("partial"), "{done}");
        let kept = stored::list(rig.takes.as_ref().unwrap().path()).unwrap();
        assert_eq!(kept[0].state, StoredState::Failed);
        if !panics {
            assert_eq!(rig.finals(1), [count(0..9), count(18..27)]);
        }
    }
}

#[test]
fn a_language_or_target_that_the_model_lacks_is_refused_before_anything_is_heard() {
    for (language, task, code) in [
        (Language::Code("xx".to_owned()), Task::Transcribe, "language"),
        (Language::Auto, Task::Translate { target: "de".to_owned(), both: false }, "target"),
    ] {
        let mut rig = Setup::of([Play::live(words(0..3))]).rig();
        let profile = Profile { language, task, ..Profile::default() };
        let source = SourceSpec::Microphone { device: None };
        rig.send(Command::Start(Box::new(Start { lane: Lane::Dictation, source, profile })));
        rig.run(1_000);
        assert_eq!(rig.tell(), [format!("notice {code}")]);
    }
}

#[test]
fn text_and_translation_come_side_by_side() {
    let mut setup = Setup::of([Play::live(words(0..9))]);
    setup.answer = Box::new(|audio, request| {
        Ok(text(match request.task {
            Task::Translate { .. } => "translated",
            _ if audio.is_empty() => "",
            _ => "said",
        }))
    });
    let mut rig = setup.rig();
    let task = Task::Translate { target: "en".to_owned(), both: true };
    let profile = Profile { task, output: Output::Type, ..Profile::default() };
    let source = SourceSpec::Microphone { device: None };
    rig.send(Command::Start(Box::new(Start { lane: Lane::Dictation, source, profile })));
    rig.run(6_000);
    rig.finish(1);
    assert_eq!(rig.memory.text(), "said");
    let done = rig.log.iter().find_map(|event| match event {
        Event::Done(done) => Some((done.text.clone(), done.translation.clone())),
        _ => None,
    });
    assert_eq!(done, Some(("said".to_owned(), Some("translated".to_owned()))));
}

/// Field case 25.
#[test]
fn a_final_waits_for_no_translation_and_each_has_its_own() {
    let audio = [words(0..9), silence(1_200), words(9..18), silence(1_200), words(18..27)].concat();
    let mut setup = Setup::of([Play::live(audio)]);
    setup.cost = |_| Duration::from_secs(2);
    setup.answer = Box::new(|audio, request| {
        let words = heard(audio).join(" ");
        Ok(text(&match request.task {
            Task::Translate { .. } => format!("t {words}"),
            _ => words,
        }))
    });
    let mut rig = setup.rig();
    let task = Task::Translate { target: "en".to_owned(), both: true };
    let profile = Profile { task, output: Output::Type, ..Profile::default() };
    let source = SourceSpec::Microphone { device: None };
    rig.send(Command::Start(Box::new(Start { lane: Lane::Dictation, source, profile })));
    rig.run(13_500);
    rig.send(Command::Stop(Lane::Dictation));
    rig.run_until(|log| log.iter().filter(|e| matches!(e, Event::Final(_))).count() == 3);
    assert_eq!(rig.done(1), None, "its last translation is still to come");
    rig.run_until_done(1);
    let latest = rig.log.iter().filter_map(|event| match event {
        Event::Final(found) => Some(found.latency_ms),
        _ => None,
    });
    assert!(latest.max() < Some(3_500), "a pause and one decode: {:#?}", rig.tell());
    let told = |event: &Event| match event {
        Event::Translation { piece, text, .. } => Some((*piece, text.clone())),
        _ => None,
    };
    let told: Vec<_> = rig.log.iter().filter_map(told).collect();
    let spoken = [count(0..9), count(9..18), count(18..27)].map(|words| format!("t {words}"));
    assert_eq!(told, (0..).zip(spoken).collect::<Vec<_>>());
}

#[test]
fn two_sources_are_heard_at_once_and_dictation_goes_first() {
    let captions = (0..8).flat_map(|at| [words(at * 9..at * 9 + 9), silence(900)].concat());
    let mut setup = Setup::of([Play::live(captions.collect()), Play::live(words(100..109))]);
    setup.cost = |_| Duration::from_secs(6);
    let mut rig = setup.rig();
    let captions = Start { lane: Lane::Captions, ..spoken(Mode::HandsFree) };
    rig.send(Command::Start(Box::new(captions)));
    rig.run(20_000);
    rig.send(start());
    rig.run(4_000);
    rig.finish(1);
    assert_eq!(rig.done(2), Some(count(100..109)), "captions that wait do not hold it up");
    rig.run(20_000);
    rig.send(Command::Stop(Lane::Captions));
    rig.run_until_done(2);
    assert_eq!(rig.done(1), Some(count(0..72)));
}

#[test]
fn a_long_quiet_file_is_not_read_into_memory_while_a_phrase_is_recognised() {
    let hour = [words(0..9), silence(3_600_000)].concat();
    let mut setup = Setup::of([Play { block: 16_000, ..Play::file(hour) }]);
    setup.cost = |_| Duration::from_secs(5);
    let mut rig = setup.rig();
    rig.send(start());
    rig.run(3_000);
    assert_eq!(rig.pieces.len(), 1, "the phrase is being recognised");
    assert_eq!(rig.tell(), ["1 Preparing", "1 Listening"], "the file waits");
    rig.run_until_done(1);
    assert_eq!(rig.done(1), Some(count(0..9)));
}

#[test]
fn a_file_is_read_no_faster_than_it_is_recognised() {
    let talk: Vec<f32> =
        (0..60).flat_map(|at| [words(at * 20..at * 20 + 20), silence(1_200)].concat()).collect();
    let mut setup = Setup::of([Play { block: 16_000, ..Play::file(talk) }]);
    setup.cost = |_| Duration::from_secs(3);
    let mut rig = setup.rig();
    rig.send(start());
    rig.run_until_done(1);
    assert_eq!(rig.done(1), Some(count(0..1200)));
    assert!(rig.pieces.iter().all(|(length, _)| *length <= 28_000));
}

/// Takes that say these texts, one after the other. Before each the place is as it is told.
fn one_after_the_other(takes: &[(&'static str, u64)]) -> Rig {
    let plays = (0_u32..).zip(takes).map(|(at, _)| Play::live(words(at * 3..at * 3 + 3)));
    let mut setup = Setup::of(plays);
    let texts: Vec<_> = takes.iter().map(|(text, _)| *text).collect();
    setup.answer = Box::new(move |audio, _| {
        let word = heard(audio).first().and_then(|word| word.trim_end_matches('?').parse().ok());
        Ok(text(word.map_or("", |word: usize| texts[word / 3])))
    });
    let mut rig = setup.rig();
    for (at, (_, touches)) in takes.iter().enumerate() {
        rig.memory.show(Some(Place::Watched { window: 7, touches: *touches }));
        rig.send(start());
        rig.run(2_000);
        rig.finish(at + 1);
    }
    rig
}

#[test]
fn a_take_goes_on_the_last_one_where_nobody_has_touched_anything() {
    let rig = one_after_the_other(&[("One.", 0), ("Two, yes", 0), ("And three.", 0)]);
    assert_eq!(rig.memory.text(), "One. Two, yes and three.");
    assert_eq!(rig.finals(3), ["And three."], "by itself a take begins as one");
    assert_eq!(rig.done(2).as_deref(), Some("Two, yes"));
}

#[test]
fn after_a_touch_a_take_begins_anew() {
    let rig = one_after_the_other(&[("One.", 0), ("Two.", 1), ("Three.", 1)]);
    assert_eq!(rig.memory.text(), "One.Two. Three.");
}

#[test]
fn a_take_to_be_written_at_the_end_is_written_at_once_when_it_is_over() {
    let audio = [words(0..9), silence(1_000), words(9..18), silence(1_000), words(18..20)].concat();
    let mut rig = Setup::of([Play::live(audio)]).rig();
    let mut wanted = spoken(Mode::Toggle);
    wanted.profile.delivery = Delivery::AtTheEnd;
    rig.send(Command::Start(Box::new(wanted)));
    rig.run(12_000);
    assert_eq!(rig.finals(1), [count(0..9), count(9..18), count(18..20)]);
    assert_eq!(rig.memory.texts(), Vec::<String>::new());
    rig.finish(1);
    assert_eq!(rig.memory.texts(), [count(0..20)], "as one text");
    assert_eq!(rig.done(1), Some(count(0..20)));
}

#[test]
fn a_take_to_be_written_at_the_end_waits_for_its_last_piece() {
    let mut setup = Setup::of([Play::live([words(0..9), silence(1_000), words(9..12)].concat())]);
    setup.cost = |_| Duration::from_secs(3);
    let mut rig = setup.rig();
    let mut wanted = spoken(Mode::Toggle);
    wanted.profile.delivery = Delivery::AtTheEnd;
    rig.send(Command::Start(Box::new(wanted)));
    rig.run(5_700);
    rig.send(Command::Stop(Lane::Dictation));
    rig.run(2_500);
    assert_eq!((rig.finals(1), rig.memory.texts()), (vec![count(0..9)], Vec::new()));
    rig.run_until_done(1);
    assert_eq!(rig.memory.texts(), [count(0..12)]);
}

#[test]
fn a_cancelled_take_to_be_written_at_the_end_writes_nothing() {
    let mut rig = Setup::of([Play::live([words(0..9), silence(2_000)].concat())]).rig();
    let mut wanted = spoken(Mode::Toggle);
    wanted.profile.delivery = Delivery::AtTheEnd;
    rig.send(Command::Start(Box::new(wanted)));
    rig.run(6_000);
    assert_eq!(rig.finals(1), [count(0..9)]);
    rig.send(Command::Cancel(Lane::Dictation));
    rig.run(1_000);
    assert_eq!(rig.memory.texts(), Vec::<String>::new());
}
