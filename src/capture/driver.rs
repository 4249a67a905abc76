//! The thread that does what the supervisor says. Whatever may hang in a sound system runs on a
//! thread of its own, which is never waited for.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use super::choice::Choice;
use super::device::{self, DeviceInfo};
use super::feeder::{Gauge, Tap};
use super::supervisor::{Action, Attempt, Input, Supervisor};
use super::trouble::Trouble;
use crate::clock::Clock;
use crate::error::{Error, Result};

/// How often the supervisor looks whether the callback is still called.
const TICK: Duration = Duration::from_millis(50);

/// Answers and reports that may wait. Each needs seconds to come about, so that few are enough.
const MESSAGES: usize = 16;

/// Threads of one microphone that may be stuck in a driver. With more it is left alone.
const MOST_STUCK: usize = 8;

/// What the supervisor tells.
pub(super) enum Report {
    Hear { name: String, tap: Tap },
    Lost { name: String },
    Failed(Error),
}

/// Starts the thread; it ends, and lets go of every device, when `wanted` is gone.
pub(super) fn start(choice: Choice, clock: Clock, wanted: Weak<()>) -> Result<Receiver<Report>> {
    let (tell, reports) = sync_channel(MESSAGES);
    let (mailbox, inbox) = sync_channel(MESSAGES);
    let driver = Driver {
        supervisor: Supervisor::new(choice, clock.now()),
        clock,
        inbox,
        mailbox,
        tell,
        streams: Vec::new(),
        threads: Arc::default(),
        wanted,
    };
    let spawned = thread::Builder::new().name("capture".to_owned()).spawn(|| driver.run());
    spawned.map_err(|_| Trouble::ended().about("the microphone"))?;
    Ok(reports)
}

struct Driver {
    supervisor: Supervisor,
    clock: Clock,
    inbox: Receiver<Answer>,
    mailbox: SyncSender<Answer>,
    tell: SyncSender<Report>,
    streams: Vec<Running>,
    /// Held by every thread that was started.
    threads: Arc<()>,
    /// Gone when nobody listens any more.
    wanted: Weak<()>,
}

/// A stream that is being opened or plays. Dropped, its thread lets go of the device.
struct Running {
    attempt: Attempt,
    tap: Option<Tap>,
    gauge: Option<Arc<Gauge>>,
    calls: u64,
    _keep: SyncSender<()>,
}

/// What a thread found out.
enum Answer {
    Listed(Result<Vec<DeviceInfo>, Trouble>),
    Opened(Attempt, Tap),
    Refused(Attempt, Trouble),
    Broken(Attempt),
}

/// Whether a loop goes on.
enum NextStep {
    Continue,
    Stop,
}

impl Driver {
    fn run(mut self) {
        while let NextStep::Continue = self.step() {}
    }

    fn step(&mut self) -> NextStep {
        let answer = self.inbox.recv_timeout(TICK).ok();
        if self.wanted.strong_count() == 0 {
            return NextStep::Stop;
        }
        let mut inputs: Vec<_> = answer.map(|answer| self.take_in(answer)).into_iter().collect();
        inputs.extend(self.streams.iter_mut().filter_map(Running::heard).map(Input::Heard));
        inputs.push(Input::Tick);
        for input in inputs {
            for action in self.supervisor.step(input, self.clock.now()) {
                if let NextStep::Stop = self.perform(action) {
                    return NextStep::Stop;
                }
            }
        }
        NextStep::Continue
    }

    fn take_in(&mut self, answer: Answer) -> Input {
        match answer {
            Answer::Listed(listing) => Input::Listed(listing),
            Answer::Refused(attempt, trouble) => Input::Refused(attempt, trouble),
            Answer::Broken(attempt) => Input::Broken(attempt),
            Answer::Opened(attempt, tap) => {
                if let Some(running) = self.running(attempt) {
                    running.gauge = Some(tap.gauge());
                    running.tap = Some(tap);
                }
                Input::Opened(attempt)
            }
        }
    }

    fn perform(&mut self, action: Action) -> NextStep {
        let report = match action {
            Action::List => return self.list(),
            Action::Open(attempt, device) => return self.open(attempt, device),
            Action::Close(attempt) => {
                self.streams.retain(|running| running.attempt != attempt);
                return NextStep::Continue;
            }
            Action::Hear(attempt, name) => {
                let Some(tap) = self.running(attempt).and_then(|running| running.tap.take()) else {
                    return NextStep::Continue;
                };
                Report::Hear { name, tap }
            }
            Action::Lost(name) => Report::Lost { name },
            Action::Fail(error) => Report::Failed(error),
        };
        // Waits where the reader is many reports behind; fails where there is none.
        if self.tell.send(report).is_err() { NextStep::Stop } else { NextStep::Continue }
    }

    fn list(&mut self) -> NextStep {
        let mailbox = self.mailbox.clone();
        self.start(move || drop(mailbox.send(Answer::Listed(device::listing()))));
        NextStep::Continue
    }

    fn open(&mut self, attempt: Attempt, device: DeviceInfo) -> NextStep {
        let (keep, kept) = sync_channel(0);
        let (tap, gauge) = (None, None);
        self.streams.push(Running { attempt, tap, gauge, calls: 0, _keep: keep });
        let mailbox = self.mailbox.clone();
        self.start(move || run_stream(attempt, &device, &mailbox, &kept));
        NextStep::Continue
    }

    /// Runs `work` on a thread. Where that fails or too many are stuck, nothing happens and the
    /// supervisor's time limit ends the attempt.
    fn start(&self, work: impl FnOnce() + Send + 'static) {
        if Arc::strong_count(&self.threads) > MOST_STUCK {
            return tracing::warn!("the sound system hangs; it is left alone for now");
        }
        let running = Arc::clone(&self.threads);
        let thread = thread::Builder::new().name("capture-device".to_owned());
        let spawned = thread.spawn(move || {
            work();
            drop(running);
        });
        if let Err(error) = spawned {
            tracing::warn!(%error, "no thread for the sound system");
        }
    }

    fn running(&mut self, attempt: Attempt) -> Option<&mut Running> {
        self.streams.iter_mut().find(|running| running.attempt == attempt)
    }
}

impl Running {
    /// Names the stream if its callback was called since the last time.
    fn heard(&mut self) -> Option<Attempt> {
        let calls = self.gauge.as_ref()?.calls();
        let heard = calls != self.calls;
        self.calls = calls;
        heard.then_some(self.attempt)
    }
}

/// The life of a stream: it is opened, kept and dropped on this thread.
fn run_stream(
    attempt: Attempt,
    device: &DeviceInfo,
    mailbox: &SyncSender<Answer>,
    kept: &Receiver<()>,
) {
    let rung = Arc::new(AtomicBool::new(false));
    let bell = mailbox.clone();
    // ALSA reports hundreds of thousands of errors in a second: the first one is enough, and
    // if there is no room even for that, the silence that follows tells as well.
    let alarm = move || {
        if !rung.swap(true, Ordering::Relaxed) {
            let _ = bell.try_send(Answer::Broken(attempt));
        }
    };
    match device::open(device, alarm) {
        Ok((stream, tap)) => {
            let told = mailbox.send(Answer::Opened(attempt, tap));
            if told.is_ok() {
                // Nothing is ever sent: it ends when the other side lets go.
                let _ = kept.recv();
            }
            drop(stream);
        }
        Err(trouble) => drop(mailbox.send(Answer::Refused(attempt, trouble))),
    }
}
