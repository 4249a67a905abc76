//! What of a take is kept on disk.

use super::Take;
use crate::clock::unix_ms;
use crate::command::{Lane, SourceSpec, Start};
use crate::deliver::Edit;
use crate::error::Error;
use crate::event::TakeId;
use crate::journal::{Ending, Journal, Mark, Opening, Syncer};
use crate::pipeline::Tools;

impl Take {
    pub(super) fn mark(&self, edits: Vec<Edit>) {
        for Edit { piece, text, .. } in edits {
            if let Err(error) = self.journal.mark(&Mark::Delivered { piece, text }) {
                tracing::warn!("{error}");
            }
        }
    }

    pub(super) fn end_journal(&self, ending: Ending) {
        if let Err(error) = self.journal.end(ending) {
            tracing::warn!("{error}");
        }
    }
}

/// Files are on disk already; what is said into a microphone is nowhere else. What captions hear
/// is never written: they run for hours, others speak in them, and their text is all that is wanted.
pub(super) fn journal(
    id: TakeId,
    start: &Start,
    tools: &Tools,
    syncer: Option<&Syncer>,
) -> (Journal, Option<Error>) {
    let (Lane::Dictation, SourceSpec::Microphone { device }, Some(folder), Some(syncer)) =
        (start.lane, &start.source, &tools.takes, syncer)
    else {
        return (Journal::memory(), None);
    };
    let opening = Opening {
        started_unix_ms: unix_ms(),
        source: device.clone().unwrap_or_else(|| "default microphone".to_owned()),
        profile: start.profile.name.clone(),
    };
    let name = format!("{}-{}-{}", opening.started_unix_ms, std::process::id(), id.0);
    match Journal::create(folder, &name, &opening, syncer) {
        Ok(journal) => (journal, None),
        Err(error) => (Journal::memory(), Some(error)),
    }
}
