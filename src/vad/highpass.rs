//! Takes the rumble out of what the detector hears; the recogniser gets untouched audio.

use std::f64::consts::{FRAC_1_SQRT_2, TAU};

use crate::audio::RATE;

/// A second-order Butterworth high-pass at 16 kHz. In double precision, because the poles of a
/// corner this low lie close to the unit circle.
#[derive(Clone, Debug)]
pub(super) struct HighPass {
    gain: f64,
    a1: f64,
    a2: f64,
    /// The two delays of the transposed direct form.
    memory: [f64; 2],
}

impl HighPass {
    /// A filter that is 3 dB down at `corner_hz`, by the bilinear transform.
    pub(super) fn new(corner_hz: f64) -> Self {
        let angle = TAU * corner_hz / f64::from(RATE);
        // The quality factor that makes it Butterworth is the square root of one half.
        let alpha = angle.sin() / (2.0 * FRAC_1_SQRT_2);
        let a0 = 1.0 + alpha;
        Self {
            gain: (1.0 + angle.cos()) / 2.0 / a0,
            a1: -2.0 * angle.cos() / a0,
            a2: (1.0 - alpha) / a0,
            memory: [0.0; 2],
        }
    }

    pub(super) fn filter(&mut self, sample: f64) -> f64 {
        let fed = self.gain * sample;
        let out = fed + self.memory[0];
        self.memory[0] = self.memory[1] - 2.0 * fed - self.a1 * out;
        self.memory[1] = fed - self.a2 * out;
        out
    }

    pub(super) fn reset(&mut self) {
        self.memory = [0.0; 2];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Level of a tone after the filter, in dB against before, once it has settled.
    fn gain_db(hz: f64) -> f64 {
        let mut filter = HighPass::new(100.0);
        let second = RATE as usize;
        let out: Vec<f64> = (0..2 * second)
            .map(|i| filter.filter((TAU * hz * i as f64 / 16_000.0).sin()))
            .collect();
        let energy: f64 = out[second..].iter().map(|sample| sample * sample).sum();
        10.0 * (energy / (second as f64 / 2.0)).log10()
    }

    #[test]
    fn rumble_goes_and_speech_stays() {
        assert!((gain_db(100.0) + 3.01).abs() < 0.05, "{}", gain_db(100.0));
        assert!(gain_db(60.0) < -8.0, "{}", gain_db(60.0));
        assert!(gain_db(20.0) < -27.0, "{}", gain_db(20.0));
        for hz in [200.0, 300.0, 1_000.0, 3_400.0, 7_500.0] {
            assert!(gain_db(hz).abs() < 0.3, "{hz} Hz: {}", gain_db(hz));
        }
    }

    #[test]
    fn a_constant_offset_vanishes_and_a_reset_forgets() {
        let mut filter = HighPass::new(100.0);
        let last = (0..RATE).map(|_| filter.filter(1.0)).last().unwrap();
        assert!(last.abs() < 1e-9, "{last}");
        let mut fresh = HighPass::new(100.0);
        filter.filter(-1.0);
        filter.reset();
        assert_eq!(filter.filter(0.5), fresh.filter(0.5));
    }
}
