//! The main job on a private desktop, for a person to look at. `make demo` runs it.
//!
//! Nothing here is special to the demo: display, microphone, keyboard and scorer are those of
//! the tests. The hotkey is pressed in an editor, which keeps the focus, and the app writes there
//! what it hears. It says what was said and what was typed, how many words are wrong, how long
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
use common::clip::Clip;
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

/// Left, top, width and height of the two windows on a screen of 1280 x 800.
const EDITOR: [i32; 4] = [12, 36, 520, 716];
const APP: [i32; 4] = [548, 36, 720, 716];

/// What the demo found out.
struct Report {
    said: String,
    typed: String,
    score: Score,
    /// When the last sound of speech came out of the microphone.
    speech_end: Moment,
    /// When the editor changed last.
    written: Moment,
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
    if !known.iter().any(|name| name == recording) {
        eprintln!("there is no recording \"{recording}\"; there is: {}", known.join(", "));
        return ExitCode::from(2);
    }
    // After Ctrl-C every wait gives up, and what was started is ended on the way out.
    ctrlc::set_handler(|| wait::INTERRUPTED.store(true, Ordering::Relaxed))
        .expect("nobody else handles Ctrl-C");
    let report = play(aloud.as_ref(), models.as_ref(), recording);
    print(&report);
    let good = report.score.is_good() && report.losses == 0;
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The names of what can be played.
fn recordings() -> Vec<String> {
    let folder = common::root().join("tests/recordings");
    let files = folder.read_dir().expect("the recordings are part of the checkout");
    let paths = files.filter_map(|file| Some(file.ok()?.path()));
    let sounds = paths.filter(|path| path.extension().is_some_and(|end| end == "flac"));
    let mut names: Vec<_> =
        sounds.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
    names.sort_unstable();
    names
}

/// Sets the stage, and lets the app write a recording into an editor.
fn play(aloud: &Path, models: &Path, recording: &str) -> Report {
    step("a private display, sound server and message bus");
    let mut stage = Stage::set(aloud, models);
    let clip = stage.clip(recording);
    step("the app, and an editor beside it");
    let mut app = App::start(&stage, &aloud.with_file_name("aloud-desktop"), &[]);
    let letter = open_editor(&mut stage.display);
    stage.display.place(stage.display.window("mousepad"), EDITOR);
    stage.display.place(stage.display.window("aloud-desktop"), APP);
    stage.display.activate("mousepad");
    let report = dictate(&stage, &mut app, &clip, &letter);
    app.quit(&stage);
    report
}

/// Holds the hotkey in the editor while the recording is played into the microphone.
fn dictate(stage: &Stage, app: &mut App, clip: &Clip, letter: &Path) -> Report {
    let display = &stage.display;
    let keyboard = Keyboard::at(&display.name);
    let attention = Attention::at(&display.name);
    step(&format!("{HOTKEY} goes down in the editor"));
    keyboard.down(HOTKEY);
    app.until_state(State::Listening);
    let eye = Eye::on_window(&display.name, display.window("mousepad"), &stage.clock);
    step("the recording is played into the microphone, and the keys come up at its end");
    let speech_end = stage.speak_and(clip, |end| end + REACTION, || keyboard.up(HOTKEY));
    app.until_over(1);
    let written = eye.last_change().expect("the editor changed");
    drop(eye);
    let losses = attention.losses();
    let screenshot = PathBuf::from("out/demo.png");
    std::fs::create_dir_all("out").expect("the folder for the screenshot");
    display.output("import", &["-window", "root", &screenshot.to_string_lossy()]);
    let typed = saved(display, letter);
    let score = Score::of(&clip.text, &typed);
    Report { said: clip.said(), typed, score, speech_end, written, losses, screenshot }
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
    println!();
    println!("said          {}", report.said.trim());
    println!("typed         {}", report.typed);
    println!("wrong words   {errors} of {said} ({:.1} %)", report.score.rate());
    println!(
        "delay         {:.2} s from the last sound of speech in the microphone to the last change \
         in the editor,",
        report.written.since(report.speech_end).as_secs_f64()
    );
    println!("              {:.2} s of it until the keys were up", REACTION.as_secs_f64());
    match report.losses {
        0 => println!("focus         the editor kept it throughout"),
        times => println!("focus         the editor lost it {times} times, which it must not"),
    }
    println!("screenshot    {}", report.screenshot.display());
}

fn step(what: &str) {
    eprintln!("==> {what}");
}
