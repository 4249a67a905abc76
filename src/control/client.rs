//! The side of who asks: the command line, and a second start of the app.

use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::Duration;

use super::protocol::{Answer, Ask, Status};
use super::socket::{Connection, Line, is_late};
use crate::clock::{Clock, rest};
use crate::error::{Error, Result};

/// An app that works answers at once; opening a slow microphone takes longest.
const PATIENCE: Duration = Duration::from_secs(5);

/// So long after its claim the app listens, even on a machine that has just been started.
const START: Duration = Duration::from_secs(10);

/// How often an app that starts is asked.
const POLL: Duration = Duration::from_millis(20);

/// Asks the app that listens at this path, and gives how things stand then.
///
/// # Errors
/// When no app runs, it does not answer in time, or it refuses.
pub fn ask(path: &Path, ask: &Ask) -> Result<Status> {
    exchange(path, ask, PATIENCE)
}

/// Asks an app that may have only just been started, and does not listen yet.
///
/// # Errors
/// As [`ask`].
pub fn ask_starting(path: &Path, ask: &Ask) -> Result<Status> {
    let clock = Clock::real();
    let start = clock.now();
    loop {
        match exchange(path, ask, PATIENCE) {
            Err(Error::NotRunning) if clock.now().since(start) < START => rest(POLL),
            answer => return answer,
        }
    }
}

/// Tells how things stand, now and after each change, until `tell` says no or the app ends.
///
/// # Errors
/// When no app runs, it does not answer in time, or it refuses. The end of the app is none.
pub fn follow(path: &Path, tell: &mut dyn FnMut(Status) -> bool) -> Result<()> {
    let connection = connect(path, PATIENCE)?;
    let sent = connection.tell(&Ask::Status { follow: true });
    let mut lines = connection.lines();
    let mut goes_on = tell(answer(lines.next(Some(PATIENCE)), sent)?);
    while goes_on {
        goes_on = match lines.next(None) {
            Ok(Line::Whole(line)) => tell(read(&line)?),
            // A follower is dropped when the app ends, and one that lags too far behind.
            Ok(Line::End) | Err(_) => return Ok(()),
            Ok(Line::TooLong) => return Err(strange()),
        };
    }
    Ok(())
}

pub(super) fn exchange(path: &Path, ask: &Ask, patience: Duration) -> Result<Status> {
    let connection = connect(path, patience)?;
    let sent = connection.tell(ask);
    answer(connection.lines().next(Some(patience)), sent)
}

fn connect(path: &Path, patience: Duration) -> Result<Connection> {
    Connection::to(path, patience).map_err(|source| match source.kind() {
        // Nothing listens where no socket is or can be.
        ErrorKind::NotFound
        | ErrorKind::ConnectionRefused
        | ErrorKind::NotADirectory
        | ErrorKind::InvalidInput => Error::NotRunning,
        _ if is_late(&source) => silent(),
        _ => Error::io("connect to", path)(source),
    })
}

/// What came back. Who is turned away may find that out only by reading, after sending failed.
fn answer(line: io::Result<Line>, sent: io::Result<()>) -> Result<Status> {
    match line {
        Ok(Line::Whole(line)) => read(&line),
        Ok(Line::TooLong) => Err(strange()),
        Err(error) if is_late(&error) => Err(silent()),
        Ok(Line::End) | Err(_) => {
            let why = sent.err().map_or_else(String::new, |error| format!(" ({error})"));
            Err(Error::App { problem: format!("broke off without an answer{why}; try again") })
        }
    }
}

fn read(line: &[u8]) -> Result<Status> {
    match Answer::parse(line).ok_or_else(strange)? {
        Answer::Status(status) => Ok(status),
        Answer::Refused { code, message } => Err(Error::Refused { code, message }),
    }
}

fn silent() -> Error {
    let problem = "runs and does not answer; end its process and start it again".to_owned();
    Error::App { problem }
}

fn strange() -> Error {
    let problem = "answers in a way that this program does not understand; start the app again, \
                   so that both are of the same version";
    Error::App { problem: problem.to_owned() }
}
