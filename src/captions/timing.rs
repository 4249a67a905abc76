//! When each cue of a passage is shown. Pure.

use std::ops::Range;

use super::{LONGEST_MS, SHORTEST_MS};

/// What is shown for less cannot be seen. Where not even so much is left, the cues after it come
/// that much later.
const VISIBLE_MS: u64 = 300;

/// The time of a passage with so many cues: when it was spoken, and longer where they would be
/// too short and nothing follows before `next`.
pub(super) fn span(spoken: Range<u64>, cues: usize, next: u64) -> Range<u64> {
    let cues = cues as u64;
    let wanted = spoken.end.max(spoken.start.saturating_add(cues * SHORTEST_MS));
    let end = wanted.min(next).max(spoken.start.saturating_add(cues * VISIBLE_MS));
    spoken.start..end
}

/// Spreads a time over cues in proportion to the letters of each; `ends` has the letters up to the
/// end of each. None is shorter than it need be, and none longer than it may be.
pub(super) fn spread(span: &Range<u64>, ends: &[usize]) -> Vec<Range<u64>> {
    let (Some(&letters), length) = (ends.last(), span.end - span.start) else { return Vec::new() };
    let least = SHORTEST_MS.min(length / ends.len() as u64);
    let mut starts = vec![span.start];
    for end in &ends[..ends.len() - 1] {
        let share = u128::from(length) * *end as u128 / letters.max(1) as u128;
        starts.push((span.start + share as u64).max(starts[starts.len() - 1] + least));
    }
    // The last ones may have been pushed too far.
    for (after, start) in starts.iter_mut().rev().enumerate() {
        *start = (*start).min(span.end - (after as u64 + 1) * least);
    }
    let nexts = starts.iter().copied().skip(1).chain([span.end]);
    starts.iter().zip(nexts).map(|(start, next)| *start..next.min(start + LONGEST_MS)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From when to when each is shown, in milliseconds.
    fn told(spoken: Range<u64>, ends: &[usize], next: u64) -> String {
        let times = spread(&span(spoken, ends.len(), next), ends);
        let times = times.iter().map(|time| format!("{}-{}", time.start, time.end));
        times.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn time_goes_by_the_letters() {
        assert_eq!(told(1_000..9_000, &[30, 40, 80], u64::MAX), "1000-4000 4000-5000 5000-9000");
        assert_eq!(told(0..5_000, &[], 9_000), "");
    }

    #[test]
    fn a_short_cue_lasts_a_second_where_there_is_room() {
        assert_eq!(told(500..800, &[3], u64::MAX), "500-1500");
        assert_eq!(told(500..800, &[3], 1_200), "500-1200");
        assert_eq!(told(0..10_000, &[2, 82, 84], 10_000), "0-1000 1000-8000 9000-10000");
        assert_eq!(told(0..1_000, &[20, 84], 2_000), "0-1000 1000-2000");
    }

    #[test]
    fn none_lasts_longer_than_a_cue_may() {
        assert_eq!(told(0..20_000, &[12], 20_000), "0-7000");
        assert_eq!(told(0..18_000, &[10, 20], 30_000), "0-7000 9000-16000");
    }

    #[test]
    fn without_room_each_is_still_to_be_seen() {
        assert_eq!(told(1_000..1_000, &[80, 160], 1_000), "1000-1300 1300-1600");
    }
}
