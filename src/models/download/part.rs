//! The part of a file that is there, beside where the file will be. It is continued only as what it
//! was begun as, and becomes the file only when it hashes to what it must.

use std::fs::{self, File, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use same_file::Handle;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::End;
use crate::error::{Error, Result};

/// See the module.
pub(super) struct Part {
    file: File,
    path: PathBuf,
    whole: PathBuf,
    about: About,
    /// Whether the hash is ours, and not what a server says.
    own: bool,
    len: u64,
}

/// What a server says of what is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lesson {
    /// It may be a part of what the server has.
    Fits,
    /// The server has another file than the one that is wanted.
    AnotherFile,
    /// It is a part of something that the server does not have any more.
    Changed,
}

/// What it is a part of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct About {
    size: u64,
    sha256: Option<String>,
}

impl Part {
    /// The part of the file `whole` that is there, of a file of that size and hash. No other
    /// process can have it until it is dropped.
    pub(super) fn open(whole: &Path, size: u64, sha256: Option<&str>) -> Result<Self> {
        let path = beside(whole, "part");
        let file = locked(&path, whole)?;
        let known = About { size, sha256: sha256.map(str::to_owned) };
        let was: About = fs::read(beside(whole, "part.json"))
            .ok()
            .and_then(|text| serde_json::from_slice(&text).ok())
            .unwrap_or_default();
        let len = file.metadata().map_err(Error::io("read", &path))?.len();
        // Without a hash of our own, that of the server which it was begun with still counts.
        let same = was.size == size && (was.sha256 == known.sha256 || known.sha256.is_none());
        let about = if same { was } else { known };
        let own = sha256.is_some();
        let mut part = Self { file, path, whole: whole.to_path_buf(), about, own, len };
        if !same || len > size {
            part.clear()?;
        }
        Ok(part)
    }

    /// Bytes that are there.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Bytes that the file has.
    pub(super) fn size(&self) -> u64 {
        self.about.size
    }

    /// Whether as many bytes are there as the file has.
    pub(super) fn is_whole(&self) -> bool {
        self.len == self.about.size
    }

    /// What the file must hash to, if that is known by now.
    pub(super) fn hash(&self) -> Option<&str> {
        self.about.sha256.as_deref()
    }

    /// Learns from a server what the file hashes to there.
    pub(super) fn learn(&mut self, hash: &str) -> Result<Lesson> {
        match &self.about.sha256 {
            Some(known) if known == hash => Ok(Lesson::Fits),
            Some(_) if self.own => Ok(Lesson::AnotherFile),
            Some(_) => Ok(Lesson::Changed),
            None => {
                self.about.sha256 = Some(hash.to_owned());
                self.note()?;
                Ok(if self.len == 0 { Lesson::Fits } else { Lesson::Changed })
            }
        }
    }

    fn clear(&mut self) -> Result<()> {
        self.file.set_len(0).map_err(Error::io("write", &self.path))?;
        self.len = 0;
        self.note()
    }

    /// Forgets what is there, and a hash that only a server said.
    pub(super) fn start_over(&mut self) -> Result<()> {
        if !self.own {
            self.about.sha256 = None;
        }
        self.clear()
    }

    /// Puts more behind it.
    pub(super) fn append(&mut self, bytes: &[u8]) -> Result<()> {
        let write = |file: &mut File| {
            file.seek(SeekFrom::Start(self.len))?;
            file.write_all(bytes)
        };
        write(&mut self.file).map_err(Error::io("write", &self.path))?;
        self.len += bytes.len() as u64;
        Ok(())
    }

    /// What it hashes to. `told` is asked now and then whether to go on.
    pub(super) fn digest(
        &mut self,
        told: &mut dyn FnMut() -> Result<(), End>,
    ) -> Result<String, End> {
        let refused = |error| End::from(Error::io("read", &self.path)(error));
        self.file.sync_all().map_err(refused)?;
        self.file.seek(SeekFrom::Start(0)).map_err(refused)?;
        let (mut hash, mut buffer) = (Sha256::new(), vec![0; 1 << 20]);
        loop {
            match self.file.read(&mut buffer).map_err(refused)? {
                0 => return Ok(hex(&hash.finalize())),
                read => hash.update(&buffer[..read]),
            }
            told()?;
        }
    }

    /// Makes it the file, with its hash beside it in the form that `sha256sum --check` reads.
    pub(super) fn finish(self) -> Result<PathBuf> {
        let hash = self.about.sha256.unwrap_or_default();
        let name = self.whole.file_name().unwrap_or_default().display();
        let line = format!("{hash}  {name}\n");
        fs::rename(&self.path, &self.whole).map_err(Error::io("write", &self.whole))?;
        let sum = beside(&self.whole, "sha256");
        if let Err(error) = fs::write(&sum, line) {
            // The file is there and right all the same.
            tracing::warn!(%error, "the hash of a model could not be put beside it");
        }
        let _gone = fs::remove_file(beside(&self.whole, "part.json"));
        Ok(self.whole)
    }

    /// Removes it.
    pub(super) fn remove(self) -> Result<()> {
        let _gone = fs::remove_file(beside(&self.whole, "part.json"));
        fs::remove_file(&self.path).map_err(Error::io("remove", &self.path))
    }

    fn note(&self) -> Result<()> {
        let path = beside(&self.whole, "part.json");
        let text = serde_json::to_vec(&self.about).unwrap_or_default();
        fs::write(&path, text).map_err(Error::io("write", &path))
    }
}

/// Opens the part and keeps others out. What was locked may be a file by now, or gone: another
/// process finished it between the two.
fn locked(path: &Path, whole: &Path) -> Result<File> {
    let mut options = File::options();
    let options = options.read(true).write(true).create(true).truncate(false);
    loop {
        let file = options.open(path).map_err(Error::io("write", path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let name = whole.file_name().unwrap_or_default().display();
                return Err(Error::Usage(format!("{name} is being fetched already")));
            }
            Err(TryLockError::Error(error)) => return Err(Error::io("lock", path)(error)),
        }
        let here = file.try_clone().and_then(Handle::from_file).map_err(Error::io("read", path))?;
        if Handle::from_path(path).is_ok_and(|named| named == here) {
            return Ok(file);
        }
    }
}

/// `a.gguf` with another ending behind it.
pub(super) fn beside(whole: &Path, ending: &str) -> PathBuf {
    let mut name = whole.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(ending);
    whole.with_file_name(name)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_continued_as_what_it_was_begun_as() {
        let folder = tempfile::tempdir().unwrap();
        let whole = folder.path().join("a.gguf");
        let left = |size, hash| Part::open(&whole, size, hash).unwrap().len();
        let mut part = Part::open(&whole, 10, Some("aa")).unwrap();
        part.append(b"1234").unwrap();
        assert!(Part::open(&whole, 10, Some("aa")).is_err(), "it is locked");
        drop(part);
        assert_eq!(left(10, Some("aa")), 4);
        assert_eq!(left(10, None), 4, "the hash is remembered");
        assert_eq!(left(10, Some("bb")), 0, "it is another file");
        Part::open(&whole, 10, Some("bb")).unwrap().append(b"12345").unwrap();
        assert_eq!(left(4, Some("bb")), 0);
    }

    #[test]
    fn what_nobody_knows_the_hash_of_is_not_continued() {
        let folder = tempfile::tempdir().unwrap();
        let whole = folder.path().join("a.gguf");
        let mut part = Part::open(&whole, 10, None).unwrap();
        assert_eq!(part.learn("aa").unwrap(), Lesson::Fits);
        part.append(b"1234").unwrap();
        assert_eq!(part.learn("aa").unwrap(), Lesson::Fits);
        assert_eq!(part.learn("bb").unwrap(), Lesson::Changed);
        part.start_over().unwrap();
        part.append(b"1").unwrap();
        assert_eq!(part.learn("bb").unwrap(), Lesson::Changed);
        drop(part);
        let mut own = Part::open(&whole, 10, Some("aa")).unwrap();
        assert_eq!(own.learn("bb").unwrap(), Lesson::AnotherFile);
    }

    #[test]
    fn it_becomes_the_file_with_its_hash_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let whole = folder.path().join("a.gguf");
        let hash = "a665a45920422f9d417e4867efdc4fb8a04a1f3fff1fa07e998e86f7f7a27ae3";
        let mut part = Part::open(&whole, 3, Some(hash)).unwrap();
        part.append(b"12").unwrap();
        part.append(b"3").unwrap();
        assert_eq!(part.digest(&mut || Ok(())).ok().as_deref(), Some(hash));
        assert_eq!(part.finish().unwrap(), whole);
        assert_eq!(fs::read(&whole).unwrap(), b"123");
        let line = fs::read_to_string(folder.path().join("a.gguf.sha256")).unwrap();
        assert_eq!(line, format!("{hash}  a.gguf\n"));
        let names = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(names, 2, "nothing else is left");
    }
}
