//! The native engine with a tiny model of made-up weights, which answers each kind of request
//! with a sentence of its own.
#![expect(clippy::unwrap_used, reason = "a test fails where what it needs is not there")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;

use aloud::audio::samples;
use aloud::error::{Error, ErrorKind};
use aloud::home::Home;
use aloud::models::Store;
use aloud::recognise::native::{LoadOptions, Means, Native, Threads};
use aloud::recognise::{BrokenOff, Failure, Hypothesis, Recogniser, Request};
use aloud::settings::{Compute, Language, Task};

/// Tokens that the fixture has room for; 4096 as it is.
const CONTEXT: &str = "stt.voxtral.decoder.max_position_embeddings";

fn fixture() -> PathBuf {
    tiny_of("words")
}

/// The fixture of this kind.
fn tiny_of(kind: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    folder.join(format!("tiny-voxtral-{kind}.gguf"))
}

fn load(model: &Path, twin: Option<&Path>) -> Result<Native, Error> {
    Native::load(model, twin, &LoadOptions { threads: Some(1), compute: Compute::Cpu })
}

fn tiny() -> Native {
    load(&fixture(), None).unwrap()
}

/// Noise as loud as speech.
fn speech(ms: u64) -> Vec<f32> {
    let mut state = 1_u32;
    let noise = std::iter::from_fn(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Some(((state >> 8) as f32 / (1 << 23) as f32 - 1.0) * 0.3)
    });
    noise.take(samples(ms) as usize).collect()
}

fn said(native: &mut Native, request: &Request) -> String {
    native.run(&speech(1000), request).unwrap().text
}

fn hint(code: &str) -> Request {
    Request { language: Language::Code(code.to_owned()), ..Request::default() }
}

fn task(task: Task) -> Request {
    Request { task, ..Request::default() }
}

fn into(target: &str) -> Request {
    task(Task::Translate { target: target.to_owned(), both: false })
}

#[test]
fn what_is_said_is_written_in_the_language_that_is_named() {
    let mut native = tiny();
    assert_eq!(said(&mut native, &Request::default()), "hello from the tiny voxtral test model.");
    for (code, text) in [
        ("en", "english words were spoken here."),
        ("EN-gb", "english words were spoken here."),
        ("de_AT", "guten Tag liebe Leute."),
        ("fr", "bonjour tout le monde."),
        ("es", "hola a todos amigos."),
        ("it", "ciao a tutti quanti."),
        ("pt", "ola pessoal como vai."),
        ("nl", "goedendag allemaal mensen."),
        ("hi", "namaste aap sabko."),
    ] {
        let heard = native.run(&speech(1000), &hint(code)).unwrap();
        assert_eq!(heard.text, text);
        assert_eq!(heard.language.as_deref(), Some(&code.to_lowercase()[..2]));
        assert_eq!((heard.segments, heard.broken_off), (vec![], None));
    }
}

#[test]
fn silence_and_no_audio_at_all_are_no_text() {
    let mut native = tiny();
    for audio in [&[0.0; 16_000][..], &[]] {
        assert_eq!(native.run(audio, &Request::default()).unwrap().text, "");
    }
}

#[test]
fn every_target_language_has_its_own_translation() {
    let mut native = tiny();
    let targets = native.capabilities().targets.clone();
    assert_eq!(targets, ["en", "fr", "de", "es", "it", "pt", "nl", "hi"]);
    let texts: Vec<_> = targets.iter().map(|target| said(&mut native, &into(target))).collect();
    assert_eq!(texts[2], "jetzt ins Deutsche gebracht.");
    assert_eq!(texts[7], "ab hindi mein anuvad.");
    for (n, text) in texts.iter().enumerate() {
        assert!(!text.is_empty() && !texts[..n].contains(text), "{texts:?}");
    }
}

#[test]
fn an_instruction_is_followed_and_what_breaks_off_is_marked() {
    let folder = tempfile::tempdir().unwrap();
    let mut native = load(&with_number(CONTEXT, 1000, folder.path()), None).unwrap();
    let mut told = |prompt: &str| {
        let request = task(Task::Instruct { prompt: prompt.to_owned() });
        native.run(&speech(1000), &request).unwrap()
    };
    let whole = told("Summarise it.");
    assert_eq!((whole.text.as_str(), whole.broken_off), ("this is a free answer.", None));
    for (prompt, why) in
        [("Go on forever", BrokenOff::Truncated), ("Run a loop", BrokenOff::Repetition)]
    {
        let part = told(prompt);
        assert_eq!(part.broken_off, Some(why));
        assert!(!part.text.is_empty());
    }
}

#[test]
fn what_the_model_lacks_is_refused_before_and_during_a_run() {
    let mut native = tiny();
    let able = native.capabilities().clone();
    assert_eq!(hint("ja").check(&able).unwrap_err().kind(), ErrorKind::Language);
    assert_eq!(into("ja").check(&able).unwrap_err().kind(), ErrorKind::Target);
    assert!(hint("en-US").check(&able).is_ok() && into("pt-BR").check(&able).is_ok());
    assert!(matches!(native.run(&speech(1000), &hint("ja")), Err(Failure::Other(_))));
}

#[test]
fn a_cancel_from_another_thread_ends_the_run_and_the_next_one_is_whole() {
    let mut native = tiny();
    let cancel = native.canceller();
    let (begun, begins) = mpsc::channel();
    let (over, ends) = mpsc::channel::<()>();
    let canceller = thread::spawn(move || {
        begins.recv().unwrap();
        // Again and again, because the run may not have begun when the first one comes.
        while ends.try_recv() == Err(mpsc::TryRecvError::Empty) {
            cancel();
            thread::yield_now();
        }
    });
    begun.send(()).unwrap();
    let endless = task(Task::Instruct { prompt: "Go on forever".to_owned() });
    let cut = native.run(&speech(1000), &endless);
    over.send(()).unwrap();
    canceller.join().unwrap();
    match cut {
        Err(failure) => assert_eq!(failure, Failure::Cancelled),
        Ok(Hypothesis { broken_off, .. }) => assert_eq!(broken_off, Some(BrokenOff::Aborted)),
    }
    assert_eq!(said(&mut native, &Request::default()), "hello from the tiny voxtral test model.");
}

#[test]
fn a_cancel_belongs_to_the_next_run_and_to_no_other() {
    let mut native = tiny();
    let cancel = native.canceller();
    cancel();
    assert_eq!(native.run(&speech(1000), &Request::default()), Err(Failure::Cancelled));
    cancel();
    assert_eq!(said(&mut native, &Request::default()), "hello from the tiny voxtral test model.");
}

#[test]
fn too_much_for_the_context_is_known_at_once() {
    let mut native = tiny();
    let much = vec![0.0; samples(270_000) as usize + 1];
    assert_eq!(native.run(&much, &Request::default()), Err(Failure::TooLong));
}

#[test]
fn a_recording_that_no_run_holds_is_divided() {
    let folder = tempfile::tempdir().unwrap();
    let mut cramped = load(&with_number(CONTEXT, 860, folder.path()), None).unwrap();
    let whole = tiny().whole(&speech(70_000), &Request::default()).unwrap().hypothesis;
    assert_eq!(whole.text, "hello from the tiny voxtral test model.");
    assert_eq!(whole.segments, []);
    let whole = cramped.whole(&speech(70_000), &into("de")).unwrap().hypothesis;
    assert_eq!(whole.text.matches("jetzt ins Deutsche gebracht.").count(), 3);
    assert_eq!((whole.broken_off, whole.segments.len()), (None, 3));
    assert_eq!(whole.segments[2].end_ms, 70_000);
    assert_eq!(cramped.run(&speech(30_001), &Request::default()), Err(Failure::TooLong));
}

#[test]
fn an_instruction_has_its_room_in_the_context() {
    let folder = tempfile::tempdir().unwrap();
    let mut native = load(&with_number(CONTEXT, 860, folder.path()), None).unwrap();
    let able = native.capabilities().clone();
    let most = able.longest_instruction.unwrap() as usize;
    let told = |bytes: usize| task(Task::Instruct { prompt: "x".repeat(bytes) });
    assert!(told(most).check(&able).is_ok());
    assert_eq!(native.run(&speech(28_000), &told(most)).unwrap().broken_off, None);
    let error = told(most + 1).check(&able).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Usage, "{error}");
    assert_eq!(native.run(&speech(1000), &told(most + 1)), Err(Failure::TooLong));
    for prompt in ["", " ", "Shorten\0it."] {
        let request = task(Task::Instruct { prompt: prompt.to_owned() });
        assert_eq!(request.check(&able).unwrap_err().kind(), ErrorKind::Usage, "{prompt:?}");
    }
}

#[test]
fn a_text_that_never_ends_or_goes_round_is_given_as_far_as_it_came() {
    for (kind, why, begins) in [
        ("long", BrokenOff::Truncated, "endless: w000 w001"),
        ("loop", BrokenOff::Repetition, "circling: round and round"),
    ] {
        let mut native = load(&tiny_of(kind), None).unwrap();
        let heard = native.run(&speech(1000), &Request::default()).unwrap();
        assert_eq!(heard.broken_off, Some(why));
        assert!(heard.text.starts_with(begins), "{}", heard.text);
    }
}

#[test]
fn capabilities_come_from_the_model_file() {
    let native = tiny();
    let able = native.capabilities();
    assert_eq!((able.name.as_str(), able.backend.as_str()), ("voxtral-mini-3b-2507", "cpu"));
    assert!(able.instruct && able.detects_language && !able.streaming && !able.vocabulary);
    assert!(!able.tells_language && !able.timestamps && !able.context);
    let windows: Vec<_> = able.windows.iter().map(|window| window.max_samples).collect();
    assert_eq!(windows, [samples(28_000)]);
}

/// The fixture with another number under a key of its head.
fn with_number(key: &str, value: u32, folder: &Path) -> PathBuf {
    let mut file = fs::read(fixture()).unwrap();
    let at = file.windows(key.len()).position(|part| part == key.as_bytes()).unwrap();
    let at = at + key.len() + 4;
    file[at..at + 4].copy_from_slice(&value.to_le_bytes());
    let path = folder.join(format!("{key}-{value}.gguf"));
    fs::write(&path, file).unwrap();
    path
}

/// A twin that claims a window of 15 s and says some words in another way.
fn twin(folder: &Path) -> PathBuf {
    let path = with_number("stt.frontend.chunk_length", 15, folder);
    let mut file = fs::read(&path).unwrap();
    for (word, other) in [("Ġhello", "Ġjelly"), ("Ġround", "Ġsound")] {
        let places: Vec<_> =
            (0..file.len()).filter(|at| file[*at..].starts_with(word.as_bytes())).collect();
        assert!(!places.is_empty());
        for at in places {
            file[at..at + other.len()].copy_from_slice(other.as_bytes());
        }
    }
    fs::write(&path, file).unwrap();
    path
}

#[test]
fn a_short_piece_goes_to_the_twin_and_a_long_one_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let mut native = load(&fixture(), Some(&twin(folder.path()))).unwrap();
    let windows: Vec<_> = native.capabilities().windows.iter().map(|w| w.max_samples).collect();
    assert_eq!(windows, [samples(12_000), samples(28_000)]);
    let mut first_word = |ms, window| {
        let request = Request { window, ..Request::default() };
        let text = native.run(&speech(ms), &request).unwrap().text;
        text.split(' ').next().unwrap().to_owned()
    };
    assert_eq!(first_word(12_000, 0), "jelly");
    assert_eq!(first_word(12_001, 0), "hello", "more than fits into the twin");
    assert_eq!(first_word(1000, 1), "hello");
    assert_eq!(
        native.whole(&speech(1000), &Request::default()).unwrap().hypothesis.text.split(' ').next(),
        Some("hello")
    );
}

#[test]
fn a_doubtful_text_of_the_twin_is_done_again_in_the_full_window() {
    let folder = tempfile::tempdir().unwrap();
    let mut native = load(&fixture(), Some(&twin(folder.path()))).unwrap();
    let request = task(Task::Instruct { prompt: "Run a loop".to_owned() });
    let text = said(&mut native, &request);
    assert!(text.contains("round") && !text.contains("sound"), "{text}");
}

#[test]
fn what_runs_best_is_measured_once_and_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let models = folder.path().join("models");
    fs::create_dir(&models).unwrap();
    fs::copy(fixture(), models.join("tiny.gguf")).unwrap();
    let place = folder.path().as_os_str().to_owned();
    let home = Home::resolve(|name| (name == "ALOUD_HOME").then(|| place.clone()), None).unwrap();
    let model = Store::new(&home).find(Some("tiny")).unwrap();
    let memory = home.tuning_file();
    let threads = Threads::Measured { memory: memory.clone() };
    let means = |threads| Means { threads, ..Means::of(&home, None, &Compute::Cpu) };
    let mut native = Native::open(&model, &means(threads.clone())).unwrap();
    assert!(said(&mut native, &Request::default()).starts_with("hello"));
    let costs = native.first_costs();
    assert_eq!(costs.len(), native.capabilities().windows.len());
    let remembered = fs::read_to_string(&memory).unwrap();
    assert!(remembered.contains("tiny.gguf"), "{remembered}");
    let again = Native::open(&model, &means(threads)).unwrap();
    assert_eq!(again.first_costs(), costs, "it would hardly take the same time again");
    assert_eq!(fs::read_to_string(&memory).unwrap(), remembered);
    for threads in [Threads::Fixed(1), Threads::Usual] {
        fs::remove_file(&memory).unwrap_or_default();
        assert!(Native::open(&model, &means(threads)).unwrap().first_costs().is_empty());
        assert!(!memory.exists());
    }
}

#[test]
fn a_doubtful_draft_of_the_twin_is_no_text() {
    let folder = tempfile::tempdir().unwrap();
    let mut native = load(&fixture(), Some(&twin(folder.path()))).unwrap();
    let looping = task(Task::Instruct { prompt: "Run a loop".to_owned() });
    let draft = Request { draft: true, ..looping };
    assert_eq!(said(&mut native, &draft), "");
    assert!(said(&mut native, &Request { draft: true, ..Request::default() }).starts_with("jelly"));
}

#[test]
fn a_context_that_holds_no_speech_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let cramped = load(&with_number(CONTEXT, 859, folder.path()), None).map(drop).unwrap_err();
    assert_eq!(cramped.kind(), ErrorKind::BadModel);
    let none = load(&with_number("stt.frontend.chunk_length", 0, folder.path()), None);
    assert_eq!(none.map(drop).unwrap_err().kind(), ErrorKind::BadModel);
    let roomy = load(&with_number(CONTEXT, 860, folder.path()), None).unwrap();
    assert_eq!(roomy.capabilities().windows.len(), 1);
}

#[test]
fn damaged_files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let whole = fs::read(fixture()).unwrap();
    for (name, file) in [
        ("empty.gguf", &whole[..0]),
        ("head.gguf", &whole[..100]),
        ("half.gguf", &whole[..whole.len() / 2]),
        ("almost.gguf", &whole[..whole.len() - 1]),
        ("text.gguf", b"this is no model at all"),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, file).unwrap();
        let error = load(&path, None).map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BadModel, "{name}");
        assert!(error.to_string().contains(name), "{error}");
    }
}

#[test]
fn a_missing_file_is_no_model() {
    let error = load(Path::new("nowhere/none.gguf"), None).map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoModel);
    assert!(error.to_string().contains("none.gguf"), "{error}");
}

#[test]
fn a_twin_that_cannot_be_used_is_done_without() {
    let folder = tempfile::tempdir().unwrap();
    let damaged = folder.path().join("twin.gguf");
    fs::write(&damaged, b"GGUF").unwrap();
    for twin in [damaged, fixture()] {
        let mut native = load(&fixture(), Some(&twin)).unwrap();
        assert_eq!(native.capabilities().windows.len(), 1);
        assert!(said(&mut native, &Request::default()).starts_with("hello"));
    }
}
