//! What was fetched of the catalogue's models and not to its end.

use super::Store;
use super::catalogue::{Catalogue, Entry, File};
use super::download::{fetched_of, forget};
use crate::error::Result;

/// A file that is there in part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// Its model.
    pub entry: &'static Entry,
    /// The file.
    pub file: &'static File,
    /// Bytes of it that are there.
    pub bytes: u64,
}

impl Store {
    /// The files of the catalogue of which a part is there, in its order. Somebody may be
    /// fetching them.
    pub fn unfinished(&self) -> Vec<Unfinished> {
        let Some(folder) = self.folders.first() else { return Vec::new() };
        let files = Catalogue::built_in().models.iter();
        let files = files.flat_map(|entry| entry.files.iter().map(move |file| (entry, file)));
        let part = |(entry, file): (&'static Entry, &'static File)| {
            let bytes = fetched_of(&folder.join(&file.name))?;
            Some(Unfinished { entry, file, bytes })
        };
        files.filter_map(part).collect()
    }

    /// Removes what is there of a file of the catalogue that was not fetched to its end. Says
    /// whether there was any.
    ///
    /// # Errors
    /// [`crate::error::Error::Usage`] while somebody is fetching it, [`crate::error::Error::Io`]
    /// when the system refuses.
    pub fn forget(&self, file: &File) -> Result<bool> {
        self.folders.first().map_or(Ok(false), |folder| forget(&folder.join(&file.name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::home::Home;

    #[test]
    fn a_part_is_found_and_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::resolve(
            |name| (name == "ALOUD_HOME").then(|| folder.path().as_os_str().to_owned()),
            None,
        )
        .unwrap();
        let store = Store::new(&home);
        assert_eq!(store.unfinished(), []);
        std::fs::create_dir_all(&home.models).unwrap();
        let part = home.models.join("whisper-tiny-Q8_0.gguf.part");
        std::fs::write(&part, b"12345").unwrap();
        std::fs::write(home.models.join("unknown.gguf.part"), b"1").unwrap();
        let [found] = store.unfinished()[..] else { panic!("one is there") };
        assert_eq!((found.entry.id.as_str(), found.bytes), ("whisper-tiny", 5));
        assert!(store.forget(found.file).unwrap());
        assert!(!part.exists());
        assert!(!store.forget(found.file).unwrap());
    }
}
