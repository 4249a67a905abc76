//! A desktop of its own for one person who dictates: display, microphone, home.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use aloud::clock::{Clock, Moment};
use tempfile::TempDir;

use super::clip::Clip;
use super::display::Display;
use super::ear::Ear;
use super::pulse::Pulse;
use super::wait;

/// See the module.
pub(crate) struct Stage {
    /// Where text is written.
    pub(crate) display: Display,
    /// Where sound comes from.
    pub(crate) pulse: Pulse,
    /// Settings, takes and whatever else belongs to this person.
    pub(crate) home: TempDir,
    /// The time of everything on this stage.
    pub(crate) clock: Clock,
    aloud: PathBuf,
    models: PathBuf,
}

impl Stage {
    /// Sets it up for the program `aloud` with the models of a folder.
    pub(crate) fn set(aloud: &Path, models: &Path) -> Self {
        let has_model = models.read_dir().is_ok_and(|files| {
            files.flatten().any(|file| file.path().extension().is_some_and(|end| end == "gguf"))
        });
        assert!(has_model, "no speech model in {}; `make model` fetches it", models.display());
        Self {
            display: Display::start(),
            pulse: Pulse::start(),
            home: TempDir::new().expect("a home for the test"),
            clock: Clock::real(),
            aloud: aloud.to_owned(),
            models: models.to_owned(),
        }
    }

    /// The program with some arguments, on this stage.
    pub(crate) fn aloud(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.aloud);
        command.args(arguments).env_remove("WAYLAND_DISPLAY").env_remove("PULSE_RUNTIME_PATH");
        command.envs(self.display.environment()).envs(self.pulse.environment());
        command.env("ALOUD_HOME", self.home.path()).env("ALOUD_MODELS", &self.models);
        command
    }

    /// Plays a recording into the microphone to its end. Says when speech began and ended.
    pub(crate) fn speak(&self, clip: &Clip) -> (Moment, Moment) {
        const LONGEST: Duration = Duration::from_secs(180);
        let ear = Ear::open(&self.pulse, &self.clock);
        let played = wait::end_of(&mut self.pulse.play(&clip.wav), "the recording", LONGEST);
        assert!(played.success(), "the recording could not be played");
        ear.speech().expect("the microphone heard the recording")
    }
}
