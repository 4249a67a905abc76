//! A CTranslate2 Whisper folder made up on the spot: small, and whole until a test damages it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use half::f16;
use serde_json::json;

/// Times that follow the last named token.
const TIMES: usize = 1501;

/// A variable of the source.
#[derive(Clone)]
pub(crate) struct Variable {
    pub(crate) shape: Vec<usize>,
    pub(crate) numbers: Numbers,
}

/// What it holds.
#[derive(Clone)]
pub(crate) enum Numbers {
    F32(Vec<f32>),
    F16(Vec<f32>),
    I8(Vec<i8>),
    I16(i16),
}

/// Everything that a folder is made of.
#[derive(Clone)]
pub(crate) struct Source {
    pub(crate) spec: String,
    pub(crate) width: usize,
    pub(crate) vocabulary: usize,
    pub(crate) variables: BTreeMap<String, Variable>,
    pub(crate) aliases: Vec<(String, String)>,
    pub(crate) tokenizer: serde_json::Value,
    pub(crate) config: serde_json::Value,
}

/// Number of layers in each half.
pub(crate) const LAYERS: usize = 2;
/// Positions of the encoder: a window of 30 s.
pub(crate) const SOURCE_POSITIONS: usize = 1500;
/// Positions of the decoder.
pub(crate) const TARGET_POSITIONS: usize = 448;
/// Bands of the spectrogram.
pub(crate) const MELS: usize = 80;

impl Source {
    /// Knows English only.
    pub(crate) fn english() -> Self {
        Self::new(64, 1552)
    }

    /// Has as many tokens as a multilingual model, and three languages.
    pub(crate) fn multilingual() -> Self {
        Self::new(32, 51_865)
    }

    fn new(width: usize, vocabulary: usize) -> Self {
        let mut source = Self {
            spec: "WhisperSpec".to_owned(),
            width,
            vocabulary,
            variables: BTreeMap::new(),
            aliases: vec![(
                "decoder/projection/weight".to_owned(),
                "decoder/embeddings/weight".to_owned(),
            )],
            tokenizer: tokenizer(vocabulary),
            config: json!({ "suppress_ids": [1, 2, -1], "suppress_ids_begin": [0] }),
        };
        source.add_weights();
        source.set("encoder/num_heads", &[], Numbers::I16(2));
        source.set("decoder/num_heads", &[], Numbers::I16(2));
        source.set("decoder/activation", &[], Numbers::I16(3));
        source.set("decoder/scale_embeddings", &[], Numbers::I16(0));
        source
    }

    fn add_weights(&mut self) {
        let width = self.width;
        self.random("encoder/conv1/weight", &[width, MELS, 3]);
        self.random("encoder/conv1/bias", &[width]);
        self.random("encoder/conv2/weight", &[width, width, 3]);
        self.random("encoder/conv2/bias", &[width]);
        self.random("encoder/position_encodings/encodings", &[SOURCE_POSITIONS, width]);
        self.random("decoder/position_encodings/encodings", &[TARGET_POSITIONS, width]);
        self.random("decoder/embeddings/weight", &[self.vocabulary, width]);
        for half in ["encoder", "decoder"] {
            self.norm(&format!("{half}/layer_norm"));
            for layer in 0..LAYERS {
                let layer = format!("{half}/layer_{layer}");
                self.norm(&format!("{layer}/self_attention/layer_norm"));
                self.linear(&format!("{layer}/self_attention/linear_0"), 3 * width, width);
                self.linear(&format!("{layer}/self_attention/linear_1"), width, width);
                self.norm(&format!("{layer}/ffn/layer_norm"));
                self.linear(&format!("{layer}/ffn/linear_0"), 4 * width, width);
                self.linear(&format!("{layer}/ffn/linear_1"), width, 4 * width);
                self.silence_keys(&format!("{layer}/self_attention/linear_0/bias"), width);
                if half == "decoder" {
                    self.norm(&format!("{layer}/attention/layer_norm"));
                    self.linear(&format!("{layer}/attention/linear_0"), width, width);
                    self.linear(&format!("{layer}/attention/linear_1"), 2 * width, width);
                    self.linear(&format!("{layer}/attention/linear_2"), width, width);
                    self.silence_keys(&format!("{layer}/attention/linear_1/bias"), 0);
                }
            }
        }
    }

    fn norm(&mut self, name: &str) {
        self.random(&format!("{name}/gamma"), &[self.width]);
        self.random(&format!("{name}/beta"), &[self.width]);
    }

    fn linear(&mut self, name: &str, rows: usize, columns: usize) {
        self.random(&format!("{name}/weight"), &[rows, columns]);
        self.random(&format!("{name}/bias"), &[rows]);
    }

    /// Keys have no bias: zeros from `first` on.
    fn silence_keys(&mut self, name: &str, first: usize) {
        let width = self.width;
        self.change(name, |numbers| numbers[first..first + width].fill(0.0));
    }

    /// Numbers between -1 and 1 that are exact in sixteen bits, other ones for every name.
    fn random(&mut self, name: &str, shape: &[usize]) {
        let mut state =
            name.bytes().fold(1_u32, |state, byte| state * 31 % 65_521 + u32::from(byte));
        let numbers = (0..shape.iter().product()).map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f16::from_f32((state >> 8) as f32 / (1 << 23) as f32 - 1.0).to_f32()
        });
        let numbers = Numbers::F16(numbers.collect());
        self.set(name, shape, numbers);
    }

    /// Adds or replaces a variable.
    pub(crate) fn set(&mut self, name: &str, shape: &[usize], numbers: Numbers) {
        self.variables.insert(name.to_owned(), Variable { shape: shape.to_vec(), numbers });
    }

    /// Changes numbers of a variable.
    pub(crate) fn change(&mut self, name: &str, change: impl FnOnce(&mut [f32])) {
        match self.variables.get_mut(name).map(|variable| &mut variable.numbers) {
            Some(Numbers::F16(numbers) | Numbers::F32(numbers)) => change(numbers),
            _ => panic!("{name} has no such numbers"),
        }
    }

    /// The numbers of a variable.
    pub(crate) fn numbers(&self, name: &str) -> &[f32] {
        match &self.variables[name].numbers {
            Numbers::F16(numbers) | Numbers::F32(numbers) => numbers,
            _ => panic!("{name} has no such numbers"),
        }
    }

    /// `model.bin`, and which of its bytes are not weights.
    pub(crate) fn model(&self) -> (Vec<u8>, Vec<usize>) {
        let mut file = 6_u32.to_le_bytes().to_vec();
        put_text(&mut file, &self.spec);
        file.extend(3_u32.to_le_bytes());
        file.extend((self.variables.len() as u32).to_le_bytes());
        let mut heads: Vec<usize> = (0..file.len()).collect();
        for (name, variable) in &self.variables {
            let start = file.len();
            put_text(&mut file, name);
            file.push(variable.shape.len() as u8);
            file.extend(variable.shape.iter().flat_map(|dim| (*dim as u32).to_le_bytes()));
            let (kind, bytes) = variable.numbers.bytes();
            file.push(kind);
            file.extend((bytes.len() as u32).to_le_bytes());
            heads.extend(start..file.len());
            file.extend(bytes);
        }
        let start = file.len();
        file.extend((self.aliases.len() as u32).to_le_bytes());
        for (alias, original) in &self.aliases {
            put_text(&mut file, alias);
            put_text(&mut file, original);
        }
        heads.extend(start..file.len());
        (file, heads)
    }

    /// Writes the folder.
    pub(crate) fn write(&self, folder: &Path) {
        fs::create_dir_all(folder).unwrap();
        fs::write(folder.join("model.bin"), self.model().0).unwrap();
        fs::write(folder.join("tokenizer.json"), self.tokenizer.to_string()).unwrap();
        fs::write(folder.join("config.json"), self.config.to_string()).unwrap();
    }
}

impl Numbers {
    /// The number of their kind in the format, and their bytes.
    fn bytes(&self) -> (u8, Vec<u8>) {
        match self {
            Self::F32(numbers) => (0, numbers.iter().flat_map(|n| n.to_le_bytes()).collect()),
            Self::I8(numbers) => (1, numbers.iter().map(|n| n.cast_unsigned()).collect()),
            Self::I16(number) => (2, number.to_le_bytes().to_vec()),
            Self::F16(numbers) => {
                (4, numbers.iter().flat_map(|n| f16::from_f32(*n).to_le_bytes()).collect())
            }
        }
    }
}

fn put_text(file: &mut Vec<u8>, text: &str) {
    file.extend((text.len() as u16 + 1).to_le_bytes());
    file.extend(text.as_bytes());
    file.push(0);
}

/// Three words, and Whisper's own tokens where they belong.
fn tokenizer(vocabulary: usize) -> serde_json::Value {
    let last = vocabulary - TIMES - 1;
    let names = [
        "<|endoftext|>",
        "<|startoftranscript|>",
        "<|en|>",
        "<|zh|>",
        "<|haw|>",
        "<|translate|>",
        "<|transcribe|>",
        "<|startoflm|>",
        "<|startofprev|>",
        "<|nospeech|>",
        "<|notimestamps|>",
    ];
    let first = last + 1 - names.len();
    let added: Vec<_> = names
        .iter()
        .enumerate()
        .map(|(index, name)| json!({ "id": first + index, "content": name, "special": true }))
        .collect();
    json!({
        "model": { "vocab": { "a": 0, "b": 1, "ab": 2 }, "merges": [["a", "b"]] },
        "added_tokens": added,
    })
}
