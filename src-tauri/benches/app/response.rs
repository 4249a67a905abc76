//! How soon a key is answered.

use std::io::Read;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use aloud::clock::{Clock, Moment, rest};
use aloud::event::State;

use super::common::app::App;
use super::common::keyboard::Keyboard;
use super::common::pulse::{Pulse, SPEAKER};
use super::figures::{median, quantile, say};
use super::{desktop, stage};

const HOTKEY: &str = "Ctrl+Alt+Space";

/// Presses that are measured.
const PRESSES: u64 = 20;

/// Until the cue before has faded and the speaker is let go of, as between two takes of a person.
const BETWEEN: Duration = Duration::from_millis(3_500);

/// From the key to what answers it, with a microphone that is kept open.
pub(crate) fn cue() {
    let stage = stage();
    let settings = stage.display.path("aloud/settings.json");
    std::fs::create_dir_all(settings.parent().expect("a folder")).expect("the home is writable");
    let open = r#"{"version":1,"microphone_open":{"kind":"always"}}"#;
    std::fs::write(&settings, open).expect("the home is writable");
    let mut app = App::start(&stage, desktop(), &[]);
    let keyboard = Keyboard::at(&stage.display.name);
    // A microphone gives some sound, be it noise; one of software only zeros, and is waited for.
    stage.speak(&stage.clip("short-01"));
    let mut speaker = Listener::open(&stage.pulse, &stage.clock);
    let (mut states, mut sounds) = (Vec::new(), Vec::new());
    for take in 1..=PRESSES {
        speaker.heard.try_iter().for_each(drop);
        let pressed = stage.clock.now();
        keyboard.tap(HOTKEY);
        let listening = app.until_state(State::Listening);
        states.push(1_000.0 * listening.since(pressed).as_secs_f64());
        sounds.push(1_000.0 * speaker.first_sound().since(pressed).as_secs_f64());
        keyboard.tap(HOTKEY);
        app.until_over(take);
        rest(BETWEEN);
    }
    say("key -> state, median", median(&states), "ms", "");
    say("key -> state, p95", quantile(&states, 0.95), "ms", "at most 100");
    say("key -> first sound of the cue, median", median(&sounds), "ms", "");
    say("key -> first sound of the cue, p95", quantile(&sounds, 0.95), "ms", "at most 100");
    app.quit(&stage);
}

/// Hears what programs play.
struct Listener {
    parec: Child,
    heard: Receiver<Moment>,
}

impl Listener {
    fn open(pulse: &Pulse, clock: &Clock) -> Self {
        let mut parec = pulse.command("parec");
        parec.args(["--latency-msec=5", "--raw", "--format=s16le", "--rate=48000", "--channels=1"]);
        parec.args(["-d", &format!("{SPEAKER}.monitor")]).stdout(Stdio::piped());
        let mut parec = parec.spawn().expect("parec is installed (make setup)");
        let mut sound = parec.stdout.take().expect("its output was asked for");
        let (loud, heard) = channel();
        let clock = clock.clone();
        std::thread::spawn(move || {
            // Five milliseconds: 240 samples of two bytes.
            let mut block = [0_u8; 480];
            while sound.read_exact(&mut block).is_ok() {
                let is_loud = block
                    .chunks(2)
                    .any(|two| i16::from_le_bytes([two[0], two[1]]).unsigned_abs() > 100);
                if is_loud && loud.send(clock.now()).is_err() {
                    return;
                }
            }
        });
        Self { parec, heard }
    }

    fn first_sound(&mut self) -> Moment {
        self.heard.recv_timeout(Duration::from_secs(10)).expect("a cue is heard")
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.parec.kill();
        let _ = self.parec.wait();
    }
}
