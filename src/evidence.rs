//! Did anybody say that? Pure: the model's text and what was heard in, a verdict out.
//!
//! Models trained on subtitles answer silence with stock phrases, repeat their prompt, fall into
//! loops and write down noises. Text is judged, audio is not: whatever is above the noise was
//! decoded before, so a quiet voice is never lost for being quiet.

mod loops;
mod stock;
mod tags;

use crate::audio::{SILENCE_DB, ms};
use crate::event::Suppression;
use crate::segment::Phrase;
use crate::words::{is_ideographic, keys};

pub use loops::is_repetitive;

/// Less voice than this is no evidence by itself: a cough, a click, a chair.
pub const LEAST_VOICE_MS: u64 = 300;

/// What is not this much above the noise floor is taken for noise.
pub const ABOVE_FLOOR_DB: f32 = 6.0;

/// Nobody speaks a letter faster than this on average; 70 ms are usual.
const LETTER_MS: u64 = 50;

/// Han and Kana letters, and Hangul blocks, stand for whole syllables.
const SYLLABLE_MS: u64 = 100;

/// A list with fewer terms than this may well be what somebody said.
const LIST: usize = 3;

/// A piece of the prompt with fewer words than this may well be what somebody said.
const QUOTE: usize = 4;

/// What was heard in the piece that the text is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heard {
    /// Length of all voiced frames.
    pub voiced_ms: u64,
    /// Length of what was taken for speech.
    pub speech_ms: u64,
    /// Median level of the frames taken for speech, in dB relative to full scale.
    pub level_db: f32,
    /// Level of the noise around it, in dB relative to full scale.
    pub floor_db: f32,
}

/// What the model knew beforehand, and what the text is for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Context<'a> {
    /// The prompt that the model was given.
    pub prompt: Option<&'a str>,
    /// The terms that the model was given.
    pub vocabulary: &'a [String],
    /// Whether somebody writes by speaking; else it is captions, where noises belong in.
    pub dictation: bool,
}

/// What becomes of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It was said.
    Keep(String),
    /// Parts of it were said; the rest was taken out.
    Cleaned {
        /// What was said.
        text: String,
        /// Why the rest was taken out.
        reason: Suppression,
    },
    /// Nobody said it.
    Drop(Suppression),
}

/// Judges the text of one piece.
pub fn judge(text: &str, heard: &Heard, context: &Context) -> Verdict {
    let text = text.trim();
    let untagged = if context.dictation { tags::strip(text) } else { text.to_owned() };
    if untagged.is_empty() && !text.is_empty() {
        return Verdict::Drop(Suppression::NoEvidence);
    }
    let cleaned = loops::collapse(&untagged, heard.is_too_short_for(&untagged));
    if heard.is_at_the_floor() && stock::is_nothing_else(&cleaned) {
        return Verdict::Drop(Suppression::NoEvidence);
    }
    if heard.is_too_short_for(&cleaned) && is_echo(&cleaned, context) {
        return Verdict::Drop(Suppression::Echo);
    }
    if cleaned != untagged {
        Verdict::Cleaned { text: cleaned, reason: Suppression::Loop }
    } else if untagged != text {
        Verdict::Cleaned { text: untagged, reason: Suppression::NoEvidence }
    } else {
        Verdict::Keep(cleaned)
    }
}

impl Heard {
    /// What was heard in a piece of these phrases.
    pub fn of(phrases: &[Phrase]) -> Self {
        let highest = |of: fn(&Phrase) -> f32| phrases.iter().map(of).fold(SILENCE_DB, f32::max);
        Self {
            voiced_ms: phrases.iter().map(|phrase| phrase.voiced_ms).sum(),
            speech_ms: phrases.iter().map(|phrase| ms(phrase.speech.len())).sum(),
            level_db: highest(|phrase| phrase.level_db),
            floor_db: highest(|phrase| phrase.floor_db),
        }
    }

    /// Hardly any voice, and nothing louder than the noise.
    pub fn is_at_the_floor(&self) -> bool {
        self.voiced_ms < LEAST_VOICE_MS && self.level_db < self.floor_db + ABOVE_FLOOR_DB
    }

    /// Nobody could have said this in that time. Half of speech is pauses and unvoiced sounds.
    fn is_too_short_for(&self, text: &str) -> bool {
        let least: u64 = text.chars().map(least_ms).sum();
        self.speech_ms < least || self.voiced_ms < least / 2
    }
}

fn least_ms(c: char) -> u64 {
    match c {
        _ if !c.is_alphanumeric() => 0,
        '\u{AC00}'..='\u{D7A3}' => SYLLABLE_MS,
        _ if is_ideographic(c) => SYLLABLE_MS,
        _ => LETTER_MS,
    }
}

/// Whether the text is nothing but what the model was given.
fn is_echo(text: &str, context: &Context) -> bool {
    let said = keys(text);
    let prompt = context.prompt.map(keys).unwrap_or_default();
    is_part_of(&said, &prompt) || is_list_of(&said, context.vocabulary)
}

fn is_part_of(said: &[String], prompt: &[String]) -> bool {
    !said.is_empty()
        && (said == prompt
            || (said.len() >= QUOTE && prompt.windows(said.len()).any(|part| part == said)))
}

/// Whether `said` is terms of the vocabulary and nothing else. Some models are given the terms
/// under the heading "Glossary", and repeat that too.
fn is_list_of(said: &[String], vocabulary: &[String]) -> bool {
    let said = match said {
        [heading, rest @ ..] if heading == "glossary" => rest,
        _ => said,
    };
    let terms: Vec<_> = vocabulary.iter().map(|term| keys(term)).collect();
    cover(said, &terms).is_some_and(|count| count >= LIST)
}

/// How many of `phrases` follow upon each other in `said`, if nothing else is in it. The longest
/// that fits is taken at each place.
fn cover(said: &[String], phrases: &[Vec<String>]) -> Option<usize> {
    let mut rest = said;
    let mut count = 0;
    while !rest.is_empty() {
        let fits = |phrase: &&Vec<String>| !phrase.is_empty() && rest.starts_with(phrase);
        rest = &rest[phrases.iter().filter(fits).map(Vec::len).max()?..];
        count += 1;
    }
    Some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SILENCE: Heard =
        Heard { voiced_ms: 90, speech_ms: 400, level_db: -61.0, floor_db: -63.0 };

    fn spoken(ms: u64) -> Heard {
        Heard { voiced_ms: ms * 6 / 10, speech_ms: ms, level_db: -24.0, floor_db: -60.0 }
    }

    fn dictation() -> Context<'static> {
        Context { dictation: true, ..Context::default() }
    }

    fn keep(text: &str) -> Verdict {
        Verdict::Keep(text.to_owned())
    }

    fn cleaned(text: &str, reason: Suppression) -> Verdict {
        Verdict::Cleaned { text: text.to_owned(), reason }
    }

    const NOBODY: Verdict = Verdict::Drop(Suppression::NoEvidence);
    const ECHO: Verdict = Verdict::Drop(Suppression::Echo);

    #[test]
    fn stock_phrases_out_of_silence_are_dropped() {
        for text in [
            "you",
            "Thank you.",
            " Thanks for watching!",
            "Thank you. Thank you. Thank you.",
            "you you you you you you",
            "[Music]",
            "Vielen Dank.",
            "Untertitel der Amara.org-Community",
            "Sous-titres réalisés para la communauté d'Amara.org",
            "¡Gracias por ver el video!",
            "ご視聴ありがとうございました。",
            "请不吝点赞 订阅 转发 打赏支持明镜与点点栏目",
            "시청해주셔서 감사합니다.",
            "Продолжение следует...",
            ". . .",
        ] {
            assert_eq!(judge(text, &SILENCE, &dictation()), NOBODY, "{text}");
        }
    }

    #[test]
    fn the_same_words_from_a_person_are_kept() {
        for text in ["Thank you.", "Bye.", "Vielen Dank.", "ありがとうございました。", "you"]
        {
            assert_eq!(judge(text, &spoken(900), &dictation()), keep(text), "{text}");
        }
    }

    #[test]
    fn each_sign_of_a_person_is_enough_to_keep_a_stock_phrase() {
        let voiced = Heard { voiced_ms: LEAST_VOICE_MS, ..SILENCE };
        let whispered =
            Heard { voiced_ms: 0, level_db: SILENCE.floor_db + ABOVE_FLOOR_DB, ..SILENCE };
        for heard in [voiced, whispered] {
            assert_eq!(judge("Thank you.", &heard, &dictation()), keep("Thank you."));
        }
        let neither = Heard { voiced_ms: 299, level_db: SILENCE.floor_db + 5.9, ..SILENCE };
        assert_eq!(judge("Thank you.", &neither, &dictation()), NOBODY);
    }

    #[test]
    fn other_words_are_kept_however_quiet() {
        for text in ["Thank you, Maria.", "Close the window.", "Danke, bis Montag im Büro."] {
            assert_eq!(judge(text, &SILENCE, &dictation()), keep(text), "{text}");
        }
    }

    #[test]
    fn a_prompt_that_comes_back_is_dropped_unless_it_was_spoken() {
        let prompt = "Notes of the weekly meeting about the harbour.";
        let context = Context { prompt: Some(prompt), ..dictation() };
        assert_eq!(judge(prompt, &SILENCE, &context), ECHO);
        assert_eq!(judge("of the weekly meeting", &SILENCE, &context), ECHO);
        assert_eq!(judge("the harbour", &SILENCE, &context), keep("the harbour"));
        assert_eq!(judge(prompt, &spoken(3000), &context), keep(prompt));
        let more = "Notes of the weekly meeting about the harbour. We begin.";
        assert_eq!(judge(more, &SILENCE, &context), keep(more));
    }

    #[test]
    fn a_vocabulary_that_comes_back_is_dropped_unless_it_was_spoken() {
        let vocabulary = ["Kubernetes", "Žižek", "Visual Studio Code", "C++"].map(str::to_owned);
        let context = Context { vocabulary: &vocabulary, ..dictation() };
        for text in [
            "Kubernetes, Žižek, Visual Studio Code",
            "Glossary: Kubernetes, Žižek, Visual Studio Code, C++",
            "kubernetes žižek kubernetes",
        ] {
            assert_eq!(judge(text, &SILENCE, &context), ECHO, "{text}");
        }
        for text in ["Kubernetes, Žižek", "Kubernetes, Žižek and Visual Studio Code"] {
            assert_eq!(judge(text, &SILENCE, &context), keep(text), "{text}");
        }
        let list = "Kubernetes, Žižek, Visual Studio Code";
        assert_eq!(judge(list, &spoken(2500), &context), keep(list));
        let murmur = Heard { voiced_ms: 250, ..spoken(2500) };
        assert_eq!(judge(list, &murmur, &context), ECHO);
    }

    #[test]
    fn noises_go_in_dictation_and_stay_in_captions() {
        let text = "[MUSIC] We begin now. (coughs)";
        assert_eq!(
            judge(text, &spoken(1500), &dictation()),
            cleaned("We begin now.", Suppression::NoEvidence)
        );
        assert_eq!(judge(text, &spoken(1500), &Context::default()), keep(text));
        assert_eq!(judge("(coughs)", &spoken(800), &dictation()), NOBODY);
        assert_eq!(judge("(coughs)", &spoken(800), &Context::default()), keep("(coughs)"));
    }

    #[test]
    fn a_loop_is_said_once_and_marked() {
        let looped = "We go on. ".to_owned() + &"and then we will see ".repeat(6);
        assert_eq!(
            judge(&looped, &spoken(9000), &dictation()),
            cleaned("We go on. and then we will see", Suppression::Loop)
        );
    }

    #[test]
    fn a_short_repetition_is_a_loop_only_where_nobody_had_the_time_to_say_it() {
        let text = "What are you doing? What are you doing? What are you doing?";
        assert_eq!(judge(text, &spoken(3000), &dictation()), keep(text));
        assert_eq!(
            judge(text, &spoken(1000), &dictation()),
            cleaned("What are you doing?", Suppression::Loop)
        );
    }

    #[test]
    fn no_text_is_nothing_to_judge() {
        assert_eq!(judge("  ", &SILENCE, &dictation()), keep(""));
    }
}
