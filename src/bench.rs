//! How well dictation does on this machine: recordings with a text are spoken in real time into
//! the engine that people dictate with, and each is given to the model as a whole beside it.
//!
//! [`run`] does the work; what it measures is the list [`measures::MEASURES`]. What is counted and
//! how is decided in `score`, `shown`, `trial` and `measures`, which touch nothing.

pub mod quick;
mod spoken;
pub mod score;
pub mod recording;
mod heard;
mod watched;
mod process;
mod live;
pub mod shown;
pub mod tried;
pub mod trial;
pub mod measures;

use std::time::Duration;

use crate::capture::all;
use crate::clock::Clock;
use crate::command::Pace;
use crate::error::Result;
use crate::event::Event;
use crate::models::Installed;
use crate::recognise::native::{Means, Native};
use crate::recognise::{Loader, Recogniser, Request};
use crate::settings::Profile;
use live::Live;
use measures::Measures;
use recording::Recording;
use trial::{Beside, Take, Trial};

/// What is to be measured.
pub struct Plan {
    /// What is spoken.
    pub recordings: Vec<Recording>,
    /// How it is recognised. Its output should be none.
    pub profile: Profile,
    /// How often each recording is spoken; the figures are the medians.
    pub runs: usize,
    /// With what a model computes.
    pub means: Means,
}

/// What one model did.
pub struct Report {
    /// One a recording, in the order of the plan.
    pub recordings: Vec<Measures>,
    /// All recordings together.
    pub total: Measures,
}

/// Measures one model. It takes as long as the recordings are, times the runs, and a little
/// more. `heed` sees each event while they are spoken, with the number of the take from 0.
///
/// # Errors
/// When the model cannot be loaded, does not know the language, or fails, and when a recording
/// cannot be read.
pub fn run(model: &Installed, plan: &Plan, heed: &mut dyn FnMut(usize, &Event)) -> Result<Report> {
    let live = Live::start(loader(model, plan)?)?;
    let spoken = plan.runs * plan.recordings.len();
    let takes = (0..spoken).map(|at| {
        let recording = &plan.recordings[at % plan.recordings.len()];
        live.take(recording, &plan.profile, &mut |event| heed(at, event))
    });
    let takes = takes.collect::<Result<Vec<Take>>>()?;
    // Only one model is in memory at a time, or its peak would be that of two.
    drop(live);
    let trials = compare(model, plan, &takes)?;
    Ok(report(&trials, plan.recordings.len()))
}

/// Gives the model that is loaded already. One that broke is loaded anew.
fn loader(model: &Installed, plan: &Plan) -> Result<Loader> {
    let native = Native::open(model, &plan.means)?;
    Request::of(&plan.profile).check(native.capabilities())?;
    let (mut ready, model, means) = (Some(native), model.clone(), plan.means.clone());
    let again = move || Native::open(&model, &means);
    Ok(Box::new(move || Ok(Box::new(ready.take().map_or_else(&again, Ok)?))))
}

/// What the model does without the engine: each recording as a whole, and each last piece alone.
fn compare(model: &Installed, plan: &Plan, takes: &[Take]) -> Result<Vec<Trial>> {
    let mut native = Native::open(model, &plan.means)?;
    let request = Request::of(&plan.profile);
    let mut wholes = Vec::new();
    for recording in &plan.recordings {
        let audio = all::read(Box::new(recording.source(Pace::Fast, Clock::real())?))?;
        let whole = native.whole(&audio, &request)?;
        if let Some(gap) = whole.missing.into_iter().next() {
            return Err(gap.failure.into());
        }
        wholes.push(whole.hypothesis.text);
    }
    let beside = plan.recordings.iter().zip(&wholes).cycle();
    let trials = takes.iter().zip(beside).map(|(take, (recording, whole))| {
        let alone = take.last.as_ref().and_then(|last| again(&mut native, last));
        Trial::of(take, Beside { said: &recording.said, whole, alone })
    });
    Ok(trials.collect())
}

/// How long a run takes when it is done again. One that fails has no time.
fn again(native: &mut Native, run: &watched::Run) -> Option<Duration> {
    let clock = Clock::real();
    let before = clock.now();
    native.run(&run.audio, &run.request).ok()?;
    Some(clock.now().since(before))
}

/// The medians over the runs. Trials stand run by run, in each in the order of the recordings.
fn report(trials: &[Trial], recordings: usize) -> Report {
    let median = |runs: Vec<Measures>| Measures::median(&runs);
    let one = |at: usize| {
        let runs = trials.chunks(recordings).map(|run| Measures::of(&run[at..=at]));
        median(runs.collect())
    };
    Report {
        recordings: (0..recordings).map(one).collect(),
        total: median(trials.chunks(recordings).map(Measures::of).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_the_median_of_its_runs() {
        let trial = |stop_ms| Trial { stop_ms: Some(stop_ms), ..Trial::default() };
        let trials: Vec<Trial> = [100, 900, 300, 700, 200, 500].map(trial).into();
        let stop = |measures: &Measures| {
            measures.iter().find(|(of, _)| of.key == "stop_done_ms").and_then(|(_, figure)| figure)
        };
        let report = report(&trials, 2);
        let recordings: Vec<_> = report.recordings.iter().map(stop).collect();
        assert_eq!(recordings, [Some(200.0), Some(700.0)]);
        assert_eq!(stop(&report.total), Some(500.0));
    }
}
