//! The overlay is moved by keys, and stands where nobody composes windows.

use std::fs;

use aloud::event::State;
use serde_json::Value;

use super::overlay::{chosen, composed, dictate, picture, succeed, visible};
use super::{APP, stage, turn};
use crate::common::app::{App, PATIENCE};
use crate::common::display::{Display, Editor, poll};
use crate::common::score::Score;
use crate::common::stage::Stage;
use crate::common::wait::until;

#[test]
fn it_is_moved_by_keys_takes_no_words_meanwhile_and_stays_where_it_was_put() {
    let _turn = turn();
    let mut stage = composed(r#"{"shown":false,"hide_after_s":null}"#);
    let memo = stage.clip("memo-01");
    let _editor = stage.display.open_editor();
    let mut app = App::start(&stage, APP.as_ref(), &["--hidden"]);

    succeed(&stage, &["overlay", "edit"]);
    let overlay = until("the overlay", PATIENCE, || visible(&stage.display));
    until("the keys to go to it", PATIENCE, || active(&stage.display, &overlay).then_some(()));
    let first = area(&stage.display, &overlay);
    press_until(&stage.display, "Left", || area(&stage.display, &overlay)[0] < first[0]);
    press_until(&stage.display, "Up", || area(&stage.display, &overlay)[1] < first[1]);
    press_until(&stage.display, "shift+Right", || area(&stage.display, &overlay)[2] > first[2]);
    picture(&stage.display, "overlay-moved");
    dictate(&stage, &mut app, &memo);
    let copied = poll("the words on the clipboard", || {
        let copied = stage.display.clipboard("UTF8_STRING");
        (!copied.is_empty()).then(|| String::from_utf8_lossy(&copied).into_owned())
    });
    assert!(Score::of(&memo.text, &copied).is_good(), "{copied}");

    stage.display.output("xdotool", &["key", "Escape"]);
    until("its place to be kept", PATIENCE, || place(&stage));
    stage.display.await_focus("mousepad");
    assert!(!Editor::is_changed(&stage.display), "nothing was typed meanwhile");
    let put = place(&stage).expect("it was there");
    dictate(&stage, &mut app, &memo);
    let shown = until("the overlay with words", PATIENCE, || visible(&stage.display));
    assert_eq!(area(&stage.display, &shown)[..3], put[..3], "it is where it was put");
    app.quit(&stage);
}

#[test]
fn where_nobody_composes_windows_captions_stand_on_a_plain_ground() {
    let _turn = turn();
    let stage = stage();
    chosen(&stage, r#"{"shown":false,"hide_after_s":null}"#);
    let memo = stage.clip("memo-01");
    let mut app = App::start(&stage, APP.as_ref(), &["--hidden"]);
    // Captions bring the overlay with them.
    succeed(&stage, &["captions", "start"]);
    app.until("captions", |status| status.captions == State::Listening);
    dictate(&stage, &mut app, &memo);
    app.until("the overlay in the status", |status| status.overlay);
    let overlay = until("the overlay", PATIENCE, || visible(&stage.display));
    // Each corner is that of the panel; what is transparent would be the black of the screen.
    let [_, _, width, height] = area(&stage.display, &overlay);
    for (x, y) in [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)] {
        until("the ground of the panel", PATIENCE, || {
            (colour(&stage.display, &overlay, x, y) == "#100F0D").then_some(())
        });
    }
    app.quit(&stage);
}

/// Presses a key until something came of it: the page may not listen at once.
fn press_until(display: &Display, key: &str, done: impl Fn() -> bool) {
    until(key, PATIENCE, || {
        display.output("xdotool", &["key", key]);
        done().then_some(())
    });
}

fn active(display: &Display, window: &str) -> bool {
    display.output("xdotool", &["getactivewindow"]).trim() == window
}

/// From the left, from the top, how wide and how high.
fn area(display: &Display, window: &str) -> [i64; 4] {
    let told = display.output("xdotool", &["getwindowgeometry", "--shell", window]);
    ["X=", "Y=", "WIDTH=", "HEIGHT="].map(|name| {
        let value = told.lines().find_map(|line| line.strip_prefix(name));
        value.and_then(|value| value.parse().ok()).expect("a window has a place")
    })
}

/// Where it was put, once that is kept.
fn place(stage: &Stage) -> Option<[i64; 4]> {
    let kept = fs::read_to_string(stage.display.path("aloud").join("settings.json")).ok()?;
    let kept: Value = serde_json::from_str(&kept).ok()?;
    let place = &kept["overlay"]["place"];
    let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| place[name].as_i64());
    Some([x?, y?, width?, height?])
}

fn colour(display: &Display, window: &str, x: i64, y: i64) -> String {
    let cut = format!("1x1+{x}+{y}");
    let told =
        display.output("import", &["-window", window, "-crop", &cut, "-depth", "8", "txt:-"]);
    let colour = told.split_whitespace().find(|word| word.starts_with('#') && word.len() >= 7);
    colour.map(|colour| colour[..7].to_owned()).unwrap_or_default()
}
