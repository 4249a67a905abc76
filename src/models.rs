//! Models on disk: which there are, which one is meant, and whether its file is whole.
//!
//! A model is one file in the models folder or in `ALOUD_MODELS`, and its id is the name of the
//! file without the ending. Beside it may lie its twin: the same weights with a shorter encoder
//! window, which costs less for short pieces. The twin of `base.gguf` with a window of 15 s is
//! `base.w15.gguf`.

pub mod catalogue;
pub mod download;
pub mod import;

mod bytes;
mod fault;
mod folder;
mod gguf;
mod legacy;
mod unfinished;

use std::fs::File;
use std::path::{Path, PathBuf};

use serde::Serialize;
use ts_rs::TS;

use self::catalogue::Catalogue;
use self::fault::{Fault, damaged};
use self::folder::Found;
pub use self::unfinished::Unfinished;
use crate::error::{Error, Result};
use crate::home::Home;

/// How to get a good file in place of a bad one.
const REMEDY: &str = "fetch it again (`aloud models fetch ID`), import it again, \
                      or name another one with --model";

/// The folders that models are looked for in.
#[derive(Clone, Debug)]
pub struct Store {
    folders: Vec<PathBuf>,
}

/// A model that is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Installed {
    /// Name to ask for it by.
    pub id: String,
    /// Its file.
    pub path: PathBuf,
    /// Length of the file in bytes.
    pub size: u64,
    /// Whether it can be used.
    pub condition: Condition,
    /// The same weights with a shorter window, if that file is there and whole.
    pub twin: Option<Twin>,
}

/// Whether the file of a model can be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// It is whole, and says this about itself.
    Whole(Description),
    /// It cannot be used, for this reason.
    Damaged(String),
}

/// What a model says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
pub struct Description {
    /// The family that decides how it is computed, such as `whisper`.
    pub architecture: String,
    /// Name to show.
    pub name: Option<String>,
    /// Which member of the family, such as `whisper-base`.
    pub variant: Option<String>,
    /// Length of its encoder window, where it has a fixed one.
    pub window_s: Option<u32>,
}

/// The short-window twin of a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Twin {
    /// Its file.
    pub path: PathBuf,
    /// Length of its encoder window.
    pub window_s: u32,
}

impl Store {
    /// The models of this home. A model in the models folder hides one of the same id elsewhere.
    pub fn new(home: &Home) -> Self {
        let folders = [Some(home.models.clone()), home.extra_models.clone()];
        Self { folders: folders.into_iter().flatten().collect() }
    }

    /// Every model that is there, in the order of their ids. Damaged ones are among them.
    pub fn list(&self) -> Vec<Installed> {
        self.files().iter().map(|found| inspect(found).0).collect()
    }

    /// The model that is meant: by id, by the name in the catalogue, or by path. Without a wish
    /// the catalogue's default, or the only one that there is.
    ///
    /// # Errors
    /// [`Error::NoModel`] when it is not there, [`Error::BadModel`] when its file is damaged.
    pub fn find(&self, wanted: Option<&str>) -> Result<Installed> {
        let mut files = self.files();
        let chosen = match wanted {
            Some(name) => by_name(&files, name),
            None => by_default(&files),
        };
        let found = match (chosen, wanted.map(Path::new)) {
            (Some(index), _) => files.swap_remove(index),
            (None, Some(path)) if path.exists() => Found::at(path),
            (None, _) => return Err(missing(wanted, &files)),
        };
        let (installed, error) = inspect(&found);
        error.map_or(Ok(installed), Err)
    }

    /// Removes a model for good, by id or by its name in the catalogue, with its twins, the hash
    /// beside it, and what was fetched of it and not to its end.
    ///
    /// # Errors
    /// [`Error::NoModel`] when it is not there, [`Error::Usage`] when it is in a folder that is
    /// only read, [`Error::Io`] when the system refuses.
    pub fn delete(&self, id: &str) -> Result<()> {
        let files = self.files();
        let forgotten = match (Catalogue::built_in().file(id), self.folders.first()) {
            (Some((_, file)), Some(folder)) => download::forget(&folder.join(&file.name))?,
            _ => false,
        };
        let found = match by_name(&files, id) {
            Some(at) => &files[at],
            None if forgotten => return Ok(()),
            None => return Err(missing(Some(id), &files)),
        };
        if self.folders.first().map(PathBuf::as_path) != found.path.parent() {
            let path = found.path.display();
            return Err(Error::Usage(format!("{path} is in a folder that is only read")));
        }
        for path in found.twins.iter().chain([&found.path]) {
            std::fs::remove_file(path).map_err(Error::io("remove", path))?;
        }
        let _no_hash = std::fs::remove_file(download::hash_beside(&found.path));
        Ok(())
    }

    fn files(&self) -> Vec<Found> {
        let mut files: Vec<Found> = Vec::new();
        for found in self.folders.iter().flat_map(|path| folder::scan(path)) {
            if files.iter().all(|earlier| earlier.id != found.id) {
                files.push(found);
            }
        }
        files.sort_by(|one, other| one.id.cmp(&other.id));
        files
    }
}

/// The model with this id, or the best file of the catalogue's model with this name.
fn by_name(files: &[Found], name: &str) -> Option<usize> {
    let has = |id: &str| files.iter().position(|found| found.id == id);
    has(name).or_else(|| Catalogue::built_in().entry(name)?.installed_ids().find_map(has))
}

/// The catalogue's default, or the only model that there is.
fn by_default(files: &[Found]) -> Option<usize> {
    let default = by_name(files, &Catalogue::built_in().default_entry().id);
    default.or_else(|| (files.len() == 1).then_some(0))
}

fn missing(wanted: Option<&str>, files: &[Found]) -> Error {
    let mut candidates: Vec<_> = files.iter().map(|found| found.id.clone()).collect();
    let default = Catalogue::built_in().default_entry();
    if by_name(files, &default.id).is_none() {
        candidates.push(format!("{} (`aloud models fetch {0}`)", default.id));
    }
    Error::NoModel { wanted: wanted.map(str::to_owned), candidates }
}

/// Looks into the files of a model. What is wrong with it comes along as the error.
fn inspect(found: &Found) -> (Installed, Option<Error>) {
    let described = describe(&found.path);
    let window_s = described.as_ref().ok().and_then(|description| description.window_s);
    let (condition, error) = match described {
        Ok(description) => (Condition::Whole(description), None),
        Err(error) => (Condition::Damaged(problem(&error)), Some(error)),
    };
    let installed = Installed {
        id: found.id.clone(),
        size: found.path.metadata().map_or(0, |metadata| metadata.len()),
        path: found.path.clone(),
        condition,
        twin: found.twins.iter().find_map(|path| twin(path, window_s)),
    };
    (installed, error)
}

/// A twin that is whole and has a shorter window than its model.
fn twin(path: &Path, model_window_s: Option<u32>) -> Option<Twin> {
    match describe(path) {
        Ok(Description { window_s: Some(window_s), .. }) if model_window_s > Some(window_s) => {
            Some(Twin { path: path.to_path_buf(), window_s })
        }
        Ok(_) => None,
        Err(error) => {
            tracing::warn!(%error, "a short-window twin is not used");
            None
        }
    }
}

fn problem(error: &Error) -> String {
    match error {
        Error::BadModel { problem, .. } => problem.clone(),
        other => other.to_string(),
    }
}

/// Reads what a model says about itself, after a check that its file is whole. The weights
/// themselves are not read.
///
/// # Errors
/// [`Error::BadModel`] with what is wrong, [`Error::Io`] when the system refuses to read it.
pub fn describe(path: &Path) -> Result<Description> {
    let metadata = path.metadata().map_err(Error::io("read", path))?;
    let described = if metadata.is_dir() {
        Err(damaged("it is a folder, not a file"))
    } else if metadata.len() == 0 {
        Err(damaged("it is empty"))
    } else {
        read(path, metadata.len())
    };
    described.map_err(|fault| fault.at(path, REMEDY))
}

fn read(path: &Path, length: u64) -> Result<Description, Fault> {
    let mut file = File::open(path)?;
    if legacy::is_it(&mut file)? {
        legacy::check(file, length)?;
        return Ok(Description { architecture: "whisper".to_owned(), ..Description::default() });
    }
    let head = gguf::read::Head::read(file, length)?;
    let text = |name| head.text(name).map(str::to_owned);
    let Some(architecture) = text("general.architecture") else {
        return Err(damaged("it does not say which kind of model it is"));
    };
    Ok(Description {
        architecture,
        name: text("general.name"),
        variant: text("stt.variant"),
        window_s: head.number("stt.frontend.chunk_length"),
    })
}

#[cfg(test)]
#[path = "models/tests.rs"]
mod tests;
