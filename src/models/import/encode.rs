//! Numbers to the bytes of a tensor.

use half::f16;

use crate::models::fault::{Fault, damaged};
use crate::models::gguf::Storage;

/// Stores whole rows. The numbers of a damaged file are often not numbers at all, and would
/// make a model that hears nothing: they are refused.
pub(crate) fn encode(numbers: &[f32], storage: Storage) -> Result<Vec<u8>, Fault> {
    let largest = f16::MAX.to_f32();
    let is_sane = |number: &&f32| number.is_finite() && number.abs() <= largest;
    if let Some(number) = numbers.iter().find(|number| !is_sane(number)) {
        return Err(damaged(format!("it has a weight of {number}")));
    }
    Ok(match storage {
        Storage::F16 => {
            numbers.iter().flat_map(|number| f16::from_f32(*number).to_le_bytes()).collect()
        }
        Storage::Q8_0 => numbers.chunks(Storage::BLOCK).flat_map(block).collect(),
        _ => numbers.iter().flat_map(|number| number.to_le_bytes()).collect(),
    })
}

/// A scale in two bytes, then each number as a multiple of it in one.
fn block(numbers: &[f32]) -> [u8; 2 + Storage::BLOCK] {
    let largest = numbers.iter().fold(0.0_f32, |largest, number| largest.max(number.abs()));
    let scale = largest / 127.0;
    let inverse = if scale == 0.0 { 0.0 } else { 1.0 / scale };
    let mut bytes = [0; 2 + Storage::BLOCK];
    bytes[..2].copy_from_slice(&f16::from_f32(scale).to_le_bytes());
    for (byte, number) in bytes[2..].iter_mut().zip(numbers) {
        *byte = ((number * inverse).round() as i8).cast_unsigned();
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(bytes: &[u8]) -> Vec<f32> {
        let scale = f16::from_le_bytes([bytes[0], bytes[1]]).to_f32();
        bytes[2..].iter().map(|byte| f32::from(byte.cast_signed()) * scale).collect()
    }

    #[test]
    fn eight_bits_are_right_within_half_a_step() {
        let numbers: Vec<f32> = (0..32).map(|index| (index as f32 - 11.5) * 0.037).collect();
        let bytes = encode(&numbers, Storage::Q8_0).unwrap();
        assert_eq!(bytes.len(), 34);
        let step = 20.5 * 0.037 / 127.0;
        for (number, decoded) in numbers.iter().zip(decode(&bytes)) {
            assert!((number - decoded).abs() <= step * 0.51, "{number} {decoded}");
        }
    }

    #[test]
    fn zeros_stay_zeros() {
        assert_eq!(decode(&encode(&[0.0; 32], Storage::Q8_0).unwrap()), [0.0; 32]);
    }

    #[test]
    fn halves_and_floats_are_exact() {
        assert_eq!(encode(&[-0.5], Storage::F16).unwrap(), f16::from_f32(-0.5).to_le_bytes());
        assert_eq!(encode(&[0.1], Storage::F32).unwrap(), 0.1_f32.to_le_bytes());
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for number in [f32::NAN, f32::INFINITY, -1e9] {
            assert!(encode(&[0.0, number], Storage::F32).is_err());
        }
    }
}
