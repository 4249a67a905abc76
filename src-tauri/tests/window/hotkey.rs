//! The hotkey is changed by pressing another one.

use super::grab::Grab;
use super::page::{Kind, Window};
use super::{stage, turn};
use crate::common::app::ask;
use crate::common::display::Display;
use crate::common::keyboard::Keyboard;
use crate::common::score::Score;
use crate::common::stage::Stage;

const RECORDS: &str = "Press the keys…";

#[test]
fn a_new_hotkey_is_pressed_in_the_settings_and_starts_a_take_in_an_editor() {
    let _turn = turn();
    let mut stage = stage();
    let clip = stage.clip("memo-01");
    let window = Window::open(&stage);
    window.await_state("Ready");
    window.go("Settings");

    // The old one is only a hotkey like any other while a new one is recorded.
    record(&window, &stage.display, "Ctrl Alt Space", "Ctrl+Alt+Space", "Ctrl Alt Space");
    assert_eq!(status(&stage)["state"], "idle", "no take has begun");
    record(&window, &stage.display, "Ctrl Alt Space", "Ctrl+Alt+D", "Ctrl Alt D");
    window.go("History");
    window.await_words("Nothing yet");

    let editor = stage.display.open_editor();
    window.go("Dictate");
    press(&stage.display, "Ctrl+Alt+Space");
    assert_eq!(status(&stage)["state"], "idle", "the old hotkey is none any more");
    press(&stage.display, "Ctrl+Alt+D");
    window.await_state("Listening");
    stage.speak(&clip);
    press(&stage.display, "Ctrl+Alt+D");
    window.await_state("Ready");
    let text = window.taken();
    let score = Score::of(&clip.text, &text);
    assert!(score.is_good(), "too many errors: {score:?} \"{text}\"");
    editor.await_text(&stage.display, &text);
    window.assert_content();
}

#[test]
fn a_hotkey_of_another_program_is_refused_and_the_old_one_goes_on() {
    let _turn = turn();
    let stage = stage();
    let _grab = Grab::hold(&stage.display.name, 'k');
    let window = Window::open(&stage);
    window.await_state("Ready");
    window.go("Settings");

    record(&window, &stage.display, "Ctrl Alt Space", "Ctrl+Alt+K", "Ctrl Alt Space");
    window.await_words("Ctrl+Alt+K cannot be a hotkey: another program listens for it already");

    window.go("Dictate");
    press(&stage.display, "Ctrl+Alt+Space");
    window.await_state("Listening");
    window.press(Kind::Button, "Cancel");
    window.await_state("Ready");
    window.assert_content();
}

/// Presses the button that says the hotkey, then keys, and waits until the button says which
/// hotkey there is now.
fn record(window: &Window, display: &Display, before: &str, keys: &str, after: &str) {
    display.await_focus("aloud-desktop");
    window.press(Kind::Button, &says(before));
    window.find(Kind::Button, RECORDS);
    press(display, keys);
    window.find(Kind::Button, &says(after));
}

fn says(keys: &str) -> String {
    format!("{keys}. Press to change the hotkey.")
}

fn press(display: &Display, keys: &str) {
    Keyboard::at(&display.name).tap(keys);
}

fn status(stage: &Stage) -> serde_json::Value {
    let answer = ask(stage, &["status", "--json"]);
    serde_json::from_slice(&answer.stdout).expect("the app answers")
}
