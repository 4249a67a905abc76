//! The file format of models: named values, then named tensors, then their data.
//!
//! Only what is needed: [`read`] takes a header apart and knows whether the file is whole,
//! [`write`] puts one together. The layout is that of GGUF version 3, little-endian.

pub(crate) mod read;
pub(crate) mod write;

/// The first four bytes of every file.
pub(crate) const MAGIC: [u8; 4] = *b"GGUF";

/// Tensors begin at multiples of this, unless the file says otherwise.
pub(crate) const ALIGNMENT: u64 = 32;

/// A named value. Only the kinds that models carry.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// An unsigned number.
    U32(u32),
    /// A real number.
    F32(f32),
    /// A yes or no.
    Bool(bool),
    /// A text.
    Text(String),
    /// A list of texts.
    Texts(Vec<String>),
    /// A list of numbers.
    I32s(Vec<i32>),
}

/// How the numbers of a tensor are stored, by its number in the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Storage(pub(crate) u32);

impl Storage {
    /// Four bytes a number.
    pub(crate) const F32: Self = Self(0);
    /// Two bytes a number.
    pub(crate) const F16: Self = Self(1);
    /// One byte a number, and a common scale of two bytes for every [`Self::BLOCK`] numbers.
    pub(crate) const Q8_0: Self = Self(8);
    /// Numbers in one block of [`Self::Q8_0`].
    pub(crate) const BLOCK: usize = 32;

    /// Numbers in a block and bytes that the block takes; none for a storage not known here.
    fn block(self) -> Option<(u64, u64)> {
        Some(match self.0 {
            0 => (1, 4),
            1 | 25 | 30 => (1, 2),
            2 => (32, 18),
            3 => (32, 20),
            6 => (32, 22),
            7 => (32, 24),
            8 => (32, 34),
            9 => (32, 36),
            10 => (256, 84),
            11 => (256, 110),
            12 => (256, 144),
            13 => (256, 176),
            14 => (256, 210),
            15 => (256, 292),
            24 => (1, 1),
            26 => (1, 4),
            27 | 28 => (1, 8),
            _ => return None,
        })
    }

    /// Whether sizes can be computed for it.
    pub(crate) fn is_known(self) -> bool {
        self.block().is_some()
    }

    /// Bytes of a tensor with these dimensions. None for a storage that is not known here, and
    /// for dimensions that do not fit one.
    pub(crate) fn bytes(self, dims: &[u64]) -> Option<u64> {
        let (numbers, bytes) = self.block()?;
        let count = dims.iter().try_fold(1_u64, |count, dim| count.checked_mul(*dim))?;
        // Blocks run along rows, so a row holds whole ones.
        let row = dims.first().copied().unwrap_or(1);
        row.is_multiple_of(numbers).then_some(count / numbers)?.checked_mul(bytes)
    }
}

/// The next multiple of the alignment.
pub(crate) fn align(offset: u64) -> u64 {
    offset.next_multiple_of(ALIGNMENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_follow_from_the_storage() {
        assert_eq!(Storage::F32.bytes(&[3, 80, 512]), Some(3 * 80 * 512 * 4));
        assert_eq!(Storage::F16.bytes(&[512]), Some(1024));
        assert_eq!(Storage::Q8_0.bytes(&[512, 2]), Some(34 * 32));
        assert_eq!(Storage::Q8_0.bytes(&[3, 512]), None);
        assert_eq!(Storage::F32.bytes(&[u64::MAX, 2]), None);
        assert_eq!(Storage(99).bytes(&[32]), None);
    }
}
