//! Models that are fetched and removed, as far as the command line has a part in it; what servers do
//! is in tests/downloads.rs.

use std::fs;
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::call::{Call, Home};
use crate::source::Source;
use crate::wait::until;
use crate::web::{Answer, Asked, Web, file};

/// In the catalogue, and small enough to be made up.
const SMALL: &str = "moonshine-tiny";

fn fetch(home: &Home, web: &Web, id: &str) -> crate::call::Answer {
    Call::of(home, &["models", "fetch", id]).with_mirror(&web.address).answer()
}

#[test]
fn what_can_be_fetched_is_listed_with_all_that_is_to_be_known() {
    let home = Home::empty();
    let text = home.call(&["models", "list", "--available"]);
    assert_eq!(text.code, 0, "{}", text.stderr);
    for word in ["whisper-base", "parakeet-tdt-0.6b-v3", "voxtral-mini-3b-2507", "Apache-2.0"] {
        assert!(text.stdout.contains(word), "{word}");
    }
    let objects = home.call(&["models", "list", "--available", "--json"]).objects();
    assert!(objects.len() > 60, "{}", objects.len());
    for object in &objects {
        assert_eq!((&object["type"], &object["installed"]), (&"available".into(), &false.into()));
    }
}

#[test]
fn a_wrong_file_is_asked_for_by_its_address_and_refused() {
    let home = Home::empty();
    let web = Web::new(|_| Answer { status: 200, body: vec![7; 1000], ..Answer::default() });
    let answer = fetch(&home, &web, SMALL);
    assert_eq!((answer.code, answer.stdout.as_str()), (1, ""));
    let refused = "cannot fetch moonshine-tiny-Q8_0.gguf: 127.0.0.1: the file has 1000 bytes there";
    assert!(answer.stderr.contains(refused), "{}", answer.stderr);
    let path = "/handy-computer/moonshine-tiny-gguf/resolve/main/moonshine-tiny-Q8_0.gguf";
    assert_eq!(web.asked()[0].path, path);
    assert!(!fs::exists(home.path("models/moonshine-tiny-Q8_0.gguf")).unwrap());
}

#[test]
fn what_is_in_no_catalogue_is_refused_before_anybody_is_asked() {
    let home = Home::empty();
    let web = Web::new(|_| Answer::default());
    let answer = fetch(&home, &web, "whisper-enormous");
    assert_eq!(answer.code, 2);
    assert!(answer.stderr.contains("aloud models list --available"), "{}", answer.stderr);
    assert!(web.asked().is_empty());
}

#[test]
fn what_is_there_is_not_fetched_again_and_can_be_removed() {
    let home = Home::empty();
    fs::create_dir_all(home.path("models")).unwrap();
    let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/tiny-voxtral-words.gguf");
    let model = home.path("models/moonshine-tiny-Q8_0.gguf");
    fs::copy(fixture, &model).unwrap();
    home.write("models/moonshine-tiny-Q8_0.gguf.sha256", b"00  moonshine-tiny-Q8_0.gguf");
    let web = Web::new(|_| Answer::default());
    let answer = fetch(&home, &web, SMALL);
    assert_eq!((answer.code, answer.stdout.trim()), (0, model.as_str()), "{}", answer.stderr);
    assert!(web.asked().is_empty());
    let answer = home.call(&["models", "delete", "moonshine-tiny-Q8_0"]);
    assert_eq!((answer.code, answer.stderr.as_str()), (0, ""));
    assert_eq!(fs::read_dir(home.path("models")).unwrap().count(), 0);
    let answer = home.call(&["models", "delete", "moonshine-tiny-Q8_0"]);
    assert_eq!(answer.code, 3, "it is gone");
}

#[test]
fn a_model_in_a_folder_that_is_only_read_stays() {
    let (home, extra) = (Home::empty(), Home::empty());
    let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/tiny-voxtral-words.gguf");
    fs::copy(fixture, extra.path("a.gguf")).unwrap();
    let folder = extra.path("");
    let delete = Call::of(&home, &["models", "delete", "a"]).with_models(folder.as_ref());
    let answer = delete.answer();
    assert_eq!(answer.code, 2);
    assert!(answer.stderr.contains("only read"), "{}", answer.stderr);
    assert!(fs::exists(extra.path("a.gguf")).unwrap());
}

/// A Whisper model of few numbers, as long as the catalogue says of this file: what follows the
/// last number of a model is nobody's.
fn whisper(length: usize) -> Vec<u8> {
    let home = Home::empty();
    Source::multilingual().write(home.path("ct2").as_ref());
    let import = home.call(&["models", "import", &home.path("ct2"), "--twin", "0", "--id", "a"]);
    assert_eq!(import.code, 0, "{}", import.stderr);
    let mut bytes = fs::read(home.path("models/a.gguf")).expect("it was imported");
    bytes.resize(length, 0);
    bytes
}

#[test]
fn a_whisper_that_was_fetched_has_its_window_for_short_phrases() {
    let (home, bytes) = (Home::empty(), whisper(43_621_792));
    let hash =
        Sha256::digest(&bytes).iter().fold(String::new(), |hash, byte| format!("{hash}{byte:02x}"));
    let web = Web::new(move |asked| {
        let mut answer = file(asked, &bytes);
        answer.headers.push(("x-linked-etag", hash.clone()));
        answer
    });
    let answer = fetch(&home, &web, "whisper-tiny-Q4_K_M");
    assert_eq!((answer.code, answer.stderr.contains("longer")), (0, false), "{}", answer.stderr);
    let models = home.call(&["models", "list", "--json"]).objects();
    assert_eq!(models[0]["twin"]["window_s"], 15, "{models:?}");
    let lengths = ["gguf", "w15.gguf"].map(|ending| {
        fs::metadata(home.path(&format!("models/whisper-tiny-Q4_K_M.{ending}"))).unwrap().len()
    });
    assert_eq!(lengths, [43_621_792; 2]);
}

/// The length of this one as the catalogue has it, of bytes that are not its own, by a server that
/// lists some hash for it.
fn made_up(asked: &Asked) -> Answer {
    let mut answer = file(asked, &vec![7; 35_466_912]);
    answer.headers.push(("x-linked-etag", "ab".repeat(32)));
    answer
}

#[test]
fn what_a_killed_program_had_is_gone_on_from() {
    let home = Home::empty();
    let web = Web::new(|asked| match asked.before {
        0 => Answer { stall: Some(2_000_000), ..made_up(asked) },
        _ => Answer { status: 404, ..Answer::default() },
    });
    let mut first = Call::of(&home, &["models", "fetch", SMALL]).with_mirror(&web.address).start();
    let part = home.path("models/moonshine-tiny-Q8_0.gguf.part");
    let all = || fs::metadata(&part).ok().filter(|part| part.len() == 2_000_000);
    until("what the server gives", Duration::from_secs(60), all);
    first.kill().unwrap();
    first.wait().unwrap();
    fetch(&home, &web, SMALL);
    assert_eq!(web.asked()[1].from, Some(2_000_000));
    let delete = home.call(&["models", "delete", SMALL]);
    assert_eq!(delete.code, 0, "{}", delete.stderr);
    assert_eq!(fs::read_dir(home.path("models")).unwrap().count(), 0, "it can be given up");
}

#[test]
fn a_disk_that_is_full_is_said_and_what_is_there_is_kept() {
    let home = Home::empty();
    let web = Web::new(made_up);
    // A limit of the shell on the length of a file, in blocks of 512 bytes at least.
    let script = "trap '' XFSZ; ulimit -f 1000; exec \"$0\" models fetch moonshine-tiny";
    let call = Call::of(&home, &["-c", script, env!("CARGO_BIN_EXE_aloud")]);
    let call = call.with_program("/bin/sh".as_ref(), "/usr/bin:/bin".as_ref());
    let answer = call.with_mirror(&web.address).answer();
    assert_eq!(answer.code, 1);
    assert!(answer.stderr.contains("cannot write"), "{}", answer.stderr);
    let part = home.path("models/moonshine-tiny-Q8_0.gguf.part");
    assert!(fs::metadata(part).unwrap().len() >= 500_000);
}

#[test]
fn a_proxy_is_asked_for_what_is_elsewhere() {
    let home = Home::empty();
    let proxy = Web::new(|_| Answer { status: 404, ..Answer::default() });
    let call = Call::of(&home, &["models", "fetch", SMALL]).with_mirror("http://models.invalid");
    let answer = call.with_proxy(&proxy.address).answer();
    assert!(proxy.asked()[0].path.starts_with("http://models.invalid/handy-computer/"));
    assert!(answer.stderr.contains("models.invalid: the file is not there"), "{}", answer.stderr);
}
