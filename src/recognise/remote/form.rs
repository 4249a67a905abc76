//! What is sent: a form with the audio as a file. Pure.

use sha2::{Digest, Sha256};

use crate::audio::{RATE, to_i16};

/// Bytes of a sample.
const SAMPLE: u32 = 2;

/// A form, and how it is to be called.
#[derive(Debug)]
pub(super) struct Form {
    pub(super) content_type: String,
    pub(super) body: Vec<u8>,
}

impl Form {
    /// Of these fields, and 16 kHz mono samples under the name `file`.
    pub(super) fn of(fields: &[(&'static str, String)], audio: &[f32]) -> Self {
        let file = wav(audio);
        let boundary = boundary(fields, &file);
        let mut body = Vec::with_capacity(file.len() + 1024);
        for (name, value) in fields {
            let head = format!("Content-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}");
            body.extend_from_slice(format!("--{boundary}\r\n{head}\r\n").as_bytes());
        }
        // Some servers tell the kind of a file by the ending of its name alone.
        let head = "Content-Disposition: form-data; name=\"file\"; filename=\"speech.wav\"\r\n\
                    Content-Type: audio/wav";
        body.extend_from_slice(format!("--{boundary}\r\n{head}\r\n\r\n").as_bytes());
        body.extend_from_slice(&file);
        body.extend_from_slice(format!("\r\n--{boundary}--\r\n").as_bytes());
        Self { content_type: format!("multipart/form-data; boundary={boundary}"), body }
    }
}

/// What stands between the fields. It is made of all that they hold, so that it can hardly be found
/// in them.
fn boundary(fields: &[(&'static str, String)], file: &[u8]) -> String {
    let mut hash = Sha256::new();
    fields.iter().for_each(|(_, value)| hash.update(value));
    hash.update(file);
    let hash: String = hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    format!("aloud-{hash}")
}

/// A WAV file of 16 kHz mono samples of 16 bits. What is too loud is clipped.
fn wav(audio: &[f32]) -> Vec<u8> {
    // A piece has seconds, and a part of a recording minutes: both are far from what a header holds.
    let bytes = audio.len() as u32 * SAMPLE;
    let mut file = Vec::with_capacity(bytes as usize + 44);
    file.extend_from_slice(b"RIFF");
    file.extend_from_slice(&(bytes + 36).to_le_bytes());
    file.extend_from_slice(b"WAVEfmt ");
    file.extend_from_slice(&16_u32.to_le_bytes());
    for format in [1_u16, 1] {
        file.extend_from_slice(&format.to_le_bytes());
    }
    file.extend_from_slice(&RATE.to_le_bytes());
    file.extend_from_slice(&(RATE * SAMPLE).to_le_bytes());
    for format in [SAMPLE as u16, SAMPLE as u16 * 8] {
        file.extend_from_slice(&format.to_le_bytes());
    }
    file.extend_from_slice(b"data");
    file.extend_from_slice(&bytes.to_le_bytes());
    audio.iter().for_each(|sample| file.extend_from_slice(&to_i16(*sample).to_le_bytes()));
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_what_a_reader_of_somebody_else_takes_it_for() {
        let audio = [0.0, 0.5, -1.0, 2.0];
        let reader = hound::WavReader::new(std::io::Cursor::new(wav(&audio))).unwrap();
        let spec = reader.spec();
        assert_eq!((spec.sample_rate, spec.channels, spec.bits_per_sample), (16_000, 1, 16));
        let samples: Vec<i16> = reader.into_samples().map(Result::unwrap).collect();
        assert_eq!(samples, [0, 16_384, i16::MIN, i16::MAX]);
    }

    #[test]
    fn fields_and_file_stand_between_boundaries_that_are_in_none_of_them() {
        let form = Form::of(&[("model", "a\r\n--b".to_owned())], &[0.0]);
        let boundary = form.content_type.split_once("boundary=").unwrap().1;
        let text = String::from_utf8_lossy(&form.body);
        assert_eq!(text.matches(boundary).count(), 3);
        assert!(text.starts_with(&format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\na\r\n--b\r\n--"
        )));
        assert!(text.ends_with(&format!("\r\n--{boundary}--\r\n")));
    }
}
