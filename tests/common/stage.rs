//! A desktop with a microphone for one person who dictates, and the program that listens.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::clip::Clip;
use super::display::Display;
use super::ear::Ear;
use super::pulse::Pulse;
use super::wait;
use aloud::clock::{Clock, Moment, rest};

/// See the module.
pub(crate) struct Stage {
    /// Where text is written.
    pub(crate) display: Display,
    /// Where sound comes from.
    pub(crate) pulse: Pulse,
    /// The time of everything on this stage.
    pub(crate) clock: Clock,
    aloud: PathBuf,
    models: PathBuf,
}

impl Stage {
    /// Sets it up for the program `aloud` with the models of a folder.
    pub(crate) fn set(aloud: &Path, models: &Path) -> Self {
        let stage = Self::fresh(aloud, models);
        let home = stage.display.path("aloud");
        // Somebody who has been here before: the first steps are over.
        std::fs::create_dir_all(&home).expect("the home is writable");
        std::fs::write(home.join("settings.json"), r#"{"version":1}"#).expect("it is writable");
        stage
    }

    /// The same for somebody who has never started the app.
    pub(crate) fn fresh(aloud: &Path, models: &Path) -> Self {
        let has_model = models.read_dir().is_ok_and(|files| {
            files.flatten().any(|file| file.path().extension().is_some_and(|end| end == "gguf"))
        });
        assert!(has_model, "no speech model in {}; `make model` fetches it", models.display());
        Self {
            display: Display::start(),
            pulse: Pulse::start(),
            clock: Clock::real(),
            aloud: aloud.to_owned(),
            models: models.to_owned(),
        }
    }

    /// The program with some arguments, on this stage.
    pub(crate) fn aloud(&self, arguments: &[&str]) -> Command {
        self.program(&self.aloud, arguments)
    }

    /// Any program of ours, on this stage.
    pub(crate) fn program(&self, program: &Path, arguments: &[&str]) -> Command {
        let mut command = self.display.command(program);
        command.args(arguments).env("ALOUD_MODELS", &self.models);
        // Each stage has a new home, in which nothing is remembered: it would be measured each
        // time how many threads are good.
        command.env("ALOUD_THREADS", "2");
        command.envs(self.pulse.environment()).env_remove("PULSE_RUNTIME_PATH");
        // Without its configuration ALSA knows no sound card, whatever the machine has, and no
        // detour to the sound server, which would hide that the straight way is shut.
        command.env("ALSA_CONFIG_PATH", "/dev/null");
        command
    }

    /// Makes the recording of this name ready to be played.
    pub(crate) fn clip(&self, name: &str) -> Clip {
        Clip::prepare(name, &self.display.path(""))
    }

    /// Plays a recording into the microphone to its end. Says when speech began and ended.
    pub(crate) fn speak(&self, clip: &Clip) -> (Moment, Moment) {
        let ear = Ear::open(&self.pulse, &self.clock);
        assert!(self.pulse.play(&clip.wav).finish(), "the recording could not be played");
        ear.speech().expect("the microphone heard the recording")
    }

    /// Plays a recording into the microphone, and does something at a moment near its last
    /// sound, which is known beforehand. Says when the last sound came.
    pub(crate) fn speak_and(
        &self,
        clip: &Clip,
        near: impl FnOnce(Moment) -> Moment,
        act: impl FnOnce(),
    ) -> Moment {
        let ear = Ear::open(&self.pulse, &self.clock);
        let mut player = self.pulse.play(&clip.wav);
        let (begin, _) = wait::until("speech", Duration::from_secs(30), || ear.speech());
        // Speech has its own time, which nothing can hasten.
        rest(near(begin + clip.speech()).since(self.clock.now()));
        act();
        assert!(player.finish(), "the recording could not be played");
        ear.speech().expect("it heard the beginning").1
    }
}
