//! What the shell and its window tell each other. `ui/src/lib/types.ts` is written from this
//! file, and a test fails when the two differ.

use aloud::bench::quick::Quick;
use aloud::event::{Event, Model, TakeId};
use aloud::models::catalogue::Speed;
use aloud::settings::{Role, Settings};
use serde::Serialize;
use ts_rs::TS;

/// Everything that a window needs when it opens. What changes later comes in [`Batch`]es.
#[derive(Clone, Debug, Serialize, TS)]
pub(crate) struct Snapshot {
    /// Number of the last batch that is contained; older ones are to be passed over.
    pub(crate) seq: u64,
    /// What the person chose.
    pub(crate) settings: Settings,
    /// The model that is loaded, or why there is none.
    pub(crate) model: Model,
    /// What has become of the hotkey of the current profile.
    pub(crate) hotkey: HotkeyState,
    /// What has become of all other hotkeys that are wanted.
    pub(crate) hotkeys: Vec<KeyState>,
    /// The window that gets the words, as far as it is known.
    pub(crate) target: Option<String>,
    /// What happened since the app was started, in order: without levels and interims, and
    /// without the takes that are too long ago.
    pub(crate) past: Vec<News>,
    /// How windows are reached here.
    pub(crate) desktop: Desktop,
    /// Which model suits this machine, as far as that was measured.
    pub(crate) measures: Measures,
    /// Models that are on their way, or were.
    pub(crate) downloads: Vec<Download>,
    /// How the overlay is there, when it is wanted.
    pub(crate) overlay: OverlayState,
    /// Version of the app.
    pub(crate) version: String,
}

/// What happened since the last batch, in order; sent as the event `batch`, at most 30 a second.
#[derive(Clone, Debug, Serialize, TS)]
pub(crate) struct Batch {
    /// Counts from 1, without gaps.
    pub(crate) seq: u64,
    /// At least one.
    pub(crate) news: Vec<News>,
}

/// Something happened.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(untagged)]
pub(crate) enum News {
    /// In the engine.
    Engine(Event),
    /// In the shell.
    Shell(ShellEvent),
}

/// Something happened in the shell.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ShellEvent {
    /// A take begins; comes before its first state.
    Begun(Begun),
    /// Settings were changed, by whomever.
    Settings {
        /// All of them.
        settings: Box<Settings>,
    },
    /// A hotkey was changed, refused or taken away.
    Hotkey {
        /// What has become of the one of the current profile.
        hotkey: HotkeyState,
        /// What has become of all others that are wanted.
        hotkeys: Vec<KeyState>,
    },
    /// It turned out how the desktop is.
    Desktop {
        /// All that is known of it.
        desktop: Desktop,
    },
    /// Another window has the focus.
    Target {
        /// Its program; none when that is not known.
        name: Option<String>,
    },
    /// An import goes on; when it is over, for better or worse, both are nothing.
    Import {
        /// Bytes that are written.
        written: u64,
        /// Bytes that there will be.
        total: u64,
    },
    /// The overlay is edited, or no longer; or the desktop shows it in another way.
    Overlay {
        /// All that is known of it.
        overlay: OverlayState,
    },
    /// Measuring the models goes on, or is over.
    Measures {
        /// All that is known.
        measures: Measures,
    },
    /// Models come, wait or were stopped; told a few times a second.
    Downloads {
        /// All that did not come to its end, in the order in which they were wanted.
        downloads: Vec<Download>,
    },
    /// A model was added or removed.
    Models,
    /// A microphone is being tried, or no longer.
    Check {
        /// What is heard.
        check: Check,
    },
    /// The hotkey was pressed while it is only tried.
    Pressed,
}

/// What is heard of a microphone that is being tried.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub(crate) enum Check {
    /// None is.
    Off,
    /// This.
    Hears {
        /// Root mean square, with 1 as full scale.
        rms: f32,
        /// Whether somebody speaks.
        speech: bool,
    },
    /// It cannot be heard, and this is why.
    Failed(Refusal),
}

/// A model of the catalogue that did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub(crate) struct Download {
    /// Its name in the catalogue, or that of its file.
    pub(crate) id: String,
    /// For people.
    pub(crate) name: String,
    /// Bytes that are there.
    pub(crate) bytes: u64,
    /// Bytes that there will be.
    pub(crate) size: u64,
    /// How it stands.
    pub(crate) progress: DownloadState,
}

/// How a download stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub(crate) enum DownloadState {
    /// Others come first.
    Waiting,
    /// It comes.
    Running {
        /// Bytes a second; not known at the beginning.
        speed: Option<u64>,
        /// Seconds that it takes if it goes on so.
        left_s: Option<u64>,
        /// Why nothing comes at the moment; it will be asked for again.
        problem: Option<String>,
    },
    /// All is there, and is being compared with what it should be.
    Checking,
    /// It was stopped, and goes on where it is.
    Paused,
    /// It did not come; what is there is kept.
    Failed {
        /// Stable, to branch on.
        code: String,
        /// A sentence for a person.
        message: String,
    },
}

/// A model of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub(crate) struct Offer {
    /// Its name in the catalogue.
    pub(crate) id: String,
    /// For people.
    pub(crate) name: String,
    /// Of the file that would be fetched, in bytes.
    pub(crate) size: u64,
    /// As its publisher states it.
    pub(crate) licence: String,
    /// Codes of the languages that it understands.
    pub(crate) languages: Vec<String>,
    /// Codes of the languages that it translates into.
    pub(crate) targets: Vec<String>,
    /// Whether it finds out which language is spoken.
    pub(crate) detects: bool,
    /// Whether it says when each part was spoken.
    pub(crate) timestamps: bool,
    /// Whether it can be fed while somebody speaks.
    pub(crate) streams: bool,
    /// How fast it is on the processor of a laptop, if somebody measured.
    pub(crate) speed: Option<Speed>,
    /// Its place among those that are proposed for this language and machine; 0 is the best.
    pub(crate) proposed: Option<usize>,
    /// Under which name it is installed, in whichever form.
    pub(crate) installed: Option<String>,
}

/// See [`ShellEvent::Begun`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
pub(crate) struct Begun {
    /// The take.
    pub(crate) take: TakeId,
    /// When, in milliseconds since 1970.
    pub(crate) unix_ms: u64,
    /// Name of its profile.
    pub(crate) profile: String,
    /// The program that had the focus.
    pub(crate) target: Option<String>,
    /// Whether a key is held for it, so that letting go ends it.
    pub(crate) held: bool,
}

/// A hotkey that is wanted beside that of the current profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub(crate) struct KeyState {
    /// What it does.
    pub(crate) role: Role,
    /// What has become of it.
    pub(crate) state: HotkeyState,
}

/// What has become of a hotkey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub(crate) enum HotkeyState {
    /// It works.
    Ready {
        /// As it is written.
        hotkey: String,
    },
    /// It does not, and this is why.
    Refused {
        /// As it is written.
        hotkey: String,
        /// A sentence for a person.
        message: String,
    },
    /// Nobody can listen for keys here: the desktop has to call the app.
    Desktop {
        /// Where the lines belong, such as `~/.config/sway/config`, or the way in the settings.
        place: String,
        /// To be put there, literally.
        lines: Vec<String>,
    },
    /// None is wanted.
    Off,
    /// It is not listened for, because another one is being recorded.
    Recording,
}

/// How windows are reached here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub(crate) struct Desktop {
    /// Whether this is a Wayland session.
    pub(crate) wayland: bool,
    /// What the desktop calls itself.
    pub(crate) name: Option<String>,
    /// Whether there is a tray for the icon, as far as the app can tell.
    pub(crate) tray: bool,
    /// The system's language, as a code.
    pub(crate) language: String,
}

/// How the overlay is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub(crate) struct OverlayState {
    /// What the desktop allows.
    pub(crate) shape: OverlayShape,
    /// Whether somebody moves it.
    pub(crate) editing: bool,
}

/// See [`OverlayState::shape`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OverlayShape {
    /// Over all windows; what is beneath can be seen through it.
    SeeThrough,
    /// Over all windows, but nobody composes them: it covers what is beneath.
    Opaque,
    /// A window as any other: the desktop allows nothing else.
    Ordinary,
}

/// A microphone to choose from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub(crate) struct MicrophoneInfo {
    /// Stable; what [`Settings::microphone`] takes.
    pub(crate) id: String,
    /// For people.
    pub(crate) name: String,
    /// Whether the system listens to it unless told otherwise.
    pub(crate) is_default: bool,
}

/// A model to choose from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub(crate) struct ModelInfo {
    /// What [`Settings::model`] takes.
    pub(crate) id: String,
    /// For people, such as `Whisper base`.
    pub(crate) name: String,
    /// Where it lies.
    pub(crate) path: String,
    /// How large it is, in bytes, twin included.
    pub(crate) size: u64,
    /// Whether this one is loaded, or was to be.
    pub(crate) in_use: bool,
    /// Whether it can be deleted from here.
    pub(crate) removable: bool,
    /// What is wrong with it, if anything.
    pub(crate) damage: Option<String>,
}

/// How the installed models do on this machine; empty until somebody asks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
pub(crate) struct Measures {
    /// In the order in which they are measured.
    pub(crate) models: Vec<Measure>,
    /// Id of the model to take, once all are measured and one keeps up with speech.
    pub(crate) recommended: Option<String>,
}

/// How one model does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub(crate) struct Measure {
    /// What [`Settings::model`] takes.
    pub(crate) id: String,
    /// For people.
    pub(crate) name: String,
    /// How far it is.
    pub(crate) progress: Progress,
}

/// How far measuring a model is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub(crate) enum Progress {
    /// Others come first.
    Waiting,
    /// It is being measured.
    Measuring,
    /// This came of it.
    Done(Quick),
    /// It could not be measured.
    Failed {
        /// A sentence for a person.
        message: String,
    },
    /// Somebody began to dictate before it was measured.
    Interrupted,
}

/// Why something that the window asked for was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub(crate) struct Refusal {
    /// Stable, to branch on.
    pub(crate) code: String,
    /// A sentence for a person.
    pub(crate) message: String,
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use aloud::bench::tried::Tried;
    use aloud::captions::{Format, Shown};
    use aloud::control::Wish;
    use aloud::settings::Translate;
    use ts_rs::{Config, TypeVisitor};

    use super::*;

    /// Collects the declarations of a type and of everything in it.
    #[derive(Default)]
    struct Declarations(std::collections::BTreeMap<String, String>);

    impl TypeVisitor for Declarations {
        fn visit<T: TS + 'static + ?Sized>(&mut self) {
            let config = config();
            if T::output_path().is_none() || self.0.contains_key(&T::ident(&config)) {
                return;
            }
            self.0.insert(T::ident(&config), T::decl(&config));
            T::visit_dependencies(self);
        }
    }

    fn config() -> Config {
        Config::new().with_large_int("number")
    }

    #[test]
    fn the_window_knows_the_same_types() {
        let mut declarations = Declarations::default();
        declarations.visit::<Snapshot>();
        declarations.visit::<Batch>();
        declarations.visit::<MicrophoneInfo>();
        declarations.visit::<ModelInfo>();
        declarations.visit::<Offer>();
        declarations.visit::<Refusal>();
        declarations.visit::<Tried>();
        declarations.visit::<Translate>();
        declarations.visit::<Wish>();
        declarations.visit::<Format>();
        declarations.visit::<Shown>();
        let mut text =
            "// Written by `cargo test -p aloud-desktop types` with ALOUD_WRITE_TYPES=1 \
                        set, from src-tauri/src/ipc.rs.\n"
                .to_owned();
        for declaration in declarations.0.values() {
            text.push_str(&format!("\nexport {declaration}\n"));
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/src/lib/types.ts");
        if std::env::var_os("ALOUD_WRITE_TYPES").is_some() {
            std::fs::write(&path, &text).expect("the checkout is writable");
        }
        let written = std::fs::read_to_string(&path).expect("ui/src/lib/types.ts");
        assert_eq!(written, text, "set ALOUD_WRITE_TYPES=1 and run this test again");
    }
}
