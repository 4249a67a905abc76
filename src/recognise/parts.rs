//! A recording that is longer than one run of a model may be: where to divide it, and how the
//! texts of its parts become one. Pure.

use std::ops::Range;

use super::{Failure, Hypothesis, Segment};
use crate::assemble::join;
use crate::audio::{FRAME, ms, samples};

/// How far before the longest end a quiet place is looked for.
const SEARCH: u64 = samples(8_000);

/// Frames of a quiet place: 300 ms. Stops inside a word are shorter.
const PAUSE: usize = (samples(300) / FRAME) as usize;

/// Parts of at most `longest` samples, divided where it is quietest. They share no sample and lose
/// none; what fits is one part.
pub(super) fn parts(audio: &[f32], longest: u64) -> Vec<Range<usize>> {
    let longest = usize::try_from(longest).unwrap_or(usize::MAX).max(1);
    let mut parts = Vec::new();
    let mut start = 0;
    while audio.len() - start > longest {
        let from = start + longest - (longest / 2).min(SEARCH as usize);
        let end = from + quietest(&audio[from..start + longest]);
        parts.push(start..end);
        start = end;
    }
    parts.push(start..audio.len());
    parts
}

/// The middle of the quietest place; the end where there is not enough to choose from.
fn quietest(audio: &[f32]) -> usize {
    let power = |frame: &[f32]| frame.iter().map(|sample| f64::from(sample * sample)).sum::<f64>();
    let frames: Vec<f64> = audio.chunks_exact(FRAME as usize).map(power).collect();
    let places = frames.windows(PAUSE).map(|place| place.iter().sum::<f64>()).enumerate();
    let quietest = places.min_by(|(_, a), (_, b)| a.total_cmp(b));
    quietest.map_or(audio.len(), |(at, _)| (at + PAUSE / 2) * FRAME as usize)
}

/// What came of a recording in parts.
#[derive(Debug, Default, PartialEq)]
pub struct Whole {
    /// The text of all parts that gave one.
    pub hypothesis: Hypothesis,
    /// The parts without a text.
    pub missing: Vec<Gap>,
}

/// A part of a recording that has no text.
#[derive(Clone, Debug, PartialEq)]
pub struct Gap {
    /// Where it begins.
    pub start_ms: u64,
    /// Where it ends.
    pub end_ms: u64,
    /// Why it has none.
    pub failure: Failure,
}

impl Whole {
    /// Whether something of the text is missing.
    pub fn is_partial(&self) -> bool {
        self.hypothesis.broken_off.is_some() || !self.missing.is_empty()
    }
}

/// Runs all parts. One that fails costs its own text and no other's.
pub(super) fn run(
    parts: Vec<Range<usize>>,
    mut decode: impl FnMut(Range<usize>) -> Result<Hypothesis, Failure>,
) -> Result<Whole, Failure> {
    if let [all] = parts.as_slice() {
        // Its times, or that it has none, are the model's own.
        return decode(all.clone()).map(|hypothesis| Whole { hypothesis, missing: Vec::new() });
    }
    let (mut whole, count) = (Whole::default(), parts.len());
    for part in parts {
        match decode(part.clone()) {
            Ok(heard) => append(&mut whole.hypothesis, heard, &part),
            Err(failure) => {
                let [start_ms, end_ms] = times(&part);
                whole.missing.push(Gap { start_ms, end_ms, failure });
            }
        }
    }
    if whole.missing.len() == count
        && let Some(gap) = whole.missing.pop()
    {
        return Err(gap.failure);
    }
    Ok(whole)
}

/// Where a part begins and ends.
fn times(part: &Range<usize>) -> [u64; 2] {
    [part.start, part.end].map(|sample| ms(sample as u64))
}

/// Adds what a model made of the part of a recording that is `span`. A part without times has at
/// least its own.
fn append(whole: &mut Hypothesis, part: Hypothesis, span: &Range<usize>) {
    let [start_ms, end_ms] = times(span);
    let Hypothesis { text, language, other, segments, broken_off } = part;
    if segments.is_empty() && !text.is_empty() {
        whole.segments.push(Segment { start_ms, end_ms, text: text.clone() });
    }
    whole.segments.extend(segments.into_iter().map(|segment| Segment {
        start_ms: start_ms + segment.start_ms,
        end_ms: start_ms + segment.end_ms,
        ..segment
    }));
    let joined = join(&whole.text, &text, language.as_deref());
    whole.text.push_str(&joined);
    whole.language = whole.language.take().or(language);
    whole.other = whole.other.take().or(other);
    whole.broken_off = whole.broken_off.or(broken_off);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognise::BrokenOff;

    /// Noise of this many seconds, with a pause of 600 ms after each of these.
    fn talk(seconds: usize, pauses: &[usize]) -> Vec<f32> {
        let mut audio: Vec<f32> =
            (0..seconds * 16_000).map(|at| if at % 2 == 0 { 0.3 } else { -0.3 }).collect();
        for pause in pauses {
            audio[pause * 16_000..pause * 16_000 + 9_600].fill(0.0);
        }
        audio
    }

    #[test]
    fn what_fits_is_one_part() {
        let whole = |length: usize| vec![Range { start: 0, end: length }];
        assert_eq!(parts(&talk(30, &[]), samples(30_000)), whole(480_000));
        assert_eq!(parts(&[], samples(30_000)), whole(0));
        assert_eq!(parts(&talk(2, &[]), u64::MAX), whole(32_000));
    }

    #[test]
    fn a_long_recording_is_divided_in_its_pauses_without_losing_a_sample() {
        let audio = talk(70, &[10, 27, 55]);
        let parts = parts(&audio, samples(30_000));
        assert_eq!(parts.len(), 3);
        for (part, pause) in parts.iter().zip([27, 55]) {
            assert!((pause * 16_000..pause * 16_000 + 9_600).contains(&part.end), "{parts:?}");
        }
        assert!(parts.windows(2).all(|pair| pair[0].end == pair[1].start));
        assert_eq!((parts[0].start, parts[2].end), (0, audio.len()));
    }

    #[test]
    fn what_has_no_pause_and_what_leaves_no_choice_is_divided_all_the_same() {
        for (seconds, longest) in [(100, samples(30_000)), (1, 100), (1, 0)] {
            let audio = talk(seconds, &[]);
            let parts = parts(&audio, longest);
            assert!(
                parts.iter().all(|part| !part.is_empty() && part.len() as u64 <= longest.max(1))
            );
            assert_eq!(parts.iter().map(ExactSizeIterator::len).sum::<usize>(), audio.len());
        }
    }

    #[test]
    fn a_part_that_fails_costs_its_own_text_alone() {
        let parts = || vec![0..16_000, 16_000..32_000, 32_000..48_000];
        let said = |text: &str| Hypothesis { text: text.to_owned(), ..Hypothesis::default() };
        let whole = run(parts(), |part| match part.start {
            16_000 => Err(Failure::Busy),
            _ => Ok(said("Fine.")),
        });
        let whole = whole.unwrap();
        assert_eq!(whole.hypothesis.text, "Fine. Fine.");
        assert_eq!(whole.missing, [Gap { start_ms: 1000, end_ms: 2000, failure: Failure::Busy }]);
        assert_eq!(run(parts(), |_| Err(Failure::TooLong)), Err(Failure::TooLong));
        let silent = run(parts(), |_| Ok(Hypothesis::default()));
        assert_eq!(silent, Ok(Whole::default()), "silence is no failure");
    }

    #[test]
    fn texts_times_and_an_early_end_are_brought_together() {
        let mut whole = Hypothesis::default();
        let timed = Segment { start_ms: 100, end_ms: 900, text: "Two.".to_owned() };
        let said = |text: &str| Hypothesis { text: text.to_owned(), ..Hypothesis::default() };
        append(&mut whole, said("One."), &(0..16_000));
        append(&mut whole, said(""), &(16_000..32_000));
        let second = Hypothesis {
            segments: vec![timed],
            language: Some("en".to_owned()),
            broken_off: Some(BrokenOff::Truncated),
            ..said("Two.")
        };
        append(&mut whole, second, &(32_000..48_000));
        assert_eq!(whole.text, "One. Two.");
        assert_eq!(
            (whole.language.as_deref(), whole.broken_off),
            (Some("en"), Some(BrokenOff::Truncated))
        );
        let times: Vec<_> = whole.segments.iter().map(|s| (s.start_ms, s.end_ms)).collect();
        assert_eq!(times, [(0, 1000), (2100, 2900)]);
    }
}
