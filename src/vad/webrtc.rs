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
