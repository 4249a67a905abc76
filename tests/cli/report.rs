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
fn a_report_is_not_json() {
    let answer = Home::empty().call(&["doctor", "--report", "--json"]);
    assert_eq!(answer.code, 2, "{}", answer.stdout);
}
