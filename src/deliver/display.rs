//! What kind of desktop this process talks to.

use std::ffi::OsStr;

use crate::error::{Error, Result};

/// The protocol to reach other windows by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Display {
    /// An X server.
    X11,
    /// A Wayland compositor.
    Wayland,
    /// What the operating system has by itself: Windows, macOS.
    Native,
}

/// Looks for it in the environment.
///
/// # Errors
/// When there is none.
pub(super) fn find(way: &'static str) -> Result<Display> {
    let variable = |name| std::env::var_os(name);
    let found = if cfg!(all(unix, not(target_os = "macos"))) {
        choose(variable("WAYLAND_DISPLAY").as_deref(), variable("DISPLAY").as_deref())
    } else {
        Some(Display::Native)
    };
    found.ok_or_else(|| Error::Delivery {
        way,
        problem: "there is no display to reach a window on: neither DISPLAY nor WAYLAND_DISPLAY \
                  is set; start this in a desktop session, or choose the output stdout"
            .to_owned(),
    })
}

/// A Wayland session sets both, for old programs; keys sent to the X server would then reach
/// only those, so Wayland goes first. An empty variable is none.
fn choose(wayland: Option<&OsStr>, x11: Option<&OsStr>) -> Option<Display> {
    let set = |value: Option<&OsStr>| value.is_some_and(|value| !value.is_empty());
    if set(wayland) {
        Some(Display::Wayland)
    } else if set(x11) {
        Some(Display::X11)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wayland_goes_first_and_an_empty_variable_is_none() {
        let pick = |wayland: Option<&str>, x11: Option<&str>| {
            choose(wayland.map(OsStr::new), x11.map(OsStr::new))
        };
        assert_eq!(pick(Some("wayland-0"), Some(":0")), Some(Display::Wayland));
        assert_eq!(pick(None, Some(":0")), Some(Display::X11));
        assert_eq!(pick(Some(""), Some(":0")), Some(Display::X11));
        assert_eq!(pick(Some(""), None), None);
        assert_eq!(pick(None, None), None);
    }
}
