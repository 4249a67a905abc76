//! What the person chose, shared by all who act by it.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use aloud::error::Result;
use aloud::settings::{FirstStep, Problem, Settings};
use serde_json::{Map, Value};

/// See the module. A clone is the same choices.
#[derive(Clone)]
pub(crate) struct Choices {
    file: PathBuf,
    settings: Arc<Mutex<Settings>>,
}

impl Choices {
    /// Reads the file, and says what of it could not be used. Where there is none, somebody has
    /// just begun, and is led through the first steps.
    pub(crate) fn load(file: PathBuf) -> (Self, Vec<Problem>) {
        let is_new = !file.exists();
        let (mut settings, problems) = Settings::load(&file);
        if is_new {
            settings.first_step = Some(FirstStep::Microphone);
        }
        (Self { file, settings: Arc::new(Mutex::new(settings)) }, problems)
    }

    /// A copy of them as they are now.
    pub(crate) fn get(&self) -> Settings {
        self.lock().clone()
    }

    /// What they would be with a patch.
    ///
    /// # Errors
    /// Names the field that is not valid.
    pub(crate) fn patched(&self, patch: &Map<String, Value>) -> Result<Settings> {
        let mut settings = self.get();
        settings.patch(patch)?;
        Ok(settings)
    }

    /// Takes these from now on, and writes them down.
    ///
    /// # Errors
    /// When they cannot be written; they hold all the same, until the app ends.
    pub(crate) fn set(&self, settings: &Settings) -> Result<()> {
        self.lock().clone_from(settings);
        settings.save(&self.file)
    }

    fn lock(&self) -> MutexGuard<'_, Settings> {
        self.settings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn who_has_no_settings_is_led_through_the_first_steps_until_they_are_over() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("settings.json");
        let load = || Choices::load(file.clone()).0;
        let step = |choices: &Choices, step: Value| {
            let patch = Map::from_iter([("first_step".to_owned(), step)]);
            choices.set(&choices.patched(&patch).unwrap()).unwrap();
        };
        assert_eq!(load().get().first_step, Some(FirstStep::Microphone));
        assert!(!file.exists(), "nothing was chosen yet");
        step(&load(), json!("hotkey"));
        assert_eq!(load().get().first_step, Some(FirstStep::Hotkey), "it goes on there");
        step(&load(), Value::Null);
        assert_eq!(load().get().first_step, None, "and is never shown again");
    }

    #[test]
    fn who_has_settings_is_no_beginner_even_if_they_are_damaged() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("settings.json");
        for text in [r#"{"version":1}"#, "nonsense"] {
            std::fs::write(&file, text).unwrap();
            assert_eq!(Choices::load(file.clone()).0.get().first_step, None, "{text}");
        }
    }
}
