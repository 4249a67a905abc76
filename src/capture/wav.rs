//! Sound from a file: wav and whatever else people have, decoded as it is needed.

use std::fs::File;
use std::io::Cursor;
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use symphonia::core::codecs::CodecParameters;
use symphonia::core::codecs::audio::{AudioDecoder, AudioDecoderOptions};
use symphonia::core::codecs::registry::CodecRegistry;
use symphonia::core::errors::Error as Trouble;
use symphonia::core::formats::probe::Hint;
use symphonia::core::formats::{FormatOptions, FormatReader, Track, TrackType};
use symphonia::core::io::{MediaSource, MediaSourceStream, MediaSourceStreamOptions};
use symphonia::core::meta::MetadataOptions;
use symphonia::core::packet::Packet;
use symphonia_adapter_libopus::OpusDecoder;

use super::{Block, Flow, Source};
use crate::audio::Format;
use crate::clock::{Clock, Moment};
use crate::command::Pace;
use crate::error::{Error, Result};

/// Damaged packets in a row after which the rest of a file is given up: about two seconds.
const DAMAGED_IN_A_ROW: u32 = 100;

/// What can be read, for the message about what cannot.
const KNOWN: &str = "wav, flac, mp3, ogg, opus, m4a, mp4, mkv, webm, aiff or caf";

/// An audio file, in constant memory however long it is.
pub struct FileSource {
    path: PathBuf,
    decoder: Decoder,
    duration_ms: Option<u64>,
    /// What is decoded and not handed out yet; never empty after opening, until the end.
    ready: Chunk,
    pacing: Pacing,
}

/// Some decoded sound in one format.
struct Chunk {
    format: Format,
    samples: Vec<f32>,
    /// How many of the samples were handed out.
    taken: usize,
}

/// When samples may be handed out.
enum Pacing {
    /// At once.
    Fast,
    /// When somebody who speaks now would have said them.
    Realtime {
        clock: Clock,
        /// When the first frame of the present format was due; none before the first read.
        since: Option<Moment>,
        /// Frames of this format that were handed out.
        frames: u64,
    },
}

/// Sample rates that are believed: the plan asks for 8 to 192 kHz, some files are made with
/// other ones.
const RATES: RangeInclusive<u32> = 2_000..=768_000;

/// Numbers of channels that are believed.
const CHANNELS: RangeInclusive<u16> = 1..=256;

/// A file must not be able to end the program: a parser that panics over one has met damage that
/// it does not know.
fn contained<T>(path: &Path, read: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(read))
        .unwrap_or_else(|_| Err(refusal(path, "it is damaged in a way that nothing can read")))
}

impl FileSource {
    /// Opens the file and decodes its beginning, so that what cannot be read is known now.
    /// [`Pace::Realtime`] counts from the first read.
    ///
    /// # Errors
    /// [`Error::Io`] when the file cannot be opened, [`Error::File`] when it holds no audio
    /// that can be read, with what is wrong.
    pub fn open(path: &Path, pace: Pace, clock: Clock) -> Result<Self> {
        Self::of(path, || Decoder::open(path), pace, clock)
    }

    /// The same from a file that is part of the program, under this name.
    ///
    /// # Errors
    /// As [`FileSource::open`].
    pub fn built_in(name: &str, bytes: &'static [u8], pace: Pace, clock: Clock) -> Result<Self> {
        let path = Path::new(name);
        Self::of(path, || Decoder::read(path, Box::new(Cursor::new(bytes))), pace, clock)
    }

    fn of(
        path: &Path,
        open: impl FnOnce() -> Result<Decoder>,
        pace: Pace,
        clock: Clock,
    ) -> Result<Self> {
        let mut decoder = contained(path, open)?;
        let Some(ready) = contained(path, || decoder.next())? else {
            return Err(decoder.refuse("it holds no sound, or its header says so"));
        };
        let pacing = match pace {
            Pace::Fast => Pacing::Fast,
            Pace::Realtime => Pacing::Realtime { clock, since: None, frames: 0 },
        };
        let duration_ms = decoder.duration_ms();
        Ok(Self { path: path.to_path_buf(), decoder, duration_ms, ready, pacing })
    }

    /// How long the file says that it is. A damaged one may end earlier.
    pub fn duration_ms(&self) -> Option<u64> {
        self.duration_ms
    }
}

impl Source for FileSource {
    fn read(&mut self, block: &mut Block) -> Result<Flow> {
        if self.ready.taken == self.ready.samples.len() {
            let decoder = &mut self.decoder;
            let Some(next) = contained(&self.path, || decoder.next())? else {
                return Ok(Flow::Ended);
            };
            if next.format != self.ready.format {
                self.pacing.change_format(self.ready.format.rate);
            }
            self.ready = next;
        }
        let format = self.ready.format;
        if !block.samples.is_empty() && block.format != Some(format) {
            return Ok(Flow::More);
        }
        block.format = Some(format);
        let left = &self.ready.samples[self.ready.taken..];
        let channels = usize::from(format.channels);
        let frames = self.pacing.take(left.len() / channels, format.rate);
        block.samples.extend_from_slice(&left[..frames * channels]);
        self.ready.taken += frames * channels;
        Ok(if frames == 0 { Flow::Waiting } else { Flow::More })
    }

    fn dropped_frames(&self) -> u64 {
        0
    }

    fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    fn is_live(&self) -> bool {
        matches!(self.pacing, Pacing::Realtime { .. })
    }
}

impl Pacing {
    /// How many of `ready` frames may be handed out now; they count as handed out.
    fn take(&mut self, ready: usize, rate: u32) -> usize {
        let Self::Realtime { clock, since, frames } = self else { return ready };
        let now = clock.now();
        let elapsed = now.since(*since.get_or_insert(now));
        let due = (elapsed.as_nanos() * u128::from(rate) / 1_000_000_000) as u64;
        let taken = due.saturating_sub(*frames).min(ready as u64);
        *frames += taken;
        taken as usize
    }

    /// Counts frames anew from the moment when the last one of the old format is over.
    fn change_format(&mut self, old_rate: u32) {
        if let Self::Realtime { since: Some(since), frames, .. } = self {
            *since =
                *since + std::time::Duration::from_secs_f64(*frames as f64 / f64::from(old_rate));
            *frames = 0;
        }
    }
}

/// Demultiplexer and decoder of one audio track.
struct Decoder {
    path: PathBuf,
    reader: Box<dyn FormatReader>,
    codec: Box<dyn AudioDecoder>,
    track: u32,
    /// Damaged packets since the last good one.
    damaged: u32,
}

impl Decoder {
    fn open(path: &Path) -> Result<Self> {
        let file = File::open(path).map_err(Error::io("read", path))?;
        let facts = file.metadata().map_err(Error::io("read", path))?;
        if facts.is_dir() {
            return Err(refusal(path, "it is a folder, not a file"));
        }
        if facts.is_file() && facts.len() == 0 {
            return Err(refusal(path, "it is empty"));
        }
        Self::read(path, Box::new(file))
    }

    fn read(path: &Path, bytes: Box<dyn MediaSource>) -> Result<Self> {
        let mut hint = Hint::new();
        if let Some(extension) = path.extension().and_then(|extension| extension.to_str()) {
            hint.with_extension(extension);
        }
        let stream = MediaSourceStream::new(bytes, MediaSourceStreamOptions::default());
        let (format, meta) = (FormatOptions::default(), MetadataOptions::default());
        let reader = symphonia::default::get_probe().probe(&hint, stream, format, meta).map_err(
            |trouble| refusal(path, &format!("it cannot be read as {KNOWN} ({trouble})")),
        )?;
        let (track, codec) = choose(path, reader.as_ref())?;
        Ok(Self { path: path.to_path_buf(), reader, codec, track, damaged: 0 })
    }

    fn duration_ms(&self) -> Option<u64> {
        let track = self.reader.tracks().iter().find(|track| track.id == self.track)?;
        let rate = audio(track)?.sample_rate?;
        match (track.num_frames, track.duration, track.time_base) {
            (Some(frames), ..) => Some(frames * 1000 / u64::from(rate)),
            (None, Some(duration), Some(base)) => {
                Some(base.calc_duration(duration)?.as_millis().max(0) as u64)
            }
            _ => None,
        }
    }

    /// The next sound, or none at the end. What cannot be decoded is left out.
    fn next(&mut self) -> Result<Option<Chunk>> {
        while let Some(packet) = self.packet()? {
            match self.codec.decode(&packet) {
                Ok(sound) if sound.frames() > 0 => {
                    let format = Format {
                        rate: sound.spec().rate(),
                        channels: sound.spec().channels().count() as u16,
                    };
                    let mut samples = Vec::new();
                    sound.copy_to_vec_interleaved(&mut samples);
                    silence_nonsense(&mut samples);
                    self.damaged = 0;
                    self.check(format)?;
                    return Ok(Some(Chunk { format, samples, taken: 0 }));
                }
                Ok(_) => {}
                Err(trouble) => {
                    self.damaged += 1;
                    if self.damaged >= DAMAGED_IN_A_ROW {
                        return Ok(self.give_up(&trouble));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Refuses what no recorder makes: with such numbers a damaged header would cost minutes
    /// and all of the memory.
    fn check(&self, format: Format) -> Result<()> {
        let Format { rate, channels } = format;
        if RATES.contains(&rate) && CHANNELS.contains(&channels) {
            return Ok(());
        }
        let says = format!("its header says {channels} channels and {rate} samples a second");
        Err(self.refuse(&format!("{says}, which nothing records")))
    }

    /// The next packet of the track, or none at the end of what can be read.
    fn packet(&mut self) -> Result<Option<Packet>> {
        loop {
            match self.reader.next_packet() {
                Ok(Some(packet)) if packet.track_id == self.track => return Ok(Some(packet)),
                Ok(Some(_)) => {}
                Ok(None) => return Ok(None),
                // A file that consists of several, one after the other.
                Err(Trouble::ResetRequired) => {
                    (self.track, self.codec) = choose(&self.path, self.reader.as_ref())?;
                }
                Err(trouble) => return Ok(self.give_up(&trouble)),
            }
        }
    }

    /// The end of a file that breaks off or is damaged: what came before is used.
    fn give_up<T>(&self, trouble: &Trouble) -> Option<T> {
        let file = self.path.display();
        tracing::warn!(%file, %trouble, "the file breaks off; what came before is used");
        None
    }

    fn refuse(&self, problem: &str) -> Error {
        refusal(&self.path, problem)
    }
}

/// The audio track to listen to, with its decoder.
fn choose(path: &Path, reader: &dyn FormatReader) -> Result<(u32, Box<dyn AudioDecoder>)> {
    let track = reader.default_track(TrackType::Audio);
    let Some((track, parameters)) = track.and_then(|track| Some((track, audio(track)?))) else {
        return Err(refusal(path, "it has no audio track that can be read"));
    };
    if parameters.channels.as_ref().is_some_and(|channels| channels.count() == 0) {
        return Err(refusal(path, "it has no channels"));
    }
    let codec = CODECS
        .make_audio_decoder(parameters, &AudioDecoderOptions::default())
        .map_err(|trouble| refusal(path, &format!("its sound cannot be decoded ({trouble})")))?;
    Ok((track.id, codec))
}

fn audio(track: &Track) -> Option<&symphonia::core::codecs::audio::AudioCodecParameters> {
    track.codec_params.as_ref().and_then(CodecParameters::audio)
}

fn refusal(path: &Path, problem: &str) -> Error {
    Error::File { path: path.to_path_buf(), problem: problem.to_owned() }
}

fn silence_nonsense(samples: &mut [f32]) {
    for sample in samples.iter_mut().filter(|sample| !sample.is_finite()) {
        *sample = 0.0;
    }
}

/// All decoders of symphonia, and Opus, which it lacks and messengers record.
static CODECS: LazyLock<CodecRegistry> = LazyLock::new(|| {
    let mut registry = CodecRegistry::new();
    symphonia::default::register_enabled_codecs(&mut registry);
    registry.register_audio_decoder::<OpusDecoder>();
    registry
});
