//! Waits until nobody holds a key that would turn text into shortcuts.

use std::time::Duration;

use crate::clock::{Clock, rest};

/// How long somebody may hold on to a hotkey after the text is ready.
const PATIENCE: Duration = Duration::from_secs(5);

/// Between two looks. The X server does not tell a bystander when a key comes up.
const POLL: Duration = Duration::from_millis(10);

/// Which keys are down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Held {
    /// Shift, Control, Alt, Super or AltGr.
    pub(super) modifier: bool,
    /// Any key. The X server ignores a press of a key that is down already, so a letter that
    /// is held (the D of Ctrl+Alt+D) would be missing from typed text.
    pub(super) any: bool,
}

/// What to do about keys that are down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Go,
    Wait,
    GiveUp,
}

/// A keyboard that claims for ever that some letter is down must not stop us; one that claims
/// so of Control must.
fn judge(held: Held, waited: Duration) -> Verdict {
    if !held.modifier && !held.any {
        Verdict::Go
    } else if waited < PATIENCE {
        Verdict::Wait
    } else if held.modifier {
        Verdict::GiveUp
    } else {
        Verdict::Go
    }
}

/// Returns when `look` finds the keyboard free.
///
/// # Errors
/// With a sentence, when `look` fails or a modifier is held for longer than somebody would.
pub(super) fn wait_released(mut look: impl FnMut() -> Result<Held, String>) -> Result<(), String> {
    let clock = Clock::real();
    let start = clock.now();
    loop {
        match judge(look()?, clock.now().since(start)) {
            Verdict::Go => return Ok(()),
            Verdict::Wait => rest(POLL),
            Verdict::GiveUp => {
                return Err("a key such as Ctrl, Alt or Shift is being held down, and would turn \
                            the text into shortcuts"
                    .to_owned());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: Held = Held { modifier: false, any: false };
    const LETTER: Held = Held { modifier: false, any: true };
    const CONTROL: Held = Held { modifier: true, any: true };
    const STICKY: Held = Held { modifier: true, any: false };

    #[test]
    fn a_free_keyboard_is_not_waited_for() {
        assert_eq!(judge(FREE, Duration::ZERO), Verdict::Go);
        assert_eq!(judge(FREE, PATIENCE), Verdict::Go);
    }

    #[test]
    fn held_keys_are_waited_out_and_only_modifiers_end_it() {
        for held in [LETTER, CONTROL, STICKY] {
            assert_eq!(judge(held, Duration::ZERO), Verdict::Wait);
            assert_eq!(judge(held, PATIENCE - POLL), Verdict::Wait);
        }
        assert_eq!(judge(LETTER, PATIENCE), Verdict::Go);
        assert_eq!(judge(CONTROL, PATIENCE), Verdict::GiveUp);
        assert_eq!(judge(STICKY, PATIENCE), Verdict::GiveUp);
    }

    #[test]
    fn it_looks_until_the_keys_are_up() {
        let mut looks = [CONTROL, LETTER, FREE].into_iter();
        wait_released(|| Ok(looks.next().expect("it stops looking when the keyboard is free")))
            .unwrap();
        assert_eq!(looks.next(), None);
    }

    #[test]
    fn a_keyboard_that_cannot_be_seen_is_an_error() {
        assert!(wait_released(|| Err("gone".to_owned())).is_err());
    }
}
