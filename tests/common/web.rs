//! A web server that does what a test says, over real sockets.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

/// What somebody asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked {
    pub(crate) method: String,
    pub(crate) path: String,
    /// Names in small letters, values as they came.
    pub(crate) headers: Vec<(String, String)>,
    /// What was sent with it.
    pub(crate) body: Vec<u8>,
    /// The first byte that is wanted, where a part is wanted.
    pub(crate) from: Option<usize>,
    /// How many asked before.
    pub(crate) before: usize,
}

/// What is answered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: Vec<u8>,
    /// After so many bytes of the body the connection ends.
    pub(crate) cut: Option<usize>,
    /// After so many bytes nothing comes any more, and the connection stays.
    pub(crate) stall: Option<usize>,
    /// Nothing comes at all, and the connection stays.
    pub(crate) silent: bool,
}

impl Asked {
    /// What a header says; the first one, where there are several.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(of, _)| of == name).map(|(_, value)| value.as_str())
    }
}

/// See the module. It goes on to the end of the test program.
pub(crate) struct Web {
    pub(crate) address: String,
    asked: Arc<Mutex<Vec<Asked>>>,
}

type Play = dyn Fn(&Asked) -> Answer + Send + Sync;

impl Web {
    pub(crate) fn new(play: impl Fn(&Asked) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::<Mutex<Vec<Asked>>>::default();
        let (log, play): (_, Arc<Play>) = (Arc::clone(&asked), Arc::new(play));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (log, play) = (Arc::clone(&log), Arc::clone(&play));
                std::thread::spawn(move || serve(stream, &log, play.as_ref()));
            }
        });
        Self { address, asked }
    }

    /// Everything that was asked for.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A server that gives a file as it should, in parts where parts are asked for.
pub(crate) fn file(asked: &Asked, bytes: &[u8]) -> Answer {
    match asked.from {
        Some(from) if from < bytes.len() => Answer {
            status: 206,
            headers: vec![(
                "content-range",
                format!("bytes {from}-{}/{}", bytes.len() - 1, bytes.len()),
            )],
            body: bytes[from..].to_vec(),
            ..Answer::default()
        },
        Some(_) => Answer { status: 416, ..Answer::default() },
        None => Answer { status: 200, body: bytes.to_vec(), ..Answer::default() },
    }
}

/// One connection, one answer; whom it is no use to has gone.
fn serve(mut stream: TcpStream, log: &Mutex<Vec<Asked>>, play: &Play) {
    let Some(asked) = read(&stream, log) else { return };
    let Answer { status, headers, body, cut, stall, silent } = play(&asked);
    let mut head = format!("HTTP/1.1 {status} Fine\r\ncontent-length: {}\r\n", body.len());
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("connection: close\r\n\r\n");
    let sent = cut.or(stall).unwrap_or(body.len()).min(body.len());
    let write = |stream: &mut TcpStream| {
        stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body[..sent]))
    };
    let written = silent || write(&mut stream).is_ok();
    if written && (silent || stall.is_some()) {
        // Until the other side gives up.
        let _end = BufReader::new(stream).read_line(&mut String::new());
    }
}

fn read(stream: &TcpStream, log: &Mutex<Vec<Asked>>) -> Option<Asked> {
    let mut reader = BufReader::new(stream);
    let mut line = || {
        let mut line = String::new();
        reader.read_line(&mut line).ok().map(|_| line.trim_end().to_owned())
    };
    let first = line()?;
    let (method, rest) = first.split_once(' ')?;
    let path = rest.split(' ').next()?.to_owned();
    let mut headers = Vec::new();
    while let Some(line) = line().filter(|line| !line.is_empty()) {
        let (name, value) = line.split_once(':')?;
        headers.push((name.to_lowercase(), value.trim().to_owned()));
    }
    let from = |value: &str| {
        value.strip_prefix("bytes=").and_then(|range| range.strip_suffix('-')).map(str::to_owned)
    };
    let asked = Asked { method: method.to_owned(), path, headers, ..Asked::default() };
    let from = asked.header("range").and_then(from).map(|from| from.parse().unwrap());
    let length = asked.header("content-length").map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
    let asked = Asked { from, body, before: log.len(), ..asked };
    log.push(asked.clone());
    Some(asked)
}
