//! Does somebody speak in this frame?

mod highpass;
pub mod webrtc;

/// Tells speech from other sound, frame by frame.
pub trait Detector {
    /// Whether this frame of [`crate::audio::FRAME`] samples at 16 kHz is voiced. Frames come
    /// in order; the detector may remember earlier ones.
    fn is_voiced(&mut self, frame: &[i16]) -> bool;

    /// Forgets what was heard, for the next take.
    fn reset(&mut self);
}
