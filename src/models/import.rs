//! Takes in a model: turns a CTranslate2 (faster-whisper) folder into the files that the engine
//! loads, or copies a file that it loads already.
//!
//! The weights are read, stored anew and written a few rows at a time, to the model and to its
//! short-window twin at once: the two differ only in what they say about their front end. Both
//! are written beside their places and put there when they are complete.

mod ct2;
mod draft;
mod encode;
mod file;
mod joined;
mod mel;
mod metadata;
mod tensors;
mod vocabulary;
mod whisper;

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use self::draft::Draft;
use self::joined::Joined;
use self::tensors::{Origin, Tensor};
use self::vocabulary::Vocabulary;
use self::whisper::Whisper;
use super::fault::{Fault, damaged};
use super::folder::{self, Found, twin_name};
use super::gguf::align;
use super::gguf::write::head;
use super::{Installed, describe, inspect};
use crate::error::{Error, Result};
use crate::home;

/// How to get a good folder in place of a bad one.
const REMEDY: &str = "get the folder again from where it came; it needs model.bin, config.json \
                      and tokenizer.json of one CTranslate2 Whisper model";

/// About how many numbers are in memory at once.
const NUMBERS_AT_ONCE: u64 = 1 << 18;

/// The largest model, in bytes, that gets a twin without being asked for it.
const LARGEST_COMPLETED: u64 = 1 << 30;

/// What to make of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportOptions {
    /// The id of the model; none gives a folder the name of its variant, such as
    /// `whisper-base-Q8_0`, and a file its own name.
    pub id: Option<String>,
    /// How the weights of a folder are stored; those of a file stay as they are.
    pub kind: Quantisation,
    /// The encoder window of the twin in seconds; none writes no twin. Only Whisper models have
    /// one.
    pub twin: Option<u32>,
}

/// How weights are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Quantisation {
    /// Eight bits and a scale for every 32 weights: half the size, and quicker.
    #[default]
    Q8_0,
    /// Sixteen bits, as in most sources.
    F16,
}

impl Default for ImportOptions {
    fn default() -> Self {
        Self { id: None, kind: Quantisation::default(), twin: Some(15) }
    }
}

impl Quantisation {
    /// The name that stands in ids.
    pub fn name(self) -> &'static str {
        match self {
            Self::Q8_0 => "Q8_0",
            Self::F16 => "F16",
        }
    }

    fn file_type(self) -> u32 {
        match self {
            Self::Q8_0 => 7,
            Self::F16 => 1,
        }
    }
}

/// Imports a model into the models folder `into`: a CTranslate2 Whisper folder (or the `model.bin`
/// in it), a GGUF file, or a `.bin` file of whisper.cpp. `progress` is told how many bytes of how
/// many are written. Of a file that lies in `into` under its id already only the twin is written.
///
/// # Errors
/// When it is not a whole model, or the result cannot be written. Then nothing was added to
/// `into`, and nothing in it was changed.
pub fn import(
    source: &Path,
    into: &Path,
    options: &ImportOptions,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Installed> {
    match folder_of(source) {
        Some(folder) => convert(folder, into, options, progress),
        None => file::import(source, into, options, progress),
    }
}

/// Writes the short-window twin of a model that has come whole into its folder, where models of
/// its kind have one. Says whether it did: the twin of a large model would take as much of the disk
/// and of the memory again, so that has to be asked for, by [`import`].
///
/// # Errors
/// When the model cannot be read or the twin not be written. Then the model stands as it did.
pub fn complete(model: &Path) -> Result<bool> {
    let described = describe(model)?;
    let length = fs::metadata(model).map_err(Error::io("read", model))?.len();
    let has_one = file::has_twin(&described) && length <= LARGEST_COMPLETED;
    let Some(folder) = model.parent().filter(|_| has_one) else { return Ok(false) };
    import(model, folder, &ImportOptions::default(), &mut |_, _| {}).map(|_| true)
}

/// The CTranslate2 folder that is meant, unless it is a file by itself.
fn folder_of(source: &Path) -> Option<&Path> {
    if !source.is_file() {
        return Some(source);
    }
    let is_model = source.file_name().is_some_and(|name| name == "model.bin");
    source.parent().filter(|folder| is_model && folder.join("config.json").exists())
}

fn convert(
    folder: &Path,
    into: &Path,
    options: &ImportOptions,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Installed> {
    let mut source = Source::open(folder, options.kind)?;
    let windows = source.windows(options.twin)?;
    let id = source.id(options)?;
    home::private_folder(into)?;
    let names = windows.iter().map(|window| match window {
        Window::Full(_) => format!("{id}.gguf"),
        Window::Twin(window_s) => twin_name(&id, *window_s),
    });
    let places: Vec<_> = names.map(|name| into.join(name)).collect();
    let mut drafts = places.iter().map(|place| Draft::new(place)).collect::<Result<Vec<_>>>()?;
    for (draft, window) in drafts.iter_mut().zip(&windows) {
        draft.write(&source.head(window.seconds())?)?;
    }
    source.write(&mut drafts, progress)?;
    published(into, &id, &places[0], drafts)
}

/// Puts the complete files of a model in their places, and says what is there then.
fn published(into: &Path, id: &str, place: &Path, mut drafts: Vec<Draft>) -> Result<Installed> {
    drafts.iter_mut().try_for_each(Draft::sync)?;
    remove_twins(into, id)?;
    drafts.into_iter().try_for_each(Draft::publish)?;
    let (installed, error) = inspect(&Found::at(place));
    error.map_or(Ok(installed), Err)
}

/// A model is asked for by its id, and found by it.
fn check_id(id: &str) -> Result<()> {
    let is_name = id.chars().all(|letter| letter.is_alphanumeric() || "-_.".contains(letter));
    if id.is_empty() || id.starts_with('.') || !is_name || folder::is_twin(id) {
        return Err(Error::Usage(format!(
            "\"{id}\" cannot be the id of a model: take letters, digits, '-', '_' and '.', and \
             no twin's ending such as \".w15\", with --id"
        )));
    }
    Ok(())
}

/// The window of a twin is shorter than that of its model.
fn check_twin(seconds: u32, full: u32) -> Result<()> {
    if (1..full).contains(&seconds) {
        return Ok(());
    }
    let most = full.saturating_sub(1);
    Err(Error::Usage(format!("the window of the twin must be from 1 to {most} seconds long")))
}

/// A twin of the model that is about to be replaced would have other weights than the new one.
/// So it goes first: an import that is killed here leaves a model without a twin.
fn remove_twins(into: &Path, id: &str) -> Result<()> {
    for name in folder::twins(id, &folder::names(into)) {
        let path = into.join(name);
        fs::remove_file(&path).map_err(Error::io("remove", &path))?;
    }
    Ok(())
}

/// The encoder window of one of the files, in seconds.
enum Window {
    Full(u32),
    Twin(u32),
}

impl Window {
    fn seconds(&self) -> u32 {
        match self {
            Self::Full(seconds) | Self::Twin(seconds) => *seconds,
        }
    }
}

/// A folder that is whole, as far as that is known before its weights are read.
struct Source {
    path: PathBuf,
    model: ct2::Model<Joined>,
    whisper: Whisper,
    vocabulary: Vocabulary,
    tensors: Vec<Tensor>,
    kind: Quantisation,
}

impl Source {
    fn open(folder: &Path, kind: Quantisation) -> Result<Self> {
        let bad = |problem: &str| damaged(problem).at(folder, REMEDY);
        if !folder.is_dir() {
            return Err(bad(if folder.exists() { "it is not a folder" } else { "it is missing" }));
        }
        let parts = joined::parts(folder, "model.bin");
        let Some(path) = parts.first().cloned() else {
            return Err(bad("there is no model.bin in it"));
        };
        let joined = Joined::open(&parts)?;
        let length = joined.length();
        let parsed = ct2::Model::read(joined, length).and_then(|mut model| {
            let whisper = Whisper::read(&mut model)?;
            let tensors = tensors::plan(&whisper, kind);
            tensors::check(&tensors, &mut model)?;
            Ok((model, whisper, tensors))
        });
        let (model, whisper, tensors) = parsed.map_err(|fault| fault.at(&path, REMEDY))?;
        let vocabulary = Vocabulary::read(folder, &whisper)?;
        Ok(Self { path, model, whisper, vocabulary, tensors, kind })
    }

    /// The windows of the files to write: that of the model, then that of its twin.
    fn windows(&self, twin: Option<u32>) -> Result<Vec<Window>> {
        let full = self.whisper.window_s();
        if let Some(seconds) = twin {
            check_twin(seconds, full)?;
        }
        Ok([Window::Full(full)].into_iter().chain(twin.map(Window::Twin)).collect())
    }

    fn id(&self, options: &ImportOptions) -> Result<String> {
        let Some(id) = options.id.clone() else {
            return Ok(format!("{}-{}", self.whisper.variant(), self.kind.name()));
        };
        check_id(&id)?;
        Ok(id)
    }

    /// Everything before the tensors, for a file with this window.
    fn head(&self, window_s: u32) -> Result<Vec<u8>> {
        let weights = self.tensors.iter().filter(|tensor| !tensor.name.starts_with("frontend."));
        let parameters = weights.map(|tensor| tensor.dims.iter().product::<u64>()).sum();
        let values = metadata::values(&self.whisper, &self.vocabulary, self.kind, parameters);
        let mut values = values.map_err(|fault| fault.at(&self.path, REMEDY))?;
        values.extend(metadata::frontend(&self.whisper, window_s));
        Ok(head(&values, self.tensors.iter().map(Tensor::announced)))
    }

    /// Writes every tensor to each of the files.
    fn write(&mut self, drafts: &mut [Draft], progress: &mut dyn FnMut(u64, u64)) -> Result<()> {
        let total = self.tensors.iter().map(|tensor| align(tensor.bytes())).sum();
        let mut done = 0;
        for tensor in std::mem::take(&mut self.tensors) {
            let mut row = 0;
            while row < tensor.rows() {
                let count = tensor.rows_at_once(NUMBERS_AT_ONCE).min(tensor.rows() - row);
                let bytes = self.encode(&tensor, row, count);
                let bytes = bytes.map_err(|fault| fault.at(&self.path, REMEDY))?;
                drafts.iter_mut().try_for_each(|draft| draft.write(&bytes))?;
                row += count;
                done += bytes.len() as u64;
                progress(done, total);
            }
            let padding = vec![0; (align(tensor.bytes()) - tensor.bytes()) as usize];
            drafts.iter_mut().try_for_each(|draft| draft.write(&padding))?;
            done += padding.len() as u64;
        }
        progress(total, total);
        Ok(())
    }

    fn encode(&mut self, tensor: &Tensor, row: u64, count: u64) -> Result<Vec<u8>, Fault> {
        match &tensor.origin {
            Origin::Variable { name, first, .. } => {
                let numbers = self.model.rows(name, first + row, count)?;
                let named = |fault| match fault {
                    Fault::Damaged(problem) => damaged(format!("\"{name}\": {problem}")),
                    Fault::Io(_) => fault,
                };
                encode::encode(&numbers, tensor.storage).map_err(named)
            }
            Origin::Computed(numbers) => {
                let length = tensor.row_length();
                let numbers = &numbers[(row * length) as usize..][..(count * length) as usize];
                encode::encode(numbers, tensor.storage)
            }
        }
    }
}
