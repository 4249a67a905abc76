//! A model made up on the spot goes through the importer: what comes out equals what went in,
//! and a folder that is damaged in any way changes nothing.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test stops at what it did not expect")]

#[path = "import/allocation.rs"]
mod allocation;
#[path = "import/damage.rs"]
mod damage;
#[path = "import/file.rs"]
mod file;
#[path = "import/source.rs"]
mod source;
#[path = "import/written.rs"]
mod written;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use aloud::error::{ErrorKind, Result};
use aloud::models::import::{ImportOptions, Quantisation, import};
use aloud::models::{Condition, Installed};

use self::source::{LAYERS, MELS, Numbers, SOURCE_POSITIONS, Source, TARGET_POSITIONS};
use self::written::{Tensor, Written};

#[global_allocator]
static ALLOCATOR: allocation::Watched = allocation::Watched;

/// A folder to import from and one to import into.
struct Bench {
    root: tempfile::TempDir,
}

impl Bench {
    fn new(source: &Source) -> Self {
        let bench = Self { root: tempfile::tempdir().unwrap() };
        source.write(&bench.folder());
        bench
    }

    fn folder(&self) -> PathBuf {
        self.root.path().join("ct2")
    }

    fn shelf(&self) -> PathBuf {
        self.root.path().join("models")
    }

    fn import(&self, options: &ImportOptions) -> Result<Installed> {
        import(&self.folder(), &self.shelf(), options, &mut |_, _| {})
    }

    /// The files in the models folder with their contents.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let entries = fs::read_dir(self.shelf()).into_iter().flatten().flatten();
        let mut files: Vec<_> = entries
            .map(|entry| {
                let name = entry.file_name().into_string().unwrap();
                (name, fs::read(entry.path()).unwrap_or_default())
            })
            .collect();
        files.sort();
        files
    }

    fn names(&self) -> Vec<String> {
        self.files().into_iter().map(|(name, _)| name).collect()
    }
}

fn options(kind: Quantisation, twin: Option<u32>) -> ImportOptions {
    ImportOptions { id: None, kind, twin }
}

/// The part of a variable that makes up a tensor of the model.
struct Origin {
    tensor: String,
    variable: String,
    first_row: usize,
    dims: Vec<usize>,
}

/// Where every tensor of a model comes from, in the words of the two formats.
fn origins(width: usize, vocabulary: usize) -> Vec<Origin> {
    let positions = "position_encodings/encodings";
    let (source, target) = ([width, SOURCE_POSITIONS], [width, TARGET_POSITIONS]);
    let mut origins = vec![
        origin("enc.conv.0.weight", "encoder/conv1/weight", 0, &[3, MELS, width]),
        origin("enc.conv.0.bias", "encoder/conv1/bias", 0, &[width]),
        origin("enc.conv.1.weight", "encoder/conv2/weight", 0, &[3, width, width]),
        origin("enc.conv.1.bias", "encoder/conv2/bias", 0, &[width]),
        origin("enc.pos_emb.weight", &format!("encoder/{positions}"), 0, &source),
        origin("dec.pos_emb.weight", &format!("decoder/{positions}"), 0, &target),
        origin("dec.token_embd.weight", "decoder/embeddings/weight", 0, &[width, vocabulary]),
    ];
    origins.extend(norm("enc.final_norm", "encoder/layer_norm", width));
    origins.extend(norm("dec.final_norm", "decoder/layer_norm", width));
    for layer in 0..LAYERS {
        let (block, half) = (format!("enc.blocks.{layer}"), format!("encoder/layer_{layer}"));
        origins.extend(layer_of(&block, ["attn", "norm_attn"], &half, width));
        let (block, half) = (format!("dec.blocks.{layer}"), format!("decoder/layer_{layer}"));
        origins.extend(layer_of(&block, ["self_attn", "norm_self"], &half, width));
        let (cross, from) = (format!("{block}.cross_attn"), format!("{half}/attention"));
        origins.extend(norm(&format!("{block}.norm_cross"), &format!("{from}/layer_norm"), width));
        for (part, variable, index) in [
            ("q", "linear_0", 0),
            ("k", "linear_1", 0),
            ("v", "linear_1", 1),
            ("out", "linear_2", 0),
        ] {
            let (tensor, variable) = (format!("{cross}.{part}"), format!("{from}/{variable}"));
            origins.extend(linear(&tensor, &variable, index * width, [width; 2]));
        }
    }
    origins
}

/// What encoder and decoder have in common: attention to themselves, then two wide layers.
fn layer_of(block: &str, [own, own_norm]: [&str; 2], half: &str, width: usize) -> Vec<Origin> {
    let from = format!("{half}/self_attention");
    let mut origins = norm(&format!("{block}.{own_norm}"), &format!("{from}/layer_norm"), width);
    for (part, variable, index) in
        [("q", "linear_0", 0), ("k", "linear_0", 1), ("v", "linear_0", 2), ("out", "linear_1", 0)]
    {
        let (tensor, variable) = (format!("{block}.{own}.{part}"), format!("{from}/{variable}"));
        origins.extend(linear(&tensor, &variable, index * width, [width; 2]));
    }
    let from = format!("{half}/ffn");
    origins.extend(norm(&format!("{block}.norm_ffn"), &format!("{from}/layer_norm"), width));
    let (first, second) = (format!("{from}/linear_0"), format!("{from}/linear_1"));
    origins.extend(linear(&format!("{block}.ffn.fc1"), &first, 0, [width, 4 * width]));
    origins.extend(linear(&format!("{block}.ffn.fc2"), &second, 0, [4 * width, width]));
    origins
}

fn norm(tensor: &str, variable: &str, width: usize) -> Vec<Origin> {
    [("weight", "gamma"), ("bias", "beta")]
        .map(|(to, from)| {
            origin(&format!("{tensor}.{to}"), &format!("{variable}/{from}"), 0, &[width])
        })
        .into()
}

/// Keys have no bias.
fn linear(tensor: &str, variable: &str, first_row: usize, dims: [usize; 2]) -> Vec<Origin> {
    let part = |name: &str, dims: &[usize]| {
        origin(&format!("{tensor}.{name}"), &format!("{variable}/{name}"), first_row, dims)
    };
    let mut parts = vec![part("weight", &dims)];
    if !tensor.ends_with(".k") {
        parts.push(part("bias", &dims[1..]));
    }
    parts
}

fn origin(tensor: &str, variable: &str, first_row: usize, dims: &[usize]) -> Origin {
    let (tensor, variable) = (tensor.to_owned(), variable.to_owned());
    Origin { tensor, variable, first_row, dims: dims.to_vec() }
}

/// Half a step of the stored numbers, and the rounding of the scale itself.
fn tolerance(kind: u32, block: &[f32]) -> f32 {
    let largest = block.iter().fold(0.0_f32, |largest, number| largest.max(number.abs()));
    match kind {
        8 => largest / 127.0 * 0.5 + largest * 1e-3,
        _ => 0.0,
    }
}

fn assert_close(name: &str, expected: &[f32], tensor: &Tensor) {
    assert_eq!(expected.len(), tensor.numbers.len(), "{name}");
    for (expected, found) in expected.chunks(32).zip(tensor.numbers.chunks(32)) {
        let tolerance = tolerance(tensor.kind, expected);
        for (expected, found) in expected.iter().zip(found) {
            assert!((expected - found).abs() <= tolerance, "{name}: {expected} became {found}");
        }
    }
}

/// The tensors of a model that was imported from this source, each compared with its origin.
fn assert_same_weights(source: &Source, written: &Written, weights: u32, kernels: u32) {
    let origins = origins(source.width, source.vocabulary);
    let names: BTreeSet<_> = origins.iter().map(|origin| origin.tensor.as_str()).collect();
    let front_end = BTreeSet::from(["frontend.mel_filterbank", "frontend.window"]);
    let found: BTreeSet<_> = written.tensors.keys().map(String::as_str).collect();
    assert_eq!(found, names.union(&front_end).copied().collect());
    for Origin { tensor: name, variable, first_row, dims } in origins {
        let tensor = &written.tensors[&name];
        assert_eq!(tensor.dims, dims.iter().map(|dim| *dim as u64).collect::<Vec<_>>(), "{name}");
        let is_kernel = name.starts_with("enc.conv.") && name.ends_with(".weight");
        let is_exact = dims.len() == 1 || name.contains("pos_emb");
        let kind = if is_kernel {
            kernels
        } else if is_exact {
            0
        } else {
            weights
        };
        assert_eq!(tensor.kind, kind, "{name}");
        let row: usize = dims[..dims.len() - 1].iter().product();
        let count: usize = dims.iter().product();
        let expected = &source.numbers(&variable)[first_row * row..][..count];
        assert_close(&name, expected, tensor);
    }
}

#[test]
fn every_tensor_in_eight_bits_equals_its_source() {
    let source = Source::english();
    let bench = Bench::new(&source);
    let installed = bench.import(&options(Quantisation::Q8_0, None)).unwrap();
    assert_eq!(installed.id, "whisper-64.en-Q8_0");
    assert_eq!(bench.names(), ["whisper-64.en-Q8_0.gguf"]);
    let written = Written::read(&installed.path);
    assert_same_weights(&source, &written, 8, 0);
    assert_eq!(written.value("general.file_type"), "7");
}

#[test]
fn every_tensor_in_sixteen_bits_equals_its_source() {
    let source = Source::english();
    let bench = Bench::new(&source);
    let installed = bench.import(&options(Quantisation::F16, None)).unwrap();
    assert_eq!(installed.id, "whisper-64.en-F16");
    let written = Written::read(&installed.path);
    assert_same_weights(&source, &written, 1, 1);
    assert_eq!(written.value("general.file_type"), "1");
}

#[test]
fn an_english_model_says_so() {
    let bench = Bench::new(&Source::english());
    let installed = bench.import(&ImportOptions::default()).unwrap();
    let written = Written::read(&installed.path);
    for (name, value) in [
        ("general.architecture", "whisper"),
        ("general.name", "Whisper 64 (English)"),
        ("general.languages", "en"),
        ("stt.variant", "whisper-64.en"),
        ("stt.capability.translate", "false"),
        ("stt.capability.lang_detect", "false"),
        ("stt.translation.target_languages", "(not there)"),
        ("stt.whisper.encoder.n_layers", "2"),
        ("stt.whisper.encoder.n_heads", "2"),
        ("stt.whisper.encoder.ffn_dim", "256"),
        ("stt.whisper.encoder.max_source_positions", "1500"),
        ("stt.whisper.decoder.max_target_positions", "448"),
        ("stt.whisper.decoder.vocab_size", "1552"),
        ("stt.whisper.suppress_tokens", "1 2"),
        ("stt.whisper.begin_suppress_tokens", "0"),
        ("stt.whisper.no_timestamps_token_id", "50"),
        ("stt.whisper.decoder_start_token_id", "41"),
        ("stt.whisper.prev_sot_token_id", "48"),
        ("tokenizer.ggml.eos_token_id", "40"),
        ("tokenizer.ggml.merges", "a b"),
    ] {
        assert_eq!(written.value(name), value, "{name}");
    }
    let tokens: Vec<_> = written.value("tokenizer.ggml.tokens").split(' ').collect();
    assert_eq!(tokens.len(), 1552);
    assert_eq!((tokens[2], tokens[3], tokens[50]), ("ab", "<|unused_3|>", "<|notimestamps|>"));
    let steers = written.value("tokenizer.ggml.token_type").split(' ').filter(|kind| *kind == "3");
    assert_eq!(steers.count(), 11);
}

#[test]
fn a_multilingual_model_says_what_it_knows() {
    let bench = Bench::new(&Source::multilingual());
    let installed = bench.import(&ImportOptions::default()).unwrap();
    assert_eq!(installed.id, "whisper-32-Q8_0");
    let written = Written::read(&installed.path);
    for (name, value) in [
        ("general.languages", "en zh haw"),
        ("stt.capability.translate", "true"),
        ("stt.capability.lang_detect", "true"),
        ("stt.translation.target_languages", "en"),
        ("stt.whisper.translate_token_id", "50358"),
        ("stt.whisper.transcribe_token_id", "50359"),
    ] {
        assert_eq!(written.value(name), value, "{name}");
    }
}

#[test]
fn the_engine_loads_a_model_and_its_twin() {
    let bench = Bench::new(&Source::multilingual());
    let installed = bench.import(&ImportOptions::default()).unwrap();
    let twin = installed.twin.unwrap();
    for path in [&installed.path, &twin.path] {
        let model = transcribe_cpp::Model::load(path).unwrap();
        let capabilities = model.capabilities().unwrap();
        assert_eq!(capabilities.languages, ["en", "zh", "haw"]);
        assert_eq!(capabilities.translate_target_languages, ["en"]);
    }
}

#[test]
fn the_twin_differs_in_its_window_alone() {
    let bench = Bench::new(&Source::english());
    let installed = bench.import(&ImportOptions::default()).unwrap();
    let twin = installed.twin.unwrap();
    assert_eq!(bench.names(), ["whisper-64.en-Q8_0.gguf", "whisper-64.en-Q8_0.w15.gguf"]);
    assert_eq!(twin.window_s, 15);
    let (full, short) = (Written::read(&installed.path), Written::read(&twin.path));
    let different: Vec<_> = full
        .values
        .iter()
        .filter(|(name, value)| short.value(name) != *value)
        .map(|(name, value)| format!("{name} {value} {}", short.value(name)))
        .collect();
    let expected = [
        "stt.frontend.chunk_length 30 15",
        "stt.frontend.n_samples 480000 240000",
        "stt.frontend.nb_max_frames 3000 1500",
    ];
    assert_eq!(different, expected);
    assert_eq!(full.values.len(), short.values.len());
    assert_eq!(full.tensors.len(), short.tensors.len());
    for (name, tensor) in &full.tensors {
        assert_eq!(tensor.numbers, short.tensors[name].numbers, "{name}");
    }
}

#[test]
fn weights_of_eight_bits_are_taken_with_their_scale() {
    let mut source = Source::english();
    let name = "encoder/layer_1/self_attention/linear_0/weight";
    let (rows, row) = (3 * source.width, source.width);
    let stored: Vec<i8> = (0..rows * row).map(|index| (index * 37 % 255) as u8 as i8).collect();
    let scales: Vec<f32> = (0..rows).map(|index| 100.0 + index as f32).collect();
    let meant = stored.iter().enumerate().map(|(index, n)| f32::from(*n) / scales[index / row]);
    let meant = Numbers::F32(meant.collect());
    source.set(name, &[rows, row], Numbers::I8(stored));
    source.set(&format!("{name}_scale"), &[rows], Numbers::F32(scales));
    let bench = Bench::new(&source);
    let installed = bench.import(&options(Quantisation::Q8_0, None)).unwrap();
    source.set(name, &[rows, row], meant);
    assert_same_weights(&source, &Written::read(&installed.path), 8, 0);
}

#[test]
fn a_model_in_parts_is_the_same_model() {
    let source = Source::english();
    let (whole, parts) = (Bench::new(&source), Bench::new(&source));
    fs::remove_file(parts.folder().join("model.bin")).unwrap();
    let (model, _) = source.model();
    let (first, second) = model.split_at(model.len() / 2 + 1);
    fs::write(parts.folder().join("model.bin.part1"), first).unwrap();
    fs::write(parts.folder().join("model.bin.part2"), second).unwrap();
    whole.import(&ImportOptions::default()).unwrap();
    parts.import(&ImportOptions::default()).unwrap();
    assert!(whole.files() == parts.files());
}

#[test]
fn progress_rises_to_the_end() {
    let bench = Bench::new(&Source::english());
    let mut steps = Vec::new();
    let mut note = |done, total| steps.push((done, total));
    let installed = import(&bench.folder(), &bench.shelf(), &ImportOptions::default(), &mut note);
    let total = steps[0].1;
    assert!(steps.is_sorted() && steps.iter().all(|step| step.1 == total));
    assert_eq!(steps.last(), Some(&(total, total)));
    // Only the head is not counted.
    assert!(total < installed.unwrap().size);
}

#[test]
fn the_id_and_the_window_may_be_chosen() {
    let bench = Bench::new(&Source::english());
    let wish = |id: &str, twin| ImportOptions {
        id: Some(id.to_owned()),
        kind: Quantisation::Q8_0,
        twin: Some(twin),
    };
    let installed = bench.import(&wish("my.model", 12)).unwrap();
    assert_eq!(installed.id, "my.model");
    assert_eq!(bench.names(), ["my.model.gguf", "my.model.w12.gguf"]);
    for (id, twin) in [("../up", 15), ("", 15), (".hidden", 15), ("a.w15", 15), ("a", 0), ("a", 30)]
    {
        let error = bench.import(&wish(id, twin)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Usage, "{id} {twin}: {error}");
    }
    assert_eq!(bench.names().len(), 2);
}

#[test]
fn a_new_import_replaces_the_old_one_and_its_twins() {
    let mut source = Source::english();
    let bench = Bench::new(&source);
    bench.import(&options(Quantisation::Q8_0, Some(12))).unwrap();
    let before = bench.files();
    source.change("encoder/conv1/bias", |numbers| numbers[0] = 0.25);
    source.write(&bench.folder());
    let installed = bench.import(&options(Quantisation::Q8_0, None)).unwrap();
    assert!(matches!(installed.condition, Condition::Whole(_)));
    assert_eq!(bench.names(), ["whisper-64.en-Q8_0.gguf"]);
    assert!(bench.files()[0].1 != before[0].1);
}
