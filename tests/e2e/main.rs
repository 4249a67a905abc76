//! The main job from end to end: somebody speaks into a microphone, and the words stand in the
//! window that has the focus. With the real model, a real display and a real sound server.

#[path = "../common/mod.rs"]
mod common;
mod crash;
mod dictate;
mod missing;
mod scorer;

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use common::stage::Stage;

/// Two recognisers on two cores would hold up each other, so the tests take turns.
static TURN: Mutex<()> = Mutex::new(());

fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The folder with the speech model: `make test` says where it is.
fn models() -> PathBuf {
    std::env::var_os("ALOUD_TEST_MODELS").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(".cache/home/models"),
        PathBuf::from,
    )
}

fn stage() -> Stage {
    Stage::set(env!("CARGO_BIN_EXE_aloud").as_ref(), &models())
}
