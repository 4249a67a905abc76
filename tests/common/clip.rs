//! Recordings of `tests/recordings/` as somebody speaks them: with silence around.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::ear::LOUD;

/// A recording that is ready to be played, and the file with what is said in it.
pub(crate) struct Clip {
    /// 48 kHz stereo, between two seconds of digital silence.
    pub(crate) wav: PathBuf,
    /// What is said.
    pub(crate) text: PathBuf,
}

impl Clip {
    /// Makes the recording of this name ready in `folder`.
    pub(crate) fn prepare(name: &str, folder: &Path) -> Self {
        let recordings = super::root().join("tests/recordings");
        let sound = recordings.join(name).with_extension("flac");
        assert!(sound.exists(), "there is no recording {name} in tests/recordings");
        let wav = folder.join(name).with_extension("wav");
        // Without dither (-D) the silence around is nothing but zeros.
        let mut sox = Command::new("sox");
        sox.arg("-D").arg(sound).args(["-r", "48000", "-c", "2", "-b", "16"]).arg(&wav);
        let made = sox.args(["pad", "2", "2"]).status().expect("sox is installed (make setup)");
        assert!(made.success(), "sox could not read {name}");
        Self { wav, text: recordings.join(name).with_extension("txt") }
    }

    /// How long the speech in it is, from the first to the last sound that the ear hears.
    pub(crate) fn speech(&self) -> Duration {
        let (first, last) = self.speech_in_it();
        last - first
    }

    /// From when to when in it the ear hears speech.
    pub(crate) fn speech_in_it(&self) -> (Duration, Duration) {
        let mut wav = hound::WavReader::open(&self.wav).expect("sox wrote it");
        let (rate, channels) = (wav.spec().sample_rate, wav.spec().channels);
        let samples: Vec<i16> = wav.samples().map(|sample| sample.expect("it is whole")).collect();
        let loud = |sample: &i16| sample.unsigned_abs() > LOUD;
        let first = samples.iter().position(loud).expect("somebody speaks");
        let last = samples.iter().rposition(loud).expect("somebody speaks");
        let time =
            |at: usize| Duration::from_secs_f64(at as f64 / f64::from(rate) / f64::from(channels));
        (time(first), time(last))
    }

    /// What is said.
    pub(crate) fn said(&self) -> String {
        std::fs::read_to_string(&self.text).expect("each recording has its text")
    }
}
