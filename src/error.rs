//! What can go wrong: which thing failed, how, and what to do next.

use std::io;
use std::path::{Path, PathBuf};

/// Every failure that leaves the engine. Branch on [`Error::kind`], never on the text.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No model to recognise with, or not the one that was asked for.
    #[error("{}", no_model(wanted.as_deref(), candidates))]
    NoModel {
        /// The model that was asked for by name or path, if one was.
        wanted: Option<String>,
        /// Models that could be used or fetched instead.
        candidates: Vec<String>,
    },
    /// A model file or folder that cannot be used.
    #[error("{}: {problem}; {remedy}", path.display())]
    BadModel {
        /// The file or folder.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
        /// How to get a good one.
        remedy: String,
    },
    /// A file that could not be fetched.
    #[error("cannot fetch {name}: {problem}")]
    Download {
        /// The file.
        name: String,
        /// What happened, and where.
        problem: String,
    },
    /// A language that the model does not know.
    #[error("the model does not know the language \"{wanted}\"; it knows: {}", known.join(" "))]
    Language {
        /// What was asked for.
        wanted: String,
        /// Codes that it knows.
        known: Vec<String>,
    },
    /// A language that the model does not translate into.
    #[error("the model does not translate into \"{wanted}\"; it can: {}", or_nothing(known))]
    Target {
        /// What was asked for.
        wanted: String,
        /// Codes that it can translate into.
        known: Vec<String>,
    },
    /// No microphone, or not the one that was asked for.
    #[error("{}", no_device(wanted.as_deref(), available))]
    NoDevice {
        /// The device that was asked for, if one was.
        wanted: Option<String>,
        /// Devices that there are.
        available: Vec<String>,
    },
    /// A microphone that is there and does not work.
    #[error("{device}: {problem}; {remedy}")]
    Device {
        /// Its name.
        device: String,
        /// What happened.
        problem: String,
        /// What to do next.
        remedy: String,
    },
    /// An input file that cannot be read as what it should be.
    #[error("{}: {problem}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// The operating system refused to read or write.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried: "read", "write", "create", "lock".
        action: &'static str,
        /// On which file or folder.
        path: PathBuf,
        /// The system's answer.
        source: io::Error,
    },
    /// The recogniser failed on a piece; the audio is kept.
    #[error("the recogniser failed: {problem}")]
    Recogniser {
        /// What it said.
        problem: String,
    },
    /// The key of a server could not be kept, or not be had.
    #[error(
        "the key of the server {server}: {problem}; keep it with `aloud remote key {server}`, or \
         give it in the variable ALOUD_REMOTE_KEY"
    )]
    Keychain {
        /// The name of the server.
        server: String,
        /// What happened.
        problem: String,
    },
    /// Text could not be brought to where it belongs.
    #[error("cannot {way} the text: {problem}")]
    Delivery {
        /// "type", "paste", "copy", "print".
        way: &'static str,
        /// Why not.
        problem: String,
    },
    /// The target took the beginning of a text and no more.
    #[error("could only {way} the first {delivered} characters of the text: {problem}")]
    HalfDelivered {
        /// "type".
        way: &'static str,
        /// Characters that it has.
        delivered: usize,
        /// Why not the rest.
        problem: String,
    },
    /// Somebody copied something else before the target had read the text: theirs stays.
    #[error(
        "something else was copied before the window took the text, and stays on the clipboard"
    )]
    ClipboardTaken,
    /// The engine was asked for something that contradicts itself or its state.
    #[error("{0}")]
    Usage(String),
    /// The app was asked for something, and there is none.
    #[error("Aloud is not running; start it with `aloud`")]
    NotRunning,
    /// The app runs, and cannot be talked to.
    #[error("Aloud {problem}")]
    App {
        /// What it does instead, and what to do next.
        problem: String,
    },
    /// The app was asked for something, and did not do it.
    #[error("{message}")]
    Refused {
        /// The code of its error, which need not be one that this version knows.
        code: String,
        /// Its sentence.
        message: String,
    },
}

/// The category of an [`Error`] without its contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// See [`Error::NoModel`].
    NoModel,
    /// See [`Error::BadModel`].
    BadModel,
    /// See [`Error::Download`].
    Download,
    /// See [`Error::Language`].
    Language,
    /// See [`Error::Target`].
    Target,
    /// See [`Error::NoDevice`].
    NoDevice,
    /// See [`Error::Device`].
    Device,
    /// See [`Error::File`].
    File,
    /// See [`Error::Io`].
    Io,
    /// See [`Error::Recogniser`].
    Recogniser,
    /// See [`Error::Keychain`].
    Keychain,
    /// See [`Error::Delivery`].
    Delivery,
    /// See [`Error::Usage`].
    Usage,
    /// See [`Error::NotRunning`].
    NotRunning,
    /// See [`Error::App`].
    App,
}

/// A result whose failure is an [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// The category, to branch on.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::NoModel { .. } => ErrorKind::NoModel,
            Self::BadModel { .. } => ErrorKind::BadModel,
            Self::Download { .. } => ErrorKind::Download,
            Self::Language { .. } => ErrorKind::Language,
            Self::Target { .. } => ErrorKind::Target,
            Self::NoDevice { .. } => ErrorKind::NoDevice,
            Self::Device { .. } => ErrorKind::Device,
            Self::File { .. } => ErrorKind::File,
            Self::Io { .. } => ErrorKind::Io,
            Self::Recogniser { .. } => ErrorKind::Recogniser,
            Self::Keychain { .. } => ErrorKind::Keychain,
            Self::Delivery { .. } | Self::HalfDelivered { .. } | Self::ClipboardTaken => {
                ErrorKind::Delivery
            }
            Self::Usage(_) => ErrorKind::Usage,
            Self::NotRunning => ErrorKind::NotRunning,
            Self::App { .. } => ErrorKind::App,
            Self::Refused { code, .. } => ErrorKind::from_code(code).unwrap_or(ErrorKind::App),
        }
    }

    /// For `map_err`: names the file and what was tried with it.
    pub fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_path_buf();
        move |source| Self::Io { action, path, source }
    }
}

impl ErrorKind {
    /// All of them.
    pub const ALL: [Self; 15] = [
        Self::NoModel,
        Self::BadModel,
        Self::Download,
        Self::Language,
        Self::Target,
        Self::NoDevice,
        Self::Device,
        Self::File,
        Self::Io,
        Self::Recogniser,
        Self::Keychain,
        Self::Delivery,
        Self::Usage,
        Self::NotRunning,
        Self::App,
    ];

    /// The category with this code, if it is one of an error: notices have more.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// The stable code in notices and in JSON.
    pub fn code(self) -> &'static str {
        match self {
            Self::NoModel => "no_model",
            Self::BadModel => "bad_model",
            Self::Download => "download",
            Self::Language => "language",
            Self::Target => "target",
            Self::NoDevice => "no_device",
            Self::Device => "device",
            Self::File => "file",
            Self::Io => "io",
            Self::Recogniser => "recogniser",
            Self::Keychain => "keychain",
            Self::Delivery => "delivery",
            Self::Usage => "usage",
            Self::NotRunning => "not_running",
            Self::App => "app",
        }
    }
}

fn no_model(wanted: Option<&str>, candidates: &[String]) -> String {
    let head = match wanted {
        Some(name) if name.contains(std::path::is_separator) || name.ends_with(".gguf") => {
            format!("there is no file \"{name}\"")
        }
        Some(name) => format!("there is no model \"{name}\" here"),
        None => "no speech model is chosen or installed".to_owned(),
    };
    let import =
        "fetch one with `aloud models fetch ID`, or import one with `aloud models import PATH`";
    if candidates.is_empty() {
        format!("{head}; {import}")
    } else {
        let candidates = candidates.join(", ");
        format!("{head}; candidates: {candidates}; choose one that is installed, or {import}")
    }
}

fn no_device(wanted: Option<&str>, available: &[String]) -> String {
    match wanted {
        Some(name) => {
            let there = if available.is_empty() { "none".to_owned() } else { available.join(", ") };
            format!("there is no microphone \"{name}\"; there is: {there}")
        }
        None => "no microphone was found; plug one in or start the sound server, then look with \
                 `aloud devices`"
            .to_owned(),
    }
}

fn or_nothing(names: &[String]) -> String {
    if names.is_empty() { "nothing".to_owned() } else { names.join(" ") }
}
