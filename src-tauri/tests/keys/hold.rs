//! Push-to-talk: the key is held while somebody speaks.

use std::time::Duration;

use aloud::clock::rest;
use aloud::event::State;

use super::common::display::Editor;
use super::common::keyboard::{Attention, Keyboard};
use super::common::score::Score;
use super::{HOTKEY, hidden, stage, turn};

#[test]
fn what_is_said_while_the_keys_are_held_stands_in_the_editor_when_they_are_up() {
    let _turn = turn();
    let mut stage = stage();
    let clip = stage.clip("memo-01");
    let editor = stage.display.open_editor();
    let (mut app, keyboard) = hidden(&stage);
    let attention = Attention::at(&stage.display.name);
    keyboard.down(HOTKEY);
    app.until_state(State::Listening);
    stage.speak(&clip);
    assert!(!Editor::is_changed(&stage.display), "keys that are held turn text into shortcuts");
    keyboard.up(HOTKEY);
    app.until_over(1);
    assert!(!keyboard.holds_a_modifier(), "a key stayed down");
    let text = editor.text(&stage.display);
    let score = Score::of(&clip.text, &text);
    assert!(score.is_good(), "{score:?} {text:?}");
    assert_eq!(attention.losses(), 0, "the editor keeps the focus throughout");
    app.quit(&stage);
}

/// Field case 3.
#[test]
fn keys_that_come_up_before_the_last_sound_cost_no_word() {
    let _turn = turn();
    let mut stage = stage();
    let clip = stage.clip("memo-01");
    let editor = stage.display.open_editor();
    let (mut app, keyboard) = hidden(&stage);
    keyboard.down(HOTKEY);
    app.until_state(State::Listening);
    let early = Duration::from_millis(50);
    stage.speak_and(&clip, |end| end - early, || keyboard.up(HOTKEY));
    app.until_over(1);
    let text = editor.text(&stage.display);
    let said = clip.said();
    let last = said.split_whitespace().next_back().unwrap();
    assert!(text.trim_end().ends_with(last), "{text:?} does not end with {last:?}");
    app.quit(&stage);
}

/// Field case 13: while a key is held the server repeats it.
#[test]
fn keys_that_repeat_are_one_take() {
    let _turn = turn();
    let stage = stage();
    let (mut app, keyboard) = hidden(&stage);
    keyboard.down(HOTKEY);
    app.until_state(State::Preparing);
    // The server waits 660 ms before it repeats, and does so 25 times a second.
    rest(Duration::from_millis(2_000));
    keyboard.up(HOTKEY);
    app.until_over(1);
    assert_eq!(app.takes(), [1]);
    app.quit(&stage);
}

#[test]
fn letting_go_of_the_modifiers_first_ends_the_take_with_the_last_key() {
    let _turn = turn();
    let stage = stage();
    let (mut app, keyboard) = hidden(&stage);
    keyboard.down(HOTKEY);
    app.until_state(State::Listening);
    keyboard.up("Ctrl+Alt");
    keyboard.up("Space");
    app.until_over(1);
    assert_eq!(app.takes(), [1]);
    app.quit(&stage);
}

/// Field case 16, where the take ends before its key is up: the key that is still held, and
/// repeated, starts nothing, and the next press is a new take.
#[test]
fn a_key_that_outlives_its_take_starts_nothing_until_it_is_pressed_again() {
    let _turn = turn();
    let stage = stage();
    let (mut app, keyboard) = hidden(&stage);
    keyboard.down(HOTKEY);
    app.until_state(State::Listening);
    assert!(super::common::app::ask(&stage, &["stop"]).status.success());
    app.until_over(1);
    // Long enough for the server to repeat the key.
    rest(Duration::from_millis(1_000));
    assert_eq!(app.takes(), [1]);
    keyboard.up(HOTKEY);
    keyboard.down(HOTKEY);
    app.until("the second take", |status| status.take.is_some_and(|take| take.0 == 2));
    keyboard.up(HOTKEY);
    app.quit(&stage);
}

/// Field case 16, where another program would take the keyboard, so that the release goes there:
/// while the hotkey is held the server gives the keyboard to nobody else.
#[test]
fn nobody_takes_the_keyboard_while_the_hotkey_is_held() {
    let _turn = turn();
    let stage = stage();
    let (mut app, keyboard) = hidden(&stage);
    let locker = Keyboard::at(&stage.display.name);
    assert!(locker.could_be_taken_over(), "nothing is held");
    keyboard.down(HOTKEY);
    app.until_state(State::Listening);
    assert!(!locker.could_be_taken_over(), "the release would be lost");
    keyboard.up(HOTKEY);
    app.until_over(1);
    assert!(locker.could_be_taken_over(), "the keyboard is free again");
    keyboard.down(HOTKEY);
    app.until("the second take", |status| status.take.is_some_and(|take| take.0 == 2));
    keyboard.up(HOTKEY);
    app.quit(&stage);
}
