//! What is measured, as a list: how each figure is called, and how it is made from trials. Pure.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::trial::{Trial, Waited};
use crate::event::Cause;

/// One thing that is measured.
pub struct Measure {
    /// Its name in JSON, with its unit.
    pub key: &'static str,
    /// Its name for a person.
    pub label: &'static str,
    /// Its unit for a person; empty for counts and ratios.
    pub unit: &'static str,
    /// How many digits behind the point are worth printing.
    pub decimals: usize,
    /// From the trials of a run. None where there is nothing to measure.
    of: fn(&[Trial]) -> Option<f64>,
}

/// Figures in the order of [`MEASURES`].
#[derive(Clone, Debug, PartialEq)]
pub struct Measures(Vec<Option<f64>>);

/// A phrase is long if this many decodes would fit into it: only then can it be expected that
/// its words are shown before it ends.
const LONG: f64 = 3.0;

/// All of them, in the order in which they are printed. README tells what each of them means.
pub static MEASURES: [Measure; 17] = [
    row("words", "words said", "", 0, |t| Some(sum(t, |t| t.live.said as f64))),
    row("errors_live", "word errors live", "", 0, |t| Some(sum(t, |t| t.live.errors as f64))),
    row("errors_whole", "word errors, whole file", "", 0, |t| {
        Some(sum(t, |t| t.whole.errors as f64))
    }),
    row("first_text_ms", "start of speech to first text", "ms", 0, |t| {
        median(each(t, |t| t.first_ms))
    }),
    row("wait_p50_ms", "end of speech to final, median", "ms", 0, |t| median(waits(t))),
    row("wait_p95_ms", "end of speech to final, 95 %", "ms", 0, |t| quantile(waits(t), 0.95)),
    row("wait_less_decode_ms", "the same less decoding, median", "ms", 0, |t| {
        median(finals(t).map(beyond).collect())
    }),
    row("pause_less_decode_ms", "the same after a pause", "ms", 0, |t| {
        let paused = finals(t).filter(|last| last.cause == Cause::Pause);
        median(paused.map(beyond).collect())
    }),
    row("stop_done_ms", "end of file to done", "ms", 0, |t| median(each(t, |t| t.stop_ms))),
    row("stop_ratio", "the same / last piece alone", "", 2, |t| {
        let ratio = |t: &Trial| Some(t.stop_ms? as f64 / t.alone_ms?.max(1) as f64);
        median(t.iter().filter_map(ratio).collect())
    }),
    row("erasure", "normalised erasure", "", 2, |t| {
        let words = finals(t).map(|last| last.words.words as f64).sum();
        share(sum(t, |t| t.erased as f64), words)
    }),
    row("shown_before_percent", "words shown before their final", "%", 0, shown_before),
    row("committed_changes", "changes of committed text", "", 0, |t| {
        Some(sum(t, |t| t.changes as f64))
    }),
    row("decode_ms", "decoding a piece, median", "ms", 0, |t| median(decodes(t))),
    row("real_time_factor", "decoding / audio", "", 2, |t| {
        share(decodes(t).iter().sum(), sum(t, |t| t.audio_ms as f64))
    }),
    row("cpu_s", "processor time live", "s", 1, |t| all(t, |t| t.cost.cpu_ms, |a, b| a + b, 1e3)),
    row("peak_mb", "peak memory", "MB", 0, |t| all(t, |t| t.cost.peak_kb, f64::max, 1e6 / 1024.0)),
];

const fn row(
    key: &'static str,
    label: &'static str,
    unit: &'static str,
    decimals: usize,
    of: fn(&[Trial]) -> Option<f64>,
) -> Measure {
    Measure { key, label, unit, decimals, of }
}

impl Measures {
    /// What these trials give together: of one recording, or of all of a run.
    pub fn of(trials: &[Trial]) -> Self {
        Self(MEASURES.iter().map(|measure| (measure.of)(trials)).collect())
    }

    /// The median of each measure over several runs.
    pub fn median(runs: &[Self]) -> Self {
        let of = |at: usize| median(runs.iter().filter_map(|run| run.0[at]).collect());
        Self((0..MEASURES.len()).map(of).collect())
    }

    /// Each measure with its figure.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Measure, Option<f64>)> {
        MEASURES.iter().zip(self.0.iter().copied())
    }
}

impl Measure {
    /// A figure of it as it is printed.
    pub fn print(&self, figure: Option<f64>) -> String {
        figure.map_or_else(|| "-".to_owned(), |figure| format!("{figure:.*}", self.decimals))
    }
}

impl Serialize for Measures {
    /// An object with one number a measure, or null.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(MEASURES.len()))?;
        for (measure, figure) in self.iter() {
            if measure.decimals == 0 {
                map.serialize_entry(measure.key, &figure.map(|figure| figure.round() as i64))?;
            } else {
                let scale = 10_f64.powi(measure.decimals as i32 + 1);
                let rounded = figure.map(|figure| (figure * scale).round() / scale);
                map.serialize_entry(measure.key, &rounded)?;
            }
        }
        map.end()
    }
}

fn finals(trials: &[Trial]) -> impl Iterator<Item = &Waited> {
    trials.iter().flat_map(|trial| &trial.finals)
}

fn waits(trials: &[Trial]) -> Vec<f64> {
    finals(trials).map(|last| last.wait_ms as f64).collect()
}

fn decodes(trials: &[Trial]) -> Vec<f64> {
    finals(trials).map(|last| last.decode_ms as f64).collect()
}

/// What is waited for besides decoding; negative where decoding began before the speech ended.
fn beyond(last: &Waited) -> f64 {
    (last.wait_ms - last.decode_ms) as f64
}

fn shown_before(trials: &[Trial]) -> Option<f64> {
    let decode = median(decodes(trials))?;
    let long = finals(trials).filter(|last| last.speech_ms as f64 > LONG * decode);
    let (words, before) = long.fold((0, 0), |(words, before), last| {
        (words + last.words.words, before + last.words.before)
    });
    share(100.0 * before as f64, words as f64)
}

fn each(trials: &[Trial], of: fn(&Trial) -> Option<i64>) -> Vec<f64> {
    trials.iter().filter_map(of).map(|figure| figure as f64).collect()
}

fn sum(trials: &[Trial], of: fn(&Trial) -> f64) -> f64 {
    trials.iter().map(of).sum()
}

/// What all trials give together, where all of them know it.
fn all(
    trials: &[Trial],
    of: fn(&Trial) -> Option<i64>,
    join: fn(f64, f64) -> f64,
    unit: f64,
) -> Option<f64> {
    let figures: Option<Vec<i64>> = trials.iter().map(of).collect();
    figures?.into_iter().map(|figure| figure as f64 / unit).reduce(join)
}

fn share(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then_some(part / whole)
}

/// The middle one, or the mean of the two in the middle.
fn median(mut figures: Vec<f64>) -> Option<f64> {
    figures.sort_by(f64::total_cmp);
    let middle = figures.len() / 2;
    match figures.len() {
        0 => None,
        even if even.is_multiple_of(2) => Some(f64::midpoint(figures[middle - 1], figures[middle])),
        _ => Some(figures[middle]),
    }
}

/// The smallest figure that this share of them does not exceed.
fn quantile(mut figures: Vec<f64>, share: f64) -> Option<f64> {
    figures.sort_by(f64::total_cmp);
    let rank = (share * figures.len() as f64).ceil() as usize;
    figures.get(rank.max(1) - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::super::process::Cost;
    use super::super::score::Score;
    use super::super::shown::Piece;
    use super::*;

    fn last(wait_ms: i64, speech_ms: i64, before: usize) -> Waited {
        let (decode_ms, cause) = (400, Cause::Pause);
        Waited { wait_ms, decode_ms, speech_ms, cause, words: Piece { words: 10, before } }
    }

    fn trial() -> Trial {
        Trial {
            live: Score { errors: 1, said: 20, written: 20 },
            whole: Score { errors: 2, said: 20, written: 19 },
            first_ms: Some(1_500),
            finals: vec![last(1_100, 5_000, 8), last(300, 1_200, 0)],
            stop_ms: Some(600),
            alone_ms: Some(500),
            erased: 4,
            changes: 0,
            audio_ms: 10_000,
            cost: Cost { cpu_ms: Some(2_500), peak_kb: Some(200_000) },
        }
    }

    fn printed(measures: &Measures) -> String {
        let lines =
            measures.iter().map(|(of, figure)| format!("{} {}\n", of.key, of.print(figure)));
        lines.collect()
    }

    #[test]
    fn a_run_is_all_of_its_recordings_together() {
        let other = Trial { stop_ms: Some(400), first_ms: None, erased: 0, ..trial() };
        insta::assert_snapshot!(printed(&Measures::of(&[trial(), other])), @r"
        words 40
        errors_live 2
        errors_whole 4
        first_text_ms 1500
        wait_p50_ms 700
        wait_p95_ms 1100
        wait_less_decode_ms 300
        pause_less_decode_ms 300
        stop_done_ms 500
        stop_ratio 1.00
        erasure 0.10
        shown_before_percent 80
        committed_changes 0
        decode_ms 400
        real_time_factor 0.08
        cpu_s 5.0
        peak_mb 205
        ");
    }

    #[test]
    fn each_figure_is_explained_in_the_readme() {
        let readme = include_str!("../../README.md");
        for Measure { key, .. } in &MEASURES {
            let row = |line: &str| line.starts_with('|') && line.contains(&format!("`{key}`"));
            assert!(readme.lines().any(row), "{key}");
        }
    }

    #[test]
    fn where_nothing_was_said_nothing_is_measured() {
        let measures = Measures::of(&[Trial::default()]);
        let known: Vec<_> =
            measures.iter().filter(|(_, figure)| figure.is_some()).map(|(of, _)| of.key).collect();
        assert_eq!(known, ["words", "errors_live", "errors_whole", "committed_changes"]);
    }

    #[test]
    fn several_runs_give_the_median_of_each_measure() {
        let run = |stop_ms, errors| {
            let live = Score { errors, ..trial().live };
            Measures::of(&[Trial { stop_ms, live, ..trial() }])
        };
        let runs = [run(Some(900), 1), run(Some(500), 3), run(None, 2)];
        let median = Measures::median(&runs);
        let figure = |key| median.iter().find(|(of, _)| of.key == key).unwrap().1;
        assert_eq!((figure("stop_done_ms"), figure("errors_live")), (Some(700.0), Some(2.0)));
    }

    #[test]
    fn quantiles_are_figures_that_were_measured() {
        let figures = || (1..=20).map(f64::from).collect::<Vec<_>>();
        assert_eq!(quantile(figures(), 0.95), Some(19.0));
        assert_eq!(quantile(vec![7.0], 0.95), Some(7.0));
        assert_eq!((quantile(vec![], 0.95), median(vec![])), (None, None));
        assert_eq!(median(figures()), Some(10.5));
    }

    #[test]
    fn json_has_whole_numbers_and_nulls() {
        let object = serde_json::to_value(Measures::of(&[Trial { first_ms: None, ..trial() }]));
        let object = object.unwrap();
        assert_eq!(object["words"].to_string(), "20");
        assert_eq!(object["stop_ratio"].to_string(), "1.2");
        assert!(object["first_text_ms"].is_null());
        assert_eq!(object.as_object().unwrap().len(), MEASURES.len());
    }
}
