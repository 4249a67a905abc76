//! From whatever a source delivers to 16 kHz mono, with the time kept true.

use audioadapter_buffers::direct::InterleavedSlice;
use rubato::{Fft, FixedSync, Indexing, Resampler as _, WindowFunction};

use crate::audio::{Format, RATE};
use crate::error::{Error, Result};

/// Input that one transform takes at 48 kHz, in frames; other rates get the same time. Longer
/// makes the filter steeper and the sound later. Measured: flat to 7.5 kHz, aliases 140 dB
/// down, 11 ms of delay. With half of it, 7 kHz is already 14 dB down.
const CHUNK_AT_48K: usize = 1024;

/// How long a channel that was silent until now takes to reach its full share of the mix.
const FADE_IN_MS: f32 = 10.0;

/// Turns blocks of any size and format into 16 kHz mono. The same frames give the same
/// samples, however they are cut into blocks.
pub struct Resampler {
    mixdown: Mixdown,
    /// None where the rate is right already; then mono passes through untouched.
    converter: Option<Converter>,
    mono: Vec<f32>,
}

impl Resampler {
    /// A resampler for sound in `format`.
    ///
    /// # Errors
    /// [`Error::Usage`] when the format has no channel or no rate.
    pub fn new(format: Format) -> Result<Self> {
        if format.rate == 0 || format.channels == 0 {
            let Format { rate, channels } = format;
            return Err(Error::Usage(format!("no sound has {channels} channels at {rate} Hz")));
        }
        let converter = (format.rate != RATE).then(|| Converter::new(format.rate)).transpose()?;
        Ok(Self { mixdown: Mixdown::new(format), converter, mono: Vec::new() })
    }

    /// Takes interleaved whole frames and appends what is ready to `out`. A sample that is not
    /// a finite number counts as silence.
    pub fn push(&mut self, interleaved: &[f32], out: &mut Vec<f32>) {
        let Some(converter) = &mut self.converter else {
            return self.mixdown.mix(interleaved, out);
        };
        self.mono.clear();
        self.mixdown.mix(interleaved, &mut self.mono);
        converter.push(&self.mono, out);
    }

    /// Appends what the filter still holds, so that `frames × 16000 / rate` samples have come
    /// out in all, and begins anew.
    pub fn flush(&mut self, out: &mut Vec<f32>) {
        if let Some(converter) = &mut self.converter {
            converter.flush(out);
        }
        self.mixdown.reset();
    }
}

/// The mean over those channels that have carried sound so far.
///
/// A dead channel, a stereo plug with a mono microphone say, must not halve the level, and
/// whether a channel is dead cannot be known before it speaks. So each channel has a weight,
/// which is zero until its first sample that is not zero and then rises to one over
/// [`FADE_IN_MS`]; the mix is the weighted mean. The first channel is thus heard at its full
/// level at once, channels that start together are averaged from the start, and one that comes
/// in later does so without a click. Nothing here depends on where a block ends.
struct Mixdown {
    weights: Vec<f32>,
    step: f32,
}

impl Mixdown {
    fn new(format: Format) -> Self {
        let step = 1000.0 / (FADE_IN_MS * format.rate as f32);
        Self { weights: vec![0.0; usize::from(format.channels)], step }
    }

    fn mix(&mut self, interleaved: &[f32], out: &mut Vec<f32>) {
        if self.weights.len() == 1 {
            out.extend(interleaved.iter().map(|&sample| finite(sample)));
        } else {
            let frames = interleaved.chunks_exact(self.weights.len());
            out.extend(frames.map(|frame| self.mix_frame(frame)));
        }
    }

    fn mix_frame(&mut self, frame: &[f32]) -> f32 {
        let (mut sum, mut total) = (0.0, 0.0);
        for (weight, &sample) in self.weights.iter_mut().zip(frame) {
            let sample = finite(sample);
            if *weight > 0.0 || sample != 0.0 {
                *weight = (*weight + self.step).min(1.0);
            }
            sum += *weight * sample;
            total += *weight;
        }
        if total > 0.0 { sum / total } else { 0.0 }
    }

    fn reset(&mut self) {
        self.weights.fill(0.0);
    }
}

fn finite(sample: f32) -> f32 {
    if sample.is_finite() { sample } else { 0.0 }
}

/// Mono from one rate to [`RATE`].
struct Converter {
    fft: Fft<f32>,
    rate: u32,
    /// Frames that do not fill a transform yet.
    waiting: Vec<f32>,
    ready: Vec<f32>,
    /// Samples of the filter's delay that are still to be thrown away.
    skip: usize,
    /// Frames in, samples out since the start.
    taken: u64,
    given: u64,
}

impl Converter {
    fn new(rate: u32) -> Result<Self> {
        let window = WindowFunction::BlackmanHarris2;
        let (from, to) = (rate as usize, RATE as usize);
        let fft = Fft::new_custom(from, to, chunk(rate), 1, 1, window, FixedSync::Both)
            .map_err(|error| Error::Usage(format!("cannot resample from {rate} Hz: {error}")))?;
        let ready = vec![0.0; fft.output_frames_max()];
        let skip = fft.output_delay();
        Ok(Self { fft, rate, waiting: Vec::new(), ready, skip, taken: 0, given: 0 })
    }

    fn push(&mut self, mono: &[f32], out: &mut Vec<f32>) {
        self.taken += mono.len() as u64;
        self.waiting.extend_from_slice(mono);
        let chunk = self.fft.input_frames_next();
        let whole = self.waiting.len() / chunk * chunk;
        for start in (0..whole).step_by(chunk) {
            self.transform(start, out);
        }
        self.waiting.drain(..whole);
    }

    fn flush(&mut self, out: &mut Vec<f32>) {
        let rate = u64::from(self.rate);
        let due = (self.taken * u64::from(RATE) + rate / 2) / rate;
        while self.given < due {
            self.waiting.resize(self.fft.input_frames_next(), 0.0);
            self.transform(0, out);
            self.waiting.clear();
        }
        out.truncate(out.len() - (self.given - due) as usize);
        self.fft.reset();
        self.skip = self.fft.output_delay();
        (self.taken, self.given) = (0, 0);
    }

    /// One transform over the waiting frames from `start`.
    fn transform(&mut self, start: usize, out: &mut Vec<f32>) {
        let (taken, made) = (self.waiting.len(), self.ready.len());
        let input = InterleavedSlice::new(&self.waiting, 1, taken).expect("one channel fits");
        let mut output =
            InterleavedSlice::new_mut(&mut self.ready, 1, made).expect("one channel fits");
        let from = Indexing::new().input_offset(start);
        let (_, made) = self
            .fft
            .process_into_buffer(&input, &mut output, Some(&from))
            .expect("a whole chunk is waiting and its output fits");
        let skipped = self.skip.min(made);
        self.skip -= skipped;
        self.given += (made - skipped) as u64;
        out.extend_from_slice(&self.ready[skipped..made]);
    }
}

/// Frames of one transform: about as long as [`CHUNK_AT_48K`], a multiple of what the two rates
/// have in common, and even, because the filter of an odd one has no sample in its middle and
/// all sound would come half a frame late.
fn chunk(rate: u32) -> usize {
    let (mut whole, mut rest) = (rate, RATE);
    while rest != 0 {
        (whole, rest) = (rest, whole % rest);
    }
    let smallest = 2 * (rate / whole) as usize;
    let wanted = CHUNK_AT_48K * rate as usize / 48_000;
    smallest * ((wanted + smallest / 2) / smallest).max(1)
}

#[cfg(test)]
mod tests {
    use std::f64::consts::TAU;

    use super::*;
    use crate::audio::{decibels, rms};

    const RATES: [u32; 9] =
        [8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 96_000, 192_000];

    fn tone(hz: f32, rate: u32, frames: usize) -> Vec<f32> {
        let step = TAU * f64::from(hz) / f64::from(rate);
        (0..frames).map(|i| (0.5 * (step * i as f64).sin()) as f32).collect()
    }

    fn interleave(mono: &[f32], channels: &[f32]) -> Vec<f32> {
        mono.iter().flat_map(|&sample| channels.iter().map(move |gain| gain * sample)).collect()
    }

    /// All of `input` in blocks of `frames` frames.
    fn resampled(rate: u32, channels: u16, input: &[f32], frames: usize) -> Vec<f32> {
        let mut resampler = Resampler::new(Format { rate, channels }).unwrap();
        let mut out = Vec::new();
        for block in input.chunks(frames * usize::from(channels)) {
            resampler.push(block, &mut out);
        }
        resampler.flush(&mut out);
        out
    }

    /// Level against the tone that went in, away from both ends.
    fn gain_db(samples: &[f32]) -> f32 {
        let middle = &samples[samples.len() / 4..samples.len() * 3 / 4];
        decibels(rms(middle)) - decibels(0.5 / 2f32.sqrt())
    }

    #[test]
    fn tones_up_to_7500_hz_stay_flat_at_every_rate() {
        for rate in RATES {
            for hz in [100.0, 1_000.0, 3_400.0, 5_000.0, 6_500.0, 7_000.0, 7_500.0] {
                if hz > rate as f32 / 2.0 * 0.94 {
                    continue;
                }
                let gain = gain_db(&resampled(rate, 1, &tone(hz, rate, rate as usize), 480));
                assert!(gain.abs() < 0.5, "{hz} Hz at {rate} Hz: {gain} dB");
            }
        }
    }

    #[test]
    fn tones_that_16_khz_cannot_hold_vanish() {
        for rate in RATES.into_iter().filter(|&rate| rate > RATE) {
            for hz in [8_600.0, 9_000.0, 10_000.0, 12_000.0, 15_900.0, 20_000.0, 40_000.0] {
                if hz > rate as f32 / 2.0 {
                    continue;
                }
                let gain = gain_db(&resampled(rate, 1, &tone(hz, rate, rate as usize), 480));
                assert!(gain < -80.0, "{hz} Hz at {rate} Hz: {gain} dB");
            }
        }
    }

    #[test]
    fn the_length_is_right_to_the_sample() {
        for rate in RATES {
            for frames in [0, 1, 7, 441, rate as usize, rate as usize + 1_237] {
                let out = resampled(rate, 1, &vec![0.25; frames], 441);
                let due = (frames as f64 * 16_000.0 / f64::from(rate)).round() as usize;
                assert_eq!(out.len(), due, "{frames} frames at {rate} Hz");
            }
        }
    }

    #[test]
    fn time_stays_true() {
        for rate in RATES {
            let mut click = vec![0.0; rate as usize];
            click[rate as usize / 2] = 1.0;
            let out = resampled(rate, 1, &click, 4096);
            let peak = (0..out.len()).max_by(|&a, &b| out[a].total_cmp(&out[b])).unwrap();
            let due = f64::from(rate / 2) * 16_000.0 / f64::from(rate);
            assert_eq!(peak, due.round() as usize, "at {rate} Hz");
        }
    }

    #[test]
    fn blocks_of_any_size_give_the_same_samples() {
        for (rate, gains) in [(48_000, &[1.0, 0.5][..]), (44_100, &[1.0]), (16_000, &[0.0, 1.0])] {
            let input = interleave(&tone(440.0, rate, 20_000), gains);
            let whole = resampled(rate, gains.len() as u16, &input, 20_000);
            for frames in [1, 7, 441, 4096] {
                assert_eq!(resampled(rate, gains.len() as u16, &input, frames), whole);
            }
        }
    }

    #[test]
    fn dead_channels_change_neither_level_nor_length() {
        for rate in RATES {
            let mono = tone(1_000.0, rate, rate as usize);
            let alone = resampled(rate, 1, &mono, 480);
            for gains in
                [&[1.0, 0.0][..], &[0.0, 1.0], &[1.0, 1.0], &[0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]]
            {
                let mixed = resampled(rate, gains.len() as u16, &interleave(&mono, gains), 480);
                assert_eq!(mixed.len(), alone.len());
                for (a, b) in mixed.iter().zip(&alone) {
                    assert!((a - b).abs() < 1e-5, "{gains:?} at {rate} Hz: {a} is not {b}");
                }
            }
        }
    }

    #[test]
    fn channels_are_averaged() {
        let input = interleave(&tone(500.0, RATE, 16_000), &[1.0, 0.5]);
        let gain = gain_db(&resampled(RATE, 2, &input, 480));
        assert!((gain - decibels(0.75)).abs() < 0.01, "{gain} dB");
    }

    #[test]
    fn a_channel_that_comes_in_late_does_not_click() {
        let early = tone(200.0, RATE, 16_000);
        let late = (0..16_000).map(|i| if i < 8_000 { 0.0 } else { -early[i] });
        let input: Vec<f32> = early.iter().zip(late).flat_map(|(&a, b)| [a, b]).collect();
        let out = resampled(RATE, 2, &input, 480);
        let steepest = early.windows(2).map(|w| (w[1] - w[0]).abs()).fold(0.0, f32::max);
        for pair in out.windows(2) {
            assert!((pair[1] - pair[0]).abs() < 1.3 * steepest, "{pair:?}");
        }
        assert!(rms(&out[..8_000]) > 0.3, "it is alone at first");
        assert!(rms(&out[8_400..]) < 1e-3, "both cancel in the end");
    }

    #[test]
    fn mono_at_16_khz_is_left_alone_and_nonsense_is_silence() {
        let input = [0.1, -0.2, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.3];
        assert_eq!(resampled(RATE, 1, &input, 2), [0.1, -0.2, 0.0, 0.0, 0.0, 0.3]);
        let stereo = [f32::NAN, 0.5, f32::INFINITY, 0.5];
        assert_eq!(resampled(RATE, 2, &stereo, 1), [0.5, 0.5]);
        assert!(resampled(48_000, 1, &vec![f32::NAN; 48_000], 480).iter().all(|&s| s == 0.0));
    }

    #[test]
    fn after_a_flush_it_begins_anew() {
        let input = tone(440.0, 44_100, 10_000);
        let mut resampler = Resampler::new(Format { rate: 44_100, channels: 1 }).unwrap();
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for out in [&mut first, &mut second] {
            resampler.push(&input, out);
            resampler.flush(out);
        }
        assert_eq!(first, second);
    }

    #[test]
    fn a_format_without_channels_or_rate_is_refused() {
        assert!(Resampler::new(Format { rate: 48_000, channels: 0 }).is_err());
        assert!(Resampler::new(Format { rate: 0, channels: 1 }).is_err());
    }
}
