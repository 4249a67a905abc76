//! With tiny models of made-up weights behind the real Voxtral code: translation, instruction,
//! and texts that break off.

use std::sync::Arc;
use std::time::Duration;

use aloud::capture::Source;
use aloud::capture::wav::FileSource;
use aloud::clock::Clock;
use aloud::command::{Command, Lane, Pace, SourceSpec, Start};
use aloud::deliver::Sink;
use aloud::deliver::memory::Memory;
use aloud::engine::{Engine, Loader, Parts};
use aloud::event::Event;
use aloud::recognise::native::{LoadOptions, Native};
use aloud::settings::{Mode, Output, Profile};

use super::call::{Answer, Home};
use super::recognised::recording;

const SAID: &str = "hello from the tiny voxtral test model.\n";

const TRANSLATED: [(&str, &str); 8] = [
    ("en", "translated into English now.\n"),
    ("fr", "traduit en francais maintenant.\n"),
    ("de", "jetzt ins Deutsche gebracht.\n"),
    ("es", "ahora puesto en castellano.\n"),
    ("it", "adesso reso in italiano.\n"),
    ("pt", "agora vertido para portugues.\n"),
    ("nl", "nu vertaald naar Nederlands.\n"),
    ("hi", "ab hindi mein anuvad.\n"),
];

pub(crate) fn model(kind: &str) -> String {
    format!("{}/tests/fixtures/tiny-voxtral-{kind}.gguf", env!("CARGO_MANIFEST_DIR"))
}

fn call(home: &Home, kind: &str, arguments: &[&str]) -> Answer {
    home.call(&[arguments, &["--model", &model(kind)]].concat())
}

#[test]
fn each_target_has_its_own_sentence_and_both_is_both_lines() {
    let home = Home::empty();
    let file = recording("short-01");
    for (target, sentence) in TRANSLATED {
        let answer = call(&home, "words", &["transcribe", &file, "--translate", target]);
        assert_eq!((answer.code, answer.stdout.as_str()), (0, sentence), "{}", answer.stderr);
    }
    for more in [&[][..], &["--whole"]] {
        let arguments = ["transcribe", &file, "--translate", "hi", "--both"];
        let answer = call(&home, "words", &[&arguments, more].concat());
        assert_eq!(answer.stdout, format!("{SAID}{}", TRANSLATED[7].1), "{}", answer.stderr);
    }
    let answer = call(&home, "words", &["listen", "--wav", &file, "--translate", "nl"]);
    assert_eq!((answer.code, answer.stdout.as_str()), (0, TRANSLATED[6].1));
}

#[test]
fn listening_prints_each_piece_and_its_translation() {
    let home = Home::empty();
    let file = recording("short-01");
    let arguments = ["listen", "--wav", &file, "--translate", "de", "--both"];
    let answer = call(&home, "words", &arguments);
    assert_eq!((answer.code, answer.stdout), (0, format!("{SAID}{}", TRANSLATED[2].1)));
}

#[test]
fn each_piece_has_its_final_and_then_its_translation() {
    let home = Home::empty();
    let arguments = ["transcribe", "--json", &recording("long-01"), "--translate", "de", "--both"];
    let answer = call(&home, "words", &arguments);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let objects = answer.objects();
    let pieces = |kind: &str| -> Vec<_> {
        let of_kind = objects.iter().filter(|object| object["type"] == kind);
        of_kind.map(|object| object["piece"].as_u64().unwrap()).collect()
    };
    let finals = pieces("final");
    assert!(finals.len() > 2, "{finals:?}");
    assert_eq!(pieces("translation"), finals);
    let done = objects.iter().find(|object| object["type"] == "done").unwrap();
    assert_eq!(done["partial"], false);
    for object in objects.iter().filter(|object| object["type"] == "final") {
        assert_eq!(object["language"], serde_json::Value::Null, "nobody knows it");
        let [start, end] = ["start_ms", "end_ms"].map(|at| object[at].as_u64().unwrap());
        assert!(end - start <= 28_000);
    }
}

#[test]
fn a_language_that_is_given_is_told() {
    let home = Home::empty();
    let file = recording("short-01");
    for (more, language) in [(&[][..], "fr"), (&["--translate", "de"], "de")] {
        for way in [&[][..], &["--whole"]] {
            let arguments = ["transcribe", "--json", &file, "--language", "fr"];
            let answer = call(&home, "words", &[&arguments, more, way].concat());
            let objects = answer.objects();
            let found = objects.iter().find(|object| object["type"] == "final").unwrap();
            assert_eq!(found["language"], language, "{more:?} {way:?}");
        }
    }
}

#[test]
fn a_target_or_language_that_it_lacks_is_refused_with_those_it_has() {
    let home = Home::empty();
    let file = recording("short-01");
    for option in ["--translate", "--language"] {
        let answer = call(&home, "words", &["transcribe", &file, option, "xx"]);
        assert_eq!((answer.code, answer.stdout.as_str()), (2, ""));
        assert!(answer.stderr.contains("en fr de es it pt nl hi"), "{}", answer.stderr);
    }
}

#[test]
fn an_instruction_is_followed_from_an_option_and_from_a_profile() {
    let home = Home::empty();
    let file = recording("short-01");
    let answer = call(&home, "words", &["transcribe", &file, "--instruct", "Summarise it."]);
    assert_eq!((answer.code, answer.stdout.as_str()), (0, "this is a free answer.\n"));
    let settings = br#"{"version":1,"profiles":[{"name":"short","output":"stdout",
        "task":{"kind":"instruct","prompt":"Summarise it."}}]}"#;
    home.write("settings.json", settings);
    let answer = call(&home, "words", &["listen", "--wav", &file, "--profile", "short"]);
    assert_eq!(answer.stdout, "this is a free answer.\n", "{}", answer.stderr);
    let answer = call(&home, "words", &["transcribe", &file, "--instruct", " "]);
    assert_eq!(answer.code, 2);
    assert!(answer.stderr.contains("the instruction is empty"), "{}", answer.stderr);
}

#[test]
fn subtitles_need_no_times_of_the_model() {
    let home = Home::empty();
    for way in [&[][..], &["--whole"]] {
        let arguments = ["transcribe", "--format", "srt", &recording("short-01")];
        let answer = call(&home, "words", &[&arguments, way].concat());
        assert_eq!(answer.code, 0, "{}", answer.stderr);
        assert!(answer.stdout.starts_with("1\n00:00:0"), "{}", answer.stdout);
    }
}

#[test]
fn a_text_that_breaks_off_is_printed_and_marked() {
    let home = Home::empty();
    let file = recording("short-01");
    for (kind, begins) in [("long", "endless: w000 w001"), ("loop", "circling: round and")] {
        let answer = call(&home, kind, &["transcribe", &file]);
        assert_eq!(answer.code, 1, "{}", answer.stderr);
        assert!(answer.stdout.starts_with(begins), "{}", answer.stdout);
        assert!(answer.stderr.contains("not everything was recognised"), "{}", answer.stderr);
        let objects = call(&home, kind, &["transcribe", "--json", &file]).objects();
        for object in ["final", "done"] {
            let found = objects.iter().find(|found| found["type"] == object).unwrap();
            assert_eq!(found["partial"], true, "{object}");
        }
    }
}

/// What a microphone heard with a model that breaks off is kept, and another model retries it.
#[test]
fn what_broke_off_is_kept_and_can_be_recovered() {
    let home = Home::empty();
    let path = model("long");
    let written = dictated(
        &home,
        Box::new(move || {
            let options = LoadOptions { threads: Some(1), ..LoadOptions::default() };
            Ok(Box::new(Native::load(path.as_ref(), None, &options)?))
        }),
    );
    assert!(written.starts_with("endless: w000"), "{written}");
    let kept = home.call(&["takes", "list", "--json"]).objects();
    assert_eq!(kept.len(), 1);
    assert_eq!((&kept[0]["state"], &kept[0]["partial"]), (&"partial".into(), &true.into()));
    let id = kept[0]["id"].as_str().unwrap();
    let answer = call(&home, "words", &["takes", "recover", id]);
    assert_eq!((answer.code, answer.stdout.as_str()), (0, SAID), "{}", answer.stderr);
    assert_eq!(home.call(&["takes", "list", "--json"]).objects().len(), 1, "it stays kept");
}

/// Dictates a recording as if a microphone heard it, with this model, and returns what was delivered.
pub(crate) fn dictated(home: &Home, recogniser: Loader) -> String {
    let place = std::ffi::OsString::from(home.path(""));
    let lookup = |name: &str| (name == "ALOUD_HOME").then(|| place.clone());
    let folders = aloud::home::Home::resolve(lookup, None);
    let memory = Memory::default();
    let sink = memory.clone();
    let engine = Engine::start(Parts {
        clock: Clock::real(),
        home: Some(folders.expect("the home is there")),
        recogniser,
        sources: Arc::new(|_| {
            let file = recording("short-01");
            let source = FileSource::open(file.as_ref(), Pace::Fast, Clock::real())?;
            Ok(Box::new(source) as Box<dyn Source>)
        }),
        sinks: Box::new(move |_| Ok(Box::new(sink.clone()) as Box<dyn Sink>)),
        keep_open: Duration::ZERO,
        keep_model: Duration::MAX,
    })
    .expect("the system gives threads");
    let events = engine.subscribe();
    let profile = Profile { output: Output::Stdout, mode: Mode::HandsFree, ..Profile::default() };
    let source = SourceSpec::Microphone { device: None };
    engine.send(Command::Start(Box::new(Start { lane: Lane::Dictation, source, profile })));
    while !matches!(events.recv().expect("the engine goes on"), Event::Done(_)) {}
    drop(engine);
    memory.text()
}
