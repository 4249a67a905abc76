//! A recogniser that is a server: what it is sent, and what becomes of what it does. The servers are
//! on this machine and read every request as a real one does. No test waits for a time: limits only
//! end what hangs.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where it cannot go on")]

mod common;
#[path = "remote/take.rs"]
mod take;

use std::sync::mpsc::channel;
use std::time::Duration;

use aloud::audio::to_i16;
use aloud::keychain::Key;
use aloud::recognise::cancel::Cancel;
use aloud::recognise::remote::{Options, Remote};
use aloud::recognise::{Failure, Hypothesis, Recogniser, Request};
use aloud::settings::{Language, Server, Task};
use common::recogniser::{Speech, heard, json, nobody, said, server, trouble};
use common::web::{Answer, Web};

/// Hardly a wait, and on a busy machine no server that seems slow.
pub(crate) fn quick() -> Options {
    Options { patience: Duration::from_secs(60), pause: Duration::from_micros(100) }
}

pub(crate) fn at(address: &str) -> Server {
    Server {
        name: "gpu".to_owned(),
        url: address.to_owned(),
        model: "voxtral".to_owned(),
        ..Server::default()
    }
}

pub(crate) fn key() -> Option<Key> {
    Key::read("sk-very-secret").unwrap()
}

fn remote(web: &Web) -> Remote {
    Remote::open(&at(&web.address), key(), quick()).unwrap()
}

/// A tenth of a second of something.
fn audio() -> Vec<f32> {
    (0_u16..1600).map(|at| f32::from(at % 200) / 200.0 - 0.5).collect()
}

fn run(remote: &mut Remote) -> Result<Hypothesis, Failure> {
    remote.run(&audio(), &Request::default())
}

/// Why there was no text.
fn problem(web: &Web) -> String {
    match run(&mut remote(web)) {
        Err(Failure::Other(problem)) => problem,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_piece_is_sent_as_it_is_and_its_text_comes_back() {
    let web = server(|_, _| said(" Hello there. "));
    let request = Request {
        language: Language::Code("de-AT".to_owned()),
        vocabulary: vec!["Aloud".to_owned()],
        context: Some("It was late.".to_owned()),
        ..Request::default()
    };
    let said = remote(&web).run(&audio(), &request).unwrap();
    assert_eq!(said, Hypothesis { text: "Hello there.".to_owned(), ..Hypothesis::default() });
    let fields = [
        ("model", "voxtral"),
        ("response_format", "json"),
        ("temperature", "0"),
        ("language", "de"),
        ("prompt", "Aloud. It was late."),
    ];
    let sent = Speech {
        translated: false,
        key: Some("sk-very-secret".to_owned()),
        fields: fields.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
        samples: audio().into_iter().map(to_i16).collect(),
    };
    assert_eq!(heard(&web), [sent]);
}

#[test]
fn a_translation_is_asked_for_at_its_own_place() {
    let web = server(|speech, _| said(if speech.translated { "Good day." } else { "Guten Tag." }));
    let task = Task::Translate { target: "en".to_owned(), both: false };
    let request = Request { task, ..Request::default() };
    assert_eq!(remote(&web).run(&audio(), &request).unwrap().text, "Good day.");
    assert_eq!(run(&mut remote(&web)).unwrap().text, "Guten Tag.");
}

#[test]
fn without_a_key_none_is_shown() {
    let web = server(|_, _| said("Hello."));
    run(&mut Remote::open(&at(&web.address), None, quick()).unwrap()).unwrap();
    assert_eq!(heard(&web)[0].key, None);
}

#[test]
fn one_that_can_tells_language_and_times() {
    let web = server(|speech, _| {
        assert_eq!(speech.field("response_format"), Some("verbose_json"));
        let body = r#"{"text":"Ja.","language":"german","duration":0.1,
                       "segments":[{"start":0.0,"end":0.1,"text":" Ja."}]}"#;
        json(200, body.as_bytes().to_vec())
    });
    let server = Server { verbose: true, ..at(&web.address) };
    let mut remote = Remote::open(&server, None, quick()).unwrap();
    assert!(remote.capabilities().timestamps && remote.capabilities().tells_language);
    let said = run(&mut remote).unwrap();
    assert_eq!((said.language.as_deref(), said.segments[0].end_ms), (Some("de"), 100));
}

#[test]
fn opening_a_server_connects_to_nobody() {
    let web = server(|_, _| said(""));
    let remote = remote(&web);
    let able = remote.capabilities();
    let away = able.remote.as_ref().unwrap();
    assert!(web.address.ends_with(&away.host) && !away.live, "{away:?}");
    assert_eq!(able.targets, ["en"]);
    drop(remote);
    assert!(web.asked().is_empty());
    let far = at("http://speech.example/v1");
    let refused = Remote::open(&far, None, quick()).err().unwrap().to_string();
    assert!(refused.contains("use https"), "{refused}");
}

#[test]
fn what_may_pass_is_tried_again() {
    for first in [
        trouble(500, "boom"),
        trouble(503, "loading"),
        Answer { headers: vec![("retry-after", "0".to_owned())], ..trouble(429, "busy") },
        Answer { cut: Some(5), ..said("Hello.") },
        json(200, Vec::new()),
    ] {
        let web = server(move |_, before| if before < 2 { first.clone() } else { said("Hello.") });
        assert_eq!(run(&mut remote(&web)).unwrap().text, "Hello.");
        assert_eq!(heard(&web).len(), 3, "the same piece each time");
        assert_eq!(heard(&web)[0], heard(&web)[2]);
    }
}

#[test]
fn a_server_that_stays_in_trouble_is_given_up_and_named() {
    let web = server(|_, _| trouble(500, "boom"));
    let problem = problem(&web);
    let host = web.address.strip_prefix("http://").unwrap();
    assert_eq!(problem, format!("the server gpu at {host} failed (500: boom) (asked 4 times)"));
    assert_eq!(web.asked().len(), 4);
    let gone = at(&nobody());
    let gone = run(&mut Remote::open(&gone, None, quick()).unwrap()).unwrap_err().to_string();
    assert!(gone.contains("does not answer: it cannot be reached"), "{gone}");
}

#[test]
fn what_will_not_change_is_said_at_once() {
    let page = Answer {
        status: 200,
        headers: vec![("content-type", "text/html".to_owned())],
        body: b"<!doctype html><title>Hello</title>".to_vec(),
        ..Answer::default()
    };
    for (answer, said) in [
        (trouble(401, "Incorrect API key provided: sk-very-secret"), "refuses the key (401)"),
        (trouble(413, "too large"), "takes no piece of this length (413: too large)"),
        (trouble(404, "no model sk-very-secret"), "(404: no model …)"),
        (trouble(400, "bad"), "does not take what it is sent (400: bad)"),
        (Answer { headers: vec![("retry-after", "99".to_owned())], ..trouble(429, "") }, "99 s"),
        (page, "a web page, not with JSON"),
    ] {
        let web = server(move |_, _| answer.clone());
        let problem = problem(&web);
        assert!(problem.contains(said), "{problem}");
        assert!(!problem.contains("very-secret"), "{problem}");
        assert_eq!(web.asked().len(), 1, "{problem}");
    }
}

#[test]
fn audio_is_not_sent_on_to_where_a_server_points() {
    let elsewhere = server(|_, _| said("stolen"));
    let to = format!("{}/v1/audio/transcriptions", elsewhere.address);
    let web = server(move |_, _| Answer {
        headers: vec![("location", to.clone())],
        ..trouble(307, "over there")
    });
    assert!(problem(&web).contains("sends elsewhere (307)"));
    assert!(elsewhere.asked().is_empty());
}

#[test]
fn one_that_never_answers_is_waited_for_twice() {
    let web = server(|_, _| Answer { silent: true, ..Answer::default() });
    let options = Options { patience: Duration::from_millis(50), ..quick() };
    let mut remote = Remote::open(&at(&web.address), None, options).unwrap();
    let problem = run(&mut remote).unwrap_err().to_string();
    assert!(problem.contains("gave no answer in 1 s"), "{problem}");
    assert!(problem.ends_with("(asked 2 times)"), "{problem}");
    assert_eq!(web.asked().len(), 2);
}

#[test]
fn what_is_only_shown_is_asked_for_once() {
    let web = server(|_, _| trouble(500, "boom"));
    let draft = Request { draft: true, ..Request::default() };
    assert!(remote(&web).run(&audio(), &draft).is_err());
    assert_eq!(web.asked().len(), 1);
}

#[test]
fn a_cancel_ends_a_wait_for_the_answer_and_no_other_run() {
    let (told, asked) = channel();
    let web = server(move |_, before| {
        told.send(()).unwrap();
        if before == 0 { Answer { silent: true, ..Answer::default() } } else { said("Hello.") }
    });
    let (mut remote, cancel) = (remote(&web), Cancel::default());
    let late = remote.canceller();
    let calling = cancel.clone();
    let caller = std::thread::spawn(move || {
        asked.recv().unwrap();
        calling.cancel();
        asked
    });
    let canceller = remote.canceller();
    let ended = cancel.during(canceller, || run(&mut remote)).unwrap();
    assert_eq!(ended, Err(Failure::Cancelled));
    let _asked = caller.join().unwrap();
    late();
    assert_eq!(run(&mut remote).unwrap().text, "Hello.", "its run was another one");
    let before = remote.canceller();
    before();
    assert_eq!(run(&mut remote), Err(Failure::Cancelled), "it was called before the run began");
}

#[test]
fn a_cancel_ends_a_wait_between_two_attempts() {
    let (told, asked) = channel();
    let web = server(move |_, _| {
        told.send(()).unwrap();
        trouble(500, "boom")
    });
    let options = Options { pause: Duration::from_secs(15), ..quick() };
    let mut remote = Remote::open(&at(&web.address), None, options).unwrap();
    let canceller = remote.canceller();
    let caller = std::thread::spawn(move || {
        asked.recv().unwrap();
        canceller();
    });
    assert_eq!(run(&mut remote), Err(Failure::Cancelled));
    caller.join().unwrap();
    assert_eq!(web.asked().len(), 1);
}

#[test]
fn a_long_recording_goes_in_parts_that_lose_no_sample() {
    let web = server(|_, before| said(&format!("Part {before}.")));
    let audio = vec![0.0; 16_000 * 601];
    let whole = remote(&web).whole(&audio, &Request::default()).unwrap();
    assert_eq!(whole.hypothesis.text, "Part 0. Part 1.");
    let lengths: Vec<usize> = heard(&web).iter().map(|speech| speech.samples.len()).collect();
    assert_eq!((lengths.len(), lengths.iter().sum::<usize>()), (2, audio.len()));
}
