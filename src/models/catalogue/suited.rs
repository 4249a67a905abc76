//! Which models of the catalogue to propose to somebody who has none. Pure.

use super::{Catalogue, Entry, Speed};

/// So many cores are needed for a model of medium speed to keep up with speech beside all else.
const CORES_FOR_MEDIUM: usize = 4;

/// More proposals than these are no help.
const PROPOSALS: usize = 3;

impl Catalogue {
    /// The models to propose for a language and a machine, the best first, at most 3: those whose
    /// hash the catalogue knows, that understand the language and keep up with speech here. Of two
    /// that do, the larger one makes fewer mistakes. The default is among them wherever it
    /// understands the language.
    pub fn suited(&self, language: &str, cores: usize) -> Vec<&Entry> {
        let knows = |entry: &&Entry| entry.languages.iter().any(|code| code == language);
        let mut found: Vec<&Entry> = self
            .models
            .iter()
            .filter(knows)
            .filter(|entry| entry.default || (is_sure(entry) && keeps_up(entry, cores)))
            .collect();
        // What keeps up goes before what may not, and one that knows many languages before one
        // of the same size that knows one.
        found.sort_by_key(|entry| {
            let size = entry.files.first().map_or(0, |file| file.size >> 20);
            let rank = std::cmp::Reverse((size, entry.languages.len()));
            (!keeps_up(entry, cores), rank)
        });
        found.truncate(PROPOSALS);
        if !found.iter().any(|entry| entry.default)
            && let Some(default) = self.models.iter().find(|entry| entry.default).filter(knows)
        {
            found.pop();
            found.push(default);
        }
        found
    }
}

/// Whether what comes can be checked, whatever server it is from.
fn is_sure(entry: &Entry) -> bool {
    entry.files.first().is_some_and(|file| file.sha256.is_some())
}

fn keeps_up(entry: &Entry, cores: usize) -> bool {
    match entry.speed {
        Some(Speed::Fast) => true,
        Some(Speed::Medium) => cores >= CORES_FOR_MEDIUM,
        Some(Speed::Slow) | None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suited(language: &str, cores: usize) -> Vec<&'static str> {
        let found = Catalogue::built_in().suited(language, cores);
        found.into_iter().map(|entry| entry.id.as_str()).collect()
    }

    #[test]
    fn a_machine_of_today_is_proposed_the_largest_that_keeps_up() {
        assert_eq!(suited("en", 8), ["parakeet-tdt-0.6b-v3", "whisper-base", "whisper-tiny"]);
        assert_eq!(suited("de", 8)[0], "parakeet-tdt-0.6b-v3");
    }

    #[test]
    fn a_small_machine_is_proposed_a_fast_one_and_the_default() {
        assert_eq!(suited("en", 2), ["whisper-tiny", "whisper-tiny.en", "whisper-base"]);
        assert_eq!(suited("de", 2), ["whisper-tiny", "whisper-base"]);
    }

    #[test]
    fn what_does_not_understand_the_language_is_not_proposed() {
        assert_eq!(suited("ja", 8), ["whisper-base", "whisper-tiny"]);
        assert_eq!(suited("tlh", 8), Vec::<&str>::new());
    }

    #[test]
    fn the_default_is_always_among_them() {
        for cores in [1, 2, 4, 64] {
            for language in &Catalogue::built_in().default_entry().languages {
                assert!(suited(language, cores).contains(&"whisper-base"), "{language}, {cores}");
            }
        }
    }
}
