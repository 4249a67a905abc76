//! Is a text from a short encoder window to be trusted? Pure.
//!
//! A model that was not trained on short windows now and then repeats itself in one, or finds
//! nothing that it believes and tries again hotter and hotter: a storm of decoding that ends in
//! chance. Both are rare, both can be seen, and a run in the full window cures them.

use std::time::Duration;

use super::Hypothesis;
use crate::evidence::is_repetitive;

/// A run was a storm if its text cost this many times more decoding than usual. A second try
/// doubles the cost, and so can other programs while the decoder runs and not the encoder: at 2.0,
/// one run of 44 was done again for nothing. A full storm is six tries.
const STORM: f64 = 2.5;

/// Bytes of text that take as long as a text of none: its fixed costs. Measured with Whisper
/// base, 0.4 s for 3 bytes and for 20, 1 s for 100. Bytes, because a token is about as many in
/// every script.
const SHORT: usize = 40;

/// Before there is a usual cost, decoding a byte is taken to cost this part of a pass of the
/// encoder. Measured with Whisper base, a hundredth; so only a full storm is one at first.
const FIRST_GUESS: f64 = 1.0 / 40.0;

/// Samples of sound in which somebody spoke that are not given up because of one text of nothing. In
/// less the full window finds what nobody said: "Bye." was heard.
const TELLING: usize = 32_000;

/// How quickly the usual cost follows the latest runs.
const FOLLOW: f64 = 0.2;

/// How long the two halves of a run took.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Took {
    pub(super) encoding: Duration,
    pub(super) decoding: Duration,
}

/// Remembers what decoding a byte of text usually costs, in passes of the encoder. They are all
/// the same work, so a busy machine changes nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Doubt {
    usual: Option<f64>,
}

impl Doubt {
    /// Whether the run over so many samples that gave this deserves a second one in the full window.
    /// A run that does not is remembered as usual.
    pub(super) fn about(&mut self, hypothesis: &Hypothesis, took: Took, samples: usize) -> bool {
        let cost = cost(hypothesis.text.len(), took);
        let storm = cost.is_some_and(|cost| cost > STORM * self.usual.unwrap_or(FIRST_GUESS));
        let nothing = hypothesis.text.is_empty() && samples >= TELLING;
        let broken = hypothesis.broken_off.is_some();
        let doubtful = storm || nothing || broken || is_repetitive(&hypothesis.text);
        if let Some(cost) = cost.filter(|_| !doubtful) {
            let usual = self.usual.unwrap_or(cost);
            self.usual = Some(usual + FOLLOW * (cost - usual));
        }
        doubtful
    }
}

/// Passes of the encoder that a byte took to decode; none if the engine did not measure.
fn cost(bytes: usize, took: Took) -> Option<f64> {
    let bytes = bytes.max(SHORT) as f64;
    let pass = took.encoding.as_secs_f64();
    (pass > 0.0).then(|| took.decoding.as_secs_f64() / pass / bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognise::BrokenOff;

    const FINE: &str = "a sentence of about forty letters or more";

    fn text(text: &str) -> Hypothesis {
        Hypothesis { text: text.to_owned(), ..Hypothesis::default() }
    }

    const BRIEF: usize = 8_000;

    fn ms(ms: u64) -> Took {
        Took { encoding: Duration::from_millis(1100), decoding: Duration::from_millis(ms) }
    }

    #[test]
    fn a_usual_run_is_trusted_and_a_storm_is_not() {
        let mut doubt = Doubt::default();
        for took in [400, 420, 800, 380] {
            assert!(!doubt.about(&text(FINE), ms(took), BRIEF));
        }
        for _ in 0..9 {
            assert!(doubt.about(&text(FINE), ms(1500), BRIEF), "a storm never becomes usual");
        }
        assert!(!doubt.about(&text(FINE), ms(410), BRIEF));
    }

    #[test]
    fn even_the_first_run_can_be_a_storm() {
        assert!(Doubt::default().about(&text(FINE), ms(9000), BRIEF));
        assert!(!Doubt::default().about(&text(FINE), ms(2000), BRIEF));
    }

    #[test]
    fn scripts_cost_what_their_bytes_cost() {
        let mut doubt = Doubt::default();
        assert!(!doubt.about(&text(&FINE.repeat(2)), ms(800), BRIEF));
        assert!(!doubt.about(&text("うちの中学は弁当制で、持っていけない。"), ms(900), BRIEF));
    }

    #[test]
    fn a_short_text_is_no_storm() {
        let mut doubt = Doubt::default();
        assert!(!doubt.about(&text(FINE), ms(450), BRIEF));
        assert!(!doubt.about(&text("Yes."), ms(400), BRIEF));
        assert!(!doubt.about(&text(""), ms(400), BRIEF));
    }

    #[test]
    fn nothing_is_not_believed_of_more_than_a_word() {
        let mut doubt = Doubt::default();
        assert!(doubt.about(&text(""), ms(400), 80_000));
        assert!(!doubt.about(&text("Yes."), ms(400), 80_000));
    }

    #[test]
    fn a_busy_machine_is_no_storm() {
        let mut doubt = Doubt::default();
        assert!(!doubt.about(&text(FINE), ms(400), BRIEF));
        let busy = Took { encoding: Duration::from_millis(5500), ..ms(2000) };
        assert!(!doubt.about(&text(FINE), busy, BRIEF));
        assert!(!doubt.about(&text(FINE), Took { encoding: Duration::ZERO, ..ms(2000) }, BRIEF));
    }

    #[test]
    fn repetition_and_breaking_off_are_doubtful_at_any_speed() {
        let mut doubt = Doubt::default();
        assert!(doubt.about(&text("and so we go and so we go and so we go"), ms(10), BRIEF));
        let broken = Hypothesis { broken_off: Some(BrokenOff::Truncated), ..text("and so") };
        assert!(doubt.about(&broken, ms(10), BRIEF));
    }
}
