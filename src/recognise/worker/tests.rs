use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, mpsc};

use super::*;
use crate::audio::{Span, samples};
use crate::command::Lane;
use crate::event::{Cause, TakeId};
use crate::journal::Journal;
use crate::recognise::board::Order;
use crate::recognise::scripted::{Calls, Scripted};
use crate::segment::Phrase;

fn job(task: Task) -> Job {
    let journal = Journal::memory();
    journal.append(&vec![0.1; samples(1_000) as usize]).unwrap();
    let span = Span::new(0, samples(1_000));
    let phrase = Phrase {
        audio: span,
        speech: span,
        sound_end: span.end,
        voiced_ms: 1_000,
        level_db: -20.0,
        floor_db: -60.0,
        cause: Cause::Stop,
    };
    let request = Request { task, ..Request::default() };
    let (take, lane) = (TakeId(1), Lane::Dictation);
    let order = Order { take, lane, audio: Arc::new(journal), request, live: true };
    Job { order, piece: 0, phrases: vec![phrase], fed: None, cancel: Cancel::default() }
}

/// A worker whose recogniser calls off, during its first run, what it is given.
fn interrupted() -> (Worker, Calls, mpsc::Sender<Cancel>) {
    let (give, given) = mpsc::channel::<Cancel>();
    let scripted = Scripted::new(move |_, _| {
        given.try_iter().for_each(|cancel| cancel.cancel());
        Ok(Hypothesis { text: "said".to_owned(), ..Hypothesis::default() })
    });
    let calls = scripted.calls();
    let mut scripted = Some(scripted);
    let loader: Loader = Box::new(move || Ok(Box::new(scripted.take().unwrap())));
    let mut worker = Worker::new(loader, Clock::manual());
    worker.load().unwrap();
    (worker, calls, give)
}

fn text(outcome: &Outcome) -> Result<&str, &Failure> {
    outcome.text.as_ref().map(|hypothesis| hypothesis.text.as_str())
}

#[test]
fn a_job_that_was_called_off_before_it_began_is_not_run() {
    let (mut worker, calls, _give) = interrupted();
    let job = job(Task::Transcribe);
    job.cancel.cancel();
    assert_eq!(text(&worker.piece(job)), Err(&Failure::Cancelled));
    assert_eq!(calls.all(), []);
}

#[test]
fn a_job_that_is_called_off_in_its_run_has_no_text_and_the_next_job_is_whole() {
    let (mut worker, calls, give) = interrupted();
    let first = job(Task::Transcribe);
    give.send(first.cancel.clone()).unwrap();
    assert_eq!(text(&worker.piece(first)), Err(&Failure::Cancelled));
    assert_eq!(calls.all().len(), 1);
    assert_eq!(text(&worker.piece(job(Task::Transcribe))), Ok("said"));
}

#[test]
fn what_was_said_and_its_translation_are_two_errands() {
    let tasks = Arc::<Mutex<Vec<Task>>>::default();
    let asked = Arc::clone(&tasks);
    let mut scripted = Some(Scripted::new(move |_, request| {
        asked.lock().unwrap().push(request.task.clone());
        Ok(Hypothesis { text: "said".to_owned(), ..Hypothesis::default() })
    }));
    let loader: Loader = Box::new(move || Ok(Box::new(scripted.take().unwrap())));
    let mut worker = Worker::new(loader, Clock::manual());
    worker.load().unwrap();
    let both = Task::Translate { target: "en".to_owned(), both: true };
    let outcome = worker.piece(job(both.clone()));
    assert!(outcome.awaits_translation());
    assert!(worker.translate(outcome.job).text.is_ok());
    assert_eq!(*tasks.lock().unwrap(), [Task::Transcribe, both.clone()]);
    let job = job(both);
    for (text, awaits) in [(Ok(Hypothesis::default()), false), (Err(Failure::TooLong), false)] {
        let outcome = Outcome { job: job.clone(), text, decode: Duration::ZERO };
        assert_eq!(outcome.awaits_translation(), awaits);
    }
}

#[test]
fn a_cancel_that_comes_too_late_does_not_meet_the_next_job() {
    let (mut worker, _calls, give) = interrupted();
    let first = job(Task::Transcribe);
    let late = first.cancel.clone();
    assert_eq!(text(&worker.piece(first)), Ok("said"));
    // It comes in the middle of the next one.
    give.send(late).unwrap();
    assert_eq!(text(&worker.piece(job(Task::Transcribe))), Ok("said"));
}

#[test]
fn the_old_model_is_gone_before_the_new_one_is_loaded() {
    let held = Arc::new(Mutex::new(Vec::new()));
    let memory = Arc::new(());
    let (seen, weights) = (Arc::clone(&held), Arc::clone(&memory));
    let loader: Loader = Box::new(move || {
        seen.lock().unwrap().push(Arc::strong_count(&weights));
        let mine = Arc::clone(&weights);
        Ok(Box::new(Scripted::new(move |_, _| {
            assert!(Arc::strong_count(&mine) > 0);
            Ok(Hypothesis::default())
        })))
    });
    let mut worker = Worker::new(loader, Clock::manual());
    for _ in 0..3 {
        worker.load().unwrap();
    }
    assert_eq!(*held.lock().unwrap(), [2, 2, 2], "nothing but the test and the loader has them");
    drop(memory);
}

#[test]
fn a_loader_that_panics_is_a_model_that_cannot_be_had_and_may_be_tried_again() {
    let tries = Arc::<AtomicU32>::default();
    let counted = Arc::clone(&tries);
    let loader: Loader = Box::new(move || {
        assert!(counted.fetch_add(1, Ordering::SeqCst) > 0, "as the test wants it");
        Ok(Box::new(Scripted::new(|_, _| Ok(Hypothesis::default()))))
    });
    let mut worker = Worker::new(loader, Clock::manual());
    assert!(matches!(worker.load(), Err(Error::Recogniser { .. })));
    assert!(matches!(text(&worker.piece(job(Task::Transcribe))), Err(Failure::Other(_))));
    assert!(worker.load().is_ok() && !worker.is_broken());
}
