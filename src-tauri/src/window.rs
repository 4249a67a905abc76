//! The main window.

use std::sync::{Arc, Mutex, PoisonError};

use tauri::{AppHandle, Manager, WebviewUrl, WebviewWindow, WebviewWindowBuilder, WindowEvent};

/// What windows are called among themselves.
pub(crate) const MAIN: &str = "main";

/// Whether a window can be seen, and has the keys. Asking the toolkit would mean to wait for
/// its thread; it tells of each change by itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sight(Arc<Mutex<Seen>>);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Seen {
    #[default]
    Hidden,
    Shown,
    Focused,
}

impl Sight {
    /// Whether it can be seen.
    pub(crate) fn is_shown(&self) -> bool {
        self.get() != Seen::Hidden
    }

    /// Whether what is typed now would go into it.
    pub(crate) fn is_focused(&self) -> bool {
        self.get() == Seen::Focused
    }

    /// Takes in what the toolkit says of the keys.
    pub(crate) fn focus(&self, focused: bool) {
        match focused {
            true => self.set(Seen::Focused),
            false if self.is_shown() => self.set(Seen::Shown),
            false => {}
        }
    }

    /// The window is gone, and the keys with it.
    pub(crate) fn lose(&self) {
        self.set(Seen::Hidden);
    }

    fn get(&self) -> Seen {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, seen: Seen) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = seen;
    }
}

/// Brings the window to the front, and makes it if there is none.
pub(crate) fn show(app: &AppHandle, sight: &Sight) {
    let window = app.get_webview_window(MAIN).map_or_else(|| make(app, sight), Ok);
    let shown = window.and_then(|window| {
        window.unminimize()?;
        window.show()?;
        window.set_focus()
    });
    match shown {
        Ok(()) if !sight.is_shown() => sight.set(Seen::Shown),
        Ok(()) => {}
        Err(error) => tracing::error!("the window cannot be shown: {error}"),
    }
}

fn make(app: &AppHandle, sight: &Sight) -> tauri::Result<WebviewWindow> {
    let window = WebviewWindowBuilder::new(app, MAIN, WebviewUrl::App("index.html".into()))
        .title("Aloud")
        .inner_size(920.0, 600.0)
        .min_inner_size(420.0, 440.0)
        .visible(false)
        .build()?;
    revive(&window)?;
    let (sight, own) = (sight.clone(), window.clone());
    window.on_window_event(move |event| heed(event, &sight, &own));
    Ok(window)
}

/// A page whose process died is loaded again: nothing is lost, since it holds no truth.
#[cfg(target_os = "linux")]
fn revive(window: &WebviewWindow) -> tauri::Result<()> {
    use webkit2gtk::WebViewExt;
    window.with_webview(|view| {
        view.inner().connect_web_process_terminated(|view, _| {
            tracing::warn!("the process behind the window ended; its page is loaded again");
            view.reload();
        });
    })
}

/// Elsewhere the system's web view looks after that itself.
#[cfg(not(target_os = "linux"))]
fn revive(_window: &WebviewWindow) -> tauri::Result<()> {
    Ok(())
}

/// Closing hides: the app goes on to listen for its hotkey.
fn heed(event: &WindowEvent, sight: &Sight, window: &WebviewWindow) {
    match event {
        WindowEvent::Focused(focused) => sight.focus(*focused),
        WindowEvent::CloseRequested { api, .. } => {
            api.prevent_close();
            sight.lose();
            if let Err(error) = window.hide() {
                tracing::error!("the window cannot be hidden: {error}");
            }
        }
        _ => {}
    }
}
