//! Models that are known to work and where they can be had. Data, in `assets/models.json`.

mod suited;

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::download::Wanted;

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catalogue {
    /// Version of the format.
    pub version: u32,
    /// What it was made from.
    pub source: String,
    /// Where files are, the best place first, with `{repository}`, `{revision}` and `{path}` in it.
    pub addresses: Vec<String>,
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
    /// The state of the repository that is meant; none means the newest.
    pub revision: Option<String>,
    /// Licence of the weights, as its publisher states it.
    pub licence: String,
    /// Whether it is the one to use when nobody chose.
    pub default: bool,
    /// Codes of the languages that it understands.
    pub languages: Vec<String>,
    /// Codes of the languages that it translates into.
    pub targets: Vec<String>,
    /// What it can do besides.
    pub features: Vec<Feature>,
    /// How fast it is on the processor of a laptop, if somebody measured.
    pub speed: Option<Speed>,
    /// Its files, the one to prefer first.
    pub files: Vec<File>,
}

/// What a model can do besides writing down what is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    /// It finds out which language is spoken.
    LangDetect,
    /// It says when each part was spoken.
    Timestamps,
    /// It can be fed while somebody speaks.
    Streaming,
    /// It tells speakers apart.
    Diarize,
}

/// Classes by how many times faster than speech a model is on the processor of a laptop of 2020.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Speed {
    /// Less than 3.
    Slow,
    /// 3 to 10.
    Medium,
    /// 10 or more.
    Fast,
}

/// One file of a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// File name in the models folder.
    pub name: String,
    /// Where it is in the repository, if not at the top under its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// How its numbers are stored, such as `Q8_0`.
    pub quantisation: String,
    /// Length in bytes.
    pub size: u64,
    /// What its bytes hash to, if that is known.
    pub sha256: Option<String>,
}

/// What a repository calls its newest state.
const NEWEST: &str = "main";

/// Where a file is at a source.
const LAYOUT: &str = "/{repository}/resolve/{revision}/{path}";

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

    /// A file by the name of its model, then the one to prefer, or by its own without the ending.
    pub fn file(&self, id: &str) -> Option<(&Entry, &File)> {
        let model = self.entry(id).and_then(|entry| Some((entry, entry.files.first()?)));
        model.or_else(|| {
            let mut files = self
                .models
                .iter()
                .flat_map(|entry| entry.files.iter().map(move |file| (entry, file)));
            files.find(|(_, file)| file.id() == id)
        })
    }

    /// How to fetch a file: from `mirror`, which is laid out as the source is, and then from
    /// where the catalogue says.
    pub fn wanted(&self, entry: &Entry, file: &File, mirror: Option<&str>) -> Wanted {
        let revision = entry.revision.as_deref().unwrap_or(NEWEST);
        let path = file.path.as_deref().unwrap_or(&file.name);
        let mirror = mirror.map(|base| format!("{}{LAYOUT}", base.trim_end_matches('/')));
        let places = mirror.iter().chain(&self.addresses);
        let address = |place: &String| {
            let place = place.replace("{repository}", &entry.repository);
            place.replace("{revision}", revision).replace("{path}", path)
        };
        Wanted {
            name: file.name.clone(),
            size: file.size,
            sha256: file.sha256.clone(),
            sources: places.map(address).collect(),
        }
    }
}

impl Entry {
    /// Ids under which the files of this model are installed, the one to prefer first.
    pub fn installed_ids(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(File::id)
    }
}

impl File {
    /// The id under which it is installed.
    pub fn id(&self) -> &str {
        self.name.strip_suffix(".gguf").unwrap_or(&self.name)
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
    fn a_file_is_found_by_its_model_and_by_itself() {
        let catalogue = Catalogue::built_in();
        let name = |id| catalogue.file(id).map(|(_, file)| file.name.as_str());
        assert_eq!(name("whisper-base"), Some("whisper-base-Q8_0.gguf"));
        assert_eq!(name("whisper-base-F16"), Some("whisper-base-F16.gguf"));
        assert_eq!(name("voxtral-mini-3b-2507"), Some("Voxtral-Mini-3B-2507-Q4_K_M.gguf"));
        assert_eq!(name("whisper"), None);
    }

    #[test]
    fn a_mirror_goes_before_the_source() {
        let catalogue = Catalogue::built_in();
        let (entry, file) = catalogue.file("whisper-base").unwrap();
        let wanted = catalogue.wanted(entry, file, Some("http://here/"));
        let path = "/handy-computer/whisper-base-gguf/resolve/main/whisper-base-Q8_0.gguf";
        assert_eq!(wanted.sources[0], format!("http://here{path}"));
        assert!(wanted.sources[1].ends_with(path) && wanted.sources[1].starts_with("https://"));
        assert_eq!((wanted.size, wanted.sha256.is_some()), (84_962_880, true));
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
            // A file of these kinds is made of blocks of 32 bytes.
            assert_eq!(file.size % 32, 0, "{}", file.name);
            let hex = |hash: &String| {
                hash.len() == 64 && hash.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
            };
            assert!(file.sha256.as_ref().is_none_or(hex), "{}", file.name);
        }
    }
}
