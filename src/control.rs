//! Other programs ask the running app: the command line, a status bar, a second start.
//!
//! One JSON object a line, both ways, over a local socket that is private to its user: an
//! [`Ask`] goes in, an [`Answer`] comes back. The app claims its [`Instance`], keeps its
//! [`Board`] up to date and opens a [`Server`]; everybody else calls [`ask`] or [`follow`].
//! What was said, heard or copied never goes over this socket.

mod protocol;
mod board;
mod instance;
mod socket;
mod clients;
mod server;
mod client;

pub use board::Board;
pub use client::{ask, ask_starting, follow};
pub use instance::{Claim, Instance};
pub use protocol::{Answer, Ask, ModelStatus, OverlayWish, Status, Wish};
pub use server::Server;

use crate::error::Result;

/// The app, as seen from the socket. It is asked on threads of the server, by several at once.
pub trait Desk: Send + Sync {
    /// Does what is asked, and says how things stand then. Each wish is idempotent: stopping
    /// what has stopped is no error.
    ///
    /// [`Ask::Status`] never comes here: the server reads the board.
    ///
    /// # Errors
    /// When it cannot be done. The sentence and the code of the error go to who asked.
    fn ask(&self, ask: Ask) -> Result<Status>;

    /// Where the app posts how things stand.
    fn board(&self) -> &Board;
}

#[cfg(test)]
mod tests;
