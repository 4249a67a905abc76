//! The keys that start and stop a take from any window.

use std::sync::{Mutex, MutexGuard, PoisonError};

use aloud::settings::{Hotkey, Mode, Modifier};
use tauri::AppHandle;
use tauri_plugin_global_shortcut::{Code, GlobalShortcutExt, Modifiers, Shortcut};

use crate::desktop::Place;
use crate::ipc::{HotkeyState, Refusal};

/// What is listened for, and what has become of it.
///
/// Registering waits for the toolkit's thread. So whoever changes anything is on another one,
/// and what the toolkit's thread itself asks for, the state, has a lock that is never held for
/// longer than a look.
pub(crate) struct Hotkeys {
    app: AppHandle,
    place: Place,
    held: Mutex<Held>,
    state: Mutex<HotkeyState>,
}

#[derive(Debug, Default)]
struct Held {
    wanted: Option<Hotkey>,
    registered: Option<Shortcut>,
}

impl Hotkeys {
    /// Nothing is listened for yet.
    pub(crate) fn new(app: AppHandle, place: Place) -> Self {
        Self { app, place, held: Mutex::default(), state: Mutex::new(HotkeyState::Off) }
    }

    /// What has become of the hotkey.
    pub(crate) fn state(&self) -> HotkeyState {
        lock(&self.state).clone()
    }

    /// Listens for these keys instead of the ones before. When they cannot be had the ones
    /// before go on.
    ///
    /// # Errors
    /// Names the keys, and why they cannot be had.
    pub(crate) fn change(&self, wanted: Option<Hotkey>, mode: Mode) -> Result<(), Refusal> {
        self.take(&mut lock(&self.held), wanted, mode)
    }

    /// The same at the start, where there is nothing to go on with: what is refused is shown.
    pub(crate) fn begin(&self, wanted: Option<Hotkey>, mode: Mode) {
        self.take_or_say(&mut lock(&self.held), wanted, mode);
    }

    /// Says anew how the desktop is to call the app.
    pub(crate) fn bind(&self, mode: Mode) {
        let held = lock(&self.held);
        if let Some(hotkey) = held.wanted.as_ref().filter(|_| self.place.is_deaf()) {
            *lock(&self.state) = self.place.binding(hotkey, mode);
        }
    }

    /// While a new hotkey is recorded the old one must not start a take. Says whether anything
    /// changed.
    pub(crate) fn record(&self, recording: bool, mode: Mode) -> bool {
        let mut held = lock(&self.held);
        match (recording, self.state()) {
            (true, HotkeyState::Ready { .. } | HotkeyState::Refused { .. }) => {
                if let Some(old) = held.registered.take() {
                    self.leave(old);
                }
                *lock(&self.state) = HotkeyState::Recording;
            }
            (false, HotkeyState::Recording) => {
                let wanted = held.wanted.clone();
                self.take_or_say(&mut held, wanted, mode);
            }
            _ => return false,
        }
        true
    }

    fn take(&self, held: &mut Held, wanted: Option<Hotkey>, mode: Mode) -> Result<(), Refusal> {
        let fresh = match &wanted {
            Some(hotkey) if !self.place.is_deaf() => Some(self.listen(hotkey, held.registered)?),
            _ => None,
        };
        if let Some(old) = held.registered.filter(|old| Some(*old) != fresh) {
            self.leave(old);
        }
        held.registered = fresh;
        *lock(&self.state) = match &wanted {
            None => HotkeyState::Off,
            Some(hotkey) if self.place.is_deaf() => self.place.binding(hotkey, mode),
            Some(hotkey) => HotkeyState::Ready { hotkey: hotkey.to_string() },
        };
        held.wanted = wanted;
        Ok(())
    }

    fn take_or_say(&self, held: &mut Held, wanted: Option<Hotkey>, mode: Mode) {
        let hotkey = wanted.as_ref().map(ToString::to_string).unwrap_or_default();
        if let Err(Refusal { message, .. }) = self.take(held, wanted.clone(), mode) {
            tracing::warn!("{message}");
            held.wanted = wanted;
            *lock(&self.state) = HotkeyState::Refused { hotkey, message };
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
}

fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
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
