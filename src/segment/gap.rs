//! What was said without a voice: whispers, and words too short for an onset.

use std::ops::Range;

use super::floor::{stands_out, tenth};
use super::{Frame, frames};

/// Sounds with less than this between them belong together.
const JOIN: usize = frames(700) as usize;

/// Less sound than this is no word; the shortest ones ("a", "I") last 100 ms.
pub(super) const WORD: usize = 3;

/// A sound that a pause of this length follows is over.
const OVER: usize = frames(1_200) as usize;

/// How much around a sound tells what it stands out of.
const AROUND: usize = frames(200) as usize;

/// What a search found.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// Frames in which something may have been said, in order.
    pub(super) runs: Vec<Range<usize>>,
    /// Everything before this frame is settled.
    pub(super) settled: usize,
}

/// Searches the frames of a gap. A run that may go on after the gap is only given when this is
/// the last search.
pub(super) fn search(gap: &[Frame], floor: f32, last: bool) -> Found {
    let mut runs = joined(gap, floor);
    let open = match runs.last() {
        Some(run) if !last && gap.len() - run.end < OVER => runs.pop(),
        _ => None,
    };
    let settled = open.map_or(gap.len(), |run| run.start);
    runs.retain(|run| is_something(gap, run, floor));
    Found { runs, settled }
}

/// Runs of frames that are voiced or stand out, joined over short breaks.
fn joined(gap: &[Frame], floor: f32) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    let sounds = gap.iter().enumerate().filter(|(_, f)| f.voiced || stands_out(f.db, floor));
    for (at, _) in sounds {
        match runs.last_mut() {
            Some(run) if at - run.end < JOIN => run.end = at + 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs
}

/// Whether a run is more than a click, and more than a steady noise that set in: speech rises
/// and falls, so it stands out of the quiet parts in and around it as well.
fn is_something(gap: &[Frame], run: &Range<usize>, floor: f32) -> bool {
    let around = run.start.saturating_sub(AROUND)..(run.end + AROUND).min(gap.len());
    let mut levels: Vec<f32> = gap[around].iter().map(|frame| frame.db).collect();
    let own = tenth(&mut levels, 2).max(floor);
    let sounds = gap[run.clone()].iter().filter(|f| f.voiced || stands_out(f.db, own)).count();
    sounds >= WORD
}
