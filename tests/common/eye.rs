//! Looks at a display, to know when the last letter appeared on it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use aloud::clock::{Clock, Moment, rest};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt, ImageFormat};
use x11rb::rust_connection::RustConnection;

use super::display::Display;

/// Between two looks: a look takes about 3 ms, and the figures are in hundreds.
const BETWEEN: Duration = Duration::from_millis(30);

/// See the module.
pub(crate) struct Eye {
    shut: Arc<AtomicBool>,
    changed: Arc<Mutex<Option<Moment>>>,
    changes: Arc<AtomicUsize>,
    thread: Option<JoinHandle<()>>,
}

impl Eye {
    /// Begins to look at a display.
    pub(crate) fn open(display: &str, clock: &Clock) -> Self {
        let (screen, number) = x11rb::connect(Some(display)).expect("the display can be reached");
        let root = screen.setup().roots[number].root;
        Self::on(screen, root, clock)
    }

    /// Begins to look at the window that has the focus, and at no other. Nothing may lie on it.
    pub(crate) fn on_focused(display: &Display, clock: &Clock) -> Self {
        let focused = display.output("xdotool", &["getactivewindow"]);
        Self::on_window(display, focused.trim(), clock)
    }

    /// Begins to look at a window. Nothing may lie on it.
    pub(crate) fn on_window(display: &Display, window: &str, clock: &Clock) -> Self {
        let (screen, _) = x11rb::connect(Some(&display.name)).expect("the display can be reached");
        Self::on(screen, window.parse().expect("the number of a window"), clock)
    }

    fn on(screen: RustConnection, root: u32, clock: &Clock) -> Self {
        let (shut, changed) = (Arc::<AtomicBool>::default(), Arc::<Mutex<_>>::default());
        let changes = Arc::<AtomicUsize>::default();
        let (until, mark, clock) = (Arc::clone(&shut), Arc::clone(&changed), clock.clone());
        let count = Arc::clone(&changes);
        let thread = std::thread::spawn(move || {
            let mut before = look(&screen, root);
            while !until.load(Ordering::Relaxed) {
                rest(BETWEEN);
                let now = look(&screen, root);
                if now != before {
                    count.fetch_add(1, Ordering::Relaxed);
                    *mark.lock().expect("nobody panics with it") = Some(clock.now());
                }
                before = now;
            }
        });
        Self { shut, changed, changes, thread: Some(thread) }
    }

    /// How often the picture has changed.
    pub(crate) fn changes(&self) -> usize {
        self.changes.load(Ordering::Relaxed)
    }

    /// When the picture changed last.
    pub(crate) fn last_change(&self) -> Option<Moment> {
        *self.changed.lock().expect("the eye did not panic")
    }
}

impl Drop for Eye {
    fn drop(&mut self) {
        self.shut.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The picture in short; none once the display is gone.
fn look(screen: &RustConnection, root: u32) -> Option<u32> {
    let size = screen.get_geometry(root).ok()?.reply().ok()?;
    let (width, height) = (size.width, size.height);
    let picture = screen.get_image(ImageFormat::Z_PIXMAP, root, 0, 0, width, height, u32::MAX);
    Some(crc32fast::hash(&picture.ok()?.reply().ok()?.data))
}
