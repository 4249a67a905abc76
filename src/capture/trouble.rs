//! Why a device does not work, and what a person can do about it.

use crate::error::Error;

/// Why a device could not be listed or opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub(super) struct Trouble {
    pub(super) kind: TroubleKind,
    /// In the words of the sound system.
    pub(super) text: String,
}

/// See [`Trouble`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TroubleKind {
    /// Another program has it.
    Busy,
    /// This program may not use it.
    Denied,
    /// It is not there any more.
    Gone,
    /// It does not answer.
    Hangs,
    /// Its kind of samples cannot be read.
    Unsupported,
    /// Anything else.
    Other,
}

impl Trouble {
    pub(super) fn hangs() -> Self {
        Self { kind: TroubleKind::Hangs, text: "it does not answer".to_owned() }
    }

    pub(super) fn gone() -> Self {
        Self { kind: TroubleKind::Gone, text: "it went away".to_owned() }
    }

    pub(super) fn ended() -> Self {
        Self { kind: TroubleKind::Other, text: "its thread ended".to_owned() }
    }

    /// The error for a person, about the device with this name.
    pub(super) fn about(&self, device: &str) -> Error {
        let remedy = match self.kind {
            TroubleKind::Busy => "close the program that uses it, or choose another microphone",
            TroubleKind::Denied => "allow this program to use the microphone, then try again",
            TroubleKind::Gone => "plug it in again, or choose another one with `--device`",
            TroubleKind::Hangs => "plug it in again or restart the sound server",
            TroubleKind::Unsupported => "set it to 16 bits at 48 kHz, or choose another microphone",
            TroubleKind::Other => "look with `aloud devices` which others there are",
        };
        let (problem, remedy) = (self.text.clone(), remedy.to_owned());
        Error::Device { device: device.to_owned(), problem, remedy }
    }
}
