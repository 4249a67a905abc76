//! Three recordings, typed into an editor, typed into a terminal and pasted into a terminal.

use std::fs::File;

use super::{stage, turn};
use crate::common::display::Display;
use crate::common::listening::Listening;
use crate::common::score::Score;

const RECORDINGS: [&str; 3] = ["memo-01", "mail-01", "librivox-0870"];

#[test]
fn what_is_said_is_typed_into_an_editor() {
    for recording in RECORDINGS {
        dictate(recording, "type", editor);
    }
}

#[test]
fn what_is_said_is_typed_into_a_terminal() {
    for recording in RECORDINGS {
        dictate(recording, "type", terminal);
    }
}

#[test]
fn what_is_said_is_pasted_into_a_terminal() {
    for recording in RECORDINGS {
        dictate(recording, "paste", terminal);
    }
}

/// Waits until a window holds a text.
type Reader = Box<dyn Fn(&Display, &str)>;

fn editor(display: &mut Display) -> Reader {
    let editor = display.open_editor();
    Box::new(move |display, text| editor.await_text(display, text))
}

fn terminal(display: &mut Display) -> Reader {
    let terminal = display.open_terminal();
    Box::new(move |_, text| terminal.await_text(text))
}

fn dictate(recording: &str, output: &str, open: fn(&mut Display) -> Reader) {
    let _turn = turn();
    let mut stage = stage();
    let clip = stage.clip(recording);
    let await_text = open(&mut stage.display);
    let mut command = stage.aloud(&["listen", "--json", "--output", output]);
    let log = stage.display.path("log");
    command.env("ALOUD_LOG", "trace");
    command.stderr(File::create(&log).expect("a file for the log"));
    let mut listening = Listening::start(command, &stage.clock);
    let (_, end) = stage.speak(&clip);
    listening.final_of_speech_until(end);
    let done = listening.stop();
    await_text(&stage.display, &done.text);

    let score = Score::of(&clip.text, &done.text);
    let story = format!("{recording} by {output}: {score:?} \"{}\"", done.text);
    assert!(score.is_good(), "too many errors in {story}");
    assert!(score.written <= score.said, "a word that nobody said in {story}");
    assert_eq!(done.dropped_frames, 0, "sound was lost in {story}");
    assert_tells_nothing(&std::fs::read_to_string(log).expect("the log"), &done.text);
}

/// At its finest level, and with whatever libraries say, a log has none of the words.
fn assert_tells_nothing(log: &str, text: &str) {
    let log = log.to_lowercase();
    let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 5);
    for word in words {
        assert!(!log.contains(&word.to_lowercase()), "\"{word}\" stands in the log");
    }
}
