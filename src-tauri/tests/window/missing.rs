//! What is missing or damaged is said, with the way out.

use std::fs;

use super::page::{Kind, Window};
use super::source::Source;
use super::{stage, turn};

#[test]
fn without_a_model_the_way_out_leads_to_one() {
    let _turn = turn();
    let stage = stage();
    let folder = stage.display.path("ct2");
    Source::english().write(&folder);
    let window = Window::open_with(&stage, |app| {
        app.env_remove("ALOUD_MODELS");
    });
    window.await_state("No speech model");
    window.await_words("There is no speech model yet");
    window.press(Kind::Button, "Go to Models");
    window.await_words("No model yet");

    window.write("File or folder", &folder.display().to_string());
    window.press(Kind::Button, "Import");
    window.await_words("is imported.");
    window.await_words("in use");
    assert!(!window.words().contains("No model yet"), "{}", window.words());
    window.go("Dictate");
    window.await_state("Ready");
    window.assert_content();
}

#[test]
fn a_folder_without_a_model_is_refused_in_words() {
    let _turn = turn();
    let stage = stage();
    let window = Window::open(&stage);
    window.go("Models");
    window.await_words("in use");
    window.write("File or folder", &stage.display.path("nothing").display().to_string());
    window.press(Kind::Button, "Import");
    window.await_words("it is missing; get the folder again from where it came");
    assert!(!window.words().contains("is imported."), "{}", window.words());
    window.assert_content();
}

#[test]
fn without_a_microphone_the_button_says_so_and_the_app_goes_on() {
    let _turn = turn();
    let stage = stage();
    let nowhere = format!("unix:{}", stage.display.path("nowhere").display());
    let window = Window::open_with(&stage, |app| {
        app.env("PULSE_SERVER", nowhere);
    });
    window.await_state("Ready");
    window.press(Kind::Button, "Start dictation");
    window.await_words("No microphone was found");
    window.await_state("Ready");
    window.go("Settings");
    window.await_words("No microphone is connected.");
    window.go("Dictate");
    window.find(Kind::Button, "Start dictation");
    window.assert_content();
}

#[test]
fn of_damaged_settings_what_is_whole_is_kept() {
    let _turn = turn();
    let stage = stage();
    let folder = stage.display.path("aloud");
    fs::create_dir_all(&folder).expect("the home is writable");
    let damaged = r#"{"version":1,"theme":"dark","hotkey":"Ctrl+Nonsense","sounds":false}"#;
    fs::write(folder.join("settings.json"), damaged).expect("the home is writable");
    let window = Window::open(&stage);
    window.await_state("Ready");
    window.await_words("Part of the settings could not be read");
    window.await_words("Hotkey: ");
    window.await_words("the file as it was is now");
    window.go("Settings");
    window.await_chosen("Colours", "Dark");
    window.find(Kind::Button, "Ctrl Alt Space. Press to change the hotkey.");
    window.assert_content();
}
