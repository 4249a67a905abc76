//! Which files of a folder are models, and which are their twins. Decided by name alone.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The files of one model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// The name of its file without the ending.
    pub(crate) id: String,
    /// Its file.
    pub(crate) path: PathBuf,
    /// What may be its twins, the longest window first.
    pub(crate) twins: Vec<PathBuf>,
}

impl Found {
    /// The model at a path, with the twins beside it.
    pub(crate) fn at(path: &Path) -> Self {
        let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let twins = twins(&id, &names(parent.unwrap_or(Path::new("."))));
        let twins = twins.iter().map(|name| path.with_file_name(name)).collect();
        Self { id, path: path.to_path_buf(), twins }
    }
}

/// The file name of the twin with a window of so many seconds.
pub(crate) fn twin_name(id: &str, window_s: u32) -> String {
    format!("{id}.w{window_s}.gguf")
}

/// Whether a file with this name before its ending would be taken for a twin.
pub(crate) fn is_twin(id: &str) -> bool {
    split_twin(&format!("{id}.gguf")).is_some()
}

/// The names among these that a twin of this model would have, the longest window first.
pub(crate) fn twins(id: &str, names: &BTreeSet<String>) -> Vec<String> {
    let mut windows: Vec<u32> = names
        .iter()
        .filter_map(|name| split_twin(name))
        .filter(|(model, _)| *model == id)
        .map(|(_, window_s)| window_s)
        .collect();
    windows.sort_unstable_by(|one, other| other.cmp(one));
    windows.into_iter().map(|window_s| twin_name(id, window_s)).collect()
}

/// The models in a folder. One that cannot be read holds none.
pub(crate) fn scan(folder: &Path) -> Vec<Found> {
    let names = names(folder);
    let models = names.iter().filter(|name| split_twin(name).is_none());
    models
        .filter_map(|name| {
            let (id, ending) = name.rsplit_once('.')?;
            let is_model = matches!(ending, "gguf" | "bin") && !name.starts_with('.');
            is_model.then(|| Found {
                id: id.to_owned(),
                path: folder.join(name),
                twins: twins(id, &names).iter().map(|name| folder.join(name)).collect(),
            })
        })
        .collect()
}

/// The id of the model and the window, if this is the file name of a twin.
fn split_twin(name: &str) -> Option<(&str, u32)> {
    let (id, window_s) = name.strip_suffix(".gguf")?.rsplit_once(".w")?;
    let window_s = window_s.parse().ok()?;
    (twin_name(id, window_s) == name).then_some((id, window_s))
}

/// The names of the files in a folder.
pub(crate) fn names(folder: &Path) -> BTreeSet<String> {
    match std::fs::read_dir(folder) {
        Ok(entries) => {
            entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect()
        }
        Err(error) => {
            // Nobody has fetched a model yet, or the folder of ALOUD_MODELS is not mounted.
            tracing::debug!(folder = %folder.display(), %error, "no models are found there");
            BTreeSet::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_twin_is_told_by_its_name() {
        assert_eq!(split_twin("whisper-base.en-Q8_0.w15.gguf"), Some(("whisper-base.en-Q8_0", 15)));
        for name in ["base.gguf", "base.w.gguf", "base.w015.gguf", "base.w-1.gguf", "base.w15.bin"]
        {
            assert_eq!(split_twin(name), None, "{name}");
        }
    }

    #[test]
    fn twins_of_other_models_are_not_taken() {
        let names = ["a.gguf", "a.w9.gguf", "a.w15.gguf", "ab.w12.gguf"].map(str::to_owned).into();
        assert_eq!(twins("a", &names), ["a.w15.gguf", "a.w9.gguf"]);
    }

    #[test]
    fn a_folder_is_read_by_endings() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.gguf", "b.w15.gguf", "a.bin", ".c.gguf", "note.txt", "d.w15.gguf"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let found = scan(folder.path());
        let ids: Vec<_> =
            found.iter().map(|found| (found.id.as_str(), found.twins.len())).collect();
        assert_eq!(ids, [("a", 0), ("b", 1)]);
        assert_eq!(Found::at(&folder.path().join("b.gguf")), found[1]);
        assert!(scan(&folder.path().join("nowhere")).is_empty());
    }
}
