//! The file format of a take: records that can be read up to the last whole one.
//!
//! After eight bytes that name the format come records of
//! `kind: u8, length: u32, checksum: u32 (CRC-32 of the payload), payload`, little-endian.
//! Audio payloads are 16 kHz mono s16; the others are JSON.

use std::io::{self, Read, Seek, SeekFrom, Write};

use serde::{Deserialize, Serialize};

use crate::audio::{Span, from_i16};

/// Names the format and its version.
const MAGIC: &[u8; 8] = b"ALOUDTK1";

/// A payload is never longer: audio is written each half second, a mark is the text of a piece.
/// A length above it means that the file is damaged from here on.
const LONGEST: u32 = 1 << 22;

const HEADER: usize = 9;
const OPENING: u8 = b'O';
const AUDIO: u8 = b'A';
const MARK: u8 = b'M';

/// What is known when a take begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// When it began, in milliseconds since 1970.
    pub started_unix_ms: u64,
    /// What was listened to, by name.
    pub source: String,
    /// The profile's name.
    pub profile: String,
}

/// What happened to a take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// Text was handed over.
    Delivered {
        /// The piece.
        piece: u32,
        /// Its text as delivered, with the space before it.
        text: String,
    },
    /// The take is over, and its audio is kept.
    Ended(Ending),
}

/// How a take ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// All of its text was delivered.
    Delivered,
    /// The person cancelled it.
    Cancelled,
    /// The model broke off in some piece.
    Partial,
    /// Some piece could not be recognised or delivered.
    Failed,
}

/// An open file of a take.
#[derive(Debug)]
pub(super) struct Log<F> {
    file: F,
    /// Where each audio record begins: its first sample and the place of its payload.
    index: Vec<(u64, u64)>,
    samples: u64,
    end: u64,
    open: bool,
}

impl<F: Read + Write + Seek> Log<F> {
    /// Begins an empty file.
    pub(super) fn begin(mut file: F, opening: &Opening) -> io::Result<Self> {
        file.write_all(MAGIC)?;
        let end = MAGIC.len() as u64;
        let mut log = Self { file, index: Vec::new(), samples: 0, end, open: true };
        log.record(OPENING, &serde_json::to_vec(opening)?)?;
        Ok(log)
    }

    /// Appends samples.
    pub(super) fn audio(&mut self, samples: &[i16]) -> io::Result<()> {
        let payload: Vec<u8> = samples.iter().flat_map(|sample| sample.to_le_bytes()).collect();
        let place = self.end + HEADER as u64;
        self.record(AUDIO, &payload)?;
        self.index.push((self.samples, place));
        self.samples += samples.len() as u64;
        Ok(())
    }

    /// Appends a mark.
    pub(super) fn mark(&mut self, mark: &Mark) -> io::Result<()> {
        if self.open { self.record(MARK, &serde_json::to_vec(mark)?) } else { Ok(()) }
    }

    /// Writes nothing more; reading goes on.
    pub(super) fn close(&mut self) {
        self.open = false;
    }

    /// Whether it is still written.
    pub(super) fn is_open(&self) -> bool {
        self.open
    }

    /// The samples of a span, as far as they are in the file.
    pub(super) fn read(&mut self, span: Span, out: &mut Vec<f32>) -> io::Result<()> {
        let first = self.index.partition_point(|(sample, _)| *sample <= span.start);
        for at in first.saturating_sub(1)..self.index.len() {
            let (start, place) = self.index[at];
            let end = self.index.get(at + 1).map_or(self.samples, |next| next.0);
            let part = Span::new(span.start.max(start), span.end.min(end));
            if part.is_empty() {
                break;
            }
            let mut bytes = vec![0; 2 * part.len() as usize];
            self.file.seek(SeekFrom::Start(place + 2 * (part.start - start)))?;
            self.file.read_exact(&mut bytes)?;
            out.extend(bytes.as_chunks().0.iter().map(|two| from_i16(i16::from_le_bytes(*two))));
        }
        Ok(())
    }

    pub(super) fn file(&self) -> &F {
        &self.file
    }

    fn record(&mut self, kind: u8, payload: &[u8]) -> io::Result<()> {
        let mut record = Vec::with_capacity(HEADER + payload.len());
        record.push(kind);
        record.extend((payload.len() as u32).to_le_bytes());
        record.extend(crc32fast::hash(payload).to_le_bytes());
        record.extend(payload);
        // What an earlier, failed write left behind is overwritten.
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(&record)?;
        self.end += record.len() as u64;
        Ok(())
    }
}

/// What a file holds, up to its last whole record.
#[derive(Debug, Default)]
pub(super) struct Contents {
    pub(super) opening: Opening,
    pub(super) samples: u64,
    pub(super) marks: Vec<Mark>,
}

impl Contents {
    /// Looks through a whole file.
    pub(super) fn of(file: impl Read) -> io::Result<Self> {
        let mut contents = Self::default();
        for record in Records::of(file)? {
            match record? {
                Record::Opening(opening) => contents.opening = opening,
                Record::Audio(samples) => contents.samples += samples.len() as u64,
                Record::Mark(mark) => contents.marks.push(mark),
                Record::Unknown => {}
            }
        }
        Ok(contents)
    }
}

/// One record of a file.
#[derive(Debug)]
pub(super) enum Record {
    Opening(Opening),
    Audio(Vec<i16>),
    Mark(Mark),
    /// A later version may know more kinds.
    Unknown,
}

/// The records of a file, up to the first that is not whole: nothing after it was ever
/// confirmed.
#[derive(Debug)]
pub(super) struct Records<R>(R);

impl<R: Read> Records<R> {
    pub(super) fn of(mut file: R) -> io::Result<Self> {
        let mut magic = [0; 8];
        file.read_exact(&mut magic)?;
        if &magic == MAGIC {
            Ok(Self(file))
        } else {
            Err(io::Error::new(io::ErrorKind::InvalidData, "this is not a take"))
        }
    }

    fn next_payload(&mut self) -> io::Result<Option<(u8, Vec<u8>)>> {
        let mut header = [0; HEADER];
        if !fill(&mut self.0, &mut header)? {
            return Ok(None);
        }
        let [kind, l0, l1, l2, l3, c0, c1, c2, c3] = header;
        let length = u32::from_le_bytes([l0, l1, l2, l3]);
        if length > LONGEST {
            return Ok(None);
        }
        let mut payload = vec![0; length as usize];
        let whole = fill(&mut self.0, &mut payload)?
            && crc32fast::hash(&payload) == u32::from_le_bytes([c0, c1, c2, c3]);
        Ok(whole.then_some((kind, payload)))
    }
}

impl<R: Read> Iterator for Records<R> {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<Self::Item> {
        let (kind, payload) = match self.next_payload() {
            Ok(found) => found?,
            Err(error) => return Some(Err(error)),
        };
        Some(Ok(match kind {
            OPENING => serde_json::from_slice(&payload).map_or(Record::Unknown, Record::Opening),
            AUDIO => Record::Audio(
                payload.as_chunks().0.iter().map(|two| i16::from_le_bytes(*two)).collect(),
            ),
            MARK => serde_json::from_slice(&payload).map_or(Record::Unknown, Record::Mark),
            _ => Record::Unknown,
        }))
    }
}

/// Fills the buffer; false at the end of the file.
fn fill(file: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match file.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}
