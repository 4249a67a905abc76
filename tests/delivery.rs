//! The delivery thread with targets in memory: order, joining, at most once, never in the way.

use std::collections::HashMap;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use aloud::clock::{Clock, Moment};
use aloud::deliver::joint::{Joint, Place};
use aloud::deliver::memory::{Memory, Turn};
use aloud::deliver::{Courier, Edit, Outcome, Report, SinkFactory};
use aloud::event::TakeId;
use aloud::settings::Output;
use proptest::prelude::*;

/// Longer than any delivery in here takes; only a broken courier uses it up.
const LIMIT: Duration = Duration::from_secs(60);

/// A courier whose targets are in memory.
struct Desk {
    courier: Option<Courier>,
    reports: Receiver<Report>,
    typed: Memory,
    clipboard: Memory,
    clock: Clock,
}

impl Desk {
    fn new() -> Self {
        let (typed, clipboard) = (Memory::default(), Memory::default());
        let targets = HashMap::from([
            (Output::Type, typed.clone()),
            (Output::Paste, typed.clone()),
            (Output::Stdout, typed.clone()),
            (Output::Clipboard, clipboard.clone()),
        ]);
        let sinks: SinkFactory = Box::new(move |output| Ok(Box::new(targets[&output].clone())));
        let (tell, reports) = mpsc::channel();
        // The test may have heard enough and gone.
        let reporting = Box::new(move |report| drop(tell.send(report)));
        let clock = Clock::manual();
        let courier = Courier::spawn(clock.clone(), sinks, reporting);
        let courier = Some(courier.expect("a thread can be had"));
        Self { courier, reports, typed, clipboard, clock }
    }

    fn submit(&self, take: u64, piece: u32, text: &str) {
        self.submit_to(Output::Type, take, piece, text);
    }

    fn submit_to(&self, output: Output, take: u64, piece: u32, text: &str) {
        self.courier().submit(edit(output, take, piece, text));
    }

    /// The first text of a take that begins now, written before this returns.
    fn begin(&self, output: Output, take: u64, text: &str) -> String {
        let joint = Joint::Begins { at: self.clock.now(), language: Some("en".to_owned()) };
        self.courier().submit(Edit { joint, ..edit(output, take, 0, text) });
        line(&self.reports.recv().expect("the courier lives"))
    }

    fn courier(&self) -> &Courier {
        self.courier.as_ref().expect("it is not shut down yet")
    }

    /// Shuts down and returns one line a report.
    fn finish(&mut self) -> Vec<String> {
        assert!(
            self.courier.take().expect("it is not shut down yet").shutdown(LIMIT),
            "the courier does not come to an end"
        );
        self.reports.iter().map(|report| line(&report)).collect()
    }
}

fn edit(output: Output, take: u64, piece: u32, text: &str) -> Edit {
    Edit { take: TakeId(take), piece, text: text.to_owned(), output, joint: Joint::Inside }
}

fn line(report: &Report) -> String {
    let outcome = match &report.outcome {
        Outcome::Delivered => "delivered".to_owned(),
        Outcome::OnClipboard { why } => format!("on the clipboard: {why}"),
        Outcome::Failed { why } => format!("failed: {why}"),
        Outcome::Dropped => "dropped".to_owned(),
    };
    format!("{} {:?} {outcome}", report.take.0, report.pieces)
}

#[test]
fn edits_come_in_order_and_are_reported_once() {
    let mut desk = Desk::new();
    for piece in 0..50 {
        desk.submit(1, piece, &format!("{piece} "));
    }
    let pieces: Vec<u32> = {
        assert!(desk.courier.take().unwrap().shutdown(LIMIT));
        desk.reports.iter().flat_map(|report| report.pieces).collect()
    };
    assert_eq!(pieces, (0..50).collect::<Vec<_>>());
    assert_eq!(desk.typed.text(), (0..50).map(|n| format!("{n} ")).collect::<String>());
}

#[test]
fn a_slow_target_holds_up_nobody_and_gets_what_waited_at_once() {
    let mut desk = Desk::new();
    desk.typed.shut();
    desk.submit(1, 0, "a");
    desk.typed.await_delivery();
    // Would hang here for ever if it waited for the target.
    desk.submit(1, 1, "b");
    desk.submit(1, 2, "c");
    desk.submit(2, 0, "d");
    desk.typed.open();
    assert_eq!(desk.finish(), ["1 [0] delivered", "1 [1, 2] delivered", "2 [0] delivered"]);
    assert_eq!(desk.typed.texts(), ["a", "bc", "d"]);
}

#[test]
fn a_cancelled_take_loses_only_what_has_not_begun() {
    let mut desk = Desk::new();
    desk.typed.shut();
    desk.submit(1, 0, "a");
    desk.typed.await_delivery();
    desk.submit(1, 1, "b");
    desk.submit(2, 0, "c");
    desk.courier().discard(TakeId(1));
    desk.typed.open();
    assert_eq!(desk.finish(), ["1 [0] delivered", "1 [1] dropped", "2 [0] delivered"]);
    assert_eq!(desk.typed.texts(), ["a", "c"]);
}

#[test]
fn what_the_window_does_not_take_lies_on_the_clipboard_with_what_lay_there_of_its_take() {
    let mut desk = Desk::new();
    desk.typed.script([Turn::Fail, Turn::Keep, Turn::Half(2), Turn::Fail]);
    let mut lines = Vec::new();
    for (take, piece, text) in [(1, 0, "one "), (1, 1, "two "), (1, 2, "drei"), (2, 0, "four")] {
        desk.submit(take, piece, text);
        lines.push(line(&desk.reports.recv().unwrap()));
    }
    assert_eq!(
        lines,
        [
            "1 [0] on the clipboard: cannot type the text: the script says so",
            "1 [1] delivered",
            "1 [2] on the clipboard: could only type the first 2 characters of the text: the \
             script says so",
            "2 [0] on the clipboard: cannot type the text: the script says so",
        ]
    );
    assert_eq!(desk.typed.text(), "two dr");
    assert_eq!(desk.clipboard.texts(), ["one ", "one ei", "four"]);
    desk.finish();
}

#[test]
fn phrases_for_the_clipboard_do_not_wipe_each_other_out() {
    let mut desk = Desk::new();
    for (take, piece, text) in [(1, 0, "one"), (1, 1, " two"), (2, 0, "three")] {
        desk.submit_to(Output::Clipboard, take, piece, text);
        desk.reports.recv().unwrap();
    }
    assert_eq!(desk.clipboard.texts(), ["one", "one two", "three"]);
    desk.finish();
}

#[test]
fn without_clipboard_the_reason_is_that_of_the_window() {
    let mut desk = Desk::new();
    desk.typed.script([Turn::Fail]);
    desk.clipboard.script([Turn::Fail]);
    desk.submit(1, 0, "a");
    assert_eq!(desk.finish(), ["1 [0] failed: cannot type the text: the script says so"]);
}

#[test]
fn a_closed_pipe_does_not_cost_the_clipboard() {
    let mut desk = Desk::new();
    desk.typed.script([Turn::Fail]);
    desk.submit_to(Output::Stdout, 1, 0, "a");
    assert_eq!(desk.finish(), ["1 [0] failed: cannot type the text: the script says so"]);
    assert_eq!(desk.clipboard.text(), "");
}

#[test]
fn a_sink_that_panics_costs_one_report_and_nothing_else() {
    let mut desk = Desk::new();
    desk.typed.script([Turn::Panic]);
    for piece in 0..2 {
        desk.submit(1, piece, "a");
        let report = line(&desk.reports.recv().unwrap());
        let right = if piece == 0 {
            "1 [0] failed: cannot type the text: the sink panicked: the script says so"
        } else {
            "1 [1] delivered"
        };
        assert_eq!(report, right);
    }
    assert_eq!(desk.clipboard.text(), "");
    assert!(desk.finish().is_empty());
}

#[test]
fn a_shutdown_has_a_limit_and_drops_what_has_not_begun() {
    let mut desk = Desk::new();
    desk.typed.shut();
    desk.submit(1, 0, "a");
    desk.typed.await_delivery();
    desk.submit(1, 1, "b");
    assert!(!desk.courier.take().unwrap().shutdown(Duration::ZERO));
    desk.typed.open();
    let lines: Vec<_> = desk.reports.iter().map(|report| line(&report)).collect();
    assert_eq!(lines, ["1 [0] delivered", "1 [1] dropped"]);
}

/// A window of which every touch is counted.
fn watched(window: u32, touches: u64) -> Option<Place> {
    Some(Place::Watched { window, touches })
}

#[test]
fn takes_into_the_same_place_are_a_space_apart_until_somebody_touches_it() {
    let mut desk = Desk::new();
    for (take, place, output, text) in [
        (1, watched(7, 0), Output::Type, "One."),
        (2, watched(7, 0), Output::Paste, "Two."),
        (3, watched(7, 1), Output::Type, "Three."),
        (4, watched(7, 1), Output::Type, "東京。"),
        (5, watched(7, 1), Output::Type, "京都,"),
        (6, watched(7, 1), Output::Type, "And so on."),
        (7, watched(8, 1), Output::Type, "Seven."),
        (8, None, Output::Type, "Eight."),
        (9, watched(8, 1), Output::Type, "Nine."),
    ] {
        desk.typed.show(place);
        assert_eq!(desk.begin(output, take, text), format!("{take} [0] delivered"));
    }
    assert_eq!(
        desk.typed.texts(),
        ["One.", " Two.", "Three.", " 東京。", "京都,", " and so on.", "Seven.", "Eight.", "Nine."]
    );
    desk.finish();
}

#[test]
fn a_take_spoken_while_the_last_one_is_written_goes_on_it() {
    let mut desk = Desk::new();
    desk.typed.show(watched(7, 0));
    desk.typed.shut();
    let joint = || Joint::Begins { at: Moment::default(), language: None };
    desk.courier().submit(Edit { joint: joint(), ..edit(Output::Type, 1, 0, "One.") });
    desk.typed.await_delivery();
    desk.submit(1, 1, " More.");
    desk.courier().submit(Edit { joint: joint(), ..edit(Output::Type, 2, 0, "Two.") });
    desk.typed.open();
    assert_eq!(desk.finish().len(), 3);
    assert_eq!(desk.typed.texts(), ["One.", " More.", " Two."]);
}

#[test]
fn edits_that_were_held_together_are_brought_as_one() {
    let mut desk = Desk::new();
    let pieces = (0..3).map(|piece| edit(Output::Type, 1, piece, "a"));
    desk.courier().submit_all(pieces);
    assert_eq!(desk.finish(), ["1 [0, 1, 2] delivered"]);
    assert_eq!(desk.typed.texts(), ["aaa"]);
}

#[test]
fn what_went_wrong_in_between_breaks_the_joint() {
    let mut desk = Desk::new();
    desk.typed.show(watched(7, 0));
    desk.begin(Output::Type, 1, "One.");
    desk.typed.script([Turn::Fail]);
    let copied = "2 [0] on the clipboard: cannot type the text: the script says so";
    assert_eq!(desk.begin(Output::Type, 2, "Two."), copied);
    assert_eq!(desk.clipboard.texts(), ["Two."], "what is pasted elsewhere begins anew");
    desk.begin(Output::Type, 3, "Three.");
    desk.typed.script([Turn::Half(4)]);
    desk.begin(Output::Type, 4, "Four.");
    assert_eq!(desk.clipboard.texts(), ["Two.", "r."]);
    desk.begin(Output::Type, 5, "Five.");
    desk.courier().discard(TakeId(6));
    desk.begin(Output::Type, 7, "Seven.");
    desk.begin(Output::Clipboard, 8, "Eight.");
    desk.begin(Output::Type, 9, "Nine.");
    desk.begin(Output::Stdout, 10, "printed");
    desk.begin(Output::Type, 11, "Eleven.");
    assert_eq!(
        desk.typed.texts(),
        ["One.", "Three.", " Fou", "Five.", "Seven.", "Nine.", "printed", " Eleven."]
    );
    desk.finish();
}

#[test]
fn where_touches_are_not_seen_a_take_goes_on_for_a_minute() {
    let mut desk = Desk::new();
    desk.typed.show(Some(Place::Unwatched { window: None }));
    for (take, text, wait) in [(1, "One.", 59), (2, "Two.", 61), (3, "Three.", 0)] {
        desk.begin(Output::Type, take, text);
        desk.clock.advance(Duration::from_secs(wait));
    }
    assert_eq!(desk.typed.texts(), ["One.", " Two.", "Three."]);
    desk.finish();
}

fn turns() -> impl Strategy<Value = Vec<Turn>> {
    let turn = prop_oneof![
        3 => Just(Turn::Keep),
        1 => Just(Turn::Fail),
        1 => (0_usize..4).prop_map(Turn::Half),
        1 => Just(Turn::Panic),
    ];
    prop::collection::vec(turn, 0..20)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Every edit is one character that no other edit has, so that a character seen twice is a
    /// word delivered twice.
    #[test]
    fn nothing_is_delivered_twice_and_everything_is_reported_once(
        takes in prop::collection::vec(0_u64..3, 1..40),
        typing in turns(),
        copying in turns(),
        discarded in prop::option::of(0_u64..3),
    ) {
        let mut desk = Desk::new();
        desk.typed.script(typing);
        desk.clipboard.script(copying.into_iter().filter(|turn| !matches!(turn, Turn::Half(_))));
        let letters: Vec<char> = ('\u{100}'..).take(takes.len()).collect();
        for (piece, (&take, letter)) in takes.iter().zip(&letters).enumerate() {
            desk.submit(take, piece as u32, &letter.to_string());
        }
        if let Some(take) = discarded {
            desk.courier().discard(TakeId(take));
        }
        prop_assert!(desk.courier.take().unwrap().shutdown(LIMIT));

        let mut reported = Vec::new();
        for report in &desk.reports {
            let text: String = report.pieces.iter().map(|&piece| letters[piece as usize]).collect();
            let typed = desk.typed.text();
            match report.outcome {
                Outcome::Delivered => prop_assert!(typed.contains(&text)),
                Outcome::OnClipboard { .. } => {
                    let copied = desk.clipboard.text();
                    let last = text.chars().last().unwrap();
                    prop_assert!(typed.contains(last) || copied.contains(last));
                }
                Outcome::Failed { .. } => {}
                Outcome::Dropped => prop_assert!(!text.chars().any(|c| typed.contains(c))),
            }
            reported.extend(report.pieces);
        }
        prop_assert_eq!(reported, (0..takes.len() as u32).collect::<Vec<_>>());
        let typed: Vec<char> = desk.typed.text().chars().collect();
        prop_assert!(typed.is_sorted() && typed.windows(2).all(|two| two[0] != two[1]));
        // A text that lies on the clipboard and in the window would be pasted a second time.
        for copied in desk.clipboard.texts() {
            prop_assert!(!copied.chars().any(|c| typed.contains(&c)));
        }
    }
}
