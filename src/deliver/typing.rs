//! Types into the window that has the focus.

use super::display::{self, Display};
use super::joint::Place;
use super::keys::{self, Hands};
use super::layout::Layout;
use super::paste::Paste;
use super::watch::Watch;
use super::way::{self, Way};
use super::{Sink, modifiers};
use crate::error::{Error, Result};

#[cfg(all(unix, not(target_os = "macos")))]
use super::x11::{Focus, X11};

/// Key presses. What they would not bring exactly, or only slowly, is pasted instead.
#[derive(Default)]
pub struct Typing {
    /// Kept, because what it has put back on the clipboard lives in it.
    paste: Paste,
    watch: Watch,
}

impl Typing {
    /// Types while `watch` looks who else touches the keys.
    pub(super) fn new(watch: &Watch) -> Self {
        Self { paste: Paste::new(watch), watch: watch.clone() }
    }
}

impl Sink for Typing {
    fn deliver(&mut self, text: &str) -> Result<()> {
        let display = display::find("type")?;
        let keyboard = Keyboard::open(display).map_err(refused)?;
        let layout = keyboard.layout().map_err(refused)?;
        match way::choose(text, &layout) {
            Way::Type => {
                keyboard.wait_released().map_err(refused)?;
                let hands = Hands::new(display, layout.keys.unwrap_or_default());
                let hands = hands.map_err(refused)?;
                self.watch.own(|| type_out(text, &keyboard, hands))
            }
            Way::Paste => self.paste.deliver(text),
        }
    }

    fn place(&mut self) -> Option<Place> {
        self.watch.place()
    }
}

/// Types `text`, looking before every key whether somebody holds a modifier: the hotkey for
/// the next take may be pressed while the last one is still being typed.
fn type_out(text: &str, keyboard: &Keyboard, mut hands: Hands) -> Result<()> {
    let typed = text.chars().enumerate().try_for_each(|(delivered, c)| {
        keyboard
            .wait_released()
            .and_then(|()| hands.strike(c))
            .map_err(|problem| stopped(delivered, problem))
    });
    // Before the hands take back the keys that they lent.
    keyboard.await_looked_up();
    typed
}

fn stopped(delivered: usize, problem: String) -> Error {
    match delivered {
        0 => refused(problem),
        _ => Error::HalfDelivered { way: "type", delivered, problem },
    }
}

fn refused(problem: String) -> Error {
    Error::Delivery { way: "type", problem }
}

/// The keyboard as far as its state can be seen: only an X server shows it.
enum Keyboard {
    #[cfg(all(unix, not(target_os = "macos")))]
    Seen(Box<X11>, Focus),
    Unseen,
}

impl Keyboard {
    fn open(display: Display) -> Result<Self, String> {
        Ok(match display {
            #[cfg(all(unix, not(target_os = "macos")))]
            Display::X11 => {
                let x11 = X11::open().map_err(|fault| fault.to_string())?;
                let focus = x11.focus().map_err(|fault| fault.to_string())?;
                Self::Seen(Box::new(x11), focus)
            }
            _ => Self::Unseen,
        })
    }

    fn layout(&self) -> Result<Layout, String> {
        match self {
            #[cfg(all(unix, not(target_os = "macos")))]
            Self::Seen(x11, _) => x11.layout().map_err(|fault| fault.to_string()),
            Self::Unseen => Ok(Layout::default()),
        }
    }

    fn wait_released(&self) -> Result<(), String> {
        match self {
            #[cfg(all(unix, not(target_os = "macos")))]
            Self::Seen(x11, _) => {
                modifiers::wait_released(|| x11.held().map_err(|fault| fault.to_string()))
            }
            Self::Unseen => Ok(()),
        }
    }

    /// Returns when the window has looked up what was typed, or has had time to.
    fn await_looked_up(&self) {
        match self {
            #[cfg(all(unix, not(target_os = "macos")))]
            Self::Seen(x11, focus) if x11.await_looked_up(focus).unwrap_or(false) => {}
            _ => keys::let_look_up(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_how_much_the_window_has() {
        assert!(matches!(stopped(0, String::new()), Error::Delivery { .. }));
        assert!(matches!(stopped(3, String::new()), Error::HalfDelivered { delivered: 3, .. }));
    }
}
