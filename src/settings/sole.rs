//! Which keys start what, each only one thing. Pure.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Hotkey, Mode, Problem, Settings};

/// What a hotkey does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Role {
    /// Starts and stops the current profile.
    Current,
    /// Starts and stops this profile.
    Profile {
        /// Its name.
        name: String,
    },
    /// Switches between writing down and translating.
    Translate,
}

/// A hotkey that is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// What it does.
    pub role: Role,
    /// The keys.
    pub hotkey: Hotkey,
    /// How a take that it begins is ended.
    pub mode: Mode,
}

impl Role {
    /// The field that has its keys.
    fn field(&self, settings: &Settings) -> String {
        let at = |name: &String| settings.profiles.iter().position(|p| p.name == *name);
        match self {
            Self::Current => "hotkey".to_owned(),
            Self::Profile { name } => format!("profiles[{}].hotkey", at(name).unwrap_or_default()),
            Self::Translate => "translate_hotkey".to_owned(),
        }
    }

    /// Whose keys these are, in a sentence.
    fn owner(&self) -> String {
        match self {
            Self::Current => "the current profile".to_owned(),
            Self::Profile { name } => format!("the profile \"{name}\""),
            Self::Translate => "the switch for translating".to_owned(),
        }
    }
}

impl Settings {
    /// All hotkeys that are chosen.
    pub fn hotkeys(&self) -> Vec<Wanted> {
        let mode = self.current().mode;
        let current = self.hotkey.clone().map(|hotkey| (Role::Current, hotkey, mode));
        let own = self.profiles.iter().filter_map(|profile| {
            let role = Role::Profile { name: profile.name.clone() };
            Some((role, profile.hotkey.clone()?, profile.mode))
        });
        let hotkey = self.translate_hotkey.clone();
        let translate = hotkey.map(|hotkey| (Role::Translate, hotkey, Mode::Toggle));
        let all = current.into_iter().chain(own).chain(translate);
        all.map(|(role, hotkey, mode)| Wanted { role, hotkey, mode }).collect()
    }

    /// Takes keys away that something before has already, and says so.
    pub(super) fn without_shared_hotkeys(&mut self) -> Vec<Problem> {
        let all = self.hotkeys();
        let mut problems = Vec::new();
        for (index, Wanted { role, hotkey, .. }) in all.iter().enumerate() {
            if let Some(first) = all[..index].iter().find(|first| first.hotkey == *hotkey) {
                let owner = first.role.owner();
                let problem =
                    format!("{hotkey} is the hotkey of {owner} already; choose other keys");
                problems.push(Problem { field: role.field(self), problem });
                self.forget_hotkey(role);
            }
        }
        problems
    }

    fn forget_hotkey(&mut self, role: &Role) {
        match role {
            Role::Current => self.hotkey = None,
            Role::Translate => self.translate_hotkey = None,
            Role::Profile { name } => {
                let profile = self.profiles.iter_mut().find(|profile| profile.name == *name);
                profile.into_iter().for_each(|profile| profile.hotkey = None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn keys(settings: &Settings) -> Vec<String> {
        let all = settings.hotkeys().into_iter();
        all.map(|wanted| format!("{:?} {}", wanted.role, wanted.hotkey)).collect()
    }

    #[test]
    fn from_the_start_only_the_current_profile_has_keys() {
        assert_eq!(keys(&Settings::default()), ["Current Ctrl+Alt+Space"]);
    }

    #[test]
    fn keys_of_something_else_are_refused_with_its_name() {
        for (patch, problem) in [
            (
                json!({"profiles": [{"name": "dictate", "hotkey": "Ctrl+Alt+Space"}]}),
                "profiles[0].hotkey: Ctrl+Alt+Space is the hotkey of the current profile already",
            ),
            (
                json!({"profiles": [
                    {"name": "dictate", "hotkey": "F9"}, {"name": "Grüße \"x\"", "hotkey": "f9"},
                ]}),
                "profiles[1].hotkey: F9 is the hotkey of the profile \"dictate\" already",
            ),
            (
                json!({"translate_hotkey": "alt+ctrl+space"}),
                "translate_hotkey: Ctrl+Alt+Space is the hotkey of the current profile already",
            ),
        ] {
            let mut settings = Settings::default();
            let error = settings.patch(patch.as_object().unwrap()).unwrap_err().to_string();
            assert!(error.contains(problem), "{error}");
            assert_eq!(settings, Settings::default());
        }
    }

    #[test]
    fn keys_change_owners_in_one_patch() {
        let mut settings = Settings::default();
        let patch = json!({"hotkey": null, "translate_hotkey": "Ctrl+Alt+Space"});
        settings.patch(patch.as_object().unwrap()).unwrap();
        assert_eq!(keys(&settings), ["Translate Ctrl+Alt+Space"]);
    }
}
