//! Model files of whisper.cpp from before GGUF: recognised and checked, never written.

use std::io::{self, Read, Seek};

use super::bytes::Bytes;
use super::fault::{Fault, damaged};
use super::gguf::Storage;

/// The first four bytes.
const MAGIC: [u8; 4] = *b"lmgg";

/// Whether the source begins like such a file. It is left at its beginning.
pub(crate) fn is_it(source: &mut (impl Read + Seek)) -> io::Result<bool> {
    let mut magic = Vec::new();
    source.by_ref().take(MAGIC.len() as u64).read_to_end(&mut magic)?;
    source.rewind()?;
    Ok(magic == MAGIC)
}

/// Finds out whether such a file of `length` bytes is whole. It does not say how many tensors
/// it holds, so one that ends exactly between two of them passes, and fails when it is loaded.
pub(crate) fn check(source: impl Read + Seek, length: u64) -> Result<(), Fault> {
    let mut bytes = Bytes::new(source, length);
    bytes.skip(MAGIC.len() as u64 + 11 * 4)?;
    let filters = u64::from(bytes.u32()?) * u64::from(bytes.u32()?);
    bytes.skip(filters.checked_mul(4).ok_or_else(|| damaged("its filters have no end"))?)?;
    for _ in 0..bytes.u32()? {
        let length = bytes.u32()?;
        bytes.skip(length.into())?;
    }
    if bytes.is_over()? {
        return Err(damaged("it holds no tensors"));
    }
    while !bytes.is_over()? {
        pass_over_tensor(&mut bytes)?;
    }
    Ok(())
}

fn pass_over_tensor(bytes: &mut Bytes<impl Read + Seek>) -> Result<(), Fault> {
    let (rank, name, storage) = (bytes.u32()?, bytes.u32()?, Storage(bytes.u32()?));
    if !(1..=4).contains(&rank) {
        return Err(damaged(format!("it has a tensor of {rank} dimensions")));
    }
    let dims = (0..rank).map(|_| bytes.u32().map(u64::from)).collect::<Result<Vec<_>, _>>()?;
    bytes.skip(name.into())?;
    let size = storage.bytes(&dims).ok_or_else(|| damaged("it has a tensor of unknown size"))?;
    Ok(bytes.skip(size)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    /// One filter, one word, two tensors.
    fn file() -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        let mut numbers = |numbers: &[u32]| {
            file.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        };
        numbers(&[0; 11]);
        numbers(&[1, 2, 0, 0]);
        numbers(&[1, 3]);
        file.extend(b"abc");
        for size in [2_u32, 8] {
            for number in [1, 4, 0, size] {
                file.extend(u32::to_le_bytes(number));
            }
            file.extend(b"name");
            file.resize(file.len() + 4 * size as usize, 1);
        }
        file
    }

    #[test]
    fn a_whole_file_passes_and_a_cut_one_does_not() {
        let file = file();
        assert!(is_it(&mut Cursor::new(&file)).unwrap());
        assert!(!is_it(&mut Cursor::new(b"GG")).unwrap());
        check(Cursor::new(&file), file.len() as u64).unwrap();
        let first_tensor = file.len() - (16 + 4 + 32);
        for length in (0..file.len()).filter(|length| *length != first_tensor) {
            assert!(check(Cursor::new(&file[..length]), length as u64).is_err(), "{length}");
        }
    }
}
