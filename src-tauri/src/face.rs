//! What those see who look at the app from outside: the icon in the tray, and the status.

use std::sync::{Arc, OnceLock};

use aloud::control::Board;

use crate::choices::Choices;
use crate::desktop::Place;
use crate::menu::Menu;
use crate::remote;
use crate::tray::Tray;
use crate::watch::Known;
use crate::words::Words;

/// See the module. A clone is the same.
#[derive(Clone)]
pub(crate) struct Face {
    pub(crate) known: Known,
    pub(crate) choices: Choices,
    pub(crate) place: Place,
    /// Made when there is time for it.
    pub(crate) tray: Arc<OnceLock<Tray>>,
    /// Where the status stands for those who ask from outside.
    pub(crate) board: Arc<Board>,
}

impl Face {
    /// Shows how things stand, whatever the desktop made of the menu meanwhile.
    pub(crate) fn show_again(&self) {
        if let Some(tray) = self.tray.get() {
            tray.forget();
        }
        self.show();
    }

    /// Shows how things stand now.
    pub(crate) fn show(&self) {
        let settings = self.choices.get();
        let (now, begun) = {
            let known = self.known.lock();
            (known.now.clone(), known.begun.clone())
        };
        let profile = begun.as_ref().map(|begun| begun.profile.as_str());
        self.board.post(remote::status(&now, &settings, profile));
        if let Some(tray) = self.tray.get() {
            let words = Words::of(&self.place.language_of(&settings));
            tray.show(Menu::of(&now, &settings, words), words);
        }
    }
}
