//! `aloud doctor --report`: what a stranger may read.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test ends where it cannot go on")]

use std::fs;

use serde_json::json;

use super::call::{Call, Home};

const SECRET: &str = "Xantippe";

#[test]
fn a_report_says_what_is_wrong_and_nothing_that_is_private() {
    let home = Home::empty();
    let settings = json!({
        "version": 1,
        "profiles": [{
            "name": SECRET, "language": "de", "vocabulary": [SECRET, "b"],
            "task": {"kind": "instruct", "prompt": SECRET},
        }],
        "profile": SECRET,
        "microphone": SECRET,
        "model": format!("/srv/{SECRET}/model.gguf"),
        "from_later": SECRET,
    });
    home.write("settings.json", settings.to_string().as_bytes());
    let answer = Call::of(&home, &["doctor", "--report"]).answer();
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let report = answer.stdout;
    assert!(!report.contains(SECRET), "{report}");
    for told in [
        concat!("aloud ", env!("CARGO_PKG_VERSION")),
        "| microphone | failed |",
        "| model | failed |",
        "\"language\": \"de\"",
        "\"terms\": 2",
        "\"letters\": 8",
        "\"from_later\"",
    ] {
        assert_eq!(report.contains(told), told != "\"from_later\"", "{told}:\n{report}");
    }
    assert!(fs::read_to_string(home.path("settings.json")).unwrap().contains(SECRET));
}

#[test]
fn of_a_server_a_report_tells_neither_name_nor_place() {
    let home = Home::empty();
    let url = format!("http://{SECRET}:8000/v1");
    let server = json!({"name": SECRET, "url": url, "model": SECRET});
    let chosen = format!("remote:{SECRET}");
    let settings = json!({"version": 1, "servers": [server], "model": chosen});
    home.write("settings.json", settings.to_string().as_bytes());
    let report = Call::of(&home, &["doctor", "--report"]).answer().stdout;
    // Hosts are told in small letters.
    assert!(!report.to_lowercase().contains(&SECRET.to_lowercase()), "{report}");
    for told in [
        "| model | ok | a server |",
        "| servers | ok | 1 set up, one in use |",
        "\"model\": \"a server\"",
    ] {
        assert!(report.contains(told), "{told} is not in\n{report}");
    }
}

#[test]
fn a_report_is_not_json() {
    let answer = Home::empty().call(&["doctor", "--report", "--json"]);
    assert_eq!(answer.code, 2, "{}", answer.stdout);
}
