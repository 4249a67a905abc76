//! How loud is it now? A latest value for eyes, not a queue.

use crate::audio::RATE;

/// Readings a second of audio at most; more than an eye can follow is waste.
pub const READINGS_A_SECOND: u32 = 30;

const PERIOD: u64 = RATE.div_ceil(READINGS_A_SECOND) as u64;

/// Measures 16 kHz mono. Pure: its time is that of the samples.
#[derive(Clone, Debug, Default)]
pub struct Meter {
    energy: f64,
    samples: u64,
    speech: bool,
}

/// What a [`Meter`] shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// Root mean square since the last reading, full scale is 1.
    pub rms: f32,
    /// Whether anybody spoke since the last reading.
    pub speech: bool,
}

impl Meter {
    /// Takes samples in, with whether they are speech, and gives a reading when one is due. A
    /// block that is longer than several periods gives one reading over all of it.
    pub fn push(&mut self, samples: &[f32], speech: bool) -> Option<Reading> {
        let finite = samples.iter().filter(|sample| sample.is_finite());
        self.energy += finite.map(|&sample| f64::from(sample) * f64::from(sample)).sum::<f64>();
        self.samples += samples.len() as u64;
        self.speech |= speech;
        if self.samples < PERIOD {
            return None;
        }
        let Self { energy, samples, speech } = std::mem::take(self);
        Some(Reading { rms: (energy / samples as f64).sqrt() as f32, speech })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_at_most_thirty_readings_in_a_second_of_audio() {
        for block in [1, 7, 160, 480, 533, 534, 4096] {
            let mut meter = Meter::default();
            let second = vec![0.5; RATE as usize];
            let readings = second.chunks(block).filter_map(|b| meter.push(b, false)).count();
            assert!(readings <= 30, "blocks of {block}: {readings}");
            assert!(readings >= (16_000 / block).min(15), "blocks of {block}: {readings}");
        }
    }

    #[test]
    fn a_reading_covers_the_time_since_the_last_one() {
        let mut meter = Meter::default();
        assert_eq!(meter.push(&[1.0; 267], true), None);
        let mixed = meter.push(&[0.0; 267], false).unwrap();
        assert!((mixed.rms - 0.5f32.sqrt()).abs() < 1e-6);
        assert!(mixed.speech);
        assert_eq!(meter.push(&[0.0; 600], false), Some(Reading { rms: 0.0, speech: false }));
    }

    #[test]
    fn what_is_not_a_number_is_silence() {
        let reading = Meter::default().push(&[f32::NAN; 600], false).unwrap();
        assert_eq!(reading.rms, 0.0);
    }
}
