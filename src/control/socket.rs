//! The only file that names the socket: listening, connecting, and lines with a time limit.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use interprocess::ConnectWaitMode;
use interprocess::local_socket::prelude::*;
use interprocess::local_socket::{
    ConnectOptions, GenericFilePath, GenericNamespaced, Listener, ListenerOptions, Name, Stream,
};
use serde::Serialize;

use super::protocol::LONGEST_LINE;
use crate::clock::{Clock, Moment};

/// A socket that others can connect to. Its file goes with it.
#[derive(Debug)]
pub(super) struct Door {
    listener: Listener,
    owner: Owner,
}

/// Who may come in: the user who made the socket.
#[derive(Clone, Copy, Debug)]
struct Owner(Option<u32>);

impl Door {
    /// Listens at a path where no file is.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let listener = listen(path)?;
        Ok(Self { listener, owner: Owner::of(path)? })
    }

    /// Waits for the next one who connects. Another user is turned away: none.
    pub(super) fn accept(&self, patience: Duration) -> io::Result<Option<Connection>> {
        let stream = self.listener.accept()?;
        Ok(self.owner.is_peer(&stream).then(|| Connection::of(stream, patience)))
    }
}

/// What a line turned out to be.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A line, without its end.
    Whole(Vec<u8>),
    /// More than [`LONGEST_LINE`], of which no more is read.
    TooLong,
    /// The other side has gone, maybe in the middle of a line.
    End,
}

/// One side of a conversation.
#[derive(Debug)]
pub(super) struct Connection {
    stream: Stream,
    ended: AtomicBool,
    clock: Clock,
}

impl Connection {
    /// Connects to who listens at this path. Whatever is written must be taken within this time.
    pub(super) fn to(path: &Path, patience: Duration) -> io::Result<Self> {
        let wait = ConnectWaitMode::Timeout(patience);
        let stream = ConnectOptions::new().name(name(path)?).wait_mode(wait).connect_sync()?;
        Ok(Self::of(stream, patience))
    }

    fn of(stream: Stream, patience: Duration) -> Self {
        // Named pipes have no such limit, so on Windows who never reads keeps a thread busy.
        let _ = stream.set_send_timeout(Some(patience));
        Self { stream, ended: AtomicBool::new(false), clock: Clock::real() }
    }

    /// Sends an object as one line.
    pub(super) fn tell(&self, object: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(object)?;
        line.push(b'\n');
        self.say(&line)
    }

    /// Sends bytes as they are.
    pub(super) fn say(&self, bytes: &[u8]) -> io::Result<()> {
        (&self.stream).write_all(bytes)
    }

    /// The lines of the other side.
    pub(super) fn lines(&self) -> Lines<'_> {
        Lines(BufReader::new(Timed { connection: self, until: None }))
    }

    /// Reads nothing more: a read that waits ends. What is being written is still written.
    pub(super) fn end(&self) {
        self.ended.store(true, Ordering::SeqCst);
        #[cfg(unix)]
        {
            let Stream::UdSocket(stream) = &self.stream;
            // It fails when the other side has gone, and then nothing waits.
            let _ = stream.inner().shutdown(std::net::Shutdown::Read);
        }
    }

    /// Whether one of the two has ended it.
    pub(super) fn has_ended(&self) -> bool {
        self.ended.load(Ordering::SeqCst)
    }

    /// Waits until the other side goes; what it says is passed over.
    pub(super) fn outlast(&self) {
        let mut timed = Timed { connection: self, until: None };
        let _ = io::copy(&mut timed, &mut io::sink());
        self.end();
    }
}

/// See [`Connection::lines`].
pub(super) struct Lines<'a>(BufReader<Timed<'a>>);

impl Lines<'_> {
    /// The next line, which must be whole within this time.
    pub(super) fn next(&mut self, limit: Option<Duration>) -> io::Result<Line> {
        let timed = self.0.get_mut();
        timed.until = limit.map(|limit| timed.connection.clock.now() + limit);
        read_line(&mut self.0)
    }
}

/// Reads a line without taking more into memory than a line may have.
fn read_line(reader: &mut impl BufRead) -> io::Result<Line> {
    let mut line = Vec::new();
    reader.take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line)?;
    Ok(match line.pop_if(|byte| *byte == b'\n') {
        Some(_) => Line::Whole(line),
        None if line.len() > LONGEST_LINE => Line::TooLong,
        None => Line::End,
    })
}

/// Whether an error says that time ran out.
pub(super) fn is_late(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock)
}

/// Reads until a moment, however many bytes come one by one.
struct Timed<'a> {
    connection: &'a Connection,
    until: Option<Moment>,
}

impl Read for Timed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Connection { stream, clock, .. } = self.connection;
        let left = self.until.map(|until| until.since(clock.now()));
        if left.is_some_and(|left| left.is_zero()) {
            return Err(ErrorKind::TimedOut.into());
        }
        // Named pipes have no such limit; there the moment only counts between two reads.
        let _ = stream.set_recv_timeout(left);
        (&mut &*stream).read(buffer)
    }
}

/// On Windows sockets have no place in the file system, but a common space of names.
fn name(path: &Path) -> io::Result<Name<'static>> {
    if cfg!(windows) {
        let folder = crc32fast::hash(path.as_os_str().as_encoded_bytes());
        format!("aloud-{folder:08x}").to_ns_name::<GenericNamespaced>()
    } else {
        path.to_path_buf().to_fs_name::<GenericFilePath>()
    }
}

#[cfg(unix)]
fn listen(path: &Path) -> io::Result<Listener> {
    use std::os::unix::fs::PermissionsExt;

    use interprocess::os::unix::local_socket::ListenerOptionsExt;

    let options = || Ok::<_, io::Error>(ListenerOptions::new().name(name(path)?));
    match options()?.mode(0o600).create_sync() {
        // Not every Unix can make it private from the start. Its folder is.
        Err(error) if error.kind() == ErrorKind::Unsupported => {
            let listener = options()?.create_sync()?;
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))?;
            Ok(listener)
        }
        result => result,
    }
}

#[cfg(not(unix))]
fn listen(path: &Path) -> io::Result<Listener> {
    ListenerOptions::new().name(name(path)?).create_sync()
}

impl Owner {
    /// Who made the socket: the user that this process runs as.
    #[cfg(unix)]
    fn of(path: &Path) -> io::Result<Self> {
        Ok(Self(Some(std::os::unix::fs::MetadataExt::uid(&path.symlink_metadata()?))))
    }

    /// A named pipe lets nobody but its maker and administrators write into it.
    #[cfg(not(unix))]
    fn of(_: &Path) -> io::Result<Self> {
        Ok(Self(None))
    }

    #[cfg(unix)]
    fn is_peer(self, stream: &Stream) -> bool {
        stream.peer_creds().is_ok_and(|peer| peer.euid() == self.0)
    }

    #[cfg(not(unix))]
    fn is_peer(self, _: &Stream) -> bool {
        self.0.is_none()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn all_lines(bytes: &[u8]) -> Vec<Line> {
        let mut reader = BufReader::with_capacity(7, bytes);
        let mut lines = Vec::new();
        loop {
            match read_line(&mut reader).unwrap() {
                Line::Whole(line) => lines.push(Line::Whole(line)),
                last => {
                    lines.push(last);
                    return lines;
                }
            }
        }
    }

    #[test]
    fn half_a_line_is_none() {
        let whole = |text: &str| Line::Whole(text.as_bytes().to_vec());
        assert_eq!(all_lines(b"one\n\ntwo"), [whole("one"), whole(""), Line::End]);
        assert_eq!(all_lines(b""), [Line::End]);
    }

    #[test]
    fn a_line_has_an_end_somewhere() {
        let longest = [vec![b'x'; LONGEST_LINE], vec![b'\n']].concat();
        assert_eq!(all_lines(&longest)[0], Line::Whole(vec![b'x'; LONGEST_LINE]));
        assert_eq!(all_lines(&vec![b'x'; LONGEST_LINE + 1]), [Line::TooLong]);
    }

    proptest! {
        #[test]
        fn any_bytes_are_lines(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
            let lines = all_lines(&bytes);
            let ends = bytes.iter().filter(|byte| **byte == b'\n').count();
            prop_assert_eq!(lines.len(), ends + 1);
        }
    }
}
