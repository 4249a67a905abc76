//! Puts the head of a model file together.

use super::{ALIGNMENT, MAGIC, Storage, Value, align};

/// A tensor as the head announces it.
#[derive(Clone, Debug)]
pub(crate) struct Announced<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    /// Its dimensions, the length of a row first.
    pub(crate) dims: &'a [u64],
    /// How it is stored.
    pub(crate) storage: Storage,
    /// Bytes that it takes.
    pub(crate) bytes: u64,
}

/// Everything up to the first byte of the first tensor. The tensors follow in this order, each
/// padded to [`ALIGNMENT`].
pub(crate) fn head<'a>(
    values: &[(&str, Value)],
    tensors: impl ExactSizeIterator<Item = Announced<'a>>,
) -> Vec<u8> {
    let mut head = Head::default();
    head.bytes.extend(MAGIC);
    head.number(3);
    head.long(tensors.len() as u64);
    head.long(values.len() as u64);
    for (name, value) in values {
        head.text(name);
        head.value(value);
    }
    let mut offset = 0;
    for tensor in tensors {
        head.text(tensor.name);
        head.number(tensor.dims.len() as u32);
        tensor.dims.iter().for_each(|dim| head.long(*dim));
        head.number(tensor.storage.0);
        head.long(offset);
        offset = align(offset + tensor.bytes);
    }
    head.bytes.resize(head.bytes.len().next_multiple_of(ALIGNMENT as usize), 0);
    head.bytes
}

#[derive(Default)]
struct Head {
    bytes: Vec<u8>,
}

impl Head {
    fn number(&mut self, number: u32) {
        self.bytes.extend(number.to_le_bytes());
    }

    fn long(&mut self, number: u64) {
        self.bytes.extend(number.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.long(text.len() as u64);
        self.bytes.extend(text.as_bytes());
    }

    fn list(&mut self, kind: u32, length: usize) {
        self.number(9);
        self.number(kind);
        self.long(length as u64);
    }

    /// The number of the kind, then the value.
    fn value(&mut self, value: &Value) {
        match value {
            Value::U32(number) => {
                self.number(4);
                self.number(*number);
            }
            Value::F32(number) => {
                self.number(6);
                self.number(number.to_bits());
            }
            Value::Bool(yes) => {
                self.number(7);
                self.bytes.push(u8::from(*yes));
            }
            Value::Text(text) => {
                self.number(8);
                self.text(text);
            }
            Value::Texts(texts) => {
                self.list(8, texts.len());
                texts.iter().for_each(|text| self.text(text));
            }
            Value::I32s(numbers) => {
                self.list(5, numbers.len());
                self.bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            }
        }
    }
}
