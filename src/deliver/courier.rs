//! The delivery thread: a loop around [`Worker::step`].

use std::any::Any;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::joint::{self, Joint, Place};
use super::queue::{Errand, Job, Queue};
use super::{Edit, Outcome, Report, Sink, SinkFactory};
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::event::TakeId;
use crate::settings::Output;

/// Brings edits to their targets, one after the other, without ever holding up the caller.
///
/// What a target does not take is left on the clipboard, together with what else of the same
/// take had to be left there. Dropping a courier drops what waits; [`Courier::shutdown`] does not.
#[derive(Debug)]
pub struct Courier {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    /// Signalled when there is something for the thread to do.
    work: Condvar,
    /// Signalled when the thread has ended.
    ended: Condvar,
}

#[derive(Debug, Default)]
struct State {
    queue: Queue,
    /// The newest take that was cancelled.
    cancelled: Option<TakeId>,
    life: Life,
}

/// Where the thread is in its life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Life {
    #[default]
    Working,
    /// It ends when nothing waits any more.
    Closing,
    Ended,
}

impl Courier {
    /// Starts the thread. `reports` is called on it, once for every edit or joined edits.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn spawn(
        clock: Clock,
        sinks: SinkFactory,
        reports: Box<dyn FnMut(Report) + Send>,
    ) -> std::io::Result<Self> {
        let shared = Arc::<Shared>::default();
        let end = End(Arc::clone(&shared));
        let mut worker = Worker {
            shared: Arc::clone(&shared),
            make: sinks,
            sinks: HashMap::new(),
            reports,
            left: None,
            clock,
            memory: joint::Memory::default(),
        };
        std::thread::Builder::new().name("delivery".to_owned()).spawn(move || {
            // Declared before the worker is moved in, so dropped after it: the sinks are gone
            // when the end is announced.
            let _end = end;
            while worker.step() == NextStep::Again {}
            drop(worker);
        })?;
        Ok(Self { shared })
    }

    /// Takes an edit to be brought after all earlier ones. Never blocks.
    pub fn submit(&self, edit: Edit) {
        self.submit_all([edit]);
    }

    /// Takes several edits at once. Those of one take and output are brought as one text.
    pub fn submit_all(&self, edits: impl IntoIterator<Item = Edit>) {
        let mut state = self.shared.lock();
        edits.into_iter().for_each(|edit| state.queue.push(edit));
        self.shared.work.notify_one();
    }

    /// Drops what has not begun of a take; each of its edits is reported as dropped in its turn.
    /// A later take does not go on what was written before this.
    pub fn discard(&self, take: TakeId) {
        let mut state = self.shared.lock();
        state.cancelled = state.cancelled.max(Some(take));
        state.queue.discard(|waiting| waiting == take);
    }

    /// Waits until everything submitted is through and the sinks are closed, at most `limit`.
    /// Says whether it is; if not, what has not begun is dropped and the thread left to itself.
    pub fn shutdown(self, limit: Duration) -> bool {
        self.close(limit)
    }

    /// As [`Courier::shutdown`], but what is not through in time goes on. Nothing may be submitted
    /// any more.
    pub fn close(&self, limit: Duration) -> bool {
        let mut state = self.shared.lock();
        close(&mut state);
        self.shared.work.notify_one();
        let (state, _) = self
            .shared
            .ended
            .wait_timeout_while(state, limit, |state| state.life != Life::Ended)
            .unwrap_or_else(PoisonError::into_inner);
        state.life == Life::Ended
    }
}

impl Drop for Courier {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.queue.discard(|_| true);
        close(&mut state);
        self.shared.work.notify_one();
    }
}

fn close(state: &mut State) {
    if state.life == Life::Working {
        state.life = Life::Closing;
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job; none when the thread is to end.
    fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if let Some(job) = state.queue.pop() {
                return Some(job);
            }
            if state.life != Life::Working {
                return None;
            }
            state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Announces the end of the thread, whatever it died of.
struct End(Arc<Shared>);

impl Drop for End {
    fn drop(&mut self) {
        self.0.lock().life = Life::Ended;
        self.0.ended.notify_all();
    }
}

/// What lives on the thread.
struct Worker {
    shared: Arc<Shared>,
    make: SinkFactory,
    sinks: HashMap<Output, Box<dyn Sink>>,
    reports: Box<dyn FnMut(Report) + Send>,
    /// The take whose words lie on the clipboard, and those words.
    left: Option<(TakeId, String)>,
    clock: Clock,
    /// What stands before the cursor.
    memory: joint::Memory,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NextStep {
    Again,
    End,
}

/// Why a sink does not have the text.
enum Mishap {
    /// It said so.
    Refused(Error),
    /// It died, and nobody knows what it had brought before.
    Panicked(Error),
}

impl Worker {
    fn step(&mut self) -> NextStep {
        let Some(job) = self.shared.next() else { return NextStep::End };
        let outcome = match job.errand {
            Errand::Bring(text) => self.bring((job.take, job.joint), job.output, &text),
            Errand::Drop => Outcome::Dropped,
            Errand::Refuse => {
                Outcome::Failed { why: error(job.output, "too much text waits for slow targets") }
            }
        };
        let report = Report { take: job.take, pieces: job.pieces, outcome };
        if catch_unwind(AssertUnwindSafe(|| (self.reports)(report))).is_err() {
            tracing::error!("the listener to delivery reports panicked");
        }
        NextStep::Again
    }

    fn bring(&mut self, what: (TakeId, Joint), output: Output, text: &str) -> Outcome {
        if text.is_empty() {
            return Outcome::Delivered;
        }
        let (take, joint) = what;
        match output {
            Output::Type | Output::Paste => self.write((take, &joint), output, text),
            Output::Clipboard => outcome(self.leave(take, text)),
            Output::Stdout | Output::None => outcome(self.hand_over(output, text)),
        }
    }

    /// Writes into a window, behind what stands there. What it does not take belongs on the
    /// clipboard, but never over what somebody has copied.
    fn write(&mut self, (take, joint): (TakeId, &Joint), output: Output, text: &str) -> Outcome {
        let place = self.place(output);
        let cancelled = self.shared.lock().cancelled;
        let fitted = self.memory.fit((take, joint), text, place, cancelled);
        match self.hand_over(output, &fitted) {
            Ok(()) => {
                self.memory.note(take, &fitted, place, self.clock.now());
                Outcome::Delivered
            }
            Err(Mishap::Refused(why)) if !matches!(why, Error::ClipboardTaken) => {
                // Where the window has nothing of it, it is fitted to nothing.
                let rest = match taken(&why, &fitted) {
                    0 => text,
                    taken => &fitted[taken..],
                };
                self.fall_back(take, rest, why)
            }
            mishap => {
                self.memory.forget();
                outcome(mishap)
            }
        }
    }

    /// What can be seen of the place that would get a text.
    fn place(&mut self, output: Output) -> Option<Place> {
        // What is wrong with the sink is told when it gets the text.
        self.ask(output, |sink| Ok(sink.place())).ok().flatten()
    }

    fn fall_back(&mut self, take: TakeId, rest: &str, why: Error) -> Outcome {
        match self.leave(take, rest) {
            Ok(()) => Outcome::OnClipboard { why },
            Err(Mishap::Refused(second) | Mishap::Panicked(second)) => {
                tracing::debug!("the clipboard does not take the text either: {second}");
                Outcome::Failed { why }
            }
        }
    }

    /// Puts text on the clipboard, behind what of the same take lies there already: a second
    /// phrase must not wipe out the first.
    fn leave(&mut self, take: TakeId, text: &str) -> Result<(), Mishap> {
        self.memory.forget();
        let mut all = match self.left.take() {
            Some((before, words)) if before == take => words,
            _ => String::new(),
        };
        let before = all.len();
        all.push_str(text);
        let done = self.hand_over(Output::Clipboard, &all);
        if done.is_err() {
            all.truncate(before);
        }
        self.left = Some((take, all));
        done
    }

    fn hand_over(&mut self, output: Output, text: &str) -> Result<(), Mishap> {
        self.ask(output, |sink| sink.deliver(text))
    }

    /// Asks something of the sink for an output, which is made where there is none yet.
    fn ask<T>(
        &mut self,
        output: Output,
        question: impl FnOnce(&mut dyn Sink) -> Result<T>,
    ) -> Result<T, Mishap> {
        let sinks = &mut self.sinks;
        let make = &mut self.make;
        let tried = catch_unwind(AssertUnwindSafe(|| {
            let sink = match sinks.entry(output) {
                Entry::Occupied(made) => made.into_mut(),
                Entry::Vacant(place) => place.insert(make(output)?),
            };
            question(sink.as_mut())
        }));
        match tried {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(why)) => Err(Mishap::Refused(why)),
            Err(panic) => {
                // Its state cannot be trusted any more; the next edit gets a new one.
                let dropped = catch_unwind(AssertUnwindSafe(|| drop(sinks.remove(&output))));
                let problem = format!("the sink panicked: {}", message(&*panic));
                tracing::error!("{problem}{}", if dropped.is_err() { ", twice" } else { "" });
                Err(Mishap::Panicked(error(output, &problem)))
            }
        }
    }
}

/// What is to be reported where there is no second way.
fn outcome(brought: Result<(), Mishap>) -> Outcome {
    match brought {
        Ok(()) => Outcome::Delivered,
        Err(Mishap::Refused(why) | Mishap::Panicked(why)) => Outcome::Failed { why },
    }
}

/// Bytes of `text` that the target has in spite of the error.
fn taken(why: &Error, text: &str) -> usize {
    let Error::HalfDelivered { delivered, .. } = why else { return 0 };
    text.char_indices().nth(*delivered).map_or(text.len(), |(at, _)| at)
}

fn error(output: Output, problem: &str) -> Error {
    let way = match output {
        Output::Type => "type",
        Output::Paste => "paste",
        Output::Clipboard => "copy",
        Output::Stdout | Output::None => "print",
    };
    Error::Delivery { way, problem: problem.to_owned() }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a word")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_target_has_is_counted_in_characters() {
        let half =
            |delivered| Error::HalfDelivered { way: "type", delivered, problem: String::new() };
        assert_eq!(taken(&half(0), "äöü"), 0);
        assert_eq!(taken(&half(2), "äöü"), 4);
        assert_eq!(taken(&half(9), "äöü"), 6);
        assert_eq!(taken(&Error::ClipboardTaken, "äöü"), 0);
    }
}
