//! What goes before what: texts that are waited for before what is only shown, and dictation before
//! captions.

use super::Errand;
use super::state::{Ahead, Posted};
use crate::clock::Moment;
use crate::command::Lane;
use crate::event::TakeId;
use crate::segment::Phrase;
use crate::work::ahead::{self, Look};

impl Posted {
    /// The most important lane in which a piece waits for its text.
    pub(super) fn waiting(&self) -> Option<Lane> {
        let waiting = self.backlogs.iter().filter(|backlog| !backlog.phrases.is_empty());
        waiting.map(|backlog| backlog.lane).min()
    }

    /// The most important lane in which something waits that is needed.
    fn needed(&self) -> Option<Lane> {
        self.waiting().into_iter().chain(self.untranslated()).min()
    }

    /// Takes back what waits of a take and ends before this sample.
    pub(super) fn shed(&mut self, take: TakeId, before: u64) -> Vec<Phrase> {
        let backlog = self.backlogs.iter_mut().find(|backlog| backlog.take == take);
        backlog.map_or_else(Vec::new, |backlog| {
            let old =
                backlog.phrases.iter().take_while(|phrase| phrase.audio.end <= before).count();
            backlog.phrases.drain(..old).collect()
        })
    }

    /// A look that goes before what waits: it begins in a pause, may be the final, and is of
    /// something more important. Two in a row do not, or what waits might wait for ever.
    pub(super) fn hurried(&mut self, now: Moment) -> Option<Errand> {
        let (entry, open) = self.speaking(Ahead::Decodes)?;
        if self.overtaken || self.needed()? <= entry.order.lane {
            return None;
        }
        let (_, look, window) = self.next_draft(now)?;
        let cost = self.costs.predict(window, open.phrase.audio.len());
        if look == Look::Cut || !ahead::is_pause(open, cost) {
            return None;
        }
        self.overtaken = true;
        self.draft(now)
    }
}

#[cfg(test)]
mod tests;
