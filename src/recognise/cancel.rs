//! Calls off one job and no other. Who gives the job out keeps it, who runs the job heeds it.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Canceller;

/// Belongs to one job. Clones are the same one.
#[derive(Clone, Default)]
pub struct Cancel(Arc<Mutex<Stage>>);

/// How far the job is.
#[derive(Default)]
enum Stage {
    /// Nothing of it runs: it has not begun, is between two runs, or is over.
    #[default]
    Resting,
    /// This ends its run.
    Running(Canceller),
    /// It was called off, and nothing of it runs any more.
    CalledOff,
}

impl Cancel {
    /// Calls the job off: its run ends early, and those to come do not begin. A job that is over
    /// does not mind.
    pub fn cancel(&self) {
        if let Stage::Running(canceller) = std::mem::replace(&mut *self.stage(), Stage::CalledOff) {
            canceller();
        }
    }

    /// Whether the job was called off.
    pub fn is_cancelled(&self) -> bool {
        matches!(*self.stage(), Stage::CalledOff)
    }

    /// Does one run of the job, which `canceller` ends early. None if the job was called off.
    pub fn during<T>(&self, canceller: Canceller, run: impl FnOnce() -> T) -> Option<T> {
        let _over = self.begin(canceller)?;
        Some(run())
    }

    /// Looking and beginning are one step: no cancel is lost between them.
    fn begin(&self, canceller: Canceller) -> Option<Over<'_>> {
        let mut stage = self.stage();
        if matches!(*stage, Stage::CalledOff) {
            return None;
        }
        *stage = Stage::Running(canceller);
        Some(Over(self))
    }

    fn stage(&self) -> MutexGuard<'_, Stage> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Cancel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cancel").field(&self.is_cancelled()).finish()
    }
}

/// The end of a run, also by a panic: from now on nothing must be told to whatever ran.
struct Over<'a>(&'a Cancel);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        let mut stage = self.0.stage();
        if matches!(*stage, Stage::Running(_)) {
            *stage = Stage::Resting;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    fn counting() -> (Arc<AtomicU32>, Canceller) {
        let count = Arc::<AtomicU32>::default();
        let counted = Arc::clone(&count);
        (
            count,
            Arc::new(move || {
                counted.fetch_add(1, Ordering::SeqCst);
            }),
        )
    }

    #[test]
    fn what_was_called_off_before_does_not_begin() {
        let cancel = Cancel::default();
        cancel.cancel();
        let (told, canceller) = counting();
        assert_eq!(cancel.during(canceller, || "it ran"), None);
        assert_eq!(told.load(Ordering::SeqCst), 0);
    }

    #[test]
    fn a_run_is_told_once_and_the_next_one_of_the_job_does_not_begin() {
        let (cancel, (told, canceller)) = (Cancel::default(), counting());
        let ran = cancel.during(Arc::clone(&canceller), || {
            cancel.cancel();
            cancel.cancel();
        });
        assert_eq!((ran, told.load(Ordering::SeqCst)), (Some(()), 1));
        assert_eq!(cancel.during(canceller, || ()), None);
    }

    #[test]
    fn what_is_over_is_told_nothing() {
        let (cancel, (told, canceller)) = (Cancel::default(), counting());
        assert_eq!(cancel.during(canceller, || 1), Some(1));
        cancel.cancel();
        assert_eq!(told.load(Ordering::SeqCst), 0);
    }
}
