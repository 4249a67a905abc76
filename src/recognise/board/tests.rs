use super::*;
use crate::audio::{Span, samples};
use crate::event::Cause;

fn posted(board: &Board, take: u64) {
    let take = TakeId(take);
    let (audio, request) = (Arc::new(Journal::memory()), Request::default());
    board.begin(Order { take, lane: Lane::Dictation, audio, request });
    let span = Span::new(0, samples(1_000));
    board.post(
        take,
        [Phrase {
            audio: span,
            speech: span,
            voiced_ms: 1_000,
            level_db: -20.0,
            floor_db: -60.0,
            cause: Cause::Stop,
        }],
    );
}

fn windows() -> [Window; 1] {
    [Window { max_samples: samples(28_000) }]
}

fn load(board: &Board) -> Load {
    match board.take() {
        Some(Work::Load(load)) => load,
        other => panic!("a model is to be loaded first: {other:?}"),
    }
}

fn job(board: &Board) -> Job {
    match board.take() {
        Some(Work::Recognise(job)) => job,
        other => panic!("a piece is to be recognised: {other:?}"),
    }
}

#[test]
fn pieces_wait_for_the_model_that_was_asked_for_last() {
    let board = Board::default();
    posted(&board, 1);
    let first = load(&board);
    board.reload();
    assert!(!board.wants(first), "another one was asked for while it was loaded");
    let second = load(&board);
    assert!(board.wants(second) && board.try_take().is_none());
    board.open(&windows());
    assert_eq!(job(&board).order.take, TakeId(1));
}

#[test]
fn who_asks_for_another_model_twice_before_it_is_loaded_gets_it_once() {
    let board = Board::default();
    board.reload();
    board.reload();
    let only = load(&board);
    assert!(board.wants(only) && board.try_take().is_none());
}

#[test]
fn only_the_job_of_a_discarded_take_is_called_off() {
    let board = Board::default();
    posted(&board, 1);
    posted(&board, 2);
    load(&board);
    board.open(&windows());
    let running = job(&board);
    board.discard(TakeId(2));
    assert!(!running.cancel.is_cancelled());
    board.discard(TakeId(1));
    assert!(running.cancel.is_cancelled());
    board.done();
    posted(&board, 3);
    let next = job(&board);
    board.discard(TakeId(1));
    assert!(!next.cancel.is_cancelled());
    board.close();
    assert!(next.cancel.is_cancelled() && board.take().is_none());
}

#[test]
fn a_model_that_is_being_loaded_is_not_waited_for() {
    let board = Board::default();
    load(&board);
    board.close();
    // With a limit that no test would outlast.
    let limit = Duration::from_secs(3_600);
    assert!(!board.is_left(limit));
    board.leave();
    assert!(board.is_left(limit));
}
