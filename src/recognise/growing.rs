//! Text that was told as committed stays told. Pure.

use super::Live;

/// What was told so far of one stream.
#[derive(Clone, Debug, Default)]
pub(crate) struct Growing {
    told: String,
}

impl Growing {
    /// Takes in what the model holds for committed and for tentative now, and says what to show.
    /// Should the model contradict what was told, that stays, and nothing that cannot follow upon
    /// it is shown.
    pub(crate) fn follow(&mut self, committed: &str, tentative: &str) -> Live {
        if committed.starts_with(&self.told) {
            committed.clone_into(&mut self.told);
            return self.show(tentative);
        }
        let whole = [committed, tentative].concat();
        self.show(whole.strip_prefix(&self.told).unwrap_or_default())
    }

    /// What is shown while nothing changes but the sound.
    fn show(&self, tentative: &str) -> Live {
        Live { committed: self.told.clone(), tentative: tentative.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn live(committed: &str, tentative: &str) -> Live {
        Live { committed: committed.to_owned(), tentative: tentative.to_owned() }
    }

    #[test]
    fn a_model_that_keeps_its_word_is_shown_as_it_is() {
        let mut growing = Growing::default();
        for (committed, tentative) in
            [("", "he"), ("hello ", "wor"), ("hello ", ""), ("hello w", "")]
        {
            assert_eq!(growing.follow(committed, tentative), live(committed, tentative));
        }
    }

    #[test]
    fn a_model_that_goes_back_changes_nothing_that_was_told() {
        let mut growing = Growing::default();
        growing.follow("hello world", "");
        assert_eq!(growing.follow("hello ", "world again"), live("hello world", " again"));
        assert_eq!(growing.follow("jello ", "world"), live("hello world", ""));
        assert_eq!(growing.follow("hello world, ", "you"), live("hello world, ", "you"));
    }

    proptest! {
        #[test]
        fn committed_text_only_grows(heard in prop::collection::vec(("[ab é]{0,6}", "[ab é]{0,4}"), 0..12)) {
            let mut growing = Growing::default();
            let mut before = String::new();
            for (committed, tentative) in heard {
                let live = growing.follow(&committed, &tentative);
                prop_assert!(live.committed.starts_with(&before));
                if committed.starts_with(&before) {
                    prop_assert_eq!((&live.committed, &live.tentative), (&committed, &tentative));
                } else {
                    prop_assert_eq!(&live.committed, &before);
                }
                before = live.committed;
            }
        }
    }
}
