//! How the cues sound. Pure.

use std::f32::consts::TAU;

/// Something that is heard instead of seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cue {
    /// A take is heard: speak now.
    Start,
    /// It is heard no more.
    Stop,
}

/// How long a cue lasts. The microphone may hear it too; what is under 90 ms is no word.
const LENGTH_MS: u32 = 80;

/// Loudest sample: −22 dBFS, to be noticed without being listened to.
const PEAK: f32 = 0.08;

/// Two notes, a fourth apart: up to start, down to stop.
const LOW_HZ: f32 = 587.33;
const HIGH_HZ: f32 = 783.99;

/// The samples of a cue, mono, full scale ±1.
pub(crate) fn tone(cue: Cue, rate: u32) -> impl Iterator<Item = f32> {
    let samples = rate * LENGTH_MS / 1000;
    let (first, second) = match cue {
        Cue::Start => (LOW_HZ, HIGH_HZ),
        Cue::Stop => (HIGH_HZ, LOW_HZ),
    };
    let mut phase = 0.0_f32;
    (0..samples).map(move |sample| {
        let hertz = if sample < samples / 2 { first } else { second };
        phase = (phase + hertz / rate as f32).fract();
        // Fades in and out as half a sine does, so that nothing clicks.
        let fade = (TAU / 2.0 * sample as f32 / samples as f32).sin();
        PEAK * fade * (TAU * phase).sin()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cue_is_short_quiet_and_does_not_click() {
        for cue in [Cue::Start, Cue::Stop] {
            let samples: Vec<f32> = tone(cue, 48_000).collect();
            assert_eq!(samples.len(), 3_840);
            let peak = samples.iter().fold(0.0, |peak: f32, sample| peak.max(sample.abs()));
            assert!((0.05..=PEAK).contains(&peak), "{peak}");
            let step = samples.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max);
            assert!(step < 0.01, "{step}");
        }
    }

    #[test]
    fn start_goes_up_and_stop_goes_down() {
        // A higher note crosses zero more often.
        let crossings = |samples: &[f32]| samples.windows(2).filter(|p| p[0] * p[1] < 0.0).count();
        for (cue, rises) in [(Cue::Start, true), (Cue::Stop, false)] {
            let samples: Vec<f32> = tone(cue, 16_000).collect();
            let (first, second) = samples.split_at(samples.len() / 2);
            assert_eq!(crossings(second) > crossings(first), rises, "{cue:?}");
        }
    }
}
