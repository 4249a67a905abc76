//! Cancel: nothing more is written, and the next press records at once. Field case 17; the
//! engine's own stories hold the 300 ms.

use std::time::Duration;

use aloud::clock::rest;
use aloud::event::{State, TakeId};

use super::common::app::ask;
use super::common::display::Editor;
use super::{HOTKEY, hidden, stage, turn};

#[test]
fn a_cancelled_take_writes_nothing_and_can_be_recovered() {
    let _turn = turn();
    let mut stage = stage();
    let clip = stage.clip("memo-01");
    let _editor = stage.display.open_editor();
    let (mut app, keyboard) = hidden(&stage);
    keyboard.down(HOTKEY);
    app.until_state(State::Listening);
    stage.speak(&clip);
    assert!(ask(&stage, &["cancel"]).status.success());
    app.until_state(State::Idle);
    keyboard.up(HOTKEY);
    // The next take comes behind whatever the first one had still to deliver.
    keyboard.tap(HOTKEY);
    app.until_state(State::Listening);
    keyboard.tap(HOTKEY);
    app.until_over(2);
    assert!(!Editor::is_changed(&stage.display), "a cancelled take was written");
    let takes = ask(&stage, &["takes", "list", "--json"]);
    let takes = String::from_utf8_lossy(&takes.stdout).into_owned();
    assert!(takes.contains("\"cancelled\""), "{takes}");
    app.quit(&stage);
}

/// How long after the key came up a take is cancelled: before its words are recognised, and
/// while they are.
const AFTER_THE_KEY: [Duration; 2] = [Duration::ZERO, Duration::from_millis(400)];

#[test]
fn a_take_that_is_being_finished_can_be_cancelled() {
    let _turn = turn();
    let mut stage = stage();
    let clip = stage.clip("memo-01");
    let _editor = stage.display.open_editor();
    let (mut app, keyboard) = hidden(&stage);
    for (take, after) in (1..).step_by(2).zip(AFTER_THE_KEY) {
        keyboard.down(HOTKEY);
        app.until("a take that listens", |status| {
            status.take == Some(TakeId(take)) && status.state == State::Listening
        });
        let let_go_and_cancel = || {
            keyboard.up(HOTKEY);
            // How far the model is then cannot be seen from outside.
            rest(after);
            assert!(ask(&stage, &["cancel"]).status.success());
        };
        stage.speak_and(&clip, |end| end, let_go_and_cancel);
        app.until_state(State::Idle);
        keyboard.tap(HOTKEY);
        app.until("the next take", |status| status.take == Some(TakeId(take + 1)));
        keyboard.tap(HOTKEY);
        app.until_over(take + 1);
        assert!(!Editor::is_changed(&stage.display), "cancelled {after:?} after the key was up");
    }
    app.quit(&stage);
}
