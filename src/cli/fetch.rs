//! `aloud models fetch` and `aloud models list --available`: the models of the catalogue.

use std::path::Path;

use serde::Serialize;

use super::args::FetchModel;
use super::console::Console;
use super::exit::Exit;
use super::models::show;
use super::progress::Progress;
use super::run::Setup;
use super::stop::Stop;
use super::table::{size, table};
use crate::error::{Error, Result};
use crate::home::Home;
use crate::models::Store;
use crate::models::catalogue::{Catalogue, Entry, File, Speed};
use crate::models::download::{self, Fetched, Flow, Options, Step, mirror};
use crate::models::import;

/// JSON lines say how far a file is so many times.
const TOLD: u64 = 100;

/// The models that can be fetched.
pub(super) fn available(console: &Console) -> Result<Exit> {
    let store = Store::new(&Home::find()?);
    let installed: Vec<String> = store.list().into_iter().map(|model| model.id).collect();
    let is_there =
        |entry: &Entry| entry.installed_ids().any(|id| installed.iter().any(|i| i == id));
    let models = &Catalogue::built_in().models;
    if console.is_json() {
        for entry in models {
            console.object(&Line { installed: is_there(entry), entry });
        }
    } else {
        let rows: Vec<_> = models.iter().map(|entry| row(entry, is_there(entry))).collect();
        console.text(&table(&rows));
        console.say("* is there already; `aloud models fetch NAME` gets another one");
    }
    Ok(Exit::Done)
}

/// Fetches models, one after the other.
pub(super) fn fetch(args: &FetchModel, console: &Console) -> Result<Exit> {
    let setup = Setup::find(console)?;
    let wanted: Result<Vec<_>> = args.ids.iter().map(|id| known(id)).collect();
    let stop = Stop::on_signals();
    let one = |(entry, file): (&Entry, &File)| {
        if stop.is_asked() {
            return Exit::Failed;
        }
        get(entry, file, &setup, &stop, console).unwrap_or_else(|error| console.fail(&error))
    };
    let exits: Vec<Exit> = wanted?.into_iter().map(one).collect();
    Ok(Exit::of_several(&exits))
}

fn known(id: &str) -> Result<(&'static Entry, &'static File)> {
    Catalogue::built_in().file(id).ok_or_else(|| {
        let problem = "is not in the catalogue; see `aloud models list --available`";
        Error::Usage(format!("the model \"{id}\" {problem}"))
    })
}

fn get(entry: &Entry, file: &File, setup: &Setup, stop: &Stop, console: &Console) -> Result<Exit> {
    let store = Store::new(&setup.home);
    if let Ok(model) = store.find(Some(file.id())) {
        console.say(&format!("{} is there already", model.id));
        show(&model, setup, console);
        return Ok(Exit::Done);
    }
    let wanted = Catalogue::built_in().wanted(entry, file, mirror()?.as_deref());
    let mut meter = Meter::new(file, console);
    let fetched = download::fetch(&wanted, &setup.home.models, &Options::default(), &mut |step| {
        meter.tell(&step);
        if stop.is_asked() { Flow::Pause } else { Flow::GoOn }
    });
    drop(meter);
    match fetched? {
        Fetched::File(path) => {
            complete(&path, console);
            show(&store.find(Some(file.id()))?, setup, console);
            Ok(Exit::Done)
        }
        Fetched::Stopped => {
            console.say(&format!("{} goes on where it is when it is called again", file.name));
            Ok(Exit::Failed)
        }
    }
}

/// Adds what makes short phrases quick. The model does its work without it.
fn complete(model: &Path, console: &Console) {
    if let Err(error) = import::complete(model) {
        console.say(&format!("short phrases will take longer with it: {error}"));
    }
}

/// How far a file is: a bar, lines, or JSON.
struct Meter<'a> {
    file: &'a File,
    progress: Progress,
    console: &'a Console,
    told: Option<u64>,
}

impl<'a> Meter<'a> {
    fn new(file: &'a File, console: &'a Console) -> Self {
        let progress = match console.is_json() {
            true => Progress::Silent,
            false => Progress::of(&file.name, file.size, console),
        };
        Self { file, progress, console, told: None }
    }

    fn tell(&mut self, step: &Step) {
        match step {
            Step::At(bytes) => {
                self.progress.at(*bytes);
                let part = bytes * TOLD / self.file.size.max(1);
                if self.console.is_json() && self.told.replace(part) != Some(part) {
                    let Self { file, console, .. } = self;
                    console.object(&Part { name: &file.name, bytes: *bytes, size: file.size });
                }
            }
            Step::Waits(problem) => self.progress.aside(|| self.console.say(problem)),
            Step::Checks => {}
        }
    }
}

/// How far a file is, as JSON.
#[derive(Serialize)]
#[serde(tag = "type", rename = "download")]
struct Part<'a> {
    name: &'a str,
    bytes: u64,
    size: u64,
}

/// A model of the catalogue as JSON.
#[derive(Serialize)]
#[serde(tag = "type", rename = "available")]
struct Line<'a> {
    #[serde(flatten)]
    entry: &'a Entry,
    installed: bool,
}

fn row(entry: &Entry, is_there: bool) -> [String; 6] {
    let speed = match entry.speed {
        Some(Speed::Fast) => "fast",
        Some(Speed::Medium) => "medium",
        Some(Speed::Slow) => "slow",
        None => "",
    };
    let languages = match entry.languages.as_slice() {
        [one] => one.clone(),
        several => format!("{} languages", several.len()),
    };
    [
        if is_there { "*" } else { " " }.to_owned(),
        entry.id.clone(),
        entry.files.first().map_or_else(String::new, |file| size(file.size)),
        speed.to_owned(),
        languages,
        entry.licence.clone(),
    ]
}
