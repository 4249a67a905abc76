//! Says on disk that a model is set up or runs on a graphics card, for as long as that lasts. A
//! program that ends meanwhile, by a crash of the driver above all, cannot take it away.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use super::Gpu;
use crate::home::private_folder;

/// One file for each model that is being set up.
const ENDING: &str = "trying";

/// Markers that this process has set.
static MARKERS: AtomicU64 = AtomicU64::new(0);

/// See the module. It is not synced, since a process that ends loses nothing by that. Gone when it is dropped.
#[derive(Debug)]
pub(in crate::recognise) struct Marker {
    path: PathBuf,
    /// Locked by the process that lives; the system takes the lock from one that ends.
    file: File,
}

/// What a marker says.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Note {
    pub(super) backend: Gpu,
    /// What held of it then.
    pub(super) facts: Vec<String>,
}

impl Marker {
    /// Begins. None where that cannot be written: then a crash is found out by nobody.
    pub(in crate::recognise) fn set(state: &Path, gpu: Gpu, facts: &[String]) -> Option<Self> {
        let note = Note { backend: gpu, facts: facts.to_vec() };
        Self::write(state, &note)
            .inspect_err(|error| tracing::warn!("a crash would not be remembered: {error}"))
            .ok()
    }

    fn write(state: &Path, note: &Note) -> io::Result<Self> {
        private_folder(state).map_err(io::Error::other)?;
        let number = MARKERS.fetch_add(1, Ordering::Relaxed);
        let draft = state.join(format!("compute-{}-{number}.new", std::process::id()));
        let path = draft.with_extension(ENDING);
        let mut file = File::create(&draft)?;
        // Before it has its name, or another program would find it without an owner.
        file.try_lock().map_err(|error| io::Error::other(error.to_string()))?;
        file.write_all(&serde_json::to_vec(note)?)?;
        fs::rename(&draft, &path)?;
        Ok(Self { path, file })
    }
}

impl Drop for Marker {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}

/// What programs left behind that ended too early; it is taken away.
pub(super) fn left_behind(state: &Path) -> Vec<Note> {
    let Ok(entries) = fs::read_dir(state) else { return Vec::new() };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let marks = paths.filter(|path| path.extension().is_some_and(|ending| ending == ENDING));
    marks.filter_map(|path| orphan(&path)).collect()
}

/// What a marker without an owner says. One that cannot be read says nothing.
fn orphan(path: &Path) -> Option<Note> {
    let file = File::open(path).ok()?;
    file.try_lock_shared().ok()?;
    let note = fs::read(path).ok().and_then(|text| serde_json::from_slice(&text).ok());
    let _ = fs::remove_file(path);
    note
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(state: &Path) -> usize {
        fs::read_dir(state).unwrap().count()
    }

    #[test]
    fn one_that_is_at_it_is_left_alone_and_leaves_nothing() {
        let state = tempfile::tempdir().unwrap();
        let marker = Marker::set(state.path(), Gpu::Vulkan, &["a".to_owned()]).unwrap();
        assert_eq!(left_behind(state.path()), []);
        assert_eq!(files(state.path()), 1);
        drop(marker);
        assert_eq!(files(state.path()), 0);
    }

    #[test]
    fn one_that_ended_is_found_once() {
        let state = tempfile::tempdir().unwrap();
        let note = Note { backend: Gpu::Cuda, facts: vec!["driver 5".to_owned()] };
        // As a process leaves it that ends at once: whole, and locked by nobody.
        fs::write(state.path().join("compute-7.trying"), serde_json::to_vec(&note).unwrap())
            .unwrap();
        fs::write(state.path().join("compute-8.trying"), "{").unwrap();
        fs::write(state.path().join("compute-9.new"), "").unwrap();
        assert_eq!(left_behind(state.path()), [note]);
        assert_eq!(left_behind(state.path()), []);
        assert_eq!(files(state.path()), 1, "what has no name yet may be somebody's");
    }

    #[test]
    fn where_nothing_can_be_written_it_goes_without() {
        let state = tempfile::tempdir().unwrap();
        let file = state.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(Marker::set(&file, Gpu::Vulkan, &[]).is_none());
        assert_eq!(left_behind(&file), []);
    }
}
