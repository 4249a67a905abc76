//! What is asked of the overlay, and of captions that nothing else would show.

use aloud::control::{OverlayWish, Wish};
use aloud::error::Result;
use aloud::event::State;
use serde_json::Map;

use super::Desk;
use crate::ipc::Refusal;

impl Desk {
    /// Shows the overlay, takes it away or lets somebody move it.
    ///
    /// # Errors
    /// When the toolkit does not say where it is.
    pub(crate) fn lay_over(&self, wish: OverlayWish) -> tauri::Result<()> {
        match wish {
            OverlayWish::Show => self.show_overlay(Some(true)),
            OverlayWish::Hide => self.show_overlay(Some(false)),
            OverlayWish::Toggle => self.show_overlay(None),
            OverlayWish::Edit => self.edit_overlay(true)?,
        }
        Ok(())
    }

    /// Captions for somebody who has no window of ours in sight: they bring the overlay with them,
    /// since without it they would be shown nowhere.
    ///
    /// # Errors
    /// When there is no such profile.
    pub(crate) fn caption_over_all(&self, wish: Wish, profile: Option<&str>) -> Result<()> {
        let begun = begins(wish, self.known.lock().now.captions());
        self.caption(wish, profile)?;
        if begun && !self.choices.get().overlay.shown {
            self.show_overlay(Some(true));
        }
        Ok(())
    }

    /// Shows the overlay or takes it away; without a wish, the other of the two.
    pub(crate) fn show_overlay(&self, wish: Option<bool>) {
        self.change_overlay(|overlay| overlay.shown = wish.unwrap_or(!overlay.shown));
    }

    /// The overlay has words to show, or none any more.
    pub(crate) fn tell_overlay(&self, has_words: bool) {
        self.overlay.tell(has_words, &self.choices.get().overlay);
    }

    /// Lets somebody move the overlay, or ends that and keeps where it is.
    ///
    /// # Errors
    /// When the toolkit does not say where it is.
    pub(crate) fn edit_overlay(&self, editing: bool) -> tauri::Result<()> {
        // There is nothing to move before there is a window.
        if editing && !self.choices.get().overlay.shown {
            self.show_overlay(Some(true));
        }
        if let Some(place) = self.overlay.edit(editing, &self.choices.get().overlay)? {
            self.change_overlay(|overlay| overlay.place = Some(place));
        }
        Ok(())
    }

    fn change_overlay(&self, change: impl FnOnce(&mut aloud::settings::Overlay)) {
        let mut overlay = self.choices.get().overlay;
        change(&mut overlay);
        let patch = serde_json::to_value(overlay).map(|value| ("overlay".to_owned(), value));
        let changed = patch.map(|patch| self.patch(&Map::from_iter([patch])));
        if let Ok(Err(Refusal { code, message })) = changed {
            self.relay.notice(&code, message);
        }
    }
}

/// Whether captions begin by this, which are doing something now.
pub(super) fn begins(wish: Wish, now: State) -> bool {
    wish != Wish::Stop && matches!(now, State::Idle | State::Finishing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_that_run_do_not_begin_again() {
        for wish in [Wish::Start, Wish::Toggle] {
            assert!(begins(wish, State::Idle) && begins(wish, State::Finishing));
            assert!(!begins(wish, State::Preparing) && !begins(wish, State::Listening));
        }
        assert!(!begins(Wish::Stop, State::Idle));
    }
}
