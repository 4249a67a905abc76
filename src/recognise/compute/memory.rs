//! What came of trying a backend, in a file. It can be lost without harm: then it is tried again.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Gpu, Verdict};
use crate::home::private_folder;
use crate::settings::replace;

const FILE: &str = "compute.json";

/// Somebody may go back and forth between environments, but not between more than this.
const MOST: usize = 16;

/// A card may be plugged in where no file tells of it, so that there is none holds for a day.
const NOTHING_KEPT_MS: u64 = 24 * 60 * 60 * 1000;

/// See the module. The newest stands first.
#[derive(Debug, Default)]
pub(super) struct Memory(Vec<Entry>);

#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    backend: Gpu,
    verdict: Verdict,
    seen_ms: u64,
    /// What the verdict holds for: of another driver, card or version nothing is known.
    facts: Vec<String>,
}

impl Entry {
    fn holds(&self, now_ms: u64) -> bool {
        let age = now_ms.checked_sub(self.seen_ms);
        self.verdict != Verdict::Nothing || age.is_some_and(|age| age < NOTHING_KEPT_MS)
    }
}

impl Memory {
    /// What is remembered in this folder.
    pub(super) fn read(state: &Path) -> Self {
        let Ok(text) = fs::read(state.join(FILE)) else { return Self::default() };
        let entries = serde_json::from_slice(&text)
            .inspect_err(|error| tracing::debug!("what computed before cannot be read: {error}"));
        Self(entries.unwrap_or_default())
    }

    /// What is known of a backend of which these facts hold.
    pub(super) fn recall(&self, gpu: Gpu, facts: &[String], now_ms: u64) -> Option<Verdict> {
        let found = self.0.iter().find(|entry| entry.backend == gpu && entry.facts == facts)?;
        found.holds(now_ms).then(|| found.verdict.clone())
    }

    /// Whether a backend worked when it was last looked at, whatever it was then.
    pub(super) fn worked(&self, gpu: Gpu) -> bool {
        let last = self.0.iter().find(|entry| entry.backend == gpu);
        last.is_some_and(|entry| entry.verdict == Verdict::Good)
    }

    /// Takes in what was found out.
    pub(super) fn learn(&mut self, gpu: Gpu, facts: Vec<String>, verdict: Verdict, now_ms: u64) {
        self.0.retain(|entry| entry.backend != gpu || entry.facts != facts);
        self.0.insert(0, Entry { backend: gpu, verdict, seen_ms: now_ms, facts });
        self.0.truncate(MOST);
    }

    /// Keeps it in this folder. Without that it is tried again at the next start.
    pub(super) fn write(&self, state: &Path) {
        let write = || {
            private_folder(state)?;
            let path = state.join(FILE);
            let mut json = serde_json::to_vec_pretty(&self.0).unwrap_or_default();
            json.push(b'\n');
            replace(&path, &json).map_err(crate::error::Error::io("write", &path))
        };
        if let Err(error) = write() {
            tracing::warn!("what can compute is not remembered: {error}");
        }
    }
}

/// Forgets everything, so that each backend is tried again.
pub(super) fn forget(state: &Path) {
    // That there is none is what is wanted.
    let _ = fs::remove_file(state.join(FILE));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognise::compute::Fault;

    fn facts(words: &[&str]) -> Vec<String> {
        words.iter().map(ToString::to_string).collect()
    }

    fn died() -> Verdict {
        Verdict::Bad { fault: Fault::Died }
    }

    #[test]
    fn a_verdict_holds_for_the_same_driver_and_for_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let state = folder.path().join("state");
        let mut memory = Memory::read(&state);
        memory.learn(Gpu::Vulkan, facts(&["driver 1"]), died(), 5);
        memory.learn(Gpu::Cuda, facts(&["driver 1"]), Verdict::Good, 6);
        memory.write(&state);
        let memory = Memory::read(&state);
        assert_eq!(memory.recall(Gpu::Vulkan, &facts(&["driver 1"]), 7), Some(died()));
        assert_eq!(memory.recall(Gpu::Cuda, &facts(&["driver 1"]), 7), Some(Verdict::Good));
        assert_eq!(memory.recall(Gpu::Vulkan, &facts(&["driver 2"]), 7), None);
        assert!(memory.worked(Gpu::Cuda) && !memory.worked(Gpu::Vulkan));
        forget(&state);
        forget(&state);
        assert_eq!(Memory::read(&state).recall(Gpu::Vulkan, &facts(&["driver 1"]), 7), None);
    }

    #[test]
    fn that_there_is_no_card_holds_for_a_day() {
        let mut memory = Memory::default();
        memory.learn(Gpu::Vulkan, facts(&[]), Verdict::Nothing, 10);
        let at = |now| memory.recall(Gpu::Vulkan, &[], now);
        assert_eq!(at(9 + NOTHING_KEPT_MS), Some(Verdict::Nothing));
        assert_eq!(at(10 + NOTHING_KEPT_MS), None);
        assert_eq!(at(9), None, "the clock was set back");
    }

    #[test]
    fn what_was_learnt_last_counts_and_the_file_stays_small() {
        let mut memory = Memory::default();
        for number in 0..40 {
            memory.learn(Gpu::Vulkan, facts(&[&number.to_string()]), Verdict::Good, number);
        }
        memory.learn(Gpu::Vulkan, facts(&["39"]), died(), 41);
        assert_eq!(memory.0.len(), MOST);
        assert_eq!(memory.recall(Gpu::Vulkan, &facts(&["39"]), 42), Some(died()));
        assert!(!memory.worked(Gpu::Vulkan));
    }

    #[test]
    fn a_damaged_file_and_one_that_cannot_be_written_do_no_harm() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), "[{\"backend\":").unwrap();
        assert!(Memory::read(folder.path()).0.is_empty());
        Memory::default().write(&folder.path().join(FILE).join("below a file"));
    }
}
