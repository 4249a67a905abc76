//! Measuring which model suits the machine, with the real model.

#![allow(clippy::unwrap_used, reason = "a test ends where it cannot go on")]

mod common;

use aloud::bench::quick::{Suits, quick, recommended};
use aloud::home::Home;
use aloud::models::Store;
use aloud::recognise::cancel::Cancel;
use aloud::recognise::native::{Means, Threads};
use aloud::settings::Compute;
use common::models;

#[test]
fn the_real_model_understands_the_recordings_and_is_timed() {
    let home = tempfile::tempdir().unwrap();
    let folder = |name: &str| match name {
        "ALOUD_HOME" => Some(home.path().into()),
        "ALOUD_MODELS" => Some(models().into()),
        _ => None,
    };
    let home = Home::resolve(folder, None).unwrap();
    let model = Store::new(&home).find(None).unwrap();
    let threads = Threads::Fixed(2);
    let means = Means { threads, ..Means::of(&home, None, &Compute::Cpu) };
    let done = quick(&model, &means, &Cancel::default()).unwrap();
    assert_eq!((done.words, done.speech_ms), (43, 5450));
    assert!(done.wrong <= 4, "{done:?}");
    assert!(done.decode_ms > 0);
    assert_eq!(recommended(&[Some(done)]).is_some(), done.suits >= Suits::Phrases);
}
