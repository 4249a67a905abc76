//! What kind of desktop this is, and how it calls the app where the app cannot listen for keys.
//! Pure, but for [`Place::find`].

use std::path::PathBuf;

use aloud::language::normalise;
use aloud::settings::{Hotkey, Mode, Modifier, Role, Settings, Wanted};

use crate::ipc::{Desktop, HotkeyState};

/// Where this program runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    wayland: bool,
    /// What the desktop calls itself.
    name: Option<String>,
    /// Code of the system's language.
    language: String,
    /// How the command line is called.
    command: String,
}

impl Place {
    /// Looks at the environment.
    pub(crate) fn find() -> Self {
        let lookup = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        Self { command: command(), ..Self::of(lookup) }
    }

    fn of(lookup: impl Fn(&str) -> Option<String>) -> Self {
        let unix = cfg!(all(unix, not(target_os = "macos")));
        // A program that is made to use X11 in a Wayland session hears keys in X11 windows only,
        // so the session decides and not the toolkit.
        let wayland = unix && lookup("WAYLAND_DISPLAY").is_some();
        let language = ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(&lookup);
        let language = language.map(|language| normalise(&language));
        Self {
            wayland,
            name: lookup("XDG_CURRENT_DESKTOP"),
            language: language.filter(|code| code.len() == 2).unwrap_or_else(|| "en".to_owned()),
            command: "aloud".to_owned(),
        }
    }

    /// Whether programs cannot listen for keys of other windows here.
    pub(crate) fn is_deaf(&self) -> bool {
        self.wayland
    }

    /// Code of the language that the app speaks: the chosen one, else the system's.
    pub(crate) fn language_of(&self, settings: &Settings) -> String {
        settings.ui_language.clone().unwrap_or_else(|| self.language.clone())
    }

    /// For the window.
    pub(crate) fn describe(&self, tray: bool) -> Desktop {
        Desktop {
            wayland: self.wayland,
            name: self.name.clone(),
            tray,
            language: self.language.clone(),
        }
    }

    /// What to write where, so that the desktop calls the app when the hotkey is pressed.
    pub(crate) fn binding(&self, wanted: &Wanted) -> HotkeyState {
        let Wanted { role, hotkey, mode } = wanted;
        let name = self.name.as_deref().unwrap_or_default().to_lowercase();
        let known = COMPOSITORS.iter().find(|compositor| name.contains(compositor.name));
        let held = *mode == Mode::PushToTalk;
        let (place, lines) = match known {
            Some(compositor) => {
                let write = if held { compositor.hold } else { compositor.tap };
                let keys = (compositor.keys)(hotkey);
                let fill = |line: &&str| {
                    let line = line.replace("KEYS", &keys).replace("ALOUD", &self.command);
                    called(&line, role, compositor.quoted)
                };
                (compositor.place.to_owned(), write.iter().map(fill).collect())
            }
            None => {
                let place = format!("{} → {hotkey}", settings_of(&name));
                (place, vec![called(&format!("{} TOGGLE", self.command), role, for_shell)])
            }
        };
        HotkeyState::Desktop { place, lines }
    }
}

/// A line with the verb of a role in the place of the word for it. Last of all, since a name may
/// contain anything.
fn called(line: &str, role: &Role, quoted: fn(&str) -> String) -> String {
    let Some((word, verb)) = VERBS.iter().find(|(word, _)| line.contains(word)) else {
        return line.to_owned();
    };
    let words: Vec<&str> = match role {
        Role::Current => vec![verb],
        Role::Profile { name } => vec![verb, "--profile", name],
        Role::Translate => vec!["translate", "toggle"],
    };
    let words: Vec<String> = words.into_iter().map(quoted).collect();
    line.replacen(word, &words.join(" "), 1)
}

/// Words in the lines below, and the verbs that they stand for.
const VERBS: [(&str, &str); 3] = [("TOGGLE", "toggle"), ("START", "start"), ("STOP", "stop")];

/// One word of a shell's line.
fn for_shell(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// One word of a KDL line.
fn for_kdl(word: &str) -> String {
    format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A compositor whose keys are set in a file.
struct Compositor {
    /// Part of what it calls itself.
    name: &'static str,
    place: &'static str,
    keys: fn(&Hotkey) -> String,
    /// How a word of a command is written.
    quoted: fn(&str) -> String,
    /// Lines for a key that is tapped.
    tap: &'static [&'static str],
    /// Lines for a key that is held.
    hold: &'static [&'static str],
}

const COMPOSITORS: [Compositor; 3] = [
    Compositor {
        name: "sway",
        place: "~/.config/sway/config",
        keys: sway,
        quoted: for_shell,
        tap: &["bindsym KEYS exec ALOUD TOGGLE"],
        hold: &[
            "bindsym --no-repeat KEYS exec ALOUD START",
            "bindsym --release KEYS exec ALOUD STOP",
        ],
    },
    Compositor {
        name: "hyprland",
        place: "~/.config/hypr/hyprland.conf",
        keys: hyprland,
        quoted: for_shell,
        tap: &["bind = KEYS, exec, ALOUD TOGGLE"],
        hold: &["bind = KEYS, exec, ALOUD START", "bindr = KEYS, exec, ALOUD STOP"],
    },
    Compositor {
        name: "niri",
        place: "~/.config/niri/config.kdl, in binds { }",
        keys: niri,
        quoted: for_kdl,
        tap: &["KEYS repeat=false { spawn \"ALOUD\" TOGGLE; }"],
        // It tells nobody about a key that comes up.
        hold: &["KEYS repeat=false { spawn \"ALOUD\" TOGGLE; }"],
    },
];

fn settings_of(name: &str) -> &'static str {
    if name.contains("gnome") || name.contains("unity") {
        "Settings → Keyboard → View and Customize Shortcuts → Custom Shortcuts"
    } else if name.contains("kde") {
        "System Settings → Keyboard → Shortcuts → Add New → Command or Script"
    } else {
        "Keyboard shortcuts of your desktop"
    }
}

fn sway(hotkey: &Hotkey) -> String {
    let names = hotkey.modifiers().iter().map(|modifier| match modifier {
        Modifier::Ctrl => "Ctrl",
        Modifier::Alt => "Mod1",
        Modifier::Shift => "Shift",
        Modifier::Super => "Mod4",
    });
    names.map(str::to_owned).chain([keysym(hotkey.key())]).collect::<Vec<_>>().join("+")
}

fn hyprland(hotkey: &Hotkey) -> String {
    let names = hotkey.modifiers().iter().map(|modifier| format!("{modifier:?}").to_uppercase());
    format!("{}, {}", names.collect::<Vec<_>>().join(" "), keysym(hotkey.key()))
}

fn niri(hotkey: &Hotkey) -> String {
    let names = hotkey.modifiers().iter().map(|modifier| format!("{modifier:?}"));
    names.chain([keysym(hotkey.key())]).collect::<Vec<_>>().join("+")
}

/// The name that xkbcommon gives to what a key writes.
fn keysym(key: &str) -> String {
    let name = match key {
        "Space" => "space",
        "Enter" => "Return",
        "Backspace" => "BackSpace",
        "PageUp" => "Prior",
        "PageDown" => "Next",
        "ScrollLock" => "Scroll_Lock",
        "PrintScreen" => "Print",
        "Minus" => "minus",
        "Equal" => "equal",
        "BracketLeft" => "bracketleft",
        "BracketRight" => "bracketright",
        "Backslash" => "backslash",
        "Semicolon" => "semicolon",
        "Quote" => "apostrophe",
        "Backquote" => "grave",
        "Comma" => "comma",
        "Period" => "period",
        "Slash" => "slash",
        other => return keypad(other),
    };
    name.to_owned()
}

fn keypad(key: &str) -> String {
    if let Some(rest) = key.strip_prefix("Numpad") {
        return format!("KP_{rest}");
    }
    match key.strip_prefix("Arrow") {
        Some(rest) => rest.to_owned(),
        None if key.len() == 1 => key.to_lowercase(),
        None => key.to_owned(),
    }
}

/// How the command line is called from elsewhere: by its name if a shell would find it, else by
/// its place beside this program.
fn command() -> String {
    let own = std::env::current_exe().ok();
    let beside = own.and_then(|own| Some(own.parent()?.join("aloud")));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found =
        std::env::split_paths(&path).map(|folder| folder.join("aloud")).find(|f| f.exists());
    spelled(beside.filter(|path| path.exists()), found)
}

fn spelled(beside: Option<PathBuf>, on_path: Option<PathBuf>) -> String {
    match (beside, on_path) {
        (Some(beside), on_path) if on_path.as_ref() != Some(&beside) => {
            beside.display().to_string()
        }
        _ => "aloud".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(variables: &[(&str, &str)]) -> Place {
        Place::of(|name| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        })
    }

    fn lines(desktop: &str, hotkey: &str, mode: Mode) -> String {
        lines_of(Role::Current, desktop, hotkey, mode)
    }

    fn lines_of(role: Role, desktop: &str, hotkey: &str, mode: Mode) -> String {
        let place = place(&[("WAYLAND_DISPLAY", "wayland-0"), ("XDG_CURRENT_DESKTOP", desktop)]);
        match place.binding(&Wanted { role, hotkey: hotkey.parse().unwrap(), mode }) {
            HotkeyState::Desktop { place, lines } => format!("{place}: {}", lines.join(" | ")),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_compositor_gets_its_own_line() {
        for (desktop, mode, line) in [
            (
                "sway",
                Mode::Both,
                "~/.config/sway/config: bindsym Ctrl+Mod1+space exec aloud toggle",
            ),
            (
                "sway",
                Mode::PushToTalk,
                "~/.config/sway/config: bindsym --no-repeat Ctrl+Mod1+space exec aloud start | \
                 bindsym --release Ctrl+Mod1+space exec aloud stop",
            ),
            (
                "Hyprland",
                Mode::Both,
                "~/.config/hypr/hyprland.conf: bind = CTRL ALT, space, exec, aloud toggle",
            ),
            (
                "niri",
                Mode::Toggle,
                "~/.config/niri/config.kdl, in binds { }: \
                 Ctrl+Alt+space repeat=false { spawn \"aloud\" \"toggle\"; }",
            ),
            (
                "ubuntu:GNOME",
                Mode::Both,
                "Settings → Keyboard → View and Customize Shortcuts → Custom Shortcuts → \
                 Ctrl+Alt+Space: aloud toggle",
            ),
            ("", Mode::Both, "Keyboard shortcuts of your desktop → Ctrl+Alt+Space: aloud toggle"),
        ] {
            assert_eq!(lines(desktop, "Ctrl+Alt+Space", mode), line);
        }
    }

    #[test]
    fn a_profile_is_called_by_its_name_whatever_that_is() {
        let name = "Bärbels \"STOP\" KEYS".to_owned();
        for (desktop, mode, line) in [
            ("sway", Mode::Both, "exec aloud toggle --profile 'Bärbels \"STOP\" KEYS'"),
            ("sway", Mode::PushToTalk, "exec aloud stop --profile 'Bärbels \"STOP\" KEYS'"),
            ("niri", Mode::Both, r#"spawn "aloud" "toggle" "--profile" "Bärbels \"STOP\" KEYS";"#),
            ("GNOME", Mode::Both, "F9: aloud toggle --profile 'Bärbels \"STOP\" KEYS'"),
        ] {
            let role = Role::Profile { name: name.clone() };
            let lines = lines_of(role, desktop, "F9", mode);
            assert!(lines.contains(line), "{lines}");
        }
        assert_eq!(for_shell("Anna's"), r"'Anna'\''s'");
        let line = lines_of(Role::Translate, "sway", "F9", Mode::Toggle);
        assert_eq!(line, "~/.config/sway/config: bindsym F9 exec aloud translate toggle");
    }

    #[test]
    fn keys_have_the_names_of_the_compositor() {
        for (hotkey, line) in [
            ("Super+D", "Mod4+d"),
            ("Shift+F9", "Shift+F9"),
            ("Ctrl+ArrowUp", "Ctrl+Up"),
            ("Ctrl+Numpad5", "Ctrl+KP_5"),
            ("Ctrl+PageDown", "Ctrl+Next"),
        ] {
            let lines = lines("sway", hotkey, Mode::Both);
            assert!(lines.contains(&format!("bindsym {line} exec")), "{lines}");
        }
    }

    #[test]
    fn the_session_decides_and_not_the_toolkit() {
        let both = [("WAYLAND_DISPLAY", "wayland-0"), ("DISPLAY", ":0"), ("GDK_BACKEND", "x11")];
        assert!(place(&both).is_deaf());
        assert!(!place(&[("DISPLAY", ":0")]).is_deaf());
    }

    #[test]
    fn the_systems_language_is_a_code() {
        let mut settings = Settings::default();
        let language = |variables: &[(&str, &str)], settings: &Settings| {
            place(variables).language_of(settings)
        };
        assert_eq!(language(&[("LANG", "de_DE.UTF-8")], &settings), "de");
        assert_eq!(language(&[("LANG", "de_DE.UTF-8"), ("LC_ALL", "fr_FR")], &settings), "fr");
        assert_eq!(language(&[("LC_ALL", "C.UTF-8")], &settings), "en");
        assert_eq!(language(&[], &settings), "en");
        settings.ui_language = Some("de".to_owned());
        assert_eq!(language(&[], &settings), "de");
    }

    #[test]
    fn a_command_that_no_shell_finds_is_called_by_its_place() {
        let path = |path: &str| Some(PathBuf::from(path));
        assert_eq!(spelled(path("/opt/aloud"), None), "/opt/aloud");
        assert_eq!(spelled(path("/opt/aloud"), path("/usr/bin/aloud")), "/opt/aloud");
        assert_eq!(spelled(path("/usr/bin/aloud"), path("/usr/bin/aloud")), "aloud");
        assert_eq!(spelled(None, None), "aloud");
    }
}
