//! Little-endian numbers out of a file whose announcements are not trusted: nothing is
//! allocated or skipped before it is known that the file is that long.

use std::io::{self, BufRead, BufReader, Read, Seek};

/// Reads forward and knows what is left.
pub(crate) struct Bytes<R> {
    source: BufReader<R>,
    at: u64,
    length: u64,
}

impl<R: Read + Seek> Bytes<R> {
    /// Starts at the beginning of a source of this length.
    pub(crate) fn new(source: R, length: u64) -> Self {
        Self { source: BufReader::new(source), at: 0, length }
    }

    /// Bytes read so far.
    pub(crate) fn at(&self) -> u64 {
        self.at
    }

    /// Length of the source.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// Whether everything was read.
    pub(crate) fn is_over(&mut self) -> io::Result<bool> {
        Ok(self.at >= self.length || self.source.fill_buf()?.is_empty())
    }

    pub(crate) fn u8(&mut self) -> io::Result<u8> {
        Ok(self.array::<1>()?[0])
    }

    pub(crate) fn u16(&mut self) -> io::Result<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> io::Result<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> io::Result<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// The next bytes, if there are that many.
    pub(crate) fn take(&mut self, count: u64) -> io::Result<Vec<u8>> {
        self.claim(count)?;
        let mut bytes = vec![0; count as usize];
        self.source.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// Passes over bytes, if there are that many.
    pub(crate) fn skip(&mut self, count: u64) -> io::Result<()> {
        self.claim(count)?;
        self.source.seek_relative(i64::try_from(count).map_err(io::Error::other)?)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.claim(N as u64)?;
        self.source.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    fn claim(&mut self, count: u64) -> io::Result<()> {
        if count > self.length.saturating_sub(self.at) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.at += count;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn what_is_not_there_is_neither_allocated_nor_skipped() {
        let mut bytes = Bytes::new(Cursor::new(vec![1, 0, 0, 0, 7]), 5);
        assert_eq!(bytes.u32().unwrap(), 1);
        assert_eq!(bytes.take(u64::MAX).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        assert_eq!(bytes.skip(2).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        assert_eq!(bytes.u8().unwrap(), 7);
        assert!(bytes.is_over().unwrap());
    }
}
