//! A take whose text is behind: how far is said, and captions go on with what is newer.

use super::Take;
use crate::audio::{ms, samples};
use crate::event::Event;
use crate::pipeline::Tools;
use crate::pipeline::writing::{Fate, ends};

/// A person whose text is this far behind is told so. A single piece takes less to recognise
/// where dictation is any use.
const BEHIND: u64 = samples(5_000);

/// Captions that are so far behind leave out their oldest phrases: nobody reads them any more, and
/// their audio is in memory only.
const CAPTIONS_WAITING: u64 = samples(300_000);

/// So much of them is left then: what is told is told seldom, and the text is near again.
const CAPTIONS_KEPT: u64 = samples(60_000);

impl Take {
    /// Captions that are too far behind go on with what is newer. What waits is the only thing here
    /// that could grow for hours.
    pub(super) fn shed(&mut self, tools: &Tools) {
        let now = self.hearing.samples();
        let late = |by: u64| now.saturating_sub(by);
        if self.waiting.front().is_none_or(|end| *end > late(CAPTIONS_WAITING)) {
            return;
        }
        let shed = tools.board.shed(self.id, late(CAPTIONS_KEPT));
        if shed.is_empty() {
            return;
        }
        let (first, last) = ends(&shed);
        let seconds = ms(last.audio.end - first.audio.start).div_ceil(1_000);
        self.recognised += shed.iter().map(|phrase| phrase.audio.len()).sum::<u64>();
        self.waiting.retain(|end| *end > last.audio.end);
        self.writing.worse(Fate::Partial);
        let message = format!(
            "the model is too slow for these captions: {seconds} s were left out; choose a \
             smaller model"
        );
        tools.bus.notice(Some(self.id), "captions_skipped", message);
    }

    /// Says how far the text is behind, each time that changes by a second.
    pub(super) fn tell_backlog(&mut self, tools: &Tools) {
        let oldest = self.waiting.front().copied().unwrap_or(u64::MAX);
        let late = self.hearing.samples().saturating_sub(oldest);
        let seconds = if late < BEHIND { 0 } else { ms(late) / 1000 };
        if self.behind != seconds {
            self.behind = seconds;
            tools.bus.publish(&Event::Behind { take: self.id, seconds });
        }
    }
}
