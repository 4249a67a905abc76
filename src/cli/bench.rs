//! `aloud bench`: how well dictation does on this machine, with which model.

mod sheet;

use std::path::Path;

use serde::Serialize;

use super::args::{Bench, Speech, Way};
use super::console::Console;
use super::exit::Exit;
use super::lines::sentence;
use super::plan;
use super::progress::Progress;
use super::run::Setup;
use crate::bench::measures::Measures;
use crate::bench::recording::Recording;
use crate::bench::{self, Plan, Report};
use crate::clock::Clock;
use crate::command::Pace;
use crate::error::Result;
use crate::event::Event;
use crate::models::Installed;
use crate::settings::Profile;

pub(super) fn run(args: &Bench) -> Exit {
    let console = Console::new(args.json);
    console.end(measure(args, &console))
}

fn measure(args: &Bench, console: &Console) -> Result<Exit> {
    let setup = Setup::find(console)?;
    let speech = speech(args);
    let profile = plan::profile(&speech, true, &setup.settings)?;
    let models = models(args, &setup, &profile)?;
    let recordings = match args.files.as_slice() {
        [] => Recording::built_in(),
        files => files.iter().map(|path| Recording::of_file(path)).collect::<Result<_>>()?,
    };
    let (runs, means) = (usize::from(args.runs), setup.means(args.compute.as_deref()));
    let plan = Plan { recordings, profile, runs, means };
    let mut reports = Vec::new();
    for model in models {
        if !console.is_read() {
            break;
        }
        let report = listen(&model, &plan, console)?;
        if console.is_json() {
            lines(&model.id, &plan, &report).iter().for_each(|line| console.object(line));
        }
        reports.push((model.id, report.total));
    }
    if !console.is_json() {
        console.text(&sheet::page(&reports));
    }
    Ok(Exit::Done)
}

/// The words go nowhere: only when they come is of interest.
fn speech(args: &Bench) -> Speech {
    Speech { language: args.language.clone(), output: Some(Way::None), ..Speech::default() }
}

/// The models that are meant. Each of them is tried, so that what is wrong with the last one is
/// not found after minutes.
fn models(args: &Bench, setup: &Setup, profile: &Profile) -> Result<Vec<Installed>> {
    let wanted: Vec<Option<&str>> = match args.models.as_slice() {
        [] => vec![None],
        models => models.iter().map(|model| Some(model.as_str())).collect(),
    };
    let found = wanted.into_iter().map(|model| {
        // A server is refused before anything is sent to it: what is measured is this machine.
        let found = setup.model(model)?;
        let (model_id, compute) = (model.map(str::to_owned), args.compute.clone());
        let speech = Speech { model: model_id, compute, ..Speech::default() };
        setup.recogniser(&speech, profile)?;
        Ok(found)
    });
    found.collect()
}

fn listen(model: &Installed, plan: &Plan, console: &Console) -> Result<Report> {
    let length =
        |recording: &Recording| recording.source(Pace::Fast, Clock::real()).ok()?.duration_ms();
    let lengths: Vec<u64> = plan.recordings.iter().filter_map(length).collect();
    let total = lengths.iter().sum::<u64>() * plan.runs as u64;
    let mut progress = Progress::of_audio(&model.id, Some(total), console);
    let spoken = |take: usize| -> u64 { lengths.iter().cycle().take(take).sum() };
    bench::run(model, plan, &mut |take, event| match event {
        Event::Final(part) => progress.at(spoken(take) + part.end_ms),
        Event::Notice { .. } => {
            let said = sentence(event, None);
            progress.aside(|| said.iter().for_each(|said| console.say(said)));
        }
        _ => {}
    })
}

/// One line of JSON.
#[derive(Serialize)]
#[serde(tag = "type", rename = "bench")]
struct Line<'a> {
    model: &'a str,
    /// The recording; none of all of them together.
    recording: Option<&'a Path>,
    runs: usize,
    #[serde(flatten)]
    measures: &'a Measures,
}

/// One a recording, and one of all together.
fn lines<'a>(model: &'a str, plan: &'a Plan, report: &'a Report) -> Vec<Line<'a>> {
    let runs = plan.runs;
    let each = plan.recordings.iter().zip(&report.recordings);
    let mut lines: Vec<_> = each
        .map(|(of, measures)| Line { model, recording: Some(of.path()), runs, measures })
        .collect();
    lines.push(Line { model, recording: None, runs, measures: &report.total });
    lines
}
