//! The engine without the model: how many times real time it hears, from a source to phrases.
//!
//! `cargo bench --bench throughput` prints audio seconds for each second of one core. The plan
//! asks for 300.

use std::path::Path;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, mpsc::SyncSender};
use std::time::Duration;

use aloud::audio::Format;
use aloud::capture::wav::FileSource;
use aloud::capture::{Block, Flow, Source};
use aloud::clock::Clock;
use aloud::command::{Command, Lane, Pace, SourceSpec, Start};
use aloud::deliver::{Courier, sinks};
use aloud::engine::bus::Bus;
use aloud::error::Result;
use aloud::event::Event;
use aloud::pipeline::{Message, NextStep, Pipeline, Tools};
use aloud::recognise::board::{Board, Work};
use aloud::recognise::scripted::Scripted;
use aloud::recognise::worker::Worker;
use aloud::recognise::{Capabilities, Hypothesis, Recogniser, Window};
use aloud::settings::{Output, Profile};
use aloud::vad::webrtc::WebRtc;
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

/// The 93 s talk, decoded beforehand: the bench is about the engine, not about FLAC.
fn talk(rate: u32) -> Decoded {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings/long-01.flac");
    let mut source =
        FileSource::open(&path, Pace::Fast, Clock::real()).expect("the talk is in the checkout");
    let mut block = Block::default();
    while source.read(&mut block).expect("the talk can be read") != Flow::Ended {}
    let repeat = (rate / 16_000) as usize;
    let samples = block.samples.iter().flat_map(|s| std::iter::repeat_n(*s, repeat)).collect();
    Decoded { samples, format: Format { rate, channels: 1 }, given: 0 }
}

/// Sound in memory, handed out like a device does.
#[derive(Clone)]
struct Decoded {
    samples: Vec<f32>,
    format: Format,
    given: usize,
}

impl Source for Decoded {
    fn read(&mut self, block: &mut Block) -> Result<Flow> {
        block.format = Some(self.format);
        let end = (self.given + self.format.rate as usize / 100).min(self.samples.len());
        block.samples.extend_from_slice(&self.samples[self.given..end]);
        self.given = end;
        Ok(if end == self.samples.len() { Flow::Ended } else { Flow::More })
    }

    fn dropped_frames(&self) -> u64 {
        0
    }

    fn name(&self) -> String {
        "talk".to_owned()
    }

    fn is_live(&self) -> bool {
        false
    }
}

fn pipeline(source: Decoded) -> (Pipeline, Arc<Bus>, Arc<Board>, SyncSender<Message>) {
    let (inbox, waiting) = sync_channel(256);
    let (bus, board) = (Arc::<Bus>::default(), Arc::new(Board::new(Clock::real())));
    let answer = inbox.clone();
    let reports = inbox.clone();
    let mut source = Some(source);
    let tools = Tools {
        clock: Clock::real(),
        board: Arc::clone(&board),
        courier: Courier::spawn(
            Clock::real(),
            sinks(),
            Box::new(move |report| drop(reports.send(Message::Reported(report)))),
        )
        .expect("a thread for the courier"),
        bus: Arc::clone(&bus),
        open: Box::new(move |opening, _| {
            let source = Box::new(source.take().expect("one take")) as Box<dyn Source>;
            answer.send(Message::Opened(opening, Ok(source))).expect("the pipeline lives");
        }),
        detector: || Box::new(WebRtc::new()),
        takes: None,
        keep_open: Duration::ZERO,
        keep_model: Duration::MAX,
    };
    (Pipeline::new(tools, waiting), bus, board, inbox)
}

fn recogniser() -> Box<dyn Recogniser> {
    let windows = vec![Window { max_samples: 28 * 16_000 }];
    let capabilities = Capabilities { windows, ..Capabilities::default() };
    Box::new(Scripted::new(|_, _| Ok(Hypothesis::default())).able_to(capabilities))
}

fn listen(source: Decoded) {
    let (mut pipeline, bus, board, inbox) = pipeline(source);
    let events = bus.subscribe();
    let mut worker = Worker::new(Box::new(|| Ok(recogniser())), Clock::real());
    let profile = Profile { output: Output::None, ..Profile::default() };
    let source = SourceSpec::Microphone { device: None };
    let start = Start { lane: Lane::Dictation, source, profile };
    inbox.send(Message::Command(Command::Start(Box::new(start)))).expect("the pipeline lives");
    loop {
        while pipeline.step() == NextStep::Again {}
        let answer = match board.try_take() {
            Some(Work::Load(load)) => Some(Message::Model(load, worker.load())),
            Some(Work::Unload) => {
                worker.unload();
                Some(Message::Unloaded)
            }
            Some(Work::Run(errand)) => board.done(worker.run(*errand)).map(Message::Told),
            None => None,
        };
        if let Some(answer) = answer {
            inbox.send(answer).expect("the pipeline lives");
        }
        while let Some(event) = events.try_recv() {
            if matches!(event, Event::Done(_)) {
                return;
            }
        }
    }
}

/// Items are seconds of audio, so items a second is how many times real time it is.
#[divan::bench(args = [16_000, 48_000], sample_count = 10)]
fn source_to_pieces(bencher: Bencher, rate: u32) {
    let talk = talk(rate);
    let seconds = talk.samples.len() / rate as usize;
    bencher.counter(ItemsCount::new(seconds)).with_inputs(|| talk.clone()).bench_values(listen);
}
