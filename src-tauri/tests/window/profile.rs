//! What is made of speech, and where it goes.

use super::page::{Kind, Offer, Window};
use super::{stage, turn};
use crate::common::app::ask;
use crate::common::stage::Stage;

const SPOKEN: &str = "Language spoken";
const WRITTEN: &str = "Language written";
const OUTPUT: &str = "Where the words go";

#[test]
fn a_profile_keeps_language_and_output_whatever_it_makes_of_speech() {
    let _turn = turn();
    let stage = stage();
    let window = Window::open(&stage);
    window.await_state("Ready");
    assert!(window.is_on("Dictate"));

    window.press(Kind::Choice, "Translate");
    window.await_chosen(WRITTEN, "English");
    window.await_words("Speak, and it is translated.");
    assert!(window.is_on("Translate"));
    window.choose(SPOKEN, "German");
    window.choose(OUTPUT, "Copies to the clipboard");
    window.await_words("The words are on the clipboard.");

    window.press(Kind::Choice, "Dictate");
    window.await_words("Speak, and it is written.");
    window.await_chosen(SPOKEN, "German");

    window.press(Kind::Choice, "Translate");
    window.await_chosen(SPOKEN, "German");
    window.await_chosen(OUTPUT, "Copies to the clipboard");
    window.assert_content();
}

#[test]
fn what_the_model_cannot_write_is_shown_with_the_reason_and_cannot_be_chosen() {
    let _turn = turn();
    let stage = stage();
    let window = Window::open(&stage);
    window.await_state("Ready");
    window.press(Kind::Choice, "Translate");

    let offers = window.offers(WRITTEN);
    let (lacking, open): (Vec<_>, Vec<_>) = offers.into_iter().partition(|offer| offer.disabled);
    let english = Offer { label: "English".to_owned(), disabled: false, under: String::new() };
    assert_eq!(open, [english], "Whisper translates into English");
    assert!(lacking.iter().any(|offer| offer.label == "German"), "{lacking:?}");
    for Offer { label, under, .. } in &lacking {
        assert!(under.contains("translates into English only"), "{label}: {under}");
    }

    window.try_to_choose(WRITTEN, "German");
    window.choose(SPOKEN, "French");
    assert_eq!(window.chosen(WRITTEN).as_deref(), Some("English"), "German was not taken");
    window.assert_content();
}

/// One switch: whoever turns it, all see it turned.
#[test]
fn window_and_verb_agree_whether_is_translated() {
    let _turn = turn();
    let stage = stage();
    let window = Window::open(&stage);
    window.await_state("Ready");
    window.press(Kind::Choice, "Translate");
    window.await_chosen(WRITTEN, "English");
    assert_eq!(task(&stage), "translate");

    assert!(ask(&stage, &["translate", "off"]).status.success());
    window.await_words("Speak, and it is written.");
    assert!(window.is_on("Dictate"));

    assert!(ask(&stage, &["translate", "toggle"]).status.success());
    window.await_words("Speak, and it is translated.");
    window.press(Kind::Choice, "Dictate");
    window.await_words("Speak, and it is written.");
    assert_eq!(task(&stage), "transcribe");
    window.assert_content();
}

fn task(stage: &Stage) -> String {
    let answer = ask(stage, &["status", "--json"]);
    let status: serde_json::Value = serde_json::from_slice(&answer.stdout).expect("it answers");
    status["task"]["kind"].as_str().unwrap_or_default().to_owned()
}
