//! A recording that is spoken into the engine, as a person would speak it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::heard::{Heard, Noted};
use super::process::Gauge;
use super::recording::Recording;
use super::trial::Take;
use super::watched::{Last, watched};
use crate::capture::Source;
use crate::clock::{Clock, Moment};
use crate::command::{Command, Lane, Pace, SourceSpec, Start};
use crate::deliver::sinks;
use crate::engine::{Engine, Parts, Subscription};
use crate::error::{Error, ErrorKind, Result};
use crate::event::{Event, State, TakeId};
use crate::recognise::Loader;
use crate::settings::Profile;

/// An engine that is spoken to. Nothing of it is written to disk or delivered anywhere.
pub(super) struct Live {
    engine: Engine,
    events: Subscription,
    clock: Clock,
    sources: Arc<Mutex<VecDeque<Noted>>>,
    last: Last,
}

impl Live {
    /// Starts the engine with this model.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(super) fn start(model: Loader) -> Result<Self> {
        let sources = Arc::<Mutex<VecDeque<Noted>>>::default();
        let (last, waiting) = (Last::default(), Arc::clone(&sources));
        let engine = Engine::start(Parts {
            clock: Clock::real(),
            home: None,
            recogniser: watched(model, Arc::clone(&last)),
            sources: Arc::new(move |_: &SourceSpec| {
                let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
                let used = || Error::Usage("the source was used already".to_owned());
                next.map_or_else(|| Err(used()), |source| Ok(Box::new(source) as Box<dyn Source>))
            }),
            sinks: sinks(),
            keep_open: Duration::ZERO,
            keep_model: Duration::MAX,
        })?;
        let events = engine.subscribe();
        Ok(Self { engine, events, clock: Clock::real(), sources, last })
    }

    /// Speaks a recording. `heed` sees every event.
    ///
    /// # Errors
    /// When the recording cannot be read, or the model fails.
    pub(super) fn take(
        &self,
        recording: &Recording,
        profile: &Profile,
        heed: &mut dyn FnMut(&Event),
    ) -> Result<Take> {
        let heard = Arc::<Mutex<Heard>>::default();
        let source = recording.source(Pace::Realtime, self.clock.clone())?;
        let noted = Noted::new(Box::new(source), self.clock.clone(), Arc::clone(&heard));
        self.sources.lock().unwrap_or_else(PoisonError::into_inner).push_back(noted);
        let gauge = Gauge::start();
        let source =
            SourceSpec::File { path: recording.path().to_path_buf(), pace: Pace::Realtime };
        let (lane, profile) = (Lane::Dictation, profile.clone());
        self.engine.send(Command::Start(Box::new(Start { lane, source, profile })));
        let mut take = Take { seen: self.follow(heed)?, ..Take::default() };
        take.cost = gauge.read();
        take.heard = std::mem::take(&mut *heard.lock().unwrap_or_else(PoisonError::into_inner));
        take.last = self.last.lock().unwrap_or_else(PoisonError::into_inner).take();
        Ok(take)
    }

    /// Reads the events of the take that was just asked for, until it is over. Levels and states
    /// are not kept.
    fn follow(&self, heed: &mut dyn FnMut(&Event)) -> Result<Vec<(Moment, Event)>> {
        let mut seen = Vec::new();
        let mut running: Option<TakeId> = None;
        while let Some(event) = self.events.recv() {
            let moment = self.clock.now();
            heed(&event);
            match event {
                Event::State { take, state: State::Idle } if running == Some(take) => {
                    return Ok(seen);
                }
                Event::State { take, state } if state != State::Idle => running = Some(take),
                Event::Notice { code, message, .. } if is_failure(&code) => {
                    return Err(Error::Refused { code, message });
                }
                Event::Interim { .. } | Event::Final(_) | Event::Done(_) => {
                    seen.push((moment, event));
                }
                _ => {}
            }
        }
        Err(Error::Recogniser { problem: "it ended in the middle of a recording".to_owned() })
    }
}

/// Whether a take fails by what this notice tells. Nothing of it is written to disk.
fn is_failure(code: &str) -> bool {
    ErrorKind::from_code(code).is_some_and(|kind| kind != ErrorKind::Io)
}
