//! What a server makes of a short recording that is built in: whether it is there, understands what
//! it is sent, and how soon it answers.

use serde::Serialize;
use ts_rs::TS;

use super::recording::Recording;
use super::score::Score;
use crate::capture::all;
use crate::clock::Clock;
use crate::command::Pace;
use crate::error::{Error, Result};
use crate::keychain;
use crate::recognise::remote::{Options, Remote};
use crate::recognise::{Recogniser, Request};
use crate::settings::Server;

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Tried {
    /// What came.
    pub text: String,
    /// From the first byte that was sent to the last one that came.
    pub took_ms: u64,
    /// Words that are said.
    pub words: u32,
    /// Words to change, put in or take out.
    pub errors: u32,
}

/// Sends the recording, once.
///
/// # Errors
/// [`Error::Recogniser`] with what is wrong with the server, [`Error::Keychain`] when its key cannot
/// be had, [`Error::Usage`] when nothing may be sent there.
pub fn tried(server: &Server) -> Result<Tried> {
    let recording = Recording::built_in().swap_remove(0);
    let clock = Clock::real();
    let audio = all::read(Box::new(recording.source(Pace::Fast, clock.clone())?))?;
    let mut remote = Remote::open(server, keychain::find(server)?, Options::default())?;
    // Asked for once, as what is only shown: whoever tries wants to hear of the first trouble.
    let request = Request { draft: true, ..Request::default() };
    let before = clock.now();
    let said = remote.run(&audio, &request).map_err(Error::from)?;
    let took_ms = clock.now().since(before).as_millis() as u64;
    let score = Score::of(&recording.said, &said.text);
    Ok(Tried { text: said.text, took_ms, words: score.said as u32, errors: score.errors as u32 })
}
