//! Language codes: what people write, and what models call it.

/// Codes for the same language. Some models keep the old ones, or say which variety they mean.
const SAME: [[&str; 2]; 9] = [
    ["he", "iw"],
    ["id", "in"],
    ["yi", "ji"],
    ["jv", "jw"],
    ["no", "nb"],
    ["tl", "fil"],
    ["zh", "cmn"],
    ["fa", "pes"],
    ["ms", "zsm"],
];

/// Languages that are so alike that a model which is to tell them apart often cannot.
const ALIKE: [&[&str]; 6] = [
    &["no", "nb", "nn", "da"],
    &["hr", "bs", "sr", "sl"],
    &["id", "in", "ms", "jv", "jw"],
    &["zh", "cmn", "yue"],
    &["cs", "sk"],
    &["es", "gl", "pt", "ca"],
];

/// Whether these are one language, or are easily taken for one another.
pub fn are_alike(one: &str, other: &str) -> bool {
    let (one, other) = (normalise(one), normalise(other));
    let both = |group: &[&str]| group.contains(&one.as_str()) && group.contains(&other.as_str());
    one == other || SAME.iter().any(|pair| both(pair)) || ALIKE.iter().any(|group| both(group))
}

/// The code without case and region: `EN`, `en-US` and `en_GB.UTF-8` are `en`.
pub fn normalise(code: &str) -> String {
    let primary = code.trim().split(['-', '_', '.', '@']).next().unwrap_or_default();
    primary.to_lowercase()
}

/// The one of `known` that names the language `wanted`, in the spelling of `known`.
pub fn find<'a>(wanted: &str, known: &'a [String]) -> Option<&'a str> {
    let wanted = normalise(wanted);
    let is = |code: &str| known.iter().find(|known| normalise(known) == code);
    let same = || SAME.iter().find(|pair| pair.contains(&wanted.as_str()));
    is(&wanted).or_else(|| same()?.iter().find_map(|code| is(code))).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_region_do_not_matter() {
        for code in ["en", "EN", "en-US", "en_GB.UTF-8", " En-gb "] {
            assert_eq!(normalise(code), "en");
        }
        assert_eq!(normalise("zh-Hant-TW"), "zh");
        assert_eq!(normalise("yue"), "yue");
        assert_eq!(normalise(""), "");
    }

    #[test]
    fn what_is_easily_confused_is_alike_and_nothing_else() {
        for (one, other) in [("en", "EN-us"), ("nb-NO", "da"), ("hr", "bs"), ("yue", "zh")] {
            assert!(are_alike(one, other) && are_alike(other, one), "{one} {other}");
        }
        assert!(are_alike("he", "iw"));
        assert!(!are_alike("en", "fr") && !are_alike("de", "da") && !are_alike("es", "it"));
    }

    #[test]
    fn a_language_is_found_under_any_of_its_codes() {
        let known = ["en", "no", "jw", "he", "pt-BR"].map(str::to_owned);
        for (wanted, found) in
            [("EN-us", "en"), ("nb-NO", "no"), ("jv", "jw"), ("iw", "he"), ("pt", "pt-BR")]
        {
            assert_eq!(find(wanted, &known), Some(found));
        }
        assert_eq!(find("ja", &known), None);
        assert_eq!(find("", &known), None);
    }
}
