//! Folders that are damaged: refused with what is wrong, and nothing changes.

use std::fs;

use aloud::error::ErrorKind;
use aloud::models::import::ImportOptions;
use proptest::prelude::*;
use serde_json::json;

use super::source::{Numbers, Source};
use super::{Bench, allocation};

/// More than the importer may ask for at once while it reads the small model here.
const ABSURD: usize = 16 << 20;

/// Damages a folder, then imports it, once into an empty folder of models and once into one
/// that holds a good model under the same name.
fn assert_refused(damage: impl Fn(&Bench), file: &str, problem: &str) {
    let bench = Bench::new(&Source::english());
    damage(&bench);
    refuse(&bench, file, problem);
    assert!(bench.names().is_empty(), "{problem}: {:?}", bench.names());

    let bench = Bench::new(&Source::english());
    bench.import(&ImportOptions::default()).unwrap();
    let before = bench.files();
    damage(&bench);
    refuse(&bench, file, problem);
    assert!(bench.files() == before, "{problem}: {:?}", bench.names());
}

fn refuse(bench: &Bench, file: &str, problem: &str) {
    let error = bench.import(&ImportOptions::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::BadModel, "{error}");
    let text = error.to_string();
    let path = if file.is_empty() { bench.folder() } else { bench.folder().join(file) };
    assert!(text.starts_with(&format!("{}: ", path.display())), "{text}");
    assert!(text.contains(problem) && text.contains("get the folder again"), "{text}");
}

/// Writes a source that was changed.
fn changed(change: impl Fn(&mut Source)) -> impl Fn(&Bench) {
    move |bench| {
        let mut source = Source::english();
        change(&mut source);
        source.write(&bench.folder());
    }
}

#[test]
fn a_folder_that_is_none() {
    assert_refused(|bench| fs::remove_dir_all(bench.folder()).unwrap(), "", "it is missing");
}

#[test]
fn a_file_that_is_missing() {
    let without = |name: &'static str| {
        move |bench: &Bench| fs::remove_file(bench.folder().join(name)).unwrap()
    };
    assert_refused(without("model.bin"), "", "there is no model.bin");
    assert_refused(without("tokenizer.json"), "tokenizer.json", "it is missing");
    assert_refused(without("config.json"), "config.json", "it is missing");
}

#[test]
fn files_that_are_something_else() {
    let with = |name: &'static str, text: &'static str| {
        move |bench: &Bench| fs::write(bench.folder().join(name), text).unwrap()
    };
    assert_refused(with("tokenizer.json", "<html>"), "tokenizer.json", "not what it should be");
    assert_refused(with("config.json", "7"), "config.json", "not what it should be");
    assert_refused(with("model.bin", ""), "model.bin", "it is truncated");
    assert_refused(with("model.bin", "<html></html>"), "model.bin", "its version is");
    let other = changed(|source| source.spec = "TransformerSpec".to_owned());
    assert_refused(other, "model.bin", "only Whisper can be imported");
}

#[test]
fn a_model_that_is_cut_short() {
    let (model, _) = Source::english().model();
    for length in [3, 20, 300, model.len() / 2, model.len() - 1] {
        let cut =
            |bench: &Bench| fs::write(bench.folder().join("model.bin"), &model[..length]).unwrap();
        assert_refused(cut, "model.bin", "it is truncated");
    }
    let half = |bench: &Bench| {
        fs::remove_file(bench.folder().join("model.bin")).unwrap();
        fs::write(bench.folder().join("model.bin.part1"), &model[..model.len() / 2]).unwrap();
    };
    assert_refused(half, "model.bin.part1", "it is truncated");
}

#[test]
fn a_head_with_huge_numbers() {
    let count_at = 4 + 2 + "WhisperSpec".len() + 1 + 4;
    let huge = |bench: &Bench| {
        let (mut model, _) = Source::english().model();
        model[count_at..count_at + 4].fill(0xff);
        fs::write(bench.folder().join("model.bin"), model).unwrap();
    };
    let bench = Bench::new(&Source::english());
    huge(&bench);
    let error = bench.import(&ImportOptions::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::BadModel, "{error}");
    let wide = changed(|source| {
        let shape = [u32::MAX as usize, u32::MAX as usize, u32::MAX as usize];
        source.set("decoder/embeddings/weight", &shape, Numbers::F16(vec![0.0; 64]));
    });
    assert_refused(wide, "model.bin", "which is not its shape");
    assert!(allocation::largest() < ABSURD, "{}", allocation::largest());
}

#[test]
fn variables_that_are_missing_or_have_another_shape() {
    let name = "decoder/layer_1/attention/linear_1/weight";
    let missing = changed(|source| drop(source.variables.remove(name)));
    assert_refused(missing, "model.bin", "it lacks \"decoder/layer_1/attention/linear_1/weight\"");
    let narrow = changed(|source| {
        let numbers = Numbers::F16(vec![0.5; 64 * 64]);
        source.set(name, &[64, 64], numbers);
    });
    assert_refused(narrow, "model.bin", "has the shape [64, 64], not [128, 64]");
    let heads = changed(|source| source.set("encoder/num_heads", &[], Numbers::I16(7)));
    assert_refused(heads, "model.bin", "cannot be split among 7 heads");
    let alias = changed(|source| source.aliases.push(("a".to_owned(), "b".to_owned())));
    assert_refused(alias, "model.bin", "which is not there");
}

#[test]
fn a_model_that_the_engine_would_compute_wrongly() {
    let bias = |name: &'static str, index: usize| {
        changed(move |source| source.change(name, |numbers| numbers[index] = 0.5))
    };
    let own = bias("encoder/layer_0/self_attention/linear_0/bias", 64);
    assert_refused(own, "model.bin", "has a bias for keys");
    let cross = bias("decoder/layer_1/attention/linear_1/bias", 63);
    assert_refused(cross, "model.bin", "has a bias for keys");
    let activation = changed(|source| source.set("decoder/activation", &[], Numbers::I16(0)));
    assert_refused(activation, "model.bin", "\"decoder/activation\" is 0");
    let scaled = changed(|source| source.set("decoder/scale_embeddings", &[], Numbers::I16(1)));
    assert_refused(scaled, "model.bin", "\"decoder/scale_embeddings\" is 1");
}

#[test]
fn weights_that_are_no_numbers_stop_an_import_half_way() {
    let damage = changed(|source| {
        source.change("decoder/layer_1/ffn/linear_1/bias", |numbers| numbers[5] = f32::NAN);
    });
    assert_refused(damage, "model.bin", "\"decoder/layer_1/ffn/linear_1/bias\": it has a weight");
}

#[test]
fn a_tokenizer_of_another_model() {
    let without = |token: &'static str| {
        changed(move |source| {
            let added = source.tokenizer["added_tokens"].as_array_mut().unwrap();
            added.retain(|added| added["content"] != token);
        })
    };
    for token in ["<|endoftext|>", "<|startoftranscript|>", "<|notimestamps|>"] {
        let problem = format!("it lacks the token {token}");
        assert_refused(without(token), "tokenizer.json", &problem);
    }
    let longer = changed(|source| source.tokenizer["model"]["vocab"]["c"] = json!(1552));
    assert_refused(longer, "tokenizer.json", "they do not belong together");
    let shifted = changed(|source| {
        let added = source.tokenizer["added_tokens"].as_array_mut().unwrap();
        added.last_mut().unwrap()["id"] = json!(60);
    });
    assert_refused(shifted, "tokenizer.json", "they do not belong together");
}

#[test]
fn a_place_that_cannot_be_written() {
    let bench = Bench::new(&Source::english());
    fs::write(bench.shelf(), "a file").unwrap();
    let error = bench.import(&ImportOptions::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io, "{error}");

    let bench = Bench::new(&Source::english());
    fs::create_dir_all(bench.shelf().join("whisper-64.en-Q8_0.w15.gguf")).unwrap();
    let error = bench.import(&ImportOptions::default()).unwrap_err();
    assert!(error.to_string().contains("it is a folder"), "{error}");
    assert_eq!(bench.names(), ["whisper-64.en-Q8_0.w15.gguf"]);
}

/// Imports these bytes as the model of an otherwise good folder. It must end, with a model or
/// with an error, without a panic and without memory that nobody has.
fn survives(bytes: &[u8]) {
    let bench = Bench::new(&Source::english());
    fs::write(bench.folder().join("model.bin"), bytes).unwrap();
    match bench.import(&ImportOptions { twin: None, ..ImportOptions::default() }) {
        Ok(installed) => assert_eq!(bench.names(), [format!("{}.gguf", installed.id)]),
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::BadModel, "{error}");
            assert!(bench.names().is_empty(), "{error}");
        }
    }
    assert!(allocation::largest() < ABSURD, "{}", allocation::largest());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_bytes_end_in_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        survives(&bytes);
    }

    /// Most bytes of a model are weights: changes go to the others.
    #[test]
    fn any_change_ends(
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in proptest::option::weighted(0.2, any::<prop::sample::Index>()),
    ) {
        let (mut model, heads) = Source::english().model();
        for (place, byte) in &changes {
            model[heads[place.index(heads.len())]] = *byte;
        }
        if let Some(cut) = cut {
            model.truncate(cut.index(model.len()));
        }
        survives(&model);
    }
}
