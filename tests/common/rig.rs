//! The whole engine on one thread and in virtual time, with spoken words that can be counted.
//!
//! A word is 300 ms of a square wave whose height is its number. The recogniser of the rig
//! reads the numbers back, so a test sees each word that was lost, cut or heard twice.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use aloud::audio::{Format, RATE, decibels, from_i16, rms, samples};
use aloud::capture::{Block, Flow, Source};
use aloud::clock::{Clock, Moment};
use aloud::command::{Command, Lane, SourceSpec, Start};
use aloud::deliver::memory::Memory;
use aloud::deliver::{Courier, Report, Sink};
use aloud::engine::Subscription;
use aloud::engine::bus::Bus;
use aloud::error::{Error, Result};
use aloud::event::{Event, Model, TakeId};
use aloud::pipeline::{Message, NextStep, Pipeline, Tools};
use aloud::recognise::board::{Board, Errand, Load, Work};
use aloud::recognise::cancel::Cancel;
use aloud::recognise::worker::{Done, Worker};
use aloud::recognise::{
    Canceller, Capabilities, Failure, Hypothesis, Loader, Recogniser, Request, Window,
};
use aloud::settings::{Mode, Output, Profile};
use aloud::vad::Detector;
use aloud::work::ahead::Look;

/// Length of a word and of what is between two words of a phrase.
pub const WORD_MS: u64 = 300;
pub const GAP_MS: u64 = 90;

/// How much virtual time passes between two steps.
const TICK: Duration = Duration::from_millis(10);

/// The words with these numbers, one after the other.
pub fn words(numbers: impl IntoIterator<Item = u32>) -> Vec<f32> {
    let mut out = Vec::new();
    for number in numbers {
        let height = 0.1 + number as f32 / 4_096.0;
        out.extend((0..samples(WORD_MS)).map(|at| if at % 2 == 0 { height } else { -height }));
        out.extend(silence(GAP_MS));
    }
    out
}

/// So much of a quiet room: not zeros, but far below any voice.
pub fn silence(ms: u64) -> Vec<f32> {
    (0..samples(ms)).map(|at| if at % 2 == 0 { 0.0002 } else { -0.0002 }).collect()
}

/// So much of what a device gives that does not hear yet.
pub fn zeros(ms: u64) -> Vec<f32> {
    vec![0.0; samples(ms) as usize]
}

/// The numbers of the words in some audio. A word that is there in part has a question mark.
pub fn heard(audio: &[f32]) -> Vec<String> {
    let mut found: Vec<(u32, u64)> = Vec::new();
    let mut gap = samples(GAP_MS);
    for sample in audio {
        let height = sample.abs();
        if height < 0.09 {
            gap += 1;
            continue;
        }
        let number = ((height - 0.1) * 4_096.0).round() as u32;
        match found.last_mut() {
            Some((last, length)) if *last == number && gap < samples(GAP_MS) / 2 => *length += 1,
            _ => found.push((number, 1)),
        }
        gap = 0;
    }
    let whole = samples(WORD_MS) - 8;
    let name = |(number, length): &(u32, u64)| {
        if *length >= whole { number.to_string() } else { format!("{number}?") }
    };
    found.iter().map(name).collect()
}

/// A voice is what is loud.
struct Loud;

impl Detector for Loud {
    fn is_voiced(&mut self, frame: &[i16]) -> bool {
        let frame: Vec<f32> = frame.iter().map(|sample| from_i16(*sample)).collect();
        decibels(rms(&frame)) > -26.0
    }
    fn reset(&mut self) {}
}

/// What a source of the rig does.
#[derive(Clone, Debug)]
pub struct Play {
    /// 16 kHz mono.
    pub audio: Vec<f32>,
    /// How long after it was opened the first samples come.
    pub late: Duration,
    /// Frames in a block.
    pub block: usize,
    /// Whether it is a microphone: it goes on with silence after its audio, in real time.
    pub live: bool,
    /// What happens to the device, and when in its audio.
    pub turns: Vec<(u64, Flow)>,
    /// The channels of each frame; the voice is on the first.
    pub channels: u16,
    /// Why it cannot be opened.
    pub refusal: Option<String>,
    /// Whether the audio begins again at its end, for ever.
    pub looped: bool,
}

impl Play {
    /// A microphone that hears this from the moment it is opened.
    pub fn live(audio: Vec<f32>) -> Self {
        Self {
            audio,
            late: Duration::ZERO,
            block: 480,
            live: true,
            turns: Vec::new(),
            channels: 1,
            refusal: None,
            looped: false,
        }
    }

    /// A file.
    pub fn file(audio: Vec<f32>) -> Self {
        Self { live: false, ..Self::live(audio) }
    }
}

struct Playing {
    play: Play,
    clock: Clock,
    opened: Moment,
    given: usize,
}

impl Source for Playing {
    fn read(&mut self, block: &mut Block) -> Result<Flow> {
        let at = self.given as u64;
        if self.play.turns.first().is_some_and(|(turn, _)| *turn <= at) {
            return Ok(self.play.turns.remove(0).1);
        }
        let open = self.clock.now().since(self.opened).saturating_sub(self.play.late);
        let due =
            if self.play.live { samples(open.as_millis() as u64) as usize } else { usize::MAX };
        let end = (self.given + self.play.block).min(due);
        if self.play.live && end < self.given + self.play.block {
            return Ok(Flow::Waiting);
        }
        let channels = self.play.channels;
        block.format = Some(Format { rate: RATE, channels });
        let end = if self.play.live { end } else { end.min(self.play.audio.len()) };
        for at in self.given..end {
            let at = if self.play.looped { at % self.play.audio.len() } else { at };
            let sample = self.play.audio.get(at).copied().unwrap_or(0.0002);
            block.samples.push(sample);
            block.samples.extend(std::iter::repeat_n(0.0, usize::from(channels) - 1));
        }
        self.given = end;
        let over = !self.play.live && end == self.play.audio.len();
        Ok(if over { Flow::Ended } else { Flow::More })
    }

    fn dropped_frames(&self) -> u64 {
        0
    }

    fn name(&self) -> String {
        "rig microphone".to_owned()
    }

    fn is_live(&self) -> bool {
        self.play.live
    }
}

/// How a recogniser of the rig answers.
pub type Answer = Box<dyn FnMut(&[f32], &Request) -> Result<Hypothesis, Failure> + Send>;

struct Answering {
    answer: Answer,
    capabilities: Capabilities,
}

impl Recogniser for Answering {
    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn run(&mut self, audio: &[f32], request: &Request) -> Result<Hypothesis, Failure> {
        (self.answer)(audio, request)
    }

    fn canceller(&self) -> Canceller {
        // A run is over as soon as it began; its time passes afterwards, see [`Rig::recognise`].
        Arc::new(|| ())
    }

    fn first_costs(&self) -> Vec<Duration> {
        Vec::new()
    }
}

/// Answers with the numbers of the words.
pub fn numbers() -> Answer {
    Box::new(|audio, _| Ok(text(&heard(audio).join(" "))))
}

/// A text and nothing else.
pub fn text(text: &str) -> Hypothesis {
    Hypothesis { text: text.to_owned(), language: Some("en".to_owned()), ..Hypothesis::default() }
}

/// What two windows take: 12 s and 28 s of audio.
pub fn capabilities() -> Capabilities {
    Capabilities {
        name: "rig".to_owned(),
        languages: vec!["en".to_owned(), "de".to_owned()],
        targets: vec!["en".to_owned()],
        detects_language: true,
        windows: vec![
            Window { max_samples: samples(12_000) },
            Window { max_samples: samples(28_000) },
        ],
        ..Capabilities::default()
    }
}

/// A model that can be loaded: what it can do, and how it answers. None cannot be loaded.
pub type Choice = Option<(Capabilities, Answer)>;

/// What decoding so many samples costs.
pub type Cost = fn(u64) -> Duration;

/// A run whose time has not passed yet.
struct Decoding {
    done: Done,
    cancel: Cancel,
    ready: Moment,
}

/// The engine, one step at a time.
pub struct Rig {
    pub clock: Clock,
    pub memory: Memory,
    pub log: Vec<Event>,
    /// Length in milliseconds and window of each piece that was decoded.
    pub pieces: Vec<(u64, usize)>,
    /// Length in milliseconds of each decode of a phrase before its end, and how it began.
    pub drafts: Vec<(u64, Look)>,
    /// How many runs for a final were called off while they were under way.
    pub cancelled: u32,
    /// What was opened, in order.
    pub opened: Arc<Mutex<Vec<SourceSpec>>>,
    pub takes: Option<tempfile::TempDir>,
    cost: Cost,
    pipeline: Pipeline,
    board: Arc<Board>,
    worker: Worker,
    inbox: SyncSender<Message>,
    reports: Receiver<Report>,
    events: Subscription,
    decoding: Option<Decoding>,
    loading: Option<(Load, Moment)>,
    load_time: Duration,
    /// What the pipeline is still to be told, while it is held up.
    stalled: Option<Vec<Message>>,
}

/// How a rig is set up.
pub struct Setup {
    pub plays: VecDeque<Play>,
    pub answer: Answer,
    pub cost: Cost,
    pub keep_open: Duration,
    pub keep_model: Duration,
    /// Whether takes are written to a folder of their own.
    pub disk: bool,
    pub capabilities: Capabilities,
    /// The first model, in place of the one that answers.
    pub recogniser: Option<Box<dyn Recogniser>>,
    /// Whether the model can be loaded.
    pub loads: bool,
    /// The models that are chosen later, each for one load.
    pub later: VecDeque<Choice>,
    /// What loading a model costs.
    pub load_time: Duration,
}

impl Setup {
    /// Sources for the takes that will be started, in order; a quick recogniser of numbers.
    pub fn of(plays: impl IntoIterator<Item = Play>) -> Self {
        Self {
            plays: plays.into_iter().collect(),
            answer: numbers(),
            cost: |_| Duration::from_millis(100),
            keep_open: Duration::ZERO,
            keep_model: Duration::MAX,
            disk: false,
            capabilities: capabilities(),
            recogniser: None,
            loads: true,
            later: VecDeque::new(),
            load_time: Duration::ZERO,
        }
    }

    pub fn rig(self) -> Rig {
        let clock = Clock::manual();
        let (inbox, waiting) = sync_channel(1_024);
        let (reporting, reports) = channel();
        let memory = Memory::default();
        let sink = memory.clone();
        let courier = Courier::spawn(
            clock.clone(),
            Box::new(move |_| Ok(Box::new(sink.clone()) as Box<dyn Sink>)),
            Box::new(move |report| drop(reporting.send(report))),
        )
        .expect("a thread for the courier");
        let takes = self.disk.then(|| tempfile::tempdir().expect("a folder for takes"));
        let (bus, board) = (Arc::<Bus>::default(), Arc::new(Board::new(clock.clone())));
        let opened = Arc::default();
        let tools = Tools {
            clock: clock.clone(),
            board: Arc::clone(&board),
            courier,
            bus: Arc::clone(&bus),
            open: opener(self.plays, clock.clone(), inbox.clone(), Arc::clone(&opened)),
            detector: || Box::new(Loud),
            takes: takes.as_ref().map(|folder| folder.path().to_path_buf()),
            keep_open: self.keep_open,
            keep_model: self.keep_model,
        };
        let (answer, capabilities) = (self.answer, self.capabilities);
        let answering = Box::new(Answering { answer, capabilities });
        let first = self.loads.then(|| self.recogniser.unwrap_or(answering));
        let mut rig = Rig {
            memory,
            log: Vec::new(),
            pieces: Vec::new(),
            drafts: Vec::new(),
            cancelled: 0,
            opened,
            takes,
            cost: self.cost,
            pipeline: Pipeline::new(tools, waiting),
            board,
            worker: Worker::new(loader(first, self.later), clock.clone()),
            clock,
            inbox,
            reports,
            events: bus.subscribe(),
            decoding: None,
            loading: None,
            load_time: self.load_time,
            stalled: None,
        };
        rig.pump();
        rig
    }
}

fn loader(first: Option<Box<dyn Recogniser>>, later: VecDeque<Choice>) -> Loader {
    let mut choices = VecDeque::from([first]);
    choices.extend(later.into_iter().map(|choice| {
        let (capabilities, answer) = choice?;
        Some(Box::new(Answering { answer, capabilities }) as Box<dyn Recogniser>)
    }));
    Box::new(move || match choices.pop_front().flatten() {
        Some(recogniser) => Ok(recogniser),
        None => Err(Error::NoModel { wanted: None, candidates: Vec::new() }),
    })
}

fn opener(
    mut plays: VecDeque<Play>,
    clock: Clock,
    inbox: SyncSender<Message>,
    opened: Arc<Mutex<Vec<SourceSpec>>>,
) -> aloud::pipeline::Opener {
    Box::new(move |opening, spec| {
        opened.lock().unwrap().push(spec.clone());
        let play = plays.pop_front().unwrap_or_else(|| Play::live(Vec::new()));
        let source = match &play.refusal {
            Some(problem) => Err(Error::Device {
                device: "rig microphone".to_owned(),
                problem: problem.clone(),
                remedy: "plug it in".to_owned(),
            }),
            None => {
                let (clock, opened) = (clock.clone(), clock.now());
                Ok(Box::new(Playing { play, clock, opened, given: 0 }) as Box<dyn Source>)
            }
        };
        inbox.send(Message::Opened(opening, source)).expect("the pipeline lives");
    })
}

/// A start of a take that is ended by a stop.
pub fn start() -> Command {
    Command::Start(Box::new(spoken(Mode::Toggle)))
}

/// Captions of what the machine plays.
pub fn captions() -> Start {
    let (output, mode) = (Output::None, Mode::HandsFree);
    let profile = Profile { output, mode, ..Profile::default() };
    Start { lane: Lane::Captions, source: SourceSpec::System, profile }
}

/// What the rig's takes do.
pub fn spoken(mode: Mode) -> Start {
    let profile = Profile { output: Output::Type, mode, ..Profile::default() };
    Start { lane: Lane::Dictation, source: SourceSpec::Microphone { device: None }, profile }
}

impl Rig {
    pub fn send(&mut self, command: Command) {
        self.inbox.send(Message::Command(command)).expect("the pipeline lives");
        self.pump();
    }

    /// The pipeline is held up for so long in the middle of a step that ends with this command:
    /// what it is told meanwhile comes after.
    pub fn stall(&mut self, command: Command, ms: u64) {
        self.stalled = Some(Vec::new());
        for _ in 0..ms.div_ceil(TICK.as_millis() as u64) {
            self.clock.advance(TICK);
            self.recognise();
        }
        self.inbox.send(Message::Command(command)).expect("the pipeline lives");
        self.pipeline.step();
        for message in self.stalled.take().unwrap_or_default() {
            self.inbox.send(message).expect("the pipeline lives");
        }
        self.pump();
    }

    /// Lets so much virtual time pass.
    pub fn run(&mut self, ms: u64) {
        for _ in 0..ms.div_ceil(TICK.as_millis() as u64) {
            self.clock.advance(TICK);
            self.pump();
        }
    }

    /// Lets time pass until something is in the log, at most an hour.
    pub fn run_until(&mut self, found: impl Fn(&[Event]) -> bool) {
        for _ in 0..360_000 {
            if found(&self.log) {
                return;
            }
            self.run(10);
        }
        panic!("it did not come within an hour: {:#?}", self.tell());
    }

    /// Stops the take that is heard, and waits until so many takes are done.
    pub fn finish(&mut self, takes: usize) {
        self.send(Command::Stop(Lane::Dictation));
        self.run_until_done(takes);
    }

    pub fn run_until_done(&mut self, takes: usize) {
        self.run_until(|log| log.iter().filter(|e| matches!(e, Event::Done(_))).count() >= takes);
    }

    fn pump(&mut self) {
        loop {
            while self.pipeline.step() == NextStep::Again {}
            self.recognise();
            let delivering = self.pipeline.delivering();
            for _ in 0..delivering {
                // Edits that were brought together have one report.
                if self.pipeline.delivering() == 0 {
                    break;
                }
                let report = self.reports.recv().expect("the courier lives");
                self.inbox.send(Message::Reported(report)).expect("the pipeline lives");
                self.pipeline.step();
            }
            while let Some(event) = self.events.try_recv() {
                self.log.push(event);
            }
            if delivering == 0 {
                return;
            }
        }
    }

    /// What was decoded or loaded is known only when its time has passed. What is called off ends
    /// at once.
    fn recognise(&mut self) {
        if let Some(decoding) = self.decoding.take() {
            let cancelled = decoding.cancel.is_cancelled();
            let needed = matches!(decoding.done, Done::Piece(_));
            self.cancelled += u32::from(cancelled && needed);
            if cancelled || decoding.ready <= self.clock.now() {
                self.decoded(decoding.done, cancelled);
            } else {
                self.decoding = Some(decoding);
            }
        }
        self.finish_loading();
        if self.decoding.is_some() || self.loading.is_some() {
            return;
        }
        match self.board.try_take() {
            Some(Work::Load(load)) => {
                self.tell_pipeline(Message::Loading);
                self.loading = Some((load, self.clock.now() + self.load_time));
                self.finish_loading();
            }
            Some(Work::Unload) => {
                self.worker.unload();
                self.tell_pipeline(Message::Unloaded);
            }
            Some(Work::Run(errand)) => self.begin(*errand),
            None => {}
        }
    }

    fn begin(&mut self, errand: Errand) {
        let (length, cancel) = match &errand {
            Errand::Piece(job) => {
                let length: u64 = aloud::work::spans(&job.phrases).iter().map(|s| s.len()).sum();
                let end = job.phrases.last().map_or(0, |phrase| phrase.audio.end);
                let length = job.fed.map_or(length, |fed| end.saturating_sub(fed));
                self.pieces.push((aloud::audio::ms(length), job.order.request.window));
                (length, job.cancel.clone())
            }
            Errand::Translation(job) => {
                let length = aloud::work::spans(&job.phrases).iter().map(|s| s.len()).sum();
                (length, job.cancel.clone())
            }
            Errand::Draft(draft) => {
                let length = draft.phrase.audio.len();
                self.drafts.push((aloud::audio::ms(length), draft.look));
                (length, draft.cancel.clone())
            }
            Errand::Feed(feed) => (feed.phrase.audio.end - feed.from, feed.cancel.clone()),
        };
        let cost = (self.cost)(length);
        let mut done = self.worker.run(errand);
        match &mut done {
            Done::Piece(outcome) => outcome.decode = cost,
            Done::Drafted(drafted) => drafted.decode = cost,
            Done::Translated(_) | Done::Fed(_) => {}
        }
        self.decoding = Some(Decoding { done, cancel, ready: self.clock.now() + cost });
    }

    fn decoded(&mut self, mut done: Done, cancelled: bool) {
        if cancelled {
            match &mut done {
                Done::Piece(outcome) => outcome.text = Err(Failure::Cancelled),
                Done::Translated(translated) => translated.text = Err(Failure::Cancelled),
                Done::Drafted(drafted) => drafted.text = Err(Failure::Cancelled),
                Done::Fed(fed) => fed.live = Err(Failure::Cancelled),
            }
        }
        if self.worker.is_broken() {
            self.board.reload();
        }
        if let Some(told) = self.board.done(done) {
            self.tell_pipeline(Message::Told(told));
        }
    }

    fn finish_loading(&mut self) {
        if let Some((load, ready)) = self.loading
            && ready <= self.clock.now()
        {
            self.loading = None;
            let model = self.worker.load();
            self.tell_pipeline(Message::Model(load, model));
        }
    }

    fn tell_pipeline(&mut self, message: Message) {
        if let Some(late) = &mut self.stalled {
            return late.push(message);
        }
        self.inbox.send(message).expect("the pipeline lives");
        self.pipeline.step();
    }

    /// What was said of the model, in one word each.
    pub fn models(&self) -> Vec<&str> {
        self.log
            .iter()
            .filter_map(|event| match event {
                Event::Model(Model::Loading) => Some("loading"),
                Event::Model(Model::Ready { in_memory: false, .. }) => Some("unloaded"),
                Event::Model(Model::Ready { capabilities, .. }) => Some(capabilities.name.as_str()),
                Event::Model(Model::Failed { .. }) => Some("failed"),
                _ => None,
            })
            .collect()
    }

    /// One human line for each event but levels.
    pub fn tell(&self) -> Vec<String> {
        self.log.iter().filter_map(tell).collect()
    }

    /// The texts of the finals of a take.
    pub fn finals(&self, take: u64) -> Vec<String> {
        self.log
            .iter()
            .filter_map(|event| match event {
                Event::Final(f) if f.take == TakeId(take) => Some(f.text.clone()),
                _ => None,
            })
            .collect()
    }

    /// The text of the done of a take.
    pub fn done(&self, take: u64) -> Option<String> {
        self.log.iter().find_map(|event| match event {
            Event::Done(done) if done.take == TakeId(take) => Some(done.text.clone()),
            _ => None,
        })
    }

    pub fn notices(&self) -> Vec<&str> {
        self.log
            .iter()
            .filter_map(|event| match event {
                Event::Notice { code, .. } => Some(code.as_str()),
                _ => None,
            })
            .collect()
    }
}

fn tell(event: &Event) -> Option<String> {
    Some(match event {
        Event::State { take, state } => format!("{} {state:?}", take.0),
        Event::Final(f) => format!("{} final {:?} {:?}", f.take.0, f.text, f.cause),
        Event::Suppressed { take, reason, .. } => format!("{} suppressed {reason:?}", take.0),
        Event::Notice { code, .. } => format!("notice {code}"),
        Event::Done(done) => format!(
            "{} done {:?}{}",
            done.take.0,
            done.text,
            if done.partial { " partial" } else { "" }
        ),
        Event::Translation { take, text, .. } => format!("{} translation {text:?}", take.0),
        Event::Interim { .. }
        | Event::Behind { .. }
        | Event::Level { .. }
        | Event::Model(_)
        | Event::Captions { .. }
        | Event::Latched { .. } => return None,
    })
}

/// The numbers from the first to before the last, as text.
pub fn count(numbers: impl IntoIterator<Item = u32>) -> String {
    numbers.into_iter().map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
}

/// Runs this test again in a process of its own, where nothing else takes memory meanwhile. Says
/// whether that is this one.
pub fn alone(test: &str) -> bool {
    const ALONE: &str = "ALOUD_TEST_ALONE";
    if std::env::var_os(ALONE).is_some() {
        return true;
    }
    let binary = std::env::current_exe().expect("the system tells");
    let run = std::process::Command::new(binary)
        .args(["--exact", test, "--nocapture"])
        .env(ALONE, "1")
        .output()
        .expect("it runs as this one does");
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success() && said.contains("1 passed"), "{said}");
    print!("{said}");
    false
}

/// Memory of this process.
pub fn resident_kb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("the system tells");
    let line = status.lines().find(|line| line.starts_with("VmRSS")).expect("the system tells");
    line.split_whitespace().nth(1).expect("the system tells").parse().expect("the system tells")
}
