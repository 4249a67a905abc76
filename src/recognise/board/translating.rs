//! The second run of a piece, for its translation: behind the texts, which it never holds up, and
//! yet not for ever.

use super::state::{Posted, Recogniser, Run};
use super::{Errand, Job, Told};
use crate::command::Lane;
use crate::event::TakeId;
use crate::recognise::cancel::Cancel;
use crate::recognise::worker::Translated;
use crate::recognise::{BrokenOff, Failure};

/// A take in which more translations wait lets the oldest go first: its texts come in longer
/// pieces then, which leave time for both. Else on a slow machine none would ever come.
const LATE: usize = 4;

impl Posted {
    /// Begins a translation, if it is time for one.
    pub(super) fn translation(&mut self) -> Option<Errand> {
        let (take, late) = self.next_translation()?;
        self.overtaken = false;
        let entry = self.entry(take)?;
        let job = Job { cancel: Cancel::default(), ..entry.untranslated.pop_front()? };
        // What has given way once is not begun in vain a second time.
        let yields = !late && entry.gave_way != Some(job.piece);
        let (lane, cancel) = (job.order.lane, job.cancel.clone());
        self.recogniser =
            Recogniser::Running { take, cancel, run: Run::Translation { lane, yields } };
        Some(Errand::Translation(job))
    }

    /// The most important take with a translation whose time has come, and whether that is late.
    fn next_translation(&self) -> Option<(TakeId, bool)> {
        if self.stream.is_some() {
            // It would end the stream.
            return None;
        }
        let waiting = self.entries.iter().filter(|entry| !entry.untranslated.is_empty());
        let entry = waiting.min_by_key(|entry| entry.order.lane)?;
        let late = entry.untranslated.len() > LATE;
        let lane = entry.order.lane;
        let first = self.waiting().is_none_or(|text| lane < text || (late && lane == text));
        first.then_some((entry.order.take, late))
    }

    /// The most important lane in which a piece waits for its translation.
    pub(super) fn untranslated(&self) -> Option<Lane> {
        let waiting = self.entries.iter().filter(|entry| !entry.untranslated.is_empty());
        waiting.map(|entry| entry.order.lane).min()
    }

    /// One that gave way to a text waits again, before all others.
    pub(super) fn translated(&mut self, translated: Translated) -> Option<Told> {
        let entry = self.entry(translated.job.order.take)?;
        if translated.gave_way() {
            entry.gave_way = Some(translated.job.piece);
            entry.untranslated.push_front(translated.job);
            return None;
        }
        Some(Told::Translation(Box::new(translated)))
    }
}

impl Translated {
    /// Whether it was called off and took notice.
    fn gave_way(&self) -> bool {
        let cut = match &self.text {
            Ok(text) => text.broken_off == Some(BrokenOff::Aborted),
            Err(failure) => *failure == Failure::Cancelled,
        };
        cut && self.job.cancel.is_cancelled()
    }
}

#[cfg(test)]
mod tests;
