//! Toggle: a tap starts, the next tap stops. Field case 14.

use std::time::Duration;

use aloud::clock::rest;
use aloud::event::State;

use super::common::app::ask;
use super::common::score::Score;
use super::{HOTKEY, hidden, stage, turn};

#[test]
fn a_tap_listens_until_the_next_tap() {
    let _turn = turn();
    let mut stage = stage();
    let clip = stage.clip("memo-01");
    let editor = stage.display.open_editor();
    let (mut app, keyboard) = hidden(&stage);
    keyboard.tap(HOTKEY);
    app.until_state(State::Listening);
    stage.speak(&clip);
    keyboard.tap(HOTKEY);
    app.until_over(1);
    let text = editor.text(&stage.display);
    let score = Score::of(&clip.text, &text);
    assert!(score.is_good(), "{score:?} {text:?}");
    app.quit(&stage);
}

#[test]
fn a_short_press_goes_on_and_a_long_one_ends_with_the_key() {
    let _turn = turn();
    let stage = stage();
    let (mut app, keyboard) = hidden(&stage);
    keyboard.down(HOTKEY);
    // Longer than the 400 ms of a tap.
    rest(Duration::from_millis(900));
    keyboard.up(HOTKEY);
    app.until_over(1);
    keyboard.tap(HOTKEY);
    app.until_state(State::Listening);
    keyboard.tap(HOTKEY);
    app.until_over(2);
    assert_eq!(app.takes(), [1, 2]);
    app.quit(&stage);
}

#[test]
fn starting_and_stopping_twice_does_no_harm() {
    let _turn = turn();
    let stage = stage();
    let (mut app, _) = hidden(&stage);
    for verb in ["start", "start"] {
        assert!(ask(&stage, &[verb]).status.success());
    }
    app.until_state(State::Listening);
    for verb in ["stop", "stop"] {
        assert!(ask(&stage, &[verb]).status.success());
    }
    app.until_over(1);
    assert_eq!(app.takes(), [1]);
    app.quit(&stage);
}

/// The key and the socket speak of the same take.
#[test]
fn what_the_key_started_the_command_line_stops() {
    let _turn = turn();
    let stage = stage();
    let (mut app, keyboard) = hidden(&stage);
    keyboard.tap(HOTKEY);
    app.until_state(State::Listening);
    assert!(ask(&stage, &["toggle"]).status.success());
    app.until_over(1);
    assert!(ask(&stage, &["toggle"]).status.success());
    app.until_state(State::Listening);
    keyboard.tap(HOTKEY);
    app.until_over(2);
    app.quit(&stage);
}
