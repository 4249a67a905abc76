//! What the person chose, shared by all who act by it.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use aloud::error::Result;
use aloud::settings::{Problem, Settings};
use serde_json::{Map, Value};

/// See the module. A clone is the same choices.
#[derive(Clone)]
pub(crate) struct Choices {
    file: PathBuf,
    settings: Arc<Mutex<Settings>>,
}

impl Choices {
    /// Reads the file, and says what of it could not be used.
    pub(crate) fn load(file: PathBuf) -> (Self, Vec<Problem>) {
        let (settings, problems) = Settings::load(&file);
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
