//! How often is listened for a language that nobody expects. Pure.

use std::collections::BTreeMap;

use crate::command::Lane;
use crate::recognise::Hypothesis;
use crate::settings::Language;

/// Texts without it after one was heard. Each costs a second run, and who speaks with an accent
/// that is taken for another language is not to wait twice for every text.
const REST: u32 = 20;

/// What was heard, in each lane: captions of a talk say nothing of who dictates.
#[derive(Debug, Default)]
pub(super) struct Foreign {
    rests: BTreeMap<Lane, Rest>,
}

/// A rest, as long as the same is expected.
#[derive(Debug)]
struct Rest {
    expected: Language,
    texts: u32,
}

impl Foreign {
    /// Whether the next run is to tell its language.
    pub(super) fn listens(&self, lane: Lane, expected: &Language) -> bool {
        self.rests.get(&lane).is_none_or(|rest| rest.texts == 0 || rest.expected != *expected)
    }

    /// Takes in a text that somebody gets. What was only shown, or not even that, does not count:
    /// nobody was told what it heard.
    pub(super) fn note(&mut self, lane: Lane, expected: &Language, text: &Hypothesis) {
        if text.other.is_some() {
            self.rests.insert(lane, Rest { expected: expected.clone(), texts: REST });
        } else if let Some(rest) = self.rests.get_mut(&lane) {
            rest.texts = rest.texts.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LANE: Lane = Lane::Dictation;

    fn expected(code: &str) -> Language {
        Language::Code(code.to_owned())
    }

    fn other() -> Hypothesis {
        Hypothesis { other: Some("fr".to_owned()), ..Hypothesis::default() }
    }

    #[test]
    fn it_rests_after_one_was_heard() {
        let (mut foreign, english) = (Foreign::default(), expected("en"));
        foreign.note(LANE, &english, &Hypothesis::default());
        assert!(foreign.listens(LANE, &english));
        foreign.note(LANE, &english, &other());
        let mut rested = 0;
        while !foreign.listens(LANE, &english) {
            foreign.note(LANE, &english, &Hypothesis::default());
            rested += 1;
        }
        assert_eq!(rested, REST);
    }

    #[test]
    fn it_rests_only_where_it_was_heard_and_for_what_was_expected() {
        let mut foreign = Foreign::default();
        foreign.note(LANE, &expected("en"), &other());
        assert!(!foreign.listens(LANE, &expected("en")));
        assert!(foreign.listens(Lane::Captions, &expected("en")));
        assert!(foreign.listens(LANE, &expected("de")));
    }
}
