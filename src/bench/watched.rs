//! A recogniser whose last run is kept, to be done again alone.

use std::sync::{Arc, Mutex, PoisonError};

use crate::recognise::{
    Canceller, Capabilities, Failure, Hypothesis, Loader, Recogniser, Request, Streaming,
};

/// What a recogniser was given.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// 16 kHz mono.
    pub audio: Vec<f32>,
    /// How it was to be recognised.
    pub request: Request,
}

/// Where the last run is kept.
pub(super) type Last = Arc<Mutex<Option<Run>>>;

/// The same model, watched.
pub(super) fn watched(mut load: Loader, last: Last) -> Loader {
    Box::new(move || {
        let watched: Box<dyn Recogniser> =
            Box::new(Watched { inner: load()?, last: Arc::clone(&last) });
        Ok(watched)
    })
}

struct Watched {
    inner: Box<dyn Recogniser>,
    last: Last,
}

impl Recogniser for Watched {
    fn capabilities(&self) -> &Capabilities {
        self.inner.capabilities()
    }

    fn run(&mut self, audio: &[f32], request: &Request) -> Result<Hypothesis, Failure> {
        let run = Run { audio: audio.to_vec(), request: request.clone() };
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(run);
        self.inner.run(audio, request)
    }

    fn canceller(&self) -> Canceller {
        self.inner.canceller()
    }

    fn streaming(&mut self) -> Option<&mut dyn Streaming> {
        self.inner.streaming()
    }
}
