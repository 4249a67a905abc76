//! The verbs of the command line against the running app.

use std::process::Output;

use super::common::app::{App, ask};
use super::{desktop, hidden, stage, turn};

fn said(output: &Output) -> String {
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    format!("{out}{err}")
}

#[test]
fn the_status_is_a_sentence_for_people_and_an_object_for_programs() {
    let _turn = turn();
    let stage = stage();
    let (app, _) = hidden(&stage);
    let sentence = said(&ask(&stage, &["status"]));
    assert!(sentence.contains("idle") && sentence.contains("dictate"), "{sentence}");
    let object = ask(&stage, &["status", "--json"]).stdout;
    let object: serde_json::Value = serde_json::from_slice(&object).unwrap();
    assert_eq!((&object["type"], &object["state"]), (&"status".into(), &"idle".into()));
    assert_eq!(object["model"]["state"], "ready");
    app.quit(&stage);
}

#[test]
fn stopping_what_does_not_run_is_no_fault() {
    let _turn = turn();
    let stage = stage();
    let (mut app, _) = hidden(&stage);
    for verb in ["stop", "cancel"] {
        let output = ask(&stage, &[verb]);
        assert!(output.status.success(), "{verb}: {}", said(&output));
    }
    assert_eq!(app.takes(), Vec::<u64>::new());
    app.quit(&stage);
}

#[test]
fn a_profile_that_is_not_there_is_refused_with_those_that_are() {
    let _turn = turn();
    let stage = stage();
    let (app, _) = hidden(&stage);
    let output = ask(&stage, &["start", "--profile", "shopping"]);
    assert!(!output.status.success());
    let sentence = said(&output);
    assert!(sentence.contains("shopping") && sentence.contains("dictate"), "{sentence}");
    app.quit(&stage);
}

#[test]
fn without_the_app_each_verb_says_how_to_start_it() {
    let _turn = turn();
    let stage = stage();
    for verb in ["toggle", "start", "stop", "cancel", "status", "show", "quit"] {
        let output = ask(&stage, &[verb]);
        assert_eq!(output.status.code(), Some(1), "{verb}");
        assert!(said(&output).contains("not running"), "{verb}: {}", said(&output));
    }
}

#[test]
fn nobody_else_may_use_the_socket() {
    use std::os::unix::fs::PermissionsExt;
    let _turn = turn();
    let stage = stage();
    let app = App::start(&stage, desktop(), &["--hidden"]);
    let socket = stage.display.path("aloud/control.sock");
    assert_eq!(socket.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    app.quit(&stage);
    assert!(!socket.exists(), "it goes with the app");
}
