//! The app's side: a thread that lets clients in, and one for each of them.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use super::Desk;
use super::board::Version;
use super::clients::{Clients, MOST, Seat};
use super::instance::Instance;
use super::protocol::{Answer, Ask, LONGEST_LINE};
use super::socket::{Connection, Door, Line};
use crate::clock::rest;
use crate::error::{Error, Result};

/// A line must be whole, and an answer taken, within this time. A program that asks does both
/// at once.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long the end waits for answers that are being written, such as that to `quit`.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// When the system lets nobody in, as when files have run out, it is asked again after this.
const CLOSED_DOOR: Duration = Duration::from_millis(200);

/// Answers at the control socket for as long as it lives.
#[derive(Debug)]
pub struct Server {
    room: Arc<Room>,
    socket: PathBuf,
    doorkeeper: Option<JoinHandle<()>>,
    /// Another app may start once its own socket is gone.
    _instance: Instance,
}

/// What the threads share.
struct Room {
    desk: Arc<dyn Desk>,
    clients: Arc<Clients>,
    is_closing: AtomicBool,
    patience: Duration,
}

impl Server {
    /// Listens at the socket of this instance. What a crash left there is replaced.
    ///
    /// # Errors
    /// When somebody answers there, when something else lies there, or when the system has no
    /// socket for this path.
    pub fn open(instance: &Instance, desk: Arc<dyn Desk>) -> Result<Self> {
        Self::with_patience(instance, desk, PATIENCE)
    }

    pub(super) fn with_patience(
        instance: &Instance,
        desk: Arc<dyn Desk>,
        patience: Duration,
    ) -> Result<Self> {
        let socket = instance.socket().to_path_buf();
        clear(&socket, patience)?;
        let door = Door::open(&socket).map_err(|source| no_socket(&socket, source))?;
        let (clients, is_closing) = (Arc::default(), AtomicBool::new(false));
        let room = Arc::new(Room { desk, clients, is_closing, patience });
        let doorkeeper = {
            let (room, thread) = (Arc::clone(&room), Builder::new().name("control".to_owned()));
            thread.spawn(move || room.let_in(&door)).map_err(Error::io("serve", &socket))?
        };
        let (doorkeeper, instance) = (Some(doorkeeper), instance.clone());
        Ok(Self { room, socket, doorkeeper, _instance: instance })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.room.is_closing.store(true, Ordering::SeqCst);
        // The doorkeeper waits for a client. Where none can come, it waits until the end.
        let knocked = Connection::to(&self.socket, LAST_WORDS).is_ok();
        if let Some(doorkeeper) = self.doorkeeper.take().filter(|_| knocked) {
            // A panic there has been printed, and there is nothing left to end.
            let _ = doorkeeper.join();
        }
        self.room.clients.end();
        self.room.desk.board().wake();
        // With a limit, because the app may be dropping this while it answers a client.
        self.room.clients.outlast(LAST_WORDS);
    }
}

impl Room {
    fn let_in(self: Arc<Self>, door: &Door) {
        loop {
            let accepted = door.accept(self.patience);
            if self.is_closing.load(Ordering::SeqCst) {
                return;
            }
            match accepted {
                Ok(Some(connection)) => self.receive(connection),
                Ok(None) => tracing::warn!("another user tried to use the control socket"),
                Err(error) => {
                    tracing::warn!(%error, "the control socket lets nobody in");
                    rest(CLOSED_DOOR);
                }
            }
        }
    }

    fn receive(self: &Arc<Self>, connection: Connection) {
        match self.clients.seat(connection) {
            Ok(seat) => {
                let (room, thread) = (Arc::clone(self), Builder::new().name("client".to_owned()));
                if let Err(error) = thread.spawn(move || room.serve(&seat)) {
                    tracing::warn!(%error, "no thread for a client of the control socket");
                }
            }
            // Nothing was written to it yet, so this does not wait for its reader.
            Err(connection) => drop(connection.tell(&Answer::from(crowded()))),
        }
    }

    fn serve(&self, seat: &Seat) {
        if let Err(error) = self.converse(&seat.connection) {
            tracing::debug!(%error, "a client of the control socket was dropped");
        }
    }

    fn converse(&self, connection: &Arc<Connection>) -> io::Result<()> {
        let mut lines = connection.lines();
        loop {
            match lines.next(Some(self.patience))? {
                Line::Whole(line) => match Ask::parse(&line) {
                    Ok(Ask::Status { follow: true }) => return self.keep_told(connection),
                    Ok(ask) => connection.tell(&self.answer(ask))?,
                    Err(error) => connection.tell(&Answer::from(error))?,
                },
                Line::TooLong => {
                    let limit = format!("a line may have at most {LONGEST_LINE} bytes");
                    return connection.tell(&Answer::from(Error::Usage(limit)));
                }
                Line::End => return Ok(()),
            }
        }
    }

    fn answer(&self, ask: Ask) -> Answer {
        match ask {
            Ask::Status { .. } => Answer::Status(self.desk.board().latest()),
            deed => self.desk.ask(deed).map_or_else(Answer::from, Answer::Status),
        }
    }

    /// Tells how things stand, now and after each change, until the client goes.
    fn keep_told(&self, connection: &Arc<Connection>) -> io::Result<()> {
        let board = self.desk.board();
        let watcher = {
            let (connection, desk) = (Arc::clone(connection), Arc::clone(&self.desk));
            move || {
                connection.outlast();
                desk.board().wake();
            }
        };
        Builder::new().name("client-watch".to_owned()).spawn(watcher)?;
        let mut seen = Version::default();
        while let Some((version, status)) = board.next(seen, || connection.has_ended()) {
            connection.tell(&Answer::Status(status))?;
            seen = version;
        }
        Ok(())
    }
}

/// Makes the place of the socket free. The instance is held, so who left it has ended.
fn clear(socket: &Path, patience: Duration) -> Result<()> {
    if Connection::to(socket, patience).is_ok() {
        let problem = format!("answers at {} already; end it first", socket.display());
        return Err(Error::App { problem });
    }
    match socket.symlink_metadata() {
        Ok(there) if is_socket(&there) => {
            std::fs::remove_file(socket).map_err(Error::io("remove", socket))
        }
        Ok(_) => {
            let problem = "the control socket belongs here; move this file away".to_owned();
            Err(Error::File { path: socket.to_path_buf(), problem })
        }
        // Whatever keeps it from being seen keeps the socket from being made, and that says why.
        Err(_) => Ok(()),
    }
}

#[cfg(unix)]
fn is_socket(there: &std::fs::Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_socket(&there.file_type())
}

#[cfg(not(unix))]
fn is_socket(_: &std::fs::Metadata) -> bool {
    false
}

fn no_socket(socket: &Path, source: io::Error) -> Error {
    if source.kind() == io::ErrorKind::InvalidInput {
        let problem = "this path is too long for a socket; set ALOUD_HOME to a shorter folder";
        return Error::File { path: socket.to_path_buf(), problem: problem.to_owned() };
    }
    Error::io("listen at", socket)(source)
}

fn crowded() -> Error {
    let problem = format!("is being asked by {MOST} programs; try again when one has gone");
    Error::App { problem }
}

impl std::fmt::Debug for Room {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Room").field("clients", &self.clients).finish_non_exhaustive()
    }
}
