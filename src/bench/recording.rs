//! Recordings with a text: those that are built in, and those of a person.

use std::fs;
use std::path::{Path, PathBuf};

use super::score::Score;
use crate::capture::wav::FileSource;
use crate::clock::Clock;
use crate::command::Pace;
use crate::error::{Error, Result};

/// Sound and what is said in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// The name to show.
    pub name: String,
    /// What is said.
    pub said: String,
    sound: Sound,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Sound {
    File(PathBuf),
    /// A file that is part of the program.
    BuiltIn(&'static [u8]),
}

macro_rules! built_in {
    ($name:literal) => {
        Recording {
            name: $name.to_owned(),
            said: include_str!(concat!("../../tests/recordings/", $name, ".txt")).to_owned(),
            sound: Sound::BuiltIn(include_bytes!(concat!(
                "../../tests/recordings/",
                $name,
                ".flac"
            ))),
        }
    };
}

impl Recording {
    /// Those that are part of the program: 22 s of English, a person and a synthetic voice.
    pub fn built_in() -> Vec<Self> {
        vec![built_in!("mail-01"), built_in!("numbers-01"), built_in!("librivox-0870")]
    }

    /// A file, with what is said in the `.txt` beside it.
    ///
    /// # Errors
    /// [`Error::File`] or [`Error::Io`] when there is no such text, or no sound that can be read.
    pub fn of_file(path: &Path) -> Result<Self> {
        let text = path.with_extension("txt");
        FileSource::open(path, Pace::Fast, Clock::real())?;
        if !text.exists() {
            let problem =
                format!("it is not there; write what is said in {} into it", path.display());
            return Err(Error::File { path: text, problem });
        }
        let said = fs::read_to_string(&text).map_err(Error::io("read", &text))?;
        if Score::of(&said, "").said == 0 {
            let problem =
                format!("there are no words in it; it is to say what {} says", path.display());
            return Err(Error::File { path: text, problem });
        }
        let name = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok(Self { name, said, sound: Sound::File(path.to_path_buf()) })
    }

    /// Its sound.
    ///
    /// # Errors
    /// As [`FileSource::open`].
    pub fn source(&self, pace: Pace, clock: Clock) -> Result<FileSource> {
        match &self.sound {
            Sound::File(path) => FileSource::open(path, pace, clock),
            Sound::BuiltIn(bytes) => FileSource::built_in(&self.name, bytes, pace, clock),
        }
    }

    /// Where it is; of one that is built in, its name.
    pub fn path(&self) -> &Path {
        match &self.sound {
            Sound::File(path) => path,
            Sound::BuiltIn(_) => Path::new(&self.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audio::ms;
    use crate::capture::all;

    #[test]
    fn what_is_built_in_can_be_heard_and_is_small() {
        let recordings = Recording::built_in();
        let mut bytes = 0;
        for recording in &recordings {
            let Sound::BuiltIn(sound) = recording.sound else { unreachable!() };
            bytes += sound.len();
            let source = recording.source(Pace::Fast, Clock::real()).unwrap();
            let audio = all::read(Box::new(source)).unwrap();
            assert!((5_000..10_000).contains(&ms(audio.len() as u64)), "{}", recording.name);
            assert!(Score::of(&recording.said, "").said > 15, "{}", recording.name);
        }
        assert!(bytes < 700_000, "{bytes}");
    }

    fn problem(folder: &Path, name: &str) -> String {
        Recording::of_file(&folder.join(name)).unwrap_err().to_string()
    }

    #[test]
    fn a_file_has_its_text_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let sound = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings/short-01.flac");
        fs::copy(sound, folder.join("a.flac")).unwrap();
        assert!(problem(folder, "a.flac").contains("a.txt: it is not there"));
        fs::write(folder.join("a.txt"), " …\n").unwrap();
        assert!(problem(folder, "a.flac").contains("a.txt: there are no words in it"));
        fs::write(folder.join("a.txt"), "Sounds good.\n").unwrap();
        let recording = Recording::of_file(&folder.join("a.flac")).unwrap();
        assert_eq!((recording.name.as_str(), recording.said.as_str()), ("a", "Sounds good.\n"));
        assert!(problem(folder, "b.flac").contains("b.flac"));
    }
}
