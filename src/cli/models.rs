//! `aloud models`: which models there are, where one is, a new one, and one less.

use std::path::Path;

use serde::Serialize;

use super::args::{DeleteModel, Import, Kind, ModelPath, ModelsVerb};
use super::console::Console;
use super::exit::Exit;
use super::fetch::{available, fetch};
use super::progress::Progress;
use super::run::Setup;
use super::table::{size, table};
use crate::error::{Error, Result};
use crate::models::import::{ImportOptions, Quantisation, import};
use crate::models::{Condition, Installed, Store};
use crate::settings::Server;

pub(super) fn run(verb: ModelsVerb) -> Exit {
    match verb {
        ModelsVerb::List(args) if args.available => with(args.listing.json, available),
        ModelsVerb::List(args) => with(args.listing.json, list),
        ModelsVerb::Fetch(args) => with(args.listing.json, |console| fetch(&args, console)),
        ModelsVerb::Delete(args) => with(args.listing.json, |console| delete(&args, console)),
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
    let servers = &setup.settings.servers;
    if models.is_empty() && servers.is_empty() {
        let missing = setup.model(None).err();
        return Err(missing.unwrap_or(Error::NoModel { wanted: None, candidates: Vec::new() }));
    }
    if console.is_json() {
        models.iter().for_each(|model| show(model, &setup, console));
        for server in servers {
            let default = setup.settings.server_in_use() == Some(server);
            console.object(&Elsewhere { id: server.id(), remote: server.host(), default });
        }
    } else {
        let here = models.iter().map(|model| row(model, is_used(model, &setup)));
        let there = servers.iter().map(|server| elsewhere(server, &setup));
        let rows: Vec<_> = here.chain(there).collect();
        console.text(&table(&rows));
        console.say(&format!(
            "* is used when nothing else is said; folder: {}",
            setup.home.models.display()
        ));
    }
    Ok(Exit::Done)
}

fn path(args: &ModelPath, console: &Console) -> Result<Exit> {
    let setup = Setup::find(console)?;
    match (&args.id, console.is_json()) {
        (Some(id), _) => show(&setup.model(Some(id))?, &setup, console),
        (None, true) => console.object(&Folder { path: &setup.home.models }),
        (None, false) => console.text(&format!("{}\n", setup.home.models.display())),
    }
    Ok(Exit::Done)
}

fn add(args: &Import, console: &Console) -> Result<Exit> {
    let setup = Setup::find(console)?;
    if args.kind.is_some() && args.source.is_file() {
        let path = args.source.display();
        return Err(Error::Usage(format!(
            "{path} is one file and stays as it is: leave --kind out"
        )));
    }
    let options = ImportOptions {
        id: args.id.clone(),
        kind: match args.kind {
            None | Some(Kind::Q8) => Quantisation::Q8_0,
            Some(Kind::F16) => Quantisation::F16,
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
    let model = import(&args.source, &setup.home.models, &options, &mut told)?;
    drop(progress);
    console.say(&format!("imported {}", model.id));
    show(&model, &setup, console);
    Ok(Exit::Done)
}

fn delete(args: &DeleteModel, console: &Console) -> Result<Exit> {
    let store = Store::new(&Setup::find(console)?.home);
    let remove = |id: &String| match store.delete(id) {
        Ok(()) => Exit::Done,
        Err(error) => console.fail(&error),
    };
    let exits: Vec<Exit> = args.ids.iter().map(remove).collect();
    Ok(Exit::of_several(&exits))
}

/// Prints where a model is.
pub(super) fn show(model: &Installed, setup: &Setup, console: &Console) {
    if console.is_json() {
        console.object(&Line { model, default: is_used(model, setup) });
    } else {
        console.text(&format!("{}\n", model.path.display()));
    }
}

/// Whether it is the one to use when nothing else is said.
fn is_used(model: &Installed, setup: &Setup) -> bool {
    setup.model(None).is_ok_and(|used| used.path == model.path)
}

/// The folder of the models as JSON.
#[derive(Serialize)]
#[serde(tag = "type", rename = "folder")]
struct Folder<'a> {
    path: &'a Path,
}

/// A model as JSON.
#[derive(Serialize)]
#[serde(tag = "type", rename = "model")]
struct Line<'a> {
    #[serde(flatten)]
    model: &'a Installed,
    default: bool,
}

/// A server as JSON, among the models: it has no file.
#[derive(Serialize)]
#[serde(tag = "type", rename = "model")]
struct Elsewhere {
    id: String,
    /// Whom what is said goes to.
    remote: String,
    default: bool,
}

fn elsewhere(server: &Server, setup: &Setup) -> [String; 5] {
    let mark = if setup.settings.server_in_use() == Some(server) { "*" } else { " " };
    let leaves = format!("audio leaves this machine: {}", server.host());
    [mark.to_owned(), server.id(), String::new(), server.model.clone(), leaves]
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
