//! Models that are fed while somebody speaks.

use super::*;

/// A model that is fed.
fn streaming() -> Capabilities {
    Capabilities { streaming: true, ..able() }
}

fn feed(board: &Board) -> Feed {
    match errand(board.try_take()) {
        Errand::Feed(feed) => feed,
        other => panic!("the model is to be fed: {other:?}"),
    }
}

fn fed(feed: Feed) -> Done {
    Done::Fed(Fed { feed, live: Ok(Live::default()) })
}

#[test]
fn a_stream_is_fed_as_somebody_speaks_and_finished_at_the_end_of_the_phrase() {
    let (board, _) = ready(&streaming());
    board.listen(TakeId(1), Some(open(600, 0)));
    let first = feed(&board);
    assert_eq!((first.from, first.phrase.audio.end), (0, samples(600)));
    board.done(fed(first));
    board.listen(TakeId(1), Some(open(700, 0)));
    assert!(board.try_take().is_none(), "too little to be worth a call");
    board.listen(TakeId(1), Some(open(900, 0)));
    let second = feed(&board);
    assert_eq!(second.from, samples(600));
    board.done(fed(second));
    board.post(TakeId(1), [open(900, 700).phrase]);
    assert_eq!(job(&board).fed, Some(samples(900)));
}

#[test]
fn a_stream_that_heard_the_next_piece_is_no_final() {
    let (board, _) = ready(&streaming());
    board.listen(TakeId(1), Some(open(20_000, 0)));
    board.done(fed(feed(&board)));
    let cut = Phrase { audio: Span::new(0, samples(19_000)), cause: Cause::Cap, ..said() };
    board.post(TakeId(1), [cut]);
    assert_eq!(job(&board).fed, None);
}

#[test]
fn a_model_that_cannot_be_fed_now_decodes_the_phrase_when_it_is_complete() {
    let (board, _) = ready(&streaming());
    board.listen(TakeId(1), Some(open(600, 0)));
    board.done(Done::Fed(Fed { feed: feed(&board), live: Err(Failure::Busy) }));
    board.listen(TakeId(1), Some(open(1_600, 0)));
    assert!(board.try_take().is_none(), "it is not asked again for this phrase");
    board.post(TakeId(1), [open(1_600, 700).phrase]);
    assert_eq!(job(&board).fed, None);
}

#[test]
fn captions_do_not_end_the_stream_of_a_dictation() {
    let (board, _) = ready(&streaming());
    let (audio, request) = (Arc::new(Journal::memory()), Request::default());
    board.begin(Order { take: TakeId(2), lane: Lane::Captions, audio, request, live: true });
    board.listen(TakeId(1), Some(open(600, 0)));
    board.done(fed(feed(&board)));
    board.post(TakeId(2), [said()]);
    assert!(board.try_take().is_none());
    board.post(TakeId(1), [open(600, 1_200).phrase]);
    assert_eq!((job(&board).order.take, job(&board).order.take), (TakeId(1), TakeId(2)));
}

#[test]
fn a_stream_that_ends_with_its_take_lets_others_go_on() {
    let (board, _) = ready(&streaming());
    let (audio, request) = (Arc::new(Journal::memory()), Request::default());
    board.begin(Order { take: TakeId(2), lane: Lane::Captions, audio, request, live: true });
    board.listen(TakeId(1), Some(open(600, 0)));
    let feed = feed(&board);
    board.post(TakeId(2), [said()]);
    let (board, (tell, told)) = (Arc::new(board), std::sync::mpsc::channel());
    let recogniser = {
        let board = Arc::clone(&board);
        std::thread::spawn(move || {
            board.done(fed(feed));
            tell.send(matches!(board.take(), Some(Work::Run(_))))
        })
    };
    // Until it waits: it is free for a moment before that, and for as long as it does.
    let mut free = 0;
    while free < 100 {
        free += u32::from(matches!(board.state().recogniser, Recogniser::Free));
        std::thread::yield_now();
    }
    board.discard(TakeId(1));
    // With a limit that no test would outlast.
    assert_eq!(told.recv_timeout(Duration::from_secs(3_600)), Ok(true));
    recogniser.join().unwrap().unwrap();
}
