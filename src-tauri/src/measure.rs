//! Measures which of the installed models suits this machine: on a thread of its own, one model
//! after the other, and no further once somebody dictates.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use aloud::bench::quick::{Quick, recommended};
use aloud::error::{Error, Result};
use aloud::recognise::cancel::Cancel;

use crate::ipc::{Measure, Measures, Progress};

/// How long the end of the app waits for a run that was called off. A pass of an encoder cannot
/// be interrupted, and must not run while the program is taken down.
const LAST_RUN: Duration = Duration::from_secs(5);

/// Loads a model, measures it and drops it.
type Measurement = Box<dyn FnOnce(&Cancel) -> Result<Quick> + Send>;

/// A model that is to be measured, and how.
pub(crate) struct Candidate {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) measure: Measurement,
}

/// Tells the windows how far it is.
pub(crate) type Tell = Box<dyn Fn(Measures) + Send>;

/// See the module.
#[derive(Default)]
pub(crate) struct Measuring {
    measures: Arc<Mutex<Measures>>,
    run: Mutex<Option<Run>>,
}

struct Run {
    cancel: Cancel,
    /// Nothing is ever sent; it is closed when the thread is through.
    over: Receiver<()>,
}

impl Measuring {
    /// How far it is, or what came of it.
    pub(crate) fn measures(&self) -> Measures {
        lock(&self.measures).clone()
    }

    /// Begins, and returns at once.
    ///
    /// # Errors
    /// [`Error::Usage`] when it is under way already, there is no model, or no thread.
    pub(crate) fn begin(&self, candidates: Vec<Candidate>, tell: Tell) -> Result<()> {
        let mut run = lock(&self.run);
        if self.measures().is_running() {
            return Err(Error::Usage("the models are being measured already".to_owned()));
        }
        if candidates.is_empty() {
            let problem = "there is no model to be measured; import one first";
            return Err(Error::Usage(problem.to_owned()));
        }
        let board = Board { measures: Arc::clone(&self.measures), tell };
        board.change(|measures| *measures = Measures::of(&candidates));
        let cancel = Cancel::default();
        let (until, over) = channel();
        let own = cancel.clone();
        let thread = std::thread::Builder::new().name("measure".to_owned()).spawn(move || {
            board.fill(candidates, &own);
            drop(until);
        });
        if let Err(error) = thread {
            *lock(&self.measures) = Measures::default();
            return Err(Error::Usage(format!("the system gives no thread: {error}")));
        }
        *run = Some(Run { cancel, over });
        Ok(())
    }

    /// Somebody dictates: what is not measured is left, so that the machine is free for that.
    pub(crate) fn interrupt(&self) {
        if let Some(run) = &*lock(&self.run) {
            run.cancel.cancel();
        }
    }

    /// The app ends.
    pub(crate) fn end(&self) {
        self.interrupt();
        if let Some(run) = lock(&self.run).take() {
            // Closed or too late: the app ends either way.
            let _ = run.over.recv_timeout(LAST_RUN);
        }
    }
}

/// Where the results are written, and told from.
struct Board {
    measures: Arc<Mutex<Measures>>,
    tell: Tell,
}

impl Board {
    fn change(&self, change: impl FnOnce(&mut Measures)) {
        let after = {
            let mut measures = lock(&self.measures);
            change(&mut measures);
            measures.clone()
        };
        (self.tell)(after);
    }

    fn fill(&self, candidates: Vec<Candidate>, cancel: &Cancel) {
        for (place, candidate) in candidates.into_iter().enumerate() {
            if !cancel.is_cancelled() {
                self.change(|measures| measures.enter(place, Progress::Measuring));
            }
            let progress = progress(candidate, cancel);
            self.change(|measures| measures.enter(place, progress));
        }
    }
}

fn progress(candidate: Candidate, cancel: &Cancel) -> Progress {
    if cancel.is_cancelled() {
        return Progress::Interrupted;
    }
    let measured = catch_unwind(AssertUnwindSafe(|| (candidate.measure)(cancel)));
    match measured {
        Ok(Ok(quick)) => Progress::Done(quick),
        _ if cancel.is_cancelled() => Progress::Interrupted,
        Ok(Err(error)) => Progress::Failed { message: error.to_string() },
        Err(_) => Progress::Failed { message: "it broke down by a fault of ours".to_owned() },
    }
}

impl Measures {
    fn of(candidates: &[Candidate]) -> Self {
        let waiting = |candidate: &Candidate| Measure {
            id: candidate.id.clone(),
            name: candidate.name.clone(),
            progress: Progress::Waiting,
        };
        Self { models: candidates.iter().map(waiting).collect(), recommended: None }
    }

    fn is_running(&self) -> bool {
        let open =
            |model: &Measure| matches!(model.progress, Progress::Waiting | Progress::Measuring);
        self.models.iter().any(open)
    }

    /// Notes how far one model is. Once all are measured, one of them is recommended; while some
    /// are not, nobody knows whether they would have been better.
    fn enter(&mut self, place: usize, progress: Progress) {
        if let Some(model) = self.models.get_mut(place) {
            model.progress = progress;
        }
        let interrupted = |model: &Measure| model.progress == Progress::Interrupted;
        if self.is_running() || self.models.iter().any(interrupted) {
            return;
        }
        let all: Vec<_> = self.models.iter().map(|model| model.progress.quick()).collect();
        self.recommended = recommended(&all).map(|place| self.models[place].id.clone());
    }
}

impl Progress {
    fn quick(&self) -> Option<Quick> {
        match self {
            Self::Done(quick) => Some(*quick),
            Self::Waiting | Self::Measuring | Self::Interrupted | Self::Failed { .. } => None,
        }
    }
}

fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use aloud::bench::quick::Suits;

    use super::*;

    fn took(decode_ms: u64, wrong: u32) -> Quick {
        let suits = Suits::of(Duration::from_millis(decode_ms));
        Quick { decode_ms, speech_ms: 5450, wrong, words: 43, suits }
    }

    fn candidate(
        id: &str,
        measure: impl FnOnce(&Cancel) -> Result<Quick> + Send + 'static,
    ) -> Candidate {
        Candidate { id: id.to_owned(), name: id.to_uppercase(), measure: Box::new(measure) }
    }

    /// One line for how far it is.
    fn line(measures: &Measures) -> String {
        let models = measures.models.iter().map(|model| match &model.progress {
            Progress::Done(quick) => format!("{} {} ms", model.id, quick.decode_ms),
            Progress::Failed { message } => format!("{} failed: {message}", model.id),
            other => format!("{} {other:?}", model.id).to_lowercase(),
        });
        let recommended = measures.recommended.iter().map(|id| format!("take {id}"));
        models.chain(recommended).collect::<Vec<_>>().join(", ")
    }

    /// What the windows are told of these, from the first to the last word.
    fn told(measuring: &Measuring, candidates: Vec<Candidate>) -> Vec<String> {
        let (tell, lines) = channel();
        let tell = Box::new(move |measures: Measures| tell.send(line(&measures)).unwrap());
        measuring.begin(candidates, tell).unwrap();
        lines.iter().collect()
    }

    #[test]
    fn one_model_is_measured_after_the_other_and_then_one_recommended() {
        let broken = || Err(Error::Recogniser { problem: "no memory".to_owned() });
        let candidates = vec![
            candidate("tiny", |_| Ok(took(300, 5))),
            candidate("broken", move |_| broken()),
            candidate("small", |_| Ok(took(2500, 1))),
        ];
        let measuring = Measuring::default();
        assert_eq!(
            told(&measuring, candidates),
            [
                "tiny waiting, broken waiting, small waiting",
                "tiny measuring, broken waiting, small waiting",
                "tiny 300 ms, broken waiting, small waiting",
                "tiny 300 ms, broken measuring, small waiting",
                "tiny 300 ms, broken failed: the recogniser failed: no memory, small waiting",
                "tiny 300 ms, broken failed: the recogniser failed: no memory, small measuring",
                "tiny 300 ms, broken failed: the recogniser failed: no memory, small 2500 ms, \
                 take small",
            ]
        );
        let again = told(&measuring, vec![candidate("slow", |_| Ok(took(9000, 0)))]);
        assert_eq!(again.last().map(String::as_str), Some("slow 9000 ms"));
    }

    #[test]
    fn a_dictation_ends_it_and_nothing_is_recommended() {
        let measuring = Arc::new(Measuring::default());
        let dictating = Arc::clone(&measuring);
        let (go, wait) = sync_channel::<()>(0);
        let candidates = vec![
            candidate("tiny", |_| Ok(took(300, 5))),
            candidate("small", move |cancel| {
                wait.recv().unwrap();
                dictating.interrupt();
                assert!(cancel.is_cancelled());
                Err(Error::Usage("called off".to_owned()))
            }),
            candidate("large", |_| panic!("it is not begun")),
        ];
        let (tell, lines) = channel();
        let tell = Box::new(move |measures: Measures| tell.send(line(&measures)).unwrap());
        measuring.begin(candidates, tell).unwrap();
        let second = measuring.begin(Vec::new(), Box::new(|_| {})).unwrap_err();
        assert_eq!(second.to_string(), "the models are being measured already");
        go.send(()).unwrap();
        let last = lines.iter().last();
        assert_eq!(last.as_deref(), Some("tiny 300 ms, small interrupted, large interrupted"));
        assert!(!measuring.measures().is_running());
    }

    #[test]
    fn a_panic_is_a_model_that_failed_and_the_end_waits_for_the_thread() {
        let measuring = Measuring::default();
        let lines = told(&measuring, vec![candidate("bad", |_| panic!("as a test"))]);
        assert_eq!(
            lines.last().map(String::as_str),
            Some("bad failed: it broke down by a fault of ours")
        );
        measuring.end();
        measuring.end();
    }

    #[test]
    fn without_a_model_there_is_nothing_to_measure() {
        let refused = Measuring::default().begin(Vec::new(), Box::new(|_| {})).unwrap_err();
        assert!(refused.to_string().contains("import one"), "{refused}");
    }
}
