//! Which model is meant, and what is said about files that are none.

use std::fs;

use super::gguf::write::{Announced, head};
use super::gguf::{Storage, Value};
use super::*;
use crate::error::ErrorKind;

/// A home with its own folder of models.
struct Shelf {
    root: tempfile::TempDir,
    store: Store,
}

impl Shelf {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let folders = ["models", "extra"].map(|name| root.path().join(name)).to_vec();
        folders.iter().for_each(|folder| fs::create_dir(folder).unwrap());
        Self { root, store: Store { folders } }
    }

    fn put(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.root.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    fn found(&self, wanted: Option<&str>) -> String {
        match self.store.find(wanted) {
            Ok(installed) => installed.id,
            Err(error) => format!("{:?}: {error}", error.kind()),
        }
    }
}

/// A whole model with a window of so many seconds.
fn model(window_s: u32) -> Vec<u8> {
    let values = [
        ("general.architecture", Value::Text("whisper".to_owned())),
        ("general.name", Value::Text("Tiny".to_owned())),
        ("stt.variant", Value::Text("whisper-tiny".to_owned())),
        ("stt.frontend.chunk_length", Value::U32(window_s)),
    ];
    let tensor = Announced { name: "t", dims: &[4], storage: Storage::F32, bytes: 16 };
    let mut file = head(&values, [tensor].into_iter());
    file.resize(file.len() + 16, 0);
    file
}

#[test]
fn without_a_wish_the_default_of_the_catalogue_is_taken() {
    let shelf = Shelf::new();
    shelf.put("models/zebra.gguf", &model(30));
    assert_eq!(shelf.found(None), "zebra");
    shelf.put("models/whisper-base-F16.gguf", &model(30));
    assert_eq!(shelf.found(None), "whisper-base-F16");
    shelf.put("extra/whisper-base-Q8_0.gguf", &model(30));
    assert_eq!(shelf.found(None), "whisper-base-Q8_0");
}

#[test]
fn among_several_others_nobody_guesses() {
    let shelf = Shelf::new();
    shelf.put("models/one.gguf", &model(30));
    shelf.put("models/two.gguf", &model(30));
    let answer = shelf.found(None);
    assert!(answer.starts_with("NoModel"), "{answer}");
    assert!(answer.contains("candidates: one, two, whisper-base (`aloud models fetch"), "{answer}");
}

#[test]
fn a_model_is_found_by_id_by_its_name_in_the_catalogue_and_by_path() {
    let shelf = Shelf::new();
    let path = shelf.put("elsewhere.gguf", &model(30));
    shelf.put("models/whisper-tiny-Q8_0.gguf", &model(30));
    assert_eq!(shelf.found(Some("whisper-tiny-Q8_0")), "whisper-tiny-Q8_0");
    assert_eq!(shelf.found(Some("whisper-tiny")), "whisper-tiny-Q8_0");
    assert_eq!(shelf.found(path.to_str()), "elsewhere");
    let answer = shelf.found(Some("whisper"));
    assert!(answer.starts_with("NoModel: there is no model \"whisper\" here"), "{answer}");
    assert!(answer.contains("whisper-tiny-Q8_0"), "{answer}");
    for file in ["/nowhere/a", "a.gguf"] {
        let answer = shelf.found(Some(file));
        assert!(answer.starts_with(&format!("NoModel: there is no file \"{file}\"")), "{answer}");
    }
}

#[test]
fn a_twin_belongs_to_its_model() {
    let shelf = Shelf::new();
    shelf.put("models/a.gguf", &model(30));
    let path = shelf.put("models/a.w15.gguf", &model(15));
    let listed = shelf.store.list();
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].twin, Some(Twin { path, window_s: 15 }));
    let description = Description {
        architecture: "whisper".to_owned(),
        name: Some("Tiny".to_owned()),
        variant: Some("whisper-tiny".to_owned()),
        window_s: Some(30),
    };
    assert_eq!(listed[0].condition, Condition::Whole(description));
    assert_eq!(listed[0].size, model(30).len() as u64);
}

#[test]
fn a_twin_that_is_damaged_or_no_shorter_is_not_used() {
    let shelf = Shelf::new();
    shelf.put("models/a.gguf", &model(30));
    shelf.put("models/a.w29.gguf", &model(30));
    assert_eq!(shelf.store.find(Some("a")).unwrap().twin, None);
    shelf.put("models/a.w20.gguf", &model(20)[..40]);
    assert_eq!(shelf.store.find(Some("a")).unwrap().twin, None);
    shelf.put("models/a.w10.gguf", &model(10));
    assert_eq!(shelf.store.find(Some("a")).unwrap().twin.map(|twin| twin.window_s), Some(10));
}

#[test]
fn the_models_folder_hides_what_is_elsewhere() {
    let shelf = Shelf::new();
    shelf.put("extra/a.gguf", &model(30));
    let path = shelf.put("models/a.gguf", &model(20));
    let listed = shelf.store.list();
    assert_eq!(listed.iter().map(|installed| &installed.path).collect::<Vec<_>>(), [&path]);
}

#[test]
fn a_bad_file_is_named_with_what_is_wrong_and_what_to_do() {
    let shelf = Shelf::new();
    let whole = model(30);
    let truncated = format!("truncated: {} of {} bytes", whole.len() - 1, whole.len());
    let cases: [(&str, &[u8], &str); 5] = [
        ("empty", b"", "it is empty"),
        ("text", b"<html>not found</html>", "it is not a model"),
        ("short", b"GG", "it is truncated"),
        ("head", &whole[..50], "it is truncated"),
        ("tail", &whole[..whole.len() - 1], &truncated),
    ];
    for (name, bytes, problem) in cases {
        let path = shelf.put(&format!("models/{name}.gguf"), bytes);
        let error = shelf.store.find(Some(name)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BadModel, "{error}");
        let text = error.to_string();
        assert!(text.starts_with(&path.display().to_string()), "{text}");
        assert!(text.contains(problem) && text.contains("aloud models fetch"), "{text}");
    }
    fs::create_dir(shelf.root.path().join("models/folder.gguf")).unwrap();
    assert!(shelf.found(Some("folder")).contains("it is a folder, not a file"));
    assert_eq!(shelf.store.list().len(), 6);
    let damaged = |installed: &Installed| matches!(installed.condition, Condition::Damaged(_));
    assert!(shelf.store.list().iter().all(damaged));
}

#[test]
fn a_model_of_no_kind_is_refused() {
    let shelf = Shelf::new();
    let tensor = Announced { name: "t", dims: &[1], storage: Storage::F32, bytes: 4 };
    let mut file = head(&[], [tensor].into_iter());
    file.extend([0; 4]);
    shelf.put("models/a.gguf", &file);
    assert!(shelf.found(None).contains("does not say which kind"), "{}", shelf.found(None));
}
