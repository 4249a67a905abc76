//! Subtitles as SubRip and WebVTT. Pure.

/// Longest line on a screen, in characters: what broadcasters agree on.
const LINE: usize = 42;

/// Text and when it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cue {
    /// When it appears.
    pub(super) start_ms: u64,
    /// When it goes.
    pub(super) end_ms: u64,
    /// What is shown; a line break in it stays one.
    pub(super) text: String,
}

/// A file of subtitles that grows by one recording after the other, as if they were one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subtitles {
    kind: Kind,
    recordings: usize,
    cues: usize,
    /// Where the next recording begins.
    offset_ms: u64,
}

/// What subtitles are written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// SubRip.
    Srt,
    /// WebVTT.
    Vtt,
}

impl Subtitles {
    /// A file with nothing in it yet.
    pub(super) fn new(kind: Kind) -> Self {
        Self { kind, recordings: 0, cues: 0, offset_ms: 0 }
    }

    /// What one more recording adds to the file.
    pub(super) fn add(&mut self, cues: &[Cue], audio_ms: u64) -> String {
        let mut text = String::new();
        if self.kind == Kind::Vtt && self.recordings == 0 {
            text.push_str("WEBVTT\n\n");
        }
        for cue in shown(cues) {
            self.cues += 1;
            text.push_str(&self.cue(cue));
        }
        self.recordings += 1;
        self.offset_ms += audio_ms;
        text
    }

    fn cue(&self, cue: &Cue) -> String {
        let lines = lay_out(&cue.text);
        let times = [cue.start_ms, cue.end_ms].map(|ms| ms + self.offset_ms);
        match self.kind {
            Kind::Srt => {
                let [start, end] = times.map(|ms| time(ms, ','));
                format!("{}\n{start} --> {end}\n{lines}\n\n", self.cues)
            }
            Kind::Vtt => {
                let [start, end] = times.map(|ms| time(ms, '.'));
                format!("{start} --> {end}\n{}\n\n", escape(&lines))
            }
        }
    }
}

fn shown(cues: &[Cue]) -> impl Iterator<Item = &Cue> {
    cues.iter().filter(|cue| !cue.text.trim().is_empty())
}

/// `01:02:03,004`. Hours go on counting past 99.
fn time(ms: u64, separator: char) -> String {
    let (seconds, ms) = (ms / 1000, ms % 1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{hours:02}:{minutes:02}:{seconds:02}{separator}{ms:03}")
}

/// WebVTT reads `<` and `&` as markup, and an arrow as the next cue.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Lines of at most [`LINE`] characters, broken between words where there are any, and about
/// equally long. There is no empty line: it would end the cue.
fn lay_out(text: &str) -> String {
    let parts = text.lines().map(str::trim).filter(|part| !part.is_empty());
    parts.flat_map(wrap).collect::<Vec<_>>().join("\n")
}

fn wrap(part: &str) -> Vec<String> {
    let length = part.chars().count();
    let even = length.div_ceil(length.div_ceil(LINE));
    // The shortest limit that needs no more lines than the full width does.
    let least = wrap_at(part, LINE).len();
    let limit = (even..LINE).find(|limit| wrap_at(part, *limit).len() == least);
    wrap_at(part, limit.unwrap_or(LINE))
}

fn wrap_at(part: &str, limit: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut room = 0;
    for word in part.split_whitespace() {
        let mut letters: Vec<char> = word.chars().collect();
        if letters.len() < room
            && let Some(line) = lines.last_mut()
        {
            line.push(' ');
            room -= 1;
        } else {
            lines.push(String::new());
            room = limit;
        }
        // Languages without spaces, and words that are wider than a screen.
        while letters.len() > room {
            let rest = letters.split_off(room);
            lines.last_mut().expect("one was pushed").extend(letters);
            lines.push(String::new());
            (letters, room) = (rest, limit);
        }
        room -= letters.len();
        lines.last_mut().expect("one was pushed").extend(letters);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cue(start_ms: u64, end_ms: u64, text: &str) -> Cue {
        Cue { start_ms, end_ms, text: text.to_owned() }
    }

    #[test]
    fn a_subrip_file_counts_its_cues() {
        let cues =
            [cue(0, 1500, "Hello."), cue(1500, 1600, " "), cue(3_723_004, 3_724_000, "A & B")];
        assert_eq!(
            Subtitles::new(Kind::Srt).add(&cues, 3_724_000),
            "1\n00:00:00,000 --> 00:00:01,500\nHello.\n\n2\n01:02:03,004 --> 01:02:04,000\nA & B\n\n"
        );
    }

    #[test]
    fn a_webvtt_file_has_a_head_and_no_markup() {
        assert_eq!(
            Subtitles::new(Kind::Vtt).add(&[cue(250, 900, "a < b --> c & d")], 1000),
            "WEBVTT\n\n00:00:00.250 --> 00:00:00.900\na &lt; b --&gt; c &amp; d\n\n"
        );
        assert_eq!(Subtitles::new(Kind::Vtt).add(&[], 1000), "WEBVTT\n\n");
    }

    #[test]
    fn recordings_follow_each_other() {
        for (kind, expected) in [
            (Kind::Srt, "2\n00:00:02,250 --> 00:00:02,900\nb\n\n"),
            (Kind::Vtt, "00:00:02.250 --> 00:00:02.900\nb\n\n"),
        ] {
            let mut subtitles = Subtitles::new(kind);
            subtitles.add(&[cue(0, 500, "a")], 2000);
            assert_eq!(subtitles.add(&[cue(250, 900, "b")], 1000), expected);
        }
    }

    #[test]
    fn lines_are_short_and_about_equal() {
        assert_eq!(lay_out("short"), "short");
        assert_eq!(
            lay_out("The quick brown fox jumps over the lazy dog today."),
            "The quick brown fox jumps\nover the lazy dog today."
        );
        let long = "word ".repeat(60);
        assert!(lay_out(&long).lines().all(|line| line.chars().count() <= LINE));
        assert_eq!(lay_out(&long).split_whitespace().count(), 60);
    }

    #[test]
    fn text_without_spaces_is_broken_between_characters() {
        let text = "東".repeat(100);
        let lines = lay_out(&text);
        assert_eq!(lines.lines().map(|line| line.chars().count()).max(), Some(34));
        assert_eq!(lines.replace('\n', ""), text);
    }

    #[test]
    fn line_breaks_stay_and_empty_lines_go() {
        assert_eq!(lay_out("said\n\ntranslated\n"), "said\ntranslated");
    }
}
