//! The detector of WebRTC, on a copy without rumble.

use webrtc_vad::{SampleRate, Vad, VadMode};

use super::Detector;
use super::highpass::HighPass;
use crate::audio::{FRAME, from_i16, to_i16};

/// Below this there is no speech, only engines, fans and steps.
const CORNER_HZ: f64 = 100.0;

/// Voice activity by WebRTC's Gaussian mixtures. Cheap to make and cannot change its thread, so
/// it is made on the thread that uses it.
pub struct WebRtc {
    vad: Vad,
    high_pass: HighPass,
    filtered: Vec<i16>,
}

impl WebRtc {
    /// A detector that has heard nothing yet.
    pub fn new() -> Self {
        let high_pass = HighPass::new(CORNER_HZ);
        Self { vad: fresh(), high_pass, filtered: Vec::with_capacity(FRAME as usize) }
    }
}

impl Default for WebRtc {
    fn default() -> Self {
        Self::new()
    }
}

impl Detector for WebRtc {
    fn is_voiced(&mut self, frame: &[i16]) -> bool {
        debug_assert_eq!(frame.len() as u64, FRAME);
        let high_pass = &mut self.high_pass;
        self.filtered.clear();
        self.filtered
            .extend(frame.iter().map(|&s| to_i16(high_pass.filter(from_i16(s).into()) as f32)));
        // The library indexes the first sample before it looks at the length.
        !self.filtered.is_empty() && self.vad.is_voice_segment(&self.filtered).unwrap_or(false)
    }

    fn reset(&mut self) {
        // The library's own reset also sets rate and mode back to its defaults.
        self.vad = fresh();
        self.high_pass.reset();
    }
}

/// Mode 2: modes 0 and 1 call the first 180 ms of silence voice, mode 3 loses quiet speech.
fn fresh() -> Vad {
    Vad::new_with_rate_and_mode(SampleRate::Rate16kHz, VadMode::Aggressive)
}

#[cfg(test)]
mod tests {
    use std::f64::consts::TAU;

    use super::*;
    use crate::audio::{RATE, rms};

    const SECONDS: usize = 4;

    /// Scales to this level in dB of full scale.
    fn at(db: f32, mut sound: Vec<f32>) -> Vec<f32> {
        let gain = 10f32.powf(db / 20.0) / rms(&sound);
        sound.iter_mut().for_each(|sample| *sample *= gain);
        sound
    }

    fn sound(sample: impl Fn(f64) -> f64) -> Vec<f32> {
        (0..SECONDS * RATE as usize).map(|i| sample(i as f64 / f64::from(RATE)) as f32).collect()
    }

    /// Vowels as a buzz of 140 Hz that swells four times a second.
    fn speech() -> Vec<f32> {
        sound(|t| {
            let harmonics = (1..25).map(|k| (TAU * 140.0 * f64::from(k) * t).sin() / f64::from(k));
            harmonics.sum::<f64>() * (TAU * 4.0 * t).sin().max(0.0)
        })
    }

    fn rumble() -> Vec<f32> {
        let tones = [60.0, 67.0, 75.0, 83.0, 92.0, 101.0, 110.0, 120.0];
        sound(|t| tones.iter().map(|hz| (TAU * hz * t + hz).sin()).sum())
    }

    /// Share of the frames that are voiced.
    fn voiced(detector: &mut WebRtc, sound: &[f32]) -> f32 {
        let words: Vec<i16> = sound.iter().map(|&sample| to_i16(sample)).collect();
        let frames: Vec<_> = words.chunks_exact(FRAME as usize).collect();
        let voiced = frames.iter().filter(|frame| detector.is_voiced(frame)).count();
        voiced as f32 / frames.len() as f32
    }

    #[test]
    fn quiet_speech_is_told_from_rumble_as_loud_as_itself() {
        let (speech, rumble) = (at(-38.0, speech()), at(-38.0, rumble()));
        let both: Vec<f32> = speech.iter().zip(&rumble).map(|(a, b)| a + b).collect();
        let share = |sound: &[f32]| voiced(&mut WebRtc::new(), sound);
        let (alone, with, without) = (share(&speech), share(&both), share(&rumble));
        assert!(alone > 0.4 && with > 0.8 * alone, "{alone} alone, {with} in rumble");
        assert!(without < 0.15, "{without} of the rumble is voiced");
    }

    #[test]
    fn silence_is_not_voiced_not_even_at_first() {
        assert_eq!(voiced(&mut WebRtc::new(), &[0.0; 16_000]), 0.0);
    }

    #[test]
    fn a_reset_forgets_and_keeps_the_settings() {
        let sound = at(-30.0, speech());
        let fresh = voiced(&mut WebRtc::new(), &sound);
        let mut used = WebRtc::new();
        voiced(&mut used, &at(-10.0, rumble()));
        used.reset();
        assert_eq!(voiced(&mut used, &sound), fresh);
        used.reset();
        assert_eq!(voiced(&mut used, &[0.0; 16_000]), 0.0);
    }
}
