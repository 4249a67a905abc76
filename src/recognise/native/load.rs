//! Gets a model from its file onto a device, and says what is wrong when that fails.

use std::path::Path;

use super::{Backend, ErrorKind, native};
use crate::error::{Error, Result};

/// Loads on the wanted device, and on the CPU where that one is missing or full.
pub(super) fn load_model(path: &Path, backend: Backend) -> Result<native::Model> {
    let on = |backend| {
        let options = native::ModelOptions { backend, ..native::ModelOptions::default() };
        native::Model::load_with(path, &options)
    };
    let loaded = match backend {
        Backend::Cpu => on(native::Backend::Cpu),
        Backend::Auto => on(native::Backend::Auto).or_else(|error| match error.kind() {
            ErrorKind::Backend | ErrorKind::OutOfMemory => {
                tracing::warn!("the model does not load on the best device, trying the CPU");
                on(native::Backend::Cpu)
            }
            _ => Err(error),
        }),
    };
    loaded.map_err(|error| refused(path, &error))
}

pub(super) fn refused(path: &Path, error: &native::Error) -> Error {
    match error.kind() {
        ErrorKind::ModelFileNotFound => {
            Error::NoModel { wanted: Some(path.display().to_string()), candidates: Vec::new() }
        }
        ErrorKind::OutOfMemory => {
            bad(path, "it does not fit into memory", "close other programs or take a smaller one")
        }
        ErrorKind::UnsupportedRole => {
            bad(path, "it is a model, but not for speech recognition", "choose another one")
        }
        ErrorKind::ModelLoad => bad(
            path,
            "it is damaged, cut off, or no speech model at all",
            "fetch it (`aloud models fetch ID`) or import it (`aloud models import PATH`) again",
        ),
        _ => bad(path, &error.to_string(), "import it again with `aloud models import PATH`"),
    }
}

pub(super) fn bad(path: &Path, problem: &str, remedy: &str) -> Error {
    Error::BadModel {
        path: path.to_path_buf(),
        problem: problem.to_owned(),
        remedy: remedy.to_owned(),
    }
}
