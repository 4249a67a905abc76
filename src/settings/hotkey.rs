//! A combination of keys, as it is written and stored. Pure.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Keys that are held while another one is pressed, in the order in which they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Modifier {
    /// Control.
    Ctrl,
    /// Alt, on a Mac Option.
    Alt,
    /// Shift.
    Shift,
    /// The key with a logo, on a Mac Command.
    Super,
}

/// A key that does something of its own, with the modifiers that are held. Written as
/// `Ctrl+Alt+Space`.
///
/// The key has the name that the W3C gives to its place on the keyboard (`KeyboardEvent.code`),
/// without `Key` and `Digit`: `D`, `1`, `F9`, `ArrowUp`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(try_from = "String", into = "String")]
#[ts(type = "string")]
pub struct Hotkey {
    modifiers: Vec<Modifier>,
    key: String,
}

impl Hotkey {
    /// The modifiers, each once, in the order of [`Modifier`].
    pub fn modifiers(&self) -> &[Modifier] {
        &self.modifiers
    }

    /// The key.
    pub fn key(&self) -> &str {
        &self.key
    }
}

impl Default for Hotkey {
    fn default() -> Self {
        Self { modifiers: vec![Modifier::Ctrl, Modifier::Alt], key: "Space".to_owned() }
    }
}

impl FromStr for Hotkey {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts: Vec<&str> = text.split('+').map(str::trim).collect();
        let key = key(parts.pop().unwrap_or_default())?;
        let mut modifiers = parts.into_iter().map(modifier).collect::<Result<Vec<_>, _>>()?;
        modifiers.sort_unstable();
        modifiers.dedup();
        let hotkey = Self { modifiers, key };
        if hotkey.writes() {
            return Err(format!("{hotkey} is needed for writing; add Ctrl, Alt or Super to it"));
        }
        Ok(hotkey)
    }
}

impl Hotkey {
    /// Whether these keys write something, or move the cursor, in every program.
    fn writes(&self) -> bool {
        let with_command = self.modifiers.iter().any(|modifier| *modifier != Modifier::Shift);
        !with_command && !STANDS_ALONE.contains(&self.key.as_str()) && !is_function_key(&self.key)
    }
}

impl fmt::Display for Hotkey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for modifier in &self.modifiers {
            write!(formatter, "{modifier:?}+")?;
        }
        formatter.write_str(&self.key)
    }
}

impl TryFrom<String> for Hotkey {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Hotkey> for String {
    fn from(hotkey: Hotkey) -> Self {
        hotkey.to_string()
    }
}

/// Keys that no program needs for writing.
const STANDS_ALONE: [&str; 4] = ["Pause", "ScrollLock", "PrintScreen", "Insert"];

/// Keys with a name, besides letters, digits and function keys.
const NAMED: [&str; 44] = [
    "Space",
    "Enter",
    "Tab",
    "Escape",
    "Backspace",
    "Delete",
    "Insert",
    "Home",
    "End",
    "PageUp",
    "PageDown",
    "ArrowUp",
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    "Pause",
    "ScrollLock",
    "PrintScreen",
    "Minus",
    "Equal",
    "BracketLeft",
    "BracketRight",
    "Backslash",
    "Semicolon",
    "Quote",
    "Backquote",
    "Comma",
    "Period",
    "Slash",
    "Numpad0",
    "Numpad1",
    "Numpad2",
    "Numpad3",
    "Numpad4",
    "Numpad5",
    "Numpad6",
    "Numpad7",
    "Numpad8",
    "Numpad9",
    "NumpadAdd",
    "NumpadSubtract",
    "NumpadMultiply",
    "NumpadDivide",
    "NumpadEnter",
];

fn modifier(name: &str) -> Result<Modifier, String> {
    match name.to_lowercase().as_str() {
        "ctrl" | "control" => Ok(Modifier::Ctrl),
        "alt" | "option" => Ok(Modifier::Alt),
        "shift" => Ok(Modifier::Shift),
        "super" | "meta" | "cmd" | "command" | "win" => Ok(Modifier::Super),
        _ => Err(format!("\"{name}\" is not one of Ctrl, Alt, Shift and Super")),
    }
}

fn key(name: &str) -> Result<String, String> {
    if modifier(name).is_ok() || name.is_empty() {
        return Err("a key is missing behind the modifiers".to_owned());
    }
    let name = name.strip_prefix("Key").or_else(|| name.strip_prefix("Digit")).unwrap_or(name);
    let upper = name.to_ascii_uppercase();
    if matches!(upper.as_bytes(), [b'A'..=b'Z' | b'0'..=b'9']) || is_function_key(&upper) {
        return Ok(upper);
    }
    let named = NAMED.iter().find(|known| known.eq_ignore_ascii_case(name));
    named.map(|known| (*known).to_owned()).ok_or_else(|| format!("there is no key \"{name}\""))
}

fn is_function_key(name: &str) -> bool {
    let number = name.strip_prefix('F').and_then(|number| number.parse::<u8>().ok());
    number.is_some_and(|number| (1..=24).contains(&number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(text: &str) -> Result<String, String> {
        text.parse::<Hotkey>().map(|hotkey| hotkey.to_string())
    }

    #[test]
    fn there_is_one_spelling_for_each() {
        for (text, one) in [
            ("Ctrl+Alt+Space", "Ctrl+Alt+Space"),
            ("alt + control + space", "Ctrl+Alt+Space"),
            ("Super+KeyD", "Super+D"),
            ("shift+meta+Digit1", "Shift+Super+1"),
            ("f9", "F9"),
            ("Pause", "Pause"),
            ("Alt+Alt+arrowup", "Alt+ArrowUp"),
        ] {
            assert_eq!(spelled(text).as_deref(), Ok(one));
        }
        assert_eq!(spelled(&Hotkey::default().to_string()).as_deref(), Ok("Ctrl+Alt+Space"));
    }

    #[test]
    fn keys_that_write_are_left_to_writing() {
        for text in ["a", "Shift+A", "Space", "Shift+Enter", "ArrowLeft"] {
            assert!(spelled(text).unwrap_err().contains("needed for writing"), "{text}");
        }
    }

    #[test]
    fn what_is_no_hotkey_is_refused_with_the_reason() {
        for (text, reason) in [
            ("", "a key is missing"),
            ("Ctrl+", "a key is missing"),
            ("Ctrl+Alt", "a key is missing"),
            ("Ctrl+Foo", "no key \"Foo\""),
            ("Hyper+A", "\"Hyper\" is not one of"),
            ("F25", "no key \"F25\""),
        ] {
            assert!(spelled(text).unwrap_err().contains(reason), "{text}");
        }
    }
}
