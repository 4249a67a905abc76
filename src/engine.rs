//! The engine: owns the threads. Commands go in, events come out, and there is no other way.

pub mod bus;
mod recogniser;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::capture::Source;
use crate::clock::{Clock, unix_ms};
use crate::command::{Command, SourceSpec};
use crate::deliver::{Courier, SinkFactory};
use crate::error::{Error, Result};
use crate::home::Home;
use crate::journal::stored;
use crate::pipeline::{Message, Opener, Opening, Pipeline, Tools};
pub use crate::recognise::Loader;
use crate::recognise::board::Board;
use crate::recognise::worker::Worker;
use crate::vad::Detector;
use crate::vad::webrtc::WebRtc;
use bus::Bus;
pub use bus::{NoEvent, Subscription};

/// Messages that may wait for the pipeline; it looks at them every few milliseconds.
const INBOX: usize = 256;

/// At the end a run that was called off is waited for this long: it ends between two passes of
/// the model, and a process that ends in the middle of one may crash.
const LAST_RUN: Duration = Duration::from_secs(5);

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
    /// How long a model stays in memory that no take wants.
    pub keep_model: Duration,
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
        let (bus, board) = (Arc::<Bus>::default(), Arc::new(Board::new(parts.clock.clone())));
        let reports = inbox.clone();
        let courier = Courier::spawn(
            parts.clock.clone(),
            parts.sinks,
            Box::new(move |report| send(&reports, Message::Reported(report))),
        )
        .map_err(|error| no_thread(&error))?;
        let worker = Worker::new(parts.recogniser, parts.clock.clone());
        let (to_pipeline, work) = (inbox.clone(), Arc::clone(&board));
        let recogniser = spawn("recogniser", move || recogniser::run(worker, &work, &to_pipeline))?;
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
            keep_model: parts.keep_model,
        };
        // The detector cannot change its thread, so the pipeline is made where it runs.
        let pipeline = spawn("pipeline", move || {
            let _over = Over { bus: Arc::clone(&makings.bus), board: Arc::clone(&makings.board) };
            Pipeline::new(makings.tools(), waiting).run();
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
    /// Ends the threads. Takes that are not done stay on disk. A model that is being loaded is
    /// not waited for.
    fn drop(&mut self) {
        self.board.close();
        send(&self.inbox, Message::Quit);
        join(self.pipeline.take());
        if self.board.is_left(LAST_RUN) {
            join(self.recogniser.take());
        } else {
            tracing::info!("the model is left to end by itself");
        }
    }
}

fn join(thread: Option<JoinHandle<()>>) {
    if thread.is_some_and(|thread| thread.join().is_err()) {
        tracing::error!("a thread of the engine had panicked");
    }
}

/// The end of the pipeline, whatever it died of: who listens is told that nothing more comes, and
/// nothing more is recognised. What a take has on disk can be recovered.
struct Over {
    bus: Arc<Bus>,
    board: Arc<Board>,
}

impl Drop for Over {
    fn drop(&mut self) {
        self.board.close();
        self.bus.close();
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
    keep_model: Duration,
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
            keep_model: self.keep_model,
        }
    }
}

fn webrtc() -> Box<dyn Detector> {
    Box::new(WebRtc::new())
}

/// Opens each source on a thread of its own: a sound server that hangs must not hold up the
/// takes that are heard or finished meanwhile.
fn opener(sources: SourceFactory, inbox: SyncSender<Message>) -> Opener {
    Box::new(move |opening: Opening, spec: &SourceSpec| {
        let (sources, answer, spec) = (Arc::clone(&sources), inbox.clone(), spec.clone());
        let thread = spawn("open-source", move || {
            let source = catch_unwind(AssertUnwindSafe(|| sources(&spec)));
            let source = source.unwrap_or_else(|_| Err(panicked(&spec)));
            send(&answer, Message::Opened(opening, source));
        });
        if let Err(error) = thread {
            send(&inbox, Message::Opened(opening, Err(error)));
        }
    })
}

fn panicked(spec: &SourceSpec) -> Error {
    let device = match spec {
        SourceSpec::Microphone { device } => device.clone().unwrap_or("the microphone".to_owned()),
        SourceSpec::System => "what the machine plays".to_owned(),
        SourceSpec::File { path, .. } => path.display().to_string(),
        SourceSpec::Take { id } => format!("take {id}"),
    };
    let problem = "it made the program panic while it was opened".to_owned();
    let remedy = "try again, or choose another one".to_owned();
    Error::Device { device, problem, remedy }
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
