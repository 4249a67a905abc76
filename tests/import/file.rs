//! Models that are one file already: they are copied as they are, and a Whisper one gets its twin.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use aloud::error::{Error, Result};
use aloud::models::import::{ImportOptions, complete, import};
use aloud::models::{Condition, Installed};

use super::Bench;
use super::source::Source;

/// What an import of the made-up folder gave, to be imported elsewhere.
struct Shelf {
    bench: Bench,
    model: Installed,
}

impl Shelf {
    fn new() -> Self {
        let bench = Bench::new(&Source::multilingual());
        let model = bench.import(&ImportOptions::default()).unwrap();
        Self { bench, model }
    }

    fn other(&self) -> PathBuf {
        self.bench.root.path().join("other")
    }

    fn import(&self, path: &Path, id: Option<&str>) -> Result<Installed> {
        let options = ImportOptions { id: id.map(str::to_owned), ..ImportOptions::default() };
        import(path, &self.other(), &options, &mut |_, _| {})
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.other()).into_iter().flatten().flatten();
        let mut names: Vec<_> = entries.map(|e| e.file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// One filter, one word, two tensors, as whisper.cpp wrote them before GGUF.
fn old() -> Vec<u8> {
    let numbers =
        |numbers: &[u32]| numbers.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<_>>();
    let mut file = [b"lmgg".to_vec(), numbers(&[0; 11]), numbers(&[1, 2, 0, 0, 1, 3])].concat();
    file.extend(b"abc");
    for size in [2_u32, 8] {
        file.extend(numbers(&[1, 4, 0, size]));
        file.extend(b"name");
        file.resize(file.len() + 4 * size as usize, 1);
    }
    file
}

#[test]
fn a_file_and_the_folder_that_it_was_made_of_give_the_same_model_and_twin() {
    let shelf = Shelf::new();
    let model = shelf.import(&shelf.model.path, None).unwrap();
    assert_eq!(model.id, shelf.model.id);
    let twins = [&shelf.model, &model].map(|model| model.twin.clone().unwrap());
    assert_eq!(twins[1].window_s, 15);
    for [there, here] in [[&shelf.model.path, &model.path], [&twins[0].path, &twins[1].path]] {
        assert!(fs::read(there).unwrap() == fs::read(here).unwrap(), "{}", here.display());
    }
    assert_eq!(shelf.names().len(), 2);
}

#[test]
fn a_file_that_lies_there_already_gets_the_twin_that_it_lacks() {
    let shelf = Shelf::new();
    let twin = shelf.model.twin.clone().unwrap().path;
    let bytes = fs::read(&twin).unwrap();
    fs::remove_file(&twin).unwrap();
    let into = shelf.model.path.parent().unwrap();
    let model = import(&shelf.model.path, into, &ImportOptions::default(), &mut |_, _| {}).unwrap();
    assert!(fs::read(model.twin.unwrap().path).unwrap() == bytes);
}

#[test]
fn a_model_that_has_come_gets_its_twin_unless_it_is_large_or_of_another_kind() {
    let shelf = Shelf::new();
    let (model, twin) = (&shelf.model.path, shelf.model.twin.clone().unwrap().path);
    let bytes = [model, &twin].map(|path| fs::read(path).unwrap());
    fs::remove_file(&twin).unwrap();
    assert!(complete(model).unwrap());
    assert!([model, &twin].map(|path| fs::read(path).unwrap()) == bytes);
    fs::remove_file(&twin).unwrap();
    // What nobody has written takes no room on the disk.
    File::options().append(true).open(model).unwrap().set_len((1 << 30) + 1).unwrap();
    assert!(!complete(model).unwrap());
    assert!(!twin.exists());
    let other = shelf.bench.root.path().join("tiny-voxtral-words.gguf");
    fs::copy(
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/tiny-voxtral-words.gguf"),
        &other,
    )
    .unwrap();
    assert!(!complete(&other).unwrap());
    assert!(complete(&shelf.other()).is_err(), "it is no file");
}

#[test]
fn the_model_bin_of_a_folder_stands_for_the_folder() {
    let shelf = Shelf::new();
    let model = shelf.import(&shelf.bench.folder().join("model.bin"), None).unwrap();
    assert_eq!(model.id, shelf.model.id);
}

#[test]
fn an_old_file_of_whisper_cpp_is_taken_whatever_its_ending() {
    let shelf = Shelf::new();
    let file = shelf.bench.root.path().join("ggml-tiny.gguf");
    fs::write(&file, old()).unwrap();
    let model = shelf.import(&file, None).unwrap();
    assert!(matches!(model.condition, Condition::Whole(_)), "{model:?}");
    assert_eq!((shelf.names(), model.twin), (vec!["ggml-tiny.bin".to_owned()], None));
    let refused = shelf.import(&shelf.model.path, Some("ggml-tiny")).unwrap_err();
    assert!(refused.to_string().contains("--id"), "{refused}");
    assert_eq!(shelf.names().len(), 1);
}

#[test]
fn a_model_of_another_family_has_no_twin() {
    let shelf = Shelf::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = root.join("tests/fixtures/tiny-voxtral-words.gguf");
    let model = shelf.import(&file, Some("words")).unwrap();
    assert_eq!((shelf.names(), model.twin), (vec!["words.gguf".to_owned()], None));
}

#[test]
fn what_is_damaged_or_badly_named_changes_nothing() {
    let shelf = Shelf::new();
    let whole = fs::read(&shelf.model.path).unwrap();
    let file = shelf.bench.root.path().join("cut.gguf");
    for bytes in [&whole[..whole.len() - 1], &whole[..100], b"<html>", b""] {
        fs::write(&file, bytes).unwrap();
        let refused = shelf.import(&file, None).unwrap_err();
        assert!(matches!(&refused, Error::BadModel { path, .. } if *path == file), "{refused}");
    }
    let spaced = shelf.bench.root.path().join("my model (1).gguf");
    fs::write(&spaced, &whole).unwrap();
    let refused = shelf.import(&spaced, None).unwrap_err();
    assert!(refused.to_string().contains("--id"), "{refused}");
    assert_eq!(shelf.names(), Vec::<String>::new());
}

#[test]
fn a_hash_of_the_file_before_goes_with_it() {
    let shelf = Shelf::new();
    fs::create_dir_all(shelf.other()).unwrap();
    let hash = shelf.other().join(format!("{}.gguf.sha256", shelf.model.id));
    fs::write(&hash, "of another file").unwrap();
    shelf.import(&shelf.model.path, None).unwrap();
    assert!(!hash.exists());
}
