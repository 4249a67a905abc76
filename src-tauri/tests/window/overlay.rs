//! The overlay over an editor in which somebody dictates. Field case 33.

use std::fs;

use aloud::event::State;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    ChangeWindowAttributesAux, ConnectionExt, CreateWindowAux, EventMask, Window as WindowId,
    WindowClass,
};
use x11rb::rust_connection::RustConnection;

use super::{APP, stage, turn};
use crate::common::app::{App, PATIENCE, ask};
use crate::common::clip::Clip;
use crate::common::display::{Display, poll};
use crate::common::eye::Eye;
use crate::common::letters::read;
use crate::common::pulse::SPEAKER;
use crate::common::score::Score;
use crate::common::stage::Stage;
use crate::common::wait::{until, until_right};

const UPDATES: usize = 50;

#[test]
fn captions_of_what_plays_stand_over_an_editor_in_which_somebody_dictates() {
    let _turn = turn();
    let mut stage = composed(r#"{"shown":true,"hide_after_s":null}"#);
    let (talk, memo) = (stage.clip("long-01"), stage.clip("memo-01"));
    let editor = stage.display.open_editor();
    let mut app = App::start(&stage, APP.as_ref(), &["--hidden"]);
    let focus = Focus::watch(&stage.display);
    assert!(visible(&stage.display).is_none(), "there is nothing to show");

    succeed(&stage, &["captions", "start"]);
    app.until("captions", |status| status.captions == State::Listening);
    let mut player = stage.pulse.play_into(SPEAKER, &talk.wav);
    let overlay = until("the overlay", PATIENCE, || visible(&stage.display));
    let eye = Eye::on_window(&stage.display, &overlay, &stage.clock);
    dictate(&stage, &mut app, &memo);
    assert!(player.finish(), "the talk was played");
    let shown = until_right("the end of the talk", PATIENCE, || {
        let shown = read(&stage.display, &overlay);
        if ends_like(&shown, &talk.said()) { Ok(shown) } else { Err(shown) }
    });
    picture(&stage.display, "overlay");
    // A slow machine guesses less often, and needs more of a talk for as many updates.
    for _ in 0..2 {
        if eye.changes() < UPDATES {
            assert!(stage.pulse.play_into(SPEAKER, &talk.wav).finish(), "the talk was played");
        }
    }
    succeed(&stage, &["captions", "stop"]);
    app.until("no captions", |status| status.captions == State::Idle);
    assert!(visible(&stage.display).is_some(), "what was read last stays for who wants that");
    succeed(&stage, &["overlay", "hide"]);
    poll("the overlay to go", || visible(&stage.display).is_none().then_some(()));

    assert!(eye.changes() >= UPDATES, "{} updates", eye.changes());
    assert_eq!(focus.changes(), 0, "the focus never moved: {shown}");
    stage.display.await_focus("mousepad");
    let score = Score::of(&memo.text, &editor.text(&stage.display));
    assert!(score.is_good(), "too many errors: {score:?}");
    app.quit(&stage);
}

#[test]
fn what_is_beneath_can_be_clicked() {
    let _turn = turn();
    let stage = composed(r#"{"shown":true,"hide_after_s":10}"#);
    let clip = stage.clip("memo-01");
    let mut app = App::start(&stage, APP.as_ref(), &["--hidden"]);
    let beneath = Beneath::open(&stage.display);
    succeed(&stage, &["start"]);
    stage.speak(&clip);
    let overlay = poll("the overlay", || visible(&stage.display));
    let (x, y) = middle(&stage.display, &overlay);
    stage.display.output("xdotool", &["mousemove", &x, &y, "click", "1"]);
    poll("the click beneath", || beneath.was_clicked().then_some(()));
    assert!(visible(&stage.display).is_some(), "the overlay is still there");
    succeed(&stage, &["stop"]);
    app.until_state(State::Idle);
    until("the overlay to go by itself", PATIENCE, || {
        visible(&stage.display).is_none().then_some(())
    });
    app.quit(&stage);
}

/// A stage with a compositor and these choices.
pub(super) fn composed(overlay: &str) -> Stage {
    let mut stage = stage();
    chosen(&stage, overlay);
    stage.display.run("picom", &["--backend", "xrender"]);
    stage
}

/// Somebody chose this for the overlay before.
pub(super) fn chosen(stage: &Stage, overlay: &str) {
    let folder = stage.display.path("aloud");
    fs::create_dir_all(&folder).expect("the home is writable");
    let settings = format!(r#"{{"version":1,"sounds":false,"overlay":{overlay}}}"#);
    fs::write(folder.join("settings.json"), settings).expect("the home is writable");
}

/// Keeps what is on the screen for the documentation, in the folder `ALOUD_SCREENS` if that is set.
pub(super) fn picture(display: &Display, name: &str) {
    if let Some(folder) = std::env::var_os("ALOUD_SCREENS") {
        let file = format!("png8:{}/{name}.png", folder.display());
        display.output("import", &["-window", "root", "-dither", "None", "-colors", "128", &file]);
    }
}

/// Whether four of the last ten words of a text can be read: some may be heard or read as others,
/// the last two are a phrase of their own, and how many words before them there is room for
/// depends on where lines are broken.
fn ends_like(shown: &str, text: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let letters = text.to_lowercase();
        let words = letters.split(|letter: char| !letter.is_alphanumeric());
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let shown = words(shown);
    words(text).iter().rev().take(10).filter(|word| shown.contains(word)).count() >= 4
}

pub(super) fn succeed(stage: &Stage, arguments: &[&str]) {
    let output = ask(stage, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

pub(super) fn dictate(stage: &Stage, app: &mut App, clip: &Clip) {
    succeed(stage, &["start"]);
    stage.speak(clip);
    succeed(stage, &["stop"]);
    app.until_state(State::Idle);
}

/// The overlay's window, if it can be seen.
pub(super) fn visible(display: &Display) -> Option<String> {
    let found =
        display.output("xdotool", &["search", "--onlyvisible", "--name", "^Aloud overlay$"]);
    found.lines().next().map(str::to_owned)
}

/// The middle of a window on the screen.
fn middle(display: &Display, window: &str) -> (String, String) {
    let told = display.output("xdotool", &["getwindowgeometry", "--shell", window]);
    let number = |name: &str| -> i32 {
        let value = told.lines().find_map(|line| line.strip_prefix(name));
        value.and_then(|value| value.parse().ok()).expect("a window has a place")
    };
    let x = number("X=") + number("WIDTH=") / 2;
    let y = number("Y=") + number("HEIGHT=") / 2;
    (x.to_string(), y.to_string())
}

/// Hears the window manager name the active window.
struct Focus {
    connection: RustConnection,
    active: u32,
}

impl Focus {
    fn watch(display: &Display) -> Self {
        let (connection, screen) = x11rb::connect(Some(&display.name)).expect("the display");
        let root = connection.setup().roots[screen].root;
        let heard = ChangeWindowAttributesAux::new().event_mask(EventMask::PROPERTY_CHANGE);
        let asked = connection.change_window_attributes(root, &heard).expect("a request");
        asked.check().expect("anybody may hear this");
        let asked = connection.intern_atom(false, b"_NET_ACTIVE_WINDOW").expect("a request");
        let active = asked.reply().expect("an atom").atom;
        Self { connection, active }
    }

    /// How often it has since it was watched.
    fn changes(&self) -> usize {
        // Whoever asks for something gets all events that come before the answer.
        let asked = self.connection.get_input_focus().expect("a request");
        asked.reply().expect("an answer");
        let events = std::iter::from_fn(|| self.connection.poll_for_event().expect("the display"));
        let named = |event: &Event| matches!(event, Event::PropertyNotify(told) if told.atom == self.active);
        events.filter(named).count()
    }
}

/// A large window that hears clicks.
struct Beneath {
    connection: RustConnection,
}

impl Beneath {
    fn open(display: &Display) -> Self {
        let (connection, screen) = x11rb::connect(Some(&display.name)).expect("the display");
        let screen = connection.setup().roots[screen].clone();
        let window: WindowId = connection.generate_id().expect("a number");
        let heard = CreateWindowAux::new()
            .event_mask(EventMask::BUTTON_PRESS | EventMask::EXPOSURE)
            .background_pixel(screen.white_pixel);
        let asked = connection.create_window(
            screen.root_depth,
            window,
            screen.root,
            0,
            0,
            screen.width_in_pixels,
            screen.height_in_pixels,
            0,
            WindowClass::INPUT_OUTPUT,
            screen.root_visual,
            &heard,
        );
        asked.expect("a request").check().expect("a window");
        connection.map_window(window).expect("a request").check().expect("it is shown");
        let drawn = || connection.poll_for_event().expect("the display");
        poll("a window to click", || matches!(drawn(), Some(Event::Expose(_))).then_some(()));
        Self { connection }
    }

    fn was_clicked(&self) -> bool {
        let event = self.connection.poll_for_event().expect("the display");
        matches!(event, Some(Event::ButtonPress(_)))
    }
}
