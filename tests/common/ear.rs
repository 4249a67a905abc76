//! Hears the microphone beside Aloud, to know from outside when somebody spoke.

use std::io::Read;
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex};

use aloud::clock::{Clock, Moment};

use super::pulse::{MICROPHONE, Pulse};

/// Ten milliseconds: 480 samples of two bytes.
const BLOCK: usize = 960;

/// A hundredth of full scale, -40 dB: above the noise of the recordings, below their speech.
pub(crate) const LOUD: u16 = 328;

/// First and last moment at which it was loud.
type Speech = Arc<Mutex<Option<(Moment, Moment)>>>;

/// See the module.
pub(crate) struct Ear {
    parec: Child,
    speech: Speech,
}

impl Ear {
    /// Begins to hear.
    pub(crate) fn open(pulse: &Pulse, clock: &Clock) -> Self {
        let mut parec = pulse.command("parec");
        parec.args(["--latency-msec=20", "--raw", "--format=s16le", "--rate=48000"]);
        parec.args(["--channels=1", "-d", MICROPHONE]).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut parec = parec.spawn().expect("parec is installed (make setup)");
        let sound = parec.stdout.take().expect("its output was asked for");
        let speech = Speech::default();
        let (heard, clock) = (Arc::clone(&speech), clock.clone());
        std::thread::spawn(move || listen(sound, &heard, &clock));
        Self { parec, speech }
    }

    /// When speech began and when it ended, as far as it was heard.
    pub(crate) fn speech(&self) -> Option<(Moment, Moment)> {
        *self.speech.lock().expect("the ear did not panic")
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        let _ = self.parec.kill();
        let _ = self.parec.wait();
    }
}

fn listen(mut sound: impl Read, heard: &Speech, clock: &Clock) {
    let mut block = [0; BLOCK];
    while sound.read_exact(&mut block).is_ok() {
        if block
            .as_chunks()
            .0
            .iter()
            .any(|&sample| i16::from_le_bytes(sample).unsigned_abs() > LOUD)
        {
            let now = clock.now();
            let mut heard = heard.lock().expect("nobody panics with it");
            *heard = Some((heard.map_or(now, |(start, _)| start), now));
        }
    }
}
