//! What counts as a touch? Pure.

/// How often somebody has touched something. Only ever grows.
#[derive(Debug, Default)]
pub(super) struct Count {
    touches: u64,
    hands: Hands,
    /// A press of which the next event may say that it went to no window.
    open: bool,
}

/// Whose hands are on the keys, or may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Hands {
    /// Those of a person, or of another program.
    #[default]
    Theirs,
    /// Ours, or of another program that strikes keys in the same way.
    Ours,
}

/// Something that the server tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Happening {
    /// A key that is no modifier went down, by these hands.
    Key(Hands),
    /// A button of the mouse went down, or a finger on the screen.
    Click,
    /// The press just before belongs to a program that listens for that key everywhere. The
    /// server tells the window that has the keys at once. So no hotkey is a touch, ours or
    /// another, and nobody has to say which keys it is.
    KeyTaken,
    /// We begin to type, or have ended.
    Typing(Hands),
}

impl Count {
    /// Takes in what happened next.
    pub(super) fn take_in(&mut self, happening: Happening) {
        match happening {
            // While we type, what a program strikes is ours. A person strikes other keyboards.
            Happening::Key(Hands::Ours) if self.hands == Hands::Ours => {}
            Happening::Key(_) => {
                self.settle();
                self.open = true;
            }
            Happening::Click => {
                self.settle();
                self.touches += 1;
            }
            Happening::KeyTaken => self.open = false,
            Happening::Typing(hands) => {
                self.settle();
                self.hands = hands;
            }
        }
    }

    /// Nothing more comes of the last press.
    pub(super) fn settle(&mut self) {
        self.touches += u64::from(std::mem::take(&mut self.open));
    }

    /// Touches so far, the last press not among them before it is settled.
    pub(super) fn touches(&self) -> u64 {
        self.touches
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Hands::{Ours, Theirs};
    use Happening::{Click, Key, KeyTaken, Typing};

    fn touches(happenings: &[Happening]) -> u64 {
        let mut count = Count::default();
        happenings.iter().for_each(|&happening| count.take_in(happening));
        count.settle();
        count.touches()
    }

    #[test]
    fn keys_and_clicks_are_touches_whoever_strikes_them() {
        assert_eq!(touches(&[]), 0);
        assert_eq!(touches(&[Key(Theirs), Key(Ours), Click]), 3);
    }

    #[test]
    fn a_hotkey_is_none_and_takes_back_only_itself() {
        assert_eq!(touches(&[Key(Theirs), KeyTaken]), 0);
        assert_eq!(touches(&[Key(Theirs), Key(Theirs), KeyTaken]), 1);
        // A menu that opens at a click takes the keys too.
        assert_eq!(touches(&[Key(Theirs), Click, KeyTaken]), 2);
        assert_eq!(touches(&[KeyTaken, Key(Theirs)]), 1);
    }

    #[test]
    fn what_we_type_is_none_but_a_person_in_the_middle_of_it_is() {
        assert_eq!(touches(&[Typing(Ours), Key(Ours), Key(Ours), Typing(Theirs)]), 0);
        assert_eq!(touches(&[Typing(Ours), Key(Ours), Key(Theirs), Key(Ours)]), 1);
        assert_eq!(touches(&[Typing(Ours), Key(Ours), Click, Typing(Theirs)]), 1);
        assert_eq!(touches(&[Typing(Ours), Key(Ours), Typing(Theirs), Key(Ours)]), 1);
    }

    #[test]
    fn a_count_that_was_read_is_never_taken_back() {
        let mut count = Count::default();
        count.take_in(Key(Theirs));
        count.settle();
        assert_eq!(count.touches(), 1);
        count.take_in(KeyTaken);
        assert_eq!(count.touches(), 1);
    }
}
