//! Waiting for other programs, which tell nobody when they are ready.

use std::process::{Child, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use aloud::clock::{Clock, rest};

/// How often is looked. Short against what is measured with it, long against a look.
const POLL: Duration = Duration::from_millis(20);

/// Set to give up every wait, so that what waits unwinds and ends what it started.
pub(crate) static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Looks again and again until there is something, and gives that.
///
/// # Panics
/// When there is nothing within `limit`: a test that waits for nothing has failed.
pub(crate) fn until<T>(what: &str, limit: Duration, mut look: impl FnMut() -> Option<T>) -> T {
    until_right(what, limit, || look().ok_or_else(|| "nothing".to_owned()))
}

/// The same, and tells what there was instead.
///
/// # Panics
/// When it is not right within `limit`.
pub(crate) fn until_right<T>(
    what: &str,
    limit: Duration,
    mut look: impl FnMut() -> Result<T, String>,
) -> T {
    let clock = Clock::real();
    let start = clock.now();
    loop {
        let instead = match look() {
            Ok(found) => return found,
            Err(instead) => instead,
        };
        assert!(!INTERRUPTED.load(Ordering::Relaxed), "interrupted while waiting for {what}");
        let waited = clock.now().since(start);
        assert!(waited < limit, "waited {limit:?} in vain for {what}; there is {instead}");
        rest(POLL);
    }
}

/// Waits for the end of a program.
pub(crate) fn end_of(child: &mut Child, what: &str, limit: Duration) -> ExitStatus {
    until(what, limit, || child.try_wait().expect("the state of a child can be asked for"))
}
