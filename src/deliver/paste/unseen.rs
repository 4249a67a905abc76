//! Pasting where nobody can see whether the window has read the clipboard.

use super::{PATIENCE, refused};
use crate::clock::rest;
use crate::deliver::display::Display;
use crate::deliver::keys::Hands;
use crate::deliver::layout::Keys;
use crate::error::{Error, Result};

/// Keeps the connection to the clipboard, whose content dies with it.
#[derive(Default)]
pub(super) struct Paster {
    board: Option<arboard::Clipboard>,
}

impl Paster {
    pub(super) fn paste(&mut self, text: &str, display: Display) -> Result<()> {
        let board = match &mut self.board {
            Some(board) => board,
            None => self.board.insert(arboard::Clipboard::new().map_err(refused)?),
        };
        // Before the clipboard is touched: where nobody may type, nobody can paste.
        let mut hands = Hands::new(display, Keys::default()).map_err(refused)?;
        let old = board.get_text().ok();
        put_quietly(board, text)?;
        let struck = hands.strike_paste().map_err(refused);
        if struck.is_ok() {
            rest(PATIENCE);
        }
        match whose(board.get_text().ok().as_deref(), text) {
            Whose::Ours => put_back(board, old)?,
            Whose::Theirs => {}
        }
        struck
    }
}

/// Who put there what lies on the clipboard after a paste.
#[derive(Debug, PartialEq, Eq)]
enum Whose {
    Ours,
    Theirs,
}

fn whose(now: Option<&str>, pasted: &str) -> Whose {
    // Windows hands text back with its own line ends.
    let same = |now: &str| now == pasted || now.replace("\r\n", "\n") == pasted;
    if now.is_some_and(same) { Whose::Ours } else { Whose::Theirs }
}

/// Puts text there, with the wish that clipboard managers do not record it.
fn put_quietly(board: &mut arboard::Clipboard, text: &str) -> Result<()> {
    let set = board.set();
    #[cfg(all(unix, not(target_os = "macos")))]
    let set = arboard::SetExtLinux::exclude_from_history(set);
    #[cfg(target_os = "macos")]
    let set = arboard::SetExtApple::exclude_from_history(set);
    #[cfg(windows)]
    let set = arboard::SetExtWindows::exclude_from_monitoring(set);
    set.text(text).map_err(refused)
}

fn put_back(board: &mut arboard::Clipboard, old: Option<String>) -> Result<(), Error> {
    match old {
        Some(old) => board.set_text(old),
        None => board.clear(),
    }
    .map_err(refused)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_copied_meanwhile_is_not_ours() {
        assert_eq!(whose(Some("said"), "said"), Whose::Ours);
        assert_eq!(whose(Some("a\r\nb"), "a\nb"), Whose::Ours);
        assert_eq!(whose(Some("NEW"), "said"), Whose::Theirs);
        assert_eq!(whose(None, "said"), Whose::Theirs);
    }
}
