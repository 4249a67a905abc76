//! `aloud bench`: what it prints, not how quick the machine is.

use std::path::Path;

use super::call::{Answer, Call, Home};
use super::recognised::{models, recording};

const MODEL: &str = "whisper-base-Q8_0";

fn bench(home: &Home, arguments: &[&str]) -> Answer {
    Call::of(home, &[&["bench"], arguments].concat()).with_models(&models()).answer()
}

#[test]
fn a_table_has_one_column_a_model() {
    let home = Home::empty();
    let (model, file) = (MODEL.to_owned(), recording("short-01"));
    let path = models().join(format!("{MODEL}.gguf")).display().to_string();
    let answer = bench(&home, &["--model", &model, "--model", &path, &file]);
    assert_eq!((answer.code, answer.stderr.as_str()), (0, ""));
    let mut lines = answer.stdout.lines();
    let names: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    assert_eq!(names, [MODEL, MODEL]);
    let figures = |label: &str| -> Vec<&str> {
        let line = answer.stdout.lines().find(|line| line.starts_with(label)).unwrap();
        line[label.len()..].split_whitespace().collect()
    };
    assert_eq!(figures("words said"), ["4", "4"]);
    assert_eq!(figures("word errors live"), ["0", "0"]);
    assert_eq!(figures("changes of committed text"), ["0", "0"]);
    let first: Vec<f64> =
        figures("start of speech to first text, ms").iter().map(|f| f.parse().unwrap()).collect();
    assert!(first.iter().all(|ms| *ms > 0.0), "{first:?}");
}

#[test]
fn json_is_one_object_a_recording_and_one_for_all() {
    let home = Home::empty();
    let files = [recording("short-01"), recording("short-02")];
    let answer = bench(&home, &["--json", "--model", MODEL, &files[0], &files[1]]);
    assert_eq!((answer.code, answer.stderr.as_str()), (0, ""));
    let objects = answer.objects();
    let recordings: Vec<_> = objects.iter().map(|object| object["recording"].as_str()).collect();
    assert_eq!(recordings, [Some(files[0].as_str()), Some(files[1].as_str()), None]);
    for (object, words) in objects.iter().zip([4, 4, 8]) {
        assert_eq!((&object["type"], &object["model"]), (&"bench".into(), &MODEL.into()));
        assert_eq!((&object["runs"], &object["words"]), (&1.into(), &words.into()));
        assert_eq!((&object["errors_live"], &object["errors_whole"]), (&0.into(), &0.into()));
        for waited in ["first_text_ms", "wait_p50_ms", "stop_done_ms", "decode_ms"] {
            assert!(object[waited].as_i64().is_some_and(|ms| ms > 0), "{waited} in {object}");
        }
        for ratio in ["stop_ratio", "real_time_factor"] {
            assert!(object[ratio].as_f64().is_some_and(|ratio| ratio > 0.0), "{ratio} in {object}");
        }
    }
}

#[test]
fn what_is_missing_is_found_before_anything_is_spoken() {
    let home = Home::empty();
    let alone = home.path("alone.flac");
    std::fs::copy(recording("short-01"), &alone).unwrap();
    let missing = home.path("missing.wav");
    for (file, named) in [(&alone, "alone.txt"), (&missing, "missing.wav")] {
        let answer = bench(&home, &["--json", "--model", MODEL, &recording("short-01"), file]);
        assert_eq!(answer.code, 1, "{}", answer.stderr);
        assert!(answer.stderr.contains(named), "{}", answer.stderr);
        assert_eq!(answer.objects().len(), 1, "the notice alone");
    }
    let answer = bench(&home, &["--model", MODEL, "--language", "xx"]);
    assert_eq!((answer.code, answer.stdout.as_str()), (2, ""));
    let nowhere = Path::new(&home.path("nowhere.gguf")).display().to_string();
    let answer = bench(&home, &["--model", MODEL, "--model", &nowhere]);
    assert_eq!((answer.code, answer.stdout.as_str()), (3, ""));
    assert!(answer.stderr.contains("nowhere.gguf"), "{}", answer.stderr);
}
