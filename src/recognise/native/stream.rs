//! Models that are fed while somebody speaks.
//!
//! Written against the engine's interface and its source; no model of such a family was at hand,
//! so nothing in this file has run with one. The engine's own commit policy is right for live
//! text: it takes the boundary that the model's family gives, where there is one. The families'
//! extensions are left alone, since each of them stands for "as the makers measured it" when it
//! is absent.

use std::mem::take;

use native::Stream;
use self_cell::{MutBorrow, self_cell};

use super::engine::{broken_off, decoded, failure, survived};
use super::{Native, native};
use crate::recognise::growing::Growing;
use crate::recognise::{BrokenOff, Failure, Hypothesis, Live, Request, Streaming};

self_cell!(
    /// A stream with the session that it borrows.
    struct Running {
        owner: MutBorrow<native::Session>,

        #[covariant]
        dependent: Stream,
    }
);

/// The one stream of a model. It has a session of its own, so a run in another one meets the
/// engine's own refusal, [`Failure::Busy`], while it is open.
#[derive(Default)]
pub(super) enum Stage {
    /// There was none yet.
    #[default]
    Unused,
    /// The session waits for the next one, with the memory that it has.
    Closed(native::Session),
    /// It is fed.
    Open(Open),
}

pub(super) struct Open {
    running: Running,
    growing: Growing,
    /// The language that it was told.
    told: Option<String>,
}

impl Streaming for Native {
    fn begin(&mut self, request: &Request) -> Result<(), Failure> {
        self.abandon();
        let begun = if self.turns.is_cancelled() {
            Err(Failure::Cancelled)
        } else {
            self.open_stream(request)
        };
        self.turns.pass();
        begun
    }

    fn feed(&mut self, audio: &[f32]) -> Result<Live, Failure> {
        let fed = match &mut self.stream {
            Stage::Unused | Stage::Closed(_) => Err(none_is_open()),
            Stage::Open(_) if self.turns.is_cancelled() => Err(Failure::Cancelled),
            Stage::Open(open) => open.feed(audio),
        };
        if fed.is_err() {
            self.abandon();
        }
        self.turns.pass();
        fed
    }

    fn finish(&mut self) -> Result<Hypothesis, Failure> {
        let finished = match &mut self.stream {
            Stage::Unused | Stage::Closed(_) => Err(none_is_open()),
            Stage::Open(_) if self.turns.is_cancelled() => Err(Failure::Cancelled),
            Stage::Open(open) => open.finish(),
        };
        self.abandon();
        self.turns.pass();
        finished
    }

    fn abandon(&mut self) {
        self.stream = match take(&mut self.stream) {
            Stage::Open(open) => Stage::Closed(open.running.into_owner().into_inner()),
            stage @ (Stage::Unused | Stage::Closed(_)) => stage,
        };
    }
}

impl Native {
    fn open_stream(&mut self, request: &Request) -> Result<(), Failure> {
        let (told, _) = self.language(request, false);
        let options = self.options(request, told.clone())?;
        let session = match take(&mut self.stream) {
            Stage::Closed(session) => session,
            Stage::Unused | Stage::Open(_) => {
                self.full.session(self.threads, &self.turns).map_err(|error| failure(&error))?
            }
        };
        let policy = native::StreamOptions::default();
        let begun = Running::try_new_or_recover(MutBorrow::new(session), |session| {
            session.borrow_mut().stream(&options, &policy)
        });
        match begun {
            Ok(running) => {
                self.stream = Stage::Open(Open { running, growing: Growing::default(), told });
                Ok(())
            }
            Err((session, error)) => {
                self.stream = Stage::Closed(session.into_inner());
                Err(failure(&error))
            }
        }
    }
}

impl Open {
    fn feed(&mut self, audio: &[f32]) -> Result<Live, Failure> {
        self.running.with_dependent_mut(|_, stream| {
            // No samples at all would be refused.
            if !audio.is_empty() {
                stream.feed(audio).map_err(|error| failure(&error))?;
            }
            if stream.was_aborted() {
                return Err(Failure::Cancelled);
            }
            stream.last_status().map_or(Ok(()), |error| Err(failure(&error)))
        })?;
        let text = self.running.borrow_dependent().text();
        Ok(self.growing.follow(&text.committed, &text.tentative))
    }

    /// The model's last word on everything: where it took back what it had committed, this is
    /// right, and that was shown too early.
    fn finish(&mut self) -> Result<Hypothesis, Failure> {
        let (ended, transcript) = self.running.with_dependent_mut(|_, stream| {
            let ended = match stream.finalize() {
                Ok(_) if stream.was_aborted() => Ok(Some(BrokenOff::Aborted)),
                Ok(_) => Ok(None),
                Err(error) => broken_off(&error).map(Some).ok_or_else(|| failure(&error)),
            };
            (ended, stream.snapshot())
        });
        let told = self.told.clone();
        let decoded = match ended? {
            None => decoded(transcript, told, None),
            Some(why) => survived(why, transcript, told)?,
        };
        Ok(decoded.hypothesis)
    }
}

fn none_is_open() -> Failure {
    Failure::Other("no stream is open".to_owned())
}
