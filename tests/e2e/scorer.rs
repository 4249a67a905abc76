//! The scorer that judges all of this.

use tempfile::TempDir;

use crate::common::score::Score;

fn errors(said: &str, written: &str) -> usize {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("said.txt");
    std::fs::write(&file, said).expect("the text");
    Score::of(&file, written).errors
}

#[test]
fn numbers_are_right_in_words_and_in_digits() {
    for (words, digits) in [
        ("three hundred and forty two pounds and sixty pence", "£342.60"),
        ("due on the fifteenth of March", "Due on the 15th of March."),
        ("the twenty-first, the third and the fortieth", "the 21st, the 3rd and the 40th"),
        ("one thousand two hundred and one people", "1,201 people"),
        ("three point one four percent", "3.14%"),
        ("Mister Jones came at eight", "Mr. Jones came at 8"),
    ] {
        assert_eq!(errors(words, digits), 0, "{words} / {digits}");
        assert_eq!(errors(digits, words), 0, "{digits} / {words}");
    }
}

#[test]
fn each_word_too_many_too_few_or_wrong_counts_once() {
    let said = "We agreed to freeze the interface on Friday.";
    assert_eq!(errors(said, "we agreed to freeze the interface on friday"), 0);
    assert_eq!(errors(said, "we agreed to freeze the interfaces on friday"), 1);
    assert_eq!(errors(said, "we agreed freeze the interface on friday you"), 2);
    assert_eq!(errors(said, ""), 8);
    assert_eq!(errors("342", "343"), 1);
}

#[test]
fn one_word_or_fifteen_per_cent_is_good() {
    let score = |errors, said| Score { errors, said, written: said };
    assert!(score(1, 2).is_good());
    assert!(score(3, 20).is_good());
    assert!(!score(2, 13).is_good());
    assert!(!score(4, 20).is_good());
}
