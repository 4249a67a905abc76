//! Takes the head of a model file apart and finds out whether the file is whole.

use std::collections::BTreeMap;
use std::io::{Read, Seek};

use super::{ALIGNMENT, MAGIC, Storage};
use crate::models::bytes::Bytes;
use crate::models::fault::{Fault, damaged};

/// The format's own limit on the name of a tensor is 63; the one on names of values is this.
const LONGEST_NAME: u64 = 65_535;

/// Texts longer than this are passed over: they are chat templates, not names.
const LONGEST_TEXT: u64 = 4096;

/// What the head of a whole file says.
#[derive(Debug, Default)]
pub(crate) struct Head {
    texts: BTreeMap<String, String>,
    /// With the place of the first of their four bytes.
    numbers: BTreeMap<String, (u32, u64)>,
}

impl Head {
    /// Reads the head of a file of `length` bytes.
    pub(crate) fn read(source: impl Read + Seek, length: u64) -> Result<Self, Fault> {
        let mut bytes = Bytes::new(source, length);
        if bytes.array()? != MAGIC {
            return Err(damaged("it is not a model: it does not begin with \"GGUF\""));
        }
        let version = bytes.u32()?;
        if !(2..=3).contains(&version) {
            return Err(damaged(format!("it is of version {version}, and only 2 and 3 are known")));
        }
        let (tensors, values) = (bytes.u64()?, bytes.u64()?);
        let mut head = Self::default();
        for _ in 0..values {
            head.value(&mut bytes)?;
        }
        let ends = (0..tensors).map(|_| end(&mut bytes)).collect::<Result<Vec<_>, _>>()?;
        head.is_whole(&bytes, &ends)?;
        Ok(head)
    }

    /// A text by the name of the value.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.texts.get(name).map(String::as_str)
    }

    /// A whole number by the name of the value.
    pub(crate) fn number(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).map(|(number, _)| *number)
    }

    /// Where in the file a whole number stands.
    pub(crate) fn place(&self, name: &str) -> Option<u64> {
        self.numbers.get(name).map(|(_, place)| *place)
    }

    /// Keeps texts and numbers of 32 bits; everything else is passed over.
    fn value(&mut self, bytes: &mut Bytes<impl Read + Seek>) -> Result<(), Fault> {
        let name = text(bytes, LONGEST_NAME)?;
        match bytes.u32()? {
            4 => {
                let place = bytes.at();
                self.numbers.insert(name, (bytes.u32()?, place));
            }
            8 => {
                let length = bytes.u64()?;
                if length > LONGEST_TEXT {
                    bytes.skip(length)?;
                } else {
                    let text = String::from_utf8_lossy(&bytes.take(length)?).into_owned();
                    self.texts.insert(name, text);
                }
            }
            9 => pass_over_list(bytes)?,
            kind => bytes.skip(width(kind)?)?,
        }
        Ok(())
    }

    /// Compares where the tensors end with the length of the file.
    fn is_whole(&self, bytes: &Bytes<impl Read + Seek>, ends: &[u64]) -> Result<(), Fault> {
        let alignment = self.number("general.alignment").map_or(ALIGNMENT, u64::from);
        if !alignment.is_power_of_two() {
            return Err(damaged(format!("its alignment of {alignment} is no power of two")));
        }
        let Some(last) = ends.iter().max() else {
            return Err(damaged("it holds no tensors"));
        };
        let needed = bytes.at().next_multiple_of(alignment).saturating_add(*last);
        if needed > bytes.length() {
            let (have, need) = (bytes.length(), needed);
            return Err(damaged(format!("it is truncated: {have} of {need} bytes are there")));
        }
        Ok(())
    }
}

/// Where the tensor that is announced next ends, counted from the start of the data.
fn end(bytes: &mut Bytes<impl Read + Seek>) -> Result<u64, Fault> {
    let name = text(bytes, LONGEST_NAME)?;
    let rank = bytes.u32()?;
    if !(1..=4).contains(&rank) {
        return Err(damaged(format!("its tensor \"{name}\" has {rank} dimensions")));
    }
    let dims = (0..rank).map(|_| bytes.u64()).collect::<Result<Vec<_>, _>>()?;
    let storage = Storage(bytes.u32()?);
    let offset = bytes.u64()?;
    let size = match storage.bytes(&dims) {
        Some(size) => size,
        None if storage.is_known() => {
            return Err(damaged(format!("its tensor \"{name}\" has no possible size")));
        }
        // A newer storage: at least its start can be checked.
        None => 0,
    };
    offset.checked_add(size).ok_or_else(|| damaged(format!("its tensor \"{name}\" has no end")))
}

/// A name.
fn text(bytes: &mut Bytes<impl Read + Seek>, longest: u64) -> Result<String, Fault> {
    let length = bytes.u64()?;
    if length > longest {
        return Err(damaged(format!("it has a name of {length} bytes")));
    }
    Ok(String::from_utf8_lossy(&bytes.take(length)?).into_owned())
}

fn pass_over_list(bytes: &mut Bytes<impl Read + Seek>) -> Result<(), Fault> {
    let (kind, count) = (bytes.u32()?, bytes.u64()?);
    if kind != 8 {
        let size = width(kind)?.checked_mul(count);
        return Ok(bytes.skip(size.ok_or_else(|| damaged("it has a list without end"))?)?);
    }
    for _ in 0..count {
        let length = bytes.u64()?;
        bytes.skip(length)?;
    }
    Ok(())
}

/// Bytes of one value of a kind that has a fixed size.
fn width(kind: u32) -> Result<u64, Fault> {
    match kind {
        0 | 1 | 7 => Ok(1),
        2 | 3 => Ok(2),
        4..=6 => Ok(4),
        10..=12 => Ok(8),
        _ => Err(damaged(format!("it has a value of the unknown kind {kind}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::write::{Announced, head};
    use super::super::{Value, align};
    use super::*;
    use std::io::Cursor;

    /// A file with one tensor of each storage that is written here.
    fn file() -> Vec<u8> {
        let values = [
            ("general.architecture", Value::Text("whisper".to_owned())),
            ("stt.frontend.chunk_length", Value::U32(15)),
            ("yes", Value::Bool(true)),
            ("real", Value::F32(0.5)),
            ("words", Value::Texts(vec!["a".to_owned(), String::new()])),
            ("numbers", Value::I32s(vec![-1, 2])),
        ];
        let tensors = [
            Announced { name: "one", dims: &[5], storage: Storage::F32, bytes: 20 },
            Announced { name: "two", dims: &[32, 3], storage: Storage::Q8_0, bytes: 34 * 3 },
        ];
        let mut file = head(&values, tensors.into_iter());
        file.resize(file.len() + align(20) as usize + 34 * 3, 7);
        file
    }

    fn read(file: &[u8]) -> Result<Head, Fault> {
        Head::read(Cursor::new(file), file.len() as u64)
    }

    #[test]
    fn what_was_written_is_read() {
        let head = read(&file()).unwrap();
        assert_eq!(head.text("general.architecture"), Some("whisper"));
        assert_eq!(head.number("stt.frontend.chunk_length"), Some(15));
        assert_eq!(head.text("words"), None);
        let place = head.place("stt.frontend.chunk_length").unwrap() as usize;
        assert_eq!(file()[place..place + 4], 15_u32.to_le_bytes());
    }

    #[test]
    fn a_file_cut_anywhere_is_not_whole() {
        let file = file();
        assert!((0..file.len()).all(|length| read(&file[..length]).is_err()));
    }

    #[test]
    fn huge_counts_end_with_the_file() {
        let mut file = file();
        for place in [8, 16] {
            file[place..place + 8].copy_from_slice(&u64::MAX.to_le_bytes());
            assert!(read(&file).is_err());
        }
    }

    proptest::proptest! {
        #[test]
        fn no_change_of_bytes_makes_it_panic(
            changes in proptest::collection::vec((0_usize..400, proptest::num::u8::ANY), 1..8),
        ) {
            let mut file = file();
            let length = file.len();
            changes.iter().for_each(|(place, byte)| file[place % length] = *byte);
            let _ = read(&file);
        }
    }
}
