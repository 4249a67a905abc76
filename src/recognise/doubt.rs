//! Is a text from a short encoder window to be trusted? Pure.
//!
//! A model that was not trained on short windows now and then repeats itself in one, or finds
//! nothing that it believes and tries again hotter and hotter: a storm of decoding that ends in
//! chance. Both are rare, both can be seen, and a run in the full window cures them.

use std::time::Duration;

use super::Hypothesis;
use crate::evidence::is_repetitive;

/// A run took a storm if decoding a letter took this many times longer than usual. One more try
/// doubles the time and is no reason; a busy machine triples it; a storm is five tries up to the
/// longest possible text each.
const STORM: f64 = 6.0;

/// Texts shorter than this are taken to be as long: their fixed costs outweigh their letters.
const SHORT: usize = 20;

/// How quickly the usual speed follows the latest runs.
const FOLLOW: f64 = 0.2;

/// Remembers how long decoding usually takes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Doubt {
    usual_secs_per_letter: Option<f64>,
}

impl Doubt {
    /// Whether the run that gave this deserves a second one in the full window. A run that does
    /// not is remembered as usual.
    pub(super) fn about(&mut self, hypothesis: &Hypothesis, decoding: Duration) -> bool {
        let letters = hypothesis.text.chars().count().max(SHORT);
        let pace = decoding.as_secs_f64() / letters as f64;
        let storm = self.usual_secs_per_letter.is_some_and(|usual| pace > STORM * usual);
        let doubtful = storm || hypothesis.broken_off.is_some() || is_repetitive(&hypothesis.text);
        if !doubtful {
            let usual = self.usual_secs_per_letter.unwrap_or(pace);
            self.usual_secs_per_letter = Some(usual + FOLLOW * (pace - usual));
        }
        doubtful
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognise::BrokenOff;

    fn text(text: &str) -> Hypothesis {
        Hypothesis { text: text.to_owned(), ..Hypothesis::default() }
    }

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn a_usual_run_is_trusted_and_a_storm_is_not() {
        let mut doubt = Doubt::default();
        let fine = text("a sentence of about forty letters or more");
        for took in [300, 320, 900, 280] {
            assert!(!doubt.about(&fine, ms(took)));
        }
        assert!(doubt.about(&fine, ms(9000)));
        assert!(doubt.about(&fine, ms(9000)), "a storm is never taken for usual");
        assert!(!doubt.about(&fine, ms(310)));
    }

    #[test]
    fn a_short_text_is_no_storm() {
        let mut doubt = Doubt::default();
        assert!(!doubt.about(&text("a sentence of about forty letters or more"), ms(300)));
        assert!(!doubt.about(&text("Yes."), ms(200)));
        assert!(!doubt.about(&text(""), ms(100)));
    }

    #[test]
    fn a_slower_machine_becomes_usual() {
        let mut doubt = Doubt::default();
        let fine = text("a sentence of about forty letters or more");
        for took in [100, 300, 500, 800, 1200, 1600, 2000, 2200] {
            assert!(!doubt.about(&fine, ms(took)), "{took}");
        }
    }

    #[test]
    fn repetition_and_breaking_off_are_doubtful_at_any_speed() {
        let mut doubt = Doubt::default();
        assert!(doubt.about(&text("and so we go and so we go and so we go"), ms(10)));
        let broken = Hypothesis { broken_off: Some(BrokenOff::Truncated), ..text("and so") };
        assert!(doubt.about(&broken, ms(10)));
    }
}
