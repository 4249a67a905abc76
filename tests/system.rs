//! Captions of what the machine plays, told in virtual time: for hours, and while somebody dictates.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where it cannot go on")]

mod common;

use std::time::Duration;

use aloud::audio::{decibels, ms, rms, samples};
use aloud::capture::all;
use aloud::capture::wav::FileSource;
use aloud::clock::Clock;
use aloud::command::{Command, Lane, Pace, SourceSpec};
use aloud::event::{Event, Final, TakeId};
use aloud::journal::stored;
use aloud::recognise::native::{LoadOptions, Native};
use aloud::settings::Compute;
use common::rig::*;

/// Phrases of 2 to 14 seconds with a breath between them, as a speaker gives who talks to many.
fn talk(phrases: u32) -> (Vec<f32>, u32) {
    let (mut audio, mut next) = (Vec::new(), 0);
    for phrase in 0..phrases {
        let count = 5 + phrase % 4 * 10;
        audio.extend(
            [words(next..next + count), silence(500 + u64::from(phrase % 3) * 300)].concat(),
        );
        next += count;
    }
    (audio, next)
}

fn finals(rig: &Rig, take: u64) -> Vec<&Final> {
    let finals = rig.log.iter().filter_map(|event| match event {
        Event::Final(found) if found.take == TakeId(take) => Some(found),
        _ => None,
    });
    finals.collect()
}

#[test]
fn captions_are_cut_earlier_than_dictation_and_silence_at_their_start_is_no_fault() {
    let (audio, count_of_words) = talk(12);
    let length = ms(audio.len() as u64);
    let mut rig = Setup::of([Play::live([zeros(4_000), audio].concat())]).rig();
    rig.send(Command::Start(Box::new(captions())));
    rig.run(length + 8_000);
    rig.send(Command::Stop(Lane::Captions));
    rig.run_until_done(1);
    assert_eq!(rig.done(1), Some(count(0..count_of_words)));
    assert_eq!(rig.notices(), [""; 0]);
    assert!(rig.pieces.iter().all(|(length, _)| *length <= 12_000), "{:?}", rig.pieces);
    assert_eq!(rig.opened.lock().unwrap()[..], [SourceSpec::System]);
}

#[test]
fn a_dictation_beside_captions_is_as_quick_and_neither_loses_a_word() {
    let (audio, count_of_words) = talk(40);
    let length = ms(audio.len() as u64);
    let spoken_words = [words(2_000..2_009), silence(1_500), words(2_009..2_018)].concat();
    let plays = [Play::live(audio)].into_iter();
    let plays = plays.chain((0..8).map(|_| Play::live(spoken_words.clone())));
    let mut setup = Setup::of(plays);
    setup.cost = |_| Duration::from_millis(1_500);
    let mut rig = setup.rig();
    rig.send(Command::Start(Box::new(captions())));
    for _ in 0..8 {
        rig.run(5_000);
        rig.send(start());
        rig.run(9_500);
        rig.send(Command::Stop(Lane::Dictation));
    }
    rig.run(length);
    rig.send(Command::Stop(Lane::Captions));
    rig.run_until_done(9);
    for take in 2..10 {
        assert_eq!(rig.done(take), Some(count(2_000..2_018)), "take {take}");
        for found in finals(&rig, take) {
            // What is under way is finished, and its own decode follows.
            assert!(found.latency_ms <= 3_200, "{found:?}");
        }
    }
    assert_eq!(rig.done(1), Some(count(0..count_of_words)));
    let slowest = finals(&rig, 1).iter().map(|found| found.latency_ms).max().unwrap();
    assert!(slowest < 30_000, "captions came after {slowest} ms");
    assert_eq!(rig.notices(), [""; 0]);
}

/// Takes the words of the finals so far out of the log, which would else grow with the time.
fn drain(rig: &mut Rig, next: &mut u32, words: u32) {
    for event in std::mem::take(&mut rig.log) {
        match event {
            Event::Final(found) => {
                for word in found.text.split(' ') {
                    assert_eq!(word, (*next % words).to_string(), "at {} ms", found.start_ms);
                    *next += 1;
                }
            }
            Event::Notice { code, .. } => panic!("{code}"),
            _ => {}
        }
    }
}

#[test]
fn four_hours_of_captions_take_no_memory_no_file_and_lose_no_word() {
    if !alone("four_hours_of_captions_take_no_memory_no_file_and_lose_no_word") {
        return;
    }
    let (audio, words) = talk(40);
    let mut setup = Setup::of([Play { looped: true, ..Play::live(audio) }]);
    setup.disk = true;
    setup.cost = |_| Duration::from_millis(900);
    let mut rig = setup.rig();
    rig.send(Command::Start(Box::new(captions())));
    let (mut next, mut early) = (0, 0);
    for minute in 0..240 {
        rig.run(60_000);
        drain(&mut rig, &mut next, words);
        if minute == 10 {
            early = resident_kb();
        }
    }
    let grown = resident_kb().saturating_sub(early);
    assert!(grown < 20_000, "memory grew by {grown} kB");
    assert!(next > 25_000, "{next} words");
    assert_eq!(stored::list(rig.takes.as_ref().unwrap().path()).unwrap(), []);
    rig.send(Command::Stop(Lane::Captions));
    rig.run_until(|log| log.iter().any(|event| matches!(event, Event::Done(_))));
    drain(&mut rig, &mut next, words);
    assert_eq!(stored::list(rig.takes.as_ref().unwrap().path()).unwrap(), []);
}

/// Says for how many minutes the real model is listened to, see `make soak`.
const SOAK: &str = "ALOUD_SOAK_MINUTES";

/// Two talks of people, 16 kHz mono.
fn recordings() -> Vec<f32> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/recordings");
    let read = |name: &str| {
        let file = format!("{folder}/{name}.flac");
        let source = FileSource::open(file.as_ref(), Pace::Fast, Clock::real()).unwrap();
        all::read(Box::new(source)).unwrap()
    };
    let mut audio =
        [read("long-01"), silence(1_500), read("librivox-0870"), silence(1_500)].concat();
    // Whole frames, or what is counted would slip against what is heard each time it begins again.
    audio.truncate(audio.len() - audio.len() % samples(Speech::FRAME_MS) as usize);
    audio
}

/// The model of made-up weights behind the real code for Voxtral.
fn voxtral() -> Native {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/tiny-voxtral-words.gguf");
    let options = LoadOptions { threads: Some(1), compute: Compute::Cpu };
    Native::load(file.as_ref(), None, &options).unwrap()
}

/// How much of a recording that begins again and again is speech, up to each moment.
struct Speech(Vec<u64>);

impl Speech {
    const FRAME_MS: u64 = 30;

    fn of(audio: &[f32]) -> Self {
        let frames = audio.chunks(samples(Self::FRAME_MS) as usize);
        let loud = frames.map(|frame| u64::from(decibels(rms(frame)) > -26.0) * Self::FRAME_MS);
        let sum = |sum: &mut u64, loud| {
            *sum += loud;
            Some(*sum)
        };
        Self(std::iter::once(0).chain(loud.scan(0, sum)).collect())
    }

    fn until(&self, at_ms: u64) -> u64 {
        let frames = self.0.len() as u64 - 1;
        let frame = at_ms / Self::FRAME_MS;
        frame / frames * self.0[frames as usize] + self.0[(frame % frames) as usize]
    }
}

/// Follows the pieces of captions: each comes once, in order, and they share no sound.
struct Pieces {
    speech: Speech,
    last: Option<u32>,
    end_ms: u64,
    /// Speech that is in one of them.
    found_ms: u64,
}

impl Pieces {
    fn hear(&mut self, log: Vec<Event>) {
        for event in log {
            match event {
                Event::Final(found) => {
                    assert!(self.last < Some(found.piece), "{} is doubled", found.piece);
                    assert!(found.start_ms >= self.end_ms && found.end_ms > found.start_ms);
                    self.found_ms +=
                        self.speech.until(found.end_ms) - self.speech.until(found.start_ms);
                    (self.last, self.end_ms) = (Some(found.piece), found.end_ms);
                }
                Event::Notice { .. } => panic!("{event:?}"),
                _ => {}
            }
        }
    }
}

#[test]
fn captions_by_the_real_code_of_a_model_lose_no_piece_and_take_no_memory() {
    if !alone("captions_by_the_real_code_of_a_model_lose_no_piece_and_take_no_memory") {
        return;
    }
    let minutes = std::env::var(SOAK).map_or(2, |minutes| minutes.parse().unwrap());
    let audio = recordings();
    let speech = Speech::of(&audio);
    let mut setup = Setup::of([Play { looped: true, ..Play::live(audio) }]);
    setup.recogniser = Some(Box::new(voxtral()));
    setup.disk = true;
    setup.cost = |_| Duration::from_millis(900);
    let mut rig = setup.rig();
    rig.send(Command::Start(Box::new(captions())));
    let mut pieces = Pieces { speech, last: None, end_ms: 0, found_ms: 0 };
    let mut early = 0;
    for minute in 0..minutes {
        rig.run(60_000);
        pieces.hear(std::mem::take(&mut rig.log));
        if minute == minutes / 4 {
            early = resident_kb();
        }
    }
    rig.send(Command::Stop(Lane::Captions));
    rig.run_until(|log| log.iter().any(|event| matches!(event, Event::Done(_))));
    pieces.hear(std::mem::take(&mut rig.log));
    let grown = resident_kb().saturating_sub(early);
    let (found_ms, spoken_ms) = (pieces.found_ms, pieces.speech.until(minutes * 60_000));
    println!("{minutes} min: {found_ms} of {spoken_ms} ms of speech, {grown} kB more");
    assert!(grown < 20_000, "memory grew by {grown} kB");
    assert!(found_ms * 100 > spoken_ms * 98, "{found_ms} of {spoken_ms} ms of speech have text");
    assert_eq!(stored::list(rig.takes.as_ref().unwrap().path()).unwrap(), []);
}

#[test]
fn captions_that_a_model_cannot_keep_up_with_leave_out_the_oldest_and_say_so() {
    let (audio, _) = talk(60);
    let minutes = ms(audio.len() as u64) / 60_000;
    assert!(minutes >= 6, "{minutes}");
    let mut setup = Setup::of([Play::live(audio)]);
    setup.cost = |length| Duration::from_millis(8 * ms(length));
    let mut rig = setup.rig();
    rig.send(Command::Start(Box::new(captions())));
    rig.run((minutes + 1) * 60_000);
    let skips = rig.notices().iter().filter(|code| **code == "captions_skipped").count();
    assert_eq!(skips, 1, "seldom, and then as much as brings them near again");
    rig.send(Command::Stop(Lane::Captions));
    rig.run_until_done(1);
    let texts = rig.finals(1).join(" ");
    let said: Vec<u32> = texts.split(' ').map(|word| word.parse().unwrap()).collect();
    assert!(said.is_sorted_by(|a, b| a < b), "{said:?}");
    assert!(said.len() as u64 > samples(60_000) / samples(WORD_MS + GAP_MS));
}
