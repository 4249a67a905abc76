//! Files of subtitles as another program reads them: through parsers that know nothing of ours.

use fasrt::srt;
use fasrt::vtt::{self, Block};
use fasrt::vtt::cue::{CueParser, CueToken};

/// What such a program shows, and from when to when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) start_ms: u128,
    pub(crate) end_ms: u128,
    pub(crate) lines: Vec<String>,
}

/// Reads SubRip, and refuses what a strict reader would: also cues that are not counted from 1 on.
pub(crate) fn read_srt(file: &str) -> Vec<Shown> {
    let entries: Result<Vec<_>, _> = srt::Parser::strict(file).collect();
    let entries = entries.expect("it is SubRip");
    let number = |entry: &srt::Entry<&str>| entry.header_ref().index().map(|index| index.get());
    assert!(entries.iter().map(number).eq((1..=entries.len() as u64).map(Some)), "{file}");
    let shown = |entry: &srt::Entry<&str>| Shown {
        start_ms: entry.header_ref().start().to_duration().as_millis(),
        end_ms: entry.header_ref().end().to_duration().as_millis(),
        lines: entry.body_ref().lines().map(str::to_owned).collect(),
    };
    entries.iter().map(shown).collect()
}

/// Reads WebVTT with its markup. There is to be none, and nothing but cues.
pub(crate) fn read_vtt(file: &str) -> Vec<Shown> {
    let blocks: Result<Vec<_>, _> = vtt::Parser::new(file).collect();
    let shown = |block: Block<'_, &str>| {
        let Block::Cue(cue) = block else { panic!("more than cues in {file}") };
        Shown {
            start_ms: cue.header_ref().start().to_duration().as_millis(),
            end_ms: cue.header_ref().end().to_duration().as_millis(),
            lines: plain(cue.body_ref()).lines().map(str::to_owned).collect(),
        }
    };
    blocks.expect("it is WebVTT").into_iter().map(shown).collect()
}

/// The text of a cue as it stands on the screen.
fn plain(body: &str) -> String {
    let text = |token: CueToken<'_>| match token {
        CueToken::Text(text) => text.normalize().to_owned(),
        markup => panic!("{markup:?} in {body}"),
    };
    CueParser::new(body).map(text).collect()
}
