//! One recording, spoken once: from what was seen and when to what a person waits for. Pure.

use std::time::Duration;

use super::heard::Heard;
use super::process::Cost;
use super::score::Score;
use super::shown::{Piece, Shown};
use super::watched::Run;
use crate::clock::Moment;
use crate::event::{Cause, Event, Final};

/// A take as its reader saw it.
#[derive(Clone, Debug, Default)]
pub struct Take {
    /// Its events, each with the moment at which it was read.
    pub seen: Vec<(Moment, Event)>,
    /// When its samples were handed out.
    pub heard: Heard,
    /// The last run of the model, which is that of its last piece. None of a streaming model.
    pub last: Option<Run>,
    /// What it cost.
    pub cost: Cost,
}

/// What is compared with the take.
#[derive(Clone, Copy, Debug)]
pub struct Beside<'a> {
    /// What was said.
    pub said: &'a str,
    /// What the model made of the whole recording.
    pub whole: &'a str,
    /// What the last run of the take takes when nothing else runs.
    pub alone: Option<Duration>,
}

/// What one take gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trial {
    /// Its text against what was said.
    pub live: Score,
    /// The text of the whole recording against what was said.
    pub whole: Score,
    /// From the start of speech to the first text that is shown, in milliseconds.
    pub first_ms: Option<i64>,
    /// Its finals.
    pub finals: Vec<Waited>,
    /// From the end of the recording to `done`, in milliseconds.
    pub stop_ms: Option<i64>,
    /// Decoding the last piece again and alone, in milliseconds.
    pub alone_ms: Option<i64>,
    /// Words that were shown and deleted again.
    pub erased: usize,
    /// How often committed text changed.
    pub changes: usize,
    /// How long the recording is.
    pub audio_ms: i64,
    /// What it cost.
    pub cost: Cost,
}

/// A final and how long it was waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waited {
    /// From the last sample of its speech being handed out to its being read.
    pub wait_ms: i64,
    /// What decoding took.
    pub decode_ms: i64,
    /// How long its speech is.
    pub speech_ms: i64,
    /// Why it ends where it does.
    pub cause: Cause,
    /// Its words.
    pub words: Piece,
}

impl Trial {
    /// What this take gave.
    pub fn of(take: &Take, beside: Beside<'_>) -> Self {
        let shown = Shown::of(take.seen.iter().map(|(_, event)| event));
        let finals = take.seen.iter().filter_map(|(moment, event)| match event {
            Event::Final(last) => Some(waited(last, *moment, &take.heard, &shown)),
            _ => None,
        });
        let (text, done) = done(&take.seen).unzip();
        Self {
            live: Score::of(beside.said, text.unwrap_or_default()),
            whole: Score::of(beside.said, beside.whole),
            first_ms: first_ms(take),
            finals: finals.collect(),
            stop_ms: done.zip(take.heard.ended()).map(|(done, ended)| between(ended, done)),
            alone_ms: beside.alone.map(|alone| alone.as_millis() as i64),
            erased: shown.erased,
            changes: shown.changes,
            audio_ms: take.heard.audio_ms() as i64,
            cost: take.cost,
        }
    }
}

/// The text of a take, and when it was done.
fn done(seen: &[(Moment, Event)]) -> Option<(&str, Moment)> {
    seen.iter().find_map(|(moment, event)| match event {
        Event::Done(done) => Some((done.text.as_str(), *moment)),
        _ => None,
    })
}

/// From the first sample of speech to the first text, interim or final.
fn first_ms(take: &Take) -> Option<i64> {
    let start_ms = take.seen.iter().find_map(|(_, event)| match event {
        Event::Final(first) => Some(first.start_ms),
        _ => None,
    })?;
    let (shown, _) = take.seen.iter().find(|(_, event)| match event {
        Event::Interim { committed, tentative, .. } => {
            !(committed.is_empty() && tentative.is_empty())
        }
        Event::Final(_) => true,
        _ => false,
    })?;
    Some(between(take.heard.moment(start_ms)?, *shown))
}

fn waited(last: &Final, read: Moment, heard: &Heard, shown: &Shown) -> Waited {
    Waited {
        wait_ms: heard.moment(last.end_ms).map_or(0, |spoken| between(spoken, read)),
        decode_ms: last.decode_ms as i64,
        speech_ms: last.end_ms.saturating_sub(last.start_ms) as i64,
        cause: last.cause,
        words: shown.pieces.get(&last.piece).copied().unwrap_or_default(),
    }
}

fn between(earlier: Moment, later: Moment) -> i64 {
    later.since(earlier).as_millis() as i64
}

#[cfg(test)]
mod tests {
    use super::super::shown::tests::{interim, last};
    use super::*;
    use crate::event::Done;

    fn at(ms: u64) -> Moment {
        Moment::at(Duration::from_millis(ms))
    }

    /// A final of speech from and to, in audio time.
    fn spoken(piece: u32, text: &str, (start, end): (u64, u64)) -> Event {
        let Event::Final(found) = last(piece, text) else { unreachable!() };
        Event::Final(Final { start_ms: start, end_ms: end, decode_ms: 300, ..found })
    }

    fn over(text: &str) -> Event {
        Event::Done(Done { text: text.to_owned(), ..Done::default() })
    }

    /// Handed out from 10 s on, 100 ms at a time, for 4 s.
    fn heard() -> Heard {
        let mut heard = Heard::default();
        (1..=40).for_each(|tenth| heard.read(tenth * 100_000, at(10_000 + tenth * 100)));
        heard.end(at(14_020));
        heard
    }

    fn trial(seen: Vec<(Moment, Event)>) -> Trial {
        let take = Take { seen, heard: heard(), ..Take::default() };
        let alone = Some(Duration::from_millis(500));
        Trial::of(&take, Beside { said: "We agreed.", whole: "We agree", alone })
    }

    #[test]
    fn waits_are_counted_at_the_reader() {
        let trial = trial(vec![
            (at(11_900), interim(0, "", "")),
            (at(12_000), interim(0, "", "we")),
            (at(13_050), spoken(0, "We agreed.", (500, 2_000))),
            (at(14_620), over("We agreed.")),
        ]);
        assert_eq!(trial.first_ms, Some(1_500), "empty text is not shown");
        assert_eq!((trial.stop_ms, trial.alone_ms, trial.audio_ms), (Some(600), Some(500), 4_000));
        assert_eq!((trial.live.errors, trial.whole.errors, trial.live.said), (0, 1, 2));
        let words = Piece { words: 2, before: 1 };
        let (decode_ms, cause) = (300, Cause::Pause);
        let expected = Waited { wait_ms: 1_050, decode_ms, speech_ms: 1_500, cause, words };
        assert_eq!(trial.finals, [expected]);
    }

    #[test]
    fn a_final_can_be_the_first_text() {
        let trial = trial(vec![(at(13_050), spoken(0, "We agreed.", (500, 2_000)))]);
        assert_eq!(trial.first_ms, Some(2_550));
        assert_eq!(trial.stop_ms, None, "it is not done");
    }

    #[test]
    fn without_text_every_word_is_an_error() {
        let trial = trial(vec![(at(14_100), over(""))]);
        assert_eq!((trial.live.errors, trial.first_ms), (2, None));
        assert_eq!((trial.finals.len(), trial.stop_ms), (0, Some(80)));
    }
}
