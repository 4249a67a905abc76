//! What a person chose. Versioned; a file that is damaged loses only what is damaged.

mod compute;
mod hotkey;
mod overlay;
mod patching;
mod reading;
mod salvage;
mod saving;
mod server;
mod sole;
mod translating;

pub use compute::Compute;
pub use hotkey::{Hotkey, Modifier};
pub use overlay::{Contrast, LARGEST, LONGEST_STAY_S, MOST_LINES, Overlay, OverlayPlace, SMALLEST};
pub use reading::Problem;
pub(crate) use saving::replace;
pub use server::{Address, REMOTE, Server};
pub use sole::{Role, Wanted};
pub use translating::Translate;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

/// The shape of the file that this program writes.
pub const VERSION: u32 = 1;

/// Everything that is chosen once and kept.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Settings {
    /// The shape of the file, see [`VERSION`].
    pub version: u32,
    /// What a person can start, each under its own name. Never empty.
    pub profiles: Vec<Profile>,
    /// Name of the current profile; there is always one of this name.
    pub profile: String,
    /// Id or name of the favourite microphone; none follows the system's choice.
    pub microphone: Option<String>,
    /// Whether the microphone stays open between takes.
    pub microphone_open: MicrophoneOpen,
    /// Id or path of the model, or `remote:` and the name of a server; none follows the catalogue.
    pub model: Option<String>,
    /// Servers that may recognise in place of this machine, each under its own name. One is used
    /// only where it is chosen as the model.
    pub servers: Vec<Server>,
    /// How long the model stays in memory without being used.
    pub keep_model: KeepModel,
    /// Where models compute.
    pub compute: Compute,
    /// Starts and stops the current profile from any window; none for no hotkey.
    pub hotkey: Option<Hotkey>,
    /// Switches between writing down and translating; none for no hotkey.
    pub translate_hotkey: Option<Hotkey>,
    /// Whether start and stop can be heard.
    pub sounds: bool,
    /// Whether the app starts without showing its window.
    pub start_hidden: bool,
    /// The colours of the window.
    pub theme: Theme,
    /// Code of the language that the window speaks; none follows the system.
    pub ui_language: Option<String>,
    /// Words over all other windows.
    pub overlay: Overlay,
    /// Where the window leads somebody who has just begun; none once that is over.
    pub first_step: Option<FirstStep>,
    /// Fields of a newer version, kept for it.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Map<String, Value>,
}

/// What somebody is shown who has just begun, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FirstStep {
    /// Which microphone listens.
    Microphone,
    /// Which model understands.
    Model,
    /// Which keys begin a dictation.
    Hotkey,
    /// A sentence to try it with.
    Try,
    /// What else there is.
    Last,
}

/// The colours of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// As the desktop has them.
    #[default]
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// Whether the microphone stays open between takes. Only an open one hears the words that
/// were spoken while the key went down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum MicrophoneOpen {
    /// For this long after a take.
    AfterTake {
        /// At most [`LONGEST_OPEN_S`].
        seconds: u32,
    },
    /// As long as the program runs.
    Always,
    /// Only while a take is heard.
    OnDemand,
}

/// Longest time for [`MicrophoneOpen::AfterTake`]: a day. Who wants more wants `Always`.
pub const LONGEST_OPEN_S: u32 = 24 * 60 * 60;

/// How long a model stays in memory without being used. It is loaded again when somebody speaks,
/// while that is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum KeepModel {
    /// For this long after the last take.
    AfterTake {
        /// At least 1, at most [`LONGEST_KEPT_MIN`].
        minutes: u32,
    },
    /// As long as the program runs.
    Always,
}

/// Longest time for [`KeepModel::AfterTake`]: a day.
pub const LONGEST_KEPT_MIN: u32 = 24 * 60;

impl Settings {
    /// The profile that is started when nothing else is said.
    pub fn current(&self) -> &Profile {
        self.named(&self.profile).unwrap_or(&self.profiles[0])
    }

    /// The profile of this name.
    pub fn named(&self, name: &str) -> Option<&Profile> {
        self.profiles.iter().find(|profile| profile.name == name)
    }

    /// The server that is used, if one is chosen as the model.
    pub fn server_in_use(&self) -> Option<&Server> {
        let name = self.model.as_deref()?.strip_prefix(REMOTE)?;
        self.servers.iter().find(|server| server.name == name)
    }
}

impl Default for Settings {
    fn default() -> Self {
        let profiles = two_profiles();
        Self {
            version: VERSION,
            profile: profiles[0].name.clone(),
            profiles,
            microphone: None,
            microphone_open: MicrophoneOpen::default(),
            model: None,
            servers: Vec::new(),
            keep_model: KeepModel::default(),
            compute: Compute::Auto,
            hotkey: Some(Hotkey::default()),
            translate_hotkey: None,
            sounds: true,
            start_hidden: false,
            theme: Theme::default(),
            ui_language: None,
            overlay: Overlay::default(),
            first_step: None,
            unknown: Map::new(),
        }
    }
}

impl Default for KeepModel {
    fn default() -> Self {
        Self::AfterTake { minutes: 30 }
    }
}

impl Default for MicrophoneOpen {
    fn default() -> Self {
        Self::AfterTake { seconds: 30 }
    }
}

/// The profiles that exist from the start.
fn two_profiles() -> Vec<Profile> {
    let translate = Profile {
        name: "dictate-and-translate".to_owned(),
        task: Task::Translate { target: "en".to_owned(), both: false },
        ..Profile::default()
    };
    vec![Profile::default(), translate]
}

/// What a person starts: how speech is recognised and where the words go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct Profile {
    /// Name to show and to choose it by.
    pub name: String,
    /// What is spoken.
    pub language: Language,
    /// What to make of it.
    pub task: Task,
    /// What the translate toggle goes back to: the task before. None until it was used.
    pub aside: Option<Task>,
    /// Starts and stops this profile from any window, whatever the current one is; none for no
    /// hotkey of its own.
    pub hotkey: Option<Hotkey>,
    /// Words to spell as listed, the most important first.
    pub vocabulary: Vec<String>,
    /// Where the words go.
    pub output: Output,
    /// How a take is started and ended.
    pub mode: Mode,
    /// When text is delivered.
    pub delivery: Delivery,
    /// Whether words are shown while they are spoken. It costs computing, not correctness.
    pub live_text: bool,
    /// Whether the model is told what was said before each piece, where it can be.
    pub context: bool,
    /// Fields of a newer version, kept for it.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Map<String, Value>,
}

/// What is spoken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(
    rename_all = "snake_case",
    untagged,
    expecting = "this is not \"auto\", a language code or a list of codes"
)]
pub enum Language {
    /// The model finds out.
    #[default]
    #[serde(with = "auto")]
    #[ts(type = "\"auto\"")]
    Auto,
    /// This one, as a normalised code.
    Code(String),
    /// One of these.
    OneOf(Vec<String>),
}

impl Language {
    /// What it may be; none where that is not known.
    pub fn codes(&self) -> &[String] {
        match self {
            Self::Auto => &[],
            Self::Code(code) => std::slice::from_ref(code),
            Self::OneOf(codes) => codes,
        }
    }
}

/// What to make of speech.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Task {
    /// Write down what is said.
    #[default]
    Transcribe,
    /// Write it down in another language.
    Translate {
        /// The language to write, as a normalised code.
        target: String,
        /// Whether what was said is wanted beside it.
        both: bool,
    },
    /// Do with it what the prompt says.
    Instruct {
        /// The instruction.
        prompt: String,
    },
}

/// Where the words go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Output {
    /// Key by key into the window that has the focus.
    #[default]
    Type,
    /// Through the clipboard into the window that has the focus; the clipboard is put back.
    Paste,
    /// Onto the clipboard, to stay there.
    Clipboard,
    /// Printed.
    Stdout,
    /// Only reported in events.
    None,
}

/// When text is delivered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// Each phrase when it is final, but nothing while a key is held.
    #[default]
    Phrases,
    /// Everything at the end of the take.
    AtTheEnd,
}

/// How a take is started and ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// A tap starts and stops, a hold is push-to-talk.
    #[default]
    Both,
    /// Press to start, press to stop.
    Toggle,
    /// As long as the key is held.
    PushToTalk,
    /// No key: it runs until it is stopped.
    HandsFree,
}

impl Default for Profile {
    fn default() -> Self {
        Self {
            name: "dictate".to_owned(),
            language: Language::Auto,
            task: Task::Transcribe,
            aside: None,
            hotkey: None,
            vocabulary: Vec::new(),
            output: Output::Type,
            mode: Mode::Both,
            delivery: Delivery::Phrases,
            live_text: true,
            context: false,
            unknown: Map::new(),
        }
    }
}

/// Spells [`Language::Auto`] as the word `auto`.
mod auto {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("auto")
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "auto" => Ok(()),
            other => Err(D::Error::custom(format!("\"{other}\" is not \"auto\""))),
        }
    }
}
