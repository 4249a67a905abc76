//! The main job from end to end: somebody speaks into a microphone, and the words stand in the
//! window that has the focus. With the real model, a real display and a real sound server.

#[path = "../common/mod.rs"]
mod common;
mod crash;
mod dictate;
mod missing;
mod scorer;

use std::sync::{Mutex, MutexGuard, PoisonError};

use common::models;
use common::stage::Stage;

/// Two recognisers on two cores would hold up each other, so the tests take turns.
static TURN: Mutex<()> = Mutex::new(());

fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn stage() -> Stage {
    Stage::set(env!("CARGO_BIN_EXE_aloud").as_ref(), &models())
}
