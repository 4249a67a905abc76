//! Files of every kind come in as the sound that they hold, or say what is wrong with them.

#![allow(clippy::unwrap_used, reason = "what fails here fails a test")]

use std::f64::consts::TAU;
use std::path::{Path, PathBuf};
use std::time::Duration;

use aloud::audio::{Format, decibels, rms};
use aloud::capture::wav::FileSource;
use aloud::capture::{Block, Flow, Source};
use aloud::clock::Clock;
use aloud::command::Pace;
use aloud::error::{Error, ErrorKind};
use aloud::resample::Resampler;
use hound::{SampleFormat, WavSpec, WavWriter};
use tempfile::TempDir;

/// Everything in the file, as one block.
fn read(path: &Path) -> Result<Block, Error> {
    let mut source = FileSource::open(path, Pace::Fast, Clock::manual())?;
    let mut all = Block::default();
    while source.read(&mut all)? != Flow::Ended {}
    assert_eq!(source.read(&mut all)?, Flow::Ended, "the end is for good");
    Ok(all)
}

fn mono(block: &Block) -> Vec<f32> {
    let mut resampler = Resampler::new(block.format.unwrap()).unwrap();
    let mut out = Vec::new();
    resampler.push(&block.samples, &mut out);
    resampler.flush(&mut out);
    out
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/audio").join(name)
}

/// Level of one frequency in 16 kHz mono, in dB of full scale.
fn level_of(hz: f64, samples: &[f32]) -> f32 {
    let angle = |i: usize| TAU * hz * i as f64 / 16_000.0;
    let sum = |wave: fn(f64) -> f64| {
        let products = samples.iter().enumerate().map(|(i, &s)| f64::from(s) * wave(angle(i)));
        2.0 * products.sum::<f64>() / samples.len() as f64
    };
    decibels(sum(f64::sin).hypot(sum(f64::cos)) as f32)
}

fn sample(frame: usize, rate: u32) -> f32 {
    (0.5 * (TAU * 440.0 * frame as f64 / f64::from(rate)).sin()) as f32
}

/// A second of the tone as hound writes it, on the channels with a gain.
fn write(path: &Path, spec: WavSpec, gains: &[f32]) {
    let mut writer = WavWriter::create(path, spec).unwrap();
    for frame in 0..spec.sample_rate as usize {
        for gain in gains {
            let value = gain * sample(frame, spec.sample_rate);
            match spec.sample_format {
                SampleFormat::Float => writer.write_sample(value).unwrap(),
                SampleFormat::Int => {
                    let scale = (1_i64 << (spec.bits_per_sample - 1)) as f32;
                    writer.write_sample((value * scale) as i32).unwrap();
                }
            }
        }
    }
    writer.finalize().unwrap();
}

/// A wav file from its parts; the sizes in its header are as given.
fn raw(format: u16, spec: (u16, u32, u16), data: &[u8], claimed: u32) -> Vec<u8> {
    let (channels, rate, bits) = spec;
    let frame = channels * bits / 8;
    let mut file = b"RIFF".to_vec();
    file.extend((claimed.saturating_add(36)).to_le_bytes());
    file.extend(b"WAVEfmt \x10\0\0\0");
    file.extend(format.to_le_bytes());
    file.extend(channels.to_le_bytes());
    file.extend(rate.to_le_bytes());
    file.extend((rate * u32::from(frame)).to_le_bytes());
    file.extend(frame.to_le_bytes());
    file.extend(bits.to_le_bytes());
    file.extend(b"data");
    file.extend(claimed.to_le_bytes());
    file.extend(data);
    file
}

fn saved(dir: &TempDir, name: &str, bytes: &[u8]) -> PathBuf {
    let path = dir.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn every_common_kind_of_file_is_read() {
    for name in [
        "tone.mp3",
        "tone.ogg",
        "tone.opus",
        "tone.m4a",
        "tone.webm",
        "tone.mkv",
        "tone-alac.m4a",
        "tone.flac",
        "tone.aiff",
        "tone.caf",
        "tone-adpcm.wav",
        "tone-alaw.wav",
    ] {
        let samples = mono(&read(&fixture(name)).unwrap());
        let ms = samples.len() as i64 / 16;
        assert!((990..=1_080).contains(&ms), "{name} lasts {ms} ms");
        let middle = &samples[4_000..12_000];
        let (all, tone) = (decibels(rms(middle)), level_of(440.0, middle) - 3.01);
        assert!((tone + 9.03).abs() < 0.6, "{name}: the tone is at {tone} dB");
        assert!((all - tone).abs() < 0.2, "{name}: {all} dB in all, {tone} dB of tone");
    }
}

#[test]
fn wav_of_every_width_rate_and_channel_count_holds_the_same_sound() {
    let dir = TempDir::new().unwrap();
    let widths = [(8, SampleFormat::Int), (16, SampleFormat::Int), (24, SampleFormat::Int)];
    let wide = [(32, SampleFormat::Int), (32, SampleFormat::Float)];
    for (bits_per_sample, sample_format) in widths.into_iter().chain(wide) {
        for sample_rate in [8_000, 16_000, 22_050, 44_100, 48_000, 96_000, 192_000] {
            for gains in [&[1.0][..], &[1.0, 0.0], &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]] {
                let channels = gains.len() as u16;
                let path = dir.path().join("tone.wav");
                write(
                    &path,
                    WavSpec { channels, sample_rate, bits_per_sample, sample_format },
                    gains,
                );
                let block = read(&path).unwrap();
                assert_eq!(block.format, Some(Format { rate: sample_rate, channels }));
                assert_eq!(block.samples.len(), sample_rate as usize * gains.len());
                let samples = mono(&block);
                let what = format!("{bits_per_sample} bits, {sample_rate} Hz, {channels} channels");
                assert_eq!(samples.len(), 16_000, "{what}");
                let worst = (1_000..15_000)
                    .map(|i| (samples[i] - sample(i, 16_000)).abs())
                    .fold(0.0, f32::max);
                assert!(
                    worst < if bits_per_sample == 8 { 0.012 } else { 0.002 },
                    "{what}: {worst}"
                );
            }
        }
    }
}

#[test]
fn doubles_are_read_and_what_is_no_number_is_silence() {
    let dir = TempDir::new().unwrap();
    let values = [0.25, f64::NAN, f64::INFINITY, -0.5];
    let data: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    let path = saved(&dir, "f64.wav", &raw(3, (1, 16_000, 64), &data, data.len() as u32));
    assert_eq!(read(&path).unwrap().samples, [0.25, 0.0, 0.0, -0.5]);
    let data: Vec<u8> = [f32::NAN, 0.5].iter().flat_map(|value| value.to_le_bytes()).collect();
    let path = saved(&dir, "f32.wav", &raw(3, (1, 16_000, 32), &data, data.len() as u32));
    assert_eq!(read(&path).unwrap().samples, [0.0, 0.5]);
}

#[test]
fn a_file_that_breaks_off_gives_what_it_has() {
    let dir = TempDir::new().unwrap();
    let data: Vec<u8> = (0..8_000_i16).flat_map(i16::to_le_bytes).collect();
    for claimed in [data.len() as u32 * 4, 0x7fff_f000, u32::MAX] {
        let file = raw(1, (1, 16_000, 16), &data, claimed);
        let block = read(&saved(&dir, "cut.wav", &file)).unwrap();
        assert_eq!(block.samples.len(), 8_000, "{claimed} bytes claimed");
    }
    let odd = raw(1, (2, 16_000, 16), &data[..4_003], 16_000);
    let block = read(&saved(&dir, "odd.wav", &odd)).unwrap();
    assert_eq!(block.samples.len(), 2_000, "whole frames only");
    for name in ["tone.mp3", "tone.flac"] {
        let whole = std::fs::read(fixture(name)).unwrap();
        let path = saved(&dir, name, &whole[..whole.len() * 7 / 10]);
        let samples = mono(&read(&path).unwrap());
        assert!(samples.len() > 4_000, "{name}: {} samples", samples.len());
    }
}

#[test]
fn what_cannot_be_read_says_so() {
    let dir = TempDir::new().unwrap();
    let text = "This is a letter, and nobody reads it out. ".repeat(50);
    let m4a = std::fs::read(fixture("tone.m4a")).unwrap();
    let cases = [
        (saved(&dir, "empty.wav", b""), "it is empty"),
        (saved(&dir, "letter.wav", text.as_bytes()), "it cannot be read as wav"),
        (saved(&dir, "letter.mp3", text.as_bytes()), "it cannot be read as wav"),
        (saved(&dir, "header.wav", &raw(1, (1, 16_000, 16), &[], 0)), "it holds no sound"),
        (saved(&dir, "none.wav", &raw(1, (0, 16_000, 16), &[0; 64], 64)), "it"),
        (saved(&dir, "odd.wav", &raw(0x1234, (1, 16_000, 16), &[0; 64], 64)), "it"),
        (saved(&dir, "still.wav", &raw(1, (1, 0, 16), &[0; 64], 64)), "it"),
        (saved(&dir, "cut.m4a", &m4a[..m4a.len() / 2]), "it"),
        (dir.path().to_path_buf(), "it is a folder"),
    ];
    for (path, problem) in cases {
        let error = read(&path).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::File, "{error}");
        assert!(error.to_string().contains(problem), "{error}");
    }
    let missing = read(&dir.path().join("missing.wav")).unwrap_err();
    assert_eq!(missing.kind(), ErrorKind::Io, "{missing}");
}

#[test]
fn in_real_time_samples_come_when_they_are_due() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("tone.wav");
    let (bits_per_sample, sample_format) = (16, SampleFormat::Int);
    write(
        &path,
        WavSpec { channels: 2, sample_rate: 44_100, bits_per_sample, sample_format },
        &[1.0; 2],
    );
    let clock = Clock::manual();
    clock.advance(Duration::from_secs(5));
    let mut source = FileSource::open(&path, Pace::Realtime, clock.clone()).unwrap();
    assert!(source.is_live());
    assert_eq!(source.duration_ms(), Some(1_000));
    let mut heard = 0;
    for step in 0..100 {
        let mut block = Block::default();
        while source.read(&mut block).unwrap() == Flow::More {}
        heard += block.samples.len() / 2;
        assert_eq!(heard, step * 441, "after {step} times 10 ms");
        clock.advance(Duration::from_millis(10));
    }
    let mut rest = Block::default();
    while source.read(&mut rest).unwrap() != Flow::Ended {}
    assert_eq!(heard + rest.samples.len() / 2, 44_100);
}

#[test]
fn sound_of_one_format_is_handed_over_before_the_next() {
    let mut source = FileSource::open(&fixture("tone.flac"), Pace::Fast, Clock::manual()).unwrap();
    assert_eq!(source.name(), "tone.flac");
    let other = Block { format: Some(Format { rate: 8_000, channels: 1 }), samples: vec![0.5] };
    let mut block = other.clone();
    assert_eq!(source.read(&mut block).unwrap(), Flow::More);
    assert_eq!((block.format, &block.samples), (other.format, &other.samples));
    block.samples.clear();
    source.read(&mut block).unwrap();
    assert_eq!(block.format, Some(Format { rate: 16_000, channels: 1 }));
}

#[test]
fn three_hours_are_read_in_constant_memory() {
    let dir = TempDir::new().unwrap();
    let bytes = 3 * 3600 * 8_000;
    let path = saved(&dir, "long.wav", &raw(1, (1, 8_000, 8), &[], bytes));
    std::fs::File::options()
        .write(true)
        .open(&path)
        .unwrap()
        .set_len(44 + u64::from(bytes))
        .unwrap();
    let mut source = FileSource::open(&path, Pace::Fast, Clock::manual()).unwrap();
    assert_eq!(source.duration_ms(), Some(3 * 3600 * 1000));
    let (mut block, mut frames, mut most) = (Block::default(), 0, 0);
    while source.read(&mut block).unwrap() != Flow::Ended {
        frames += block.samples.len();
        most = most.max(block.samples.len());
        block.samples.clear();
    }
    assert_eq!(frames, bytes as usize);
    assert!(most < 100_000, "a block of {most} samples");
}

/// A wav file whose header says so many channels and samples a second.
fn header_of(channels: u16, rate: u32) -> Vec<u8> {
    let data = [0x12_u8; 4_000];
    let mut wav = b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0".to_vec();
    wav.extend(channels.to_le_bytes());
    wav.extend(rate.to_le_bytes());
    wav.extend(rate.wrapping_mul(2 * u32::from(channels)).to_le_bytes());
    wav.extend(channels.wrapping_mul(2).to_le_bytes());
    wav.extend(16_u16.to_le_bytes());
    wav.extend(b"data");
    wav.extend((data.len() as u32).to_le_bytes());
    wav.extend(data);
    let size = (wav.len() - 8) as u32;
    wav[4..8].copy_from_slice(&size.to_le_bytes());
    wav
}

/// With such numbers a damaged header would cost minutes and all of the memory, or the program.
#[test]
fn a_header_that_nothing_records_is_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("odd.wav");
    for (channels, rate) in [(1, u32::MAX), (1, 1), (1, 0), (0, 16_000), (u16::MAX, 16_000)] {
        std::fs::write(&path, header_of(channels, rate)).unwrap();
        let opened = FileSource::open(&path, Pace::Fast, Clock::real());
        let kind = opened.map(|_| ()).map_err(|error| error.kind());
        assert_eq!(kind, Err(ErrorKind::File), "{channels} channels at {rate} Hz");
    }
    std::fs::write(&path, header_of(2, 44_100)).unwrap();
    assert!(FileSource::open(&path, Pace::Fast, Clock::real()).is_ok());
}
