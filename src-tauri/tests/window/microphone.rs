//! Which microphone is heard.

use super::page::{Kind, Window};
use super::{stage, turn};
use crate::common::score::Score;

const NAME: &str = "Desk microphone";

#[test]
fn the_chosen_microphone_is_heard_and_missed_when_it_is_gone() {
    let _turn = turn();
    let stage = stage();
    let clip = stage.clip("memo-01");
    let sink = stage.pulse.load("module-null-sink sink_name=desk rate=48000 channels=2");
    let source = stage.pulse.load(
        "module-remap-source source_name=desksrc master=desk.monitor \
         source_properties=device.description=\"Desk\\ microphone\"",
    );
    let window = Window::open(&stage);
    window.await_state("Ready");
    window.choose("Microphone", NAME);

    window.press(Kind::Button, "Start dictation");
    window.await_state("Listening");
    assert!(stage.pulse.play_into("desk", &clip.wav).finish(), "the recording is played");
    window.press(Kind::Button, "Finish dictation");
    window.await_state("Ready");
    let text = window.taken();
    let score = Score::of(&clip.text, &text);
    assert!(score.is_good(), "too many errors: {score:?} \"{text}\"");

    stage.pulse.unload(&source);
    stage.pulse.unload(&sink);
    window.go("Settings");
    window.await_chosen("Listen with", "pulseaudio:desksrc (not connected)");
    window.await_words("Aloud uses the system's choice until this microphone is back.");
    window.assert_content();
}
