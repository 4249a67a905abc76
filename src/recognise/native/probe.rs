//! Measures, when a model is loaded, how it runs best on this machine. Once: it is remembered.

use std::path::Path;
use std::time::Duration;

use super::Native;
use super::load::refused;
use crate::audio::samples;
use crate::clock::{Clock, unix_ms};
use crate::error::Result;
use crate::models::Installed;
use crate::recognise::Request;
use crate::recognise::tune::memory::{self, Subject, cores};
use crate::recognise::tune::{Choice, Machine, Timed, Trial, Which, choose, next};

/// One run of a larger model takes longer than the whole measurement may.
const LARGEST_BYTES: u64 = 300_000_000;

/// What is run: silence, which gives a word at most and no second try. The encoder, which is
/// nearly all of the cost of a short piece, does not care what it hears.
const PIECE_MS: u64 = 1_000;

impl Native {
    /// Sets itself up as it runs best: as is remembered, else as a measurement says. Where
    /// neither can be had, everything stays as it is.
    pub(super) fn tune(&mut self, model: &Installed, memory: &Path) {
        // A graphics card does the work of the threads, and large models cost too much to try.
        if self.capabilities.backend != "cpu" || model.size > LARGEST_BYTES {
            return;
        }
        let twin = self.twin.as_ref().and(model.twin.as_ref()).map(|twin| twin.path.as_path());
        let Some(subject) = Subject::here(&model.path, twin) else { return };
        let known = memory::recall(memory, &subject, unix_ms());
        let choice = known.or_else(|| {
            let choice = self.measure()?;
            memory::remember(memory, subject, choice.clone(), unix_ms());
            Some(choice)
        });
        if let Some(choice) = choice
            && let Err(error) = self.settle(&choice, model)
        {
            tracing::debug!("going on with {} threads: {error}", self.threads);
        }
    }

    fn measure(&self) -> Option<Choice> {
        let machine = Machine { cores: cores(), has_twin: self.twin.is_some() };
        let clock = Clock::real();
        let mut timed = Vec::new();
        while let Some(trial) = next(machine, &timed) {
            timed.push(Timed { trial, took: self.time(trial, &clock)? });
        }
        let choice = choose(machine, &timed);
        tracing::debug!(?timed, ?choice, "measured");
        choice
    }

    /// How long one run takes. None if there is none.
    fn time(&self, trial: Trial, clock: &Clock) -> Option<Duration> {
        let engine = match (trial.which, &self.twin) {
            (Which::Twin, Some(twin)) => &twin.engine,
            _ => &self.full,
        };
        let mut session = engine.session(trial.threads, &self.turns).ok()?;
        // A language that is named costs no search for it.
        let language = self.languages.first().cloned();
        let options = self.options(&Request::default(), language).ok()?;
        let silence = vec![0.0; samples(PIECE_MS) as usize];
        let begun = clock.now();
        session.run(&silence, &options).ok()?;
        Some(clock.now().since(begun))
    }

    fn settle(&mut self, choice: &Choice, model: &Installed) -> Result<()> {
        if !choice.twin {
            self.twin = None;
            self.capabilities.windows = vec![self.full.window()];
        }
        self.first_costs = choice.costs_ms.iter().copied().map(Duration::from_millis).collect();
        if choice.threads != self.threads {
            let twin = self.twin.as_mut().map(|twin| &mut twin.engine);
            for engine in twin.into_iter().chain([&mut self.full]) {
                engine
                    .run_with(choice.threads, &self.turns)
                    .map_err(|error| refused(&model.path, &error))?;
            }
            self.threads = choice.threads;
        }
        Ok(())
    }
}
