//! What a person chose. Versioned; a file that is damaged loses only what is damaged.

use serde::{Deserialize, Serialize};

/// What a hotkey starts: how speech is recognised and where the words go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Profile {
    /// Name to show and to choose it by.
    pub name: String,
    /// What is spoken.
    pub language: Language,
    /// What to make of it.
    pub task: Task,
    /// Words to spell as listed, the most important first.
    pub vocabulary: Vec<String>,
    /// Where the words go.
    pub output: Output,
    /// How a take is started and ended.
    pub mode: Mode,
}

/// What is spoken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", untagged)]
pub enum Language {
    /// The model finds out.
    #[default]
    #[serde(with = "auto")]
    Auto,
    /// This one, as a normalised code.
    Code(String),
    /// One of these.
    OneOf(Vec<String>),
}

/// What to make of speech.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

/// How a take is started and ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
            vocabulary: Vec::new(),
            output: Output::Type,
            mode: Mode::Both,
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
