//! Several files read as if they were one after the other in one file: packages that may not
//! be larger than so much bring a model in parts.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// See the module.
#[derive(Debug)]
pub(crate) struct Joined {
    parts: Vec<Part>,
    at: u64,
}

#[derive(Debug)]
struct Part {
    file: File,
    start: u64,
    end: u64,
}

impl Joined {
    /// Opens files, at least one.
    ///
    /// # Errors
    /// When one of them cannot be opened.
    pub(crate) fn open(paths: &[PathBuf]) -> Result<Self> {
        let mut parts = Vec::new();
        let mut start = 0;
        for path in paths {
            let file = File::open(path).map_err(Error::io("read", path))?;
            let length = file.metadata().map_err(Error::io("read", path))?.len();
            parts.push(Part { file, start, end: start + length });
            start += length;
        }
        Ok(Self { parts, at: 0 })
    }

    /// Length of everything.
    pub(crate) fn length(&self) -> u64 {
        self.parts.last().map_or(0, |part| part.end)
    }
}

impl Read for Joined {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let at = self.at;
        let Some(part) = self.parts.iter_mut().find(|part| at < part.end) else {
            return Ok(0);
        };
        part.file.seek(SeekFrom::Start(at - part.start))?;
        let room = usize::try_from(part.end - at).unwrap_or(usize::MAX).min(buffer.len());
        let count = part.file.read(&mut buffer[..room])?;
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for Joined {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let target = match to {
            SeekFrom::Start(offset) => Some(offset),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
            SeekFrom::End(by) => self.length().checked_add_signed(by),
        };
        self.at = target.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}

/// The file or files of the model in a folder: `name`, or `name.part1`, `name.part2` and so on.
/// None if there are neither.
pub(crate) fn parts(folder: &Path, name: &str) -> Vec<PathBuf> {
    let whole = folder.join(name);
    if whole.is_file() {
        return vec![whole];
    }
    let part = |number: u32| Some(folder.join(format!("{name}.part{number}")));
    (1..).map_while(part).take_while(|path| path.is_file()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn parts_are_read_like_one_file() {
        let folder = tempfile::tempdir().unwrap();
        for (number, bytes) in [(1, "abc"), (2, ""), (3, "defg"), (5, "no")] {
            fs::write(folder.path().join(format!("model.bin.part{number}")), bytes).unwrap();
        }
        let mut joined = Joined::open(&parts(folder.path(), "model.bin")).unwrap();
        assert_eq!(joined.length(), 7);
        let mut text = String::new();
        joined.read_to_string(&mut text).unwrap();
        assert_eq!(text, "abcdefg");
        joined.seek(SeekFrom::End(-5)).unwrap();
        let mut bytes = [0; 3];
        joined.read_exact(&mut bytes).unwrap();
        assert_eq!(&bytes, b"cde");
        assert!(joined.seek(SeekFrom::Current(-9)).is_err());
    }

    #[test]
    fn a_whole_file_comes_before_parts() {
        let folder = tempfile::tempdir().unwrap();
        assert!(parts(folder.path(), "model.bin").is_empty());
        fs::write(folder.path().join("model.bin.part1"), "").unwrap();
        fs::write(folder.path().join("model.bin"), "").unwrap();
        assert_eq!(parts(folder.path(), "model.bin"), [folder.path().join("model.bin")]);
    }
}
