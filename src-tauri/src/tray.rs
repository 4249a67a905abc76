//! The icon in the desktop's tray. Many desktops have none; then this does nothing.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

use aloud::control::Wish;
use tauri::image::Image;
use tauri::menu::{CheckMenuItem, CheckMenuItemBuilder, MenuBuilder, MenuItem, MenuItemBuilder};
use tauri::tray::{TrayIcon, TrayIconBuilder};
use tauri::{AppHandle, Manager, Wry};

use crate::app::spawn;
use crate::commands;
use crate::menu::Menu;
use crate::words::Words;

/// Entries by their ids.
const TOGGLE: &str = "toggle";
const CANCEL: &str = "cancel";
const TRANSLATE: &str = "translate";
const CAPTIONS: &str = "captions";
const OVERLAY: &str = "overlay";
const SHOW: &str = "show";
const COPY: &str = "copy";
const QUIT: &str = "quit";

/// See the module.
pub(crate) struct Tray {
    app: AppHandle,
    parts: Parts,
    shown: Mutex<Option<Menu>>,
}

/// What is written. A clone is the same.
#[derive(Clone)]
struct Parts {
    icon: TrayIcon,
    state: MenuItem<Wry>,
    toggle: MenuItem<Wry>,
    cancel: MenuItem<Wry>,
    translate: CheckMenuItem<Wry>,
    captions: MenuItem<Wry>,
    overlay: MenuItem<Wry>,
    show: MenuItem<Wry>,
    last: MenuItem<Wry>,
    quit: MenuItem<Wry>,
}

impl Tray {
    /// Puts the icon there; none where the desktop's library for it is missing, of which the
    /// binding tells by a panic.
    pub(crate) fn make(app: &AppHandle) -> Option<Self> {
        let made = catch_unwind(AssertUnwindSafe(|| Self::try_make(app)));
        match made {
            Ok(Ok(tray)) => Some(tray),
            Ok(Err(error)) => {
                tracing::warn!("there is no icon in the tray: {error}");
                None
            }
            Err(_) => {
                tracing::warn!("there is no icon in the tray: its library is not installed");
                None
            }
        }
    }

    fn try_make(app: &AppHandle) -> tauri::Result<Self> {
        let item = |id: &str| MenuItemBuilder::with_id(id, id).build(app);
        let state = MenuItemBuilder::with_id("state", "Aloud").enabled(false).build(app)?;
        let (toggle, cancel, show) = (item(TOGGLE)?, item(CANCEL)?, item(SHOW)?);
        let (captions, overlay) = (item(CAPTIONS)?, item(OVERLAY)?);
        let (last, quit) = (item(COPY)?, item(QUIT)?);
        let translate = CheckMenuItemBuilder::with_id(TRANSLATE, TRANSLATE).build(app)?;
        let menu = MenuBuilder::new(app)
            .items(&[&state, &toggle, &cancel])
            .separator()
            .item(&translate)
            .items(&[&captions, &overlay])
            .separator()
            .items(&[&last, &show])
            .separator()
            .item(&quit)
            .build()?;
        let icon = TrayIconBuilder::with_id("aloud")
            .icon(picture(false)?)
            .menu(&menu)
            .on_menu_event(|app, event| choose(app, event.id().as_ref()))
            .build(app)?;
        let parts =
            Parts { icon, state, toggle, cancel, translate, captions, overlay, show, last, quit };
        Ok(Self { app: app.clone(), parts, shown: Mutex::default() })
    }

    /// Makes the next menu be written, even if it is the same: the desktop ticks what is chosen
    /// by itself.
    pub(crate) fn forget(&self) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shown) = shown.as_mut() {
            shown.state.clear();
        }
    }

    /// Shows a menu, if it is another one than before, as soon as the toolkit has time for it.
    /// Nobody waits for that: the toolkit's thread may be waiting for the caller.
    pub(crate) fn show(&self, menu: Menu, words: &'static Words) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if shown.as_ref() == Some(&menu) {
            return;
        }
        let heard_before = shown.as_ref().map(|shown| shown.is_heard);
        *shown = Some(menu.clone());
        let parts = self.parts.clone();
        let write = move || {
            if let Err(error) = parts.write(&menu, words, heard_before) {
                tracing::warn!("the tray cannot be written: {error}");
            }
        };
        if let Err(error) = self.app.run_on_main_thread(write) {
            tracing::warn!("the tray cannot be written: {error}");
        }
    }
}

impl Parts {
    fn write(&self, menu: &Menu, words: &Words, heard_before: Option<bool>) -> tauri::Result<()> {
        self.state.set_text(&menu.state)?;
        self.toggle.set_text(&menu.toggle)?;
        self.cancel.set_text(words.cancel)?;
        self.cancel.set_enabled(menu.can_cancel)?;
        self.translate.set_text(&menu.translate)?;
        self.translate.set_checked(menu.translates)?;
        self.translate.set_enabled(menu.can_translate)?;
        self.captions.set_text(&menu.captions)?;
        self.overlay.set_text(&menu.overlay)?;
        self.last.set_text(&menu.last)?;
        self.last.set_enabled(menu.can_copy)?;
        self.show.set_text(words.show)?;
        self.quit.set_text(words.quit)?;
        if heard_before != Some(menu.is_heard) {
            self.icon.set_icon(Some(picture(menu.is_heard)?))?;
        }
        // Linux has no tooltips here; elsewhere it is what one sees first.
        self.icon.set_tooltip(Some(&menu.state))
    }
}

fn picture(heard: bool) -> tauri::Result<Image<'static>> {
    let bytes: &[u8] = if heard {
        include_bytes!("../icons/tray-heard.png")
    } else {
        include_bytes!("../icons/tray.png")
    };
    Image::from_bytes(bytes)
}

fn choose(app: &AppHandle, id: &str) {
    let desk = app.state::<crate::desk::Desk>();
    match id {
        TOGGLE => desk.toggle(None).unwrap_or_else(|error| tracing::warn!("{error}")),
        CANCEL => desk.cancel(),
        TRANSLATE => desk.switch_translating(),
        // What is chosen is written to disk, and the toolkit's thread waits for none. Captions may
        // bring the overlay with them.
        OVERLAY => {
            let app = app.clone();
            spawn("overlay", move || app.state::<crate::desk::Desk>().show_overlay(None));
        }
        CAPTIONS => {
            let app = app.clone();
            spawn("captions", move || {
                let begun = app.state::<crate::desk::Desk>().caption_over_all(Wish::Toggle, None);
                begun.unwrap_or_else(|error| tracing::warn!("{error}"));
            });
        }
        SHOW => desk.show(),
        COPY => {
            if let Some(text) = desk.last_text()
                && let Err(error) = desk.copy(&text)
            {
                tracing::warn!("{error}");
            }
        }
        QUIT => commands::quit(app.clone()),
        _ => {}
    }
}
