//! Live text in virtual time: what is shown while somebody speaks, and what is there when they stop.

#![allow(clippy::unwrap_used, reason = "a test ends where it cannot go on")]

mod common;

use std::collections::HashMap;
use std::time::Duration;

use aloud::audio::ms;
use aloud::command::{Command, Key, Lane, Start};
use aloud::event::{Event, Final, TakeId};
use aloud::recognise::scripted::{Calls, Fed, Scripted};
use aloud::recognise::{Failure, Live};
use aloud::settings::Mode;
use aloud::work::ahead::Look;
use common::rig::*;

/// A rig whose model takes this long for anything.
fn taking(cost: fn(u64) -> Duration, play: Play) -> Rig {
    let mut setup = Setup::of([play]);
    setup.cost = cost;
    setup.rig()
}

fn second(_: u64) -> Duration {
    Duration::from_secs(1)
}

/// What was shown of a piece, in order: committed and tentative.
fn shown(rig: &Rig, wanted: u32) -> Vec<(String, String)> {
    let of_piece = |event: &Event| match event {
        Event::Interim { piece, committed, tentative, .. } if *piece == wanted => {
            Some((committed.clone(), tentative.clone()))
        }
        _ => None,
    };
    rig.log.iter().filter_map(of_piece).collect()
}

fn finals(rig: &Rig) -> Vec<&Final> {
    rig.log
        .iter()
        .filter_map(|event| match event {
            Event::Final(found) => Some(found),
            _ => None,
        })
        .collect()
}

/// Committed text only grows, and nothing is shown of a piece that has its final.
fn check(rig: &Rig) {
    let mut committed: HashMap<u32, String> = HashMap::new();
    let mut written = None;
    for event in &rig.log {
        match event {
            Event::Interim { piece, committed: now, .. } => {
                assert!(written.is_none_or(|written| *piece > written), "shown after its final");
                let before = committed.insert(*piece, now.clone()).unwrap_or_default();
                assert!(now.starts_with(&before), "{before:?} became {now:?}");
            }
            Event::Final(found) => written = Some(found.piece),
            _ => {}
        }
    }
}

/// A talk of phrases of this many words with a pause between them.
fn talk(phrases: u32, each: u32, pause_ms: u64) -> Vec<f32> {
    (0..phrases)
        .flat_map(|at| [words(at * each..(at + 1) * each), silence(pause_ms)].concat())
        .collect()
}

#[test]
fn words_are_seen_while_they_are_spoken_and_become_firm() {
    // The first phrase teaches what a decode costs.
    let mut rig = taking(second, Play::live(talk(2, 20, 1_500)));
    rig.send(start());
    rig.run(20_000);
    rig.finish(1);
    let shown = shown(&rig, 1);
    assert!(shown.len() >= 3, "{shown:?}");
    assert!(shown.iter().any(|(committed, _)| !committed.is_empty()), "{shown:?}");
    assert_eq!(rig.done(1), Some(count(0..40)));
    check(&rig);
}

#[test]
fn a_word_that_is_cut_in_the_middle_is_not_shown() {
    let mut rig = taking(second, Play::live(talk(3, 25, 1_300)));
    rig.send(start());
    rig.run(36_000);
    rig.finish(1);
    assert!(rig.drafts.iter().any(|(_, look)| *look == Look::Cut), "{:?}", rig.drafts);
    let cut =
        |(committed, tentative): &(String, String)| format!("{committed}{tentative}").contains('?');
    assert!(!(0..3).any(|piece| shown(&rig, piece).iter().any(cut)));
    check(&rig);
}

#[test]
fn a_pipeline_that_is_held_up_keeps_the_order_of_what_comes_meanwhile() {
    let slow = |_| Duration::from_millis(4_500);
    let sound = [words(0..8), silence(1_300), words(8..14), silence(9_000)].concat();
    let mut rig = taking(slow, Play::live(sound));
    rig.send(start());
    let quiet = ms([words(0..8), silence(1_300), words(8..14)].concat().len() as u64);
    rig.run(quiet + 600);
    assert!(finals(&rig).is_empty(), "the first phrase is being decoded");
    // The second one is decoded as well before anything of it is complete.
    rig.stall(Command::Stop(Lane::Dictation), 5_500);
    rig.run_until_done(1);
    assert_eq!(finals(&rig).iter().map(|found| found.piece).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(rig.done(1), Some(count(0..14)));
    check(&rig);
}

#[test]
fn a_pipeline_that_is_held_up_keeps_the_order_of_takes() {
    let second = [words(8..14), silence(9_000)].concat();
    let mut setup = Setup::of([Play::live(words(0..8)), Play::live(second)]);
    setup.cost = |_| Duration::from_millis(4_500);
    let mut rig = setup.rig();
    rig.send(start());
    rig.run(ms(words(0..8).len() as u64) + 100);
    rig.send(Command::Stop(Lane::Dictation));
    rig.run(300);
    rig.send(start());
    rig.run(ms(words(8..14).len() as u64) + 600);
    assert!(finals(&rig).is_empty(), "the first take is being decoded");
    rig.stall(Command::Stop(Lane::Dictation), 7_000);
    rig.run_until_done(2);
    let order: Vec<TakeId> = finals(&rig).iter().map(|found| found.take).collect();
    assert_eq!(order, [TakeId(2), TakeId(1)], "the second one was known first");
    // Nothing is known of the place, so there is no space between takes.
    assert_eq!(rig.memory.text(), [count(0..8), count(8..14)].concat());
}

/// With a decode of half a second and more the wait for the rest of the pause costs nothing.
#[test]
fn the_final_comes_a_decode_after_the_last_word_when_the_pause_holds() {
    for (cost, decode_ms) in [
        (|_| Duration::from_millis(500)) as Cost,
        |_| Duration::from_millis(1_000),
        |_| Duration::from_millis(1_900),
    ]
    .into_iter()
    .zip([500, 1_000, 1_900])
    {
        let mut rig = taking(cost, Play::live(talk(8, 10, 2_500)));
        rig.send(start());
        rig.run(8 * 6_400);
        rig.finish(1);
        let mut waits: Vec<u64> = finals(&rig).iter().map(|f| f.latency_ms - decode_ms).collect();
        waits.sort_unstable();
        assert!(waits.len() >= 7 && waits[waits.len() / 2] <= 300, "{waits:?}");
        assert_eq!(rig.done(1), Some(count(0..80)));
    }
}

#[test]
fn a_pause_that_does_not_hold_costs_no_word() {
    // Pauses in which a decode is begun, and which end while it runs.
    let mut rig = taking(second, Play::live(talk(6, 12, 450)));
    rig.send(start());
    rig.run(6 * 5_200);
    rig.finish(1);
    assert!(rig.drafts.iter().filter(|(_, look)| *look == Look::Whole).count() >= 3);
    assert_eq!(rig.done(1), Some(count(0..72)));
    check(&rig);
}

#[test]
fn stopping_after_the_last_word_finds_its_decode_under_way() {
    for (after_ms, at_most) in [(50, 1_200), (300, 900), (800, 400), (1_400, 20)] {
        let speech = words(0..12);
        let length = ms(speech.len() as u64);
        let mut rig = taking(second, Play::live([speech, silence(5_000)].concat()));
        rig.send(start());
        rig.run(length + after_ms);
        let stopped = rig.clock.now();
        rig.finish(1);
        let waited = rig.clock.now().since(stopped).as_millis();
        assert!(waited <= at_most, "stopped {after_ms} ms after the last word: {waited} ms");
        assert_eq!(rig.done(1), Some(count(0..12)));
    }
}

#[test]
fn a_key_let_go_right_after_the_last_word_loses_nothing_and_decodes_once() {
    let speech = words(0..9);
    let length = ms(speech.len() as u64);
    let mut rig = taking(second, Play::live([speech, silence(3_000)].concat()));
    rig.send(Command::Press(Key::Current, Box::new(spoken(Mode::PushToTalk))));
    rig.run(length);
    rig.send(Command::Release(Key::Current, Lane::Dictation));
    rig.run_until_done(1);
    assert_eq!(rig.done(1), Some(count(0..9)));
    assert!(rig.pieces.is_empty(), "its only decode began in the tail: {:?}", rig.drafts);
}

#[test]
fn who_does_not_want_live_text_gets_none_and_is_as_quick() {
    let mut rig = taking(second, Play::live(talk(2, 20, 2_000)));
    let mut quiet = spoken(Mode::Toggle);
    quiet.profile.live_text = false;
    rig.send(Command::Start(Box::new(quiet)));
    rig.run(20_500);
    rig.finish(1);
    assert!(!rig.log.iter().any(|event| matches!(event, Event::Interim { .. })));
    assert!(rig.drafts.iter().all(|(_, look)| *look == Look::Whole));
    assert!(finals(&rig).iter().all(|f| f.latency_ms <= 1_300), "{:?}", finals(&rig));
}

#[test]
fn a_file_that_is_read_as_fast_as_can_be_is_not_looked_at_before_its_end() {
    let mut rig = taking(second, Play { block: 16_000, ..Play::file(talk(6, 10, 1_000)) });
    rig.send(start());
    rig.run_until_done(1);
    assert!(rig.drafts.is_empty(), "{:?}", rig.drafts);
    assert_eq!(rig.done(1), Some(count(0..60)));
}

#[test]
fn noise_that_the_model_makes_words_of_is_not_shown() {
    let murmur: Vec<f32> = words(0..3).iter().map(|sample| sample * 0.9).collect();
    let mut setup =
        Setup::of([Play::live([words(5..9), silence(1_500), murmur, silence(1_500)].concat())]);
    setup.answer = Box::new(|audio, _| {
        let loops = "and so on ".repeat(9);
        Ok(text(if heard(audio).first().is_some_and(|word| word == "5") {
            "5 6 7 8"
        } else {
            &loops
        }))
    });
    let mut rig = setup.rig();
    rig.send(start());
    rig.run(7_000);
    rig.finish(1);
    let looped = |(committed, tentative): &(String, String)| {
        format!("{committed}{tentative}").matches("and so on").count() > 1
    };
    assert!(!(0..3).any(|piece| shown(&rig, piece).iter().any(looped)), "{:?}", rig.log);
}

/// Field cases 8, 15, 18 and 24: ten minutes with a model four times slower than speech.
#[test]
fn a_model_four_times_slower_than_speech_loses_nothing_in_ten_minutes() {
    if !alone("a_model_four_times_slower_than_speech_loses_nothing_in_ten_minutes") {
        return;
    }
    let talk = talk(110, 12, 780);
    let length = ms(talk.len() as u64);
    assert!(length >= 10 * 60_000 - 10_000, "{length}");
    let mut setup = Setup::of([Play::live(talk), Play::live(words(2_000..2_004))]);
    setup.disk = true;
    setup.cost = |length| Duration::from_millis(4 * ms(length));
    let mut rig = setup.rig();
    rig.send(start());
    rig.run(60_000);
    let early = resident_kb();
    rig.run(length - 60_000 + 2_000);
    let grown = resident_kb().saturating_sub(early);
    assert!(grown < 20_000, "memory grew by {grown} kB");
    // The next one is spoken while the first is recognised.
    rig.send(Command::Stop(Lane::Dictation));
    rig.run(1_000);
    rig.send(start());
    rig.run(3_000);
    rig.finish(2);
    assert_eq!((rig.done(1), rig.done(2)), (Some(count(0..1_320)), Some(count(2_000..2_004))));
    let order: Vec<(TakeId, u32)> = finals(&rig).iter().map(|f| (f.take, f.piece)).collect();
    assert!(order.is_sorted(), "{order:?}");
    let long = rig.pieces.iter().filter(|(length, _)| *length > 20_000).count();
    assert!(long * 10 >= rig.pieces.len() * 8, "pieces grow: {:?}", rig.pieces);
    assert!(rig.pieces.iter().all(|(length, _)| *length <= 28_000));
    check(&rig);
    let first =
        rig.log.iter().position(|e| matches!(e, Event::Behind { seconds: 10.., .. })).unwrap();
    let late = rig.log[first..]
        .iter()
        .any(|event| matches!(event, Event::Interim { take: TakeId(1), .. }));
    assert!(!late, "nothing is decoded to be shown while speech waits");
}

/// A model that is fed: it shows the words that it has heard to their end, the last as tentative.
fn fed() -> Scripted {
    let live = |audio: &[f32]| {
        let mut said: Vec<String> =
            heard(audio).into_iter().filter(|word| !word.ends_with('?')).collect();
        let last = said.pop().unwrap_or_default();
        let space = if said.is_empty() { "" } else { " " };
        Ok(Live { committed: said.join(" "), tentative: format!("{space}{last}") })
    };
    Scripted::streaming(|audio, _| Ok(text(&heard(audio).join(" "))), live)
}

fn streamed(recogniser: Scripted, plays: impl IntoIterator<Item = Play>) -> (Rig, Calls) {
    let calls = recogniser.calls();
    let mut setup = Setup::of(plays);
    setup.recogniser = Some(Box::new(recogniser));
    setup.cost = |_| Duration::from_millis(30);
    (setup.rig(), calls)
}

#[test]
fn a_model_that_is_fed_shows_each_word_and_has_the_final_when_the_pause_holds() {
    let (mut rig, calls) = streamed(fed(), [Play::live(talk(3, 15, 1_300))]);
    rig.send(start());
    rig.run(22_000);
    rig.finish(1);
    assert_eq!(rig.done(1), Some(count(0..45)));
    assert!((0..3).all(|piece| shown(&rig, piece).len() >= 12), "{:?}", rig.tell());
    check(&rig);
    assert_eq!(calls.all(), [], "no phrase was decoded as a whole");
    let finishes = calls.fed().iter().filter(|call| **call == Fed::Finish).count();
    assert_eq!(finishes, 3);
    assert!(finals(&rig).iter().all(|f| f.latency_ms < 1_400), "{:?}", finals(&rig));
}

#[test]
fn a_stream_that_breaks_costs_no_word() {
    let mut feeds = 0;
    let breaking = Scripted::streaming(
        |audio, _| Ok(text(&heard(audio).join(" "))),
        move |audio| {
            feeds += 1;
            let said = heard(audio).join(" ");
            match feeds {
                5 => Err(Failure::Busy),
                9 => Err(Failure::OutOfMemory("gpu".to_owned())),
                _ => Ok(Live { committed: String::new(), tentative: said.replace('?', "") }),
            }
        },
    );
    let (mut rig, calls) = streamed(breaking, [Play::live(talk(4, 12, 1_300))]);
    rig.send(start());
    rig.run(25_000);
    rig.finish(1);
    assert_eq!(rig.done(1).map(|text| text.split(' ').count()), Some(48), "{:?}", rig.tell());
    assert_eq!(calls.all().len(), 2, "the two phrases whose stream broke");
}

#[test]
fn captions_wait_for_the_stream_of_a_dictation_and_lose_nothing() {
    let plays = [Play::live(talk(5, 10, 1_300)), Play::live(words(100..120))];
    let (mut rig, _) = streamed(fed(), plays);
    let captions = Start { lane: Lane::Captions, ..spoken(Mode::HandsFree) };
    rig.send(Command::Start(Box::new(captions)));
    rig.run(2_000);
    rig.send(start());
    rig.run(9_000);
    rig.finish(1);
    rig.run(20_000);
    rig.send(Command::Stop(Lane::Captions));
    rig.run_until_done(2);
    assert_eq!((rig.done(2), rig.done(1)), (Some(count(100..120)), Some(count(0..50))));
}

#[test]
fn a_take_that_is_cancelled_in_the_middle_of_a_stream_leaves_the_next_one_alone() {
    let (mut rig, _) = streamed(fed(), [Play::live(words(0..20)), Play::live(words(30..36))]);
    rig.send(start());
    rig.run(3_000);
    rig.send(Command::Cancel(Lane::Dictation));
    rig.send(start());
    rig.run(3_500);
    rig.finish(1);
    assert_eq!((rig.done(1), rig.done(2)), (None, Some(count(30..36))));
}
