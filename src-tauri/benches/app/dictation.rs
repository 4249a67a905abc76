//! From the end of speech to text in an editor: the app beside `aloud listen` with a file.

use std::time::Duration;

use aloud::clock::{Moment, rest};
use aloud::event::State;

use super::common::app::App;
use super::common::eye::Eye;
use super::common::keyboard::Keyboard;
use super::common::listening::Listening;
use super::common::stage::Stage;
use super::figures::{median, say};
use super::{desktop, stage};

const HOTKEY: &str = "Ctrl+Alt+Space";

/// Dictations of each kind.
const RUNS: u64 = 20;

/// A recording of one phrase.
const RECORDING: &str = "short-01";

/// Longer than it takes to type what was said.
const TYPED: Duration = Duration::from_secs(1);

/// See the module. The app is not seen: the picture changes by the editor alone.
pub(crate) fn typed() {
    let mut stage = stage();
    stage.display.still_cursor();
    stage.display.open_editor();
    let mut app = App::start(&stage, desktop(), &["--hidden"]);
    let keyboard = Keyboard::at(&stage.display.name);
    let (mut by_app, mut by_file) = (Vec::new(), Vec::new());
    for take in 1..=RUNS {
        by_app.push(dictated(&stage, &mut app, &keyboard, take));
        by_file.push(listened(&stage));
    }
    app.quit(&stage);
    let [by_app, by_file] = [by_app, by_file].map(|times| 1_000.0 * median(&times));
    say("end of speech -> typed, aloud listen --wav --realtime", by_file, "ms", "");
    say("end of speech -> typed, app by its hotkey", by_app, "ms", "");
    say("the app needs more", by_app - by_file, "ms", "at most 150");
}

fn dictated(stage: &Stage, app: &mut App, keyboard: &Keyboard, take: u64) -> f64 {
    keyboard.tap(HOTKEY);
    app.until_state(State::Listening);
    let eye = Eye::open(&stage.display.name, &stage.clock);
    let (_, end) = stage.speak(&stage.clip(RECORDING));
    let last = last_change_after(&eye, end);
    keyboard.tap(HOTKEY);
    app.until_over(take);
    last.since(end).as_secs_f64()
}

/// The same recording read from a file at the pace of speech.
fn listened(stage: &Stage) -> f64 {
    let clip = stage.clip(RECORDING);
    let wav = clip.wav.display().to_string();
    let arguments = ["listen", "--wav", &wav, "--realtime", "--json", "--output", "type"];
    let eye = Eye::open(&stage.display.name, &stage.clock);
    let mut listening = Listening::start(stage.aloud(&arguments), &stage.clock);
    let (came, last) = listening.first_final();
    // The detector hears a word end later than the ear does, which says when speech ends in the
    // microphone.
    let (_, heard_end) = clip.speech_in_it();
    let later = Duration::from_millis(last.end_ms).saturating_sub(heard_end);
    let end = came - Duration::from_millis(last.latency_ms) - later;
    let typed = last_change_after(&eye, end);
    listening.end();
    typed.since(end).as_secs_f64()
}

/// When the picture changed last, once it has been still for a while.
fn last_change_after(eye: &Eye, end: Moment) -> Moment {
    super::common::wait::until("typed text", Duration::from_secs(60), || {
        rest(TYPED);
        let last = eye.last_change().filter(|last| *last > end)?;
        rest(TYPED);
        (eye.last_change() == Some(last)).then_some(last)
    })
}
