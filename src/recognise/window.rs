//! How much audio a model takes at once. The length of its encoder's window is read from the head
//! of its GGUF file, because the engine knows it and does not say.

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

const KEY: &str = "stt.frontend.chunk_length";

/// Longer than any key or text in the head of a model; what is longer is damage.
const LONGEST_TEXT: u64 = 1 << 20;

/// The most audio that a run takes. The engine's figure is as if audio cost what it is long; but
/// a window costs its full length in the decoder's context however little of it is filled, so
/// only whole windows count. It reserves as much for the prompt as any prompt here needs.
pub(super) fn longest_ms(advised_ms: i64, window_secs: Option<u32>) -> Option<u64> {
    let advised = u64::try_from(advised_ms).ok().filter(|advised| *advised > 0)?;
    let window = window_secs.map_or(1, |secs| u64::from(secs.max(1)) * 1000);
    Some(advised - advised % window)
}

/// The longest piece to give a model at once.
pub(super) fn max_ms(window_secs: Option<u32>, longest_ms: Option<u64>) -> u64 {
    let window = window_secs.map_or(u64::MAX, |secs| u64::from(secs) * 1000);
    let room = if window >= FULL_WINDOW_MS { CAP_MS } else { window * TWIN_FILL_PERCENT / 100 };
    room.min(longest_ms.unwrap_or(u64::MAX))
}

/// Seconds of audio in one encoder window. None where every length costs what it is long, and
/// for files of another format.
///
/// # Errors
/// When the file cannot be read or ends early.
pub(super) fn seconds(model: &Path) -> io::Result<Option<u32>> {
    let mut head = BufReader::new(File::open(model)?);
    if &bytes::<4>(&mut head)? != b"GGUF" {
        return Ok(None);
    }
    let _version = u32::from_le_bytes(bytes(&mut head)?);
    let _tensors = u64::from_le_bytes(bytes(&mut head)?);
    let entries = u64::from_le_bytes(bytes(&mut head)?);
    for _ in 0..entries {
        let key = text(&mut head)?;
        let kind = u32::from_le_bytes(bytes(&mut head)?);
        if key == KEY.as_bytes() && kind == UINT32 {
            return Ok(Some(u32::from_le_bytes(bytes(&mut head)?)));
        }
        skip(&mut head, kind)?;
    }
    Ok(None)
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

    fn read(file: &[u8]) -> io::Result<Option<u32>> {
        let mut model = tempfile::NamedTempFile::new().unwrap();
        model.write_all(file).unwrap();
        seconds(model.path())
    }

    #[test]
    fn pieces_leave_room_in_the_window() {
        assert_eq!(max_ms(Some(30), None), 28_000);
        assert_eq!(max_ms(Some(15), None), 12_000);
        assert_eq!(max_ms(Some(12), None), 9_600);
        assert_eq!(max_ms(None, None), 28_000);
        assert_eq!(max_ms(None, Some(20_000)), 20_000);
        assert_eq!(max_ms(Some(30), Some(30_000)), 28_000);
    }

    #[test]
    fn a_context_holds_whole_windows_only() {
        assert_eq!(longest_ms(0, Some(30)), None);
        // 375 tokens a window of 30 s: 4096 tokens less 16 for the prompt and 448 for the text.
        assert_eq!(longest_ms((4096 - 16 - 448) * 80, Some(30)), Some(270_000));
        assert_eq!(longest_ms(29_999, Some(30)), Some(0));
        assert_eq!(longest_ms(40_000, None), Some(40_000));
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
            (KEY, 4, &[15, 0, 0, 0]),
        ]);
        assert_eq!(read(&file).unwrap(), Some(15));
        for end in 4..file.len() {
            assert!(read(&file[..end]).is_err(), "cut at {end}");
        }
    }

    #[test]
    fn other_models_have_none() {
        assert_eq!(read(&head(&[("flag", 7, &[1])])).unwrap(), None);
        assert_eq!(read(b"lmgg and more").unwrap(), None);
    }

    #[test]
    fn lengths_out_of_all_proportion_are_damage() {
        let huge = u64::MAX.to_le_bytes();
        assert!(read(&head(&[("name", 8, &huge)])).is_err());
        let list = [&4u32.to_le_bytes()[..], &huge].concat();
        assert!(read(&head(&[("list", 9, &list)])).is_err());
    }
}
