//! Plays a few samples to the person, such as a cue. The one file besides `capture/device.rs`
//! that names cpal: both use the same connection to the sound system.

use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{BufferSize, Stream, StreamConfig};

use crate::capture::device;
use crate::error::{Error, Result};

/// Blocks in a second that the sound system asks for: 10 ms each, so that a cue is heard at
/// once. PulseAudio's own choice is two seconds.
const BLOCKS: u32 = 100;

/// A speaker that is open, and silent until it is given something.
pub struct Speaker {
    _stream: Stream,
    samples: rtrb::Producer<f32>,
    rate: u32,
}

impl Speaker {
    /// Opens what the system plays on by default.
    ///
    /// # Errors
    /// [`Error::Device`] when there is none, or it cannot be opened.
    pub fn open() -> Result<Self> {
        let host = device::connection();
        let device = host.default_output_device().ok_or_else(|| failed("there is none"))?;
        let mut config: StreamConfig = device.default_output_config().map_err(failed)?.into();
        config.buffer_size = BufferSize::Fixed(config.sample_rate / BLOCKS);
        let (rate, channels) = (config.sample_rate, usize::from(config.channels));
        let (samples, mut waiting) = rtrb::RingBuffer::new(rate as usize);
        let fill = move |out: &mut [f32], _: &_| {
            for frame in out.chunks_mut(channels) {
                frame.fill(waiting.pop().unwrap_or_default());
            }
        };
        // A speaker that goes away takes at most a cue with it.
        let stream = device.build_output_stream(config, fill, |_| (), None).map_err(failed)?;
        stream.play().map_err(failed)?;
        Ok(Self { _stream: stream, samples, rate })
    }

    /// Samples a second.
    pub fn rate(&self) -> u32 {
        self.rate
    }

    /// Plays mono samples, full scale ±1, behind those that are being played. What is more than
    /// a second ahead is left out.
    pub fn play(&mut self, samples: impl IntoIterator<Item = f32>) {
        for sample in samples {
            let _ = self.samples.push(sample);
        }
    }
}

fn failed(problem: impl Into<Box<dyn std::error::Error>>) -> Error {
    Error::Device {
        device: "the speaker".to_owned(),
        problem: problem.into().to_string(),
        remedy: "cues are not heard until there is one".to_owned(),
    }
}
