//! The engine: owns the threads. Commands go in, events come out, and there is no other way.

pub mod bus;

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::capture::Source;
use crate::clock::{Clock, unix_ms};
use crate::command::{Command, Lane, SourceSpec};
use crate::deliver::{Courier, SinkFactory};
use crate::error::{Error, Result};
use crate::event::TakeId;
use crate::home::Home;
use crate::journal::stored;
use crate::pipeline::{Message, Opener, Pipeline, Tools};
use crate::recognise::Recogniser;
use crate::recognise::board::Board;
use crate::recognise::worker::Worker;
use crate::vad::Detector;
use crate::vad::webrtc::WebRtc;
use bus::Bus;
pub use bus::{NoEvent, Subscription};

/// Messages that may wait for the pipeline; it looks at them every few milliseconds.
const INBOX: usize = 256;

/// Loads the model, and again after it broke. Runs on the recogniser's thread.
pub type Loader = Box<dyn FnMut() -> Result<Box<dyn Recogniser>> + Send>;

/// Opens a source. May take its time: it runs on a thread of its own.
pub type SourceFactory = Arc<dyn Fn(&SourceSpec) -> Result<Box<dyn Source>> + Send + Sync>;

/// What an engine is made of.
pub struct Parts {
    /// Where the time comes from.
    pub clock: Clock,
    /// Where takes are kept; without one they are in memory only.
    pub home: Option<Home>,
    /// How the model is loaded.
    pub recogniser: Loader,
    /// How sources are opened.
    pub sources: SourceFactory,
    /// How text is delivered.
    pub sinks: SinkFactory,
    /// How long a microphone stays open after a take.
    pub keep_open: Duration,
}

/// See the module.
pub struct Engine {
    inbox: SyncSender<Message>,
    bus: Arc<Bus>,
    board: Arc<Board>,
    pipeline: Option<JoinHandle<()>>,
    recogniser: Option<JoinHandle<()>>,
}

impl Engine {
    /// Starts the threads. The model is loaded in the background; takes may begin before.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(parts: Parts) -> Result<Self> {
        let (inbox, waiting) = sync_channel(INBOX);
        let (bus, board) = (Arc::<Bus>::default(), Arc::<Board>::default());
        let reports = inbox.clone();
        let courier = Courier::spawn(
            parts.sinks,
            Box::new(move |report| send(&reports, Message::Reported(report))),
        )
        .map_err(|error| no_thread(&error))?;
        let (clock, loader) = (parts.clock.clone(), parts.recogniser);
        let (to_pipeline, pieces) = (inbox.clone(), Arc::clone(&board));
        let recogniser =
            spawn("recogniser", move || recognise(loader, &pieces, &to_pipeline, &clock))?;
        let takes = parts.home.map(|home| home.takes());
        if let Some(folder) = takes.clone() {
            spawn("purge-takes", move || purge(&folder))?;
        }
        let makings = Makings {
            clock: parts.clock,
            board: Arc::clone(&board),
            courier,
            bus: Arc::clone(&bus),
            sources: parts.sources,
            inbox: inbox.clone(),
            takes,
            keep_open: parts.keep_open,
        };
        // The detector cannot change its thread, so the pipeline is made where it runs.
        let pipeline = spawn("pipeline", move || {
            let bus = Arc::clone(&makings.bus);
            Pipeline::new(makings.tools(), waiting).run();
            bus.close();
        })?;
        let (pipeline, recogniser) = (Some(pipeline), Some(recogniser));
        Ok(Self { inbox, bus, board, pipeline, recogniser })
    }

    /// Asks for something. What comes of it is told in events.
    pub fn send(&self, command: Command) {
        send(&self.inbox, Message::Command(command));
    }

    /// Everything that the engine says from now on.
    pub fn subscribe(&self) -> Subscription {
        self.bus.subscribe()
    }
}

impl Drop for Engine {
    /// Ends the threads. Takes that are not done stay on disk.
    fn drop(&mut self) {
        self.board.close();
        send(&self.inbox, Message::Quit);
        for thread in [self.pipeline.take(), self.recogniser.take()].into_iter().flatten() {
            if thread.join().is_err() {
                tracing::error!("a thread of the engine had panicked");
            }
        }
    }
}

/// Removes the takes that have been kept for their day.
fn purge(takes: &Path) {
    match stored::purge(takes, unix_ms()) {
        Ok(0) => {}
        Ok(count) => tracing::info!("{count} takes were kept for a day and are removed"),
        Err(error) => tracing::warn!("{error}"),
    }
}

/// The recogniser thread: a loop around [`Worker::run`].
fn recognise(mut loader: Loader, board: &Board, pipeline: &SyncSender<Message>, clock: &Clock) {
    let mut worker = load(&mut loader, pipeline, clock);
    while let Some(job) = board.take() {
        let outcome = worker.run(job);
        board.done();
        send(pipeline, Message::Recognised(Box::new(outcome)));
        if worker.is_broken() {
            worker = load(&mut loader, pipeline, clock);
        }
    }
}

fn load(loader: &mut Loader, pipeline: &SyncSender<Message>, clock: &Clock) -> Worker {
    match loader() {
        Ok(recogniser) => {
            let known = (recogniser.capabilities().clone(), recogniser.canceller());
            send(pipeline, Message::Model(Ok(known)));
            Worker::new(Ok(recogniser), clock.clone())
        }
        Err(error) => {
            let worker = Worker::new(Err(&error), clock.clone());
            send(pipeline, Message::Model(Err(error)));
            worker
        }
    }
}

/// Everything of [`Tools`] that can change its thread.
struct Makings {
    clock: Clock,
    board: Arc<Board>,
    courier: Courier,
    bus: Arc<Bus>,
    sources: SourceFactory,
    inbox: SyncSender<Message>,
    takes: Option<std::path::PathBuf>,
    keep_open: Duration,
}

impl Makings {
    fn tools(self) -> Tools {
        Tools {
            clock: self.clock,
            board: self.board,
            courier: self.courier,
            bus: self.bus,
            open: opener(self.sources, self.inbox),
            detector: webrtc,
            takes: self.takes,
            keep_open: self.keep_open,
        }
    }
}

fn webrtc() -> Box<dyn Detector> {
    Box::new(WebRtc::new())
}

/// Opens each source on a thread of its own: a sound server that hangs must not hold up the
/// takes that are heard or finished meanwhile.
fn opener(sources: SourceFactory, inbox: SyncSender<Message>) -> Opener {
    Box::new(move |lane: Lane, take: TakeId, spec: &SourceSpec| {
        let (sources, answer, spec) = (Arc::clone(&sources), inbox.clone(), spec.clone());
        let opening = spawn("open-source", move || {
            send(&answer, Message::Opened(lane, take, sources(&spec)));
        });
        if let Err(error) = opening {
            send(&inbox, Message::Opened(lane, take, Err(error)));
        }
    })
}

fn spawn(name: &str, body: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>> {
    std::thread::Builder::new().name(name.to_owned()).spawn(body).map_err(|error| no_thread(&error))
}

fn no_thread(error: &std::io::Error) -> Error {
    Error::Usage(format!("the system gives no thread: {error}"))
}

fn send(inbox: &SyncSender<Message>, message: Message) {
    // Nobody is there any more when the engine ends; then there is nothing to say either.
    let _ = inbox.send(message);
}
