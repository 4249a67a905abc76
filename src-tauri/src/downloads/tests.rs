//! Files that are fetched from real servers on this machine.

use std::path::Path;
use std::sync::mpsc::channel;

use aloud::home::Home;
use aloud::models::download::Wanted;
use tempfile::TempDir;

use super::*;
use crate::ipc::DownloadState;

#[path = "../../../tests/common/web.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "a test ends where it cannot go on, and uses its own part"
)]
mod web;

use web::{Answer, Asked, Web, file};

/// In the catalogue.
const ID: &str = "whisper-tiny";
const FILE: &str = "whisper-tiny-Q8_0.gguf";

fn bytes() -> Vec<u8> {
    (0_u32..100_000).flat_map(|at| at.wrapping_mul(2_654_435_761).to_le_bytes()).collect()
}

/// What it hashes to, as the servers here list it.
const HASH: &str = "6899be7bb4c845a914bb47265b1124653015b95fe6fd02aaa9c2a7241392b9a6";

fn listed(asked: &Asked) -> Answer {
    let mut answer = file(asked, &bytes());
    answer.headers.push(("x-linked-etag", format!("\"{HASH}\"")));
    answer
}

fn order_of(web: &Web) -> Order {
    Order {
        id: ID.to_owned(),
        name: "Whisper Tiny".to_owned(),
        wanted: Wanted {
            name: FILE.to_owned(),
            size: bytes().len() as u64,
            sha256: None,
            sources: vec![format!("{}/{FILE}", web.address)],
        },
    }
}

/// A home with its downloads, and what is told of them.
struct Room {
    home: TempDir,
    downloads: Downloads,
    tidings: Receiver<Tiding>,
}

impl Room {
    fn new() -> Self {
        Self::again(tempfile::tempdir().unwrap())
    }

    /// Another run of the app.
    fn again(home: TempDir) -> Self {
        let folders = Home::resolve(
            |name| (name == "ALOUD_HOME").then(|| home.path().as_os_str().to_owned()),
            None,
        )
        .unwrap();
        let (sender, tidings) = channel();
        let options = Options {
            stall: Duration::from_secs(60),
            pause: Duration::from_micros(100),
            proxies: false,
        };
        let store = Store::new(&folders);
        let place = Place { folder: folders.models, store, options };
        let downloads = Downloads::open(place, Box::new(move |tiding| drop(sender.send(tiding))));
        Self { home, downloads, tidings }
    }

    fn models(&self) -> &Path {
        self.home.path()
    }

    fn file(&self, name: &str) -> PathBuf {
        let folder = self.downloads.0.place.folder.clone();
        assert!(folder.starts_with(self.models()));
        folder.join(name)
    }

    /// Waits until this is told.
    fn until(&self, what: &str, wanted: impl Fn(&Tiding) -> bool) -> Tiding {
        let patience = Duration::from_secs(60);
        loop {
            let tiding = self.tidings.recv_timeout(patience);
            let tiding = tiding.unwrap_or_else(|error| panic!("{what}: {error}"));
            if wanted(&tiding) {
                return tiding;
            }
        }
    }

    fn until_state(&self, what: &str, wanted: impl Fn(&DownloadState) -> bool) -> Download {
        let is_it = |tiding: &Tiding| match tiding {
            Tiding::Now(list) => list.first().is_some_and(|first| wanted(&first.progress)),
            Tiding::There(_) => false,
        };
        match self.until(what, is_it) {
            Tiding::Now(mut list) => list.remove(0),
            Tiding::There(_) => unreachable!("it is none"),
        }
    }
}

#[test]
fn what_is_wanted_comes_and_is_no_longer_listed() {
    let (room, web) = (Room::new(), Web::new(listed));
    room.downloads.want(order_of(&web)).unwrap();
    room.until("the file", |tiding| *tiding == Tiding::There(FILE.to_owned()));
    room.until("the end", |tiding| *tiding == Tiding::Now(Vec::new()));
    assert!(std::fs::read(room.file(FILE)).unwrap() == bytes());
}

#[test]
fn what_is_paused_goes_on_where_it_was_also_in_another_run_of_the_app() {
    let web = Web::new(|asked| {
        let stall = (asked.before == 0).then_some(150_000);
        Answer { stall, ..listed(asked) }
    });
    let room = Room::new();
    room.downloads.want(order_of(&web)).unwrap();
    let is_there = |list: &[Download]| list.first().is_some_and(|first| first.bytes == 150_000);
    room.until("a part", |tiding| matches!(tiding, Tiding::Now(list) if is_there(list)));
    room.downloads.pause(ID);
    room.until_state("the pause", |state| *state == DownloadState::Paused);
    // As at the end of the app, which waits for the thread.
    room.downloads.end();

    let room = Room::again(room.home);
    let [left] = &room.downloads.list()[..] else { panic!("it is listed") };
    assert_eq!((left.id.as_str(), left.bytes), (ID, 150_000));
    assert_eq!(left.progress, DownloadState::Paused);
    room.downloads.want(order_of(&web)).unwrap();
    room.until("the file", |tiding| *tiding == Tiding::There(FILE.to_owned()));
    assert_eq!(
        web.asked().iter().map(|asked| asked.from).collect::<Vec<_>>(),
        [None, Some(150_000)]
    );
    assert!(std::fs::read(room.file(FILE)).unwrap() == bytes());
}

#[test]
fn what_is_cancelled_leaves_nothing_behind() {
    let web = Web::new(|asked| Answer { stall: Some(150_000), ..listed(asked) });
    let room = Room::new();
    room.downloads.want(order_of(&web)).unwrap();
    room.until_state("a part", |state| matches!(state, DownloadState::Running { .. }));
    room.downloads.cancel(ID).unwrap();
    room.until("the end", |tiding| *tiding == Tiding::Now(Vec::new()));
    room.downloads.end();
    assert_eq!(std::fs::read_dir(room.file("")).unwrap().count(), 0);
    // One that rests is removed as well.
    std::fs::write(room.file(&format!("{FILE}.part")), b"12345").unwrap();
    let room = Room::again(room.home);
    assert_eq!(room.downloads.list().len(), 1);
    room.downloads.cancel(ID).unwrap();
    assert_eq!(room.downloads.list(), []);
    assert_eq!(std::fs::read_dir(room.file("")).unwrap().count(), 0);
}

#[test]
fn what_nobody_has_says_so_and_does_not_hold_up_the_next() {
    let missing = Web::new(|_| Answer { status: 404, ..Answer::default() });
    let web = Web::new(listed);
    let room = Room::new();
    let another = Order { id: "another".to_owned(), ..order_of(&missing) };
    let wanted = Wanted { name: "another.gguf".to_owned(), ..another.wanted };
    room.downloads.want(Order { wanted, ..another }).unwrap();
    room.downloads.want(order_of(&web)).unwrap();
    room.until("the file", |tiding| *tiding == Tiding::There(FILE.to_owned()));
    let [failed] = &room.downloads.list()[..] else { panic!("it is listed") };
    let DownloadState::Failed { code, message } = &failed.progress else { panic!("{failed:?}") };
    assert_eq!(code, "download");
    assert!(message.starts_with("cannot fetch another.gguf: 127.0.0.1: "), "{message}");
}

#[test]
fn what_is_not_in_the_catalogue_is_refused() {
    let refused = Room::new().downloads.fetch("whisper-enormous").unwrap_err();
    assert!(refused.to_string().contains("whisper-enormous"), "{refused}");
}
