//! Pasting on an X server, where the clipboard is ours and every reader is seen.

use std::time::Duration;

use x11rb::protocol::xproto::{Atom, AtomEnum};

use super::{PATIENCE, refused};
use crate::clock::Clock;
use crate::deliver::modifiers;
use crate::deliver::target::{self, PasteKey};
use crate::deliver::x11::board::{Board, State};
use crate::deliver::x11::{Content, Fault, Focus, X11};
use crate::error::{Error, Result};

/// Some programs read several forms, one after the other; this long after the last one
/// there was never another.
const SETTLED: Duration = Duration::from_millis(60);

/// Keeps the board, because what was put back on the clipboard lives there.
#[derive(Debug, Default)]
pub(super) struct Paster {
    board: Option<Board>,
}

impl Paster {
    pub(super) fn paste(&mut self, text: &str) -> Result<()> {
        if self.board.as_ref().is_some_and(Board::is_over) {
            self.board = None;
        }
        let board = match &self.board {
            Some(board) => board,
            None => self.board.insert(Board::open().map_err(refused)?),
        };
        let job = Job::prepare(board).map_err(refused)?;
        modifiers::wait_released(|| look(&job.x11)).map_err(refused)?;
        let saved = job.save().map_err(refused)?;
        let fate = job.run(text);
        job.put_back(saved).map_err(refused)?;
        match fate.map_err(refused)? {
            Fate::Read | Fate::ReadByAnother => Ok(()),
            Fate::Ignored => Err(refused("the window did not read the clipboard")),
            Fate::Taken => Err(Error::ClipboardTaken),
        }
    }
}

/// What became of a pasted text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// The window's program has read it.
    Read,
    /// Only another program has read it: a clipboard manager, or a helper of the window.
    ReadByAnother,
    /// Nobody has.
    Ignored,
    /// Somebody copied something else before.
    Taken,
}

/// Pure: what the thread saw by the time it was looked at.
fn judge(by_target: bool, by_another: bool, ours: bool) -> Fate {
    match (by_target, ours, by_another) {
        (true, _, _) => Fate::Read,
        (false, false, _) => Fate::Taken,
        (false, true, true) => Fate::ReadByAnother,
        (false, true, false) => Fate::Ignored,
    }
}

fn look(x11: &X11) -> Result<modifiers::Held, String> {
    x11.held().map_err(|fault| fault.to_string())
}

/// One paste into one window.
struct Job<'a> {
    board: &'a Board,
    x11: X11,
    focus: Focus,
    key: PasteKey,
    selections: Vec<Atom>,
}

impl<'a> Job<'a> {
    fn prepare(board: &'a Board) -> Result<Self, Fault> {
        let x11 = X11::open()?;
        let focus = x11.focus()?;
        let key = x11.possible(target::paste_key(&focus.names))?;
        let mut selections = vec![board.atoms().CLIPBOARD];
        if key == PasteKey::ShiftInsert {
            selections.push(AtomEnum::PRIMARY.into());
        }
        Ok(Self { board, x11, focus, key, selections })
    }

    fn save(&self) -> Result<Vec<(Atom, Content)>, Fault> {
        self.selections.iter().map(|&at| Ok((at, self.board.look(at)?))).collect()
    }

    /// Offers the text, strikes the key and waits for what happens.
    fn run(&self, text: &str) -> Result<Fate, Fault> {
        for &selection in &self.selections {
            self.board.put(selection, Content::text(text, self.board.atoms()))?;
        }
        // Again: a key may have gone down while the clipboard was saved.
        modifiers::wait_released(|| look(&self.x11))?;
        self.board.forget_readers();
        self.x11.strike(self.key)?;
        self.board.wait(PATIENCE, |state| matches!(self.fate(state), Fate::Read | Fate::Taken));
        let fate = self.board.see(|state| self.fate(state));
        if fate == Fate::Read {
            self.settle();
        }
        Ok(fate)
    }

    fn fate(&self, state: &State) -> Fate {
        let by_target = state.readers.iter().any(|&reader| self.focus.is_client_of(reader));
        let by_another = !by_target && !state.readers.is_empty();
        // Either may be the one that the window reads; editors take PRIMARY whenever something
        // is selected in them.
        let ours = self.selections.iter().any(|&selection| state.owns(selection));
        judge(by_target, by_another, ours)
    }

    /// Waits until the window has all that it wants.
    fn settle(&self) {
        let clock = Clock::real();
        let start = clock.now();
        while clock.now().since(start) < PATIENCE {
            let before = self.board.see(|state| state.readers.len());
            self.board.wait(SETTLED, |state| state.readers.len() > before);
            if self.board.see(|state| state.readers.len() == before && !state.busy) {
                return;
            }
        }
    }

    /// Puts everything back where we still own the selection; elsewhere somebody copied
    /// something meanwhile, and that stays.
    fn put_back(&self, saved: Vec<(Atom, Content)>) -> Result<(), Fault> {
        for (selection, content) in saved {
            if self.board.see(|state| state.owns(selection)) {
                self.board.put(selection, content)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_window_itself_is_a_receipt() {
        assert_eq!(judge(true, false, true), Fate::Read);
        assert_eq!(judge(false, true, true), Fate::ReadByAnother);
        assert_eq!(judge(false, false, true), Fate::Ignored);
    }

    #[test]
    fn a_copy_counts_only_until_the_text_was_read() {
        assert_eq!(judge(true, false, false), Fate::Read);
        assert_eq!(judge(false, false, false), Fate::Taken);
        assert_eq!(judge(false, true, false), Fate::Taken);
    }
}
