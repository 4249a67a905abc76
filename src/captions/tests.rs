//! What holds for every passage, and what whole files look like.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use unicode_width::UnicodeWidthStr;

use super::*;

fn passage(start_ms: u64, end_ms: u64, text: &str, translation: Option<&str>) -> Passage {
    let translation =
        translation.map(|text| Translation { text: text.to_owned(), target: "de".to_owned() });
    let language = Some("en".to_owned());
    Passage { start_ms, end_ms, text: text.to_owned(), language, translation }
}

fn letters(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Texts of several scripts, with and without ends of sentences, and with words that are too long.
fn texts() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        8 => "[a-zA-Z]{1,12}[.,!?:]?",
        1 => "\"?[A-Z][a-z]{1,9}\\.\"?",
        1 => "[0-9]{1,4}\\.?",
        1 => "[a-z]{30,110}",
        2 => "[ぁ-ん東京行雨]{1,30}[、。」]?",
        1 => "[ก-ฮ]{1,12}",
        1 => Just("हिन्दी।".to_owned()),
        1 => Just("👩‍🔬…".to_owned()),
    ];
    vec(word, 0..90).prop_map(|words| words.join(" "))
}

prop_compose! {
    fn spoken()(
        gap in 0_u64..3_000,
        length in 0_u64..28_000,
        text in texts(),
        translation in option::of(texts()),
    ) -> (u64, u64, String, Option<String>) {
        (gap, length, text, translation)
    }
}

prop_compose! {
    fn takes()(parts in vec(spoken(), 0..6)) -> Vec<Passage> {
        let mut at = 0;
        let mut passages = Vec::new();
        for (gap, length, text, translation) in parts {
            let start = at + gap;
            at = start + length;
            passages.push(passage(start, at, &text, translation.as_deref()));
        }
        passages
    }
}

proptest! {
    #[test]
    fn nothing_is_lost_or_said_twice(passages in takes()) {
        let cues = cues(&passages, 0..u64::MAX);
        let said: String = passages.iter().map(|passage| letters(&passage.text)).collect();
        let shown: String = cues.iter().flat_map(|cue| &cue.said).map(|line| letters(line)).collect();
        prop_assert_eq!(said, shown);
        let translations = passages.iter().filter_map(|passage| passage.translation.as_ref());
        let translated: String = translations.map(|beside| letters(&beside.text)).collect();
        let shown = cues.iter().flat_map(|cue| &cue.translated);
        prop_assert_eq!(translated, shown.map(|line| letters(line)).collect::<String>());
    }

    #[test]
    fn cues_fit_the_screen_and_follow_each_other(passages in takes()) {
        let cues = cues(&passages, 0..u64::MAX);
        for cue in &cues {
            prop_assert!(cue.lines().count() > 0);
            prop_assert!(cue.said.len() <= LINES && cue.translated.len() <= LINES);
            for line in cue.lines() {
                prop_assert!(line.width() <= LINE, "{line}");
                prop_assert!(!line.is_empty() && line.trim() == line, "{line:?}");
            }
            prop_assert!((300..=LONGEST_MS).contains(&(cue.end_ms - cue.start_ms)));
        }
        prop_assert!(cues.is_sorted_by(|cue, next| cue.end_ms <= next.start_ms));
    }

    #[test]
    fn words_that_fit_a_line_stay_whole(words in vec("[a-z]{1,20}[.,]?", 1..90), ms in 0_u64..30_000) {
        let cues = cues(&[passage(0, ms, &words.join(" "), None)], 0..u64::MAX);
        let lines: Vec<&str> = cues.iter().flat_map(Cue::lines).collect();
        let shown: Vec<&str> = lines.iter().flat_map(|line| line.split(' ')).collect();
        prop_assert_eq!(shown, words);
    }

    #[test]
    fn a_passage_with_room_is_shown_while_it_is_spoken(
        (start, length, text, translation) in spoken(),
    ) {
        let passage = passage(start, start + length, &text, translation.as_deref());
        let cues = cues(&[passage], 0..u64::MAX);
        prop_assert!(cues.iter().all(|cue| cue.end_ms - cue.start_ms >= SHORTEST_MS));
        if let (Some(first), Some(last)) = (cues.first(), cues.last()) {
            prop_assert_eq!(first.start_ms, start);
            prop_assert!(last.end_ms <= start + length.max(cues.len() as u64 * SHORTEST_MS));
        }
    }
}

fn two() -> [Passage; 2] {
    [
        passage(500, 2_500, "Good morning,\neverybody.", Some("Guten Morgen zusammen.")),
        passage(3_000, 3_400, "Sit down.", None),
    ]
}

#[test]
fn text_is_a_line_for_each_passage() {
    let write = |shown| write(&two(), Format::Text, shown);
    assert_eq!(
        write(Shown::Both),
        "Good morning, everybody.\nGuten Morgen zusammen.\n\nSit down.\n"
    );
    assert_eq!(write(Shown::Said), "Good morning, everybody.\nSit down.\n");
    assert_eq!(write(Shown::Translated), "Guten Morgen zusammen.\nSit down.\n");
}

#[test]
fn subtitles_show_one_language_or_both() {
    assert_eq!(
        write(&two(), Format::Srt, Shown::Both),
        "1\n00:00:00,500 --> 00:00:02,500\nGood morning, everybody.\nGuten Morgen zusammen.\n\n\
         2\n00:00:03,000 --> 00:00:04,000\nSit down.\n\n"
    );
    assert_eq!(
        write(&two(), Format::Vtt, Shown::Said),
        "WEBVTT\nLanguage: en\n\n00:00:00.500 --> 00:00:02.500\nGood morning, everybody.\n\n\
         00:00:03.000 --> 00:00:04.000\nSit down.\n\n"
    );
    assert_eq!(write(&[], Format::Vtt, Shown::Both), "WEBVTT\n\n");
}
