//! With the real model: what is recognised, how it is printed, how it ends.

use std::path::PathBuf;
use std::process::Command;

use aloud::event::Event;
use serde_json::Value;

use super::call::{Answer, Call, Home};
use super::subtitles::{read_srt, read_vtt};

/// The folder with the speech model: `make test` says where it is.
pub(crate) fn models() -> PathBuf {
    let folder = std::env::var_os("ALOUD_TEST_MODELS").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(".cache/home/models"),
        PathBuf::from,
    );
    assert!(folder.is_dir(), "no speech model in {}; `make model` fetches it", folder.display());
    folder
}

pub(crate) fn recording(name: &str) -> String {
    format!("{}/tests/recordings/{name}.flac", env!("CARGO_MANIFEST_DIR"))
}

fn call(home: &Home, arguments: &[&str]) -> Answer {
    let model = ["--model", "whisper-base-Q8_0"];
    Call::of(home, &[arguments, &model].concat()).with_models(&models()).answer()
}

/// A second of silence.
pub(crate) fn silence(home: &Home) -> String {
    let path = home.path("silence.wav");
    let (channels, sample_rate) = (1, 16_000);
    let sample_format = hound::SampleFormat::Int;
    let spec = hound::WavSpec { channels, sample_rate, bits_per_sample: 16, sample_format };
    let mut file = hound::WavWriter::create(&path, spec).expect("the home is writable");
    (0..sample_rate).for_each(|_| file.write_sample(0i16).expect("there is room"));
    file.finalize().expect("there is room");
    path
}

fn is(object: &Value, kind: &str) -> bool {
    object["type"] == kind
}

#[test]
fn files_are_done_one_by_one_and_a_missing_one_is_named() {
    let home = Home::empty();
    let missing = home.path("missing.wav");
    let rubbish = home.write("rubbish.wav", b"this is no sound");
    let good = recording("short-01");
    let answer = call(&home, &["transcribe", &missing, &rubbish, &good]);
    assert_eq!(answer.code, 1);
    assert_eq!(answer.stdout, format!("==> {good} <==\nSounds good to me.\n"));
    for name in ["missing.wav", "rubbish.wav"] {
        assert!(answer.stderr.contains(name), "{}", answer.stderr);
    }
}

#[cfg(unix)]
#[test]
fn a_name_that_is_no_text_costs_no_other_file() {
    use std::os::unix::ffi::OsStringExt;
    let home = Home::empty();
    let odd = std::ffi::OsString::from_vec([home.path("").as_bytes(), b"odd-\xff.flac"].concat());
    std::fs::copy(recording("short-01"), &odd).expect("there is room");
    let options = ["transcribe", "--json", "--model", "whisper-base-Q8_0"].map(Into::into);
    let files = [odd, recording("short-02").into()];
    let arguments: Vec<std::ffi::OsString> = options.into_iter().chain(files).collect();
    let answer = Call::of(&home, &arguments).with_models(&models()).answer();
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let objects = answer.objects();
    assert_eq!(objects.iter().filter(|object| is(object, "done")).count(), 2);
}

#[test]
fn json_is_one_event_a_line_and_ends_with_a_done_for_each_file() {
    let home = Home::empty();
    let (said, silent) = (recording("short-01"), silence(&home));
    let answer = call(&home, &["transcribe", "--json", &silent, &said]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    for line in answer.stdout.lines() {
        serde_json::from_str::<Event>(line).expect("each line is an event");
    }
    let objects = answer.objects();
    let done: Vec<_> = objects.iter().filter(|object| is(object, "done")).collect();
    assert_eq!((&done[0]["file"], &done[0]["text"]), (&silent.into(), &"".into()));
    assert_eq!((&done[1]["file"], &done[1]["text"]), (&said.into(), &"Sounds good to me.".into()));
    assert_eq!(done[1]["take"], 2);
    assert!(objects.iter().all(|object| !is(object, "level")));
}

#[test]
fn silence_ends_with_5_and_its_done() {
    let home = Home::empty();
    let answer = call(&home, &["listen", "--json", "--wav", &silence(&home)]);
    assert_eq!(answer.code, 5, "{}", answer.stderr);
    let done = answer.objects().into_iter().find(|object| is(object, "done")).unwrap();
    assert_eq!((&done["text"], &done["audio_ms"]), (&"".into(), &1000.into()));
}

#[test]
fn languages_that_the_model_lacks_are_refused_with_those_it_has() {
    let home = Home::empty();
    let file = recording("short-01");
    for (option, code) in [("--language", "language"), ("--translate", "target")] {
        let answer = call(&home, &["transcribe", "--json", &file, option, "xx"]);
        assert_eq!(answer.code, 2, "{}", answer.stderr);
        let objects = answer.objects();
        assert_eq!(objects.len(), 1, "refused before anything is heard");
        assert_eq!(objects[0]["code"], code);
        assert!(objects[0]["message"].as_str().unwrap().contains("en"));
    }
}

/// A voice of this language that says this.
pub(crate) fn spoken(home: &Home, language: &str, text: &str) -> String {
    let path = home.path(&format!("spoken.{language}.wav"));
    let mut voice = Command::new("espeak-ng");
    let voice = voice.args(["-v", language, "-s", "130", "-w", &path, text]);
    assert!(voice.status().expect("espeak-ng is installed (make setup)").success());
    path
}

#[test]
fn german_is_written_in_english_where_that_is_asked_and_only_there() {
    let home = Home::empty();
    let file = spoken(&home, "de", "Guten Morgen, meine Damen und Herren.");
    let german = "Guten Morgen, meine Damen und Herren!";
    let said = call(&home, &["transcribe", "--language", "de", &file]).stdout;
    assert_eq!(said.trim(), german);
    for way in [&[][..], &["--whole"]] {
        let arguments = ["transcribe", "--language", "de", "--translate", "EN-us", &file];
        let translated = call(&home, &[&arguments, way].concat()).stdout;
        assert!(translated.contains("Good morning"), "{translated}");
        let both = call(&home, &[&arguments, &["--both"][..], way].concat()).stdout;
        assert_eq!(both, format!("{german}\n{translated}"), "{way:?}");
    }
    let refused = call(&home, &["transcribe", "--translate", "de", &file]);
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
    assert!(refused.stderr.contains("en"), "{}", refused.stderr);
}

/// Field case 21.
#[test]
fn a_language_that_nobody_expects_is_told() {
    let home = Home::empty();
    let french = "Bonjour à tous. Je voudrais vous parler de notre voyage en Italie.";
    let french = spoken(&home, "fr", french);
    let german = "Guten Morgen, meine Damen und Herren. Heute sprechen wir über das Wetter.";
    let german = spoken(&home, "de", german);
    let english = recording("memo-01");
    for (file, languages, way, told) in [
        (&french, "en", &[][..], true),
        (&french, "en", &["--whole"], true),
        (&french, "de,en", &[], true),
        (&french, "fr", &[], false),
        (&french, "en,fr", &[], false),
        (&german, "en", &[], true),
        (&german, "de", &[], false),
        (&english, "fr", &[], true),
        (&english, "en", &[], false),
    ] {
        let arguments = ["transcribe", "--json", "--language", languages, file];
        let answer = call(&home, &[&arguments, way].concat());
        assert_eq!(answer.code, 0, "{file} as {languages}: {}", answer.stderr);
        let objects = answer.objects();
        let notices: Vec<_> = objects.iter().filter(|object| is(object, "notice")).collect();
        assert_eq!(notices.len(), usize::from(told), "{file} as {languages} {way:?}: {objects:#?}");
        assert!(notices.iter().all(|notice| notice["code"] == "other_language"));
        let done = objects.iter().find(|object| is(object, "done")).unwrap();
        assert_ne!(done["text"], "", "the text is kept whatever was heard");
    }
}

#[test]
fn it_is_told_of_each_file_that_is_in_another_language() {
    let home = Home::empty();
    let french = spoken(&home, "fr", "Bonjour à tous. Je voudrais vous parler de notre voyage.");
    let german = spoken(&home, "de", "Guten Morgen, meine Damen und Herren, wie geht es Ihnen?");
    let english = recording("memo-01");
    let files = [&french, &english, &german].map(String::as_str);
    let answer = call(&home, &[&["transcribe", "--json", "--language", "en"], &files[..]].concat());
    let told = answer.objects().into_iter().filter(|object| is(object, "notice"));
    let takes: Vec<_> = told.map(|notice| notice["take"].as_u64().unwrap()).collect();
    assert_eq!(takes, [1, 3]);
}

/// The short window now and then finds nothing where somebody speaks. The full one does.
#[test]
fn a_sentence_is_not_given_up_because_one_run_hears_nothing() {
    let home = Home::empty();
    let file = recording("italy-de");
    let said = call(&home, &["transcribe", "--language", "de", &file]);
    assert!(said.stdout.starts_with("Guten Tag."), "{}{}", said.stdout, said.stderr);
}

#[test]
fn a_file_is_listened_to_to_its_end() {
    let home = Home::empty();
    let file = recording("short-01");
    let answer = call(&home, &["listen", "--wav", &file]);
    assert_eq!((answer.code, answer.stdout.as_str()), (0, "Sounds good to me.\n"));
    assert_eq!(answer.stderr, "");
}

#[test]
fn one_run_over_the_whole_gives_subtitles_with_times() {
    let home = Home::empty();
    let file = recording("short-01");
    let answer = call(&home, &["transcribe", "--whole", "--format", "vtt", &file]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    assert!(answer.stdout.starts_with("WEBVTT\nLanguage: en\n\n00:00:0"), "{}", answer.stdout);
    assert!(answer.stdout.ends_with("\nSounds good to me.\n\n"), "{}", answer.stdout);
}

#[test]
fn subtitles_have_every_word_of_the_text() {
    let home = Home::empty();
    let file = recording("memo-01");
    let text = call(&home, &["transcribe", &file]).stdout;
    let srt = read_srt(&call(&home, &["transcribe", &file, "--format", "srt"]).stdout);
    let vtt = read_vtt(&call(&home, &["transcribe", &file, "--format", "vtt"]).stdout);
    assert_eq!(srt, vtt);
    assert!(srt.len() > 1, "{srt:?}");
    let lines: Vec<String> = srt.into_iter().flat_map(|cue| cue.lines).collect();
    assert_eq!(lines.join(" "), text.trim());
}

#[test]
fn subtitles_of_a_talk_are_short_and_last_to_its_end() {
    let home = Home::empty();
    let answer = call(&home, &["transcribe", &recording("long-01"), "--format", "srt"]);
    let cues = read_srt(&answer.stdout);
    assert!(cues.len() >= 20, "{cues:?}");
    for cue in &cues {
        assert!(cue.lines.len() <= 2 && cue.end_ms - cue.start_ms <= 7_000, "{cue:?}");
        assert!(cue.lines.iter().all(|line| line.chars().count() <= 42), "{cue:?}");
    }
    assert!(cues.is_sorted_by(|cue, next| cue.end_ms <= next.start_ms), "{cues:?}");
    let last = cues.last().expect("somebody speaks");
    assert!((80_000..=93_500).contains(&last.end_ms), "{last:?}");
}

#[test]
fn subtitles_in_two_languages_of_files_that_run_on() {
    let home = Home::empty();
    let (first, second) = (recording("memo-01"), recording("short-01"));
    let options = ["--language", "en", "--translate", "en", "--both", "--format", "srt"];
    let answer = call(&home, &[&["transcribe", &first, &second], &options[..]].concat());
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let cues = read_srt(&answer.stdout);
    assert!(cues.iter().all(|cue| (2..=4).contains(&cue.lines.len())), "{cues:?}");
    let last = cues.last().expect("somebody speaks");
    assert_eq!(last.lines.first().map(String::as_str), Some("Sounds good to me."));
    assert!(last.start_ms > 5_450, "it begins after the first file: {last:?}");
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    let home = Home::empty();
    let file = recording("short-01");
    for arguments in [&["listen", "--wav", &file][..], &["listen", "--json", "--wav", &file]] {
        let arguments = [arguments, &["--model", "whisper-base-Q8_0"]].concat();
        let call = Call::of(&home, &arguments).with_models(&models()).with_closed_stdout();
        let answer = call.answer();
        assert_eq!((answer.code, answer.stderr.as_str()), (0, ""), "{arguments:?}");
    }
}

#[test]
fn what_whisper_cannot_do_is_refused_with_the_reason() {
    let home = Home::empty();
    let file = recording("short-01");
    let answer = call(&home, &["transcribe", &file, "--instruct", "Shorten it."]);
    assert_eq!((answer.code, answer.stdout.as_str()), (2, ""));
    assert!(answer.stderr.contains("does not follow instructions"), "{}", answer.stderr);
    let answer = call(&home, &["transcribe", &file, "--instruct", "x", "--translate", "en"]);
    assert_eq!(answer.code, 2, "{}", answer.stderr);
}

#[test]
fn whisper_translates_into_english_and_leaves_english_as_it_is() {
    let home = Home::empty();
    let file = recording("short-01");
    for (more, text) in [
        (&[][..], "Sounds good to me.\n"),
        (&["--both"], "Sounds good to me.\nSounds good to me.\n"),
    ] {
        let answer = call(&home, &[&["transcribe", &file, "--translate", "en"], more].concat());
        assert_eq!((answer.code, answer.stdout.as_str()), (0, text));
    }
}
