//! How much audio one run of a model takes. Pure.

use super::window;
use crate::audio::samples;

/// What the engine keeps free for the text of each run, in tokens. It says so nowhere but in its
/// source, and refuses a run only after it has encoded the audio.
const TEXT: u64 = 448;

/// Tokens around audio and prompt: what begins and ends the question.
const FRAME: u64 = 5;

/// The longest that the engine says to the model by itself, "Translate this to Portuguese.", has
/// 29 letters; a token is a letter at least.
const OWN_PROMPT: u64 = 32;

/// The most audio that a run takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    /// There is none.
    Endless,
    /// So many samples.
    Length(u64),
    /// What is left of its context.
    Context(Budget),
}

/// A context that audio, prompt and text share, as in Voxtral.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// Tokens in all.
    pub(super) context: u64,
    /// Tokens that a window of audio costs, however little of it is filled.
    pub(super) tokens: u64,
    /// Samples in a window.
    pub(super) window: u64,
}

impl Limit {
    /// From the engine's figure, where it has one. That is as if audio cost what it is long; but a
    /// window costs its full length, so only whole windows count.
    pub(super) fn advised(ms: i64, window_secs: Option<u32>) -> Self {
        match u64::try_from(ms) {
            Ok(ms @ 1..) => {
                let window = window_secs.map_or(1, |secs| u64::from(secs.max(1)) * 1000);
                Self::Length(samples(ms - ms % window))
            }
            _ => Self::Endless,
        }
    }

    /// Whether a run over so many samples has room, with an instruction of so many bytes if there
    /// is one.
    pub(super) fn holds(self, audio: u64, instruction: Option<u64>) -> bool {
        match self {
            Self::Endless => true,
            Self::Length(longest) => audio <= longest,
            Self::Context(budget) => budget.holds(audio, instruction),
        }
    }

    /// The most samples that one run should be given; 0 where nothing fits.
    pub(super) fn longest(self, instruction: Option<u64>) -> u64 {
        match self {
            Self::Endless => u64::MAX,
            Self::Length(longest) => longest,
            Self::Context(budget) => budget.longest(instruction),
        }
    }

    /// Most bytes of an instruction, beside one window of audio.
    pub(super) fn longest_instruction(self) -> Option<u64> {
        match self {
            Self::Endless | Self::Length(_) => None,
            Self::Context(Budget { context, tokens, .. }) => {
                Some(context.saturating_sub(tokens + FRAME + TEXT))
            }
        }
    }

    /// Longest piece to give the model at once, in milliseconds.
    pub(super) fn piece_ms(self, window_secs: Option<u32>) -> u64 {
        window::max_ms(window_secs).min(self.longest(None) / samples(1))
    }
}

impl Budget {
    fn holds(self, audio: u64, instruction: Option<u64>) -> bool {
        let windows = audio.div_ceil(self.window).max(1);
        windows * self.tokens + prompt(instruction) + TEXT <= self.context
    }

    /// Room for the text is kept that grows with the audio, as much as the engine lets it have: one
    /// that only just holds the audio of a long talk would be full long before its last word.
    fn longest(self, instruction: Option<u64>) -> u64 {
        let room = self.context.saturating_sub(prompt(instruction));
        let windows = (room.saturating_sub(TEXT) / self.tokens).min(room / (2 * self.tokens));
        windows * self.window
    }
}

fn prompt(instruction: Option<u64>) -> u64 {
    FRAME + instruction.unwrap_or(OWN_PROMPT)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: u64 = samples(30_000);

    fn of(context: u64) -> Limit {
        Limit::Context(Budget { context, tokens: 375, window: WINDOW })
    }

    #[test]
    fn a_started_window_costs_all_of_its_tokens() {
        let least = 375 + 5 + 32 + 448;
        for (audio, context, holds) in [
            (1, least, true),
            (WINDOW, least, true),
            (WINDOW, least - 1, false),
            (WINDOW + 1, least, false),
            (WINDOW + 1, least + 375, true),
            (0, least - 1, false),
        ] {
            assert_eq!(of(context).holds(audio, None), holds, "{audio} in {context}");
        }
    }

    #[test]
    fn an_instruction_takes_its_room() {
        let limit = of(1000);
        let longest = limit.longest_instruction().unwrap();
        assert_eq!(longest, 1000 - 375 - 5 - 448);
        assert!(limit.holds(WINDOW, Some(longest)) && limit.longest(Some(longest)) == WINDOW);
        assert!(!limit.holds(WINDOW, Some(longest + 1)));
        assert_eq!(limit.longest(Some(longest + 1)), 0);
        assert_eq!(Limit::Endless.longest_instruction(), None);
    }

    #[test]
    fn a_long_run_leaves_its_text_as_much_room_as_its_audio() {
        assert_eq!(of(859).longest(None), 0);
        assert_eq!(of(860).longest(None), WINDOW);
        assert_eq!(of(4096).longest(None), 5 * WINDOW);
        for context in (0..140_000).step_by(997) {
            let longest = of(context).longest(None);
            assert!(longest == 0 || of(context).holds(longest, None), "{context}");
        }
    }

    #[test]
    fn an_advised_length_is_whole_windows() {
        assert_eq!(Limit::advised(0, Some(30)), Limit::Endless);
        assert_eq!(Limit::advised(-1, None), Limit::Endless);
        assert_eq!(Limit::advised(299_999, Some(30)), Limit::Length(samples(270_000)));
        assert_eq!(Limit::advised(29_999, Some(30)), Limit::Length(0));
        assert_eq!(Limit::advised(40_000, None), Limit::Length(samples(40_000)));
    }

    #[test]
    fn a_piece_is_no_longer_than_what_fits() {
        assert_eq!(Limit::Endless.piece_ms(Some(30)), 28_000);
        assert_eq!(Limit::Length(samples(20_000)).piece_ms(None), 20_000);
        assert_eq!(of(4096).piece_ms(Some(30)), 28_000);
        assert_eq!(of(800).piece_ms(Some(30)), 0);
    }
}
