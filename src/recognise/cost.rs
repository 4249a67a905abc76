//! What decoding costs on this machine: learnt from every run. Pure.
//!
//! An encoder with a fixed window makes a long piece hardly dearer than a short one, others cost
//! what their audio lasts. A line through the latest runs is right for both.

use std::time::Duration;

use super::Window;
use crate::audio::{ms, samples};

/// How much a run still counts after the next one: about ten runs are remembered, so that another
/// program that takes the machine for itself is noticed soon.
const MEMORY: f64 = 0.9;

/// Before lengths are told apart, a second of audio is taken to cost this part of a run. Measured
/// with Whisper base in a window of 30 s, a thirtieth.
const SLOPE: f64 = 1.0 / 30.0;

/// Lengths that are spread less than this (the variance, in seconds²) say nothing of the slope.
const SPREAD: f64 = 1.0;

/// What runs cost, in each window.
#[derive(Clone, Debug, Default)]
pub(super) struct Costs(Vec<Line>);

/// Weighted sums over the runs in one window: x is seconds of audio, y seconds of decoding.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    n: f64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
}

impl Costs {
    /// Of a model with these windows, of which a first run each may have been measured.
    pub(super) fn new(windows: &[Window], first: &[Duration]) -> Self {
        let mut costs = Self(vec![Line::default(); windows.len()]);
        for (window, took) in first.iter().enumerate() {
            costs.learn(window, samples(2_000), *took);
        }
        costs
    }

    /// A run over so many samples took so long.
    pub(super) fn learn(&mut self, window: usize, audio: u64, took: Duration) {
        if let Some(line) = self.0.get_mut(window) {
            line.add(seconds(audio), took.as_secs_f64());
        }
    }

    /// What a run over so many samples will take. None before the first one in this window.
    pub(super) fn predict(&self, window: usize, audio: u64) -> Option<Duration> {
        let line = self.0.get(window).filter(|line| line.n > 0.0)?;
        Some(Duration::from_secs_f64(line.at(seconds(audio))))
    }
}

impl Line {
    fn add(&mut self, x: f64, y: f64) {
        for sum in [&mut self.n, &mut self.x, &mut self.y, &mut self.xx, &mut self.xy] {
            *sum *= MEMORY;
        }
        self.n += 1.0;
        self.x += x;
        self.y += y;
        self.xx += x * x;
        self.xy += x * y;
    }

    fn at(&self, x: f64) -> f64 {
        let (mean_x, mean_y) = (self.x / self.n, self.y / self.n);
        let spread = self.xx / self.n - mean_x * mean_x;
        let slope = if spread < SPREAD {
            mean_y * SLOPE
        } else {
            (self.xy / self.n - mean_x * mean_y) / spread
        };
        // No audio makes another one cheaper, and none costs nothing.
        (mean_y + slope.clamp(0.0, mean_y / mean_x.max(0.1)) * (x - mean_x)).max(0.0)
    }
}

fn seconds(samples: u64) -> f64 {
    ms(samples) as f64 / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn costs(runs: &[(u64, u64)]) -> Costs {
        let mut costs = Costs::new(&[Window { max_samples: samples(28_000) }], &[]);
        for (audio, took) in runs {
            costs.learn(0, samples(*audio), Duration::from_millis(*took));
        }
        costs
    }

    fn predicted(costs: &Costs, audio: u64) -> u64 {
        costs.predict(0, samples(audio)).map_or(0, |cost| cost.as_millis() as u64)
    }

    #[test]
    fn nothing_is_known_before_the_first_run() {
        assert_eq!(costs(&[]).predict(0, samples(2_000)), None);
        assert_eq!(costs(&[(2_000, 900)]).predict(1, samples(2_000)), None, "another window");
        assert_eq!(predicted(&costs(&[(2_000, 900)]), 2_000), 900);
    }

    #[test]
    fn a_first_measurement_serves_until_there_is_a_run() {
        let first = Duration::from_millis(1_700);
        let costs = Costs::new(&[Window { max_samples: samples(28_000) }], &[first]);
        assert_eq!(predicted(&costs, 2_000), 1_700);
    }

    #[test]
    fn an_encoder_with_a_window_costs_nearly_the_same_for_any_length() {
        let costs = costs(&[(2_000, 1_760), (5_000, 1_910), (10_000, 2_300), (3_000, 1_800)]);
        assert!((1_700..1_850).contains(&predicted(&costs, 2_000)));
        assert!((3_300..3_800).contains(&predicted(&costs, 25_000)));
    }

    #[test]
    fn a_model_without_a_window_costs_what_its_audio_lasts() {
        let costs = costs(&[(2_000, 200), (5_000, 500), (10_000, 1_000)]);
        assert!((1_990..2_010).contains(&predicted(&costs, 20_000)));
    }

    #[test]
    fn a_machine_that_becomes_busy_is_noticed_within_a_few_runs() {
        let mut runs = vec![(3_000, 1_000); 50];
        runs.extend([(3_000, 3_000); 8]);
        assert!(predicted(&costs(&runs), 3_000) > 2_000);
    }

    #[test]
    fn runs_that_make_no_sense_make_no_nonsense() {
        let costs = costs(&[(1_000, 5_000), (10_000, 100), (0, 0)]);
        for audio in [0, 1_000, 28_000] {
            assert!(predicted(&costs, audio) <= 10_000);
        }
    }
}
