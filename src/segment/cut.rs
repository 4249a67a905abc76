//! Where to cut speech that has no end.

use super::{Frame, frames};

/// A pause this long separates words; stops inside a word are shorter.
const WORD_PAUSE: usize = frames(120) as usize;

/// How far around a place is looked to see how quiet it is there: 300 ms in all.
const REACH: usize = frames(150) as usize;

/// The quietest place: lowest voiced share over 300 ms, then lowest level; in the middle of a
/// pause between words if there is one. What is nearer counts more, else the middle of a short
/// word with a gap on either side would seem quieter than the gaps.
pub(super) fn quietest(window: &[Frame]) -> usize {
    let between_words = pauses(window);
    let places: Vec<usize> =
        if between_words.is_empty() { (1..window.len()).collect() } else { between_words };
    places
        .into_iter()
        .min_by(|a, b| {
            let (a, b) = (loudness(window, *a), loudness(window, *b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        })
        .unwrap_or(window.len())
}

/// The middles of all pauses that are long enough to stand between words.
fn pauses(window: &[Frame]) -> Vec<usize> {
    let mut middles = Vec::new();
    let mut start = 0;
    for at in 0..=window.len() {
        if at == window.len() || window[at].voiced {
            if at - start >= WORD_PAUSE {
                middles.push(start + (at - start) / 2);
            }
            start = at + 1;
        }
    }
    middles
}

/// Weighted voiced frames and level around a place. What lies outside of the window may be
/// voiced.
fn loudness(window: &[Frame], at: usize) -> (usize, f32) {
    let mut voiced = 0;
    let mut level = 0.0;
    for place in 0..=2 * REACH {
        let weight = REACH + 1 - place.abs_diff(REACH);
        let frame = (at + place).checked_sub(REACH).and_then(|at| window.get(at));
        voiced += weight * usize::from(frame.is_none_or(|frame| frame.voiced));
        level += weight as f32 * frame.map_or(0.0, |frame| frame.db);
    }
    (voiced, level)
}
