//! What can be wrong with a file while it is taken apart, before it has a name in the error.

use std::fmt::Display;
use std::io;
use std::path::Path;

use crate::error::Error;

/// The file could not be read, or what was read makes no sense.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The system's answer. An unexpected end means that the file is truncated.
    Io(io::Error),
    /// What is wrong.
    Damaged(String),
}

impl Fault {
    /// The error for the file or folder at `path`, with how to get a good one.
    pub(crate) fn at(self, path: &Path, remedy: &str) -> Error {
        let problem = match self {
            Self::Damaged(problem) => problem,
            Self::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                "it is truncated: it ends in the middle of what it announces".to_owned()
            }
            Self::Io(error) => return Error::io("read", path)(error),
        };
        Error::BadModel { path: path.to_path_buf(), problem, remedy: remedy.to_owned() }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// For `return Err(damaged("…"))`.
pub(crate) fn damaged(problem: impl Display) -> Fault {
    Fault::Damaged(problem.to_string())
}
