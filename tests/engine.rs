//! The engine with its threads, where one of them meets with an accident or is still busy at the
//! end. No test waits for a time: limits only end what hangs.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where it cannot go on")]

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use aloud::audio::{Format, RATE, samples};
use aloud::capture::wav::FileSource;
use aloud::capture::{Block, Flow, Source};
use aloud::clock::Clock;
use aloud::command::{Command, Lane, Pace, SourceSpec, Start};
use aloud::deliver::Sink;
use aloud::deliver::memory::Memory;
use aloud::engine::{Engine, Loader, Parts, SourceFactory, Subscription};
use aloud::error::Result;
use aloud::event::{Event, Model, State};
use aloud::home::Home;
use aloud::journal::stored::{self, Stored, StoredState};
use aloud::recognise::scripted::Scripted;
use aloud::recognise::{Hypothesis, Recogniser};
use aloud::settings::{Mode, Output, Profile};

/// Longer than anything here takes.
const HANGS: Duration = Duration::from_secs(60);

/// What comes after the words of a source.
#[derive(Clone, Copy)]
enum Then {
    Ends,
    /// Nothing more, as from a microphone in a silent room.
    Waits,
    Panics,
}

/// A recording, two seconds of silence, and then that.
struct Told {
    audio: Vec<f32>,
    given: usize,
    then: Then,
}

impl Told {
    fn source(then: Then) -> Box<dyn Source> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings/short-01.flac");
        let mut file = FileSource::open(&path, Pace::Fast, Clock::real()).unwrap();
        let mut block = Block::default();
        while file.read(&mut block).unwrap() != Flow::Ended {}
        assert_eq!(block.format, Some(Format { rate: RATE, channels: 1 }));
        let mut audio = block.samples;
        audio.extend(vec![0.0; samples(2_000) as usize]);
        Box::new(Self { audio, given: 0, then })
    }
}

impl Source for Told {
    fn read(&mut self, block: &mut Block) -> Result<Flow> {
        block.format = Some(Format { rate: RATE, channels: 1 });
        let end = (self.given + 480).min(self.audio.len());
        block.samples.extend(&self.audio[self.given..end]);
        self.given = end;
        Ok(match self.then {
            _ if end < self.audio.len() => Flow::More,
            Then::Ends => Flow::Ended,
            Then::Waits => Flow::Waiting,
            Then::Panics => panic!("as the test wants it"),
        })
    }

    fn dropped_frames(&self) -> u64 {
        0
    }

    fn name(&self) -> String {
        "microphone of the test".to_owned()
    }

    fn is_live(&self) -> bool {
        true
    }
}

fn told(then: Then) -> SourceFactory {
    Arc::new(move |_| Ok(Told::source(then)))
}

/// Answers each piece with one word. `kept` goes with it.
fn hello(kept: Option<Opens>) -> Loader {
    let kept = Arc::new(Mutex::new(kept));
    Box::new(move || {
        let kept = kept.lock().unwrap().take();
        let scripted = Scripted::new(move |_, _| {
            let _with_it = &kept;
            Ok(Hypothesis { text: "hello".to_owned(), ..Hypothesis::default() })
        });
        Ok(Box::new(scripted) as Box<dyn Recogniser>)
    })
}

/// Opens the gate of a memory when it is dropped.
struct Opens(Memory);

impl Drop for Opens {
    fn drop(&mut self) {
        self.0.open();
    }
}

struct Stage {
    _folder: tempfile::TempDir,
    takes: PathBuf,
    home: Home,
    memory: Memory,
}

impl Stage {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().as_os_str().to_owned();
        let home = Home::resolve(|name| (name == "ALOUD_HOME").then(|| place.clone()), None);
        let home = home.unwrap();
        Self { _folder: folder, takes: home.takes(), home, memory: Memory::default() }
    }

    fn engine(&self, recogniser: Loader, sources: SourceFactory) -> (Engine, Subscription) {
        let sink = self.memory.clone();
        let engine = Engine::start(Parts {
            clock: Clock::real(),
            home: Some(self.home.clone()),
            recogniser,
            sources,
            sinks: Box::new(move |_| Ok(Box::new(sink.clone()) as Box<dyn Sink>)),
            keep_open: Duration::ZERO,
            keep_model: Duration::MAX,
        });
        let engine = engine.unwrap();
        let events = engine.subscribe();
        (engine, events)
    }

    fn kept(&self) -> Vec<Stored> {
        stored::list(&self.takes).unwrap()
    }
}

fn start() -> Command {
    let profile = Profile { output: Output::Type, mode: Mode::Toggle, ..Profile::default() };
    let source = SourceSpec::Microphone { device: None };
    Command::Start(Box::new(Start { lane: Lane::Dictation, source, profile }))
}

/// Reads events up to one that is looked for.
fn until(events: &Subscription, looked_for: impl Fn(&Event) -> bool) -> Vec<Event> {
    let mut seen = Vec::new();
    loop {
        match events.recv_timeout(HANGS) {
            Ok(event) => seen.push(event),
            Err(none) => panic!("{none} after {seen:#?}"),
        }
        if seen.last().is_some_and(&looked_for) {
            return seen;
        }
    }
}

fn is_idle(event: &Event) -> bool {
    matches!(event, Event::State { state: State::Idle, .. })
}

fn codes(events: &[Event]) -> Vec<&str> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Notice { code, .. } => Some(code.as_str()),
            _ => None,
        })
        .collect()
}

/// Drops the engine, which must not hang.
fn end(engine: Engine) {
    let (tell, told) = mpsc::channel();
    let thread = std::thread::spawn(move || {
        drop(engine);
        tell.send(()).unwrap();
    });
    told.recv_timeout(HANGS).expect("the engine does not end");
    thread.join().unwrap();
}

#[test]
fn a_loader_that_panics_is_told_as_a_model_that_failed_and_the_take_is_kept() {
    let stage = Stage::new();
    let loader: Loader = Box::new(|| panic!("as the test wants it"));
    let (engine, events) = stage.engine(loader, told(Then::Ends));
    until(&events, |event| matches!(event, Event::Model(Model::Failed { .. })));
    engine.send(start());
    until(&events, is_idle);
    assert_eq!(stage.kept()[0].state, StoredState::Failed);
    end(engine);
}

#[test]
fn a_source_that_panics_while_it_is_opened_ends_its_take_and_the_next_one_is_heard() {
    let stage = Stage::new();
    let opened = Mutex::new(0);
    let sources: SourceFactory = Arc::new(move |_| {
        let first = {
            let mut opened = opened.lock().unwrap();
            *opened += 1;
            *opened == 1
        };
        assert!(!first, "as the test wants it");
        Ok(Told::source(Then::Ends))
    });
    let (engine, events) = stage.engine(hello(None), sources);
    engine.send(start());
    assert_eq!(codes(&until(&events, is_idle)), ["device"]);
    engine.send(start());
    until(&events, is_idle);
    assert_eq!(stage.memory.text(), "hello");
    end(engine);
}

#[test]
fn when_the_pipeline_panics_everybody_is_told_the_end_and_the_take_can_be_recovered() {
    let stage = Stage::new();
    let (engine, events) = stage.engine(hello(None), told(Then::Panics));
    engine.send(start());
    while events.recv().is_some() {}
    // Whatever is asked now is asked in vain, and does not hang.
    engine.send(start());
    assert_eq!(engine.subscribe().recv(), None);
    end(engine);
    let kept = stage.kept();
    assert_eq!((kept.len(), kept[0].state), (1, StoredState::Interrupted));
    assert!(kept[0].audio_ms >= 1_900, "all that it had taken in: {kept:?}");
}

#[test]
fn what_is_delivered_while_the_engine_ends_is_noted() {
    let stage = Stage::new();
    stage.memory.shut();
    // The gate opens when the recogniser has ended, so not before the engine is to end.
    let loader = hello(Some(Opens(stage.memory.clone())));
    let (engine, events) = stage.engine(loader, told(Then::Waits));
    engine.send(start());
    until(&events, |event| matches!(event, Event::Final(_)));
    stage.memory.await_delivery();
    end(engine);
    let kept = stage.kept();
    assert_eq!((kept.len(), kept[0].state), (1, StoredState::Interrupted));
    assert_eq!(kept[0].text, stage.memory.text(), "or it would be written once more");
}

#[test]
fn a_take_that_becomes_whole_while_the_engine_ends_leaves_nothing_behind() {
    let stage = Stage::new();
    stage.memory.shut();
    let loader = hello(Some(Opens(stage.memory.clone())));
    let (engine, events) = stage.engine(loader, told(Then::Ends));
    engine.send(start());
    until(&events, |event| matches!(event, Event::Final(_)));
    stage.memory.await_delivery();
    end(engine);
    assert_eq!(stage.kept(), []);
}

#[test]
fn a_model_that_is_still_being_loaded_does_not_hold_up_the_end() {
    let stage = Stage::new();
    let (begun, begins): (Sender<()>, Receiver<()>) = mpsc::channel();
    let (go_on, waits): (Sender<()>, Receiver<()>) = mpsc::channel();
    let mut inner = hello(None);
    let loader: Loader = Box::new(move || {
        begun.send(()).unwrap();
        // Returns when the test is over.
        let _ = waits.recv();
        inner()
    });
    let (engine, _events) = stage.engine(loader, told(Then::Ends));
    begins.recv_timeout(HANGS).unwrap();
    end(engine);
    drop(go_on);
}

#[test]
fn a_model_is_loaded_again_on_demand_and_told_to_who_comes_late() {
    let stage = Stage::new();
    let (engine, events) = stage.engine(hello(None), told(Then::Ends));
    let ready = |event: &Event| matches!(event, Event::Model(Model::Ready { .. }));
    until(&events, ready);
    assert!(engine.subscribe().try_recv().as_ref().is_some_and(ready));
    engine.send(Command::LoadModel);
    let said = until(&events, ready);
    assert!(matches!(said[0], Event::Model(Model::Loading)), "{said:?}");
    engine.send(start());
    until(&events, is_idle);
    assert_eq!(stage.memory.text(), "hello");
    end(engine);
}
