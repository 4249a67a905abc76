//! How the app starts, a second time too, and how it survives its own death.

use std::process::Stdio;

use aloud::event::State;

use super::common::app::{App, PATIENCE, ask};
use super::common::display::poll;
use super::common::keyboard::Keyboard;
use super::common::score::Score;
use super::common::wait;
use super::{HOTKEY, desktop, hidden, stage, turn};

#[test]
fn a_second_start_brings_the_first_one_to_the_front() {
    let _turn = turn();
    let mut stage = stage();
    let (app, _) = hidden(&stage);
    stage.display.open_editor();
    let second = stage.program(desktop(), &[]).stdin(Stdio::null()).output().unwrap();
    assert!(second.status.success());
    let sentence = String::from_utf8_lossy(&second.stdout).into_owned();
    assert!(sentence.contains("running already"), "{sentence}");
    stage.display.await_focus("aloud-desktop");
    app.quit(&stage);
}

#[test]
fn of_two_starts_at_once_one_goes_on() {
    let _turn = turn();
    let stage = stage();
    let mut starts: Vec<_> = (0..2)
        .map(|_| {
            let mut command = stage.program(desktop(), &["--hidden"]);
            command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().unwrap()
        })
        .collect();
    let ended = wait::until("one of them to end", PATIENCE, || {
        let ended = |start: &mut std::process::Child| start.try_wait().unwrap();
        starts.iter_mut().find_map(ended)
    });
    assert!(ended.success(), "{ended}");
    assert!(ask(&stage, &["quit"]).status.success());
    for mut start in starts {
        assert!(wait::end_of(&mut start, "both to end", PATIENCE).success());
    }
}

#[test]
fn a_window_that_was_closed_leaves_the_hotkey_working() {
    let _turn = turn();
    let stage = stage();
    let mut app = App::start(&stage, desktop(), &[]);
    stage.display.await_focus("aloud-desktop");
    stage.display.output("xdotool", &["key", "alt+F4"]);
    let shown =
        || stage.display.output("xdotool", &["search", "--onlyvisible", "--name", "^Aloud$"]);
    poll("the window to go", || shown().is_empty().then_some(()));
    let keyboard = Keyboard::at(&stage.display.name);
    keyboard.await_listener(HOTKEY);
    keyboard.tap(HOTKEY);
    app.until_state(State::Listening);
    keyboard.tap(HOTKEY);
    app.until_over(1);
    assert!(ask(&stage, &["show"]).status.success());
    stage.display.await_focus("aloud-desktop");
    app.quit(&stage);
}

#[test]
fn after_a_crash_it_starts_again_and_the_take_is_there() {
    let _turn = turn();
    let stage = stage();
    let clip = stage.clip("memo-01");
    let (mut app, keyboard) = hidden(&stage);
    keyboard.tap(HOTKEY);
    app.until_state(State::Listening);
    stage.speak(&clip);
    app.kill();
    let (app, _) = hidden(&stage);
    let takes = ask(&stage, &["takes", "list", "--json"]).stdout;
    let take: serde_json::Value = serde_json::from_slice(&takes).unwrap();
    let recovered = ask(&stage, &["takes", "recover", take["id"].as_str().unwrap()]);
    let text = String::from_utf8_lossy(&recovered.stdout).into_owned();
    assert!(Score::of(&clip.text, &text).is_good(), "{text:?}");
    app.quit(&stage);
}

#[test]
fn without_a_session_bus_the_app_works() {
    let _turn = turn();
    let stage = stage();
    let mut command = stage.program(desktop(), &["--hidden"]);
    let nowhere = stage.display.path("no-bus");
    command.env("DBUS_SESSION_BUS_ADDRESS", format!("unix:path={}", nowhere.display()));
    let mut app = App::spawn(&stage, command);
    let keyboard = Keyboard::at(&stage.display.name);
    keyboard.await_listener(HOTKEY);
    keyboard.tap(HOTKEY);
    app.until_state(State::Listening);
    keyboard.tap(HOTKEY);
    app.until_over(1);
    app.quit(&stage);
}
