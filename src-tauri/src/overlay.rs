//! The overlay: a window over all others that shows what is being said. It never takes the
//! focus, and a click goes through to what is beneath.

use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use aloud::settings::{Overlay as Chosen, OverlayPlace};
use tauri::webview::WebviewWindowBuilder;
use tauri::{
    AppHandle, Manager, PhysicalPosition, PhysicalSize, WebviewUrl, WebviewWindow, WindowEvent, Wry,
};

use crate::app::spawn;
use crate::desk::Desk;
use crate::ipc::{OverlayShape, OverlayState, ShellEvent};
use crate::layout::{self, Area, Screen};
use crate::relay::Relay;
use crate::window::Sight;

/// What it is called among windows.
pub(crate) const OVERLAY: &str = "overlay";

/// See the module. A clone is the same overlay.
#[derive(Clone)]
pub(crate) struct Overlay {
    app: AppHandle,
    relay: Relay,
    wayland: bool,
    /// Whether words would be typed into it.
    sight: Sight,
    known: Arc<Mutex<Known>>,
}

/// What holds at the moment.
#[derive(Clone, Copy, Debug)]
struct Known {
    state: State,
    /// Whether somebody composes windows; only the toolkit's thread may ask.
    composed: bool,
}

/// What the window does, if there is one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Nothing is said, and nothing is to be seen.
    #[default]
    Resting,
    /// Words stand in it.
    Telling,
    /// Somebody moves it.
    Edited,
}

impl Overlay {
    /// The overlay of an app; there is no window yet. Called on the toolkit's thread.
    pub(crate) fn new(app: AppHandle, relay: Relay, wayland: bool, sight: Sight) -> Self {
        let known = Known { state: State::default(), composed: is_composed() };
        let overlay = Self { app, relay, wayland, sight, known: Arc::new(Mutex::new(known)) };
        let follower = overlay.clone();
        on_composing(move || {
            follower.known().composed = is_composed();
            follower.relay.tell(ShellEvent::Overlay { overlay: follower.describe() });
        });
        overlay
    }

    /// For the windows.
    pub(crate) fn describe(&self) -> OverlayState {
        let Known { state, composed } = *self.known();
        OverlayState { shape: shape(self.wayland, composed), editing: state == State::Edited }
    }

    /// Makes the window, moves it or ends it, as it was chosen. Nobody waits for that.
    pub(crate) fn follow(&self, chosen: &Chosen) {
        let chosen = chosen.clone();
        self.on_main(move |overlay| match overlay.window() {
            Some(window) if !chosen.shown => {
                overlay.known().state = State::Resting;
                window.destroy()
            }
            Some(window) => overlay.lay(&window, &chosen),
            None if chosen.shown => overlay.make(&chosen),
            None => Ok(()),
        });
    }

    /// There are words to be seen, or there are none any more.
    pub(crate) fn tell(&self, has_words: bool, chosen: &Chosen) {
        let next = if has_words { State::Telling } else { State::Resting };
        {
            let mut known = self.known();
            if known.state == State::Edited || known.state == next {
                return;
            }
            known.state = next;
        }
        let chosen = chosen.clone();
        self.on_main(move |overlay| match overlay.window() {
            Some(window) => overlay.show_or_hide(&window, &chosen),
            None => Ok(()),
        });
    }

    /// Lets somebody move it, or ends that; then says where it was put.
    ///
    /// # Errors
    /// When the toolkit does not say where it is.
    pub(crate) fn edit(
        &self,
        editing: bool,
        chosen: &Chosen,
    ) -> tauri::Result<Option<OverlayPlace>> {
        if editing {
            self.begin_edit(chosen.clone());
            return Ok(None);
        }
        let Some(window) = self.window() else { return Ok(None) };
        let was = std::mem::replace(&mut self.known().state, State::Resting);
        let edited = window.clone();
        let place = match was {
            State::Edited => self.ask_main(move |overlay| overlay.place_of(&edited))?,
            State::Resting | State::Telling => None,
        };
        let chosen = Chosen { place: place.or(chosen.place), ..chosen.clone() };
        self.on_main(move |overlay| overlay.show_or_hide(&window, &chosen));
        self.relay.tell(ShellEvent::Overlay { overlay: self.describe() });
        Ok(place)
    }

    /// Comes behind the making of the window, if it was switched on a moment ago.
    fn begin_edit(&self, chosen: Chosen) {
        self.on_main(move |overlay| {
            let Some(window) = overlay.window() else { return Ok(()) };
            overlay.known().state = State::Edited;
            overlay.relay.tell(ShellEvent::Overlay { overlay: overlay.describe() });
            overlay.show_or_hide(&window, &chosen)
        });
    }

    /// Pushes and stretches it by keys, while it is edited.
    ///
    /// # Errors
    /// When the toolkit does not say where it is.
    pub(crate) fn nudge(&self, by: (i32, i32), more: (i32, i32)) -> tauri::Result<()> {
        let window = self.window().filter(|_| self.known().state == State::Edited);
        let Some(window) = window else { return Ok(()) };
        self.ask_main(move |_| put(&window, layout::nudged(area_of(&window)?, by, more)))
    }

    fn make(&self, chosen: &Chosen) -> tauri::Result<()> {
        let floats = !self.wayland;
        let builder =
            WebviewWindowBuilder::new(&self.app, OVERLAY, WebviewUrl::App("overlay.html".into()))
                .title("Aloud overlay")
                .inner_size(760.0, 160.0)
                .visible(false)
                .focused(false)
                .focusable(!floats)
                .decorations(!floats)
                .shadow(!floats)
                .always_on_top(floats)
                .skip_taskbar(floats)
                .visible_on_all_workspaces(floats);
        let window = see_through(builder, floats).build()?;
        self.watch(&window);
        let overlay = self.clone();
        take_keys(&window, move || overlay.known().state == State::Edited)?;
        self.lay(&window, chosen)?;
        // One that comes and goes would be in the way; one over all others is shown with words.
        if floats { Ok(()) } else { window.show() }
    }

    /// Who closes it wants none; and no words go into it while it has the keys.
    fn watch(&self, window: &WebviewWindow) {
        let (app, sight) = (self.app.clone(), self.sight.clone());
        window.on_window_event(move |event| match event {
            WindowEvent::Focused(focused) => sight.focus(*focused),
            WindowEvent::Destroyed => sight.lose(),
            WindowEvent::CloseRequested { api, .. } => {
                api.prevent_close();
                let app = app.clone();
                // Settings are written, and the toolkit's thread waits for no disk.
                spawn("overlay", move || app.state::<Desk>().show_overlay(Some(false)));
            }
            _ => {}
        });
    }

    /// Puts it where it belongs. An ordinary window stays where its desktop put it, and one that
    /// somebody moves at this moment stays with that person.
    fn lay(&self, window: &WebviewWindow, chosen: &Chosen) -> tauri::Result<()> {
        if self.wayland || self.known().state == State::Edited {
            return Ok(());
        }
        let screens = screens(window)?;
        let pointer = self.app.cursor_position().map_or((0.0, 0.0), |at| (at.x, at.y));
        match layout::current(&screens, pointer) {
            Some(screen) => put(window, layout::area(chosen, screen)),
            None => Ok(()),
        }
    }

    fn show_or_hide(&self, window: &WebviewWindow, chosen: &Chosen) -> tauri::Result<()> {
        if self.wayland {
            return Ok(());
        }
        let state = self.known().state;
        let edited = state == State::Edited;
        // A window changes its owner only while it is not shown.
        window.hide()?;
        be_managed(window, edited)?;
        window.set_focusable(edited)?;
        window.set_ignore_cursor_events(!edited)?;
        match state {
            State::Resting => Ok(()),
            State::Telling => {
                self.lay(window, chosen)?;
                window.show()
            }
            State::Edited => {
                window.show()?;
                window.set_focus()
            }
        }
    }

    fn place_of(&self, window: &WebviewWindow) -> tauri::Result<Option<OverlayPlace>> {
        if self.wayland {
            return Ok(None);
        }
        let area = area_of(window)?;
        let middle = (
            f64::from(area.x) + f64::from(area.width) / 2.0,
            f64::from(area.y) + f64::from(area.height) / 2.0,
        );
        let screens = screens(window)?;
        Ok(layout::current(&screens, middle).map(|screen| layout::place(area, screen)))
    }

    fn window(&self) -> Option<WebviewWindow> {
        self.app.get_webview_window(OVERLAY)
    }

    fn on_main(&self, deed: impl FnOnce(&Self) -> tauri::Result<()> + Send + 'static) {
        let overlay = self.clone();
        let done = self.app.run_on_main_thread(move || {
            if let Err(error) = deed(&overlay) {
                tracing::error!("the overlay does not obey: {error}");
            }
        });
        if let Err(error) = done {
            tracing::error!("the overlay does not obey: {error}");
        }
    }

    /// Has the toolkit's thread say something: no other may ask for the places of windows.
    fn ask_main<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Self) -> tauri::Result<T> + Send + 'static,
    ) -> tauri::Result<T> {
        let (overlay, (answer, answered)) = (self.clone(), channel());
        self.app.run_on_main_thread(move || drop(answer.send(question(&overlay))))?;
        answered.recv().map_err(|_| std::io::Error::other("the app is about to end"))?
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How the overlay can be there on such a desktop.
fn shape(wayland: bool, composed: bool) -> OverlayShape {
    match (wayland, composed) {
        // No window may put itself over others, be moved by its program or refuse the focus.
        (true, _) => OverlayShape::Ordinary,
        (false, true) => OverlayShape::SeeThrough,
        (false, false) => OverlayShape::Opaque,
    }
}

fn put(window: &WebviewWindow, area: Area) -> tauri::Result<()> {
    window.set_size(PhysicalSize::new(area.width, area.height))?;
    window.set_position(PhysicalPosition::new(area.x, area.y))
}

fn area_of(window: &WebviewWindow) -> tauri::Result<Area> {
    let (at, size) = (position(window)?, window.inner_size()?);
    Ok(Area { x: at.x, y: at.y, width: size.width, height: size.height })
}

fn screens(window: &WebviewWindow) -> tauri::Result<Vec<Screen>> {
    let monitors = window.available_monitors()?;
    let screen = |monitor: &tauri::Monitor| {
        let (at, size) = (monitor.position(), monitor.size());
        let area = Area { x: at.x, y: at.y, width: size.width, height: size.height };
        Screen { area, scale: monitor.scale_factor() }
    };
    Ok(monitors.iter().map(screen).collect())
}

#[cfg(not(target_os = "macos"))]
fn see_through<'a>(
    builder: WebviewWindowBuilder<'a, Wry, AppHandle>,
    through: bool,
) -> WebviewWindowBuilder<'a, Wry, AppHandle> {
    builder.transparent(through)
}

/// There it takes an interface that the system keeps to itself.
#[cfg(target_os = "macos")]
fn see_through<'a>(
    builder: WebviewWindowBuilder<'a, Wry, AppHandle>,
    _through: bool,
) -> WebviewWindowBuilder<'a, Wry, AppHandle> {
    builder
}

/// Has the window manager look after it, or nobody. Some managers put a frame around each window
/// they look after, which takes the clicks that the window lets through; and what they do not look
/// after they cannot give the focus to. Only who moves it needs them.
#[cfg(target_os = "linux")]
fn be_managed(window: &WebviewWindow, managed: bool) -> tauri::Result<()> {
    use gtk::prelude::WidgetExt;
    let widget = window.gtk_window()?;
    widget.realize();
    if let Some(window) = widget.window() {
        window.set_override_redirect(!managed);
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn be_managed(_window: &WebviewWindow, _managed: bool) -> tauri::Result<()> {
    Ok(())
}

/// Where it is, asked of the X server: the toolkit's own note is of its place in a frame, once a
/// window manager has put it into one.
#[cfg(target_os = "linux")]
fn position(window: &WebviewWindow) -> tauri::Result<PhysicalPosition<i32>> {
    use gtk::prelude::WidgetExt;
    let Some(shown) = window.gtk_window()?.window() else { return window.outer_position() };
    let (_, x, y) = shown.origin();
    let scale = shown.scale_factor();
    Ok(PhysicalPosition::new(x * scale, y * scale))
}

#[cfg(not(target_os = "linux"))]
fn position(window: &WebviewWindow) -> tauri::Result<PhysicalPosition<i32>> {
    window.outer_position()
}

/// Asks for the focus whenever it is shown to somebody who moves it. Asked earlier, or at a time
/// that lies back, a window manager takes it for one that wants to steal it.
#[cfg(target_os = "linux")]
fn take_keys(window: &WebviewWindow, edited: impl Fn() -> bool + 'static) -> tauri::Result<()> {
    use gtk::glib::{Cast, Propagation};
    use gtk::prelude::{WidgetExt, WidgetExtManual};
    window.gtk_window()?.connect_map_event(move |widget, _| {
        if edited()
            && let Some(shown) = widget.window()
            && let Some(here) = shown.downcast_ref::<gdkx11::X11Window>()
        {
            shown.focus(gdkx11::functions::x11_get_server_time(here));
        }
        Propagation::Proceed
    });
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn take_keys(_window: &WebviewWindow, _edited: impl Fn() -> bool + 'static) -> tauri::Result<()> {
    Ok(())
}

/// Whether somebody composes windows; without, what is transparent is black.
#[cfg(target_os = "linux")]
fn is_composed() -> bool {
    gtk::gdk::Screen::default().is_some_and(|screen| screen.is_composited())
}

/// The system does, except where the window is never transparent.
#[cfg(not(target_os = "linux"))]
fn is_composed() -> bool {
    !cfg!(target_os = "macos")
}

/// Calls whenever windows begin or cease to be composed.
#[cfg(target_os = "linux")]
fn on_composing(told: impl Fn() + 'static) {
    if let Some(screen) = gtk::gdk::Screen::default() {
        screen.connect_composited_changed(move |_| told());
    }
}

#[cfg(not(target_os = "linux"))]
fn on_composing(_told: impl Fn() + 'static) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_what_the_desktop_allows() {
        assert_eq!(shape(false, true), OverlayShape::SeeThrough);
        assert_eq!(shape(false, false), OverlayShape::Opaque);
        assert_eq!(shape(true, true), OverlayShape::Ordinary);
    }
}
