//! How right is a text? The scorer of `aloud bench` judges the tests and the demo as well.

use std::path::Path;

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
        let said = std::fs::read_to_string(said).expect("the text is beside its recording");
        let aloud::bench::score::Score { errors, said, written } =
            aloud::bench::score::Score::of(&said, text);
        Self { errors, said, written }
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
