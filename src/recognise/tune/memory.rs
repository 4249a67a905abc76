//! What was measured, in a file: for a model, on a machine. It can be lost without harm, so
//! whatever is wrong with the file is only logged.

use std::fs;
use std::path::Path;
use std::thread::available_parallelism;
use std::time::{Duration, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::Choice;
use crate::home::private_folder;
use crate::settings::replace;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// Machines change: other programs, other drivers, heat.
const KEPT_MS: u64 = 30 * DAY_MS;

/// What was broken off is better than nothing, for a while.
const UNSETTLED_KEPT_MS: u64 = DAY_MS;

/// More models than this nobody goes back and forth between.
const MOST: usize = 20;

/// What a measurement holds for. Another file, machine or version may behave differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::recognise) struct Subject {
    model: File,
    twin: Option<File>,
    cores: usize,
    cpu: String,
    version: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct File {
    name: String,
    bytes: u64,
    modified_ms: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Entry {
    subject: Subject,
    measured_ms: u64,
    choice: Choice,
}

impl Subject {
    /// These files, on this machine. None if there is no such file.
    pub(in crate::recognise) fn here(model: &Path, twin: Option<&Path>) -> Option<Self> {
        Some(Self {
            model: File::at(model)?,
            twin: twin.and_then(File::at),
            cores: cores(),
            cpu: cpu(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        })
    }
}

impl File {
    fn at(path: &Path) -> Option<Self> {
        let about = fs::metadata(path).ok()?;
        let modified = about.modified().ok()?.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
        Some(Self {
            name: path.file_name()?.to_string_lossy().into_owned(),
            bytes: about.len(),
            modified_ms: modified.as_millis() as u64,
        })
    }
}

impl Entry {
    fn holds(&self, now_ms: u64) -> bool {
        let kept = if self.choice.settled { KEPT_MS } else { UNSETTLED_KEPT_MS };
        now_ms.checked_sub(self.measured_ms).is_some_and(|age| age < kept)
    }
}

/// How many threads can run at once.
pub(in crate::recognise) fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// The processor by name, as far as this system tells it.
fn cpu() -> String {
    let listed = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = listed.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map(|(_, name)| name.trim().to_owned())
        .or_else(|| std::env::var("PROCESSOR_IDENTIFIER").ok())
        .unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

/// What was measured of this, if that is not too long ago.
pub(in crate::recognise) fn recall(path: &Path, subject: &Subject, now_ms: u64) -> Option<Choice> {
    let found = read(path).into_iter().find(|entry| entry.subject == *subject)?;
    found.holds(now_ms).then_some(found.choice)
}

/// Keeps what was measured.
pub(in crate::recognise) fn remember(path: &Path, subject: Subject, choice: Choice, now_ms: u64) {
    let mut entries = read(path);
    entries.retain(|entry| entry.subject != subject && entry.holds(now_ms));
    entries.insert(0, Entry { subject, measured_ms: now_ms, choice });
    entries.truncate(MOST);
    if let Err(error) = write(path, &entries) {
        tracing::debug!("what was measured is not remembered: {error}");
    }
}

fn read(path: &Path) -> Vec<Entry> {
    let Ok(text) = fs::read(path) else { return Vec::new() };
    serde_json::from_slice(&text)
        .inspect_err(|error| tracing::debug!("what was measured before cannot be read: {error}"))
        .unwrap_or_default()
}

fn write(path: &Path, entries: &[Entry]) -> crate::error::Result<()> {
    if let Some(folder) = path.parent() {
        private_folder(folder)?;
    }
    let mut json = serde_json::to_vec_pretty(entries).unwrap_or_default();
    json.push(b'\n');
    replace(path, &json).map_err(crate::error::Error::io("write", path))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: u64 = 100 * DAY_MS;

    fn subject(name: &str) -> Subject {
        let model = File { name: name.to_owned(), bytes: 85, modified_ms: 7 };
        let (cpu, version) = ("Fast 9000".to_owned(), "1.2.3".to_owned());
        Subject { model, twin: None, cores: 2, cpu, version }
    }

    fn choice(settled: bool) -> Choice {
        Choice { threads: 2, twin: true, costs_ms: vec![600, 1200], settled }
    }

    #[test]
    fn what_was_measured_is_known_for_the_same_thing_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state/tuning.json");
        assert_eq!(recall(&path, &subject("a"), NOW), None);
        remember(&path, subject("a"), choice(true), NOW);
        remember(&path, subject("b"), Choice { threads: 1, ..choice(true) }, NOW + 1);
        assert_eq!(recall(&path, &subject("a"), NOW + 2), Some(choice(true)));
        assert_eq!(recall(&path, &subject("b"), NOW + 2).map(|choice| choice.threads), Some(1));
        let others = [
            Subject { cores: 4, ..subject("a") },
            Subject { cpu: "Slow 1".to_owned(), ..subject("a") },
            Subject { version: "1.2.4".to_owned(), ..subject("a") },
            Subject { twin: Some(subject("a").model), ..subject("a") },
        ];
        for other in others {
            assert_eq!(recall(&path, &other, NOW + 2), None, "{other:?}");
        }
    }

    #[test]
    fn it_is_forgotten_after_a_month_and_sooner_if_it_was_broken_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tuning.json");
        for (settled, kept) in [(true, KEPT_MS), (false, DAY_MS)] {
            remember(&path, subject("a"), choice(settled), NOW);
            let at = |now| recall(&path, &subject("a"), now);
            assert_eq!(at(NOW + kept - 1), Some(choice(settled)));
            assert_eq!(at(NOW + kept), None);
            assert_eq!(at(NOW - 1), None, "the clock was set back");
        }
    }

    #[test]
    fn a_damaged_file_is_begun_anew_and_one_that_cannot_be_written_does_no_harm() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tuning.json");
        fs::write(&path, "[{\"subject\":").unwrap();
        assert_eq!(recall(&path, &subject("a"), NOW), None);
        remember(&path, subject("a"), choice(true), NOW);
        assert_eq!(recall(&path, &subject("a"), NOW), Some(choice(true)));
        remember(&path.join("below a file"), subject("a"), choice(true), NOW);
    }

    #[test]
    fn the_file_stays_small() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tuning.json");
        for name in 0..30 {
            remember(&path, subject(&name.to_string()), choice(true), NOW + name);
        }
        assert_eq!(read(&path).len(), MOST);
        assert!(recall(&path, &subject("29"), NOW + 30).is_some());
    }

    #[test]
    fn a_file_that_changes_is_another_subject() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("model.gguf");
        assert_eq!(Subject::here(&path, None), None);
        fs::write(&path, "one").unwrap();
        let before = Subject::here(&path, None).unwrap();
        assert_eq!(Subject::here(&path, None), Some(before.clone()));
        assert!(!before.cpu.is_empty() && before.cores > 0);
        fs::write(&path, "other").unwrap();
        assert_ne!(Subject::here(&path, None), Some(before));
    }
}
