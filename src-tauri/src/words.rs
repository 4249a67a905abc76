//! What the tray says, in each language. The window has its own catalogue, in `ui/`.

/// The texts of one language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Words {
    code: &'static str,
    pub(crate) ready: &'static str,
    pub(crate) preparing: &'static str,
    pub(crate) listening: &'static str,
    pub(crate) finishing: &'static str,
    pub(crate) no_model: &'static str,
    /// With whom it goes to in the place of `{}`.
    leaves: &'static str,
    pub(crate) start: &'static str,
    pub(crate) stop: &'static str,
    pub(crate) cancel: &'static str,
    translate: &'static str,
    /// With the language in the place of `{}`.
    translate_into: &'static str,
    languages: &'static [(&'static str, &'static str)],
    pub(crate) start_captions: &'static str,
    pub(crate) stop_captions: &'static str,
    pub(crate) show_overlay: &'static str,
    pub(crate) hide_overlay: &'static str,
    pub(crate) show: &'static str,
    pub(crate) copy: &'static str,
    pub(crate) nothing_yet: &'static str,
    pub(crate) quit: &'static str,
}

/// English first: it is what a language that is not here falls back to.
const ALL: [Words; 2] = [
    Words {
        code: "en",
        ready: "Ready",
        preparing: "Preparing the microphone",
        listening: "Listening",
        finishing: "Finishing the text",
        no_model: "No speech model",
        leaves: "Leaves this machine: {}",
        start: "Start dictating",
        stop: "Stop and finish",
        cancel: "Cancel the take",
        translate: "Translate",
        translate_into: "Translate into {}",
        languages: &[
            ("en", "English"),
            ("fr", "French"),
            ("de", "German"),
            ("es", "Spanish"),
            ("it", "Italian"),
            ("pt", "Portuguese"),
            ("nl", "Dutch"),
            ("hi", "Hindi"),
        ],
        start_captions: "Start captions of what plays",
        stop_captions: "Stop captions",
        show_overlay: "Show words over all windows",
        hide_overlay: "Hide words over all windows",
        show: "Show window",
        copy: "Copy",
        nothing_yet: "Nothing dictated yet",
        quit: "Quit Aloud",
    },
    Words {
        code: "de",
        ready: "Bereit",
        preparing: "Mikrofon wird vorbereitet",
        listening: "Hört zu",
        finishing: "Text wird fertiggestellt",
        no_model: "Kein Sprachmodell",
        leaves: "Verlässt diesen Computer: {}",
        start: "Diktat beginnen",
        stop: "Beenden und fertigstellen",
        cancel: "Aufnahme verwerfen",
        translate: "Übersetzen",
        translate_into: "Übersetzen: {}",
        languages: &[
            ("en", "Englisch"),
            ("fr", "Französisch"),
            ("de", "Deutsch"),
            ("es", "Spanisch"),
            ("it", "Italienisch"),
            ("pt", "Portugiesisch"),
            ("nl", "Niederländisch"),
            ("hi", "Hindi"),
        ],
        start_captions: "Untertitel zum Ton des Rechners",
        stop_captions: "Untertitel beenden",
        show_overlay: "Wörter über allen Fenstern zeigen",
        hide_overlay: "Wörter über allen Fenstern ausblenden",
        show: "Fenster zeigen",
        copy: "Kopieren",
        nothing_yet: "Noch nichts diktiert",
        quit: "Aloud beenden",
    },
];

impl Words {
    /// Those of a language, by its code.
    pub(crate) fn of(code: &str) -> &'static Self {
        ALL.iter().find(|words| words.code == code).unwrap_or(&ALL[0])
    }

    /// What is said where a server recognises.
    pub(crate) fn leaves(&self, host: &str) -> String {
        self.leaves.replace("{}", host)
    }

    /// What the entry for translating says; a language without a name is its code.
    pub(crate) fn translate(&self, target: Option<&str>) -> String {
        let Some(code) = target else { return self.translate.to_owned() };
        let name = self.languages.iter().find(|(known, _)| *known == code);
        self.translate_into.replace("{}", name.map_or(code, |(_, name)| name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_that_is_not_here_is_english() {
        assert_eq!(Words::of("de").quit, "Aloud beenden");
        assert_eq!(Words::of("xx"), Words::of("en"));
    }
}
