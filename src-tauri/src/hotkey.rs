//! The keys that start and stop a take from any window.

use std::sync::{Mutex, MutexGuard, PoisonError};

use aloud::settings::{Hotkey, Mode, Modifier};
use tauri::AppHandle;
use tauri_plugin_global_shortcut::{Code, GlobalShortcutExt, Modifiers, Shortcut};

use crate::desktop::Place;
use crate::ipc::{HotkeyState, Refusal};

/// What is listened for, and what has become of it.
pub(crate) struct Hotkeys {
    app: AppHandle,
    place: Place,
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    wanted: Option<Hotkey>,
    registered: Option<Shortcut>,
    state: Option<HotkeyState>,
}

impl Hotkeys {
    /// Nothing is listened for yet.
    pub(crate) fn new(app: AppHandle, place: Place) -> Self {
        Self { app, place, held: Mutex::default() }
    }

    /// What has become of the hotkey.
    pub(crate) fn state(&self) -> HotkeyState {
        self.held().state.clone().unwrap_or(HotkeyState::Off)
    }

    /// Listens for these keys instead of the ones before. When they cannot be had the ones
    /// before go on.
    ///
    /// # Errors
    /// Names the keys, and why they cannot be had.
    pub(crate) fn change(&self, wanted: Option<Hotkey>, mode: Mode) -> Result<(), Refusal> {
        let mut held = self.held();
        let fresh = match &wanted {
            Some(hotkey) if !self.place.is_deaf() => Some(self.listen(hotkey, held.registered)?),
            _ => None,
        };
        if let Some(old) = held.registered.filter(|old| Some(*old) != fresh) {
            self.leave(old);
        }
        held.registered = fresh;
        held.state = Some(match &wanted {
            None => HotkeyState::Off,
            Some(hotkey) if self.place.is_deaf() => self.place.binding(hotkey, mode),
            Some(hotkey) => HotkeyState::Ready { hotkey: hotkey.to_string() },
        });
        held.wanted = wanted;
        Ok(())
    }

    /// The same at the start, where there is nothing to go on with: what is refused is shown.
    pub(crate) fn begin(&self, wanted: Option<Hotkey>, mode: Mode) {
        let hotkey = wanted.as_ref().map(ToString::to_string).unwrap_or_default();
        if let Err(Refusal { message, .. }) = self.change(wanted.clone(), mode) {
            tracing::warn!("{message}");
            let mut held = self.held();
            held.wanted = wanted;
            held.state = Some(HotkeyState::Refused { hotkey, message });
        }
    }

    /// While a new hotkey is recorded the old one must not start a take.
    pub(crate) fn record(&self, recording: bool, mode: Mode) {
        let wanted = self.held().wanted.clone();
        if !recording {
            return self.begin(wanted, mode);
        }
        let mut held = self.held();
        if let Some(old) = held.registered.take() {
            self.leave(old);
        }
        if matches!(held.state, Some(HotkeyState::Ready { .. } | HotkeyState::Refused { .. })) {
            held.state = Some(HotkeyState::Recording);
        }
    }

    fn listen(&self, hotkey: &Hotkey, registered: Option<Shortcut>) -> Result<Shortcut, Refusal> {
        let shortcut = shortcut(hotkey).ok_or_else(|| refusal(hotkey, "this key has no code"))?;
        if registered != Some(shortcut) {
            let taken = |error: tauri_plugin_global_shortcut::Error| refusal(hotkey, &why(&error));
            self.app.global_shortcut().register(shortcut).map_err(taken)?;
        }
        Ok(shortcut)
    }

    fn leave(&self, shortcut: Shortcut) {
        if let Err(error) = self.app.global_shortcut().unregister(shortcut) {
            tracing::warn!("a hotkey is still listened for: {error}");
        }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn refusal(hotkey: &Hotkey, why: &str) -> Refusal {
    let message = format!("{hotkey} cannot be the hotkey: {why}");
    Refusal { code: "hotkey".to_owned(), message }
}

/// The library has no kinds for its errors, only texts; whatever the reason is, another
/// program that has these keys is by far the most frequent one.
fn why(error: &tauri_plugin_global_shortcut::Error) -> String {
    let text = error.to_string();
    if text.to_lowercase().contains("already registered") {
        "another program listens for it already; press other keys, or change it there".to_owned()
    } else {
        text
    }
}

/// As the library spells it.
fn shortcut(hotkey: &Hotkey) -> Option<Shortcut> {
    let mut modifiers = Modifiers::empty();
    for modifier in hotkey.modifiers() {
        modifiers |= match modifier {
            Modifier::Ctrl => Modifiers::CONTROL,
            Modifier::Alt => Modifiers::ALT,
            Modifier::Shift => Modifiers::SHIFT,
            Modifier::Super => Modifiers::SUPER,
        };
    }
    let code = match hotkey.key().as_bytes() {
        [b'A'..=b'Z'] => format!("Key{}", hotkey.key()),
        [b'0'..=b'9'] => format!("Digit{}", hotkey.key()),
        _ => hotkey.key().to_owned(),
    };
    Some(Shortcut::new(Some(modifiers), code.parse::<Code>().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_that_can_be_chosen_has_a_code() {
        let named = ["Space", "A", "7", "F24", "ArrowUp", "Numpad5", "NumpadEnter", "BracketLeft"];
        for key in named {
            let hotkey: Hotkey = format!("Ctrl+Alt+{key}").parse().unwrap();
            let shortcut = shortcut(&hotkey);
            assert_eq!(
                shortcut.map(|s| s.mods),
                Some(Modifiers::CONTROL | Modifiers::ALT),
                "{key}"
            );
        }
    }
}
