//! The real model on real recordings: pieces are as right as a whole file, also where speech
//! has no pause, and where it is quiet and an engine runs.

#![allow(clippy::unwrap_used, reason = "a test ends where it cannot go on")]

mod common;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use aloud::audio::{FRAME, decibels, rms, samples};
use aloud::capture::wav::FileSource;
use aloud::capture::{Block, Flow, Source};
use aloud::clock::Clock;
use aloud::command::{Lane, Pace, SourceSpec, Start};
use aloud::deliver::Sink;
use aloud::deliver::memory::Memory;
use aloud::engine::{Engine, Parts, Subscription};
use aloud::event::{Done, Event, Final, Model};
use aloud::home::Home;
use aloud::models::Store;
use aloud::recognise::Recogniser;
use aloud::recognise::native::{Means, Native, Threads};
use aloud::settings::{Compute, Output, Profile};
use aloud::words::words;
use common::models;
use common::score::Score;

/// The recordings that have a text beside them.
fn recordings() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings");
    let entries = std::fs::read_dir(folder).expect("the recordings are in the checkout");
    let paths = entries.map(|entry| entry.expect("a recording").path());
    let mut found: Vec<_> = paths.filter(|path| path.with_extension("txt").is_file()).collect();
    found.retain(|path| path.extension().is_some_and(|e| e == "flac"));
    found.sort();
    assert!(found.len() >= 6, "{found:?}");
    found
}

fn recording(name: &str) -> PathBuf {
    recordings().into_iter().find(|path| path.file_stem().is_some_and(|s| s == name)).unwrap()
}

/// What `aloud transcribe` says of these files.
fn transcribe(files: &[PathBuf], options: &[&str]) -> Vec<Event> {
    let home = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_aloud"))
        .args(["transcribe", "--json", "--language", "en"])
        .args(options)
        .args(files)
        .env("ALOUD_HOME", home.path())
        .env("ALOUD_MODELS", models())
        // In a new home it would be measured each time.
        .env("ALOUD_THREADS", "2")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn dones(events: &[Event]) -> Vec<Done> {
    let done = |event: &Event| match event {
        Event::Done(done) => Some(done.clone()),
        _ => None,
    };
    events.iter().filter_map(done).collect()
}

fn finals(events: &[Event]) -> Vec<Final> {
    let found = |event: &Event| match event {
        Event::Final(found) => Some(found.clone()),
        _ => None,
    };
    events.iter().filter_map(found).collect()
}

fn errors(done: &Done) -> usize {
    let said = done.file.as_ref().unwrap().with_extension("txt");
    Score::of(&said, &done.text).errors
}

/// Sequences of four words that a text has twice and the other one has once.
fn doubled(text: &str, said: &str) -> Vec<String> {
    let count = |text: &str| {
        let text: Vec<String> = words(text).iter().map(|word| word.key.clone()).collect();
        let mut counts = HashMap::<String, usize>::new();
        for four in text.windows(4) {
            *counts.entry(four.join(" ")).or_default() += 1;
        }
        counts
    };
    let said = count(said);
    let twice =
        count(text).into_iter().filter(|(four, count)| *count > 1 && said.get(four) < Some(count));
    twice.map(|(four, _)| four).collect()
}

fn read(path: &Path) -> Vec<f32> {
    let mut source = FileSource::open(path, Pace::Fast, Clock::real()).unwrap();
    let mut block = Block::default();
    while source.read(&mut block).unwrap() != Flow::Ended {}
    assert_eq!(block.format.unwrap().rate, 16_000);
    block.samples
}

fn write(path: &Path, audio: &[f32]) {
    let spec = hound::WavSpec {
        channels: 1,
        sample_rate: 16_000,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut wav = hound::WavWriter::create(path, spec).unwrap();
    for sample in audio {
        wav.write_sample(aloud::audio::to_i16(*sample)).unwrap();
    }
    wav.finalize().unwrap();
}

#[test]
fn pieces_are_as_right_as_whole_files() {
    let files = recordings();
    let pieces = dones(&transcribe(&files, &[]));
    let whole = dones(&transcribe(&files, &["--whole"]));
    assert_eq!((pieces.len(), whole.len()), (files.len(), files.len()));
    let total = |dones: &[Done]| dones.iter().map(errors).sum::<usize>();
    let said: usize = pieces
        .iter()
        .map(|d| Score::of(&d.file.as_ref().unwrap().with_extension("txt"), "").said)
        .sum();
    let allowed = 2.max(said / 100);
    assert!(
        total(&pieces) <= total(&whole) + allowed,
        "{} errors in pieces, {} in whole files, of {said} words",
        total(&pieces),
        total(&whole)
    );
    let long = pieces.iter().find(|d| d.file.as_ref().unwrap().ends_with("long-01.flac")).unwrap();
    let said = std::fs::read_to_string(recording("long-01").with_extension("txt")).unwrap();
    assert_eq!(doubled(&long.text, &said), Vec::<String>::new());
}

/// Leaves at most 150 ms of each pause.
fn without_pauses(audio: &[f32]) -> Vec<f32> {
    let mut out = Vec::new();
    let mut quiet = 0;
    for frame in audio.chunks(FRAME as usize) {
        quiet = if decibels(rms(frame)) < -50.0 { quiet + 1 } else { 0 };
        if quiet <= 5 {
            out.extend_from_slice(frame);
        }
    }
    out
}

/// What of this process is in memory, in KiB: now, and at most so far.
fn resident() -> (u64, u64) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let value = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.split_whitespace().next().unwrap().parse::<u64>().unwrap()
    };
    (value("VmRSS:"), value("VmHWM:"))
}

/// An engine that lets go of its model whenever no take wants it.
fn forgetful() -> Engine {
    let folder = |name: &str| match name {
        "ALOUD_HOME" => Some("/nowhere".into()),
        "ALOUD_MODELS" => Some(models().into()),
        _ => None,
    };
    let home = Home::resolve(folder, None).unwrap();
    let store = Store::new(&home);
    let means = Means { threads: Threads::Fixed(2), ..Means::of(&home, None, &Compute::Cpu) };
    let load = move || {
        let native = Native::open(&store.find(None)?, &means)?;
        Ok(Box::new(native) as Box<dyn Recogniser>)
    };
    Engine::start(Parts {
        clock: Clock::real(),
        home: None,
        recogniser: Box::new(load),
        sources: Arc::new(|_| {
            let file = FileSource::open(&recording("short-01"), Pace::Fast, Clock::real())?;
            Ok(Box::new(file) as Box<dyn Source>)
        }),
        sinks: Box::new(|_| Ok(Box::new(Memory::default()) as Box<dyn Sink>)),
        keep_open: Duration::ZERO,
        keep_model: Duration::ZERO,
    })
    .unwrap()
}

fn until(events: &Subscription, wanted: impl Fn(&Event) -> bool) {
    while !wanted(&events.recv_timeout(Duration::from_secs(60)).unwrap()) {}
}

/// In a process of its own, since all tests of this program share their memory.
#[test]
fn what_a_model_took_is_given_back_when_nobody_wants_it() {
    const NAME: &str = "what_a_model_took_is_given_back_when_nobody_wants_it";
    if std::env::var_os("ALOUD_TEST_ALONE").is_none() {
        let program = std::env::current_exe().unwrap();
        let mut alone = Command::new(program);
        let ended = alone.args([NAME, "--exact", "--nocapture"]).env("ALOUD_TEST_ALONE", "1");
        return assert!(ended.status().unwrap().success(), "see above");
    }
    let (before, _) = resident();
    let engine = forgetful();
    let events = engine.subscribe();
    let unloaded =
        |event: &Event| matches!(event, Event::Model(Model::Ready { in_memory: false, .. }));
    until(&events, unloaded);
    for take in 1..=3 {
        let profile = Profile { output: Output::None, ..Profile::default() };
        let source = SourceSpec::Microphone { device: None };
        let start = Start { lane: Lane::Dictation, source, profile };
        engine.send(aloud::command::Command::Start(Box::new(start)));
        until(&events, |event| matches!(event, Event::Final(said) if !said.text.is_empty()));
        until(&events, unloaded);
        let (after, most) = resident();
        assert!(most > before + 60 * 1024, "{before} kB before, {most} at most");
        assert!(after < before + 20 * 1024, "take {take}: {before} kB before, {after} after");
    }
}

/// Field case 8.
#[test]
fn speech_without_a_pause_is_as_right_as_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["long-01", "mail-01", "memo-01", "numbers-01", "short-01", "short-02"];
    let audio: Vec<f32> =
        names.iter().flat_map(|name| without_pauses(&read(&recording(name)))).collect();
    assert!(audio.len() as u64 >= samples(95_000), "{} samples", audio.len());
    let file = folder.path().join("talk.wav");
    write(&file, &audio);
    let said: Vec<String> = names
        .iter()
        .map(|name| std::fs::read_to_string(recording(name).with_extension("txt")).unwrap())
        .collect();
    std::fs::write(file.with_extension("txt"), said.join(" ")).unwrap();
    let events = transcribe(std::slice::from_ref(&file), &[]);
    let pieces = finals(&events);
    assert!(pieces.len() >= 4, "{} pieces", pieces.len());
    assert!(pieces.iter().all(|piece| piece.end_ms - piece.start_ms <= 28_000), "{pieces:?}");
    let whole = dones(&transcribe(std::slice::from_ref(&file), &["--whole"]));
    let (live, whole) = (&dones(&events)[0], &whole[0]);
    let count = Score::of(&file.with_extension("txt"), "").said;
    assert!(
        errors(live) <= errors(whole) + 2.max(count / 200),
        "{} errors in pieces, {} in the whole, of {count} words",
        errors(live),
        errors(whole)
    );
    assert_eq!(doubled(&live.text, &said.join(" ")), Vec::<String>::new());
}

/// An engine: 60 to 120 Hz, as loud as the speech.
fn rumble(at: usize) -> f32 {
    let time = at as f32 / 16_000.0;
    let tones = [(60.0, 0.3), (77.0, 1.1), (91.0, 2.0), (104.0, 0.7), (120.0, 2.9)];
    tones.iter().map(|(hz, phase)| (std::f32::consts::TAU * hz * time + phase).sin()).sum()
}

/// Field case 6.
#[test]
fn quiet_speech_with_an_engine_running_loses_no_words_to_the_detector() {
    let folder = tempfile::tempdir().unwrap();
    let audio = read(&recording("long-01"));
    let quiet = 10_f32.powf(-38.0 / 20.0);
    let engine: Vec<f32> = (0..audio.len()).map(rumble).collect();
    let (speech, noise) = (quiet / rms(&audio), quiet / rms(&engine));
    let mixed: Vec<f32> = audio.iter().zip(&engine).map(|(a, b)| a * speech + b * noise).collect();
    let file = folder.path().join("cellar.wav");
    write(&file, &mixed);
    let whole = &dones(&transcribe(std::slice::from_ref(&file), &["--whole"]))[0];
    std::fs::write(file.with_extension("txt"), &whole.text).unwrap();
    let live = &dones(&transcribe(std::slice::from_ref(&file), &[]))[0];
    let score = Score::of(&file.with_extension("txt"), &live.text);
    assert!(score.said > 200, "the model hears {} words without a detector", score.said);
    assert!(score.errors * 20 <= score.said, "{} of {} words differ", score.errors, score.said);
}
