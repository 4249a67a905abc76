//! What was said before a crash is not lost.

use std::process::Command;

use serde_json::Value;

use super::{stage, turn};
use crate::common::listening::Listening;
use crate::common::score::Score;

#[test]
fn a_killed_take_is_listed_and_turned_into_text() {
    let _turn = turn();
    let stage = stage();
    let clip = stage.clip("memo-01");
    let command = stage.aloud(&["listen", "--json", "--output", "none"]);
    let listening = Listening::start(command, &stage.clock);
    stage.speak(&clip);
    listening.kill();

    let listed = output_of(stage.aloud(&["takes", "list", "--json"]));
    let takes: Vec<Value> =
        listed.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect();
    assert_eq!(takes.len(), 1, "one take was interrupted");
    let id = match &takes[0]["id"] {
        Value::String(id) => id.clone(),
        other => other.to_string(),
    };

    let text = output_of(stage.aloud(&["takes", "recover", &id]));
    let score = Score::of(&clip.text, &text);
    assert!(score.is_good(), "too many errors: {score:?} \"{text}\"");
    assert!(score.written <= score.said, "a word that nobody said: \"{text}\"");
}

fn output_of(mut command: Command) -> String {
    let answer = command.output().expect("aloud can be started");
    let said = String::from_utf8_lossy(&answer.stderr);
    assert!(answer.status.success(), "{command:?} ended with {}: {said}", answer.status);
    String::from_utf8(answer.stdout).expect("the output is text")
}
