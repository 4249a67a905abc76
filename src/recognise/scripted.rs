//! A recogniser that says what it is told to, at the cost that it is told: for tests and
//! benches of everything around recognition.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::{
    Canceller, Capabilities, Failure, Hypothesis, Live, Recogniser, Request, Streaming, Window,
};
use crate::audio::{ms, samples};
use crate::clock::Clock;

/// What the recogniser answers to a piece.
type Script = Box<dyn FnMut(&[f32], &Request) -> Result<Hypothesis, Failure> + Send>;

/// What a stream shows after all the audio that was fed to it so far.
type LiveScript = Box<dyn FnMut(&[f32]) -> Result<Live, Failure> + Send>;

/// See the module.
pub struct Scripted {
    script: Script,
    stream: Stream,
    capabilities: Capabilities,
    clock: Clock,
    cost: fn(u64) -> Duration,
    calls: Calls,
    cancelled: Arc<AtomicBool>,
}

/// Its way of being fed.
enum Stream {
    /// It has none.
    Unable,
    /// It is not being fed.
    Closed(LiveScript),
    /// It was fed this.
    Open { script: LiveScript, fed: Vec<f32> },
}

/// One run that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// Length of the piece.
    pub audio_ms: u64,
    /// The window that it was to be run in.
    pub window: usize,
}

/// Something that was asked of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fed {
    /// It was opened.
    Begin,
    /// It was given so much audio.
    Feed {
        /// Length of the audio.
        audio_ms: u64,
    },
    /// It was to give its text.
    Finish,
    /// An open one was closed without its text.
    Abandon,
}

/// What was asked of a [`Scripted`], readable while it belongs to another thread.
#[derive(Clone, Debug, Default)]
pub struct Calls(Arc<Mutex<Asked>>);

#[derive(Debug, Default)]
struct Asked {
    runs: Vec<Call>,
    stream: Vec<Fed>,
}

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
            stream: Stream::Unable,
            capabilities,
            clock: Clock::manual(),
            cost: |_| Duration::ZERO,
            calls: Calls::default(),
            cancelled: Arc::default(),
        }
    }

    /// As [`Scripted::new`], and it can be fed as well: then it shows what `live` returns for all
    /// that was fed so far. Its last word is the text of that, committed and tentative. As with a
    /// real model, a run meanwhile is [`Failure::Busy`], and after a failure the stream is gone.
    pub fn streaming(
        script: impl FnMut(&[f32], &Request) -> Result<Hypothesis, Failure> + Send + 'static,
        live: impl FnMut(&[f32]) -> Result<Live, Failure> + Send + 'static,
    ) -> Self {
        let mut scripted = Self::new(script);
        scripted.capabilities.streaming = true;
        Self { stream: Stream::Closed(Box::new(live)), ..scripted }
    }

    /// Claims to be able to do something else.
    #[must_use]
    pub fn able_to(self, capabilities: Capabilities) -> Self {
        Self { capabilities, ..self }
    }

    /// Moves a manual `clock` on by what `cost` says for so many milliseconds of audio, as a run
    /// would have taken, or a feed of so much; the end of a stream costs what no audio costs.
    #[must_use]
    pub fn taking(self, clock: &Clock, cost: fn(u64) -> Duration) -> Self {
        Self { clock: clock.clone(), cost, ..self }
    }

    /// What was asked for so far, and what will be.
    pub fn calls(&self) -> Calls {
        self.calls.clone()
    }

    /// The answer of something that has cost what so much audio costs, unless it was called off
    /// meanwhile: a cancel takes effect when it has ended, as in a pass that cannot be
    /// interrupted.
    fn after<T>(&mut self, audio_ms: u64, answer: Result<T, Failure>) -> Result<T, Failure> {
        let cancelled = std::mem::take(&mut self.cancelled);
        self.clock.advance((self.cost)(audio_ms));
        if cancelled.load(Ordering::SeqCst) { Err(Failure::Cancelled) } else { answer }
    }

    /// The stream is closed; what was fed to it is forgotten.
    fn close(&mut self) {
        self.stream = match std::mem::replace(&mut self.stream, Stream::Unable) {
            Stream::Open { script, .. } => Stream::Closed(script),
            stream @ (Stream::Unable | Stream::Closed(_)) => stream,
        };
    }
}

impl Calls {
    /// All runs, in order.
    pub fn all(&self) -> Vec<Call> {
        self.asked().runs.clone()
    }

    /// All that was asked of the stream, in order.
    pub fn fed(&self) -> Vec<Fed> {
        self.asked().stream.clone()
    }

    fn asked(&self) -> MutexGuard<'_, Asked> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Recogniser for Scripted {
    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn run(&mut self, audio: &[f32], request: &Request) -> Result<Hypothesis, Failure> {
        let audio_ms = ms(audio.len() as u64);
        self.calls.asked().runs.push(Call { audio_ms, window: request.window });
        if matches!(self.stream, Stream::Open { .. }) {
            return self.after(0, Err(Failure::Busy));
        }
        let answer = (self.script)(audio, request);
        self.after(audio_ms, answer)
    }

    fn canceller(&self) -> Canceller {
        let cancelled = Arc::clone(&self.cancelled);
        Arc::new(move || cancelled.store(true, Ordering::SeqCst))
    }

    fn first_costs(&self) -> Vec<Duration> {
        Vec::new()
    }

    fn streaming(&mut self) -> Option<&mut dyn Streaming> {
        self.capabilities.streaming.then_some(self as &mut dyn Streaming)
    }
}

impl Streaming for Scripted {
    fn begin(&mut self, _: &Request) -> Result<(), Failure> {
        self.abandon();
        self.calls.asked().stream.push(Fed::Begin);
        let begun = match std::mem::replace(&mut self.stream, Stream::Unable) {
            Stream::Closed(script) => {
                self.stream = Stream::Open { script, fed: Vec::new() };
                Ok(())
            }
            Stream::Unable | Stream::Open { .. } => Err(none_is_open()),
        };
        self.after(0, begun).inspect_err(|_| self.close())
    }

    fn feed(&mut self, audio: &[f32]) -> Result<Live, Failure> {
        let audio_ms = ms(audio.len() as u64);
        self.calls.asked().stream.push(Fed::Feed { audio_ms });
        let live = match &mut self.stream {
            Stream::Open { script, fed } => {
                fed.extend_from_slice(audio);
                script(fed)
            }
            Stream::Unable | Stream::Closed(_) => Err(none_is_open()),
        };
        self.after(audio_ms, live).inspect_err(|_| self.close())
    }

    fn finish(&mut self) -> Result<Hypothesis, Failure> {
        self.calls.asked().stream.push(Fed::Finish);
        let live = match &mut self.stream {
            Stream::Open { script, fed } => script(fed),
            Stream::Unable | Stream::Closed(_) => Err(none_is_open()),
        };
        self.close();
        let text = live.map(|live| live.committed + &live.tentative);
        let text = self.after(0, text)?;
        Ok(Hypothesis { text: text.trim().to_owned(), ..Hypothesis::default() })
    }

    fn abandon(&mut self) {
        if matches!(self.stream, Stream::Open { .. }) {
            self.calls.asked().stream.push(Fed::Abandon);
            self.close();
        }
    }
}

fn none_is_open() -> Failure {
    Failure::Other("no stream is open".to_owned())
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

    /// Commits a word for each full second, and is not sure of the one that is being said.
    fn counting() -> Scripted {
        Scripted::streaming(
            |_, _| Ok(hello()),
            |fed| {
                if fed.iter().any(|sample| sample.is_nan()) {
                    return Err(Failure::Other("no sound".to_owned()));
                }
                let words = fed.len() / 16_000;
                let said: String = (1..=words).map(|word| format!("{word} ")).collect();
                Ok(Live { committed: said, tentative: (words + 1).to_string() })
            },
        )
    }

    static HALF: [f32; 8_000] = [0.0; 8_000];

    #[test]
    fn a_stream_shows_what_its_script_makes_of_all_that_was_fed() {
        let mut scripted = counting();
        let calls = scripted.calls();
        let stream = scripted.streaming().unwrap();
        stream.begin(&Request::default()).unwrap();
        let mut shown = Vec::new();
        for _ in 0..3 {
            let live = stream.feed(&HALF).unwrap();
            shown.push(live.committed + "|" + &live.tentative);
        }
        assert_eq!(shown, ["|1", "1 |2", "1 |2"]);
        assert_eq!(stream.finish().unwrap().text, "1 2");
        let feed = Fed::Feed { audio_ms: 500 };
        assert_eq!(calls.fed(), [Fed::Begin, feed, feed, feed, Fed::Finish]);
    }

    #[test]
    fn a_run_is_refused_while_a_stream_is_open_and_only_then() {
        let mut scripted = counting();
        scripted.streaming().unwrap().begin(&Request::default()).unwrap();
        assert_eq!(scripted.run(&HALF, &Request::default()), Err(Failure::Busy));
        scripted.streaming().unwrap().abandon();
        assert_eq!(scripted.run(&HALF, &Request::default()), Ok(hello()));
        assert_eq!(scripted.calls().fed(), [Fed::Begin, Fed::Abandon]);
    }

    #[test]
    fn a_second_stream_takes_the_place_of_the_first() {
        let mut scripted = counting();
        let calls = scripted.calls();
        let stream = scripted.streaming().unwrap();
        stream.begin(&Request::default()).unwrap();
        stream.feed(&[0.0; 32_000]).unwrap();
        stream.begin(&Request::default()).unwrap();
        assert_eq!(stream.feed(&HALF).unwrap().committed, "");
        assert_eq!(calls.fed()[2..4], [Fed::Abandon, Fed::Begin]);
    }

    #[test]
    fn after_a_failure_or_a_cancel_the_stream_is_gone() {
        let mut scripted = counting();
        let stream = scripted.streaming().unwrap();
        stream.begin(&Request::default()).unwrap();
        assert!(stream.feed(&[f32::NAN]).is_err());
        assert_eq!(stream.feed(&HALF), Err(none_is_open()));
        assert_eq!(stream.finish(), Err(none_is_open()));
        stream.begin(&Request::default()).unwrap();
        scripted.canceller()();
        let stream = scripted.streaming().unwrap();
        assert_eq!(stream.feed(&HALF), Err(Failure::Cancelled));
        assert_eq!(stream.feed(&HALF), Err(none_is_open()));
        assert_eq!(scripted.run(&HALF, &Request::default()), Ok(hello()));
    }

    #[test]
    fn feeding_costs_what_it_is_told() {
        let clock = Clock::manual();
        let begin = clock.now();
        let cost = |audio_ms| Duration::from_millis(10 + audio_ms / 5);
        let mut scripted = counting().taking(&clock, cost);
        let stream = scripted.streaming().unwrap();
        stream.begin(&Request::default()).unwrap();
        stream.feed(&HALF).unwrap();
        stream.finish().unwrap();
        assert_eq!(clock.now().since(begin), Duration::from_millis(10 + 110 + 10));
    }

    #[test]
    fn who_cannot_be_fed_says_so() {
        assert!(Scripted::new(|_, _| Ok(hello())).streaming().is_none());
    }
}
