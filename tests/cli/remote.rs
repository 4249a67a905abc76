//! Servers that recognise, as the command line has them. They are on this machine, and no keychain
//! can be reached.

use std::fs;
use std::time::Duration;

use aloud::recognise::Recogniser;
use aloud::recognise::remote::{Options, Remote};
use aloud::settings::Server;
use serde_json::json;

use crate::call::{Answer, Call, Home};
use crate::recognised::recording;
use crate::recogniser::{heard, nobody, said, server, trouble};
use crate::voxtral::{dictated, model};
use crate::web::Web;

const KEY: &str = "sk-very-secret";

/// A call that finds no keychain.
fn call(home: &Home, arguments: &[&str]) -> Call {
    let nowhere = format!("unix:path={}", home.path("nowhere"));
    Call::of(home, arguments)
        .with("DBUS_SESSION_BUS_ADDRESS", &nowhere)
        .with("XDG_RUNTIME_DIR", &home.path("nowhere"))
        // Nobody listens there, and within a house nobody is to be asked there.
        .with("HTTP_PROXY", "http://127.0.0.1:9")
}

fn ask(home: &Home, arguments: &[&str]) -> Answer {
    call(home, arguments).answer()
}

/// Makes a server known under the name `gpu`.
fn add(home: &Home, address: &str) {
    let answer = ask(home, &["remote", "add", "gpu", "--url", address, "--model", "voxtral"]);
    assert_eq!((answer.code, answer.stdout.as_str()), (0, ""), "{}", answer.stderr);
}

fn host(web: &Web) -> &str {
    web.address.strip_prefix("http://").expect("it is near")
}

#[test]
fn a_server_is_made_known_listed_and_forgotten_and_hears_nothing_of_it() {
    let (home, web) = (Home::empty(), server(|_, _| said("")));
    add(&home, &web.address);
    let list = ask(&home, &["remote", "list"]);
    assert!(list.stdout.contains("gpu") && list.stdout.contains("voxtral"), "{}", list.stdout);
    let line = &ask(&home, &["remote", "list", "--json"]).objects()[0];
    assert_eq!(line["id"], "remote:gpu");
    assert_eq!((&line["host"], &line["key"]), (&json!(host(&web)), &json!(false)));
    let models = ask(&home, &["models", "list"]);
    let mark = format!("audio leaves this machine: {}", host(&web));
    assert!(models.stdout.contains("remote:gpu") && models.stdout.contains(&mark));
    let model = &ask(&home, &["models", "list", "--json"]).objects()[0];
    assert_eq!((&model["id"], &model["remote"]), (&json!("remote:gpu"), &json!(host(&web))));
    let doctor = ask(&home, &["doctor"]);
    assert!(doctor.stdout.contains(&format!("gpu at {}", host(&web))), "{}", doctor.stdout);
    let twice = ask(&home, &["remote", "add", "gpu", "--url", &web.address, "--model", "m"]);
    assert_eq!(twice.code, 2);
    assert!(twice.stderr.contains("there are two servers \"gpu\""), "{}", twice.stderr);
    assert_eq!(ask(&home, &["remote", "remove", "gpu"]).code, 0);
    assert_eq!(ask(&home, &["remote", "remove", "gpu"]).code, 2);
    assert!(ask(&home, &["remote", "list", "--json"]).objects().is_empty());
    assert!(web.asked().is_empty(), "nobody asked it for anything");
}

#[test]
fn a_server_that_is_known_hears_nothing_of_what_a_model_of_this_machine_recognises() {
    let (home, web) = (Home::empty(), server(|_, _| said("")));
    add(&home, &web.address);
    let model = model("words");
    let answer = ask(&home, &["transcribe", &recording("short-01"), "--model", &model]);
    assert_eq!((answer.code, answer.stderr.as_str()), (0, ""), "and nothing is said of it");
    assert!(answer.stdout.contains("hello from the tiny"), "{}", answer.stdout);
    assert!(web.asked().is_empty());
}

#[test]
fn audio_goes_far_away_only_with_tls() {
    let home = Home::empty();
    let far = ["remote", "add", "far", "--url", "http://speech.example/v1", "--model", "m"];
    let refused = ask(&home, &far);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("use https"), "{}", refused.stderr);
    assert_eq!(ask(&home, &[&far[..], &["--insecure"]].concat()).code, 0);
}

#[test]
fn a_file_is_recognised_by_the_server_and_it_is_said_who_gets_it() {
    let (home, web) = (Home::empty(), server(|_, _| said("Sounds good.")));
    add(&home, &web.address);
    let file = recording("short-01");
    let leaves = format!("aloud: the audio goes to {}\n", host(&web));
    for arguments in [
        &["transcribe", &file, "--model", "remote:gpu"][..],
        &["transcribe", &file, "--model", "remote:gpu", "--whole"],
        &["listen", "--wav", &file, "--model", "remote:gpu"],
    ] {
        let answer = call(&home, arguments).with("ALOUD_REMOTE_KEY", KEY).answer();
        assert_eq!((answer.code, answer.stdout.as_str()), (0, "Sounds good.\n"));
        assert_eq!(answer.stderr, leaves, "{arguments:?}");
    }
    for speech in heard(&web) {
        assert_eq!((speech.key.as_deref(), speech.field("model")), (Some(KEY), Some("voxtral")));
    }
}

#[test]
fn what_a_server_cannot_do_is_refused_before_anything_is_sent() {
    let (home, web) = (Home::empty(), server(|_, _| said("")));
    add(&home, &web.address);
    let file = recording("short-01");
    for (options, problem) in [
        (&["--translate", "de"][..], "does not translate into \"de\"; it can: en"),
        (&["--instruct", "Shorten it."], "does not follow instructions"),
        (&["--model", "remote:other"], "there is no model \"remote:other\" here"),
    ] {
        let model = if options[0] == "--model" { &[][..] } else { &["--model", "remote:gpu"] };
        let answer = ask(&home, &[&["transcribe", &file], model, options].concat());
        assert!(matches!(answer.code, 2 | 3), "{}", answer.stderr);
        assert!(answer.stderr.contains(problem), "{}", answer.stderr);
    }
    let bench = ask(&home, &["bench", "--model", "remote:gpu"]);
    assert_eq!(bench.code, 2);
    assert!(bench.stderr.contains("is a server"), "{}", bench.stderr);
    assert!(web.asked().is_empty());
}

#[test]
fn a_take_without_its_server_is_kept_and_recovered_by_another_one() {
    let home = Home::empty();
    add(&home, &nobody());
    let file = recording("short-01");
    let answer = ask(&home, &["listen", "--wav", &file, "--model", "remote:gpu"]);
    assert_eq!((answer.code, answer.stdout.as_str()), (1, ""), "{}", answer.stderr);
    for word in ["the server gpu at 127.0.0.1", "does not answer", "not everything was recognised"]
    {
        assert!(answer.stderr.contains(word), "{}", answer.stderr);
    }
    // The same with what a microphone heard, which is kept.
    dictated(&home, Box::new(gone));
    let take = &ask(&home, &["takes", "list", "--json"]).objects()[0];
    assert_eq!(take["state"], "failed");

    let web = server(|_, _| said("Sounds good."));
    let other = ["remote", "add", "other", "--url", &web.address, "--model", "m"];
    assert_eq!(ask(&home, &other).code, 0);
    let id = take["id"].as_str().expect("an id");
    let answer = ask(&home, &["takes", "recover", id, "--model", "remote:other"]);
    assert_eq!((answer.code, answer.stdout.as_str()), (0, "Sounds good.\n"), "{}", answer.stderr);
    assert!(!heard(&web)[0].samples.is_empty());
}

/// A server at which nobody listens any more.
fn gone() -> aloud::error::Result<Box<dyn Recogniser>> {
    let server = Server { name: "gpu".to_owned(), url: nobody(), ..Server::default() };
    let options = Options { pause: Duration::from_micros(100), ..Options::default() };
    Ok(Box::new(Remote::open(&server, None, options)?))
}

#[test]
fn a_server_is_tried_with_a_recording_of_the_program() {
    let home = Home::empty();
    let web = server(|_, before| match before {
        0 => said("Please find it attached."),
        _ => trouble(401, "no"),
    });
    add(&home, &web.address);
    let line = &ask(&home, &["remote", "test", "gpu", "--json"]).objects()[0];
    assert_eq!(
        (&line["server"], &line["text"]),
        (&json!("gpu"), &json!("Please find it attached."))
    );
    assert!(heard(&web)[0].samples.len() > 16_000);
    let refused = ask(&home, &["remote", "test", "gpu"]);
    assert_eq!(refused.code, 1);
    assert!(refused.stderr.contains("wants a key (401)"), "{}", refused.stderr);
    assert_eq!(web.asked().len(), 2, "each is one request");
}

#[test]
fn without_a_keychain_it_says_how_a_key_is_given() {
    let (home, web) = (Home::empty(), server(|_, _| said("Sounds good.")));
    add(&home, &web.address);
    let refused = call(&home, &["remote", "key", "gpu"]).with_input(&format!("{KEY}\n")).answer();
    assert_eq!(refused.code, 1, "{}", refused.stderr);
    for word in ["keychain", "ALOUD_REMOTE_KEY", "gpu"] {
        assert!(refused.stderr.contains(word), "{}", refused.stderr);
    }
    assert!(!refused.stderr.contains(KEY));
    let nothing = call(&home, &["remote", "key", "gpu"]).with_input("\n").answer();
    assert_eq!(nothing.code, 2);
    assert!(nothing.stderr.contains("no key was given"), "{}", nothing.stderr);
}

#[test]
fn a_key_is_in_no_log_no_answer_and_no_file() {
    let (home, web) = (
        Home::empty(),
        server(|_, before| match before {
            0 => trouble(400, "your key sk-very-secret is fine, the rest is not"),
            1 => trouble(500, "sk-very-secret"),
            _ => said("Sounds good."),
        }),
    );
    add(&home, &web.address);
    let file = recording("short-01");
    let mut printed = String::new();
    for arguments in [
        &["listen", "--wav", &file, "--model", "remote:gpu", "--json"][..],
        &["transcribe", &file, "--model", "remote:gpu", "--json"],
        &["remote", "list", "--json"],
        &["models", "list", "--json"],
        &["doctor", "--json"],
        &["takes", "list", "--json"],
    ] {
        let call = call(&home, arguments).with("ALOUD_REMOTE_KEY", KEY).with("ALOUD_LOG", "trace");
        let answer = call.answer();
        printed += &(answer.stdout + &answer.stderr);
    }
    assert_eq!(heard(&web)[0].key.as_deref(), Some(KEY), "it was used");
    assert!(printed.contains("your key … is fine"), "{printed}");
    assert!(printed.contains("no text from the server"), "what is logged is in it");
    assert!(!printed.contains("very-secret"), "{printed}");
    let settings = fs::read_to_string(home.path("settings.json")).expect("a server is in it");
    assert!(!settings.contains("very-secret"), "{settings}");
}
