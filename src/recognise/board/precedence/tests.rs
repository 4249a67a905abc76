use super::super::tests::{
    able, begin, draft, drafted, final_text, job, open, ready, recognised, said,
};
use crate::command::Lane;
use crate::event::TakeId;

#[test]
fn captions_that_wait_call_off_no_look_at_a_dictation_and_a_dictation_calls_off_theirs() {
    let (board, _) = ready(&able());
    begin(&board, 2, Lane::Captions);
    board.listen(TakeId(1), Some(open(2_000, 210)));
    let early = draft(&board);
    board.post(TakeId(2), [said()]);
    assert!(!early.cancel.is_cancelled());
    board.post(TakeId(1), [open(2_000, 700).phrase]);
    assert_eq!(final_text(board.done(drafted(early, "said"))), Some((0, "said".to_owned())));
    let captions = job(&board);
    assert_eq!(captions.order.take, TakeId(2));
    board.done(recognised(captions));
    board.listen(TakeId(2), Some(open(4_000, 210)));
    let look = draft(&board);
    board.post(TakeId(1), [said()]);
    assert!(look.cancel.is_cancelled());
}

#[test]
fn a_look_in_the_pause_of_a_dictation_goes_before_captions_that_wait_but_not_twice_in_a_row() {
    let (board, _) = ready(&able());
    begin(&board, 2, Lane::Captions);
    board.post(TakeId(2), [said()]);
    for (piece, speech_end_ms) in [2_000, 4_000].into_iter().enumerate() {
        board.listen(TakeId(1), Some(open(speech_end_ms, 210)));
        board.done(drafted(draft(&board), "so far"));
        // They spoke on, and pause again.
        board.listen(TakeId(1), Some(open(speech_end_ms + 800, 210)));
        board.post(TakeId(2), [said()]);
        let captions = job(&board);
        assert_eq!((captions.order.take, captions.piece), (TakeId(2), piece as u32));
        board.done(recognised(captions));
        board.post(TakeId(2), [said()]);
    }
}

#[test]
fn what_would_only_be_shown_of_a_dictation_waits_for_captions() {
    let (board, _) = ready(&able());
    begin(&board, 2, Lane::Captions);
    board.post(TakeId(2), [said()]);
    board.listen(TakeId(1), Some(open(2_000, 100)));
    assert_eq!(job(&board).order.take, TakeId(2));
}

#[test]
fn a_look_at_captions_gives_way_to_the_pause_of_a_dictation() {
    for (quiet_ms, called_off) in [(100, false), (210, true)] {
        let (board, _) = ready(&able());
        begin(&board, 2, Lane::Captions);
        board.listen(TakeId(2), Some(open(2_000, 210)));
        let look = draft(&board);
        assert_eq!(look.order.take, TakeId(2));
        board.listen(TakeId(1), Some(open(3_000, quiet_ms)));
        assert_eq!(look.cancel.is_cancelled(), called_off, "{quiet_ms} ms");
    }
}
