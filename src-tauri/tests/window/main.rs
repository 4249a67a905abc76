//! The app as a person uses it: a real window on a private display, a real sound server, the
//! real speech model. What is pressed is found by what it is called, and what is asserted is
//! what can be read.

#[path = "../../../tests/common/mod.rs"]
mod common;
mod complaint;
mod edit;
mod first;
mod grab;
mod hotkey;
mod microphone;
mod missing;
mod overlay;
mod page;
mod profile;
mod record;
mod restart;
#[path = "../../../tests/import/source.rs"]
#[allow(
    dead_code,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test ends where it cannot go on"
)]
mod source;

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use common::models;
use common::stage::Stage;

/// Two recognisers on two cores would hold up each other, so the tests take turns.
static TURN: Mutex<()> = Mutex::new(());

fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

const APP: &str = env!("CARGO_BIN_EXE_aloud-desktop");

fn stage() -> Stage {
    // Both programs lie in one folder; the workspace's build makes both.
    let aloud = Path::new(APP).with_file_name("aloud");
    assert!(aloud.exists(), "`cargo build --workspace` makes {}", aloud.display());
    Stage::set(&aloud, &models())
}
