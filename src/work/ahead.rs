//! What of a phrase that is still being spoken is decoded before its end. Pure.
//!
//! There are two reasons to. Somebody wants to see the words while they speak; and the phrase may
//! be over already, which only the rest of the pause will show. A decode that began in what turns
//! out to be the pause is the final, so nothing is decoded twice and nothing waits. A decode can
//! hardly be ended early, so none is begun where a final would have to wait for it.

use std::slice;
use std::time::Duration;

use crate::audio::{Span, samples};
use crate::event::Cause;
use crate::evidence::Heard;
use crate::segment::{Open, PAUSE_MS, Phrase};

/// Speech that is shown first; less is seldom a word.
const FIRST: u64 = samples(600);

/// Words are divided by less, phrases by more: the best place for a decode that is due anyway,
/// because it has heard everything if the pause goes on.
const DIP: u64 = samples(90);

/// A pause that may be the end of the phrase. The plan has 250 ms; less wins that much time
/// whenever the pause goes on, and costs a decode when it does not.
const PAUSE: Duration = Duration::from_millis(200);

/// In a take that was stopped nothing more is awaited.
const LAST_PAUSE: u64 = samples(60);

/// A decode of this many times a pause is begun in it: what is won if the pause goes on should
/// be worth what is lost if it does not.
const WORTH: u32 = 8;

/// A decode that takes longer would hold up finals too often, to show words that come late.
const HEAVY: Duration = Duration::from_secs(3);

/// One decode is begun at most every second, and its recogniser is busy at most so much of the
/// time with what is only shown.
const LEAST_PERIOD: Duration = Duration::from_secs(1);
const LOAD: f64 = 0.6;

/// How long a decode that is due waits for a [`DIP`].
const PATIENCE: Duration = Duration::from_millis(450);

/// The latest decode of the phrase, under way or over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begun {
    /// What it hears.
    pub audio: Span,
    /// How it ends.
    pub look: Look,
}

/// A decode of a phrase that is still being spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// It began in a pause and is the final if the pause goes on.
    Whole,
    /// It began in the middle of speech, to show something.
    Cut,
}

/// What is known when it is asked whether to decode now.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// The phrase.
    pub open: &'a Open,
    /// Its latest decode.
    pub begun: Option<Begun>,
    /// What one would cost that may be the final; none while nothing was learnt.
    pub whole: Option<Duration>,
    /// What one would cost that is only shown.
    pub cut: Option<Duration>,
    /// The longest piece that the model takes.
    pub longest: u64,
    /// Whether somebody wants to see words while they are spoken.
    pub live: bool,
    /// Whether a decode that is only shown is cheaper than one that may be the final.
    pub cheaper: bool,
    /// How long one is due to be shown; none while it is not. See [`period`].
    pub due: Option<Duration>,
}

/// What is to be decoded now, if anything.
pub fn look(known: &Known<'_>) -> Option<Look> {
    let Open { phrase, quiet, ending } = known.open;
    if phrase.speech.is_empty() || known.begun.is_some_and(|begun| begun.covers(phrase.speech)) {
        return None;
    }
    // A noise that sets in begins so; a decode of it would keep one of the first words waiting.
    if !ending && Heard::of(slice::from_ref(phrase)).is_at_the_floor() {
        return None;
    }
    if is_pause(known.open, known.whole) {
        return Some(Look::Whole);
    }
    let due = known.due.filter(|_| known.live && !ending && known.is_worth_showing())?;
    let dips = *quiet >= DIP;
    if dips && !known.cheaper && is_light(known.whole) {
        return Some(Look::Whole);
    }
    (dips || due >= PATIENCE).then_some(Look::Cut)
}

/// Whether a decode would not hold up a final for long. One of a cost that is not known may.
fn is_light(cost: Option<Duration>) -> bool {
    cost.is_some_and(|cost| cost <= HEAVY)
}

/// Whether the phrase has been quiet for so long that a decode of this cost is begun.
pub fn is_pause(open: &Open, cost: Option<Duration>) -> bool {
    if open.ending {
        return open.quiet >= LAST_PAUSE;
    }
    let pause = samples(PAUSE.max(cost.unwrap_or_default() / WORTH).as_millis() as u64);
    // One that takes too long for that waits for the end of the phrase.
    pause < samples(PAUSE_MS) && open.quiet >= pause
}

/// From the beginning of a decode of this cost to the next one that only shows something.
pub fn period(cost: Duration) -> Duration {
    cost.div_f64(LOAD).max(LEAST_PERIOD)
}

impl Begun {
    /// Whether it is the decode of a phrase of which this is all that was said so far.
    pub fn covers(&self, speech: Span) -> bool {
        self.look == Look::Whole && self.audio.end >= speech.end
    }

    /// Whether it is the decode of this complete phrase, and heard all that sounds in it.
    pub fn is_final(&self, phrase: &Phrase) -> bool {
        self.audio.start == phrase.audio.start
            && self.covers(phrase.speech)
            && self.audio.end >= phrase.sound_end
            && self.ends_in(phrase)
    }

    /// Whether it hears nothing that belongs to the next phrase. Behind a pause there is nothing
    /// to hear, but behind a cut somebody goes on speaking.
    pub fn ends_in(&self, phrase: &Phrase) -> bool {
        phrase.cause != Cause::Cap || self.audio.end <= phrase.audio.end
    }
}

impl Known<'_> {
    /// Whether there is something new to show, soon enough, before a final falls due anyway.
    fn is_worth_showing(&self) -> bool {
        let cost = self.cut.unwrap_or_default();
        let Phrase { audio, speech, .. } = &self.open.phrase;
        let shown = self.begun.map_or(speech.start, |begun| begun.audio.end.min(speech.end));
        let full = audio.len() + samples(cost.as_millis() as u64) >= self.longest;
        is_light(self.cut) && speech.end - shown >= FIRST && !full
    }
}

#[cfg(test)]
mod tests;
