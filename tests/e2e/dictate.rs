//! Three recordings, typed into an editor, typed into a terminal and pasted into a terminal.

use super::{stage, turn};
use crate::common::clip::Clip;
use crate::common::display::{Display, Window};
use crate::common::listening::Listening;
use crate::common::score::Score;

const RECORDINGS: [&str; 3] = ["memo-01", "mail-01", "librivox-0870"];

#[test]
fn what_is_said_is_typed_into_an_editor() {
    for recording in RECORDINGS {
        dictate(recording, "type", Display::editor);
    }
}

#[test]
fn what_is_said_is_typed_into_a_terminal() {
    for recording in RECORDINGS {
        dictate(recording, "type", Display::terminal);
    }
}

#[test]
fn what_is_said_is_pasted_into_a_terminal() {
    for recording in RECORDINGS {
        dictate(recording, "paste", Display::terminal);
    }
}

fn dictate(recording: &str, output: &str, open: fn(&mut Display) -> Window) {
    let _turn = turn();
    let mut stage = stage();
    let clip = Clip::prepare(recording, stage.home.path());
    let window = open(&mut stage.display);
    let command = stage.aloud(&["listen", "--json", "--output", output]);
    let mut listening = Listening::start(command, &stage.clock);
    let (_, end) = stage.speak(&clip);
    listening.final_of_speech_until(end);
    let done = listening.stop();

    let text = stage.display.text(&window);
    let score = Score::of(&clip.text, &text);
    let story = format!("{recording} by {output}: {score:?} \"{text}\"");
    assert!(score.is_good(), "too many errors in {story}");
    assert!(score.written <= score.said, "a word that nobody said in {story}");
    assert_eq!(text, done.text.trim(), "what was recognised is what stands in the window");
    assert_eq!(done.dropped_frames, 0, "sound was lost in {story}");
}
