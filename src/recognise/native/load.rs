//! Gets a model from its file onto one device, and says what is wrong when that fails.

use std::path::Path;

use super::{ErrorKind, native};
use crate::error::{Error, Result};

/// Where a model file is put.
#[derive(Clone, Debug)]
pub(super) enum On {
    /// On the processor, and what helps it.
    Auto,
    /// On the processor alone.
    Cpu,
    /// On this device.
    Device(native::Device),
}

/// Why a model is not where it should be.
#[derive(Debug)]
pub(super) enum Unloaded {
    /// The device has no room for it, or fails with it. Another one may do.
    Device {
        /// Whether its memory is full.
        full: bool,
    },
    /// The file cannot be used.
    File(Error),
}

impl Unloaded {
    pub(super) fn of(path: &Path, on: &On, error: &native::Error) -> Self {
        match (on, error.kind()) {
            (On::Device(_), ErrorKind::OutOfMemory) => Self::Device { full: true },
            // A file that is damaged fails on the processor as well, and is named there.
            (On::Device(_), ErrorKind::Backend | ErrorKind::ModelLoad) => {
                Self::Device { full: false }
            }
            _ => Self::File(refused(path, error)),
        }
    }

    /// For who has no other device.
    pub(super) fn into_error(self) -> Error {
        match self {
            Self::File(error) => error,
            Self::Device { .. } => {
                Error::Recogniser { problem: "no device can hold the model".to_owned() }
            }
        }
    }
}

pub(super) fn load_model(path: &Path, on: &On) -> Result<native::Model, native::Error> {
    let with = |backend, device| {
        let options = native::ModelOptions { backend, device, ..native::ModelOptions::default() };
        native::Model::load_with(path, &options)
    };
    match on {
        On::Cpu => with(native::Backend::Cpu, None),
        On::Device(device) => with(native::Backend::Auto, Some(device.clone())),
        On::Auto => with(native::Backend::Auto, None).or_else(|error| match error.kind() {
            ErrorKind::Backend | ErrorKind::OutOfMemory => {
                tracing::warn!("the model does not load with what helps the processor");
                with(native::Backend::Cpu, None)
            }
            _ => Err(error),
        }),
    }
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
