//! What is fetched, brought in and removed of models, and what follows from that.

use aloud::error::{Error, Result};
use aloud::event::Model;
use aloud::models::Store;
use serde_json::Map;
use tauri::Manager;

use super::Desk;
use crate::downloads::Tiding;
use crate::ipc::{ModelInfo, Refusal, ShellEvent};
use crate::shelf;

impl Desk {
    /// Tells the windows what is told of downloads, and uses what came where there was no model.
    pub(crate) fn hear_of_download(app: &tauri::AppHandle, tiding: Tiding) {
        let Some(desk) = app.try_state::<Self>() else { return };
        match tiding {
            Tiding::Now(downloads) => desk.relay.tell(ShellEvent::Downloads { downloads }),
            Tiding::There(file) => {
                desk.use_if_there_was_none(file.strip_suffix(".gguf").unwrap_or(&file));
                desk.relay.tell(ShellEvent::Models);
            }
        }
    }

    /// Brings a model in that is on this computer.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub(crate) fn import_model(&self, path: &std::path::Path) -> Result<ModelInfo> {
        let tell = |written, total| self.relay.tell(ShellEvent::Import { written, total });
        let made = shelf::import_model(&self.home, path, &mut { tell });
        // Whatever became of it, nothing more is written.
        tell(0, 0);
        if let Ok(made) = &made {
            self.use_if_there_was_none(&made.id);
            self.relay.tell(ShellEvent::Models);
        }
        made
    }

    /// Removes a model. The one in use only where there is no other: who has another one chooses
    /// it first, and is not surprised by what is used instead.
    ///
    /// # Errors
    /// When it is in use, is not there, or the system refuses.
    pub(crate) fn delete_model(&self, id: &str) -> Result<(), Refusal> {
        let models = shelf::models(&self.home, self.choices.get().model.as_deref());
        let in_use = models.iter().any(|model| model.id == id && model.in_use);
        let is_other = |model: &ModelInfo| model.id != id && model.damage.is_none();
        if in_use && models.iter().any(is_other) {
            let problem = format!("{id} is in use; choose another model first, then delete it");
            return Err(Error::Usage(problem).into());
        }
        self.measuring.interrupt();
        Store::new(&self.home).delete(id)?;
        if in_use {
            self.load_model();
        }
        self.relay.tell(ShellEvent::Models);
        Ok(())
    }

    /// Uses a model that has just come, unless another one works.
    fn use_if_there_was_none(&self, id: &str) {
        if !matches!(self.known.lock().now.model(), Model::Failed { .. }) {
            return;
        }
        // What was chosen and is there now is what was missing.
        let chosen = self.choices.get().model;
        if chosen.is_some() && Store::new(&self.home).find(chosen.as_deref()).is_ok() {
            return self.load_model();
        }
        let patch = Map::from_iter([("model".to_owned(), id.into())]);
        if let Err(Refusal { code, message }) = self.patch(&patch) {
            self.relay.notice(&code, message);
        }
    }
}
