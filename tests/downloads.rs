//! Files that are fetched from real servers on this machine, which do what servers do at times.
//! Field case 37.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where it cannot go on")]

mod common;

use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::time::Duration;

use aloud::error::{Error, Result};
use aloud::models::download::{Fetched, Flow, Options, Step, Wanted, fetch};
use common::web::{Answer, Asked, Web, file};
use sha2::{Digest, Sha256};

/// A file of which no two places look alike.
fn bytes() -> Vec<u8> {
    (0_u32..50_000).flat_map(|at| at.wrapping_mul(2_654_435_761).to_le_bytes()).collect()
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn wanted(sources: &[&Web]) -> Wanted {
    let bytes = bytes();
    Wanted {
        name: "a.gguf".to_owned(),
        size: bytes.len() as u64,
        sha256: Some(hash(&bytes)),
        sources: sources.iter().map(|web| format!("{}/a.gguf", web.address)).collect(),
    }
}

/// No proxy of this machine, hardly a wait, and on a busy machine no server that seems to stall.
fn quick() -> Options {
    let (stall, pause) = (Duration::from_secs(60), Duration::from_micros(100));
    Options { stall, pause, proxies: false }
}

fn get(wanted: &Wanted, folder: &Path) -> Result<Fetched> {
    fetch(wanted, folder, &quick(), &mut |_| Flow::GoOn)
}

/// Where a server does stall.
fn get_soon(wanted: &Wanted, folder: &Path) -> Result<Fetched> {
    let options = Options { stall: Duration::from_millis(300), ..quick() };
    fetch(wanted, folder, &options, &mut |_| Flow::GoOn)
}

fn has_come(folder: &Path) {
    assert!(std::fs::read(folder.join("a.gguf")).unwrap() == bytes(), "every byte is right");
    let mut names: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert_eq!(names, [folder.join("a.gguf"), folder.join("a.gguf.sha256")]);
}

fn is_refused(answer: Result<Fetched>, why: &str) {
    match answer {
        Err(error @ Error::Download { .. }) => {
            assert!(error.to_string().contains(why), "{error}");
        }
        other => panic!("{other:?}"),
    }
}

/// What a server does to a request before it behaves.
fn at_first(times: usize, play: impl Fn(&Asked) -> Answer + Send + Sync + 'static) -> Web {
    Web::new(move |asked| if asked.before < times { play(asked) } else { file(asked, &bytes()) })
}

#[test]
fn a_file_comes_whole() {
    let (folder, web) = (tempfile::tempdir().unwrap(), at_first(0, |_| Answer::default()));
    let mut steps = Vec::new();
    let came = fetch(&wanted(&[&web]), folder.path(), &quick(), &mut |step| {
        steps.push(step);
        Flow::GoOn
    });
    assert_eq!(came.unwrap(), Fetched::File(folder.path().join("a.gguf")));
    has_come(folder.path());
    assert_eq!(steps.last(), Some(&Step::Checks));
    assert!(steps.contains(&Step::At(bytes().len() as u64)), "{steps:?}");
}

/// Twenty places in a file, others each time.
fn places(size: usize) -> BTreeSet<usize> {
    let drawn = (0_u64..).map(|at| RandomState::new().hash_one(at) as usize % size);
    let mut places = BTreeSet::new();
    places.extend(drawn.filter(|place| *place > 0).take(20));
    places
}

/// Wherever it breaks off, it ends whole. What failed can be put in place of what is drawn.
#[test]
fn interrupted_at_twenty_random_places_it_ends_whole() {
    let folder = tempfile::tempdir().unwrap();
    let places = places(bytes().len());
    let ends = places.clone();
    let web = Web::new(move |asked| {
        let sent = asked.from.unwrap_or(0);
        let next = ends.iter().filter(|end| **end > sent).min();
        Answer { cut: next.map(|end| end - sent), ..file(asked, &bytes()) }
    });
    let came = get(&wanted(&[&web]), folder.path());
    assert!(came.is_ok(), "{came:?}, cut at {places:?}");
    has_come(folder.path());
    let from: Vec<usize> = web.asked().iter().filter_map(|asked| asked.from).collect();
    let cuts: Vec<usize> = places.into_iter().collect();
    assert_eq!(from, cuts, "each time it goes on where it was");
}

#[test]
fn what_was_paused_goes_on_and_what_was_cancelled_is_gone() {
    for flow in [Flow::Pause, Flow::Cancel] {
        let (folder, web) = (tempfile::tempdir().unwrap(), at_first(0, |_| Answer::default()));
        let stopped = fetch(&wanted(&[&web]), folder.path(), &quick(), &mut |step| match step {
            Step::At(there) if there > 50_000 => flow,
            _ => Flow::GoOn,
        });
        assert_eq!(stopped.unwrap(), Fetched::Stopped);
        assert_eq!(folder.path().join("a.gguf.part").exists(), flow == Flow::Pause);
        assert!(get(&wanted(&[&web]), folder.path()).is_ok());
        has_come(folder.path());
        let from = web.asked()[1].from;
        assert_eq!(from.is_some_and(|from| from > 50_000), flow == Flow::Pause, "{from:?}");
    }
}

#[test]
fn a_busy_server_is_left_alone_as_long_as_it_asks() {
    let folder = tempfile::tempdir().unwrap();
    let busy = |after: &str| Answer {
        status: 429,
        headers: vec![("retry-after", after.to_owned())],
        ..Answer::default()
    };
    let web = at_first(1, move |_| busy("0"));
    let mut waits = Vec::new();
    let came = fetch(&wanted(&[&web]), folder.path(), &quick(), &mut |step| {
        waits.extend(match step {
            Step::Waits(problem) => Some(problem),
            _ => None,
        });
        Flow::GoOn
    });
    assert!(came.is_ok(), "{came:?}");
    has_come(folder.path());
    assert!(waits[0].contains("asks to wait 0 s"), "{waits:?}");
    let (other, web) = (tempfile::tempdir().unwrap(), at_first(1, move |_| busy("86400")));
    is_refused(get(&wanted(&[&web]), other.path()), "asks to wait 86400 s");
    assert_eq!(web.asked().len(), 1, "nobody waits for a day");
}

#[test]
fn a_cut_at_forty_percent_is_gone_on_from() {
    let (folder, size) = (tempfile::tempdir().unwrap(), bytes().len());
    let web = at_first(1, move |asked| Answer { cut: Some(size * 2 / 5), ..file(asked, &bytes()) });
    assert!(get(&wanted(&[&web]), folder.path()).is_ok());
    has_come(folder.path());
    assert_eq!(web.asked()[1].from, Some(size * 2 / 5));
}

#[test]
fn one_flipped_byte_is_noticed_and_fetched_again() {
    let folder = tempfile::tempdir().unwrap();
    let flipped = |asked: &Asked| {
        let mut answer = file(asked, &bytes());
        answer.body[77] ^= 1;
        answer
    };
    let web = at_first(1, flipped);
    assert!(get(&wanted(&[&web]), folder.path()).is_ok());
    has_come(folder.path());
    assert_eq!(web.asked()[1].from, None, "from the beginning");
    let web = Web::new(flipped);
    let other = tempfile::tempdir().unwrap();
    std::fs::write(other.path().join("a.gguf"), "a good file").unwrap();
    is_refused(get(&wanted(&[&web]), other.path()), "damaged");
    assert_eq!(web.asked().len(), 2, "not for ever");
    let kept = std::fs::read_to_string(other.path().join("a.gguf")).unwrap();
    assert_eq!(kept, "a good file", "what is bad replaces nothing");
}

#[test]
fn a_server_that_knows_no_ranges_gives_it_from_the_beginning() {
    let folder = tempfile::tempdir().unwrap();
    let web = Web::new(|asked| {
        let cut = (asked.before == 0).then_some(90_000);
        Answer { status: 200, body: bytes(), cut, ..Answer::default() }
    });
    assert!(get(&wanted(&[&web]), folder.path()).is_ok());
    has_come(folder.path());
    assert_eq!(web.asked()[1].from, Some(90_000));
}

/// What came once is not lost when it comes again and breaks off sooner.
#[test]
fn a_server_without_ranges_that_breaks_off_anywhere_is_no_endless_loop() {
    let folder = tempfile::tempdir().unwrap();
    let web = Web::new(|asked| {
        let cut = Some(if asked.before.is_multiple_of(2) { 80_000 } else { 20_000 });
        Answer { status: 200, body: bytes(), cut, ..Answer::default() }
    });
    is_refused(get(&wanted(&[&web]), folder.path()), "broke off");
    assert_eq!(web.asked().len(), 7, "once it gives something, and then nothing six times");
    let left = folder.path().join("a.gguf.part").metadata().unwrap().len();
    assert_eq!(left, 80_000);
}

/// A page of somebody in between is no reason to fetch it all again.
#[test]
fn what_is_there_survives_a_source_that_answers_nonsense() {
    let folder = tempfile::tempdir().unwrap();
    let half = at_first(1, |asked| Answer { cut: Some(90_000), ..file(asked, &bytes()) });
    let stop = |step| if step == Step::At(90_000) { Flow::Pause } else { Flow::GoOn };
    fetch(&wanted(&[&half]), folder.path(), &quick(), &mut { stop }).unwrap();
    let nonsense = Web::new(|_| Answer { status: 416, ..Answer::default() });
    assert!(get(&wanted(&[&nonsense, &half]), folder.path()).is_ok());
    has_come(folder.path());
    assert_eq!(half.asked().last().unwrap().from, Some(90_000));
}

#[test]
fn a_source_that_lists_another_file_is_left_with_what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let other = Web::new(|asked| {
        let headers = vec![("x-linked-etag", hash(b"another file"))];
        Answer { headers, ..file(asked, &bytes()) }
    });
    let good = at_first(0, |_| Answer::default());
    assert!(get(&wanted(&[&other, &good]), folder.path()).is_ok());
    assert_eq!(other.asked().len(), 1);
    has_come(folder.path());
}

#[test]
fn a_bad_mirror_does_not_spoil_a_good_source() {
    let folder = tempfile::tempdir().unwrap();
    let bad = Web::new(|asked| {
        let mut answer = file(asked, &bytes());
        answer.body.fill(0);
        Answer { stall: Some(if asked.from.is_some() { 0 } else { 70_000 }), ..answer }
    });
    let good = at_first(0, |_| Answer::default());
    assert!(get_soon(&wanted(&[&bad, &good]), folder.path()).is_ok());
    has_come(folder.path());
}

#[test]
fn a_wrong_part_and_a_range_that_is_refused_start_over() {
    let wrong = |asked: &Asked| Answer {
        headers: vec![("content-range", format!("bytes 5-{}/{0}", bytes().len()))],
        ..file(asked, &bytes())
    };
    let too_far = |_: &Asked| Answer { status: 416, ..Answer::default() };
    let ways: [fn(&Asked) -> Answer; 2] = [wrong, too_far];
    for way in ways {
        let folder = tempfile::tempdir().unwrap();
        let web = at_first(2, move |asked| match asked.before {
            0 => Answer { cut: Some(90_000), ..file(asked, &bytes()) },
            _ => way(asked),
        });
        assert!(get(&wanted(&[&web]), folder.path()).is_ok());
        has_come(folder.path());
        assert_eq!(web.asked().last().unwrap().from, None);
    }
}

/// It says "a part" and means all of it.
#[test]
fn a_part_that_is_everything_is_not_put_behind_what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let web = at_first(3, |asked| match asked.before {
        0 => Answer { cut: Some(90_000), ..file(asked, &bytes()) },
        1 => Answer { status: 416, ..Answer::default() },
        _ => file(&Asked { from: Some(0), ..asked.clone() }, &bytes()),
    });
    assert!(get(&wanted(&[&web]), folder.path()).is_ok());
    has_come(folder.path());
    assert_eq!(web.asked().len(), 3, "nothing was spoiled by it");
}

#[test]
fn who_stalls_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let web = at_first(1, |asked| Answer { stall: Some(60_000), ..file(asked, &bytes()) });
    assert!(get_soon(&wanted(&[&web]), folder.path()).is_ok());
    has_come(folder.path());
    assert_eq!(web.asked()[1].from, Some(60_000));
    let silent = Web::new(|asked| Answer { stall: Some(0), ..file(asked, &bytes()) });
    let other = tempfile::tempdir().unwrap();
    is_refused(get_soon(&wanted(&[&silent]), other.path()), "nothing came");
    assert_eq!(silent.asked().len(), 6);
}

#[test]
fn who_sends_around_in_a_circle_is_left_for_another() {
    let folder = tempfile::tempdir().unwrap();
    let circle = Web::new(|_| Answer {
        status: 302,
        headers: vec![("location", "/a.gguf".to_owned())],
        ..Answer::default()
    });
    let good = at_first(0, |_| Answer::default());
    assert!(get(&wanted(&[&circle, &good]), folder.path()).is_ok());
    has_come(folder.path());
    assert_eq!(circle.asked().len(), 11);
    let other = tempfile::tempdir().unwrap();
    is_refused(get(&wanted(&[&circle]), other.path()), "without end");
}

#[test]
fn a_busy_server_is_asked_again_and_one_that_refuses_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let web = at_first(3, |_| Answer { status: 503, ..Answer::default() });
    assert!(get(&wanted(&[&web]), folder.path()).is_ok());
    has_come(folder.path());
    let gone = Web::new(|_| Answer { status: 404, ..Answer::default() });
    let other = tempfile::tempdir().unwrap();
    is_refused(get(&wanted(&[&gone]), other.path()), "not there");
    assert_eq!(gone.asked().len(), 1);
}

#[test]
fn a_file_of_another_length_is_refused_before_it_comes() {
    let folder = tempfile::tempdir().unwrap();
    let web = Web::new(|asked| file(asked, &bytes()[1..]));
    is_refused(get(&wanted(&[&web]), folder.path()), "199999 bytes there and must have 200000");
}

#[test]
fn what_the_catalogue_does_not_know_is_checked_against_the_listing_of_its_source() {
    let listing = |hash: String| {
        Web::new(move |asked: &Asked| match asked.path.as_str() {
            "/a.gguf" => Answer {
                status: 302,
                headers: vec![
                    ("location", "/elsewhere".to_owned()),
                    ("x-linked-etag", format!("\"{hash}\"")),
                ],
                ..Answer::default()
            },
            _ => file(asked, &bytes()),
        })
    };
    let unknown = |web: &Web| Wanted { sha256: None, ..wanted(&[web]) };
    let folder = tempfile::tempdir().unwrap();
    let right = listing(hash(&bytes()));
    assert!(get(&unknown(&right), folder.path()).is_ok());
    has_come(folder.path());
    let kept = std::fs::read_to_string(folder.path().join("a.gguf.sha256")).unwrap();
    assert!(kept.starts_with(&hash(&bytes())), "it is remembered");
    let wrong = listing(hash(b"something else"));
    let other = tempfile::tempdir().unwrap();
    is_refused(get(&unknown(&wrong), other.path()), "damaged");
    let silent = at_first(0, |_| Answer::default());
    is_refused(get(&unknown(&silent), other.path()), "does not say what the file hashes to");
    assert!(!other.path().join("a.gguf").exists());
}

#[test]
fn a_file_without_room_is_not_begun() {
    let (folder, web) = (tempfile::tempdir().unwrap(), at_first(0, |_| Answer::default()));
    let huge = Wanted { size: 1 << 60, ..wanted(&[&web]) };
    is_refused(get(&huge, folder.path()), "make room");
    assert_eq!(web.asked().len(), 0);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
}

#[test]
fn nobody_fetches_the_same_file_twice_at_once() {
    let (folder, web) = (tempfile::tempdir().unwrap(), at_first(0, |_| Answer::default()));
    let (wanted, path) = (wanted(&[&web]), folder.path().to_path_buf());
    let mut second = None;
    let first = fetch(&wanted, folder.path(), &quick(), &mut |_| {
        second.get_or_insert_with(|| get(&wanted, &path));
        Flow::GoOn
    });
    assert!(matches!(first, Ok(Fetched::File(_))));
    assert!(matches!(second, Some(Err(Error::Usage(_)))), "{second:?}");
}
