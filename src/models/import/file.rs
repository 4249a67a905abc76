//! Takes in a model that is one file already: GGUF, or whisper.cpp's older `.bin`.
//!
//! The file is copied as it is. The twin of a Whisper model differs from it in three numbers of
//! its head, so it is written in the same pass.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::draft::Draft;
use super::metadata::window;
use super::{ImportOptions, check_id, check_twin, published};
use crate::error::{Error, Result};
use crate::home;
use crate::models::download::hash_beside;
use crate::models::folder::twin_name;
use crate::models::gguf::read::Head;
use crate::models::{Description, Installed, describe, legacy};

/// Copied at once.
const CHUNK: usize = 1 << 20;

/// Other bytes from this place of a file on.
type Patch = (u64, [u8; 4]);

/// A file that is whole.
struct Whole<'a> {
    path: &'a Path,
    file: File,
    length: u64,
    ending: &'static str,
    described: Description,
}

/// See [`super::import`].
pub(super) fn import(
    path: &Path,
    into: &Path,
    options: &ImportOptions,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Installed> {
    let mut whole = Whole::open(path)?;
    let id = whole.id(options)?;
    let twin = whole.twin(options.twin)?;
    home::private_folder(into)?;
    let place = whole.place(into, &id)?;
    let mut drafts = Vec::new();
    if !same_file::is_same_file(path, &place).unwrap_or(false) {
        drafts.push((Draft::new(&place)?, Vec::new()));
    }
    if let Some((window_s, patches)) = twin {
        drafts.push((Draft::new(&into.join(twin_name(&id, window_s)))?, patches));
    }
    whole.copy(&mut drafts, progress)?;
    // What it hashed to when it was fetched is said of another file.
    let is_new = drafts.iter().any(|(_, patches)| patches.is_empty());
    if is_new {
        let _no_hash = fs::remove_file(hash_beside(&place));
    }
    published(into, &id, &place, drafts.into_iter().map(|(draft, _)| draft).collect())
}

/// Whether models of this kind have one.
pub(super) fn has_twin(described: &Description) -> bool {
    described.architecture == "whisper" && described.window_s.is_some()
}

impl<'a> Whole<'a> {
    fn open(path: &'a Path) -> Result<Self> {
        let described = describe(path)?;
        let mut file = File::open(path).map_err(Error::io("read", path))?;
        let length = file.metadata().map_err(Error::io("read", path))?.len();
        let is_old = legacy::is_it(&mut file).map_err(Error::io("read", path))?;
        Ok(Self { path, file, length, ending: if is_old { "bin" } else { "gguf" }, described })
    }

    /// The wanted id, else the name of the file.
    fn id(&self, options: &ImportOptions) -> Result<String> {
        let stem = || self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let id = options.id.clone().unwrap_or_else(stem);
        check_id(&id)?;
        Ok(id)
    }

    /// Where it is to stand: under its id, with the ending of its kind. Of two files with the same
    /// id only one would be seen.
    fn place(&self, into: &Path, id: &str) -> Result<PathBuf> {
        let other = if self.ending == "bin" { "gguf" } else { "bin" };
        let other = into.join(format!("{id}.{other}"));
        if other.exists() {
            let (name, there) = (self.path.display(), other.display());
            return Err(Error::Usage(format!(
                "{there} has the id \"{id}\" already: name {name} otherwise with --id"
            )));
        }
        Ok(into.join(format!("{id}.{}", self.ending)))
    }

    /// The window of its twin and what is other there; none for a model without such a window.
    fn twin(&mut self, twin: Option<u32>) -> Result<Option<(u32, Vec<Patch>)>> {
        let (Some(window_s), Some(full)) = (twin, self.described.window_s) else { return Ok(None) };
        if !has_twin(&self.described) {
            return Ok(None);
        }
        check_twin(window_s, full)?;
        let file = File::open(self.path).map_err(Error::io("read", self.path))?;
        let head =
            Head::read(file, self.length).map_err(|fault| fault.at(self.path, super::REMEDY))?;
        let numbers = window(window_s);
        let patch = |(name, number): (&str, u32)| Some((head.place(name)?, number.to_le_bytes()));
        // One that does not say all of it is not known well enough to be changed.
        Ok(numbers.into_iter().map(patch).collect::<Option<_>>().map(|all| (window_s, all)))
    }

    /// Writes it to each of the drafts, with the other bytes that belong there.
    fn copy(
        &mut self,
        drafts: &mut [(Draft, Vec<Patch>)],
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<()> {
        let mut chunk = vec![0; CHUNK];
        let mut at = 0;
        loop {
            let count = self.file.read(&mut chunk).map_err(Error::io("read", self.path))?;
            if count == 0 {
                return Ok(());
            }
            for (draft, patches) in &mut *drafts {
                draft.write(&patched(&chunk[..count], at, patches))?;
            }
            at += count as u64;
            progress(at, self.length);
        }
    }
}

/// The bytes of a chunk that begins at this place, with patches.
fn patched(chunk: &[u8], at: u64, patches: &[Patch]) -> Vec<u8> {
    let mut bytes = chunk.to_vec();
    for (place, patch) in patches {
        for (place, byte) in (*place..).zip(patch) {
            let index = place.checked_sub(at).and_then(|index| usize::try_from(index).ok());
            if let Some(there) = index.and_then(|index| bytes.get_mut(index)) {
                *there = *byte;
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_is_found_in_whatever_chunks_it_comes() {
        let file = [0_u8; 12];
        for size in 1..=12 {
            let mut at = 0;
            let mut out = Vec::new();
            for chunk in file.chunks(size) {
                out.extend(patched(chunk, at, &[(3, [1, 2, 3, 4])]));
                at += chunk.len() as u64;
            }
            assert_eq!(out, [0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0], "{size}");
        }
    }
}
