//! Takes a CTranslate2 `model.bin` apart: which variables there are, their shapes, and where in
//! the file their numbers lie. The numbers are read when they are written, a few rows at once.

use std::collections::BTreeMap;
use std::io::{Read, Seek, SeekFrom};

use half::{bf16, f16};

use crate::models::bytes::Bytes;
use crate::models::fault::{Fault, damaged};

/// No model here has a variable of more dimensions.
const MOST_DIMENSIONS: u8 = 8;

/// The variables of a model, by name.
#[derive(Debug)]
pub(crate) struct Model<R> {
    source: R,
    variables: BTreeMap<String, Variable>,
}

/// One variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Variable {
    /// Its dimensions, the length of a row last. None for a single number.
    pub(crate) shape: Vec<u64>,
    number: Number,
    offset: u64,
}

/// How numbers are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    F32,
    I8,
    I16,
    I32,
    F16,
    Bf16,
}

impl<R: Read + Seek> Model<R> {
    /// Reads the head of every variable in a source of `length` bytes.
    pub(crate) fn read(mut source: R, length: u64) -> Result<Self, Fault> {
        let mut bytes = Bytes::new(&mut source, length);
        let version = bytes.u32()?;
        if !(4..=6).contains(&version) {
            return Err(damaged(format!(
                "it is not a CTranslate2 model of version 4 to 6: its version is {version}"
            )));
        }
        let kind = name(&mut bytes)?;
        if kind != "WhisperSpec" {
            return Err(damaged(format!("it is a \"{kind}\", and only Whisper can be imported")));
        }
        let _revision = bytes.u32()?;
        let mut variables = BTreeMap::new();
        for _ in 0..bytes.u32()? {
            let name = name(&mut bytes)?;
            let variable = variable(&mut bytes, &name)?;
            variables.insert(name, variable);
        }
        add_aliases(&mut bytes, &mut variables)?;
        Ok(Self { source, variables })
    }

    /// The names of the variables.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.variables.keys().map(String::as_str)
    }

    /// A variable that must be there.
    pub(crate) fn variable(&self, name: &str) -> Result<&Variable, Fault> {
        self.variables.get(name).ok_or_else(|| damaged(format!("it lacks \"{name}\"")))
    }

    /// A single whole number, if it is there.
    pub(crate) fn scalar(&mut self, name: &str) -> Result<Option<i64>, Fault> {
        let is_there = self.variables.get(name).is_some_and(|variable| variable.count() == 1);
        Ok(if is_there { Some(self.rows(name, 0, 1)?[0] as i64) } else { None })
    }

    /// The numbers of `count` rows from row `first`. Stored in 8 or 16 bits they come with a
    /// scale, one for every row or one for all, that they are divided by.
    pub(crate) fn rows(&mut self, name: &str, first: u64, count: u64) -> Result<Vec<f32>, Fault> {
        let variable = self.variable(name)?.clone();
        let mut numbers = self.raw(&variable, first, count)?;
        let scale = format!("{name}_scale");
        if matches!(variable.number, Number::I8 | Number::I16)
            && self.variables.contains_key(&scale)
        {
            let scales = self.variable(&scale)?.clone();
            let (from, some) = if scales.count() == 1 { (0, 1) } else { (first, count) };
            if scales.count() != 1 && scales.count() != variable.row_count() {
                return Err(damaged(format!("\"{scale}\" does not fit \"{name}\"")));
            }
            let scales = self.raw(&scales, from, some)?;
            let row = variable.row_length() as usize;
            for (index, row) in numbers.chunks_mut(row.max(1)).enumerate() {
                let scale = scales[index.min(scales.len() - 1)];
                row.iter_mut().for_each(|number| *number /= scale);
            }
        }
        Ok(numbers)
    }

    fn raw(&mut self, variable: &Variable, first: u64, count: u64) -> Result<Vec<f32>, Fault> {
        let row = variable.row_length() * variable.number.bytes();
        self.source.seek(SeekFrom::Start(variable.offset + first * row))?;
        let mut bytes = vec![0; (count * row) as usize];
        self.source.read_exact(&mut bytes)?;
        Ok(variable.number.decode(&bytes))
    }
}

impl Variable {
    /// How many numbers it has.
    pub(crate) fn count(&self) -> u64 {
        self.shape.iter().product()
    }

    /// How many rows it has: its first dimension.
    pub(crate) fn row_count(&self) -> u64 {
        self.shape.first().copied().unwrap_or(1)
    }

    /// How many numbers a row has: the product of the other dimensions.
    pub(crate) fn row_length(&self) -> u64 {
        self.shape.iter().skip(1).product()
    }
}

impl Number {
    fn from_id(id: u8) -> Option<Self> {
        Some(match id {
            0 => Self::F32,
            1 => Self::I8,
            2 => Self::I16,
            3 => Self::I32,
            4 => Self::F16,
            5 => Self::Bf16,
            _ => return None,
        })
    }

    fn bytes(self) -> u64 {
        match self {
            Self::I8 => 1,
            Self::I16 | Self::F16 | Self::Bf16 => 2,
            Self::F32 | Self::I32 => 4,
        }
    }

    fn decode(self, bytes: &[u8]) -> Vec<f32> {
        let (ones, twos, fours) = (bytes, bytes.as_chunks().0, bytes.as_chunks().0);
        match self {
            Self::I8 => ones.iter().map(|byte| f32::from(byte.cast_signed())).collect(),
            Self::I16 => twos.iter().map(|two| f32::from(i16::from_le_bytes(*two))).collect(),
            Self::F16 => twos.iter().map(|two| f16::from_le_bytes(*two).to_f32()).collect(),
            Self::Bf16 => twos.iter().map(|two| bf16::from_le_bytes(*two).to_f32()).collect(),
            Self::F32 => fours.iter().map(|four| f32::from_le_bytes(*four)).collect(),
            Self::I32 => fours.iter().map(|four| i32::from_le_bytes(*four) as f32).collect(),
        }
    }
}

/// A name: its length with the zero at its end, then its bytes.
fn name(bytes: &mut Bytes<impl Read + Seek>) -> Result<String, Fault> {
    let length = bytes.u16()?;
    let name = bytes.take(length.into())?;
    let name = String::from_utf8(name).map_err(|_| damaged("it has a name that is no text"))?;
    Ok(name.trim_end_matches('\0').to_owned())
}

/// The head of a variable. Its numbers are passed over.
fn variable(bytes: &mut Bytes<impl Read + Seek>, name: &str) -> Result<Variable, Fault> {
    let rank = bytes.u8()?;
    if rank > MOST_DIMENSIONS {
        return Err(damaged(format!("\"{name}\" has {rank} dimensions")));
    }
    let shape = (0..rank).map(|_| bytes.u32().map(u64::from)).collect::<Result<Vec<_>, _>>()?;
    let id = bytes.u8()?;
    let Some(number) = Number::from_id(id) else {
        return Err(damaged(format!("\"{name}\" has numbers of the unknown kind {id}")));
    };
    let size = u64::from(bytes.u32()?);
    let needed = shape.iter().try_fold(number.bytes(), |size, dim| size.checked_mul(*dim));
    if needed != Some(size) || size == 0 {
        return Err(damaged(format!("\"{name}\" has {size} bytes, which is not its shape")));
    }
    let offset = bytes.at();
    bytes.skip(size)?;
    Ok(Variable { shape, number, offset })
}

/// Second names of variables, at the end of the file.
fn add_aliases(
    bytes: &mut Bytes<impl Read + Seek>,
    variables: &mut BTreeMap<String, Variable>,
) -> Result<(), Fault> {
    for _ in 0..bytes.u32()? {
        let (alias, original) = (name(bytes)?, name(bytes)?);
        let Some(variable) = variables.get(&original).cloned() else {
            return Err(damaged(format!(
                "\"{alias}\" stands for \"{original}\", which is not there"
            )));
        };
        variables.entry(alias).or_insert(variable);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    /// A file of these variables: name, shape, kind of number, bytes.
    fn file(variables: &[(&str, &[u32], u8, &[u8])]) -> Vec<u8> {
        let text = |text: &str| {
            let length = u16::try_from(text.len() + 1).unwrap().to_le_bytes();
            [&length[..], text.as_bytes(), &[0]].concat()
        };
        let mut file = 6_u32.to_le_bytes().to_vec();
        file.extend(text("WhisperSpec"));
        file.extend(3_u32.to_le_bytes());
        file.extend((variables.len() as u32).to_le_bytes());
        for (name, shape, kind, bytes) in variables {
            file.extend(text(name));
            file.push(shape.len() as u8);
            file.extend(shape.iter().flat_map(|dim| dim.to_le_bytes()));
            file.push(*kind);
            file.extend((bytes.len() as u32).to_le_bytes());
            file.extend(*bytes);
        }
        file.extend(1_u32.to_le_bytes());
        file.extend(text("second"));
        file.extend(text(variables[0].0));
        file
    }

    fn read(file: &[u8]) -> Result<Model<Cursor<&[u8]>>, Fault> {
        Model::read(Cursor::new(file), file.len() as u64)
    }

    #[test]
    fn numbers_of_every_kind_are_read() {
        let half = f16::from_f32(0.5).to_le_bytes();
        let brain = bf16::from_f32(-2.0).to_le_bytes();
        let real = 1.5_f32.to_le_bytes();
        let file = file(&[
            ("half", &[1], 4, &half),
            ("brain", &[1], 5, &brain),
            ("real", &[], 0, &real),
            ("whole", &[], 3, &[7, 0, 0, 0]),
        ]);
        let mut model = read(&file).unwrap();
        assert_eq!(model.rows("half", 0, 1).unwrap(), [0.5]);
        assert_eq!(model.rows("second", 0, 1).unwrap(), [0.5]);
        assert_eq!(model.rows("brain", 0, 1).unwrap(), [-2.0]);
        assert_eq!(model.rows("real", 0, 1).unwrap(), [1.5]);
        assert_eq!(model.scalar("whole").unwrap(), Some(7));
        assert_eq!(model.scalar("nothing").unwrap(), None);
    }

    #[test]
    fn eight_bits_are_divided_by_the_scale_of_their_row() {
        let scales = [2.0_f32, 4.0].map(f32::to_le_bytes).concat();
        let file = file(&[
            ("rows", &[2, 3], 1, &[2, 4, 254, 4, 8, 252]),
            ("rows_scale", &[2], 0, &scales),
            ("all", &[2], 2, &[10, 0, 246, 255]),
            ("all_scale", &[], 0, &10.0_f32.to_le_bytes()),
        ]);
        let mut model = read(&file).unwrap();
        assert_eq!(model.rows("rows", 0, 2).unwrap(), [1.0, 2.0, -1.0, 1.0, 2.0, -1.0]);
        assert_eq!(model.rows("rows", 1, 1).unwrap(), [1.0, 2.0, -1.0]);
        assert_eq!(model.rows("all", 0, 2).unwrap(), [1.0, -1.0]);
    }

    #[test]
    fn a_file_cut_anywhere_is_refused() {
        let file = file(&[("a", &[2, 2], 0, &[1; 16]), ("b", &[], 1, &[1])]);
        assert!((0..file.len()).all(|length| read(&file[..length]).is_err()));
        read(&file).unwrap();
    }

    #[test]
    fn a_shape_that_is_not_its_size_is_refused() {
        for shape in [&[3_u32, 2][..], &[0, u32::MAX, u32::MAX, u32::MAX], &[1; 9]] {
            assert!(read(&file(&[("a", shape, 0, &[1; 16])])).is_err(), "{shape:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_change_of_bytes_makes_it_panic(
            changes in proptest::collection::vec((0_usize..200, proptest::num::u8::ANY), 1..8),
        ) {
            let mut file = file(&[("a", &[2, 2], 1, &[1; 4]), ("a_scale", &[2], 4, &[1; 4])]);
            let length = file.len();
            changes.iter().for_each(|(place, byte)| file[place % length] = *byte);
            if let Ok(mut model) = read(&file) {
                let names: Vec<_> = model.names().map(str::to_owned).collect();
                for name in names {
                    let rows = model.variable(&name).unwrap().row_count();
                    let _ = model.rows(&name, 0, rows);
                    let _ = model.scalar(&name);
                }
            }
        }
    }
}
