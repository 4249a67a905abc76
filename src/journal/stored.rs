//! Takes that were left behind: which there are, what is in them, and their way out.

use std::fs::{File, TryLockError};
use std::io::{BufReader, Seek};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::log::{Contents, Record, Records};
use super::{Ending, Mark};
use crate::audio::{Format, RATE, from_i16, ms};
use crate::capture::{Block, Flow, Source};
use crate::error::{Error, Result};

/// What the file of a take is called at its end.
pub const EXTENSION: &str = "take";

/// How long a take is kept that was not delivered whole.
pub const KEPT_FOR: Duration = Duration::from_secs(24 * 60 * 60);

/// A take on disk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stored {
    /// Names it for `aloud takes`.
    pub id: String,
    /// Why it is there.
    pub state: StoredState,
    /// When it began, in milliseconds since 1970.
    pub started_unix_ms: u64,
    /// What was listened to.
    pub source: String,
    /// How much of it is on disk.
    pub audio_ms: u64,
    /// What was delivered of it.
    pub text: String,
}

/// Why a take is on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoredState {
    /// A running program is still writing it.
    Recording,
    /// The program that wrote it ended in the middle.
    Interrupted,
    /// It was cancelled.
    Cancelled,
    /// The model broke off.
    Partial,
    /// Some of it could not be recognised or delivered.
    Failed,
}

/// All takes in this folder, the oldest first. Files that are no takes are passed over.
///
/// # Errors
/// When the folder is there and cannot be read.
pub fn list(folder: &Path) -> Result<Vec<Stored>> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Error::io("read", folder)(error)),
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let takes = paths.filter(|path| path.extension().is_some_and(|e| e == EXTENSION));
    let mut found: Vec<Stored> = takes.filter_map(|path| look_into(&path).ok()).collect();
    found.sort_by(|a, b| (a.started_unix_ms, &a.id).cmp(&(b.started_unix_ms, &b.id)));
    Ok(found)
}

/// Removes a take for good.
///
/// # Errors
/// When there is no such take, or it is still being written.
pub fn discard(folder: &Path, id: &str) -> Result<()> {
    let path = path_of(folder, id)?;
    let _lock = lock(&path)?;
    std::fs::remove_file(&path).map_err(Error::io("remove", &path))
}

/// Removes the takes that have been kept long enough, and says how many.
///
/// # Errors
/// When the folder cannot be read.
pub fn purge(folder: &Path, now_unix_ms: u64) -> Result<usize> {
    let old = |take: &Stored| {
        let kept_until = take.started_unix_ms + take.audio_ms + KEPT_FOR.as_millis() as u64;
        take.state != StoredState::Recording && kept_until < now_unix_ms
    };
    let old_ones = list(folder)?.into_iter().filter(old);
    Ok(old_ones.filter(|take| discard(folder, &take.id).is_ok()).count())
}

/// The audio of a take that was left behind, as a source, and what was delivered of it.
///
/// # Errors
/// When there is no such take, it is still being written, or nothing in it can be read.
pub fn open(folder: &Path, id: &str) -> Result<Recovered> {
    let path = path_of(folder, id)?;
    let mut file = lock(&path)?;
    let contents = Contents::of(BufReader::new(&file)).map_err(Error::io("read", &path))?;
    let stored = describe(&path, &contents, false);
    file.rewind().map_err(Error::io("read", &path))?;
    let records = Records::of(BufReader::new(file)).map_err(Error::io("read", &path))?;
    Ok(Recovered { stored, path, records })
}

/// A take that was left behind. Locked as long as it is open.
#[derive(Debug)]
pub struct Recovered {
    /// What it is.
    pub stored: Stored,
    path: PathBuf,
    records: Records<BufReader<File>>,
}

impl Source for Recovered {
    fn read(&mut self, block: &mut Block) -> Result<Flow> {
        block.format = Some(Format { rate: RATE, channels: 1 });
        match self.records.next().transpose().map_err(Error::io("read", &self.path))? {
            Some(Record::Audio(samples)) => {
                block.samples.extend(samples.into_iter().map(from_i16));
                Ok(Flow::More)
            }
            Some(_) => Ok(Flow::More),
            None => Ok(Flow::Ended),
        }
    }

    fn dropped_frames(&self) -> u64 {
        0
    }

    fn name(&self) -> String {
        self.stored.id.clone()
    }

    fn is_live(&self) -> bool {
        false
    }
}

fn look_into(path: &Path) -> Result<Stored> {
    let file = File::open(path).map_err(Error::io("read", path))?;
    let live = matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock));
    let contents = Contents::of(BufReader::new(&file)).map_err(Error::io("read", path))?;
    Ok(describe(path, &contents, live))
}

fn describe(path: &Path, contents: &Contents, live: bool) -> Stored {
    let ending = contents.marks.iter().rev().find_map(|mark| match mark {
        Mark::Ended(ending) => Some(*ending),
        Mark::Delivered { .. } => None,
    });
    let state = match (live, ending) {
        (true, _) => StoredState::Recording,
        (false, None | Some(Ending::Delivered)) => StoredState::Interrupted,
        (false, Some(Ending::Cancelled)) => StoredState::Cancelled,
        (false, Some(Ending::Partial)) => StoredState::Partial,
        (false, Some(Ending::Failed)) => StoredState::Failed,
    };
    let texts = contents.marks.iter().filter_map(|mark| match mark {
        Mark::Delivered { text, .. } => Some(text.as_str()),
        Mark::Ended(_) => None,
    });
    Stored {
        id: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        state,
        started_unix_ms: contents.opening.started_unix_ms,
        source: contents.opening.source.clone(),
        audio_ms: ms(contents.samples),
        text: texts.collect(),
    }
}

/// The file of a take. An id is a plain name: a path in it would reach out of the folder.
fn path_of(folder: &Path, id: &str) -> Result<PathBuf> {
    let path = folder.join(format!("{id}.{EXTENSION}"));
    let plain = !id.is_empty() && Path::new(id).file_name().is_some_and(|name| name == id);
    if plain && path.is_file() {
        return Ok(path);
    }
    let known: Vec<String> = list(folder)?.into_iter().map(|take| take.id).collect();
    let there_is = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    Err(Error::Usage(format!("there is no take \"{id}\"; there is: {there_is}")))
}

fn lock(path: &Path) -> Result<File> {
    let file = File::open(path).map_err(Error::io("read", path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::File {
            path: path.to_path_buf(),
            problem: "this take is still being recorded".to_owned(),
        }),
        Err(TryLockError::Error(source)) => Err(Error::io("lock", path)(source)),
    }
}
