//! How much faster than real time sound comes in. The throughput is in samples of 16 kHz audio:
//! 16,000 a second are real time.

use aloud::audio::{FRAME, Format, RATE, to_i16};
use aloud::resample::Resampler;
use aloud::vad::Detector;
use aloud::vad::webrtc::WebRtc;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

/// Audio in one run.
const SECONDS: usize = 10;

fn main() {
    divan::main();
}

/// Something with energy everywhere, the same every time.
fn noise(samples: usize) -> Vec<f32> {
    let mut state = 1_u32;
    let next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state as f32 / u32::MAX as f32 - 0.5
    };
    std::iter::repeat_with(next).take(samples).collect()
}

fn in_real_time() -> ItemsCount {
    ItemsCount::new(SECONDS * RATE as usize)
}

#[divan::bench(args = [(16_000, 1), (44_100, 1), (48_000, 1), (48_000, 2), (192_000, 2)])]
fn resample(bencher: Bencher, (rate, channels): (u32, u16)) {
    let input = noise(SECONDS * rate as usize * usize::from(channels));
    let block = rate as usize / 100 * usize::from(channels);
    bencher.counter(in_real_time()).bench_local(|| {
        let mut resampler = Resampler::new(Format { rate, channels }).expect("a usual format");
        let mut out = Vec::with_capacity(SECONDS * RATE as usize);
        for block in input.chunks(block) {
            resampler.push(black_box(block), &mut out);
        }
        resampler.flush(&mut out);
        out
    });
}

#[divan::bench]
fn voice_activity(bencher: Bencher) {
    let words: Vec<i16> = noise(SECONDS * RATE as usize).iter().map(|&s| to_i16(s)).collect();
    bencher.counter(in_real_time()).bench_local(|| {
        let mut detector = WebRtc::new();
        let frames = words.chunks_exact(FRAME as usize);
        frames.filter(|frame| detector.is_voiced(black_box(frame))).count()
    });
}
