//! Noises that a model writes down: `[BLANK_AUDIO]`, `(coughs)`, `♪ la la ♪`, `*laughs*`.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::words::{is_spaceless, keys};

/// Words that name a noise. A tag needs one of them.
const NOISES: &str = "
    applause applauding applauds beep beeping beeps bang banging bark barking barks
    breathes breathing buzz buzzing chatter chattering cheering cheers chirping chuckle
    chuckles chuckling clap clapping claps click clicking clicks cough coughing coughs
    crackling cries crosstalk crying dings ding exhales footsteps gasp gasping gasps giggles giggling
    groan groaning groans growls grunt grunting grunts hiccups humming hums inaudible inhales
    indistinct instrumental jingle knocking knocks laugh laughing laughs laughter moaning moans
    mumbles mumbling murmuring music noise noises rattling ringing rings
    rumbling rustling scoffs scream screaming screams sigh sighing sighs silence silent singing sings
    siren sirens sneezes sneezing sniffles sniffling sniffs snoring sobbing sobs
    splashing squeaking ticking unintelligible whimpering whirring
    whispering whispers whistle whistles whistling whooshing yawning yawns
    musik applaus beifall gelächter lachen lacht husten hustet seufzt räuspern räuspert stille
    geräusch geräusche rauschen unverständlich klatschen
    musique applaudissements rires rire toux tousse soupir soupire bruit bruits
    música musica aplausos risas risa tos tose suspiro suspira silencio ruido
    applausi risate risata tosse sospiro silenzio rumore rumori
    risos riso silêncio ruído barulho muziek gelach gehoest stilte
    музыка аплодисменты смех смеется смеётся кашель кашляет вздох вздыхает тишина шум
    음악 박수 웃음 웃음소리 기침 한숨";

/// Words that may stand beside one of them.
const BESIDES: &str = "
    a an at audience baby background bell bells bird birds blank by car closes clears clearing
    continues crowd distance distant dog dogs door dramatic ends eerie engine fades gentle hard
    heavily heavy in indistinct into is keyboard light loud loudly machine man nervous of off on
    opens outro intro people phone piano playing plays quiet quietly roars room sad slow slowly
    soft softly sound sounds speech starts suspenseful telephone tense the theme thunder to upbeat
    wind woman";

/// Noises in scripts without spaces, whole.
const SPACELESS: [&str; 21] = [
    "音楽",
    "拍手",
    "笑",
    "笑い",
    "笑い声",
    "咳",
    "ため息",
    "無音",
    "沈黙",
    "音乐",
    "音樂",
    "掌声",
    "掌聲",
    "笑声",
    "笑聲",
    "咳嗽",
    "叹气",
    "静音",
    "เพลง",
    "เสียงดนตรี",
    "เสียงหัวเราะ",
];

/// Tags without a noise in their name: somebody who is not understood, or a throat.
const WHOLE: [&str; 6] = [
    "speaking foreign language",
    "speaking in foreign language",
    "foreign language",
    "foreign",
    "clears throat",
    "clearing throat",
];

/// A model puts them around what is sung.
const NOTES: [char; 4] = ['♪', '♫', '🎵', '🎶'];

static NOISE: LazyLock<HashSet<&str>> = LazyLock::new(|| NOISES.split_whitespace().collect());
static BESIDE: LazyLock<HashSet<&str>> = LazyLock::new(|| BESIDES.split_whitespace().collect());

/// `text` without the noises. Brackets that somebody dictated stay.
pub(super) fn strip(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let tag = if is_attached(&kept, c) { None } else { tag_at_start(rest) };
        if let Some(length) = tag {
            rest = &rest[length..];
            continue;
        }
        kept.push(c);
        rest = &rest[c.len_utf8()..];
    }
    if kept == text { kept } else { tidy(&kept) }
}

/// Whether a bracket belongs to the word before it, as in "f(x)".
fn is_attached(before: &str, opening: char) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() && !is_spaceless(c);
    opening.is_ascii() && before.chars().next_back().is_some_and(is_letter)
}

/// Length in bytes of the tag that `text` begins with.
fn tag_at_start(text: &str) -> Option<usize> {
    let opening = text.chars().next()?;
    let closing = match opening {
        '[' => ']',
        '(' => ')',
        '（' => '）',
        '［' => '］',
        '【' => '】',
        '*' => '*',
        _ if NOTES.contains(&opening) => return Some(notes(text)),
        _ => return None,
    };
    let inside = &text[opening.len_utf8()..];
    let inside = &inside[..inside.find(closing)?];
    let all = opening.len_utf8() + inside.len() + closing.len_utf8();
    (is_noise(inside) || (opening == '[' && is_shouted(inside))).then_some(all)
}

/// A song reaches from its notes to the next ones; notes alone are only themselves.
fn notes(text: &str) -> usize {
    let song = text.trim_start_matches(NOTES);
    let end = song.find(NOTES).map_or(song, |end| song[end..].trim_start_matches(NOTES));
    text.len() - end.len()
}

fn is_noise(tag: &str) -> bool {
    let words = keys(&tag.replace('_', " "));
    let whole = words.join(" ");
    WHOLE.contains(&whole.as_str())
        || SPACELESS.contains(&tag.trim())
        || (words.iter().any(|word| NOISE.contains(word.as_str()))
            && words
                .iter()
                .all(|word| NOISE.contains(word.as_str()) || BESIDE.contains(word.as_str())))
}

/// `BLANK_AUDIO`: capitals only, and too long for an abbreviation.
fn is_shouted(tag: &str) -> bool {
    tag.chars().filter(char::is_ascii_uppercase).count() >= 5
        && tag.chars().all(|c| c.is_ascii_uppercase() || matches!(c, '_' | ' '))
}

/// Closes the gaps that were left.
fn tidy(text: &str) -> String {
    let mut tidied = String::new();
    for word in text.split_whitespace() {
        let is_bare = !word.chars().any(char::is_alphanumeric);
        let holds_on = is_bare && word.starts_with(['.', ',', '!', '?', ';', ':', '…']);
        if !(tidied.is_empty() || holds_on) {
            tidied.push(' ');
        }
        tidied.push_str(word);
    }
    let has_words = tidied.chars().any(char::is_alphanumeric);
    if has_words { tidied } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noises_go() {
        for noise in [
            "[BLANK_AUDIO]",
            "[ Silence ]",
            "(coughs)",
            "(audience applauding)",
            "(speaking in foreign language)",
            "[MUSIC PLAYING]",
            "*laughs*",
            "♪",
            "♪ la la la ♪",
            "♪♪ oh my love ♪♪",
            "♪ one song ♪ ♪ another ♪",
            "(Musik)",
            "[Rires]",
            "（笑）",
            "[音楽]",
            "[музыка]",
            "[DOOR SLAMS]",
            "(upbeat music).",
        ] {
            assert_eq!(strip(noise), "", "{noise}");
        }
    }

    #[test]
    fn what_was_said_beside_them_stays() {
        assert_eq!(strip("So (coughs) we begin (laughs)."), "So we begin.");
        assert_eq!(strip("[MUSIC] Hello, world."), "Hello, world.");
        assert_eq!(strip("♪ la la ♪ Hello, world. ♪ la ♪"), "Hello, world.");
        assert_eq!(strip("行きましょう（笑）明日"), "行きましょう明日");
    }

    #[test]
    fn brackets_that_somebody_dictated_stay() {
        for text in [
            "Let f(x) be positive.",
            "The noise(noise) function",
            "It is late (see below).",
            "The arts (music and dance) cost money.",
            "Keep your files (audio and video) here (sound on).",
            "Use a[i] and b[LENGTH], please [sic].",
            "The agency (NASA) answered [TODO].",
            "2 * 3 * 4 is *important* here",
            "An open [bracket and a lone (",
            "第一（2020）年",
            "a  double  space",
        ] {
            assert_eq!(strip(text), text);
        }
    }
}
