//! The words of a Whisper model and the tokens that steer it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::REMEDY;
use super::whisper::Whisper;
use crate::error::{Error, Result};
use crate::models::fault::{Fault, damaged};

/// Times from 0 to 30 s in steps of 20 ms follow the last named token.
const TIMES: u64 = 1501;

/// More tokens than this after the times are not Whisper's.
const SPARE: u64 = 128;

/// No tokenizer is nearly as long.
const LONGEST_FILE: u64 = 64 << 20;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vocabulary {
    /// Every token by its number. Numbers without one have a made-up name.
    pub(crate) tokens: Vec<String>,
    /// Whether each of them is no text, but steers.
    pub(crate) steers: Vec<bool>,
    /// Pairs that are joined, in order of importance.
    pub(crate) merges: Vec<String>,
    /// Tokens that are never chosen.
    pub(crate) suppressed: Vec<i32>,
    /// Tokens that are not chosen first.
    pub(crate) suppressed_first: Vec<i32>,
    numbers: BTreeMap<String, u32>,
}

#[derive(Deserialize)]
struct Tokenizer {
    model: Pairs,
    #[serde(default)]
    added_tokens: Vec<Added>,
}

#[derive(Deserialize)]
struct Pairs {
    vocab: BTreeMap<String, u32>,
    #[serde(default)]
    merges: Vec<Merge>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Merge {
    Joined(String),
    Pair([String; 2]),
}

#[derive(Deserialize)]
struct Added {
    id: u32,
    content: String,
    #[serde(default)]
    special: bool,
}

#[derive(Deserialize)]
struct Config {
    #[serde(default)]
    suppress_ids: Vec<i32>,
    #[serde(default)]
    suppress_ids_begin: Vec<i32>,
}

impl Vocabulary {
    /// Reads `tokenizer.json` and `config.json` for a model of this size.
    ///
    /// # Errors
    /// When one of them is missing or damaged, or belongs to another model.
    pub(crate) fn read(folder: &Path, whisper: &Whisper) -> Result<Self> {
        let path = folder.join("tokenizer.json");
        let tokenizer: Tokenizer = parse(&path)?;
        let vocabulary = Self::new(tokenizer, whisper).and_then(|vocabulary| {
            vocabulary.fits(whisper)?;
            Ok(vocabulary)
        });
        let mut vocabulary = vocabulary.map_err(|fault| fault.at(&path, REMEDY))?;
        let config: Config = parse(&folder.join("config.json"))?;
        let known = |ids: Vec<i32>| ids.into_iter().filter(|id| *id >= 0).collect();
        vocabulary.suppressed = known(config.suppress_ids);
        vocabulary.suppressed_first = known(config.suppress_ids_begin);
        Ok(vocabulary)
    }

    fn new(tokenizer: Tokenizer, whisper: &Whisper) -> Result<Self, Fault> {
        let count = whisper.vocabulary as usize;
        let mut vocabulary = Self {
            tokens: (0..count).map(|id| format!("<|unused_{id}|>")).collect(),
            steers: vec![false; count],
            merges: tokenizer.model.merges.into_iter().map(Merge::joined).collect(),
            ..Self::default()
        };
        let words = tokenizer.model.vocab.into_iter().map(|(text, id)| (text, id, false));
        let added = tokenizer.added_tokens.into_iter();
        for (text, id, steers) in words.chain(added.map(|a| (a.content, a.id, a.special))) {
            let Some(slot) = vocabulary.tokens.get_mut(id as usize) else {
                return Err(damaged(format!(
                    "it has the token {id}, and the model has only {count}: they do not belong \
                     together"
                )));
            };
            slot.clone_from(&text);
            vocabulary.steers[id as usize] = steers;
            vocabulary.numbers.insert(text, id);
        }
        Ok(vocabulary)
    }

    /// The number of a token that may not be missing.
    pub(crate) fn number(&self, token: &str) -> Result<u32, Fault> {
        self.find(token).ok_or_else(|| damaged(format!("it lacks the token {token}")))
    }

    /// The number of a token, if it is there.
    pub(crate) fn find(&self, token: &str) -> Option<u32> {
        self.numbers.get(token).copied()
    }

    /// The codes of the languages: their tokens lie between English and the tasks.
    pub(crate) fn languages(&self) -> Result<Vec<String>, Fault> {
        let tokens = self.number("<|en|>")? as usize..self.number("<|translate|>")? as usize;
        let tokens = self.tokens.get(tokens).unwrap_or_default();
        let code = |token: &String| token.strip_prefix("<|")?.strip_suffix("|>").map(str::to_owned);
        let codes: Option<Vec<_>> = tokens.iter().map(code).collect();
        codes.filter(|codes| !codes.is_empty()).ok_or_else(|| damaged("it has no languages"))
    }

    /// Whether this can be the vocabulary of that model.
    fn fits(&self, whisper: &Whisper) -> Result<(), Fault> {
        let mut needed = vec!["<|endoftext|>", "<|startoftranscript|>", "<|notimestamps|>"];
        if whisper.is_multilingual() {
            needed.extend(["<|en|>", "<|transcribe|>", "<|translate|>"]);
        }
        needed.into_iter().try_for_each(|token| self.number(token).map(drop))?;
        let times = u64::from(self.number("<|notimestamps|>")?) + 1 + TIMES;
        if !(times..=times + SPARE).contains(&whisper.vocabulary) {
            let have = whisper.vocabulary;
            return Err(damaged(format!(
                "it is for a model of {times} tokens, and this one has {have}: they do not \
                 belong together"
            )));
        }
        Ok(())
    }
}

impl Merge {
    fn joined(self) -> String {
        match self {
            Self::Joined(text) => text,
            Self::Pair([first, second]) => format!("{first} {second}"),
        }
    }
}

/// Reads a JSON file.
fn parse<T: DeserializeOwned>(path: &Path) -> Result<T> {
    let bad = |problem: String| damaged(problem).at(path, REMEDY);
    let Ok(metadata) = path.metadata() else {
        return Err(bad("it is missing".to_owned()));
    };
    if metadata.len() > LONGEST_FILE {
        return Err(bad(format!("{} bytes are too long for it", metadata.len())));
    }
    let text = fs::read(path).map_err(Error::io("read", path))?;
    serde_json::from_slice(&text)
        .map_err(|error| bad(format!("it is not what it should be: {error}")))
}
