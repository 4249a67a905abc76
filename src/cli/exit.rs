//! How the program ends, as a number that scripts can branch on.

use std::process::ExitCode;

use crate::error::ErrorKind;

/// See `aloud --help`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// It was done.
    Done = 0,
    /// It failed, or one of several files did.
    Failed = 1,
    /// A wrong option, or a language that the model does not have.
    Usage = 2,
    /// No model, or one that cannot be used.
    NoModel = 3,
    /// No microphone, or one that does not work.
    NoDevice = 4,
    /// Nobody spoke.
    NoSpeech = 5,
}

impl Exit {
    /// The end of a call that did several things: one that failed decides, and there was no
    /// speech only if there was none anywhere.
    pub(super) fn of_several(exits: &[Self]) -> Self {
        match exits {
            [] => Self::Done,
            [one] => *one,
            _ if exits.iter().any(|exit| !matches!(exit, Self::Done | Self::NoSpeech)) => {
                Self::Failed
            }
            _ if exits.contains(&Self::Done) => Self::Done,
            _ => Self::NoSpeech,
        }
    }
}

impl From<ErrorKind> for Exit {
    fn from(kind: ErrorKind) -> Self {
        match kind {
            ErrorKind::NoModel | ErrorKind::BadModel => Self::NoModel,
            ErrorKind::Language | ErrorKind::Target | ErrorKind::Usage => Self::Usage,
            ErrorKind::NoDevice | ErrorKind::Device => Self::NoDevice,
            ErrorKind::File
            | ErrorKind::Io
            | ErrorKind::Download
            | ErrorKind::Recogniser
            | ErrorKind::Keychain
            | ErrorKind::Delivery
            | ErrorKind::NotRunning
            | ErrorKind::App => Self::Failed,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_help() {
        use Exit::{Done, Failed, NoDevice, NoModel, NoSpeech, Usage};
        let numbers = [Done, Failed, Usage, NoModel, NoDevice, NoSpeech].map(|exit| exit as u8);
        assert_eq!(numbers, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn each_kind_of_error_has_its_number() {
        let numbers = ErrorKind::ALL.map(|kind| (kind.code(), Exit::from(kind) as u8));
        assert_eq!(
            numbers,
            [
                ("no_model", 3),
                ("bad_model", 3),
                ("download", 1),
                ("language", 2),
                ("target", 2),
                ("no_device", 4),
                ("device", 4),
                ("file", 1),
                ("io", 1),
                ("recogniser", 1),
                ("keychain", 1),
                ("delivery", 1),
                ("usage", 2),
                ("not_running", 1),
                ("app", 1),
            ]
        );
    }

    #[test]
    fn of_several_a_failure_decides() {
        use Exit::{Done, Failed, NoModel, NoSpeech};
        for (exits, expected) in [
            (&[][..], Done),
            (&[NoSpeech], NoSpeech),
            (&[Failed], Failed),
            (&[Done, NoSpeech], Done),
            (&[NoSpeech, NoSpeech], NoSpeech),
            (&[NoSpeech, Failed, Done], Failed),
            (&[Done, NoModel], Failed),
        ] {
            assert_eq!(Exit::of_several(exits), expected, "{exits:?}");
        }
    }
}
