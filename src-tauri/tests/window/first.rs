//! The first start: by keys alone, from the microphone to a sentence that is shown, and never
//! again. And a model that comes from a server, is paused, goes on and is used by itself.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::page::{Kind, Window};
use super::source::Source;
use super::{APP, stage, turn};
use crate::common::app::ask;
use crate::common::driver::LIMIT;
use crate::common::keyboard::Keyboard;
use crate::common::models;
use crate::common::score::Score;
use crate::common::stage::Stage;
use crate::common::wait::{until, until_right};
use crate::common::web::{Answer, Web, file};

/// What a press of the key that goes on would press.
const FOCUSED: &str = "const at = document.activeElement;
    return at.getAttribute('aria-label') ?? (at.labels?.[0] ?? at).innerText";

#[test]
fn the_first_start_is_done_by_keys_alone_and_comes_once() {
    let _turn = turn();
    let stage = Stage::fresh(&Path::new(APP).with_file_name("aloud"), &models());
    let clip = stage.clip("memo-01");
    let window = Window::open(&stage);
    let keys = Keyboard::at(&stage.display.name);

    window.await_state("Can Aloud hear you?");
    stage.display.await_focus("aloud-desktop");
    assert_eq!(focused(&window), "Can Aloud hear you?", "the heading of the step");
    stage.speak(&clip);
    window.await_words("We hear you.");
    press(&window, &keys, "Continue", "Enter");

    window.await_state("Who turns speech into text?");
    assert_eq!(focused(&window), "Who turns speech into text?");
    window.await_words("in use");
    press(&window, &keys, "Continue", "Enter");

    window.await_state("Which keys begin a dictation?");
    window.await_words("Press it now:");
    // The app asks for its keys on a thread of its own, and the page that they are only tried.
    until_right("the hotkey to be heard", LIMIT, || {
        keys.tap("Ctrl+Alt+Space");
        let words = window.words();
        if words.contains("It works.") { Ok(()) } else { Err(words) }
    });
    assert_eq!(status(&stage)["state"], "idle", "it began nothing");
    press(&window, &keys, "Continue", "Enter");

    window.await_state("Say a sentence");
    press(&window, &keys, "Start dictation", "Space");
    window.await_words("Listening");
    stage.speak(&clip);
    assert_eq!(focused(&window), "Finish dictation", "the same button");
    keys.tap("Space");
    window.await_words("It works. In any other window");
    let text = window.taken();
    let score = Score::of(&clip.text, &text);
    assert!(score.is_good(), "too many errors: {score:?} \"{text}\"");
    press(&window, &keys, "Continue", "Enter");

    window.await_state("That is all");
    let autostart = stage.display.path("config/autostart/aloud.desktop");
    assert!(!autostart.exists(), "nobody asked for that");
    press(&window, &keys, "Start with the session", "Space");
    let entry = until("the autostart", LIMIT, || fs::read_to_string(&autostart).ok());
    assert!(entry.contains(&format!("Exec=\"{APP}\" --hidden")), "{entry}");
    press(&window, &keys, "Begin", "Enter");

    window.await_state("Ready");
    assert_eq!(settings(&stage)["first_step"], Value::Null, "it is over");
    window.go("Settings");
    window.quit("Quit Aloud");
    let window = Window::open(&stage);
    window.await_state("Ready");
    window.go("Settings");
    window.press(Kind::Button, "Run the first steps again");
    window.await_state("Can Aloud hear you?");
    keys.tap("Escape");
    window.await_state("Ready");
    window.assert_content();
}

#[test]
fn a_step_that_was_reached_is_there_again() {
    let _turn = turn();
    let stage = Stage::fresh(&Path::new(APP).with_file_name("aloud"), &models());
    let window = Window::open(&stage);
    window.await_state("Can Aloud hear you?");
    window.press(Kind::Button, "Skip this step");
    window.await_state("Who turns speech into text?");
    assert_eq!(settings(&stage)["first_step"], "model");
    let quit = ask(&stage, &["quit"]);
    assert!(quit.status.success(), "{}", String::from_utf8_lossy(&quit.stderr));
    window.await_end();
    let window = Window::open(&stage);
    window.await_state("Who turns speech into text?");
    window.press(Kind::Button, "Skip all");
    window.await_state("Ready");
    window.assert_content();
}

/// In the catalogue, small, and without a hash there: the server lists it.
const NAME: &str = "Moonshine Tiny";
const FILE: &str = "moonshine-tiny-Q8_0.gguf";
const SIZE: usize = 35_466_912;

/// Bytes after which the server gives no more until it is asked anew.
const PART: usize = 12_000_000;

#[test]
fn a_model_comes_with_a_bar_is_paused_goes_on_and_is_used_by_itself() {
    let _turn = turn();
    let stage = stage();
    let bytes = model(&stage);
    let hash = hash(&stage.display.path("served"), &bytes);
    let web = Web::new(move |asked| {
        let mut answer = file(asked, &bytes);
        answer.headers.push(("x-linked-etag", format!("\"{hash}\"")));
        Answer { stall: (asked.before == 0).then_some(PART), ..answer }
    });
    let window = Window::open_with(&stage, |app| {
        app.env_remove("ALOUD_MODELS").env("ALOUD_MIRROR", &web.address).env("NO_PROXY", "*");
    });
    window.await_state("No speech model");
    window.press(Kind::Button, "Go to Models");
    window.await_words("No model yet");
    window.choose("Kind", "All models");
    window.press(Kind::Button, &format!("Download {NAME}, 35 MB"));
    let part = (PART * 100 / SIZE).to_string();
    await_bar(&window, &part);
    window.press(Kind::Button, &format!("Pause the download of {NAME}"));
    window.await_words(&format!("Paused at {part}%"));
    let there = stage.display.path("aloud/models").join(format!("{FILE}.part"));
    let there = fs::metadata(&there).expect("what came is there").len();
    assert_eq!(there, PART as u64);

    window.press(Kind::Button, &format!("Continue the download of {NAME}"));
    window.await_words("in use");
    window.go("Dictate");
    window.await_state("Ready");
    let asked = web.asked();
    let asked: Vec<_> = asked.iter().map(|asked| asked.from).collect();
    assert_eq!(asked, [None, Some(PART)], "it went on where it was");
    assert_eq!(settings(&stage)["model"], "moonshine-tiny-Q8_0");

    // The only model, so a warning; then there is none.
    window.go("Models");
    let ask = until("a way to delete it", LIMIT, || {
        let named = "return document.querySelector('[aria-label^=\"Delete \"]').ariaLabel";
        Some(window.script(named)).filter(|name| !name.is_empty())
    });
    window.press(Kind::Button, &ask);
    window.await_words("Nothing can be dictated until another one is there.");
    window.press(Kind::Button, "Delete");
    window.await_words("No model yet");
    window.assert_content();
}

/// A model of random weights, as long as the catalogue says that it is.
fn model(stage: &Stage) -> Vec<u8> {
    let folder = stage.display.path("ct2");
    Source::english().write(&folder);
    let mut import = stage.aloud(&["models", "import", "--twin", "0"]);
    let made = import.arg(&folder).env("ALOUD_HOME", stage.display.path("maker")).output();
    let made = made.expect("aloud can be started");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let path = String::from_utf8(made.stdout).expect("a path");
    let mut bytes = fs::read(path.trim()).expect("the model");
    assert!(bytes.len() < SIZE);
    bytes.resize(SIZE, 0);
    bytes
}

fn hash(path: &Path, bytes: &[u8]) -> String {
    fs::write(path, bytes).expect("the home is writable");
    let sum = Command::new("sha256sum").arg(path).output().expect("sha256sum is installed");
    let line = String::from_utf8(sum.stdout).expect("words");
    line.split(' ').next().expect("a hash").to_owned()
}

fn await_bar(window: &Window, percent: &str) {
    let now = "return document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')";
    until_right(&format!("the bar at {percent}"), LIMIT, || {
        let now = window.script(now);
        if now == percent { Ok(()) } else { Err(now) }
    });
}

/// Goes on to what is called so, key by key, and presses it.
fn press(window: &Window, keys: &Keyboard, name: &str, key: &str) {
    for _ in 0..60 {
        if focused(window) == name {
            break;
        }
        window.script("window.before = document.activeElement");
        keys.tap("Tab");
        let moved = "return String(document.activeElement !== window.before)";
        until("the focus to move", LIMIT, || (window.script(moved) == "true").then_some(()));
    }
    assert_eq!(focused(window), name, "there is a way to it by keys");
    keys.tap(key);
}

fn focused(window: &Window) -> String {
    window.script(FOCUSED)
}

fn settings(stage: &Stage) -> Value {
    let text = fs::read_to_string(stage.display.path("aloud/settings.json")).expect("settings");
    serde_json::from_str(&text).expect("settings are JSON")
}

fn status(stage: &Stage) -> Value {
    let answer = ask(stage, &["status", "--json"]);
    serde_json::from_slice(&answer.stdout).expect("a status")
}
