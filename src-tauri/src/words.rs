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
    pub(crate) start: &'static str,
    pub(crate) stop: &'static str,
    pub(crate) cancel: &'static str,
    pub(crate) start_captions: &'static str,
    pub(crate) stop_captions: &'static str,
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
        start: "Start dictating",
        stop: "Stop and finish",
        cancel: "Cancel the take",
        start_captions: "Start captions of what plays",
        stop_captions: "Stop captions",
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
        start: "Diktat beginnen",
        stop: "Beenden und fertigstellen",
        cancel: "Aufnahme verwerfen",
        start_captions: "Untertitel zum Ton des Rechners",
        stop_captions: "Untertitel beenden",
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
