//! What is missing is named, with an exit code that a program can branch on.

use std::process::{Command, Output};

use tempfile::TempDir;

use super::{stage, turn};

#[test]
fn without_a_microphone_listening_ends_with_4_and_a_sentence() {
    let _turn = turn();
    let stage = stage();
    let nowhere = stage.display.path("nothing");
    let mut command = stage.aloud(&["listen", "--output", "stdout"]);
    command.env("PULSE_SERVER", format!("unix:{}", nowhere.display()));
    assert_refuses(command, 4, "microphone");
}

#[test]
fn without_a_model_listening_ends_with_3_and_a_sentence() {
    let _turn = turn();
    let stage = stage();
    let empty = TempDir::new().expect("an empty home");
    let mut command = stage.aloud(&["listen", "--output", "stdout"]);
    command.env("ALOUD_HOME", empty.path()).env_remove("ALOUD_MODELS");
    assert_refuses(command, 3, "model");
}

fn assert_refuses(mut command: Command, code: i32, thing: &str) {
    let Output { status, stdout, stderr } = command.output().expect("aloud can be started");
    let sentence = String::from_utf8_lossy(&stderr);
    assert_eq!(status.code(), Some(code), "{sentence}");
    assert!(sentence.contains(thing), "no word of the {thing}: {sentence}");
    assert!(!sentence.contains("panicked"), "{sentence}");
    assert!(stdout.is_empty(), "nothing was said, so nothing is printed");
}
