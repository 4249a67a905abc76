//! Takes on disk: what is written can be read, and what is cut off is kept as far as it goes.

use std::io::{Cursor, Read, Seek, SeekFrom, Write};
use std::path::Path;

use proptest::prelude::*;

use super::log::{Contents, Log, Record, Records};
use super::stored::{self, StoredState};
use super::*;
use crate::capture::{Block, Flow, Source};

fn ramp(length: usize) -> Vec<f32> {
    (0..length).map(|at| from_i16((at % 30_000) as i16)).collect()
}

fn opening() -> Opening {
    Opening { started_unix_ms: 1_000, source: "desk microphone".into(), profile: "dictate".into() }
}

fn create(folder: &Path, name: &str) -> Journal {
    Journal::create(folder, name, &opening(), &Syncer::spawn()).unwrap()
}

fn state_of(folder: &Path) -> Vec<(String, StoredState, u64)> {
    let takes = stored::list(folder).unwrap();
    takes.into_iter().map(|take| (take.id, take.state, take.audio_ms)).collect()
}

#[test]
fn what_was_appended_is_read_back_across_records_and_what_is_still_loose() {
    let folder = tempfile::tempdir().unwrap();
    let whole = ramp(50_000);
    for journal in [create(folder.path(), "a"), Journal::memory()] {
        for block in whole.chunks(441) {
            journal.append(block).unwrap();
        }
        assert_eq!(journal.len(), 50_000);
        let spans = [Span::new(7_990, 8_100), Span::new(47_000, 50_000), Span::new(0, 3)];
        let parts = [&whole[7_990..8_100], &whole[47_000..], &whole[..3]].concat();
        assert_eq!(journal.read(&spans).unwrap(), parts);
    }
}

#[test]
fn a_take_is_recording_until_its_writer_is_gone_and_then_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let journal = create(folder.path(), "a");
    journal.append(&ramp(16_000)).unwrap();
    journal.append(&ramp(100)).unwrap();
    assert_eq!(state_of(folder.path()), [("a".to_owned(), StoredState::Recording, 1_000)]);
    assert!(stored::open(folder.path(), "a").is_err(), "a live take is not recovered");
    assert!(stored::discard(folder.path(), "a").is_err(), "a live take is not discarded");
    drop(journal);
    let whole = [("a".to_owned(), StoredState::Interrupted, 1_006)];
    assert_eq!(state_of(folder.path()), whole, "with what was still loose");
}

#[test]
fn a_delivered_take_goes_and_any_other_stays_with_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    for (name, ending) in [
        ("a", Ending::Delivered),
        ("b", Ending::Cancelled),
        ("c", Ending::Partial),
        ("d", Ending::Failed),
    ] {
        let journal = create(folder.path(), name);
        journal.append(&ramp(800)).unwrap();
        journal.end(ending).unwrap();
    }
    let expected = [
        ("b".to_owned(), StoredState::Cancelled, 50),
        ("c".to_owned(), StoredState::Partial, 50),
        ("d".to_owned(), StoredState::Failed, 50),
    ];
    assert_eq!(state_of(folder.path()), expected);
}

#[test]
fn a_recovered_take_gives_its_audio_and_what_was_delivered() {
    let folder = tempfile::tempdir().unwrap();
    let journal = create(folder.path(), "a");
    journal.append(&ramp(20_000)).unwrap();
    journal.mark(&Mark::Delivered { piece: 0, text: "Hello".into() }).unwrap();
    journal.append(&ramp(20_000)).unwrap();
    journal.mark(&Mark::Delivered { piece: 1, text: " world.".into() }).unwrap();
    drop(journal);
    let mut take = stored::open(folder.path(), "a").unwrap();
    assert_eq!(take.stored.text, "Hello world.");
    let mut block = Block::default();
    while take.read(&mut block).unwrap() == Flow::More {}
    assert_eq!(block.samples, [ramp(20_000), ramp(20_000)].concat());
    drop(take);
    stored::discard(folder.path(), "a").unwrap();
    assert_eq!(state_of(folder.path()), []);
}

#[test]
fn takes_are_purged_a_day_after_their_end() {
    let folder = tempfile::tempdir().unwrap();
    create(folder.path(), "a").end(Ending::Cancelled).unwrap();
    let day = stored::KEPT_FOR.as_millis() as u64;
    assert_eq!(stored::purge(folder.path(), 1_000 + day).unwrap(), 0);
    assert_eq!(stored::purge(folder.path(), 1_001 + day).unwrap(), 1);
}

#[test]
fn an_id_does_not_reach_out_of_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    create(folder.path(), "a").end(Ending::Cancelled).unwrap();
    let inner = folder.path().join("inner");
    std::fs::create_dir(&inner).unwrap();
    for id in ["../a", "", ".", "b", "../inner/../a"] {
        assert!(stored::discard(&inner, id).is_err(), "{id}");
    }
    assert_eq!(state_of(folder.path()).len(), 1);
}

#[test]
fn memory_is_forgotten_and_a_file_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let (memory, disk) = (Journal::memory(), create(folder.path(), "a"));
    for journal in [&memory, &disk] {
        journal.append(&ramp(20_000)).unwrap();
        journal.forget(10_000);
    }
    assert!(memory.read(&[Span::new(9_999, 10_001)]).is_err());
    assert_eq!(memory.read(&[Span::new(10_000, 10_002)]).unwrap(), ramp(10_002)[10_000..]);
    assert_eq!(disk.read(&[Span::new(0, 2)]).unwrap(), ramp(2));
}

#[cfg(unix)]
#[test]
fn takes_are_private() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let takes = folder.path().join("takes");
    let _journal = create(&takes, "a");
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&takes), mode(&takes.join("a.take"))), (0o700, 0o600));
}

/// A disk that is full after so many bytes.
struct Full(Cursor<Vec<u8>>, usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let room = self.1.saturating_sub(self.0.position() as usize).min(bytes.len());
        if room == 0 {
            Err(std::io::ErrorKind::StorageFull.into())
        } else {
            self.0.write(&bytes[..room])
        }
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Read for Full {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(bytes)
    }
}

impl Seek for Full {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.0.seek(to)
    }
}

#[test]
fn a_full_disk_leaves_what_was_written_readable() {
    let mut log = Log::begin(Full(Cursor::default(), 3_000), &opening()).unwrap();
    let samples: Vec<i16> = (0..1_000).collect();
    log.audio(&samples).unwrap();
    assert!(log.audio(&samples).is_err());
    let mut out = Vec::new();
    log.read(Span::new(0, 2_000), &mut out).unwrap();
    assert_eq!(out.len(), 1_000);
    assert_eq!(Contents::of(&log.file().0.get_ref()[..]).unwrap().samples, 1_000);
}

fn whole_file() -> Vec<u8> {
    let mut log = Log::begin(Cursor::new(Vec::new()), &opening()).unwrap();
    for piece in 0..3 {
        log.audio(&[piece as i16; 100]).unwrap();
        log.mark(&Mark::Delivered { piece, text: "word".into() }).unwrap();
    }
    log.file().get_ref().clone()
}

#[test]
fn a_file_cut_anywhere_is_read_up_to_its_last_whole_record() {
    let whole = whole_file();
    let mut before = 0;
    for length in 8..=whole.len() {
        let samples = Contents::of(&whole[..length]).unwrap().samples;
        assert!(samples >= before && samples.is_multiple_of(100), "{samples} at {length}");
        before = samples;
    }
    assert_eq!(before, 300);
}

proptest! {
    #[test]
    fn damage_never_panics_and_never_invents_audio(at in 8_usize..600, value: u8) {
        let mut bytes = whole_file();
        let at = at % bytes.len();
        bytes[at] = value;
        if let Ok(records) = Records::of(&bytes[..]) {
            for record in records {
                if let Record::Audio(samples) = record.unwrap() {
                    prop_assert_eq!(samples.len(), 100);
                }
            }
        }
    }
}
