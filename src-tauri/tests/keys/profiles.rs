//! Profiles with keys of their own, and the switch for translating, which everybody shares.

use std::fs;

use aloud::control::Status;
use aloud::event::State;
use aloud::settings::Task;

use super::common::app::{App, ask};
use super::common::keyboard::Keyboard;
use super::common::stage::Stage;
use super::{desktop, hidden, stage, turn};

/// A name with everything that a shell, a socket and a menu could take amiss.
const ODD: &str = "Bärbels \"Post\" & 'Co' ü";

const OWN: &str = "Ctrl+Alt+D";
const SWITCH: &str = "Ctrl+Alt+K";

fn with_profiles(stage: &Stage) -> (App, Keyboard) {
    let settings = serde_json::json!({
        "version": 1,
        "sounds": false,
        "profiles": [
            {"name": "dictate", "output": "none"},
            {"name": ODD, "output": "none", "mode": "both", "hotkey": OWN},
        ],
        "profile": "dictate",
        "translate_hotkey": SWITCH,
    });
    let folder = stage.display.path("aloud");
    fs::create_dir_all(&folder).expect("the home is writable");
    fs::write(folder.join("settings.json"), settings.to_string()).expect("the home is writable");
    let (app, keyboard) = hidden(stage);
    // They are listened for one after the other.
    [OWN, SWITCH].iter().for_each(|keys| keyboard.await_listener(keys));
    (app, keyboard)
}

fn runs(status: &Status, profile: &str) -> bool {
    status.state == State::Listening && status.profile == profile
}

#[test]
fn a_key_of_its_own_starts_that_profile_whatever_the_current_one_is() {
    let _turn = turn();
    let stage = stage();
    let (mut app, keyboard) = with_profiles(&stage);
    // What is heard makes way for the profile of the key.
    assert!(ask(&stage, &["start"]).status.success());
    app.until("the current profile", |status| runs(status, "dictate"));
    keyboard.tap(OWN);
    app.until("the profile of the key", |status| runs(status, ODD));
    keyboard.tap(OWN);
    app.until_over(2);
    keyboard.tap(OWN);
    app.until("the profile of the key again", |status| runs(status, ODD));
    // The key of the current profile ends whatever is heard.
    keyboard.tap(super::HOTKEY);
    app.until_over(3);
    app.until_state(State::Idle);
    assert_eq!(app.takes(), [1, 2, 3]);
    app.quit(&stage);
}

#[test]
fn verbs_know_profiles_by_any_name() {
    let _turn = turn();
    let stage = stage();
    let (mut app, keyboard) = with_profiles(&stage);
    assert!(ask(&stage, &["toggle", "--profile", ODD]).status.success());
    app.until("the profile of the verb", |status| runs(status, ODD));
    assert!(ask(&stage, &["stop", "--profile", "dictate"]).status.success());
    app.until("its going on", |status| runs(status, ODD));
    keyboard.tap(OWN);
    app.until_over(1);
    app.quit(&stage);
}

#[test]
fn verb_and_key_switch_translating_and_the_status_says_it() {
    let _turn = turn();
    let stage = stage();
    let (mut app, keyboard) = with_profiles(&stage);
    let english = Task::Translate { target: "en".to_owned(), both: false };
    assert!(ask(&stage, &["translate"]).status.success());
    app.until("translating", |status| status.task == english);
    keyboard.tap(SWITCH);
    app.until("writing down", |status| status.task == Task::Transcribe);
    keyboard.tap(SWITCH);
    app.until("translating again", |status| status.task == english);
    let refused = ask(&stage, &["translate", "on", "--to", "ja"]);
    assert_eq!(refused.status.code(), Some(2));
    let sentence = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(sentence.contains("\"ja\"") && sentence.contains("it can: en"), "{sentence}");
    let output = ask(&stage, &["translate", "off", "--json"]).stdout;
    let status: serde_json::Value = serde_json::from_slice(&output).unwrap();
    assert_eq!(status["task"]["kind"], "transcribe", "the answer is what came of it");
    app.quit(&stage);
    // What was chosen last is remembered.
    let mut app = App::start(&stage, desktop(), &["--hidden"]);
    app.until("writing down", |status| status.task == Task::Transcribe);
    app.quit(&stage);
}
