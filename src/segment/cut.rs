//! Where to cut speech that has no end.

use super::{Frame, frames};

/// A pause this long separates words; stops inside a word are shorter.
const WORD_PAUSE: usize = frames(120) as usize;

/// How much around a place says how quiet it is there.
const AROUND: usize = frames(300) as usize;

/// The quietest place: lowest voiced share over 300 ms, then lowest level; in the middle of a
/// pause between words if there is one.
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

/// Voiced frames and mean level around a place. What lies outside of the window may be voiced.
fn loudness(window: &[Frame], at: usize) -> (usize, f32) {
    let around = &window[at.saturating_sub(AROUND / 2)..(at + AROUND / 2).min(window.len())];
    let voiced = around.iter().filter(|frame| frame.voiced).count() + AROUND - around.len();
    let level: f32 = around.iter().map(|frame| frame.db).sum();
    (voiced, level / around.len().max(1) as f32)
}
