//! The keys that start and stop takes, and switch translating, from any window.

use std::sync::{Mutex, MutexGuard, PoisonError};

use aloud::command::Key;
use aloud::settings::{Hotkey, Modifier, Role, Wanted};
use tauri::AppHandle;
use tauri_plugin_global_shortcut::{Code, GlobalShortcutExt, Modifiers, Shortcut};

use crate::desktop::Place;
use crate::ipc::{HotkeyState, KeyState, Refusal};

/// What is listened for, and what has become of it.
///
/// Registering waits for the toolkit's thread. So whoever changes anything is on another one,
/// and what the toolkit's thread itself asks for, the states, has a lock that is never held for
/// longer than a look.
pub(crate) struct Hotkeys {
    app: AppHandle,
    place: Place,
    held: Mutex<Held>,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Held {
    wanted: Vec<Wanted>,
    registered: Vec<Shortcut>,
    recording: bool,
}

/// What is looked at.
#[derive(Debug, Default)]
struct Known {
    states: Vec<KeyState>,
    roles: Vec<(u32, Role)>,
}

impl Hotkeys {
    /// Nothing is listened for yet.
    pub(crate) fn new(app: AppHandle, place: Place) -> Self {
        Self { app, place, held: Mutex::default(), known: Mutex::default() }
    }

    /// What has become of the hotkey of the current profile.
    pub(crate) fn state(&self) -> HotkeyState {
        let known = lock(&self.known);
        let current = known.states.iter().find(|key| key.role == Role::Current);
        current.map_or(HotkeyState::Off, |key| key.state.clone())
    }

    /// What has become of all others.
    pub(crate) fn others(&self) -> Vec<KeyState> {
        let known = lock(&self.known);
        known.states.iter().filter(|key| key.role != Role::Current).cloned().collect()
    }

    /// What a key does that went down or came up; nothing any more, when it was just taken away.
    pub(crate) fn role(&self, key: u32) -> Option<Role> {
        let known = lock(&self.known);
        known.roles.iter().find(|(id, _)| *id == key).map(|(_, role)| role.clone())
    }

    /// Listens for these keys instead of the ones before. When one that is new cannot be had all
    /// of those before go on. Says which keys are gone.
    ///
    /// # Errors
    /// Names the keys, and why they cannot be had.
    pub(crate) fn change(&self, wanted: Vec<Wanted>) -> Result<Vec<Key>, Refusal> {
        let mut held = lock(&self.held);
        let known = |hotkey: &Hotkey| held.wanted.iter().any(|before| before.hotkey == *hotkey);
        let fresh: Vec<_> = wanted.iter().filter(|wanted| !known(&wanted.hotkey)).collect();
        let mut had = Vec::new();
        for Wanted { hotkey, .. } in fresh {
            match self.listen(hotkey, &held.registered) {
                Ok(shortcut) => had.extend(shortcut),
                Err(refusal) => {
                    had.into_iter().for_each(|shortcut| self.leave(shortcut));
                    return Err(refusal);
                }
            }
        }
        held.registered.extend(had);
        Ok(self.take(&mut held, wanted))
    }

    /// The same where there is nothing to go on with: what is refused is shown.
    pub(crate) fn begin(&self, wanted: Vec<Wanted>) {
        let _ = self.take(&mut lock(&self.held), wanted);
    }

    /// While a new hotkey is recorded the old ones must start nothing. Says which keys are gone,
    /// if anything changed.
    pub(crate) fn record(&self, recording: bool) -> Option<Vec<Key>> {
        let mut held = lock(&self.held);
        if self.place.is_deaf() || held.recording == recording {
            return None;
        }
        held.recording = recording;
        let wanted = held.wanted.clone();
        Some(self.take(&mut held, wanted))
    }

    /// Listens for exactly these keys, as far as they can be had. Says which are gone.
    fn take(&self, held: &mut Held, wanted: Vec<Wanted>) -> Vec<Key> {
        let mut known = Known::default();
        let mut registered = Vec::new();
        for one in &wanted {
            let state = self.outcome(held, one, &mut registered);
            if let Some(shortcut) = shortcut(&one.hotkey).filter(|had| registered.contains(had)) {
                known.roles.push((shortcut.id(), one.role.clone()));
            }
            known.states.push(KeyState { role: one.role.clone(), state });
        }
        let left = held.registered.iter().filter(|old| !registered.contains(*old));
        left.for_each(|old| self.leave(*old));
        held.registered = registered;
        held.wanted = wanted;
        let keys = known.keys();
        let before = std::mem::replace(&mut *lock(&self.known), known);
        before.keys().into_iter().filter(|key| !keys.contains(key)).collect()
    }

    fn outcome(&self, held: &Held, one: &Wanted, registered: &mut Vec<Shortcut>) -> HotkeyState {
        if self.place.is_deaf() {
            return self.place.binding(one);
        }
        if held.recording {
            return HotkeyState::Recording;
        }
        let hotkey = one.hotkey.to_string();
        match self.listen(&one.hotkey, &held.registered) {
            Ok(_) => {
                registered.extend(shortcut(&one.hotkey));
                HotkeyState::Ready { hotkey }
            }
            Err(Refusal { message, .. }) => {
                tracing::warn!("{message}");
                HotkeyState::Refused { hotkey, message }
            }
        }
    }

    /// Listens for these keys, unless that is done already; what is new comes back.
    fn listen(&self, hotkey: &Hotkey, had: &[Shortcut]) -> Result<Option<Shortcut>, Refusal> {
        if self.place.is_deaf() {
            return Ok(None);
        }
        let shortcut = shortcut(hotkey).ok_or_else(|| refusal(hotkey, "this key has no code"))?;
        if had.contains(&shortcut) {
            return Ok(None);
        }
        let taken = |error: tauri_plugin_global_shortcut::Error| refusal(hotkey, &why(&error));
        self.app.global_shortcut().register(shortcut).map_err(taken)?;
        Ok(Some(shortcut))
    }

    fn leave(&self, shortcut: Shortcut) {
        if let Err(error) = self.app.global_shortcut().unregister(shortcut) {
            tracing::warn!("a hotkey is still listened for: {error}");
        }
    }
}

impl Known {
    fn keys(&self) -> Vec<Key> {
        self.roles.iter().filter_map(|(id, role)| key(*id, role)).collect()
    }
}

/// As the engine knows it; none for keys that begin no take.
pub(crate) fn key(id: u32, role: &Role) -> Option<Key> {
    match role {
        Role::Current => Some(Key::Current),
        Role::Profile { .. } => Some(Key::Own(id)),
        Role::Translate => None,
    }
}

fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

fn refusal(hotkey: &Hotkey, why: &str) -> Refusal {
    let message = format!("{hotkey} cannot be a hotkey: {why}");
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
