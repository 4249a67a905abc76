//! How long a person waits: the 93 s talk in real time through the whole engine, with the model
//! that is installed.
//!
//! `cargo bench --bench latency` prints the finals that came while the talk went on, the time
//! from its end to `done`, and both against decoding the last piece alone and the whole talk in
//! the same run. The plan asks for at most 1.2 and 0.3.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use aloud::audio::{ms, samples};
use aloud::capture::wav::FileSource;
use aloud::capture::{Block, Flow, Source};
use aloud::clock::{Clock, Moment, rest};
use aloud::command::{Command, Lane, Pace, SourceSpec, Start};
use aloud::deliver::sinks;
use aloud::engine::{Engine, Parts};
use aloud::event::{Event, Final};
use aloud::home::Home;
use aloud::models::{Installed, Store};
use aloud::recognise::native::{LoadOptions, Native};
use aloud::recognise::{Canceller, Capabilities, Failure, Hypothesis, Recogniser, Request};
use aloud::settings::{Language, Mode, Output, Profile};

fn main() {
    let clock = Clock::real();
    let model = model();
    let live = listen(&clock, &model, 1);
    waits(&clock, &model, &live);
    let before = resident_kb();
    let slow = listen(&clock, &model, 4);
    println!(
        "slowed four times: {} pieces, {} words (unslowed {} and {})",
        slow.finals.len(),
        words(&slow),
        live.finals.len(),
        words(&live)
    );
    println!("longest piece                {} ms (unslowed {} ms)", longest(&slow), longest(&live));
    println!("end of audio to done         {:.2} s", slow.done.since(slow.end).as_secs_f64());
    println!(
        "memory                       {} MB before, {} MB after",
        before / 1024,
        resident_kb() / 1024
    );
}

fn words(live: &Live) -> usize {
    live.finals.iter().map(|f| f.text.split_whitespace().count()).sum()
}

fn longest(live: &Live) -> u64 {
    live.finals.iter().map(|f| f.end_ms - f.start_ms).max().unwrap_or_default()
}

fn resident_kb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or_default()
}

fn waits(clock: &Clock, model: &Installed, live: &Live) {
    let mut native = load(model);
    let audio = read(&talk());
    let last = live.finals.last().expect("the talk has text");
    let piece = &audio[samples(last.start_ms.saturating_sub(200)) as usize
        ..(samples(last.end_ms + 200) as usize).min(audio.len())];
    let window =
        native.capabilities().windows.iter().position(|w| piece.len() as u64 <= w.max_samples);
    let request = Request { window: window.unwrap_or_default(), ..request() };
    let alone = time(clock, || native.run(piece, &request).map(drop).expect("the piece decodes"));
    let whole = time(clock, || native.whole(&audio, &request).map(drop).expect("the talk decodes"));
    let tail = live.done.since(live.end);
    let early = live.finals.iter().filter(|f| f.cause != aloud::event::Cause::End).count();
    println!("finals before the end        {early}");
    println!("end of audio to done         {:.2} s", tail.as_secs_f64());
    println!(
        "last piece alone             {:.2} s of decoding for {} ms",
        alone.as_secs_f64(),
        ms(piece.len() as u64)
    );
    println!("whole talk                   {:.2} s of decoding", whole.as_secs_f64());
    println!("done against the last piece  {:.2} (at most 1.2)", tail.div_duration_f64(alone));
    println!("done against the whole talk  {:.2} (at most 0.3)", tail.div_duration_f64(whole));
    let mut waits: Vec<u64> =
        live.finals.iter().map(|f| f.latency_ms - f.decode_ms.min(f.latency_ms)).collect();
    waits.sort_unstable();
    println!(
        "end of speech to text, less decoding: median {} ms of {} finals",
        waits[waits.len() / 2],
        waits.len()
    );
}

struct Live {
    finals: Vec<Final>,
    end: Moment,
    done: Moment,
}

/// A model as if the machine were so many times slower.
struct Slowed {
    native: Native,
    times: u32,
    clock: Clock,
}

impl Recogniser for Slowed {
    fn capabilities(&self) -> &Capabilities {
        self.native.capabilities()
    }

    fn run(&mut self, audio: &[f32], request: &Request) -> Result<Hypothesis, Failure> {
        let start = self.clock.now();
        let answer = self.native.run(audio, request);
        rest(self.clock.now().since(start) * (self.times - 1));
        answer
    }

    fn canceller(&self) -> Canceller {
        self.native.canceller()
    }

    fn first_costs(&self) -> Vec<Duration> {
        self.native.first_costs().into_iter().map(|cost| cost * self.times).collect()
    }
}

fn listen(clock: &Clock, model: &Installed, times: u32) -> Live {
    let ended = Arc::new(Mutex::new(None));
    let (notes, time) = (Arc::clone(&ended), clock.clone());
    let (wanted, watch) = (model.clone(), clock.clone());
    let engine = Engine::start(Parts {
        clock: clock.clone(),
        home: None,
        recogniser: Box::new(move || {
            Ok(Box::new(Slowed { native: load(&wanted), times, clock: watch.clone() }))
        }),
        sources: Arc::new(move |_| {
            let source = FileSource::open(&talk(), Pace::Realtime, time.clone())?;
            let (clock, ended) = (time.clone(), Arc::clone(&notes));
            Ok(Box::new(Noted { source, clock, ended }))
        }),
        sinks: sinks(),
        keep_open: Duration::ZERO,
        keep_model: Duration::MAX,
    })
    .expect("threads for the engine");
    let events = engine.subscribe();
    let profile = Profile { output: Output::None, mode: Mode::HandsFree, ..Profile::default() };
    let source = SourceSpec::File { path: talk(), pace: Pace::Realtime };
    engine.send(Command::Start(Box::new(Start { lane: Lane::Dictation, source, profile })));
    let mut finals = Vec::new();
    while let Some(event) = events.recv() {
        match event {
            Event::Final(found) => finals.push(found),
            Event::Done(_) => break,
            _ => {}
        }
    }
    let end = ended.lock().expect("nobody panicked").expect("the talk ended");
    Live { finals, end, done: clock.now() }
}

/// Notes when the source ends.
struct Noted {
    source: FileSource,
    clock: Clock,
    ended: Arc<Mutex<Option<Moment>>>,
}

impl Source for Noted {
    fn read(&mut self, block: &mut Block) -> aloud::error::Result<Flow> {
        let flow = self.source.read(block)?;
        if flow == Flow::Ended {
            *self.ended.lock().expect("nobody panicked") = Some(self.clock.now());
        }
        Ok(flow)
    }

    fn dropped_frames(&self) -> u64 {
        self.source.dropped_frames()
    }

    fn name(&self) -> String {
        self.source.name()
    }

    fn is_live(&self) -> bool {
        self.source.is_live()
    }
}

fn talk() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings/long-01.flac")
}

fn read(path: &Path) -> Vec<f32> {
    let mut source = FileSource::open(path, Pace::Fast, Clock::real()).expect("the talk is there");
    let mut block = Block::default();
    while source.read(&mut block).expect("the talk can be read") != Flow::Ended {}
    block.samples
}

fn model() -> Installed {
    let home = Home::find().expect("a home");
    Store::new(&home).find(None).expect("a model is installed: make model")
}

fn load(model: &Installed) -> Native {
    let twin = model.twin.as_ref().map(|twin| twin.path.as_path());
    Native::load(&model.path, twin, &LoadOptions::default()).expect("the model loads")
}

fn request() -> Request {
    Request { language: Language::Auto, ..Request::default() }
}

/// The median of three runs.
fn time(clock: &Clock, mut run: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..3)
        .map(|_| {
            let start = clock.now();
            run();
            clock.now().since(start)
        })
        .collect();
    times.sort_unstable();
    times[1]
}
