//! A recogniser that says what it is told to, at the cost that it is told: for tests and
//! benches of everything around recognition.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::{Canceller, Capabilities, Failure, Hypothesis, Recogniser, Request, Window};
use crate::audio::{ms, samples};
use crate::clock::Clock;

/// What the recogniser answers to a piece.
type Script = Box<dyn FnMut(&[f32], &Request) -> Result<Hypothesis, Failure> + Send>;

/// See the module.
pub struct Scripted {
    script: Script,
    capabilities: Capabilities,
    clock: Clock,
    cost: fn(u64) -> Duration,
    calls: Calls,
    cancelled: Arc<AtomicBool>,
}

/// One run that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// Length of the piece.
    pub audio_ms: u64,
    /// The window that it was to be run in.
    pub window: usize,
}

/// What was asked of a [`Scripted`], readable while it belongs to another thread.
#[derive(Clone, Debug, Default)]
pub struct Calls(Arc<Mutex<Vec<Call>>>);

impl Scripted {
    /// Answers every piece with what `script` returns for it, at once, in one window of 28 s.
    pub fn new(
        script: impl FnMut(&[f32], &Request) -> Result<Hypothesis, Failure> + Send + 'static,
    ) -> Self {
        let capabilities = Capabilities {
            name: "scripted".to_owned(),
            backend: "none".to_owned(),
            detects_language: true,
            windows: vec![Window { max_samples: samples(28_000) }],
            ..Capabilities::default()
        };
        Self {
            script: Box::new(script),
            capabilities,
            clock: Clock::manual(),
            cost: |_| Duration::ZERO,
            calls: Calls::default(),
            cancelled: Arc::default(),
        }
    }

    /// Claims to be able to do something else.
    #[must_use]
    pub fn able_to(self, capabilities: Capabilities) -> Self {
        Self { capabilities, ..self }
    }

    /// Moves a manual `clock` on by what `cost` says for so many milliseconds of audio, as a run
    /// would have taken.
    #[must_use]
    pub fn taking(self, clock: &Clock, cost: fn(u64) -> Duration) -> Self {
        Self { clock: clock.clone(), cost, ..self }
    }

    /// The runs that were asked for so far, and those that will be.
    pub fn calls(&self) -> Calls {
        self.calls.clone()
    }
}

impl Calls {
    /// All of them, in order.
    pub fn all(&self) -> Vec<Call> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn add(&self, call: Call) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(call);
    }
}

impl Recogniser for Scripted {
    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    /// A cancel that comes while the script runs takes effect when it has ended, as in a pass
    /// that cannot be interrupted.
    fn run(&mut self, audio: &[f32], request: &Request) -> Result<Hypothesis, Failure> {
        let cancelled = std::mem::take(&mut self.cancelled);
        let audio_ms = ms(audio.len() as u64);
        self.calls.add(Call { audio_ms, window: request.window });
        let answer = (self.script)(audio, request);
        self.clock.advance((self.cost)(audio_ms));
        if cancelled.load(Ordering::SeqCst) { Err(Failure::Cancelled) } else { answer }
    }

    fn canceller(&self) -> Canceller {
        let cancelled = Arc::clone(&self.cancelled);
        Arc::new(move || cancelled.store(true, Ordering::SeqCst))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello() -> Hypothesis {
        Hypothesis { text: "hello".to_owned(), ..Hypothesis::default() }
    }

    #[test]
    fn it_says_what_it_is_told_at_the_cost_that_it_is_told() {
        let clock = Clock::manual();
        let begin = clock.now();
        let mut scripted = Scripted::new(|_, request| match request.window {
            0 => Ok(hello()),
            _ => Err(Failure::TooLong),
        })
        .taking(&clock, |audio_ms| Duration::from_millis(100 + audio_ms / 10));
        let calls = scripted.calls();
        assert_eq!(scripted.run(&[0.0; 16_000], &Request::default()), Ok(hello()));
        let second = Request { window: 1, ..Request::default() };
        assert_eq!(scripted.run(&[0.0; 8_000], &second), Err(Failure::TooLong));
        assert_eq!(clock.now().since(begin), Duration::from_millis(350));
        assert_eq!(
            calls.all(),
            [Call { audio_ms: 1000, window: 0 }, Call { audio_ms: 500, window: 1 }]
        );
    }

    #[test]
    fn a_cancel_meets_the_run_that_is_under_way_and_no_other() {
        let slot: Arc<Mutex<Option<Canceller>>> = Arc::default();
        let inside = Arc::clone(&slot);
        let mut scripted = Scripted::new(move |_, _| {
            if let Some(cancel) = inside.lock().unwrap().take() {
                cancel();
            }
            Ok(hello())
        });
        let cancel = scripted.canceller();
        *slot.lock().unwrap() = Some(Arc::clone(&cancel));
        assert_eq!(scripted.run(&[0.0], &Request::default()), Err(Failure::Cancelled));
        cancel();
        assert_eq!(scripted.run(&[0.0], &Request::default()), Ok(hello()));
        scripted.canceller()();
        assert_eq!(scripted.run(&[0.0], &Request::default()), Err(Failure::Cancelled));
    }
}
