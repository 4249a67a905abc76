//! The real-time side: from the audio callback into a ring, and nothing else.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rtrb::{Consumer, Producer, RingBuffer};

use super::Block;
use crate::audio::Format;

/// How much a ring holds. The reader comes by every few milliseconds, so this is for a machine
/// that stands still: waking up, swapping, compiling.
const RING_SECONDS: usize = 10;

/// What the audio callback owns. It takes no lock, neither allocates nor frees, writes no log
/// and cannot panic.
pub struct Feeder {
    ring: Producer<f32>,
    channels: usize,
    gauge: Arc<Gauge>,
}

/// The reader's end of what a [`Feeder`] fills.
pub struct Tap {
    ring: Consumer<f32>,
    format: Format,
    gauge: Arc<Gauge>,
}

/// What a callback has to tell beside the samples.
#[derive(Debug, Default)]
pub struct Gauge {
    calls: AtomicU64,
    dropped_frames: AtomicU64,
}

impl Feeder {
    /// A feeder for sound in `format`, and the tap that it fills.
    pub fn new(format: Format) -> (Self, Tap) {
        let channels = usize::from(format.channels).max(1);
        let (producer, consumer) = RingBuffer::new(format.rate as usize * channels * RING_SECONDS);
        let gauge = Arc::new(Gauge::default());
        let feeder = Self { ring: producer, channels, gauge: Arc::clone(&gauge) };
        (feeder, Tap { ring: consumer, format, gauge })
    }

    /// Takes interleaved samples in. What does not fit is counted.
    pub fn feed(&mut self, samples: &[f32]) {
        self.feed_as(samples, |sample| sample);
    }

    /// Takes samples of another type in, which `convert` turns into floats on the way.
    ///
    /// Only whole frames go into the ring, because half a frame would swap the channels of all
    /// that follows.
    pub fn feed_as<T: Copy>(&mut self, samples: &[T], convert: impl Fn(T) -> f32) {
        self.gauge.calls.fetch_add(1, Ordering::Relaxed);
        let frames = samples.len() / self.channels;
        let kept = frames.min(self.ring.slots() / self.channels);
        if let Ok(chunk) = self.ring.write_chunk_uninit(kept * self.channels) {
            chunk.fill_from_iter(samples.iter().map(|&sample| convert(sample)));
        }
        self.gauge.drop_frames((frames - kept) as u64);
    }
}

impl Tap {
    /// The format of everything in it.
    pub fn format(&self) -> Format {
        self.format
    }

    /// What its callback tells.
    pub fn gauge(&self) -> Arc<Gauge> {
        Arc::clone(&self.gauge)
    }

    /// Moves what has arrived to the end of `block`, which is empty or of the same format.
    /// Tells whether there was anything.
    pub fn drain(&mut self, block: &mut Block) -> bool {
        let arrived = self.ring.slots();
        let Ok(chunk) = self.ring.read_chunk(arrived) else { return false };
        let (first, second) = chunk.as_slices();
        block.format = Some(self.format);
        block.samples.extend_from_slice(first);
        block.samples.extend_from_slice(second);
        chunk.commit_all();
        arrived > 0
    }
}

impl Gauge {
    /// How often the callback was called.
    pub fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }

    /// Frames that did not fit.
    pub fn dropped_frames(&self) -> u64 {
        self.dropped_frames.load(Ordering::Relaxed)
    }

    /// Counts frames that nobody will get.
    pub fn drop_frames(&self, frames: u64) {
        self.dropped_frames.fetch_add(frames, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEREO: Format = Format { rate: 100, channels: 2 };

    fn drained(tap: &mut Tap) -> Vec<f32> {
        let mut block = Block::default();
        tap.drain(&mut block);
        block.samples
    }

    #[test]
    fn what_goes_in_comes_out() {
        let (mut feeder, mut tap) = Feeder::new(STEREO);
        feeder.feed(&[0.1, -0.1, 0.2, -0.2]);
        feeder.feed_as(&[16_384_i16, -16_384], crate::audio::from_i16);
        assert_eq!(drained(&mut tap), [0.1, -0.1, 0.2, -0.2, 0.5, -0.5]);
        assert!(drained(&mut tap).is_empty());
        assert_eq!((tap.gauge.calls(), tap.gauge.dropped_frames()), (2, 0));
    }

    #[test]
    fn an_overflow_drops_whole_frames_and_counts_them() {
        let (mut feeder, mut tap) = Feeder::new(STEREO);
        // The ring holds 1,000 frames; blocks of 7 do not end there.
        let block: Vec<f32> = [1.0, -1.0].repeat(7);
        for _ in 0..200 {
            feeder.feed(&block);
        }
        assert_eq!(tap.gauge.dropped_frames(), 400);
        let kept = drained(&mut tap);
        assert_eq!(kept.len(), 2_000);
        feeder.feed(&block);
        let all = kept.into_iter().chain(drained(&mut tap)).collect::<Vec<_>>();
        assert!(all.chunks(2).all(|frame| frame == [1.0, -1.0]), "the channels are swapped");
    }

    #[test]
    fn a_broken_frame_is_left_out() {
        let (mut feeder, mut tap) = Feeder::new(STEREO);
        feeder.feed(&[1.0, -1.0, 1.0]);
        feeder.feed(&[1.0, -1.0]);
        assert_eq!(drained(&mut tap), [1.0, -1.0, 1.0, -1.0]);
    }
}
