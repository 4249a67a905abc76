//! Fetches the file of a model, and keeps it only if it is the right one.
//!
//! What is there is continued. A server that gives nothing for a while is left, asked again a few
//! times and then given up; the next source is asked meanwhile. Every file is hashed, whatever
//! source it is from: against the catalogue, else against what the source lists for it.

mod part;
mod patience;
mod reply;
mod transfer;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use self::part::Part;
use self::patience::{Attempt, Next, Patience};
use self::transfer::{Broken, Transfer, host, is_address};
use crate::error::{Error, Result};

/// Left free on the disk, for what else is written there.
const SPARE: u64 = 64 << 20;

/// A file to fetch.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Its name in the folder.
    pub name: String,
    /// Its length in bytes.
    pub size: u64,
    /// What it hashes to (SHA-256, hexadecimal), if that is known. Else its source must list it.
    pub sha256: Option<String>,
    /// Where it is, the best source first.
    pub sources: Vec<String>,
}

/// How it is fetched.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How long nothing may come before a source is left.
    pub stall: Duration,
    /// How long is waited before it is asked again, at first.
    pub pause: Duration,
    /// Whether the proxies of the system are used.
    pub proxies: bool,
}

/// How far it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// So many bytes are there.
    At(u64),
    /// Nothing comes, for this reason; it will be asked again.
    Waits(String),
    /// All is there, and is being hashed.
    Checks,
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Yes.
    GoOn,
    /// Not now; what is there is kept.
    Pause,
    /// No; what is there is removed.
    Cancel,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fetched {
    /// The file is there and whole.
    File(PathBuf),
    /// It was stopped.
    Stopped,
}

impl Default for Options {
    fn default() -> Self {
        let (stall, pause) = (Duration::from_secs(30), Duration::from_secs(1));
        Self { stall, pause, proxies: true }
    }
}

/// Where models are fetched from first, if `ALOUD_MIRROR` says so.
///
/// # Errors
/// [`Error::Usage`] when that is no address.
pub fn mirror() -> Result<Option<String>> {
    let base = std::env::var("ALOUD_MIRROR").ok().filter(|base| !base.is_empty());
    base.map(|base| read_mirror(&base)).transpose()
}

fn read_mirror(base: &str) -> Result<String> {
    let problem = "ALOUD_MIRROR is no address such as https://mirror.example";
    is_address(base).then(|| base.to_owned()).ok_or_else(|| Error::Usage(problem.to_owned()))
}

/// Removes what is there of a file that was not fetched to its end. Says whether there was any.
pub(super) fn forget(whole: &Path) -> Result<bool> {
    if !part::beside(whole, "part").exists() {
        return Ok(false);
    }
    Part::open(whole, 0, None)?.remove()?;
    Ok(true)
}

/// Bytes that are there of a file that was not fetched to its end; none where nothing was begun.
pub(super) fn fetched_of(whole: &Path) -> Option<u64> {
    part::beside(whole, "part").metadata().ok().map(|part| part.len())
}

/// The file beside a model that says what it hashed to when it was fetched.
pub(super) fn hash_beside(model: &Path) -> PathBuf {
    part::beside(model, "sha256")
}

/// Fetches a file into a folder. `told` hears how far it is, several times a second, and says
/// whether to go on. A file of that name is replaced only by one that is right.
///
/// # Errors
/// [`Error::Download`] when no source gives it, [`Error::Io`] when it cannot be written,
/// [`Error::Usage`] when it is being fetched already.
pub fn fetch(
    wanted: &Wanted,
    folder: &Path,
    options: &Options,
    told: &mut dyn FnMut(Step) -> Flow,
) -> Result<Fetched> {
    let whole = folder.join(&wanted.name);
    if whole.file_name() != Some(wanted.name.as_ref()) {
        return Err(Error::Usage(format!("\"{}\" is no name of a file", wanted.name)));
    }
    fs::create_dir_all(folder).map_err(Error::io("create", folder))?;
    has_room(folder, wanted, part::beside(&whole, "part").metadata().map_or(0, |part| part.len()))?;
    let part = Part::open(&whole, wanted.size, wanted.sha256.as_deref())?;
    let transfer = Transfer::new(options).map_err(|problem| failed(wanted, problem))?;
    let problems = vec![None; wanted.sources.len()];
    Fetch { wanted, part, transfer, problems }.run(options, told)
}

/// A file on its way.
struct Fetch<'a> {
    wanted: &'a Wanted,
    part: Part,
    transfer: Transfer,
    /// The latest reason why it did not come from each source.
    problems: Vec<Option<String>>,
}

/// Why it ends without the file.
enum End {
    Stopped(Flow),
    Failed(Error),
}

impl From<Error> for End {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

impl Fetch<'_> {
    fn run(mut self, options: &Options, told: &mut dyn FnMut(Step) -> Flow) -> Result<Fetched> {
        match self.get(options, told) {
            Ok(()) => Ok(Fetched::File(self.part.finish()?)),
            Err(End::Failed(error)) if self.part.len() == 0 => {
                let _empty = self.part.remove();
                Err(error)
            }
            Err(End::Failed(error)) => Err(error),
            Err(End::Stopped(Flow::Cancel)) => self.part.remove().map(|()| Fetched::Stopped),
            Err(End::Stopped(_)) => Ok(Fetched::Stopped),
        }
    }

    fn get(&mut self, options: &Options, told: &mut dyn FnMut(Step) -> Flow) -> Result<(), End> {
        let sources = self.wanted.sources.len();
        let mut patience = Patience::new(sources, self.wanted.size, options.pause);
        let mut source = patience.first();
        while let Some(at) = source {
            let Some(attempt) = self.attempt(at, told)? else { return Ok(()) };
            source = match patience.after(attempt) {
                Some(Next { source, wait }) => {
                    go_on(told(Step::Waits(self.problems[at].clone().unwrap_or_default())))?;
                    self.transfer.rest(wait, self.part.len(), told)?;
                    Some(source)
                }
                None => None,
            };
        }
        let problems: Vec<String> = self.problems.iter_mut().filter_map(Option::take).collect();
        Err(failed(self.wanted, problems.join("; ")).into())
    }

    /// Asks a source for what is missing. None when the file is there and right.
    fn attempt(
        &mut self,
        source: usize,
        told: &mut dyn FnMut(Step) -> Flow,
    ) -> Result<Option<Attempt>, End> {
        let before = self.part.len();
        let url = &self.wanted.sources[source];
        let (attempt, problem) = match self.transfer.get(url, &mut self.part, told) {
            Ok(()) if self.is_right(told)? => return Ok(None),
            Ok(()) => (Attempt::Spoiled, "what came is damaged".to_owned()),
            Err(Broken::Cut(problem)) => {
                let came = self.part.len().saturating_sub(before);
                (Attempt::Came(came), problem)
            }
            Err(Broken::Busy(problem, wait)) => (Attempt::Busy(wait), problem),
            Err(Broken::Unreachable(problem)) => (Attempt::Unreachable, problem),
            Err(Broken::Refused(problem)) => (Attempt::Refused, problem),
            Err(Broken::Spoiled(problem)) => (Attempt::Spoiled, problem),
            Err(Broken::Ended(end)) => return Err(end),
        };
        if attempt == Attempt::Spoiled {
            self.part.start_over()?;
        }
        let problem = format!("{}: {problem}", host(url));
        tracing::debug!(file = self.wanted.name, ?attempt, problem, "fetching");
        self.problems[source] = Some(problem);
        Ok(Some(attempt))
    }

    /// Whether what is there is all of it, and hashes to what it must.
    fn is_right(&mut self, told: &mut dyn FnMut(Step) -> Flow) -> Result<bool, End> {
        let hash = self.part.digest(&mut || go_on(told(Step::Checks)))?;
        Ok(self.part.hash() == Some(hash.as_str()))
    }
}

fn go_on(flow: Flow) -> Result<(), End> {
    if flow == Flow::GoOn { Ok(()) } else { Err(End::Stopped(flow)) }
}

/// Whether the rest of the file fits on the disk.
fn has_room(folder: &Path, wanted: &Wanted, there: u64) -> Result<()> {
    let needed = wanted.size.saturating_sub(there).saturating_add(SPARE);
    match fs4::available_space(folder) {
        Ok(free) if free < needed => {
            let problem = format!(
                "{} MB are needed in {} and {} MB are free; make room, and call again",
                needed >> 20,
                folder.display(),
                free >> 20
            );
            Err(failed(wanted, problem))
        }
        // Where nobody can tell, writing will.
        _ => Ok(()),
    }
}

fn failed(wanted: &Wanted, problem: String) -> Error {
    let problem = if wanted.sources.is_empty() { "nobody has it".to_owned() } else { problem };
    Error::Download { name: wanted.name.clone(), problem }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirror_is_an_address_of_the_web() {
        assert!(read_mirror("http://mirror.example:8080/a").is_ok());
        for base in ["mirror.lan", "host:8080", "file:///models"] {
            let error = read_mirror(base).unwrap_err();
            assert!(error.to_string().starts_with("ALOUD_MIRROR"), "{error}");
        }
    }

    #[test]
    fn a_file_stays_in_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["../a.gguf", "/a.gguf", "a/b.gguf", "..", ""] {
            let wanted =
                Wanted { name: name.to_owned(), size: 1, sha256: None, sources: Vec::new() };
            let refused = fetch(&wanted, folder.path(), &Options::default(), &mut |_| Flow::GoOn);
            assert!(matches!(refused, Err(Error::Usage(_))), "{name}: {refused:?}");
        }
    }
}
