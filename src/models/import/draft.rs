//! A file that is written beside its place and takes it when it is complete, so that a place
//! never holds half a file and keeps its good one when something fails.

use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::models::folder;

const ENDING: &str = "part";

/// See the module. Dropped before [`Draft::publish`], it leaves nothing.
#[derive(Debug)]
pub(crate) struct Draft {
    file: BufWriter<File>,
    path: PathBuf,
    place: PathBuf,
}

impl Draft {
    /// Begins a file for this place.
    ///
    /// # Errors
    /// When the place is a folder, or nothing can be created beside it.
    pub(crate) fn new(place: &Path) -> Result<Self> {
        if place.is_dir() {
            let problem = "a model is to stand there, and it is a folder".to_owned();
            return Err(Error::File { path: place.to_path_buf(), problem });
        }
        clear(place);
        let process = std::process::id();
        let mut number = 0;
        loop {
            let path = beside(place, &format!("{process}-{number}"));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => {
                    // Held until the file is complete, see `clear`. Where a file system knows
                    // no locks, nothing is ever cleared.
                    let _ = file.try_lock();
                    let file = BufWriter::with_capacity(1 << 16, file);
                    return Ok(Self { file, path, place: place.to_path_buf() });
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(Error::io("create", &path)(error)),
            }
        }
    }

    /// Adds bytes.
    ///
    /// # Errors
    /// When they cannot be written.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all(bytes).map_err(Error::io("write", &self.path))
    }

    /// Makes sure that all of it is on the disk.
    ///
    /// # Errors
    /// When it is not.
    pub(crate) fn sync(&mut self) -> Result<()> {
        let synced = self.file.flush().and_then(|()| self.file.get_ref().sync_all());
        synced.map_err(Error::io("write", &self.path))
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// When that fails; what was there is still there.
    pub(crate) fn publish(self) -> Result<()> {
        fs::rename(&self.path, &self.place).map_err(Error::io("create", &self.place))?;
        if let Some(folder) = self.place.parent() {
            // Not every system lets a folder be synced; the file itself is.
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After `publish` nothing is there any more.
        let _ = fs::remove_file(&self.path);
    }
}

/// Removes what an import that was killed left of this file. An import that is still running,
/// in this process or in another, holds a lock on its own.
fn clear(place: &Path) {
    let ending = format!(".{ENDING}");
    for name in folder::names(place.parent().unwrap_or(place)) {
        if name.starts_with(&prefix(place)) && name.ends_with(&ending) {
            let path = place.with_file_name(name);
            if File::open(&path).is_ok_and(|file| file.try_lock().is_ok()) {
                let _ = fs::remove_file(&path);
            }
        }
    }
}

/// A hidden file beside the place, so that nothing takes it for a model.
fn beside(place: &Path, middle: &str) -> PathBuf {
    place.with_file_name(format!("{}{middle}.{ENDING}", prefix(place)))
}

fn prefix(place: &Path) -> String {
    format!(".{}.", place.file_name().unwrap_or_default().to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        folder::names(folder).into_iter().collect()
    }

    #[test]
    fn a_file_takes_its_place_only_when_it_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("a.gguf");
        fs::write(&place, "old").unwrap();
        let mut draft = Draft::new(&place).unwrap();
        draft.write(b"new").unwrap();
        assert_eq!(fs::read_to_string(&place).unwrap(), "old");
        draft.sync().unwrap();
        draft.publish().unwrap();
        assert_eq!(fs::read_to_string(&place).unwrap(), "new");
        assert_eq!(names(folder.path()), ["a.gguf"]);
    }

    #[test]
    fn what_is_not_published_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut draft = Draft::new(&folder.path().join("a.gguf")).unwrap();
        draft.write(b"half").unwrap();
        assert_eq!(names(folder.path()).len(), 1);
        drop(draft);
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn leftovers_go_and_running_imports_stay() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("a.gguf");
        fs::write(beside(&place, "1-0"), "killed").unwrap();
        fs::write(folder.path().join(".ab.gguf.1-0.part"), "of another model").unwrap();
        let running = Draft::new(&place).unwrap();
        let second = Draft::new(&place).unwrap();
        assert!(running.path.exists() && second.path.exists());
        assert_eq!(names(folder.path()).len(), 3);
    }

    #[test]
    fn a_folder_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("a.gguf");
        fs::create_dir(&place).unwrap();
        assert!(Draft::new(&place).unwrap_err().to_string().contains("it is a folder"));
    }
}
