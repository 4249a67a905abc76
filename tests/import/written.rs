//! Takes a written model apart again, independently of the code that wrote it.

use std::collections::BTreeMap;
use std::path::Path;

use half::f16;

/// A model file, taken apart.
pub(crate) struct Written {
    /// Values by name, as text.
    pub(crate) values: BTreeMap<String, String>,
    /// Tensors by name.
    pub(crate) tensors: BTreeMap<String, Tensor>,
}

/// A tensor.
pub(crate) struct Tensor {
    /// Its dimensions, the length of a row first.
    pub(crate) dims: Vec<u64>,
    /// How it is stored: 0 is 32 bits, 1 is 16 bits, 8 is 8 bits and a scale.
    pub(crate) kind: u32,
    /// Its numbers.
    pub(crate) numbers: Vec<f32>,
}

struct Cursor<'a>(&'a [u8]);

impl Cursor<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (head, rest) = self.0.split_first_chunk().unwrap();
        self.0 = rest;
        *head
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.take())
    }

    fn text(&mut self) -> String {
        let length = self.u64() as usize;
        let (text, rest) = self.0.split_at(length);
        self.0 = rest;
        String::from_utf8(text.to_vec()).unwrap()
    }

    fn value(&mut self, kind: u32) -> String {
        match kind {
            4 => self.u32().to_string(),
            5 => i32::from_le_bytes(self.take()).to_string(),
            6 => f32::from_le_bytes(self.take()).to_string(),
            7 => (self.take::<1>()[0] == 1).to_string(),
            8 => self.text(),
            9 => {
                let (kind, count) = (self.u32(), self.u64());
                let values: Vec<_> = (0..count).map(|_| self.value(kind)).collect();
                values.join(" ")
            }
            other => panic!("a value of kind {other}"),
        }
    }
}

impl Written {
    pub(crate) fn read(path: &Path) -> Self {
        let file = std::fs::read(path).unwrap();
        let mut cursor = Cursor(&file);
        assert_eq!(&cursor.take::<4>(), b"GGUF");
        assert_eq!(cursor.u32(), 3);
        let (tensors, values) = (cursor.u64(), cursor.u64());
        let values = (0..values).map(|_| {
            let name = cursor.text();
            let kind = cursor.u32();
            (name, cursor.value(kind))
        });
        let values = values.collect();
        let heads: Vec<_> = (0..tensors)
            .map(|_| {
                let name = cursor.text();
                let rank = cursor.u32();
                let dims: Vec<_> = (0..rank).map(|_| cursor.u64()).collect();
                (name, dims, cursor.u32(), cursor.u64() as usize)
            })
            .collect();
        let data = (file.len() - cursor.0.len()).next_multiple_of(32);
        let tensors = heads.into_iter().map(|(name, dims, kind, offset)| {
            assert!(offset.is_multiple_of(32), "{name}");
            let count = dims.iter().product::<u64>() as usize;
            let numbers = numbers(kind, count, &file[data + offset..]);
            (name, Tensor { dims, kind, numbers })
        });
        Self { values, tensors: tensors.collect() }
    }

    /// A value by name.
    pub(crate) fn value(&self, name: &str) -> &str {
        self.values.get(name).map_or("(not there)", String::as_str)
    }
}

fn numbers(kind: u32, count: usize, bytes: &[u8]) -> Vec<f32> {
    let halves = |bytes: &[u8]| f16::from_le_bytes([bytes[0], bytes[1]]).to_f32();
    match kind {
        0 => bytes[..4 * count].as_chunks().0.iter().map(|n| f32::from_le_bytes(*n)).collect(),
        1 => bytes[..2 * count].chunks(2).map(halves).collect(),
        8 => {
            let blocks = bytes[..count / 32 * 34].chunks(34);
            let block = |block: &[u8]| {
                let scale = halves(block);
                block[2..].iter().map(|n| f32::from(n.cast_signed()) * scale).collect::<Vec<_>>()
            };
            blocks.flat_map(block).collect()
        }
        other => panic!("a tensor of kind {other}"),
    }
}
