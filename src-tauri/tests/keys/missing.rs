//! What is missing is said in words, and the app goes on as far as it can.

use std::fs::File;
use std::process::{Command, Output, Stdio};

use aloud::control::ModelStatus;
use aloud::event::State;

use super::common::app::{App, ask};
use super::common::keyboard::Keyboard;
use super::common::score::Score;
use super::{HOTKEY, desktop, stage, turn};

fn refusal(mut command: Command) -> String {
    let Output { status, stderr, .. } = command.stdin(Stdio::null()).output().unwrap();
    let sentence = String::from_utf8_lossy(&stderr).into_owned();
    assert_eq!(status.code(), Some(1), "{sentence}");
    assert!(!sentence.contains("panicked"), "{sentence}");
    sentence
}

#[test]
fn without_a_desktop_it_says_what_to_do_instead() {
    let _turn = turn();
    let stage = stage();
    let mut command = stage.program(desktop(), &[]);
    command.env_remove("DISPLAY");
    let sentence = refusal(command);
    assert!(sentence.contains("DISPLAY") && sentence.contains("aloud listen"), "{sentence}");
    let mut command = stage.program(desktop(), &[]);
    command.env("DISPLAY", ":4242");
    let sentence = refusal(command);
    assert!(sentence.contains(":4242"), "{sentence}");
}

#[test]
fn a_home_that_no_socket_fits_into_is_named() {
    let _turn = turn();
    let stage = stage();
    let mut command = stage.program(desktop(), &["--hidden"]);
    command.env("ALOUD_HOME", stage.display.path(&"long/".repeat(30)));
    let sentence = refusal(command);
    assert!(sentence.contains("control.sock"), "{sentence}");
}

#[test]
fn without_a_model_the_app_runs_and_says_so() {
    let _turn = turn();
    let stage = stage();
    let mut command = stage.program(desktop(), &["--hidden"]);
    command.env_remove("ALOUD_MODELS");
    let mut app = App::spawn(&stage, command);
    app.until("the missing model", |status| {
        matches!(&status.model, ModelStatus::Failed { code, message }
            if code == "no_model" && message.contains("aloud models import"))
    });
    let keyboard = Keyboard::at(&stage.display.name);
    keyboard.await_listener(HOTKEY);
    keyboard.tap(HOTKEY);
    app.until_state(State::Listening);
    keyboard.tap(HOTKEY);
    app.until_over(1);
    app.quit(&stage);
}

#[test]
fn a_microphone_that_comes_later_is_heard() {
    let _turn = turn();
    let mut stage = stage();
    let clip = stage.clip("memo-01");
    let editor = stage.display.open_editor();
    stage.pulse.kill();
    let mut app = App::start(&stage, desktop(), &["--hidden"]);
    let keyboard = Keyboard::at(&stage.display.name);
    keyboard.await_listener(HOTKEY);
    keyboard.tap(HOTKEY);
    app.until_over(1);
    stage.pulse.restart();
    keyboard.tap(HOTKEY);
    app.until_state(State::Listening);
    stage.speak(&clip);
    keyboard.tap(HOTKEY);
    app.until_over(2);
    let text = editor.text(&stage.display);
    assert!(Score::of(&clip.text, &text).is_good(), "{text:?}");
    app.quit(&stage);
}

#[test]
fn the_log_tells_nothing_of_what_was_said() {
    let _turn = turn();
    let mut stage = stage();
    let clip = stage.clip("memo-01");
    let editor = stage.display.open_editor();
    let log = stage.display.path("log");
    let mut command = stage.program(desktop(), &[]);
    command.env("ALOUD_LOG", "trace").stderr(File::create(&log).unwrap());
    let mut app = App::spawn(&stage, command);
    assert!(ask(&stage, &["start"]).status.success());
    app.until_state(State::Listening);
    stage.display.activate("mousepad");
    stage.speak(&clip);
    assert!(ask(&stage, &["stop"]).status.success());
    app.until_over(1);
    let text = editor.text(&stage.display);
    app.quit(&stage);
    let log = std::fs::read_to_string(log).unwrap().to_lowercase();
    assert!(!log.is_empty(), "the finest level says something");
    for word in text.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 5) {
        assert!(!log.contains(&word.to_lowercase()), "\"{word}\" stands in the log");
    }
}
