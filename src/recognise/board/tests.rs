use super::*;
use crate::audio::{Span, samples};
use crate::event::Cause;
use crate::recognise::worker::{Drafted, Fed};
use crate::recognise::{Away, Failure, Hypothesis, Live, Window};

mod streams;

fn posted(board: &Board, take: u64) {
    let take = TakeId(take);
    let (audio, request) = (Arc::new(Journal::memory()), Request::default());
    board.begin(Order { take, lane: Lane::Dictation, audio, request, live: true });
    let span = Span::new(0, samples(1_000));
    board.post(
        take,
        [Phrase {
            audio: span,
            speech: span,
            sound_end: span.end,
            voiced_ms: 1_000,
            level_db: -20.0,
            floor_db: -60.0,
            cause: Cause::Stop,
        }],
    );
}

pub(super) fn able() -> Capabilities {
    let windows = vec![Window { max_samples: samples(28_000) }];
    Capabilities { windows, ..Capabilities::default() }
}

fn load(board: &Board) -> Load {
    match board.take() {
        Some(Work::Load(load)) => load,
        other => panic!("a model is to be loaded first: {other:?}"),
    }
}

pub(super) fn errand(work: Option<Work>) -> Errand {
    match work {
        Some(Work::Run(errand)) => *errand,
        other => panic!("the model is to be run: {other:?}"),
    }
}

pub(super) fn job(board: &Board) -> Job {
    match errand(board.take()) {
        Errand::Piece(job) => job,
        other => panic!("a piece is to be recognised: {other:?}"),
    }
}

#[test]
fn pieces_wait_for_the_model_that_was_asked_for_last() {
    let board = Board::new(Clock::manual());
    posted(&board, 1);
    let first = load(&board);
    board.reload();
    assert!(!board.wants(first), "another one was asked for while it was loaded");
    let second = load(&board);
    assert!(board.wants(second) && board.try_take().is_none());
    board.open(&able());
    assert_eq!(job(&board).order.take, TakeId(1));
}

#[test]
fn who_asks_for_another_model_twice_before_it_is_loaded_gets_it_once() {
    let board = Board::new(Clock::manual());
    board.reload();
    board.reload();
    let only = load(&board);
    assert!(board.wants(only) && board.try_take().is_none());
}

#[test]
fn only_the_job_of_a_discarded_take_is_called_off() {
    let board = Board::new(Clock::manual());
    posted(&board, 1);
    posted(&board, 2);
    load(&board);
    board.open(&able());
    let running = job(&board);
    board.discard(TakeId(2));
    assert!(!running.cancel.is_cancelled());
    board.discard(TakeId(1));
    assert!(running.cancel.is_cancelled());
    let (text, decode) = (Ok(Hypothesis::default()), Duration::ZERO);
    board.done(Done::Piece(Outcome { job: running, text, decode }));
    posted(&board, 3);
    let next = job(&board);
    board.discard(TakeId(1));
    assert!(!next.cancel.is_cancelled());
    board.close();
    assert!(next.cancel.is_cancelled() && board.take().is_none());
}

#[test]
fn a_model_that_is_being_loaded_is_not_waited_for() {
    let board = Board::new(Clock::manual());
    load(&board);
    board.close();
    // With a limit that no test would outlast.
    let limit = Duration::from_secs(3_600);
    assert!(!board.is_left(limit));
    board.leave();
    assert!(board.is_left(limit));
}

/// A phrase from 0 whose speech ends here, and so much silence behind it.
pub(super) fn open(speech_end_ms: u64, quiet_ms: u64) -> Open {
    let speech = Span::new(samples(200), samples(speech_end_ms));
    let audio = Span::new(0, speech.end + samples(quiet_ms.min(200)));
    let phrase = Phrase { audio, speech, sound_end: speech.end, ..said() };
    Open { phrase, quiet: samples(quiet_ms), ending: false }
}

pub(super) fn said() -> Phrase {
    let span = Span::new(0, samples(1_000));
    Phrase {
        audio: span,
        speech: span,
        sound_end: span.end,
        voiced_ms: 1_000,
        level_db: -20.0,
        floor_db: -60.0,
        cause: Cause::Pause,
    }
}

/// A board whose model can do this and has just been loaded, with one take.
pub(super) fn ready(able: &Capabilities) -> (Board, Clock) {
    let clock = Clock::manual();
    let board = Board::new(clock.clone());
    load(&board);
    board.measured(vec![Duration::from_secs(1)]);
    board.open(able);
    let (audio, request) = (Arc::new(Journal::memory()), Request::default());
    board.begin(Order { take: TakeId(1), lane: Lane::Dictation, audio, request, live: true });
    (board, clock)
}

pub(super) fn begin(board: &Board, take: u64, lane: Lane) {
    let (audio, request) = (Arc::new(Journal::memory()), Request::default());
    board.begin(Order { take: TakeId(take), lane, audio, request, live: true });
}

pub(super) fn draft(board: &Board) -> Draft {
    match errand(board.try_take()) {
        Errand::Draft(draft) => draft,
        other => panic!("a phrase is to be looked at: {other:?}"),
    }
}

pub(super) fn drafted(draft: Draft, text: &str) -> Done {
    let text = Ok(Hypothesis { text: text.to_owned(), ..Hypothesis::default() });
    Done::Drafted(Drafted { draft, text, decode: Duration::from_secs(1) })
}

pub(super) fn recognised(job: Job) -> Done {
    let (text, decode) = (Ok(Hypothesis::default()), Duration::from_secs(1));
    Done::Piece(Outcome { job, text, decode })
}

pub(super) fn final_text(told: Option<Told>) -> Option<(u32, String)> {
    match told {
        Some(Told::Final(outcome)) => Some((outcome.job.piece, outcome.text.unwrap().text)),
        _ => None,
    }
}

#[test]
fn a_decode_that_began_in_the_pause_is_the_final_when_the_pause_holds() {
    let (board, _) = ready(&able());
    board.listen(TakeId(1), Some(open(2_000, 210)));
    let early = draft(&board);
    let complete = open(2_000, 700).phrase;
    assert!(board.post(TakeId(1), [complete.clone()]).is_none(), "it is still being decoded");
    assert!(!early.cancel.is_cancelled());
    assert!(board.try_take().is_none(), "nothing is decoded twice");
    assert_eq!(final_text(board.done(drafted(early, "said"))), Some((0, "said".to_owned())));
    board.post(TakeId(1), [Phrase { audio: Span::new(40_000, 60_000), ..complete }]);
    assert_eq!(job(&board).piece, 1);
}

#[test]
fn a_decode_that_was_quicker_than_the_pause_waits_for_it_and_is_shown_meanwhile() {
    let (board, _) = ready(&able());
    board.listen(TakeId(1), Some(open(2_000, 210)));
    let told = board.done(drafted(draft(&board), "said"));
    assert!(matches!(told, Some(Told::Partial(partial)) if partial.piece == 0));
    let outcome = board.post(TakeId(1), [open(2_000, 700).phrase]).unwrap();
    assert_eq!((outcome.job.piece, outcome.text.unwrap().text), (0, "said".to_owned()));
    assert!(board.try_take().is_none());
}

#[test]
fn speech_that_resumes_makes_it_an_interim_and_the_piece_is_decoded_whole() {
    let (board, _) = ready(&able());
    board.listen(TakeId(1), Some(open(2_000, 210)));
    let early = draft(&board);
    board.listen(TakeId(1), Some(open(2_600, 0)));
    assert!(matches!(board.done(drafted(early, "said")), Some(Told::Partial(_))));
    assert!(board.post(TakeId(1), [open(2_600, 700).phrase]).is_none());
    assert_eq!(job(&board).phrases, [open(2_600, 700).phrase]);
}

#[test]
fn a_final_that_waits_calls_off_what_would_only_be_shown() {
    let (board, _) = ready(&able());
    board.listen(TakeId(1), Some(open(2_000, 210)));
    let early = draft(&board);
    board.post(TakeId(1), [open(4_000, 700).phrase]);
    assert!(early.cancel.is_cancelled());
    let text = Err(Failure::Cancelled);
    let done = Drafted { draft: early, text, decode: Duration::ZERO };
    assert!(board.done(Done::Drafted(done)).is_none());
    assert_eq!(job(&board).phrases, [open(4_000, 700).phrase]);
}

#[test]
fn a_stop_calls_off_a_look_at_less_than_everything_and_no_final() {
    let (board, _) = ready(&able());
    board.listen(TakeId(1), Some(open(2_000, 210)));
    let early = draft(&board);
    board.post(TakeId(1), [open(2_000, 700).phrase]);
    let last = Open { ending: true, ..open(9_000, 0) };
    board.listen(TakeId(1), Some(last.clone()));
    assert!(!early.cancel.is_cancelled(), "it became a final");
    board.done(drafted(early, "said"));
    board.listen(TakeId(1), Some(open(8_000, 210)));
    let look = draft(&board);
    board.listen(TakeId(1), Some(last));
    assert!(look.cancel.is_cancelled());
}

#[test]
fn in_a_pause_a_look_gives_way_as_long_as_it_has_most_of_its_time_before_it() {
    let windows = vec![Window { max_samples: samples(12_000) }, able().windows[0]];
    let noisy = |speech_end_ms, quiet_ms| {
        let mut open = open(speech_end_ms, quiet_ms);
        open.phrase.floor_db = open.phrase.level_db - 10.0;
        Some(open)
    };
    // It is shown by the short window, which takes a second, and its final comes of the full one.
    for (after_ms, called_off) in [(400, true), (600, false)] {
        let (board, clock) = ready(&Capabilities { windows: windows.clone(), ..able() });
        board.measured(vec![Duration::from_secs(1), Duration::from_secs(2)]);
        board.open(&Capabilities { windows: windows.clone(), ..able() });
        board.listen(TakeId(1), noisy(2_000, 100));
        let look = draft(&board);
        assert_eq!((look.look, look.order.request.window), (Look::Cut, 0));
        clock.advance(Duration::from_millis(after_ms));
        board.listen(TakeId(1), noisy(2_300, 100));
        assert!(!look.cancel.is_cancelled(), "this is no pause");
        board.listen(TakeId(1), noisy(2_300, 270));
        assert_eq!(look.cancel.is_cancelled(), called_off, "{after_ms} ms");
    }
}

#[test]
fn what_was_called_off_is_neither_shown_nor_a_final_nor_learnt_from() {
    let (board, clock) = ready(&able());
    board.listen(TakeId(1), Some(open(2_000, 210)));
    let early = draft(&board);
    // A phrase of another take waits, so the look is called off, but a pass cannot be.
    begin(&board, 2, Lane::Dictation);
    board.post(TakeId(2), [said()]);
    assert!(early.cancel.is_cancelled());
    board.post(TakeId(1), [open(2_000, 700).phrase]);
    let text = Ok(Hypothesis { text: "sa".to_owned(), ..Hypothesis::default() });
    let decode = Duration::from_secs(30);
    assert!(board.done(Done::Drafted(Drafted { draft: early, text, decode })).is_none());
    let piece = job(&board);
    assert_eq!((piece.order.take, &piece.phrases), (TakeId(1), &vec![open(2_000, 700).phrase]));
    board.done(recognised(piece));
    let other = job(&board);
    board.done(recognised(other));
    clock.advance(Duration::from_secs(9));
    board.listen(TakeId(1), Some(open(2_000, 100)));
    assert_eq!(
        draft(&board).look,
        Look::Whole,
        "a decode of 30 s would make it too heavy to be shown"
    );
}

#[test]
fn an_early_decode_that_failed_is_no_final() {
    let (board, _) = ready(&able());
    board.listen(TakeId(1), Some(open(2_000, 210)));
    let (text, decode) = (Err(Failure::OutOfMemory("gpu".to_owned())), Duration::ZERO);
    let done = Drafted { draft: draft(&board), text, decode };
    assert!(board.done(Done::Drafted(done)).is_none());
    assert!(board.post(TakeId(1), [open(2_000, 700).phrase]).is_none());
    assert_eq!(job(&board).piece, 0);
}

#[test]
fn nothing_is_looked_at_while_a_piece_waits_or_without_a_model() {
    let (board, _) = ready(&able());
    board.post(TakeId(1), [said()]);
    board.listen(TakeId(1), Some(open(2_000, 210)));
    let piece = job(&board);
    board.open_without_model();
    let (text, decode) = (Ok(Hypothesis::default()), Duration::ZERO);
    board.done(Done::Piece(Outcome { job: piece, text, decode }));
    assert!(board.try_take().is_none());
}

#[test]
fn a_server_is_sent_nothing_of_a_phrase_before_its_end_unless_it_is_to_show_words() {
    let served = |live| {
        let remote = Some(Away { host: "gpu:8000".to_owned(), live });
        ready(&Capabilities { remote, ..able() }).0
    };
    for live in [false, true] {
        let board = served(live);
        // A pause, in which a model of this machine begins what may be the final.
        board.listen(TakeId(1), Some(open(2_000, 210)));
        assert_eq!(board.try_take().is_some(), live);
    }
    let board = served(false);
    board.listen(TakeId(1), Some(open(2_000, 210)));
    board.post(TakeId(1), [said()]);
    assert_eq!(job(&board).phrases, [said()], "and all of it when it is complete");
}

#[test]
fn interims_leave_the_recogniser_its_share_of_rest() {
    let (board, clock) = ready(&able());
    let mut begun = 0;
    for tick in 0..200 {
        clock.advance(Duration::from_millis(100));
        board.listen(TakeId(1), Some(open(1_000 + tick * 100, 0)));
        if let Some(work) = board.try_take() {
            let Errand::Draft(draft) = errand(Some(work)) else { panic!("a look at the phrase") };
            begun += 1;
            clock.advance(Duration::from_secs(1));
            board.done(drafted(draft, "so far"));
        }
    }
    // 20 s went by in ticks, and a second in each decode.
    let load = f64::from(begun) / (20.0 + f64::from(begun));
    assert!((0.3..=0.6).contains(&load), "{begun} decodes");
}

#[test]
fn a_look_that_became_the_final_keeps_none_at_the_next_phrase_waiting() {
    let next = || {
        Some(Open {
            phrase: Phrase { audio: Span::new(40_000, 60_000), ..open(3_700, 0).phrase },
            ..open(3_700, 100)
        })
    };
    for before in [true, false] {
        let (board, _) = ready(&able());
        board.listen(TakeId(1), Some(open(2_000, 210)));
        let early = draft(&board);
        if before {
            board.done(drafted(early, "said"));
            board.post(TakeId(1), [open(2_000, 700).phrase]);
        } else {
            board.post(TakeId(1), [open(2_000, 700).phrase]);
            board.done(drafted(early, "said"));
        }
        board.listen(TakeId(1), next());
        assert_eq!(draft(&board).piece, 1);
    }
}

#[test]
fn what_was_said_before_is_told_to_a_model_that_wants_it() {
    let (board, _) = ready(&able());
    let (audio, context) = (Arc::new(Journal::memory()), Some(String::new()));
    let request = Request { context, ..Request::default() };
    board.begin(Order { take: TakeId(2), lane: Lane::Dictation, audio, request, live: true });
    board.listen(TakeId(2), Some(open(2_000, 210)));
    board.done(drafted(draft(&board), "The first."));
    board.post(TakeId(2), [open(2_000, 700).phrase]);
    board.post(TakeId(2), [said()]);
    assert_eq!(job(&board).order.request.context.as_deref(), Some("The first."));
    board.post(TakeId(1), [said()]);
    assert_eq!(job(&board).order.request.context, None, "who did not ask");
}

/// Field case 21.
#[test]
fn another_language_is_listened_for_until_it_was_told_in_each_take() {
    let (board, _) = ready(&able());
    begin(&board, 2, Lane::Dictation);
    let listens = |take| {
        board.post(TakeId(take), [said()]);
        match errand(board.try_take()) {
            Errand::Piece(job) => job.order.request.listens,
            other => panic!("a piece is to be recognised: {other:?}"),
        }
    };
    assert!(listens(1) && listens(1));
    board.hush(TakeId(1));
    assert!(!listens(1) && listens(2), "who was told of one take knows nothing of the next");
}
