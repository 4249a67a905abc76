//! Files of subtitles as another program reads them: through a parser that knows nothing of ours.
#![allow(clippy::panic, reason = "a test ends where it cannot go on")]

use subcue::Format;
use subcue::text::{self, Span};

/// What such a program shows, and from when to when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) start_ms: i64,
    pub(crate) end_ms: i64,
    pub(crate) lines: Vec<String>,
}

/// Reads SubRip. There is to be nothing that the parser only puts up with, such as cues that are
/// not counted from 1 on, that are empty, or that end before they begin.
pub(crate) fn read_srt(file: &str) -> Vec<Shown> {
    read(file, Format::Srt)
}

/// Reads WebVTT, as strictly.
pub(crate) fn read_vtt(file: &str) -> Vec<Shown> {
    read(file, Format::Vtt)
}

fn read(file: &str, format: Format) -> Vec<Shown> {
    let read = subcue::parse(file.as_bytes(), format).expect("they are subtitles");
    assert!(read.warnings.is_empty(), "{:?} in {file}", read.warnings);
    assert!(read.header.blocks.is_empty(), "more than cues in {file}");
    let shown = |cue: &subcue::Cue| Shown {
        start_ms: cue.start.0,
        end_ms: cue.end.0,
        lines: plain(&cue.text, format).lines().map(str::to_owned).collect(),
    };
    read.cues.iter().map(shown).collect()
}

/// The text of a cue as it stands on the screen. No markup was meant, so there is to be none.
fn plain(cue: &str, format: Format) -> String {
    let shown = |span: Span| match span {
        Span::Text(text) => text,
        Span::LineBreak => "\n".to_owned(),
        markup => panic!("{markup:?} in {cue}"),
    };
    let text: String = text::parse(cue, format).spans.into_iter().map(shown).collect();
    match format {
        // The parser leaves to others what stands for these letters in WebVTT.
        Format::Vtt => text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"),
        Format::Srt | Format::Ass => text,
    }
}
