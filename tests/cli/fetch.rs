//! Models that are fetched and removed, as far as the command line has a part in it; what servers do
//! is in tests/downloads.rs.

use std::fs;

use crate::call::{Call, Home};
use crate::web::{Answer, Web};

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
    assert!(answer.stderr.contains("cannot fetch moonshine-tiny-Q8_0.gguf"), "{}", answer.stderr);
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
