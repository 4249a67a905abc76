//! The window of a model's encoder. It is read from the head of its GGUF file, because the engine
//! knows it and does not say.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::Path;

/// Longest piece for a full window. An encoder of 30 s finds no end in a piece that fills it.
const CAP_MS: u64 = 28_000;

/// A shorter window is not what the model was trained on: a fifth of it stays free. Measured,
/// pieces up to four fifths never failed; above 88 % two of seven did.
const TWIN_FILL_PERCENT: u64 = 80;

/// What models are trained on; anything shorter is a twin's window.
const FULL_WINDOW_MS: u64 = 30_000;

const SECONDS: &str = "stt.frontend.chunk_length";

/// What the encoder of Voxtral makes of a window, and how much of that becomes one token.
const POSITIONS: &str = "stt.voxtral.encoder.max_source_positions";
const GROUPED: &str = "stt.voxtral.projector.downsample_factor";

/// Longer than any key or text in the head of a model; what is longer is damage.
const LONGEST_TEXT: u64 = 1 << 20;

/// The longest piece to give an encoder with this window.
pub(super) fn max_ms(window_secs: Option<u32>) -> u64 {
    let window = window_secs.map_or(u64::MAX, |secs| u64::from(secs) * 1000);
    if window >= FULL_WINDOW_MS { CAP_MS } else { window * TWIN_FILL_PERCENT / 100 }
}

/// What the head of a model file says of its encoder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Encoder {
    /// Seconds of audio in one window; none where every length costs what it is long.
    pub(super) secs: Option<u32>,
    /// Tokens that a window costs in a context which audio and text share, in Voxtral's layout.
    pub(super) tokens: Option<u32>,
}

impl Encoder {
    /// Reads the head of a model file; one of another format says nothing.
    ///
    /// # Errors
    /// When the file cannot be read or ends early.
    pub(super) fn read(model: &Path) -> io::Result<Self> {
        let [secs, positions, grouped] = numbers(model, [SECONDS, POSITIONS, GROUPED])?;
        let tokens = positions.zip(grouped).and_then(|(of, by)| of.checked_div(by));
        Ok(Self { secs, tokens })
    }
}

/// The numbers under these keys, as far as they are there.
fn numbers<const N: usize>(model: &Path, keys: [&str; N]) -> io::Result<[Option<u32>; N]> {
    let mut found = [None; N];
    let mut head = BufReader::new(File::open(model)?);
    if &bytes::<4>(&mut head)? != b"GGUF" {
        return Ok(found);
    }
    let _version = u32::from_le_bytes(bytes(&mut head)?);
    let _tensors = u64::from_le_bytes(bytes(&mut head)?);
    let entries = u64::from_le_bytes(bytes(&mut head)?);
    for _ in 0..entries {
        let key = text(&mut head)?;
        let kind = u32::from_le_bytes(bytes(&mut head)?);
        match keys.iter().position(|wanted| key == wanted.as_bytes()) {
            Some(at) if kind == UINT32 => found[at] = Some(u32::from_le_bytes(bytes(&mut head)?)),
            _ => skip(&mut head, kind)?,
        }
    }
    Ok(found)
}

const UINT32: u32 = 4;
const TEXT: u32 = 8;
const LIST: u32 = 9;

/// Passes over a value of this kind.
fn skip(head: &mut BufReader<File>, kind: u32) -> io::Result<()> {
    match kind {
        TEXT => text(head).map(drop),
        LIST => {
            let kind = u32::from_le_bytes(bytes(head)?);
            let count = u64::from_le_bytes(bytes(head)?);
            match size(kind) {
                Some(size) => forward(head, count.checked_mul(size)),
                None if kind == TEXT => (0..count).try_for_each(|_| text(head).map(drop)),
                None => Err(ErrorKind::InvalidData.into()),
            }
        }
        _ => forward(head, size(kind)),
    }
}

/// Bytes in a value of this kind, if they are always as many.
fn size(kind: u32) -> Option<u64> {
    match kind {
        0 | 1 | 7 => Some(1),
        2 | 3 => Some(2),
        4..=6 => Some(4),
        10..=12 => Some(8),
        _ => None,
    }
}

fn forward(head: &mut BufReader<File>, by: Option<u64>) -> io::Result<()> {
    let by = by.and_then(|by| i64::try_from(by).ok()).ok_or(ErrorKind::InvalidData)?;
    head.seek_relative(by)
}

fn text(head: &mut impl Read) -> io::Result<Vec<u8>> {
    let length = u64::from_le_bytes(bytes(head)?);
    if length > LONGEST_TEXT {
        return Err(ErrorKind::InvalidData.into());
    }
    let mut text = vec![0; length as usize];
    head.read_exact(&mut text)?;
    Ok(text)
}

fn bytes<const N: usize>(head: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    head.read_exact(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// The head of a model file with these entries, each a key, a kind and a value.
    fn head(entries: &[(&str, u32, &[u8])]) -> Vec<u8> {
        let mut head = b"GGUF\x03\0\0\0\0\0\0\0\0\0\0\0".to_vec();
        head.extend((entries.len() as u64).to_le_bytes());
        for (key, kind, value) in entries {
            head.extend((key.len() as u64).to_le_bytes());
            head.extend(key.as_bytes());
            head.extend(kind.to_le_bytes());
            head.extend(*value);
        }
        head
    }

    fn read(file: &[u8]) -> io::Result<Encoder> {
        let mut model = tempfile::NamedTempFile::new().unwrap();
        model.write_all(file).unwrap();
        Encoder::read(model.path())
    }

    #[test]
    fn pieces_leave_room_in_the_window() {
        assert_eq!(max_ms(Some(30)), 28_000);
        assert_eq!(max_ms(Some(15)), 12_000);
        assert_eq!(max_ms(Some(12)), 9_600);
        assert_eq!(max_ms(None), 28_000);
    }

    #[test]
    fn the_window_is_found_behind_values_of_every_kind() {
        let words = [
            &8u32.to_le_bytes()[..],
            &2u64.to_le_bytes(),
            &[1, 0, 0, 0, 0, 0, 0, 0, b'a'],
            &[0; 8],
        ]
        .concat();
        let numbers = [&5u32.to_le_bytes()[..], &3u64.to_le_bytes(), &[7; 12]].concat();
        let file = head(&[
            ("flag", 7, &[1]),
            ("name", 8, &[2, 0, 0, 0, 0, 0, 0, 0, b'h', b'i']),
            ("words", 9, &words),
            ("numbers", 9, &numbers),
            ("small", 2, &[1, 1]),
            ("big", 10, &[1; 8]),
            (SECONDS, 4, &[15, 0, 0, 0]),
            (POSITIONS, 4, &[220, 5, 0, 0]),
            (GROUPED, 4, &[4, 0, 0, 0]),
        ]);
        assert_eq!(read(&file).unwrap(), Encoder { secs: Some(15), tokens: Some(375) });
        for end in 4..file.len() {
            assert!(read(&file[..end]).is_err(), "cut at {end}");
        }
    }

    #[test]
    fn other_models_say_nothing() {
        let nothing = Encoder::default();
        assert_eq!(read(&head(&[("flag", 7, &[1])])).unwrap(), nothing);
        assert_eq!(read(b"lmgg and more").unwrap(), nothing);
        let absurd = [(POSITIONS, 4, &[1, 0, 0, 0][..]), (GROUPED, 4, &[0; 4])];
        assert_eq!(read(&head(&absurd)).unwrap(), nothing);
    }

    #[test]
    fn lengths_out_of_all_proportion_are_damage() {
        let huge = u64::MAX.to_le_bytes();
        assert!(read(&head(&[("name", 8, &huge)])).is_err());
        let list = [&4u32.to_le_bytes()[..], &huge].concat();
        assert!(read(&head(&[("list", 9, &list)])).is_err());
    }
}
