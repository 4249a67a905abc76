//! Brings what happens in engine and shell to the windows, in one order and in batches.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use aloud::clock::Clock;
use aloud::engine::Subscription;
use aloud::event::Event;

use crate::batch::Waiting;
use crate::ipc::{Batch, News, ShellEvent};
use crate::past::Past;

/// News that may wait for the thread that sends them. The engine's own queue is behind it, in
/// which levels and interims replace each other.
const INBOX: usize = 256;

/// How long to sleep when nothing waits; any news ends it.
const LONG: Duration = Duration::from_secs(3_600);

/// Hears each event before it is sent, and says what goes before it.
pub(crate) type Listener = Box<dyn FnMut(&Event) -> Vec<ShellEvent> + Send>;

/// Sends a batch to the windows.
pub(crate) type Sender = Box<dyn Fn(&Batch) + Send>;

/// Where the shell tells its own news, and windows ask for what they missed.
#[derive(Clone)]
pub(crate) struct Relay {
    inbox: SyncSender<News>,
    told: Arc<Mutex<Told>>,
}

/// What was sent so far.
#[derive(Debug, Default)]
struct Told {
    seq: u64,
    past: Past,
}

impl Relay {
    /// Starts the threads.
    ///
    /// # Errors
    /// When the system gives none.
    pub(crate) fn start(
        events: Subscription,
        listener: Listener,
        sender: Sender,
    ) -> std::io::Result<Self> {
        let (inbox, waiting) = sync_channel(INBOX);
        let told = Arc::<Mutex<Told>>::default();
        let carrier = Carrier { told: Arc::clone(&told), listener, sender, clock: Clock::real() };
        spawn("batches", move || carrier.run(&waiting))?;
        let engine = inbox.clone();
        spawn("events", move || forward(&events, &engine))?;
        Ok(Self { inbox, told })
    }

    /// Tells the windows something of the shell.
    pub(crate) fn tell(&self, event: ShellEvent) {
        // Without the thread there is no window either.
        let _ = self.inbox.send(News::Shell(event));
    }

    /// Tells the windows something that a person should know.
    pub(crate) fn notice(&self, code: &str, message: String) {
        let notice = Event::Notice { take: None, code: code.to_owned(), message };
        let _ = self.inbox.send(News::Engine(notice));
    }

    /// Number of the last batch, and what of the past a window has to know.
    pub(crate) fn past(&self) -> (u64, Vec<News>) {
        let told = lock(&self.told);
        (told.seq, told.past.all())
    }
}

fn forward(events: &Subscription, inbox: &SyncSender<News>) {
    while let Some(event) = events.recv() {
        if inbox.send(News::Engine(event)).is_err() {
            return;
        }
    }
    let _ = inbox.send(News::Engine(over()));
}

/// The thread that sends.
struct Carrier {
    told: Arc<Mutex<Told>>,
    listener: Listener,
    sender: Sender,
    clock: Clock,
}

impl Carrier {
    fn run(mut self, inbox: &Receiver<News>) {
        let mut waiting = Waiting::default();
        loop {
            let rest = waiting.due_in(self.clock.now());
            if rest == Some(Duration::ZERO) {
                self.send(&mut waiting);
                continue;
            }
            match inbox.recv_timeout(rest.unwrap_or(LONG)) {
                Ok(news) => self.take_in(news, &mut waiting),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn take_in(&mut self, news: News, waiting: &mut Waiting) {
        if let News::Engine(event) = &news {
            for before in (self.listener)(event) {
                waiting.add(News::Shell(before));
            }
        }
        waiting.add(news);
    }

    fn send(&self, waiting: &mut Waiting) {
        let news = waiting.take(self.clock.now());
        let seq = {
            let mut told = lock(&self.told);
            news.iter().for_each(|news| told.past.add(news));
            told.seq += 1;
            told.seq
        };
        (self.sender)(&Batch { seq, news });
    }
}

/// What to say when the engine is gone: it never ends before the app unless it broke.
fn over() -> Event {
    let message =
        "the part of Aloud that listens has stopped by a fault of ours; what was said is \
                   kept: quit Aloud and start it again, then look at `aloud takes list`"
            .to_owned();
    Event::Notice { take: None, code: "engine_stopped".to_owned(), message }
}

fn lock(told: &Mutex<Told>) -> MutexGuard<'_, Told> {
    told.lock().unwrap_or_else(PoisonError::into_inner)
}

fn spawn(name: &str, body: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    std::thread::Builder::new().name(name.to_owned()).spawn(body).map(drop)
}
