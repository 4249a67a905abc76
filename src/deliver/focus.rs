//! Which program gets the keys?

#[cfg(all(unix, not(target_os = "macos")))]
use super::display::{self, Display};
#[cfg(all(unix, not(target_os = "macos")))]
use super::x11::active::Active;

/// Follows the focus from program to program, where the desktop tells.
pub struct FocusWatch {
    #[cfg(all(unix, not(target_os = "macos")))]
    active: Active,
}

impl FocusWatch {
    /// Begins to follow; none where nobody tells: on Wayland, and without a window manager.
    pub fn open() -> Option<Self> {
        #[cfg(all(unix, not(target_os = "macos")))]
        {
            matches!(display::find("follow"), Ok(Display::X11)).then_some(())?;
            let problem = |fault: &_| tracing::warn!("the focus cannot be followed: {fault}");
            let active = Active::open().inspect_err(problem).ok()?;
            Some(Self { active })
        }
        #[cfg(not(all(unix, not(target_os = "macos"))))]
        None
    }

    /// The program that has the focus, such as `Mousepad`, and with the next call the one that
    /// gets it, whenever that is. None when the desktop tells nothing any more.
    pub fn next_program(&mut self) -> Option<Option<String>> {
        #[cfg(all(unix, not(target_os = "macos")))]
        {
            self.active.next_program().ok()
        }
        #[cfg(not(all(unix, not(target_os = "macos"))))]
        None
    }
}

/// Looks whether windows can be shown here at all.
///
/// # Errors
/// [`crate::error::Error::Usage`] says what is missing.
pub fn look_for_a_desktop() -> crate::error::Result<()> {
    let refuse = |problem: &str| {
        let help = "start Aloud in a desktop session; without one, `aloud listen` dictates in a \
                    terminal";
        crate::error::Error::Usage(format!("no window can be shown: {problem}; {help}"))
    };
    #[cfg(all(unix, not(target_os = "macos")))]
    match display::find("show") {
        Ok(Display::X11) => super::x11::X11::open().map(drop).map_err(|fault| {
            let name = std::env::var("DISPLAY").unwrap_or_default();
            tracing::debug!("{name}: {fault}");
            refuse(&format!("there is no X server at DISPLAY={name}, or it does not let us in"))
        })?,
        Ok(Display::Wayland | Display::Native) => {}
        Err(_) => {
            return Err(refuse(
                "there is no desktop here, for neither DISPLAY nor WAYLAND_DISPLAY is set",
            ));
        }
    }
    Ok(())
}
