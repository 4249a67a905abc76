//! Takes that a server recognises: what is lost with the server, and what is not.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use aloud::audio::{Format, RATE, samples};
use aloud::capture::wav::FileSource;
use aloud::capture::{Block, Flow, Source, all};
use aloud::clock::Clock;
use aloud::command::{Command, Lane, Pace, SourceSpec, Start};
use aloud::deliver::Sink;
use aloud::deliver::memory::Memory;
use aloud::engine::{Engine, Parts, Subscription};
use aloud::error::Result;
use aloud::event::{Event, State};
use aloud::home::Home;
use aloud::journal::stored::{self, StoredState};
use aloud::recognise::Recogniser;
use aloud::recognise::remote::{Options, Remote};
use aloud::settings::{Mode, Output, Profile, Server};

use super::common::recogniser::{Speech, heard, nobody, said, server, trouble};
use super::common::root;
use super::common::wait::until;
use super::common::web::{Answer, Web};
use super::{at, key, quick};

/// Longer than anything here takes.
const HANGS: Duration = Duration::from_secs(60);

/// Whether the second phrase may come. Before the first one was sent, both would be one piece.
type Gate = Arc<AtomicBool>;

/// One phrase, a pause, and another one.
struct Two {
    audio: Vec<f32>,
    given: usize,
    /// Where the second one begins.
    second: usize,
    gate: Gate,
}

impl Two {
    fn source(gate: &Gate) -> Box<dyn Source> {
        let (mut audio, mut second) = (Vec::new(), 0);
        for name in ["short-01", "short-02"] {
            let path = root().join(format!("tests/recordings/{name}.flac"));
            let file = FileSource::open(&path, Pace::Fast, Clock::real()).unwrap();
            audio.extend(all::read(Box::new(file)).unwrap());
            audio.extend(vec![0.0; samples(4_000) as usize]);
            second = if second == 0 { audio.len() } else { second };
        }
        Box::new(Self { audio, given: 0, second, gate: Arc::clone(gate) })
    }
}

impl Source for Two {
    fn read(&mut self, block: &mut Block) -> Result<Flow> {
        block.format = Some(Format { rate: RATE, channels: 1 });
        if self.given >= self.second && !self.gate.load(Ordering::SeqCst) {
            return Ok(Flow::Waiting);
        }
        let end = (self.given + 480).min(self.audio.len());
        block.samples.extend(&self.audio[self.given..end]);
        self.given = end;
        Ok(if end < self.audio.len() { Flow::More } else { Flow::Ended })
    }

    fn dropped_frames(&self) -> u64 {
        0
    }

    fn name(&self) -> String {
        "two phrases".to_owned()
    }

    fn is_live(&self) -> bool {
        true
    }
}

struct Stage {
    _folder: tempfile::TempDir,
    takes: PathBuf,
    memory: Memory,
    engine: Engine,
    events: Subscription,
}

/// A server that opens the gate with the first piece that it gets.
fn phrases(play: impl Fn(&Speech, usize) -> Answer + Send + Sync + 'static) -> (Web, Gate) {
    let gate = Gate::default();
    let opened = Arc::clone(&gate);
    let web = server(move |speech, before| {
        opened.store(true, Ordering::SeqCst);
        play(speech, before)
    });
    (web, gate)
}

impl Stage {
    /// With a microphone that hears both phrases at once.
    fn new(server: &Server, options: Options) -> Self {
        Self::hearing(server, options, &Arc::new(AtomicBool::new(true)))
    }

    fn hearing(server: &Server, options: Options, gate: &Gate) -> Self {
        let gate = Arc::clone(gate);
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().as_os_str().to_owned();
        let home = Home::resolve(|name| (name == "ALOUD_HOME").then(|| place.clone()), None);
        let home = home.unwrap();
        let (memory, takes, server) = (Memory::default(), home.takes(), server.clone());
        let (sink, kept) = (memory.clone(), takes.clone());
        let engine = Engine::start(Parts {
            clock: Clock::real(),
            home: Some(home),
            recogniser: Box::new(move || {
                let remote = Remote::open(&server, key(), options)?;
                Ok(Box::new(remote) as Box<dyn Recogniser>)
            }),
            sources: Arc::new(move |spec| match spec {
                SourceSpec::Take { id } => {
                    Ok(Box::new(stored::open(&kept, id)?) as Box<dyn Source>)
                }
                _ => Ok(Two::source(&gate)),
            }),
            sinks: Box::new(move |_| Ok(Box::new(sink.clone()) as Box<dyn Sink>)),
            keep_open: Duration::ZERO,
            keep_model: Duration::MAX,
        });
        let engine = engine.unwrap();
        let events = engine.subscribe();
        Self { _folder: folder, takes, memory, engine, events }
    }

    /// Begins a take.
    fn begin(&self, source: SourceSpec) {
        let profile = Profile { output: Output::Type, mode: Mode::Toggle, ..Profile::default() };
        let lane = Lane::Dictation;
        self.engine.send(Command::Start(Box::new(Start { lane, source, profile })));
    }

    /// Everything up to the end of a take.
    fn to_its_end(&self) -> Vec<Event> {
        self.until(State::Idle)
    }

    fn until(&self, awaited: State) -> Vec<Event> {
        let mut seen = Vec::new();
        loop {
            match self.events.recv_timeout(HANGS) {
                Ok(event) => seen.push(event),
                Err(none) => panic!("{none} after {seen:#?}"),
            }
            if matches!(seen.last(), Some(Event::State { state, .. }) if *state == awaited) {
                return seen;
            }
        }
    }

    fn take(&self) -> Vec<Event> {
        self.begin(SourceSpec::Microphone { device: None });
        self.to_its_end()
    }
}

/// What a person is told, a line each.
fn story(events: &[Event]) -> Vec<String> {
    let line = |event: &Event| match event {
        Event::Final(part) => Some(format!("final {}", part.text)),
        Event::Notice { code, message, .. } => Some(format!("{code}: {message}")),
        Event::Done(done) => Some(format!("done \"{}\" partial {}", done.text, done.partial)),
        _ => None,
    };
    events.iter().filter_map(line).collect()
}

#[test]
fn each_phrase_is_sent_once_and_its_text_delivered() {
    let (web, gate) = phrases(|_, before| said(if before == 0 { "One." } else { "Two." }));
    let stage = Stage::hearing(&at(&web.address), quick(), &gate);
    let told = story(&stage.take());
    assert_eq!(told, ["final One.", "final Two.", "done \"One. Two.\" partial false"]);
    assert_eq!(stage.memory.text(), "One. Two.");
    assert_eq!(heard(&web).len(), 2, "nothing is sent only to be shown");
    assert_eq!(stored::list(&stage.takes).unwrap(), []);
}

#[test]
fn a_take_without_its_server_is_kept_and_recovered_once_it_is_back() {
    let back = Arc::new(AtomicBool::new(false));
    let is_back = Arc::clone(&back);
    let web = server(move |_, _| match is_back.load(Ordering::SeqCst) {
        true => said("All of it."),
        false => trouble(500, "boom"),
    });
    let stage = Stage::new(&at(&web.address), quick());
    let told = story(&stage.take());
    let notice = &told[0];
    for word in ["recogniser: ", "the server gpu at 127.0.0.1", "(asked 4 times)", "aloud takes"] {
        assert!(notice.contains(word), "{notice}");
    }
    assert_eq!(told.last().map(String::as_str), Some("done \"\" partial true"));
    let kept = stored::list(&stage.takes).unwrap();
    assert_eq!((kept.len(), kept[0].state), (1, StoredState::Failed));
    let (audio, first) = (kept[0].audio_ms, heard(&web)[0].clone());
    assert!(audio > 8_000, "all that was heard: {audio}");

    back.store(true, Ordering::SeqCst);
    let before = heard(&web).len();
    stage.begin(SourceSpec::Take { id: kept[0].id.clone() });
    let told = story(&stage.to_its_end());
    assert!(told.iter().any(|line| line == "final All of it."), "{told:?}");
    let sent: usize = heard(&web)[before..].iter().map(|speech| speech.samples.len()).sum();
    assert!(sent >= first.samples.len(), "the very audio: {sent}");
}

#[test]
fn a_piece_that_is_lost_costs_no_other_and_the_next_one_tries_anew() {
    let (web, gate) =
        phrases(|_, before| if before == 0 { trouble(401, "no") } else { said("Two.") });
    let stage = Stage::hearing(&at(&web.address), quick(), &gate);
    let told = story(&stage.take());
    assert!(told[0].contains("refuses the key (401)"), "{told:?}");
    assert_eq!(told[1..], ["final Two.", "done \"Two.\" partial true"]);
    assert_eq!(stage.memory.text(), "Two.");
    assert_eq!(stored::list(&stage.takes).unwrap()[0].state, StoredState::Failed);
}

#[test]
fn trouble_that_passes_is_told_to_nobody() {
    let (web, gate) = phrases(|_, before| match before {
        0 => trouble(503, "loading"),
        1 => Answer { cut: Some(3), ..said("One.") },
        2 => said("One."),
        _ => said("Two."),
    });
    let stage = Stage::hearing(&at(&web.address), quick(), &gate);
    let told = story(&stage.take());
    assert_eq!(told, ["final One.", "final Two.", "done \"One. Two.\" partial false"]);
}

#[test]
fn a_server_that_is_gone_loses_nothing_that_was_heard() {
    let stage = Stage::new(&at(&nobody()), quick());
    let told = story(&stage.take());
    assert!(told[0].contains("the server gpu at 127.0.0.1") && told[0].contains("does not answer"));
    assert_eq!(told.last().map(String::as_str), Some("done \"\" partial true"));
    assert_eq!(stored::list(&stage.takes).unwrap().len(), 1);
}

#[test]
fn a_cancel_waits_for_no_server_and_the_next_take_is_heard() {
    let web = server(|_, before| match before {
        0 => Answer { silent: true, ..Answer::default() },
        _ => said("Again."),
    });
    // A wait for the first answer would be far too long for the second take.
    let options = Options { patience: Duration::from_secs(3_600), ..quick() };
    let stage = Stage::new(&at(&web.address), options);
    stage.begin(SourceSpec::Microphone { device: None });
    // Until all was heard: what is left of a source would be the beginning of the next take.
    stage.until(State::Finishing);
    until("the first request", HANGS, || web.asked().first().cloned());
    stage.engine.send(Command::Cancel(Lane::Dictation));
    let told = story(&stage.to_its_end());
    assert!(!told.iter().any(|line| line.starts_with("recogniser")), "{told:?}");
    let told = story(&stage.take());
    assert!(told.iter().any(|line| line.contains("final Again.")), "{told:?}");
}

#[test]
fn the_end_of_the_engine_waits_for_no_server() {
    let web = server(|_, _| Answer { silent: true, ..Answer::default() });
    let options = Options { patience: Duration::from_secs(3_600), ..quick() };
    let stage = Stage::new(&at(&web.address), options);
    stage.begin(SourceSpec::Microphone { device: None });
    until("the first request", HANGS, || web.asked().first().cloned());
    let Stage { engine, takes, _folder, .. } = stage;
    drop(engine);
    let kept = stored::list(&takes).unwrap();
    assert_eq!(kept.len(), 1, "{kept:?}");
}
