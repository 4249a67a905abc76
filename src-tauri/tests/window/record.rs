//! Speaking by the window's own button.

use super::page::{Kind, Window};
use super::{stage, turn};
use crate::common::driver::LIMIT;
use crate::common::score::Score;
use crate::common::wait::until;

#[test]
fn what_is_said_after_the_button_stands_in_the_window_and_on_the_clipboard() {
    let _turn = turn();
    let mut stage = stage();
    let clip = stage.clip("memo-01");
    let window = Window::open(&stage);
    window.await_state("Ready");

    window.press(Kind::Button, "Start dictation");
    window.await_state("Listening");
    stage.speak(&clip);
    window.press(Kind::Button, "Finish dictation");
    window.await_state("Ready");

    let text = window.taken();
    let score = Score::of(&clip.text, &text);
    assert!(score.is_good(), "too many errors: {score:?} \"{text}\"");
    let states = window.states();
    assert_eq!(states.first().map(String::as_str), Some("Ready"), "{states:?}");
    assert!(states.contains(&"Listening".to_owned()), "{states:?}");

    // The button has the keys, so the words cannot be typed.
    window.await_words("The text is on the clipboard.");
    let copied = || String::from_utf8_lossy(&stage.display.clipboard("UTF8_STRING")).into_owned();
    assert_eq!(copied(), text, "the words are on the clipboard");

    stage.display.copy("UTF8_STRING", b"something else");
    window.press(Kind::Button, "Copy");
    window.await_words("Copied");
    let copied = || stage.display.clipboard("UTF8_STRING") == text.as_bytes();
    until("the text on the clipboard", LIMIT, || copied().then_some(()));

    window.go("History");
    window.await_words(&text);
    window.await_words("Dictate ·");
    window.assert_content();
}
