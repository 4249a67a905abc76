//! The verbs that ask the app, which here is played by the test.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test ends where it cannot go on")]

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use aloud::control::{
    Ask, Board, Claim, Desk, Instance, ModelStatus, OverlayWish, Server, Status, Wish,
};
use aloud::error::{Error, Result};
use aloud::event::{State, TakeId};
use aloud::home;
use aloud::settings::{Task, Translate};

use super::call::{Call, Home};

/// An app that listens to nothing but these wishes.
struct App {
    board: Board,
    asked: Mutex<Vec<Ask>>,
}

impl Desk for App {
    fn ask(&self, ask: Ask) -> Result<Status> {
        match &ask {
            Ask::Start { profile: Some(name) } if name == "nobody" => {
                return Err(Error::Usage("there is no profile \"nobody\"".to_owned()));
            }
            Ask::Start { profile: Some(name) } if name == "deaf" => {
                return Err(Error::NoDevice { wanted: None, available: Vec::new() });
            }
            Ask::Start { .. } | Ask::Toggle { .. } => self.board.post(status(State::Listening)),
            _ => self.board.post(status(State::Idle)),
        }
        self.asked.lock().unwrap().push(ask);
        Ok(self.board.latest())
    }

    fn board(&self) -> &Board {
        &self.board
    }
}

fn status(state: State) -> Status {
    Status {
        state,
        take: (state == State::Listening).then_some(TakeId(1)),
        captions: State::Idle,
        overlay: false,
        profile: "dictate".to_owned(),
        task: Task::Transcribe,
        microphone: Some("USB".to_owned()),
        model: ModelStatus::Ready { name: "base".to_owned(), remote: None },
    }
}

/// Runs the app in this home.
fn run_in(home: &Home) -> (Arc<App>, Server) {
    let app = Arc::new(App { board: Board::new(status(State::Idle)), asked: Mutex::default() });
    let folder = PathBuf::from(home.path(""));
    let folders = home::Home::resolve(|_| Some(folder.clone().into_os_string()), None).unwrap();
    let Claim::First(instance) = Instance::claim(&folders).unwrap() else {
        panic!("nobody else runs in a new home");
    };
    let server = Server::open(&instance, Arc::clone(&app) as Arc<dyn Desk>).unwrap();
    (app, server)
}

const LISTENING: &str = r#"{"type":"status","state":"listening","take":1,"captions":"idle","overlay":false,"profile":"dictate","task":{"kind":"transcribe"},"microphone":"USB","model":{"state":"ready","name":"base"}}"#;
const IDLE: &str = r#"{"type":"status","state":"idle","take":null,"captions":"idle","overlay":false,"profile":"dictate","task":{"kind":"transcribe"},"microphone":"USB","model":{"state":"ready","name":"base"}}"#;

#[test]
fn each_verb_asks_the_app_and_says_how_things_stand() {
    let home = Home::empty();
    let (app, _server) = run_in(&home);
    let profile = || Some("mail".to_owned());
    for (arguments, said, asked) in [
        (&["start"][..], "listening", Ask::Start { profile: None }),
        (&["stop"], "idle", Ask::Stop { profile: None }),
        (&["stop"], "idle", Ask::Stop { profile: None }),
        (&["toggle", "--profile", "mail"], "listening", Ask::Toggle { profile: profile() }),
        (&["cancel", "--profile", "mail"], "idle", Ask::Cancel { profile: profile() }),
        (&["translate"], "idle", Ask::Translate { wish: Translate::Toggle }),
        (&["translate", "off"], "idle", Ask::Translate { wish: Translate::Off }),
        (
            &["translate", "--to", "de"],
            "idle",
            Ask::Translate { wish: Translate::On { target: Some("de".to_owned()) } },
        ),
        (&["captions"], "idle", Ask::Captions { wish: Wish::Toggle, profile: None }),
        (
            &["captions", "start", "--profile", "mail"],
            "idle",
            Ask::Captions { wish: Wish::Start, profile: profile() },
        ),
        (&["captions", "stop"], "idle", Ask::Captions { wish: Wish::Stop, profile: None }),
        (&["overlay"], "idle", Ask::Overlay { wish: OverlayWish::Toggle }),
        (&["overlay", "edit"], "idle", Ask::Overlay { wish: OverlayWish::Edit }),
        (&["show"], "idle", Ask::Show),
        (&["quit"], "idle", Ask::Quit),
    ] {
        let answer = home.call(arguments);
        assert_eq!((answer.code, answer.stderr.as_str()), (0, ""), "{arguments:?}");
        assert_eq!(answer.stdout, format!("{said} · dictate · USB\n"), "{arguments:?}");
        assert_eq!(app.asked.lock().unwrap().last(), Some(&asked));
    }
}

#[test]
fn json_is_one_status_a_line() {
    let home = Home::empty();
    let (_app, _server) = run_in(&home);
    for (verb, line) in [("toggle", LISTENING), ("status", LISTENING), ("quit", IDLE)] {
        let answer = home.call(&[verb, "--json"]);
        assert_eq!((answer.code, answer.stderr.as_str()), (0, ""), "{verb}");
        assert_eq!(answer.stdout, format!("{line}\n"), "{verb}");
    }
    assert_eq!(home.call(&["status"]).stdout, "idle · dictate · USB\n");
}

#[test]
fn a_refusal_ends_as_the_same_failure_ends_elsewhere() {
    let home = Home::empty();
    let (_app, _server) = run_in(&home);
    for (profile, code, said) in [("nobody", 2, "usage"), ("deaf", 4, "no_device")] {
        let answer = home.call(&["start", "--profile", profile, "--json"]);
        assert_eq!(answer.code, code, "{}", answer.stderr);
        assert_eq!(answer.objects()[0]["code"], said);
        let message = answer.objects()[0]["message"].as_str().unwrap().to_owned();
        assert_eq!(answer.stderr, format!("aloud: {message}\n"));
    }
}

#[test]
fn without_the_app_it_ends_with_1_and_says_how_to_start_it() {
    let home = Home::empty();
    let sentence = "aloud: Aloud is not running; start it with `aloud`\n";
    for verb in ["toggle", "start", "stop", "cancel", "status", "show", "quit"] {
        let answer = home.call(&[verb]);
        assert_eq!((answer.code, answer.stdout.as_str()), (1, ""), "{verb}");
        assert_eq!(answer.stderr, sentence, "{verb}");
        let answer = home.call(&[verb, "--json"]);
        assert_eq!((answer.code, answer.stderr.as_str()), (1, sentence), "{verb}");
        assert_eq!(answer.objects().len(), 1, "{verb}");
    }
    for arguments in [&["status", "--json"][..], &["status", "--json", "--follow"]] {
        let line = "{\"type\":\"status\",\"state\":\"not_running\"}\n";
        assert_eq!(home.call(arguments).stdout, line);
    }
    assert_eq!(home.call(&["stop", "--json"]).objects()[0]["code"], "not_running");
}

#[test]
fn who_follows_reads_each_change_and_the_end() {
    let home = Home::empty();
    for (arguments, lines) in [
        (
            &["status", "--follow"][..],
            ["idle · dictate · USB", "listening · dictate · USB", "not running"],
        ),
        (
            &["status", "--follow", "--json"],
            [IDLE, LISTENING, "{\"type\":\"status\",\"state\":\"not_running\"}"],
        ),
    ] {
        let (app, server) = run_in(&home);
        let mut child = Call::of(&home, arguments).start();
        let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut next = || said.next().unwrap().unwrap();
        assert_eq!(next(), lines[0]);
        app.board.post(status(State::Listening));
        assert_eq!(next(), lines[1]);
        drop(server);
        assert_eq!(next(), lines[2]);
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn an_end_of_the_reader_ends_it_quietly() {
    let home = Home::empty();
    let (_app, _server) = run_in(&home);
    let answer = Call::of(&home, &["status", "--follow"]).with_closed_stdout().answer();
    assert_eq!((answer.code, answer.stderr.as_str()), (0, ""));
}
