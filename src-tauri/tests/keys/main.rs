//! The real app under real keys: somebody presses the hotkey in an editor, speaks into a
//! microphone, and the words stand in the editor.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test ends where it cannot go on")]

#[path = "../../../tests/common/mod.rs"]
mod common;
mod cancel;
mod hold;
mod missing;
mod profiles;
mod socket;
mod start;
mod tap;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use common::app::App;
use common::keyboard::Keyboard;
use common::models;
use common::stage::Stage;

/// What starts a take unless the person chooses otherwise.
const HOTKEY: &str = "Ctrl+Alt+Space";

/// Two recognisers on two cores would hold up each other, so the tests take turns.
static TURN: Mutex<()> = Mutex::new(());

fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn desktop() -> &'static Path {
    env!("CARGO_BIN_EXE_aloud-desktop").as_ref()
}

/// The command line lies beside the app.
fn command_line() -> PathBuf {
    desktop().with_file_name("aloud")
}

fn stage() -> Stage {
    Stage::set(&command_line(), &models())
}

/// The app on a stage without its window, and a keyboard.
fn hidden(stage: &Stage) -> (App, Keyboard) {
    let app = App::start(stage, desktop(), &["--hidden"]);
    let keyboard = Keyboard::at(&stage.display.name);
    keyboard.await_listener(HOTKEY);
    (app, keyboard)
}
