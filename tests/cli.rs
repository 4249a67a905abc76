//! The command line as scripts see it: exit codes, what is on stdout, what is on stderr.

#[path = "cli/app.rs"]
mod app;
#[path = "cli/bench.rs"]
mod bench;
#[path = "cli/call.rs"]
mod call;
#[path = "cli/control.rs"]
mod control;
#[path = "cli/fetch.rs"]
mod fetch;
#[path = "cli/report.rs"]
mod report;
#[path = "cli/recognised.rs"]
mod recognised;
#[path = "common/recogniser.rs"]
#[allow(dead_code, clippy::panic, clippy::unwrap_used, reason = "as in tests/common")]
mod recogniser;
#[path = "cli/remote.rs"]
mod remote;
#[path = "common/subtitles.rs"]
mod subtitles;
#[path = "common/wait.rs"]
#[allow(dead_code, clippy::panic, clippy::unwrap_used, reason = "as in tests/common")]
mod wait;
#[path = "common/web.rs"]
#[allow(dead_code, clippy::panic, clippy::unwrap_used, reason = "as in tests/common")]
mod web;
#[path = "cli/vocabulary.rs"]
mod vocabulary;
#[path = "cli/voxtral.rs"]
mod voxtral;

use std::fs;

use call::{Call, Home};

const VERBS: [&[&str]; 33] = [
    &["listen"],
    &["transcribe"],
    &["devices"],
    &["models"],
    &["models", "list"],
    &["models", "path"],
    &["models", "import"],
    &["models", "fetch"],
    &["models", "delete"],
    &["remote"],
    &["remote", "add"],
    &["remote", "list"],
    &["remote", "key"],
    &["remote", "test"],
    &["remote", "remove"],
    &["takes"],
    &["takes", "list"],
    &["takes", "recover"],
    &["takes", "discard"],
    &["bench"],
    &["doctor"],
    &["toggle"],
    &["start"],
    &["stop"],
    &["cancel"],
    &["translate"],
    &["captions"],
    &["overlay"],
    &["status"],
    &["show"],
    &["quit"],
    &["completions"],
    &["manual"],
];

#[test]
fn help_teaches_with_examples_and_exit_codes() {
    let home = Home::empty();
    let long = home.call(&["--help"]);
    for word in ["Examples:", "Exit codes:", "ALOUD_HOME", "aloud doctor", "takes/"] {
        assert!(long.stdout.contains(word), "no word of {word}");
    }
    for verb in VERBS {
        let answer = home.call(&[verb, &["--help"]].concat());
        assert_eq!((answer.code, answer.stderr.as_str()), (0, ""), "{verb:?}");
        if verb.len() == 1 {
            assert!(answer.stdout.contains("Exit codes:"), "{verb:?}");
        }
    }
}

#[test]
fn shells_and_man_know_each_verb() {
    let home = Home::empty();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let answer = home.call(&["completions", shell]);
        assert_eq!((answer.code, answer.stderr.as_str()), (0, ""), "{shell}");
        for word in ["transcribe", "translate", "available"] {
            assert!(answer.stdout.contains(word), "{shell}: {word}");
        }
    }
    let folder = home.path("man");
    assert_eq!(home.call(&["manual", &folder]).code, 0);
    let page = |name: &str| fs::read_to_string(format!("{folder}/{name}.1")).unwrap();
    assert!(page("aloud").contains("ALOUD_HOME"));
    assert!(page("aloud-models-fetch").contains("whisper\\-base"));
}

#[test]
fn what_cannot_be_understood_ends_with_2_and_prints_nothing() {
    let home = Home::empty();
    for arguments in [
        &["sing"][..],
        &["transcribe"],
        &["listen", "--realtime"],
        &["listen", "--output", "shout"],
        &["listen", "--profile", "nobody"],
        &["transcribe", "a.wav", "--format", "srt", "--json"],
        &["bench", "--runs", "0"],
        &["takes", "recover", "nothing"],
        &["takes", "discard", "../settings"],
    ] {
        let answer = home.call(arguments);
        assert_eq!(answer.code, 2, "{arguments:?}: {}", answer.stderr);
        assert!(!answer.stderr.is_empty(), "{arguments:?} gives no reason");
        assert!(!arguments.contains(&"--json") || answer.objects().len() == 1);
        assert!(arguments.contains(&"--json") || answer.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn without_a_model_it_ends_with_3_and_says_how_to_get_one() {
    let home = Home::empty();
    for arguments in [
        &["listen", "--json"][..],
        &["transcribe", "a.wav", "--json"],
        &["bench", "--json"],
        &["models", "list", "--json"],
        &["models", "path", "base", "--json"],
    ] {
        let answer = home.call(arguments);
        assert_eq!(answer.code, 3, "{arguments:?}: {}", answer.stderr);
        let objects = answer.objects();
        assert_eq!(objects.len(), 1, "{arguments:?}");
        assert_eq!(objects[0]["code"], "no_model");
        let message = objects[0]["message"].as_str().unwrap();
        assert!(answer.stderr.contains(message), "the sentence stands on stderr as well");
    }
}

#[test]
fn a_file_that_is_no_model_ends_with_3_and_is_named() {
    let home = Home::empty();
    let path = home.write("rubbish.gguf", b"this is no model");
    let answer = home.call(&["transcribe", "a.wav", "--model", &path]);
    assert_eq!(answer.code, 3);
    assert!(answer.stderr.contains("rubbish.gguf"), "{}", answer.stderr);
}

#[test]
fn a_folder_that_is_no_model_is_not_imported() {
    let home = Home::empty();
    let answer = home.call(&["models", "import", &home.path("")]);
    assert_ne!(answer.code, 0);
    assert_eq!(answer.stdout, "");
    assert_eq!(home.call(&["models", "list"]).code, 3);
}

#[test]
fn without_a_sound_system_there_are_no_devices() {
    let answer = Home::empty().call(&["devices", "--json"]);
    assert_eq!(answer.code, 4, "{}", answer.stderr);
    assert_eq!(answer.objects()[0]["code"], "no_device");
}

#[test]
fn the_models_folder_is_printed_alone() {
    let home = Home::empty();
    let answer = home.call(&["models", "path"]);
    assert_eq!((answer.code, answer.stdout), (0, format!("{}\n", home.path("models"))));
}

#[test]
fn no_takes_are_no_error() {
    let answer = Home::empty().call(&["takes", "list", "--json"]);
    assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (0, "", ""));
}

#[test]
fn the_doctor_says_what_to_do_about_each_thing_that_is_missing() {
    let home = Home::empty();
    let answer = home.call(&["doctor", "--json"]);
    assert_eq!(answer.code, 1);
    let objects = answer.objects();
    let (verdict, checks) = objects.split_last().unwrap();
    assert_eq!(verdict["ready"], false);
    for missing in ["microphone", "model"] {
        let check = checks.iter().find(|check| check["check"] == missing).unwrap();
        assert_eq!(check["state"], "failed");
        assert!(check["remedy"].as_str().is_some_and(|remedy| !remedy.is_empty()));
    }
    let page = home.call(&["doctor"]);
    assert_eq!((page.code, page.stderr.as_str()), (1, ""));
    assert!(page.stdout.contains("What to do:"), "{}", page.stdout);
}

#[test]
fn the_doctor_writes_nothing() {
    let home = Home::empty();
    home.call(&["doctor"]);
    assert_eq!(fs::read_dir(home.path("")).unwrap().count(), 0);
}

#[test]
fn damaged_settings_are_reported_once_and_kept() {
    let home = Home::empty();
    home.write("settings.json", br#"{"version":1,"model":"base","profiles":["#);
    let answer = home.call(&["takes", "list", "--json"]);
    assert_eq!(answer.code, 0);
    assert!(answer.objects().iter().all(|object| object["code"] == "settings"));
    assert!(!answer.objects().is_empty());
    let kept = fs::read_to_string(home.path("settings.json")).unwrap();
    assert!(kept.contains("\"base\""));
    assert_eq!(home.call(&["takes", "list"]).stderr, "no take is kept\n");
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    for arguments in [&["doctor"][..], &["doctor", "--json"], &["--help"], &["status"]] {
        let answer = Call::of(&Home::empty(), arguments).with_closed_stdout().answer();
        assert!(!answer.stderr.contains("panicked"), "{arguments:?}: {}", answer.stderr);
        assert!(!answer.stderr.contains("pipe"), "{arguments:?}: {}", answer.stderr);
    }
}
