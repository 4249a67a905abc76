//! The front end of Whisper, which is not in the source: the filters that turn a spectrum into
//! 80 or 128 bands, spaced on Slaney's scale of pitch, and the window before the spectrum.

use std::f64::consts::PI;

/// Samples in one window.
pub(crate) const WINDOW: usize = 400;

/// Frequencies in its spectrum.
pub(crate) const BINS: usize = WINDOW / 2 + 1;

const RATE: f64 = 16_000.0;

/// Above this the scale is logarithmic, below it is linear with 200/3 Hz for each step.
const KNEE_HZ: f64 = 1000.0;
const KNEE_MEL: f64 = 15.0;
const HZ_PER_MEL: f64 = 200.0 / 3.0;

/// A periodic Hann window.
pub(crate) fn window() -> Vec<f32> {
    let angle = |index: usize| 2.0 * PI * index as f64 / WINDOW as f64;
    (0..WINDOW).map(|index| (0.5 - 0.5 * angle(index).cos()) as f32).collect()
}

/// The filters, one row of [`BINS`] for each band: triangles of equal area whose corners are
/// the middles of their neighbours.
pub(crate) fn filterbank(bands: usize) -> Vec<f32> {
    let top = to_mel(RATE / 2.0);
    let corner = |index: usize| to_hz(top * index as f64 / (bands + 1) as f64);
    let mut filters = Vec::with_capacity(bands * BINS);
    for band in 0..bands {
        let [low, middle, high] = [band, band + 1, band + 2].map(corner);
        let height = 2.0 / (high - low);
        filters.extend((0..BINS).map(|bin| {
            let hz = RATE / 2.0 * bin as f64 / (BINS - 1) as f64;
            let (rise, fall) = ((hz - low) / (middle - low), (high - hz) / (high - middle));
            (rise.min(fall).max(0.0) * height) as f32
        }));
    }
    filters
}

/// Steps of the logarithmic part: 27 from one frequency to 6.4 times that.
fn steps_per_log() -> f64 {
    27.0 / 6.4_f64.ln()
}

fn to_mel(hz: f64) -> f64 {
    if hz < KNEE_HZ { hz / HZ_PER_MEL } else { KNEE_MEL + (hz / KNEE_HZ).ln() * steps_per_log() }
}

fn to_hz(mel: f64) -> f64 {
    if mel < KNEE_MEL {
        mel * HZ_PER_MEL
    } else {
        KNEE_HZ * ((mel - KNEE_MEL) / steps_per_log()).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_goes_there_and_back() {
        for hz in [0.0, 66.0, 999.0, 1000.0, 4321.0, 8000.0] {
            assert!((to_hz(to_mel(hz)) - hz).abs() < 1e-9, "{hz}");
        }
        assert!((to_mel(6400.0) - 42.0).abs() < 1e-9);
    }

    #[test]
    fn filters_have_the_same_area_and_no_gaps() {
        for bands in [80, 128] {
            let filters = filterbank(bands);
            assert_eq!(filters.len(), bands * BINS);
            assert!(filters.iter().all(|weight| (0.0..0.1).contains(weight)));
            // High bands are wide enough for the sum over bins of 40 Hz to be the area, 1.
            let last: f32 = filters[(bands - 1) * BINS..].iter().sum();
            assert!((last * 40.0 - 1.0).abs() < 0.05, "{last}");
            let covered = |bin| (0..bands).any(|band| filters[band * BINS + bin] > 0.0);
            assert!((1..BINS - 1).all(covered));
        }
    }

    #[test]
    fn the_window_is_periodic() {
        let window = window();
        assert_eq!((window[0], window[WINDOW / 2]), (0.0, 1.0));
        assert!((window[1] - window[WINDOW - 1]).abs() < 1e-7);
    }
}
