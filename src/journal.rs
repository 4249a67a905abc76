//! Audio is on disk before it is recognised: one file a take, from its first sample on.
//!
//! The recogniser reads from here, so a backlog is a range of samples and not a queue. A take
//! that ended well leaves nothing behind; one that was cut off, cancelled, broken or failed is
//! kept for a day and can be turned into text by `aloud takes recover`.

mod log;
pub mod stored;

use std::collections::VecDeque;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::audio::{Span, from_i16, samples, to_i16};
use crate::error::{Error, Result};
use log::Log;
pub use log::{Ending, Mark, Opening};

/// How much audio is collected before it is written: what a crash can cost at most, twice over
/// with the time that the disk takes.
const RECORD: usize = samples(500) as usize;

/// The audio of one take, written by the pipeline and read by the recogniser.
#[derive(Debug)]
pub struct Journal {
    tape: Mutex<Tape>,
}

#[derive(Debug)]
struct Tape {
    log: Option<Log<File>>,
    path: Option<PathBuf>,
    syncer: Option<Syncer>,
    /// Samples from `from` on that are not in the file: the newest, or all when there is none.
    loose: VecDeque<i16>,
    from: u64,
}

impl Journal {
    /// A journal in a new file in this folder, locked as long as it lives.
    ///
    /// # Errors
    /// When the file cannot be made; [`Journal::memory`] then takes its place.
    pub fn create(folder: &Path, name: &str, opening: &Opening, syncer: &Syncer) -> Result<Self> {
        let path = folder.join(format!("{name}.{}", stored::EXTENSION));
        make_folder(folder)?;
        let file = create_private(&path)?;
        file.lock().map_err(Error::io("lock", &path))?;
        let log = Log::begin(file, opening).map_err(Error::io("write", &path))?;
        Ok(Self::of(Some(log), Some(path), Some(syncer.clone())))
    }

    /// A journal that is lost with the process: for files, which are on disk already, and for a
    /// disk that takes nothing.
    pub fn memory() -> Self {
        Self::of(None, None, None)
    }

    fn of(log: Option<Log<File>>, path: Option<PathBuf>, syncer: Option<Syncer>) -> Self {
        let tape = Tape { log, path, syncer, loose: VecDeque::new(), from: 0 };
        Self { tape: Mutex::new(tape) }
    }

    /// Adds samples at the end of the take.
    ///
    /// # Errors
    /// Once, when the disk stops taking them. They are kept in memory from then on.
    pub fn append(&self, samples: &[f32]) -> Result<()> {
        let mut tape = self.tape();
        tape.loose.extend(samples.iter().map(|sample| to_i16(*sample)));
        if tape.loose.len() >= RECORD { tape.write() } else { Ok(()) }
    }

    /// Writes what has been collected, at the end of a take.
    ///
    /// # Errors
    /// As [`Journal::append`].
    pub fn flush(&self) -> Result<()> {
        self.tape().write()
    }

    /// How many samples the take has so far.
    pub fn len(&self) -> u64 {
        let tape = self.tape();
        tape.from + tape.loose.len() as u64
    }

    /// Whether nothing was heard yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The samples of these spans, one after the other.
    ///
    /// # Errors
    /// When the file cannot be read any more, or the samples were forgotten.
    pub fn read(&self, spans: &[Span]) -> Result<Vec<f32>> {
        let mut tape = self.tape();
        let mut out = Vec::with_capacity(spans.iter().map(|span| span.len() as usize).sum());
        for span in spans {
            tape.read(*span, &mut out)?;
        }
        Ok(out)
    }

    /// How many samples are only in memory.
    pub fn loose(&self) -> u64 {
        self.tape().loose.len() as u64
    }

    /// Forgets samples before this one if they are only in memory: they have been recognised.
    pub fn forget(&self, before: u64) {
        let mut tape = self.tape();
        if tape.log.is_none() {
            let count = before.saturating_sub(tape.from).min(tape.loose.len() as u64);
            tape.loose.drain(..count as usize);
            tape.from += count;
        }
    }

    /// Notes what was delivered.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn mark(&self, mark: &Mark) -> Result<()> {
        self.tape().mark(mark)
    }

    /// Ends the journal: one whose text was delivered whole goes, any other is kept for a day.
    ///
    /// # Errors
    /// When the disk does not take it; the file then counts as cut off, and is kept.
    pub fn end(&self, ending: Ending) -> Result<()> {
        let mut tape = self.tape();
        if ending == Ending::Delivered {
            return tape.remove();
        }
        let written = tape.write();
        tape.mark(&Mark::Ended(ending)).and(written)
    }

    fn tape(&self) -> MutexGuard<'_, Tape> {
        // A panic elsewhere leaves the tape as whole as a full disk would.
        self.tape.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tape {
    fn write(&mut self) -> Result<()> {
        let Some(log) = self.log.as_mut().filter(|log| log.is_open()) else { return Ok(()) };
        if self.loose.is_empty() {
            return Ok(());
        }
        match log.audio(self.loose.make_contiguous()) {
            Ok(()) => {
                self.from += self.loose.len() as u64;
                self.loose.clear();
                self.sync();
                Ok(())
            }
            Err(source) => Err(self.give_up(source)),
        }
    }

    /// The file stays as far as it is whole; what follows is kept in memory.
    fn give_up(&mut self, source: std::io::Error) -> Error {
        let path = self.path.clone().unwrap_or_default();
        if let Some(log) = &mut self.log {
            log.close();
        }
        Error::Io { action: "write", path, source }
    }

    fn read(&mut self, span: Span, out: &mut Vec<f32>) -> Result<()> {
        if let Some(log) = &mut self.log {
            let end = span.end.min(self.from);
            let path = self.path.as_deref().unwrap_or(Path::new(""));
            log.read(Span::new(span.start, end), out).map_err(Error::io("read", path))?;
        } else if span.start < self.from {
            return Err(Error::Usage("audio was read that had been recognised before".to_owned()));
        }
        let start = span.start.max(self.from) - self.from;
        let end = span.end.max(self.from) - self.from;
        let loose = self.loose.range(start as usize..(end as usize).min(self.loose.len()));
        out.extend(loose.map(|sample| from_i16(*sample)));
        Ok(())
    }

    fn mark(&mut self, mark: &Mark) -> Result<()> {
        let Some(log) = &mut self.log else { return Ok(()) };
        let path = self.path.as_deref().unwrap_or(Path::new(""));
        log.mark(mark).map_err(Error::io("write", path))?;
        self.sync();
        Ok(())
    }

    fn sync(&self) {
        if let (Some(log), Some(syncer)) = (&self.log, &self.syncer)
            && let Ok(file) = log.file().try_clone()
        {
            syncer.sync(file);
        }
    }

    fn remove(&mut self) -> Result<()> {
        self.log = None;
        match self.path.take() {
            Some(path) => std::fs::remove_file(&path).map_err(Error::io("remove", &path)),
            None => Ok(()),
        }
    }
}

impl Drop for Tape {
    fn drop(&mut self) {
        // Who ends in the middle of a take, and has the time, leaves all of it behind.
        if let Err(error) = self.write() {
            tracing::warn!("{error}");
        }
        if let Some(log) = &self.log {
            // A copy of the file that still waits to be synced would hold the lock.
            let _ = log.file().unlock();
        }
    }
}

/// Brings written records to the disk itself, on a thread of its own: a slow disk must not hold
/// up the pipeline.
#[derive(Clone, Debug)]
pub struct Syncer {
    files: SyncSender<File>,
}

impl Syncer {
    /// A syncer whose thread ends with its last clone.
    pub fn spawn() -> Self {
        // While the disk is busy, one file waits; the next sync covers what came meanwhile.
        let (files, waiting) = sync_channel(1);
        let thread = std::thread::Builder::new().name("journal-sync".to_owned());
        if let Err(error) = thread.spawn(move || sync_all(&waiting)) {
            tracing::warn!(%error, "no thread to sync takes; the system will write them in its time");
        }
        Self { files }
    }

    fn sync(&self, file: File) {
        // A full channel means that a sync of newer data is already due.
        let _ = self.files.try_send(file);
    }
}

fn sync_all(files: &Receiver<File>) {
    for file in files {
        if let Err(error) = file.sync_data() {
            tracing::warn!(%error, "a take could not be synced to the disk");
        }
    }
}

/// Takes are as private as what was said.
fn make_folder(folder: &Path) -> Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(Error::io("create", folder))
}

fn create_private(path: &Path) -> Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map_err(Error::io("create", path))
}

#[cfg(test)]
mod tests;
