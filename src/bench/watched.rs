//! A recogniser whose last run is kept, to be done again alone.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::recognise::compute::Remark;
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

    fn first_costs(&self) -> Vec<Duration> {
        self.inner.first_costs()
    }

    fn remarks(&mut self) -> Vec<Remark> {
        self.inner.remarks()
    }

    fn streaming(&mut self) -> Option<&mut dyn Streaming> {
        self.inner.streaming()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognise::scripted::Scripted;

    struct Measured(Scripted);

    impl Recogniser for Measured {
        fn capabilities(&self) -> &Capabilities {
            self.0.capabilities()
        }

        fn run(&mut self, audio: &[f32], request: &Request) -> Result<Hypothesis, Failure> {
            self.0.run(audio, request)
        }

        fn canceller(&self) -> Canceller {
            self.0.canceller()
        }

        fn first_costs(&self) -> Vec<Duration> {
            vec![Duration::from_millis(460)]
        }
    }

    #[test]
    fn its_last_run_is_kept_and_what_it_costs_is_known_as_without() {
        let last = Last::default();
        let load: Loader =
            Box::new(|| Ok(Box::new(Measured(Scripted::new(|_, _| Ok(Hypothesis::default()))))));
        let mut model = watched(load, Arc::clone(&last))().unwrap();
        assert_eq!(model.first_costs(), [Duration::from_millis(460)]);
        model.run(&[0.5], &Request::default()).unwrap();
        let kept = last.lock().unwrap().take();
        assert_eq!(kept, Some(Run { audio: vec![0.5], request: Request::default() }));
    }
}
