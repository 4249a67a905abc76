//! Brings settings to disk so that there is a whole file at every moment.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::Settings;
use crate::clock;
use crate::error::{Error, Result};

/// So many damaged files of one second get names of their own.
const NAMES: usize = 100;

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

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(format!(".{}.new", std::process::id()));
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
    let base = format!("{}.bad-{}", path.display(), stamp(unix_ms));
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

/// `20261202-154210`: the calendar in UTC, as names of files sort best.
fn stamp(unix_ms: u64) -> String {
    let seconds = unix_ms / 1000;
    let (year, month, day) = date(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}{month:02}{day:02}-{hour:02}{minute:02}{second:02}")
}

/// Year, month and day of a day counted from 1970. It counts from a 1 March, so that the odd
/// day of a leap year is the last of its year, in eras of 400 years, which are all alike.
fn date(days_since_1970: u64) -> (u64, u64, u64) {
    const DAYS_1970_FROM_MARCH_OF_YEAR_0: u64 = 719_468;
    const ERA: u64 = 146_097;
    let days = days_since_1970 + DAYS_1970_FROM_MARCH_OF_YEAR_0;
    let in_era = days % ERA;
    let year_of_era = (in_era - in_era / 1460 + in_era / 36_524 - in_era / 146_096) / 365;
    let in_year = in_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * in_year + 2) / 153;
    let day = in_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = days / ERA * 400 + year_of_era + u64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "19700101-000000"),
            (951_782_399, "20000228-235959"),
            (951_782_400, "20000229-000000"),
            (951_868_800, "20000301-000000"),
            (1_735_689_599, "20241231-235959"),
            (1_796_226_130, "20261202-154210"),
            (4_107_542_400, "21000301-000000"),
        ] {
            assert_eq!(stamp(seconds * 1000 + 7), expected);
        }
    }

    #[test]
    fn a_day_follows_the_day_before() {
        let mut last = date(0);
        for day in 1..60_000 {
            let now = date(day);
            let (year, month, of_month) = last;
            let follows = [(year, month, of_month + 1), (year, month + 1, 1), (year + 1, 1, 1)];
            assert!(follows.contains(&now), "{last:?} then {now:?}");
            last = now;
        }
    }

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
