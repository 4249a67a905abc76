//! What was said in a take, as a text to be copied or a file to be saved.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use aloud::captions::{self, Format, Shown, Transcript};
use aloud::event::TakeId;

use crate::ipc::{News, Refusal};
use crate::past::take_of;

/// The take as it is wanted.
///
/// # Errors
/// When nothing was said in it, or it is no longer remembered.
pub(crate) fn written(
    past: &[News],
    take: TakeId,
    format: Format,
    shown: Shown,
) -> Result<String, Refusal> {
    let mut transcript = Transcript::default();
    for news in past {
        if let News::Engine(event) = news
            && take_of(event) == Some(take)
        {
            transcript.hear(event);
        }
    }
    match transcript.passages() {
        passages if passages.is_empty() => Err(Refusal {
            code: "no_text".to_owned(),
            message: "there is no text of this take; it was discarded, or nothing was said"
                .to_owned(),
        }),
        passages => Ok(captions::write(&passages, format, shown)),
    }
}

/// Saves it where somebody said, and says where that was. A name without an ending gets that of
/// the format, without which no player would know the file; one that is there already under that
/// name stays, since nobody was asked about it.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn save(text: &str, path: &Path, format: Format) -> Result<PathBuf, Refusal> {
    let (path, written) = if has_ending(path) {
        (path.to_path_buf(), fs::write(path, text))
    } else {
        let mut path = path.as_os_str().to_owned();
        path.push(format!(".{}", ending(format)));
        let path = PathBuf::from(path);
        let written = File::create_new(&path).and_then(|mut file| file.write_all(text.as_bytes()));
        (path, written)
    };
    written.map_err(|error| Refusal {
        code: "io".to_owned(),
        message: format!(
            "{} cannot be written: {error}; the text is still here, save it somewhere else",
            path.display()
        ),
    })?;
    Ok(path)
}

/// Whether what is behind the last dot of a name may be an ending, and no part of a sentence.
fn has_ending(path: &Path) -> bool {
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    (1..=4).contains(&ending.len()) && ending.chars().all(|c| c.is_ascii_alphanumeric())
}

/// The ending of a file's name.
pub(crate) fn ending(format: Format) -> &'static str {
    match format {
        Format::Text => "txt",
        Format::Srt => "srt",
        Format::Vtt => "vtt",
    }
}

#[cfg(test)]
mod tests {
    use aloud::event::{Cause, Event, Final};

    use super::*;

    fn said(take: u64, text: &str) -> News {
        News::Engine(Event::Final(Final {
            take: TakeId(take),
            piece: 0,
            text: text.to_owned(),
            language: Some("de".to_owned()),
            start_ms: 1_000,
            end_ms: 2_500,
            latency_ms: 0,
            decode_ms: 0,
            cause: Cause::Pause,
            partial: false,
        }))
    }

    fn meant(take: u64, text: &str) -> News {
        let (text, target) = (text.to_owned(), "en".to_owned());
        let (take, piece, partial) = (TakeId(take), 0, false);
        News::Engine(Event::Translation { take, piece, text, target, partial })
    }

    #[test]
    fn a_take_is_written_in_each_format_and_language() {
        let past = [said(1, "Guten Tag."), said(2, "Auf Wiedersehen."), meant(2, "Goodbye.")];
        let write = |format, shown| written(&past, TakeId(2), format, shown).unwrap();
        assert_eq!(write(Format::Text, Shown::Both), "Auf Wiedersehen.\nGoodbye.\n");
        assert_eq!(write(Format::Text, Shown::Said), "Auf Wiedersehen.\n");
        assert_eq!(
            write(Format::Srt, Shown::Translated),
            "1\n00:00:01,000 --> 00:00:02,500\nGoodbye.\n\n"
        );
        assert!(write(Format::Vtt, Shown::Both).starts_with("WEBVTT\n"));
        let refused = written(&past, TakeId(3), Format::Text, Shown::Both).unwrap_err();
        assert_eq!(refused.code, "no_text");
    }

    #[test]
    fn a_name_gets_the_ending_that_it_lacks_and_a_full_place_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("Rede");
        let saved = save("1\n", &path, Format::Srt).unwrap();
        assert_eq!(saved.extension().and_then(OsStr::to_str), Some("srt"));
        assert_eq!(fs::read_to_string(saved).unwrap(), "1\n");
        let named = folder.path().join("Rede.sub");
        assert_eq!(save("1\n", &named, Format::Srt).unwrap(), named);
        let sentence = save("2\n", &folder.path().join("Rede Dr. Müller"), Format::Text).unwrap();
        assert!(sentence.ends_with("Rede Dr. Müller.txt"), "{}", sentence.display());
        let refused = save("2\n", &path, Format::Srt).unwrap_err();
        assert!(refused.message.contains("Rede.srt"), "{}", refused.message);
        assert_eq!(fs::read_to_string(folder.path().join("Rede.srt")).unwrap(), "1\n");
        let nowhere = folder.path().join("missing").join("Rede.txt");
        let refused = save("1\n", &nowhere, Format::Text).unwrap_err();
        assert!(refused.message.contains("Rede.txt"), "{}", refused.message);
    }
}
