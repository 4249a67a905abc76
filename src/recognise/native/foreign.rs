//! How often is listened for a language that nobody expects. Pure.

/// Runs without it after one was heard. Each costs a second run, and who speaks with an accent
/// that is taken for another language is not to wait twice for every text.
const REST: u32 = 20;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Foreign {
    /// Runs that are still to go without it.
    rest: u32,
}

impl Foreign {
    /// Whether the next run is to tell its language.
    pub(super) fn listens(&mut self) -> bool {
        let listens = self.rest == 0;
        self.rest = self.rest.saturating_sub(1);
        listens
    }

    /// One was heard.
    pub(super) fn heard(&mut self) {
        self.rest = REST;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_rests_after_one_was_heard() {
        let mut foreign = Foreign::default();
        assert!(foreign.listens() && foreign.listens());
        foreign.heard();
        let rested = (0..100).take_while(|_| !foreign.listens()).count();
        assert_eq!(rested as u32, REST);
        assert!(foreign.listens());
    }
}
