//! What somebody tries before the first dictation: whether the microphone hears, and whether the
//! hotkey comes here. Nothing is written down of either.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use aloud::capture::Source;
use aloud::error::Result;
use aloud::soundcheck::soundcheck;

use crate::ipc::Check;

/// See the module.
#[derive(Default)]
pub(crate) struct Trial {
    /// That of the microphone that is heard: taken away to end it.
    check: Mutex<Arc<AtomicBool>>,
    /// Whether the keys are only tried.
    keys: AtomicBool,
}

/// Tells the windows what is heard.
pub(crate) type Tell = Box<dyn Fn(Check) + Send>;

impl Trial {
    /// Hears a microphone in the place of the one before, for as long as `goes_on` says.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(crate) fn hear(
        &self,
        open: impl FnOnce() -> Result<Box<dyn Source>> + Send + 'static,
        goes_on: impl Fn() -> bool + Send + 'static,
        tell: Tell,
    ) -> std::io::Result<()> {
        let wanted = Arc::new(AtomicBool::new(true));
        self.renew(Arc::clone(&wanted));
        let body = move || {
            let is_wanted = || wanted.load(Ordering::SeqCst) && goes_on();
            let mut told = |reading: aloud::level::Reading| {
                let goes_on = is_wanted();
                if goes_on {
                    tell(Check::Hears { rms: reading.rms, speech: reading.speech });
                }
                goes_on
            };
            let heard = open().and_then(|source| soundcheck(source, &mut told));
            // Of one that nobody waits for, another may have been told meanwhile.
            if wanted.load(Ordering::SeqCst) {
                tell(heard.err().map_or(Check::Off, |error| Check::Failed(error.into())));
            }
        };
        std::thread::Builder::new().name("microphone-check".to_owned()).spawn(body).map(drop)
    }

    /// Hears nothing any more.
    pub(crate) fn hush(&self) {
        self.renew(Arc::default());
    }

    /// Whether from now on a hotkey is only said to have been pressed.
    pub(crate) fn try_keys(&self, trying: bool) {
        self.keys.store(trying, Ordering::SeqCst);
    }

    /// Whether it is.
    pub(crate) fn tries_keys(&self) -> bool {
        self.keys.load(Ordering::SeqCst)
    }

    fn renew(&self, wanted: Arc<AtomicBool>) {
        let mut check = self.check.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *check, wanted).store(false, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use aloud::audio::Format;
    use aloud::capture::{Block, Flow};
    use aloud::error::Error;

    use super::*;

    /// A microphone that hums, for ever or so many times.
    struct Hum(usize);

    impl Source for Hum {
        fn read(&mut self, block: &mut Block) -> Result<Flow> {
            if self.0 == 0 {
                return Ok(Flow::Ended);
            }
            self.0 -= 1;
            block.format = Some(Format { rate: 16_000, channels: 1 });
            block.samples.extend([0.25; 1_600]);
            Ok(Flow::Waiting)
        }
        fn dropped_frames(&self) -> u64 {
            0
        }
        fn name(&self) -> String {
            "hum".to_owned()
        }
        fn is_live(&self) -> bool {
            true
        }
    }

    fn told(check: &Check) -> &'static str {
        match check {
            Check::Off => "off",
            Check::Hears { rms, .. } if *rms > 0.2 => "loud",
            Check::Hears { .. } => "quiet",
            Check::Failed(_) => "failed",
        }
    }

    #[test]
    fn it_is_heard_until_somebody_has_had_enough() {
        let (trial, (tell, heard)) = (Trial::default(), channel());
        let tell = Box::new(move |check| drop(tell.send(check)));
        trial.hear(|| Ok(Box::new(Hum(usize::MAX))), || true, tell).unwrap();
        assert_eq!(told(&heard.recv().unwrap()), "loud");
        trial.hush();
        // The thread ends, and with it the channel; of an end that was wanted nothing is said.
        assert!(heard.iter().all(|check| told(&check) == "loud"));
    }

    #[test]
    fn one_takes_the_place_of_another_and_an_end_is_told() {
        let (trial, (tell, first)) = (Trial::default(), channel());
        let tell = Box::new(move |check| drop(tell.send(check)));
        trial.hear(|| Ok(Box::new(Hum(usize::MAX))), || true, tell).unwrap();
        let (tell, second) = channel();
        let tell = Box::new(move |check| drop(tell.send(check)));
        trial.hear(|| Ok(Box::new(Hum(2))), || true, tell).unwrap();
        assert!(first.iter().all(|check| told(&check) == "loud"), "it ends");
        assert_eq!(second.iter().last().as_ref().map(told), Some("off"));
    }

    #[test]
    fn nothing_is_heard_for_a_window_that_is_closed() {
        let (trial, (tell, heard)) = (Trial::default(), channel());
        let tell = Box::new(move |check| drop(tell.send(check)));
        trial.hear(|| Ok(Box::new(Hum(usize::MAX))), || false, tell).unwrap();
        assert_eq!(heard.iter().map(|check| told(&check)).collect::<Vec<_>>(), ["off"]);
    }

    #[test]
    fn a_microphone_that_cannot_be_opened_says_why() {
        let (trial, (tell, heard)) = (Trial::default(), channel());
        let tell = Box::new(move |check| drop(tell.send(check)));
        let refused = || Err(Error::Usage("it is busy".to_owned()));
        trial.hear(refused, || true, tell).unwrap();
        let Check::Failed(refusal) = heard.recv().unwrap() else { panic!("it failed") };
        assert_eq!(refusal.message, "it is busy");
    }
}
