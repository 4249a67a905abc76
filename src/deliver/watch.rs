//! Looks whether anybody has touched what we wrote, where the desktop lets it be seen.

#[cfg(all(unix, not(target_os = "macos")))]
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::display::{self, Display};
use super::joint::Place;
#[cfg(all(unix, not(target_os = "macos")))]
use super::x11::{X11, touches::Touches};

/// One watch for all that goes into windows; a clone is the same one.
#[derive(Clone, Default)]
pub(super) struct Watch {
    #[cfg(all(unix, not(target_os = "macos")))]
    touches: Arc<Mutex<Option<Touches>>>,
}

impl Watch {
    /// The place that has the keys now. None where there is none, or only the pointer says where
    /// it is.
    pub(super) fn place(&self) -> Option<Place> {
        match display::find("type").ok()? {
            #[cfg(all(unix, not(target_os = "macos")))]
            Display::X11 => self.place_on_x11(),
            _ => Some(Place::Unwatched { window: None }),
        }
    }

    /// Types. The keys that are struck meanwhile by programs are ours, and no touches.
    pub(super) fn own<T>(&self, type_out: impl FnOnce() -> T) -> T {
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(touches) = &*self.lock() {
            return touches.own(type_out);
        }
        type_out()
    }

    #[cfg(all(unix, not(target_os = "macos")))]
    fn place_on_x11(&self) -> Option<Place> {
        let mut watch = self.lock();
        if watch.as_ref().is_none_or(Touches::is_over) {
            *watch = Touches::watch()
                .inspect_err(|fault| tracing::debug!("touches cannot be seen: {fault}"))
                .ok();
        }
        match &*watch {
            Some(touches) => touches.place(),
            None => {
                let window = X11::open().and_then(|x11| x11.window()).ok()??;
                Some(Place::Unwatched { window: Some(window) })
            }
        }
    }

    #[cfg(all(unix, not(target_os = "macos")))]
    fn lock(&self) -> MutexGuard<'_, Option<Touches>> {
        self.touches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
