//! How many threads a model gets, and who decides it.

use std::ffi::OsStr;
use std::path::PathBuf;

use crate::home::Home;

/// Names the number of threads, for who knows better than a measurement, and for tests.
const VARIABLE: &str = "ALOUD_THREADS";

/// How many threads to compute with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Threads {
    /// So many.
    Fixed(usize),
    /// As many as a short measurement finds good when the model is loaded.
    Measured {
        /// The file in which it is remembered, so that it is made once.
        memory: PathBuf,
    },
    /// As many as are usually good; nothing is measured.
    Usual,
}

impl Threads {
    /// What the environment variable `ALOUD_THREADS` says, else measured for this home.
    pub fn of(home: &Home) -> Self {
        Self::decide(std::env::var_os(VARIABLE).as_deref(), home)
    }

    fn decide(wanted: Option<&OsStr>, home: &Home) -> Self {
        let measured = || Self::Measured { memory: home.tuning_file() };
        let Some(wanted) = wanted.filter(|wanted| !wanted.is_empty()) else { return measured() };
        match wanted.to_str().and_then(|wanted| wanted.parse().ok()) {
            Some(threads @ 1..=1024) => Self::Fixed(threads),
            _ => {
                tracing::warn!("{VARIABLE} is no number of threads, so it is measured");
                measured()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_in_the_environment_decides_and_nothing_else_does() {
        let home = Home::resolve(|name| (name == "ALOUD_HOME").then(|| "/h".into()), None).unwrap();
        let decide = |wanted: Option<&str>| Threads::decide(wanted.map(OsStr::new), &home);
        assert_eq!(decide(Some("3")), Threads::Fixed(3));
        let measured = Threads::Measured { memory: home.tuning_file() };
        for wanted in [None, Some(""), Some("0"), Some("two"), Some("-1")] {
            assert_eq!(decide(wanted), measured, "{wanted:?}");
        }
    }
}
