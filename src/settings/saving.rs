//! Brings settings to disk so that there is a whole file at every moment.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::Settings;
use crate::clock::{self, calendar};
use crate::error::{Error, Result};

/// So many damaged files of one second get names of their own.
const NAMES: usize = 100;

/// Drafts that this process has made.
static DRAFTS: AtomicU64 = AtomicU64::new(0);

impl Settings {
    /// Writes the file at `path`, readable by nobody else. Whoever reads it meanwhile, or
    /// after a crash, finds the old one or the new one.
    ///
    /// # Errors
    /// When the system refuses; the old file is then as it was.
    pub fn save(&self, path: &Path) -> Result<()> {
        // A link into a folder of dotfiles stays a link.
        let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let mut json = serde_json::to_vec_pretty(self).expect("settings have only string keys");
        json.push(b'\n');
        make_folder(path).map_err(Error::io("create the folder of", path))?;
        replace(path, &json).map_err(Error::io("write", path))
    }

    /// Keeps the damaged file at `path` beside it, then writes these settings in its place.
    /// Returns what was done, in words.
    pub(super) fn take_the_place_of(&self, path: &Path) -> String {
        match set_aside(path, clock::unix_ms()) {
            Ok(aside) => match self.save(path) {
                Ok(()) => format!("the file as it was is now {}", aside.display()),
                Err(error) => format!("a copy of it is {}; {error}", aside.display()),
            },
            Err(error) => format!("it was left as it is, since it cannot be set aside: {error}"),
        }
    }
}

fn make_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    path.parent().map_or(Ok(()), |folder| builder.create(folder))
}

/// Puts a file with these bytes in the place of the one at `path`, readable by nobody else. Its
/// folder must be there.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut draft = path.as_os_str().to_owned();
    // Two that save at once each have their own.
    let number = DRAFTS.fetch_add(1, Ordering::Relaxed);
    draft.push(format!(".{}-{number}.new", std::process::id()));
    let draft = PathBuf::from(draft);
    let written = write_private(&draft, bytes).and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written?;
    // The file is whole either way; this only makes it survive a power cut right now, and not
    // every file system can do it.
    if let Some(folder) = path.parent() {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    Ok(())
}

fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Gives the file at `path` a second name with the date in it. That needs no space on a full
/// disk, never replaces another file, and `path` is there all the time.
fn set_aside(path: &Path, unix_ms: u64) -> io::Result<PathBuf> {
    let path = &fs::canonicalize(path)?;
    let base = format!("{}.bad-{}", path.display(), calendar::compact(unix_ms));
    for number in 1..=NAMES {
        let aside =
            PathBuf::from(if number == 1 { base.clone() } else { format!("{base}-{number}") });
        match fs::hard_link(path, &aside) {
            Ok(()) => return Ok(aside),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(_) => return copy_new(path, &aside).map(|()| aside),
        }
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, format!("{base} and {NAMES} more are there")))
}

/// For file systems on which a file has one name only.
fn copy_new(from: &Path, to: &Path) -> io::Result<()> {
    let mut copy = OpenOptions::new().write(true).create_new(true).open(to)?;
    io::copy(&mut File::open(from)?, &mut copy)?;
    copy.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_set_aside_replaces_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        fs::write(&path, "bad").unwrap();
        let first = set_aside(&path, 0).unwrap();
        fs::write(folder.path().join("settings.json"), "worse").unwrap();
        let second = set_aside(&path, 0).unwrap();
        assert!(first.ends_with("settings.json.bad-19700101-000000"));
        assert!(second.ends_with("settings.json.bad-19700101-000000-2"));
    }

    #[test]
    fn a_saved_file_is_private_whole_and_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config").join("settings.json");
        let settings = Settings { model: Some("base".to_owned()), ..Settings::default() };
        Settings::default().save(&path).unwrap();
        settings.save(&path).unwrap();
        assert_eq!(Settings::load(&path), (settings, vec![]));
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
        #[cfg(unix)]
        {
            let mode = |path: &Path| {
                std::os::unix::fs::PermissionsExt::mode(&fs::metadata(path).unwrap().permissions())
            };
            assert_eq!(mode(&path) & 0o777, 0o600);
            assert_eq!(mode(path.parent().unwrap()) & 0o777, 0o700);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_the_file_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (link, real) = (folder.path().join("settings.json"), folder.path().join("real.json"));
        Settings::default().save(&real).unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        let settings = Settings { model: Some("base".to_owned()), ..Settings::default() };
        settings.save(&link).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(Settings::load(&real).0, settings);
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        let error = Settings::default().save(&folder.path().join("file/settings.json"));
        assert!(error.unwrap_err().to_string().contains("file"));
    }
}
