//! Models that are known to work and where they can be had. Data, in `assets/models.json`.

use std::path::Path;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catalogue {
    /// Version of the format.
    pub version: u32,
    /// Where the repositories of [`Entry::repository`] are.
    pub source: String,
    /// The models, the default first.
    pub models: Vec<Entry>,
}

/// One model in one or more quantisations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Name to ask for it by.
    pub id: String,
    /// Name to show.
    pub name: String,
    /// The family of models that it belongs to.
    pub family: String,
    /// The repository that holds its files.
    pub repository: String,
    /// Licence of the weights, as its publisher states it.
    pub licence: String,
    /// Whether it is the one to use when nobody chose.
    pub default: bool,
    /// Codes of the languages that it understands.
    pub languages: Vec<String>,
    /// Codes of the languages that it translates into.
    pub targets: Vec<String>,
    /// Its files, the one to prefer first.
    pub files: Vec<File>,
}

/// One file of a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// File name, in the repository and in the models folder.
    pub name: String,
    /// How its numbers are stored, such as `Q8_0`.
    pub quantisation: String,
    /// Length in bytes.
    pub size: u64,
    /// What its bytes hash to, if that is known.
    pub sha256: Option<String>,
}

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
    let text = include_str!("../../assets/models.json");
    serde_json::from_str(text).expect("the catalogue is part of the program, and a test reads it")
});

impl Catalogue {
    /// The catalogue that came with this program.
    pub fn built_in() -> &'static Self {
        &CATALOGUE
    }

    /// The model to use when nobody chose.
    pub fn default_entry(&self) -> &Entry {
        let chosen = self.models.iter().find(|entry| entry.default);
        chosen.expect("a test holds that there is a default")
    }

    /// A model by name.
    pub fn entry(&self, id: &str) -> Option<&Entry> {
        self.models.iter().find(|entry| entry.id == id)
    }
}

impl Entry {
    /// Ids under which the files of this model are installed, the one to prefer first.
    pub fn installed_ids(&self) -> impl Iterator<Item = &str> {
        self.files.iter().filter_map(|file| Path::new(&file.name).file_stem()?.to_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_default_is_whisper_base_in_eight_bits() {
        let entry = Catalogue::built_in().default_entry();
        assert_eq!(entry.id, "whisper-base");
        assert_eq!(entry.installed_ids().next(), Some("whisper-base-Q8_0"));
        assert_eq!(entry.languages.len(), 99);
        assert_eq!(entry.targets, ["en"]);
        assert_eq!(Catalogue::built_in().models.iter().filter(|entry| entry.default).count(), 1);
    }

    #[test]
    fn ids_and_file_names_are_unique() {
        let models = &Catalogue::built_in().models;
        let ids: BTreeSet<_> = models.iter().map(|entry| &entry.id).collect();
        assert_eq!(ids.len(), models.len());
        let files: Vec<_> = models.iter().flat_map(|entry| &entry.files).collect();
        let names: BTreeSet<_> = files.iter().map(|file| &file.name).collect();
        assert_eq!(names.len(), files.len());
    }

    #[test]
    fn every_entry_is_complete() {
        for entry in &Catalogue::built_in().models {
            assert!(!entry.files.is_empty() && !entry.languages.is_empty(), "{}", entry.id);
            assert!(entry.repository.starts_with("handy-computer/"), "{}", entry.id);
            assert!(
                !entry.name.is_empty() && !entry.family.is_empty() && !entry.licence.is_empty()
            );
            for code in entry.languages.iter().chain(&entry.targets) {
                let letters = code.chars().all(|letter| letter.is_ascii_lowercase());
                assert!(letters && (2..=3).contains(&code.len()), "{}: {code}", entry.id);
            }
        }
    }

    #[test]
    fn every_file_says_what_it_is() {
        for file in Catalogue::built_in().models.iter().flat_map(|entry| &entry.files) {
            assert!(file.name.ends_with(&format!("-{}.gguf", file.quantisation)), "{}", file.name);
            assert!(file.size > 1_000_000, "{}", file.name);
            let hex = |hash: &String| {
                hash.len() == 64 && hash.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
            };
            assert!(file.sha256.as_ref().is_none_or(hex), "{}", file.name);
        }
    }
}
