//! The main job on a private desktop, for a person to look at. `make demo` runs it.
//!
//! Nothing here is special to the demo: display, microphone, keyboard and scorer are those of
//! the tests. It says what was said and what was typed, how many words are wrong, how long
//! it took, and where the picture of the screen is.

#[path = "../tests/common/mod.rs"]
mod common;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

use aloud::clock::Moment;
use aloud::event::State;

use common::app::App;
use common::display::Display;
use common::eye::Eye;
use common::keyboard::{Attention, Keyboard};
use common::score::Score;
use common::stage::Stage;
use common::wait;

/// What starts a take unless the person chooses otherwise.
const HOTKEY: &str = "Ctrl+Alt+Space";

/// A person lets go a little after the last sound.
const REACTION: Duration = Duration::from_millis(150);

/// What the demo found out.
struct Report {
    said: String,
    typed: String,
    score: Score,
    /// When the last sound of speech came out of the microphone.
    speech_end: Moment,
    /// When the editor changed last.
    on_screen: Moment,
    /// How often the editor lost the focus.
    losses: usize,
    screenshot: PathBuf,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [aloud, models, rest @ ..] = arguments.as_slice() else {
        eprintln!("usage: demo ALOUD MODELS [RECORDING], or simply: make demo");
        return ExitCode::from(2);
    };
    let recording = rest.first().map_or("memo-01", String::as_str);
    let known = recordings();
    if !known.iter().any(|known| known == recording) {
        eprintln!("error: there is no recording \"{recording}\"; there is: {}", known.join(" "));
        return ExitCode::from(2);
    }
    // After Ctrl-C every wait gives up, and what was started is ended on the way out.
    ctrlc::set_handler(|| wait::INTERRUPTED.store(true, Ordering::Relaxed))
        .expect("nobody else handles Ctrl-C");
    let report = play(aloud.as_ref(), models.as_ref(), recording);
    print(&report);
    let is_good = report.score.is_good() && report.losses == 0;
    if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The recordings that can be played, by name.
fn recordings() -> Vec<String> {
    let folder = std::fs::read_dir(common::root().join("tests/recordings"));
    let files =
        folder.expect("the recordings are in the checkout").flatten().map(|file| file.path());
    let sounds = files.filter(|file| file.extension().is_some_and(|end| end == "flac"));
    let mut names: Vec<String> =
        sounds.filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned())).collect();
    names.sort_unstable();
    names
}

/// Plays the recording and lets Aloud type it.
fn play(aloud: &Path, models: &Path, recording: &str) -> Report {
    step("a private display, sound server and message bus");
    let mut stage = Stage::set(aloud, models);
    let clip = stage.clip(recording);
    step("aloud, and beside its window an editor that has the focus");
    let mut app = App::start(&stage, &aloud.with_file_name("aloud-desktop"), &[]);
    stage.display.await_focus("aloud-desktop");
    place(&stage.display, ["660", "740", "610", "25"]);
    let letter = open_editor(&mut stage.display);
    place(&stage.display, ["590", "740", "10", "25"]);
    let eye = Eye::on_focused(&stage.display, &stage.clock);
    let attention = Attention::at(&stage.display.name);
    let keyboard = Keyboard::at(&stage.display.name);
    step(&format!("holding {HOTKEY} in the editor"));
    keyboard.down(HOTKEY);
    app.until_state(State::Listening);
    step(&format!("playing {recording} into the microphone; the keys come up at its end"));
    let speech_end = stage.speak_and(&clip, |end| end + REACTION, || keyboard.up(HOTKEY));
    app.until_over(1);
    let screenshot = PathBuf::from("out/demo.png");
    std::fs::create_dir_all("out").expect("the folder for the screenshot");
    stage.display.output("import", &["-window", "root", &screenshot.to_string_lossy()]);
    let on_screen = eye.last_change().expect("the editor changed");
    drop(eye);
    let losses = attention.losses();
    let typed = saved(&stage.display, &letter);
    app.quit(&stage);
    let score = Score::of(&clip.text, &typed);
    Report { said: clip.said(), typed, score, speech_end, on_screen, losses, screenshot }
}

/// Gives the window that has the focus its width and height, and its place.
fn place(display: &Display, [width, height, x, y]: [&str; 4]) {
    let arguments = ["getactivewindow", "windowsize", width, height, "windowmove", x, y];
    display.output("xdotool", &arguments);
}

/// Opens a GTK editor with long lines wrapped and a cursor that does not blink, so that the
/// picture changes only when text does. Says which file it edits.
fn open_editor(display: &mut Display) -> PathBuf {
    let letter = display.path("letter.txt");
    for (file, text) in [
        (letter.clone(), ""),
        (display.path("config/gtk-3.0/settings.ini"), "[Settings]\ngtk-cursor-blink=false\n"),
        (
            display.path("config/glib-2.0/settings/keyfile"),
            "[org/xfce/mousepad/preferences/view]\nword-wrap=true\nfont-name='Monospace 14'\n\
             use-default-monospace-font=false\n",
        ),
    ] {
        let folder = file.parent().expect("it is in a folder");
        std::fs::create_dir_all(folder).expect("the home is writable");
        std::fs::write(file, text).expect("the home is writable");
    }
    let editor = ["GSETTINGS_BACKEND=keyfile", "mousepad", "--disable-server"];
    display.run("env", &[&editor[..], &[&letter.to_string_lossy()]].concat());
    display.await_focus("mousepad");
    letter
}

/// Has the editor save and gives what it wrote.
fn saved(display: &Display, letter: &Path) -> String {
    display.output("xdotool", &["key", "ctrl+s"]);
    let text = wait::until("the editor to save", Duration::from_secs(10), || {
        std::fs::read_to_string(letter).ok().filter(|text| !text.is_empty())
    });
    text.trim().to_owned()
}

fn print(report: &Report) {
    let Score { errors, said, .. } = report.score;
    let seconds = |time: Duration| format!("{:.2} s", time.as_secs_f64());
    println!();
    println!("said          {}", report.said.trim());
    println!("typed         {}", report.typed);
    println!("wrong words   {errors} of {said} ({:.1} %)", report.score.rate());
    println!(
        "delay         {} from the last sound of speech in the microphone to the last change in \
         the editor; the keys came up after {}",
        seconds(report.on_screen.since(report.speech_end)),
        seconds(REACTION)
    );
    let kept = if report.losses == 0 { "kept by the editor throughout" } else { "lost" };
    println!("focus         {kept}");
    println!("screenshot    {}", report.screenshot.display());
}

fn step(what: &str) {
    eprintln!("==> {what}");
}
