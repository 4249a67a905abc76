//! How right is a text? One scorer serves the tests, the demo and a person: `scripts/wer`.

use std::path::Path;
use std::process::Command;

/// A text against what was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Score {
    /// Words put in, left out or changed.
    pub(crate) errors: usize,
    /// Words that were said.
    pub(crate) said: usize,
    /// Words that were written.
    pub(crate) written: usize,
}

impl Score {
    /// Compares `text` with what stands in the file.
    pub(crate) fn of(said: &Path, text: &str) -> Self {
        let scorer = super::root().join("scripts/wer");
        let answer = Command::new("python3").arg(scorer).arg(said).arg(text).output();
        let answer = answer.expect("python3 is installed (make setup)");
        let answer = String::from_utf8_lossy(&answer.stdout);
        let mut counts = answer.split_whitespace().map_while(|count| count.parse().ok());
        let mut next = || counts.next().expect("the scorer prints counts");
        Self { errors: next(), said: next(), written: next() }
    }

    /// At most one word wrong, or 15 %.
    pub(crate) fn is_good(self) -> bool {
        self.errors <= 1 || self.errors * 100 <= self.said * 15
    }

    /// Word error rate in per cent.
    pub(crate) fn rate(self) -> f64 {
        100.0 * self.errors as f64 / self.said.max(1) as f64
    }
}
