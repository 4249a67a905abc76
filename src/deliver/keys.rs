//! Hands that strike keys: the only file that names enigo.

use std::time::Duration;

use enigo::{Direction, Enigo, Key, Keyboard, Settings};

use super::display::Display;
use super::layout::{Keys, Stroke};
use crate::clock::rest;

/// A window looks up a key when it gets around to it; until then the key must mean what it
/// meant when it was struck. Enigo takes its keys back when it is dropped. With 60 ms between,
/// nothing was missing on a quiet machine; this is for windows that do not say when they have
/// looked ([`super::x11::X11::await_looked_up`]), with as much again for a busy one.
const LOOKED_UP: Duration = Duration::from_millis(120);

/// No display has this name. Enigo writes to every display that it finds, which in a Wayland
/// session with its X server is the same text twice.
const NOWHERE: &str = "aloud-keeps-to-one-display";

/// See the module.
pub(super) struct Hands {
    enigo: Enigo,
    keys: Keys,
}

impl Hands {
    /// Connects to the keyboard of a display, of which these keys are known.
    ///
    /// # Errors
    /// With a sentence, when nobody may type there.
    pub(super) fn new(display: Display, keys: Keys) -> Result<Self, String> {
        Ok(Self { enigo: connect(display)?, keys })
    }

    /// Writes one character, with the key that it has or with one that is lent to it.
    ///
    /// # Errors
    /// With a sentence, when it was not written.
    pub(super) fn strike(&mut self, c: char) -> Result<(), String> {
        match self.keys.stroke(c) {
            Some(Stroke { code, shifted: false }) => self.click_code(code),
            Some(Stroke { code, shifted: true }) => self.strike_shifted(code),
            // A line feed as a character is lost in GTK.
            None if c == '\n' => self.click(Key::Return),
            None => self.click(Key::Unicode(c)),
        }
    }

    /// Enigo would lend a key to every capital and every sign that needs Shift; with the
    /// characters of a page of text it runs out of keys, lends them again, and the window reads
    /// something else than was written.
    fn strike_shifted(&mut self, code: u8) -> Result<(), String> {
        let refused = |error: enigo::InputError| error.to_string();
        self.enigo.key(Key::Shift, Direction::Press).map_err(refused)?;
        let struck = self.click_code(code);
        // Whatever happened, Shift must come up again.
        self.enigo.key(Key::Shift, Direction::Release).map_err(refused)?;
        struck
    }

    fn click_code(&mut self, code: u8) -> Result<(), String> {
        self.enigo.raw(code.into(), Direction::Click).map_err(|error| error.to_string())
    }

    /// Strikes the combination that pastes on this system.
    ///
    /// # Errors
    /// With a sentence, when it could not.
    pub(super) fn strike_paste(&mut self) -> Result<(), String> {
        let modifier = if cfg!(target_os = "macos") { Key::Meta } else { Key::Control };
        let refused = |error: enigo::InputError| error.to_string();
        self.enigo.key(modifier, Direction::Press).map_err(refused)?;
        let struck = self.click(Key::Unicode('v'));
        // Whatever happened, the modifier must come up again.
        self.enigo.key(modifier, Direction::Release).map_err(refused)?;
        struck
    }

    fn click(&mut self, key: Key) -> Result<(), String> {
        self.enigo.key(key, Direction::Click).map_err(|error| error.to_string())
    }
}

/// Waits long enough for any window to look up the keys that were struck.
pub(super) fn let_look_up() {
    rest(LOOKED_UP);
}

fn connect(display: Display) -> Result<Enigo, String> {
    let nowhere = Some(NOWHERE.to_owned());
    let settings = match display {
        Display::X11 => Settings { wayland_display: nowhere, ..Settings::default() },
        Display::Wayland => Settings { x11_display: nowhere, ..Settings::default() },
        Display::Native => Settings::default(),
    };
    Enigo::new(&settings).map_err(|error| match display {
        Display::X11 => format!("the X server lets nobody type: {error}"),
        Display::Wayland => format!(
            "this compositor gives programs no virtual keyboard ({error}); choose the output \
             clipboard and paste by hand"
        ),
        Display::Native => format!("the system lets this program not type: {error}"),
    })
}
