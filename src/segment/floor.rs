//! The noise floor: how loud it is when nothing is said.

use std::collections::VecDeque;

use crate::audio::SILENCE_DB;

/// Frames that are remembered, 10 s: long enough to hold a pause of any speaker.
const MEMORY: usize = 333;

/// What stands out this much above the floor may be speech (plan, "Evidence").
const STANDS_OUT_DB: f32 = 6.0;

/// Under this level nothing is heard. A device that gives exact zeros in silence would else
/// make the last bit of a converter stand out.
const DEAF_DB: f32 = -76.0;

/// Follows the level that a tenth of the last 10 s does not exceed: the pauses between words
/// reach it even while somebody speaks without a break.
#[derive(Clone, Debug, Default)]
pub(super) struct Floor {
    recent: VecDeque<f32>,
}

impl Floor {
    pub(super) fn push(&mut self, db: f32) {
        if self.recent.len() == MEMORY {
            self.recent.pop_front();
        }
        self.recent.push_back(db);
    }

    /// The floor in dB.
    pub(super) fn level(&self) -> f32 {
        let mut levels: Vec<f32> = self.recent.iter().copied().collect();
        tenth(&mut levels, 1).max(DEAF_DB)
    }

    /// The level above which something stands out.
    pub(super) fn loud(&self) -> f32 {
        self.level() + STANDS_OUT_DB
    }
}

/// The level that so many tenths of `levels` do not exceed.
pub(super) fn tenth(levels: &mut [f32], tenths: usize) -> f32 {
    if levels.is_empty() {
        return SILENCE_DB;
    }
    let at = (levels.len() - 1) * tenths / 10;
    *levels.select_nth_unstable_by(at, f32::total_cmp).1
}

/// Whether a level stands out of a floor.
pub(super) fn stands_out(db: f32, floor: f32) -> bool {
    db > floor + STANDS_OUT_DB
}
