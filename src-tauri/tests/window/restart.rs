//! What was chosen is there after a restart.

use super::page::{Kind, Window};
use super::{stage, turn};
use crate::common::keyboard::Keyboard;
use crate::common::pulse::MICROPHONE_NAME;

#[test]
fn everything_that_was_chosen_is_there_after_a_restart() {
    let _turn = turn();
    let stage = stage();
    let window = Window::open(&stage);
    window.await_state("Ready");
    window.press(Kind::Choice, "Translate");
    window.choose("Language spoken", "German");
    window.choose("Where the words go", "Only shows them here");
    window.choose("Microphone", MICROPHONE_NAME);
    window.go("Settings");
    let light = background(&window);
    window.choose("Colours", "Dark");
    let dark = background(&window);
    assert_ne!(dark, light, "it is dark at once");
    stage.display.await_focus("aloud-desktop");
    window.press(Kind::Button, "Ctrl Alt Space. Press to change the hotkey.");
    window.find(Kind::Button, "Press the keys…");
    Keyboard::at(&stage.display.name).tap("Ctrl+Shift+F9");
    window.find(Kind::Button, "Ctrl Shift F9. Press to change the hotkey.");
    // From here on it speaks German, the menu's own name included.
    window.try_to_choose("Language of this window", "Deutsch");
    window.await_chosen("Sprache dieses Fensters", "Deutsch");
    window.quit("Aloud beenden");

    let window = Window::open(&stage);
    window.await_state("Bereit");
    assert_eq!(background(&window), dark, "it is dark");
    assert!(window.is_on("Übersetzen"));
    window.await_chosen("Gesprochene Sprache", "Deutsch");
    window.await_chosen("Wohin der Text geht", "Zeigt den Text nur hier");
    window.await_chosen("Mikrofon", MICROPHONE_NAME);
    window.go("Einstellungen");
    window.find(Kind::Button, "Strg Umschalt F9. Drücken, um das Tastenkürzel zu ändern.");
    window.await_chosen("Sprache dieses Fensters", "Deutsch");
    window.await_chosen("Farben", "Dunkel");
    window.assert_content();
}

fn background(window: &Window) -> String {
    window.script("return getComputedStyle(document.body).backgroundColor")
}
