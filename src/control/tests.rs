//! The server and those who ask it, over real sockets in folders of their own.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Barrier, Mutex};
use std::time::Duration;

use tempfile::TempDir;

use super::client::exchange;
use super::socket::{Connection, Door, Line};
use super::*;
use crate::error::{Error, ErrorKind};
use crate::event::{State, TakeId};
use crate::home::Home;
use crate::settings::Task;

/// Nothing that answers takes so long.
const LONG: Duration = Duration::from_secs(60);

/// Long enough for nothing to be said.
const SHORT: Duration = Duration::from_millis(30);

pub(super) fn idle() -> Status {
    Status {
        state: State::Idle,
        take: None,
        captions: State::Idle,
        overlay: false,
        profile: "dictate".to_owned(),
        task: Task::Transcribe,
        microphone: Some("USB".to_owned()),
        model: ModelStatus::Ready { name: "base".to_owned(), remote: None },
    }
}

pub(super) fn listening(take: u64) -> Status {
    Status { state: State::Listening, take: Some(TakeId(take)), ..idle() }
}

/// An app that does nothing but note what it is asked.
struct Fake {
    board: Board,
    asked: Mutex<Vec<Ask>>,
}

impl Fake {
    fn new() -> Arc<Self> {
        Arc::new(Self { board: Board::new(idle()), asked: Mutex::default() })
    }
}

impl Desk for Fake {
    fn ask(&self, ask: Ask) -> Result<Status> {
        match &ask {
            Ask::Toggle { .. } => self.board.post(listening(1)),
            Ask::Cancel { .. } => panic!("the app has a bug"),
            Ask::Start { profile: Some(name) } => {
                return Err(Error::Usage(format!("there is no profile \"{name}\"")));
            }
            Ask::Start { .. } => {
                return Err(Error::NoDevice { wanted: None, available: Vec::new() });
            }
            _ => {}
        }
        self.asked.lock().unwrap().push(ask);
        Ok(self.board.latest())
    }

    fn board(&self) -> &Board {
        &self.board
    }
}

/// A home with an app in it.
struct House {
    desk: Arc<Fake>,
    server: Option<Server>,
    instance: Instance,
    home: Home,
    _folder: TempDir,
}

fn home_in(folder: &TempDir) -> Home {
    let lookup = |_: &str| Some(folder.path().join("home").into_os_string());
    Home::resolve(lookup, None).unwrap()
}

fn first(home: &Home) -> Instance {
    match Instance::claim(home).unwrap() {
        Claim::First(instance) => instance,
        Claim::Second => panic!("nobody else runs here"),
    }
}

impl House {
    fn new() -> Self {
        Self::with_patience(LONG)
    }

    fn with_patience(patience: Duration) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (home, desk) = (home_in(&folder), Fake::new());
        let instance = first(&home);
        let app = Arc::clone(&desk) as Arc<dyn Desk>;
        let server = Some(Server::with_patience(&instance, app, patience).unwrap());
        Self { desk, server, instance, home, _folder: folder }
    }

    fn socket(&self) -> PathBuf {
        self.home.socket()
    }

    fn ask(&self, ask: &Ask) -> Result<Status> {
        exchange(&self.socket(), ask, LONG)
    }

    fn connect(&self) -> Connection {
        Connection::to(&self.socket(), LONG).unwrap()
    }

    /// Follows on a thread, which hands on what it is told until it ends.
    fn follow(&self) -> Receiver<Status> {
        let (told, heard): (Sender<Status>, _) = channel();
        let socket = self.socket();
        std::thread::spawn(move || {
            follow(&socket, &mut |status| told.send(status).is_ok()).unwrap();
        });
        heard
    }
}

fn status() -> Ask {
    Ask::Status { follow: false }
}

fn next(connection: &Connection) -> Line {
    connection.lines().next(Some(LONG)).unwrap_or(Line::End)
}

fn refusal(line: &Line) -> (String, String) {
    let Line::Whole(line) = line else { panic!("{line:?} is no line") };
    match Answer::parse(line).unwrap() {
        Answer::Refused { code, message } => (code, message),
        Answer::Status(status) => panic!("{status:?} is no refusal"),
    }
}

#[test]
fn what_is_asked_reaches_the_app_and_its_answer_comes_back() {
    let house = House::new();
    assert_eq!(house.ask(&status()).unwrap(), idle());
    let toggle = Ask::Toggle { profile: Some("mail".to_owned()) };
    assert_eq!(house.ask(&toggle).unwrap(), listening(1));
    for ask in [Ask::Stop { profile: None }, Ask::Show, Ask::Quit] {
        house.ask(&ask).unwrap();
    }
    let asked = house.desk.asked.lock().unwrap().clone();
    assert_eq!(asked, [toggle, Ask::Stop { profile: None }, Ask::Show, Ask::Quit]);
}

#[test]
fn a_refusal_keeps_its_kind_and_its_sentence() {
    let house = House::new();
    let error = house.ask(&Ask::Start { profile: Some("x".to_owned()) }).unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (ErrorKind::Usage, "there is no profile \"x\"")
    );
    let error = house.ask(&Ask::Start { profile: None }).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoDevice);
}

#[test]
fn one_connection_may_ask_again_and_again() {
    let house = House::new();
    let connection = house.connect();
    let mut lines = connection.lines();
    for _ in 0..3 {
        connection.tell(&status()).unwrap();
        assert!(matches!(lines.next(Some(LONG)), Ok(Line::Whole(_))));
    }
}

#[test]
fn garbage_is_refused_and_the_next_line_is_answered() {
    let house = House::new();
    let connection = house.connect();
    let mut lines = connection.lines();
    for garbage in [&b"\xff\xfe\0"[..], b"", b"{", b"[1]", b"{\"type\":\"sing\"}", b"null"] {
        connection.say(&[garbage, b"\n"].concat()).unwrap();
        let (code, _) = refusal(&lines.next(Some(LONG)).unwrap());
        assert_eq!(code, "usage", "{garbage:?}");
    }
    connection.tell(&status()).unwrap();
    assert!(matches!(lines.next(Some(LONG)), Ok(Line::Whole(_))));
}

#[test]
fn a_line_without_an_end_is_refused_and_dropped() {
    let house = House::new();
    let connection = house.connect();
    // The server hangs up in the middle of it.
    let _ = connection.say(&vec![b'x'; 1 << 20]);
    let (code, message) = refusal(&next(&connection));
    assert_eq!(code, "usage");
    assert!(message.contains("65536"), "{message}");
    assert_eq!(next(&connection), Line::End);
    assert_eq!(house.ask(&status()).unwrap(), idle());
}

#[test]
fn half_a_line_is_dropped() {
    let house = House::new();
    let connection = house.connect();
    connection.say(br#"{"type":"toggle""#).unwrap();
    drop(connection);
    assert_eq!(house.ask(&status()).unwrap(), idle());
    assert!(house.desk.asked.lock().unwrap().is_empty());
}

#[test]
fn who_says_nothing_is_dropped() {
    let house = House::with_patience(SHORT);
    assert_eq!(next(&house.connect()), Line::End);
}

#[test]
fn who_says_a_line_byte_by_byte_is_dropped() {
    let house = House::with_patience(SHORT);
    let connection = house.connect();
    while connection.say(b" ").is_ok() {}
    assert_eq!(next(&connection), Line::End);
}

#[test]
fn who_never_reads_is_dropped() {
    let house = House::with_patience(SHORT);
    let connection = house.connect();
    let many = b"{\"type\":\"status\"}\n".repeat(1000);
    while connection.say(&many).is_ok() {}
    assert_eq!(house.connect().tell(&status()).ok(), Some(()));
}

#[test]
fn a_bug_of_the_app_ends_one_conversation() {
    let house = House::new();
    let error = house.ask(&Ask::Cancel { profile: None }).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::App, "{error}");
    assert_eq!(house.ask(&status()).unwrap(), idle());
}

#[test]
fn sixteen_may_talk_at_once_and_the_next_is_told_so() {
    let house = House::new();
    let talk = || {
        let connection = house.connect();
        connection.tell(&status()).unwrap();
        assert!(matches!(next(&connection), Line::Whole(_)));
        connection
    };
    let mut all: Vec<Connection> = (0..16).map(|_| talk()).collect();
    let error = house.ask(&status()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::App);
    assert!(error.to_string().contains("16"), "{error}");
    assert!(house.desk.asked.lock().unwrap().is_empty());
    all.pop();
    while house.ask(&status()).is_err() {}
}

#[test]
fn a_follower_gets_what_is_and_each_change_until_the_end() {
    let mut house = House::new();
    let heard = house.follow();
    assert_eq!(heard.recv(), Ok(idle()));
    for take in 1..=5 {
        house.desk.board.post(listening(take));
        assert_eq!(heard.recv(), Ok(listening(take)));
    }
    house.server = None;
    assert!(heard.recv().is_err(), "following ends with the server");
}

#[test]
fn a_follower_that_goes_leaves_its_place() {
    let house = House::new();
    for _ in 0..40 {
        let connection = house.connect();
        // One that comes while all places are taken may be turned away before it speaks.
        if connection.tell(&Ask::Status { follow: true }).is_ok() {
            assert!(matches!(next(&connection), Line::Whole(_) | Line::End));
        }
    }
    while house.ask(&status()).is_err() {}
}

#[test]
fn the_end_removes_the_socket_and_lets_go_of_the_app() {
    let mut house = House::new();
    let (silent, heard) = (house.connect(), house.follow());
    assert_eq!(heard.recv(), Ok(idle()));
    house.server = None;
    assert!(!house.socket().exists());
    assert_eq!(next(&silent), Line::End);
    assert!(matches!(house.ask(&status()), Err(Error::NotRunning)));
    while Arc::strong_count(&house.desk) > 1 {
        std::thread::yield_now();
    }
}

#[test]
fn the_app_may_end_while_it_answers() {
    struct Quits(Mutex<Option<Server>>, Board);
    impl Desk for Quits {
        fn ask(&self, _: Ask) -> Result<Status> {
            drop(self.0.lock().unwrap().take());
            Ok(idle())
        }
        fn board(&self) -> &Board {
            &self.1
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let home = home_in(&folder);
    let desk = Arc::new(Quits(Mutex::default(), Board::new(idle())));
    let server = Server::open(&first(&home), Arc::clone(&desk) as Arc<dyn Desk>).unwrap();
    *desk.0.lock().unwrap() = Some(server);
    assert_eq!(exchange(&home.socket(), &Ask::Quit, LONG).unwrap(), idle());
    assert!(matches!(exchange(&home.socket(), &Ask::Quit, LONG), Err(Error::NotRunning)));
}

#[test]
fn the_second_start_finds_the_first() {
    let mut house = House::new();
    assert!(matches!(Instance::claim(&house.home), Ok(Claim::Second)));
    house.server = None;
    assert!(matches!(Instance::claim(&house.home), Ok(Claim::Second)), "the app still runs");
    drop(house.instance);
    first(&house.home);
}

#[test]
fn of_starts_at_the_same_moment_one_is_first_and_shows_itself_to_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let (home, desk, starts) = (home_in(&folder), Fake::new(), 4);
    let (ready, shown) = (Barrier::new(starts), Barrier::new(starts));
    let start = || {
        ready.wait();
        match Instance::claim(&home).unwrap() {
            Claim::First(instance) => {
                let app = Arc::clone(&desk) as Arc<dyn Desk>;
                let _server = Server::open(&instance, app).unwrap();
                shown.wait();
                1
            }
            Claim::Second => {
                ask_starting(&home.socket(), &Ask::Show).unwrap();
                shown.wait();
                0
            }
        }
    };
    let firsts: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..starts).map(|_| scope.spawn(start)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(firsts, 1);
    assert_eq!(*desk.asked.lock().unwrap(), vec![Ask::Show; starts - 1]);
}

#[test]
fn without_an_app_it_is_not_running() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("control.sock");
    for path in [socket.clone(), socket.join("below"), folder.path().join("x".repeat(200))] {
        assert!(matches!(ask(&path, &Ask::Show), Err(Error::NotRunning)), "{}", path.display());
        let followed = follow(&path, &mut |_| true);
        assert!(matches!(followed, Err(Error::NotRunning)), "{}", path.display());
    }
    std::fs::write(&socket, "no socket").unwrap();
    assert!(matches!(ask(&socket, &Ask::Show), Err(Error::NotRunning)));
}

#[test]
fn an_app_that_hangs_is_said_to_hang() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("control.sock");
    let _door = Door::open(&socket).unwrap();
    let error = exchange(&socket, &Ask::Show, SHORT).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::App);
    assert!(error.to_string().contains("does not answer"), "{error}");
}

#[test]
fn an_answer_of_another_version_is_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("control.sock");
    let door = Door::open(&socket).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let connection = door.accept(LONG).unwrap().unwrap();
            next(&connection);
            connection.say(b"{\"type\":\"future\"}\n").unwrap();
        });
        let error = exchange(&socket, &Ask::Show, LONG).unwrap_err();
        assert!(error.to_string().contains("same version"), "{error}");
    });
}

#[test]
fn a_second_server_leaves_the_first_alone() {
    let house = House::new();
    let error = Server::open(&house.instance, Fake::new()).unwrap_err();
    assert!(error.to_string().contains("answers at"), "{error}");
    assert_eq!(house.ask(&status()).unwrap(), idle());
}

#[cfg(unix)]
mod unix;
