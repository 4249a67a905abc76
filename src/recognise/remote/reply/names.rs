//! Languages as servers name them: Whisper's own names, in English.

/// Codes and the first words of names, as in Whisper's source.
const NAMES: &str = "en english zh chinese de german es spanish ru russian ko korean fr french \
    ja japanese pt portuguese tr turkish pl polish ca catalan nl dutch ar arabic sv swedish \
    it italian id indonesian hi hindi fi finnish vi vietnamese he hebrew uk ukrainian el greek \
    ms malay cs czech ro romanian da danish hu hungarian ta tamil no norwegian th thai ur urdu \
    hr croatian bg bulgarian lt lithuanian la latin mi maori ml malayalam cy welsh sk slovak \
    te telugu fa persian lv latvian bn bengali sr serbian az azerbaijani sl slovenian kn kannada \
    et estonian mk macedonian br breton eu basque is icelandic hy armenian ne nepali mn mongolian \
    bs bosnian kk kazakh sq albanian sw swahili gl galician mr marathi pa punjabi si sinhala \
    km khmer sn shona yo yoruba so somali af afrikaans oc occitan ka georgian be belarusian \
    tg tajik sd sindhi gu gujarati am amharic yi yiddish ht haitian lo lao uz uzbek fo faroese \
    ps pashto tk turkmen nn nynorsk mt maltese sa sanskrit lb luxembourgish my myanmar bo tibetan \
    tl tagalog mg malagasy as assamese tt tatar haw hawaiian ln lingala ha hausa ba bashkir \
    jw javanese su sundanese yue cantonese";

/// The code of a language that is named by its code or its name. None of what is neither.
pub(super) fn code_of(name: &str) -> Option<String> {
    let name = name.trim().to_lowercase();
    let code = crate::language::normalise(&name);
    let first = name.split_whitespace().next()?;
    let mut words = NAMES.split_whitespace();
    while let (Some(known), Some(called)) = (words.next(), words.next()) {
        if called == first || known == code {
            return Some(known.to_owned());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_known_by_its_name_and_by_its_code() {
        for (name, code) in [
            ("english", "en"),
            ("German", "de"),
            ("de-AT", "de"),
            ("yue", "yue"),
            ("haitian creole", "ht"),
        ] {
            assert_eq!(code_of(name).as_deref(), Some(code));
        }
        for nothing in ["", "klingon", "unknown", "auto"] {
            assert_eq!(code_of(nothing), None, "{nothing}");
        }
        assert_eq!(NAMES.split_whitespace().count(), 200, "a hundred languages");
    }
}
