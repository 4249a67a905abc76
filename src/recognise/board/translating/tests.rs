use std::sync::Arc;
use std::time::Duration;

use super::*;
use crate::audio::{Span, samples};
use crate::journal::Journal;
use crate::recognise::board::tests::{able, draft, errand, job, open, ready, said};
use crate::recognise::board::{Board, Order};
use crate::recognise::worker::{Done, Outcome};
use crate::recognise::{Hypothesis, Request};
use crate::segment::Phrase;
use crate::settings::Task;
use crate::work::ahead::Look;

/// A board with a take in which a translation is wanted beside the text.
fn both(lane: Lane) -> Board {
    let (board, _) = ready(&able());
    begin(&board, 2, lane);
    board
}

fn begin(board: &Board, take: u64, lane: Lane) {
    let task = Task::Translate { target: "en".to_owned(), both: true };
    let (audio, request) = (Arc::new(Journal::memory()), Request { task, ..Request::default() });
    board.begin(Order { take: TakeId(take), lane, audio, request, live: true });
}

/// A second of speech, far from all others.
fn post(board: &Board, take: u64, number: u64) {
    let span = Span::new(samples(number * 10_000), samples(number * 10_000 + 1_000));
    let phrase = Phrase { audio: span, speech: span, sound_end: span.end, ..said() };
    assert!(board.post(TakeId(take), [phrase]).is_none());
}

fn text(text: &str) -> Result<Hypothesis, Failure> {
    Ok(Hypothesis { text: text.to_owned(), ..Hypothesis::default() })
}

fn name(job: &Job) -> (u64, u32) {
    (job.order.take.0, job.piece)
}

fn transcribe(board: &Board, job: Job) {
    board.done(Done::Piece(Outcome { job, text: text("gesagt"), decode: Duration::ZERO }));
}

/// Tells the text of the piece that is next.
fn transcribe_next(board: &Board) -> (u64, u32) {
    let job = job(board);
    let named = name(&job);
    transcribe(board, job);
    named
}

fn next(board: &Board) -> Job {
    match errand(board.try_take()) {
        Errand::Translation(job) => job,
        other => panic!("a piece is to be translated: {other:?}"),
    }
}

fn translate(board: &Board, job: Job, text: Result<Hypothesis, Failure>) -> Option<(u64, u32)> {
    match board.done(Done::Translated(Translated { job, text })) {
        Some(Told::Translation(told)) => Some(name(&told.job)),
        _ => None,
    }
}

#[test]
fn a_piece_is_translated_when_no_text_waits_and_before_anything_is_shown() {
    let board = both(Lane::Dictation);
    post(&board, 2, 0);
    let first = job(&board);
    post(&board, 2, 1);
    transcribe(&board, first);
    assert_eq!(transcribe_next(&board), (2, 1), "a text goes before a translation");
    board.listen(TakeId(2), Some(open(2_000, 210)));
    for piece in [0, 1] {
        let job = next(&board);
        assert_eq!(translate(&board, job, text("said")), Some((2, piece)));
    }
    assert_eq!(draft(&board).look, Look::Whole);
}

#[test]
fn what_has_no_text_is_not_translated() {
    let board = both(Lane::Dictation);
    for (number, text) in [text(""), Err(Failure::TooLong)].into_iter().enumerate() {
        post(&board, 2, number as u64);
        let job = job(&board);
        board.done(Done::Piece(Outcome { job, text, decode: Duration::ZERO }));
        assert!(board.try_take().is_none());
    }
}

#[test]
fn a_translation_gives_way_to_a_text_once() {
    let board = both(Lane::Dictation);
    post(&board, 2, 0);
    transcribe_next(&board);
    let early = next(&board);
    post(&board, 2, 1);
    assert!(early.cancel.is_cancelled());
    assert_eq!(translate(&board, early, Err(Failure::Cancelled)), None, "it waits again");
    transcribe_next(&board);
    let again = next(&board);
    assert_eq!((again.piece, again.cancel.is_cancelled()), (0, false));
    post(&board, 2, 2);
    assert!(!again.cancel.is_cancelled(), "it would never come to its end");
    assert_eq!(translate(&board, again, text("said")), Some((2, 0)));
    board.discard(TakeId(2));
    assert!(board.try_take().is_none());
}

#[test]
fn one_that_was_called_off_too_late_is_told() {
    let board = both(Lane::Dictation);
    post(&board, 2, 0);
    transcribe_next(&board);
    let early = next(&board);
    post(&board, 2, 1);
    assert_eq!(translate(&board, early, text("said")), Some((2, 0)));
}

#[test]
fn captions_that_fall_behind_with_translations_are_translated_but_not_before_dictation() {
    let board = both(Lane::Captions);
    post(&board, 2, 0);
    for number in 1..=5 {
        let text = job(&board);
        post(&board, 2, number);
        transcribe(&board, text);
    }
    let late = next(&board);
    assert_eq!(name(&late), (2, 0), "though a text of captions waits");
    begin(&board, 3, Lane::Dictation);
    post(&board, 3, 0);
    assert!(late.cancel.is_cancelled());
    assert_eq!(translate(&board, late, Err(Failure::Cancelled)), None);
    assert_eq!(transcribe_next(&board), (3, 0));
    let dictated = next(&board);
    assert_eq!(translate(&board, dictated, text("said")), Some((3, 0)));
    assert_eq!(name(&next(&board)), (2, 0));
}
