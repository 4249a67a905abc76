//! `aloud models`: which models there are, where one is, and a new one from a folder.

use serde::Serialize;

use super::args::{Import, Kind, Listing, ModelPath, ModelsVerb};
use super::console::Console;
use super::exit::Exit;
use super::progress::Progress;
use super::run::Setup;
use super::table::{size, table};
use crate::error::{Error, Result};
use crate::models::import::{ImportOptions, Quantisation, import};
use crate::models::{Condition, Installed, Store};

pub(super) fn run(verb: ModelsVerb) -> Exit {
    match verb {
        ModelsVerb::List(Listing { json }) => with(json, list),
        ModelsVerb::Path(args) => with(args.listing.json, |console| path(&args, console)),
        ModelsVerb::Import(args) => with(args.listing.json, |console| add(&args, console)),
    }
}

fn with(json: bool, verb: impl FnOnce(&Console) -> Result<Exit>) -> Exit {
    let console = Console::new(json);
    let result = verb(&console);
    console.end(result)
}

fn list(console: &Console) -> Result<Exit> {
    let setup = Setup::find(console)?;
    let models = Store::new(&setup.home).list();
    if models.is_empty() {
        let missing = setup.model(None).err();
        return Err(missing.unwrap_or(Error::NoModel { wanted: None, candidates: Vec::new() }));
    }
    let used = setup.model(None).ok().map(|model| model.path);
    let is_used = |model: &Installed| used.as_ref() == Some(&model.path);
    if console.is_json() {
        models.iter().for_each(|model| console.object(&Line::of(model, is_used(model))));
    } else {
        let rows: Vec<_> = models.iter().map(|model| row(model, is_used(model))).collect();
        console.text(&table(&rows));
        console.say(&format!(
            "* is used when nothing else is said; folder: {}",
            setup.home.models.display()
        ));
    }
    Ok(Exit::Done)
}

fn path(args: &ModelPath, console: &Console) -> Result<Exit> {
    let model = Setup::find(console)?.model(args.id.as_deref())?;
    show(&model, console);
    Ok(Exit::Done)
}

fn add(args: &Import, console: &Console) -> Result<Exit> {
    let setup = Setup::find(console)?;
    let options = ImportOptions {
        id: args.id.clone(),
        kind: match args.kind {
            Kind::Q8 => Quantisation::Q8_0,
            Kind::F16 => Quantisation::F16,
        },
        twin: (args.twin > 0).then_some(args.twin),
    };
    let mut progress = Progress::Silent;
    let mut told = |done: u64, total: u64| {
        if matches!(progress, Progress::Silent) {
            progress = Progress::of("importing", total, console);
        }
        progress.at(done);
    };
    let model = import(&args.folder, &setup.home.models, &options, &mut told)?;
    drop(progress);
    console.say(&format!("imported {}", model.id));
    show(&model, console);
    Ok(Exit::Done)
}

/// Prints where a model is.
fn show(model: &Installed, console: &Console) {
    if console.is_json() {
        console.object(&Line::of(model, true));
    } else {
        console.text(&format!("{}\n", model.path.display()));
    }
}

/// A model as JSON.
#[derive(Serialize)]
#[serde(tag = "type", rename = "model")]
struct Line<'a> {
    #[serde(flatten)]
    model: &'a Installed,
    /// Whether it is the one to use when nothing else is said.
    default: bool,
}

impl<'a> Line<'a> {
    fn of(model: &'a Installed, default: bool) -> Self {
        Self { model, default }
    }
}

fn row(model: &Installed, is_used: bool) -> [String; 5] {
    let mark = if is_used { "*" } else { " " };
    let about = match &model.condition {
        Condition::Whole(description) => {
            description.variant.clone().unwrap_or_else(|| description.architecture.clone())
        }
        Condition::Damaged(problem) => format!("damaged: {problem}"),
    };
    let twin = model.twin.as_ref();
    let twin = twin.map_or_else(String::new, |twin| format!("twin {} s", twin.window_s));
    [mark.to_owned(), model.id.clone(), size(model.size), about, twin]
}
