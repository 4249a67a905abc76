//! Units of audio: samples, milliseconds and decibels convert here and nowhere else.

use serde::{Deserialize, Serialize};

/// Samples a second on every time line inside the engine. Models take 16 kHz mono.
pub const RATE: u32 = 16_000;

/// Length of one analysis frame in milliseconds: the longest that webrtc-vad takes.
pub const FRAME_MS: u64 = 30;

/// Samples in one analysis frame at [`RATE`].
pub const FRAME: u64 = samples(FRAME_MS);

/// Quietest level that is told apart, in dB relative to full scale. Digital silence is this.
pub const SILENCE_DB: f32 = -100.0;

/// Milliseconds to samples at [`RATE`].
pub const fn samples(ms: u64) -> u64 {
    ms * RATE as u64 / 1000
}

/// Samples at [`RATE`] to whole milliseconds, rounded down.
pub const fn ms(samples: u64) -> u64 {
    samples * 1000 / RATE as u64
}

/// A half-open range of samples at [`RATE`] on the time line of one take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Span {
    /// First sample.
    pub start: u64,
    /// One past the last sample.
    pub end: u64,
}

impl Span {
    /// The range `start..end`; an end before the start makes an empty one.
    pub fn new(start: u64, end: u64) -> Self {
        Self { start, end: end.max(start) }
    }

    /// Length in samples.
    pub fn len(self) -> u64 {
        self.end - self.start
    }

    /// Whether there is no sample in it.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// How a device or a file delivers its samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// Frames a second.
    pub rate: u32,
    /// Samples in one frame.
    pub channels: u16,
}

/// Root mean square of `samples`, 0 for none. Samples that are not numbers count as silence.
pub fn rms(samples: &[f32]) -> f32 {
    if samples.is_empty() {
        return 0.0;
    }
    let sum: f32 = samples.iter().filter(|s| s.is_finite()).map(|s| s * s).sum();
    (sum / samples.len() as f32).sqrt()
}

/// A root mean square level (full scale is 1) in dB, never below [`SILENCE_DB`].
pub fn decibels(rms: f32) -> f32 {
    if rms <= 0.0 { SILENCE_DB } else { (20.0 * rms.log10()).max(SILENCE_DB) }
}

/// Sixteen-bit sample to float in `[-1, 1)`.
pub fn from_i16(sample: i16) -> f32 {
    f32::from(sample) / 32_768.0
}

/// Float to sixteen bits, rounded and clipped. What is not a number becomes silence.
pub fn to_i16(sample: f32) -> i16 {
    (sample * 32_768.0).round().clamp(-32_768.0, 32_767.0) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_and_milliseconds_round_trip() {
        for value in [0, 1, 29, 30, 28_000, 3_600_000] {
            assert_eq!(ms(samples(value)), value);
        }
    }

    #[test]
    fn sixteen_bits_keep_every_sample_and_clip_what_is_too_loud() {
        for value in [i16::MIN, -1, 0, 1, i16::MAX] {
            assert_eq!(to_i16(from_i16(value)), value);
        }
        assert_eq!(to_i16(1.5), i16::MAX);
        assert_eq!(to_i16(-1.5), i16::MIN);
        assert_eq!(to_i16(f32::NAN), 0);
    }

    #[test]
    fn levels_are_relative_to_full_scale() {
        assert!((decibels(rms(&[0.5; 100])) + 6.02).abs() < 0.01);
        assert_eq!(decibels(rms(&[0.0; 100])), SILENCE_DB);
        assert!(rms(&[f32::NAN, 0.0]) == 0.0);
    }
}
