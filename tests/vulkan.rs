//! The program with a graphics card made of software, without one, and with drivers that crash and
//! hang. `make test-vulkan` builds what it needs; nothing else has the features.
#![allow(clippy::unwrap_used, reason = "a test ends where it cannot go on")]

#[path = "vulkan/stage.rs"]
#[allow(clippy::unwrap_used, reason = "a test ends where it cannot go on")]
mod stage;

use std::fs;
use std::time::Duration;

use aloud::clock::{Clock, rest};
use stage::{Answer, MODULE, Stage};

/// What the model says to anything as loud as speech.
const TEXT: &str = "hello from the tiny voxtral test model.";

/// The device and whether a model would get it.
fn devices(stage: &Stage, more: &[&str]) -> Vec<(String, bool)> {
    let answer = stage.call(&[&["devices", "--compute", "--json"][..], more].concat());
    let devices = answer.all("compute_device").into_iter();
    devices
        .map(|device| {
            let backend = device["backend"].as_str().unwrap().to_owned();
            (backend, device["used"].as_bool().unwrap())
        })
        .collect()
}

fn processor_alone() -> Vec<(String, bool)> {
    vec![("cpu".to_owned(), true)]
}

/// Writes a recording down on the card. The software driver of Debian 12 brings about every second
/// program down in its second run; then the next start must know of it, and it is tried again.
fn on_card(stage: &Stage, more: &[&str]) -> Answer {
    for _ in 0..16 {
        if let Some(answer) = stage.try_to_transcribe(more) {
            return answer;
        }
        let after = stage.transcribe(&[]);
        assert_eq!(after.text(), TEXT);
        assert!(after.notices()[0].1.contains("Aloud ended while a model ran on it"));
        devices(stage, &["--retry"]);
    }
    unreachable!("the card never computes")
}

#[test]
fn the_card_says_what_the_processor_says_and_is_missed_once_when_its_driver_goes() {
    let mut stage = Stage::new();
    let on_processor = stage.transcribe(&["--compute", "cpu"]);
    assert_eq!((on_processor.text(), on_processor.notices()), (TEXT, vec![]));
    assert_eq!(stage.memory(), "", "no driver was touched");

    // Without a model at hand it is only listed: three runs are more than this driver survives.
    let card = [("vulkan".to_owned(), true), ("cpu".to_owned(), false)];
    assert_eq!(devices(&stage, &[]), card);
    let remembered = stage.memory();
    assert!(remembered.contains("\"good\""), "{remembered}");
    assert_eq!(devices(&stage, &[]), card);
    assert_eq!(stage.memory(), remembered, "it is tried once");
    // A device that is not there gives way to the next best, which is this card.
    let on_card = on_card(&stage, &["--compute", "CUDA7"]);
    assert_eq!(on_card.text(), TEXT);
    let [("compute_missing", message)] = on_card.notices()[..] else { unreachable!() };
    assert!(message.contains("\"CUDA7\" to compute on, so Vulkan0 is used"), "{message}");
    assert!(on_card.messages.contains("computes on vulkan"), "{}", on_card.messages);

    for gone in ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"] {
        stage.variables.push((gone, "/nonexistent".to_owned()));
        let without = stage.transcribe(&[]);
        assert_eq!(without.text(), TEXT);
        let told = without.notices();
        // Of the second variable nothing is news any more.
        let expected = usize::from(gone == "VK_DRIVER_FILES");
        assert_eq!(told.len(), expected, "{told:?}");
        assert!(told.iter().all(|(code, m)| *code == "compute_aside" && m.contains("is gone")));
    }
    assert_eq!(devices(&stage, &[]), processor_alone());
}

#[test]
fn without_the_library_of_the_backend_the_program_starts_and_computes() {
    let stage = Stage::copied(|folder| {
        let path = folder.join(MODULE);
        let mut module = fs::read(&path).unwrap();
        let (name, other) = (b"libvulkan.so.1\0", b"libvulkan.so.X\0");
        let at = module.windows(name.len()).position(|part| part == name).unwrap();
        module[at..at + other.len()].copy_from_slice(other);
        fs::write(&path, module).unwrap();
    });
    for _ in 0..2 {
        let answer = stage.transcribe(&[]);
        assert_eq!((answer.text(), answer.notices()), (TEXT, vec![]), "it never had a card");
    }
    let answer = stage.call(&["devices", "--compute", "--json"]);
    let backend = answer.all("compute_backend")[0];
    assert_eq!((&backend["used"], &backend["aside"]["why"]), (&false.into(), &"nothing".into()));
    assert!(backend["message"].as_str().unwrap().contains("its driver is missing"));
}

#[test]
fn a_driver_that_aborts_is_told_of_and_left_alone_until_somebody_asks() {
    let stage = Stage::with_a_module_that("ABORTS");
    let first = stage.transcribe(&[]);
    assert_eq!(first.text(), TEXT);
    let [(code, message)] = first.notices()[..] else { unreachable!("{:?}", first.notices()) };
    assert_eq!(code, "compute_aside");
    assert!(message.contains("it crashed when it was tried (signal: 6"), "{message}");
    assert!(message.contains("aloud devices --compute --retry"), "{message}");
    assert_eq!(stage.tried(), 1);
    for more in [&[][..], &["--compute", "auto"]] {
        let next = stage.transcribe(more);
        assert_eq!((next.text(), next.notices()), (TEXT, vec![]));
    }
    let chosen = stage.transcribe(&["--compute", "Vulkan0"]);
    let [("compute_missing", message)] = chosen.notices()[..] else { unreachable!() };
    assert!(message.contains("Vulkan is set aside: it crashed"), "{message}");
    assert_eq!(devices(&stage, &[]), processor_alone());
    assert_eq!(stage.tried(), 1, "one look was enough");
    assert_eq!(devices(&stage, &["--retry"]), processor_alone());
    assert_eq!(stage.tried(), 2);
}

#[test]
fn a_driver_that_hangs_is_given_up_and_left_alone() {
    let stage = Stage::with_a_module_that("HANGS");
    let first = stage.transcribe(&[]);
    assert_eq!(first.text(), TEXT);
    assert!(first.notices()[0].1.contains("did not answer within 20 s"), "{:?}", first.notices());
    let next = stage.transcribe(&[]);
    assert_eq!((next.text(), next.notices()), (TEXT, vec![]));
    assert_eq!(stage.tried(), 1);
}

#[test]
fn a_program_that_dies_while_it_sets_up_the_card_starts_without_it() {
    let stage = Stage::new();
    // Without a model nothing is computed when it is tried, which is quick.
    assert!(devices(&stage, &[]).contains(&("vulkan".to_owned(), true)));
    let mut child = stage.command(&stage.transcribing()).spawn().unwrap();
    let is_at_it = || {
        let entries = fs::read_dir(stage.path("")).unwrap().flatten();
        entries.into_iter().any(|entry| entry.path().extension().is_some_and(|e| e == "trying"))
    };
    let (clock, limit) = (Clock::real(), Duration::from_secs(300));
    let begun = clock.now();
    while !is_at_it() {
        assert!(clock.now().since(begun) < limit, "it sets up no model");
        rest(Duration::from_millis(5));
    }
    // As a driver ends a program: at once, and without a chance to say so.
    child.kill().unwrap();
    child.wait().unwrap();
    let next = stage.transcribe(&[]);
    assert_eq!(next.text(), TEXT);
    let [("compute_aside", message)] = next.notices()[..] else { unreachable!() };
    assert!(message.contains("Aloud ended while a model ran on it"), "{message}");
    let later = stage.transcribe(&[]);
    assert_eq!((later.text(), later.notices()), (TEXT, vec![]));
    assert!(devices(&stage, &["--retry"]).contains(&("vulkan".to_owned(), true)));
}
