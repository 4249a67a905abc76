//! Looks at a display, to know when the last letter appeared on it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use aloud::clock::{Clock, Moment, rest};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt, ImageFormat};
use x11rb::rust_connection::RustConnection;

/// Between two looks: a look takes about 3 ms, and the figures are in hundreds.
const BETWEEN: Duration = Duration::from_millis(30);

/// See the module.
pub(crate) struct Eye {
    shut: Arc<AtomicBool>,
    changed: Arc<Mutex<Option<Moment>>>,
    thread: Option<JoinHandle<()>>,
}

impl Eye {
    /// Begins to look at a display.
    pub(crate) fn open(display: &str, clock: &Clock) -> Self {
        let (screen, number) = x11rb::connect(Some(display)).expect("the display can be reached");
        let root = screen.setup().roots[number].root;
        Self::look_at(screen, root, clock)
    }

    /// Begins to look at one window, which nothing may cover.
    pub(crate) fn on_window(display: &str, window: u32, clock: &Clock) -> Self {
        let (screen, _) = x11rb::connect(Some(display)).expect("the display can be reached");
        Self::look_at(screen, window, clock)
    }

    fn look_at(screen: RustConnection, window: u32, clock: &Clock) -> Self {
        let (shut, changed) = (Arc::<AtomicBool>::default(), Arc::<Mutex<_>>::default());
        let (until, mark, clock) = (Arc::clone(&shut), Arc::clone(&changed), clock.clone());
        let thread = std::thread::spawn(move || {
            let mut before = look(&screen, window);
            while !until.load(Ordering::Relaxed) {
                rest(BETWEEN);
                let now = look(&screen, window);
                if now != before {
                    *mark.lock().expect("nobody panics with it") = Some(clock.now());
                }
                before = now;
            }
        });
        Self { shut, changed, thread: Some(thread) }
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

/// The picture in short; none once the window is gone.
fn look(screen: &RustConnection, window: u32) -> Option<u32> {
    let size = screen.get_geometry(window).ok()?.reply().ok()?;
    let (width, height) = (size.width, size.height);
    let picture = screen.get_image(ImageFormat::Z_PIXMAP, window, 0, 0, width, height, u32::MAX);
    Some(crc32fast::hash(&picture.ok()?.reply().ok()?.data))
}
