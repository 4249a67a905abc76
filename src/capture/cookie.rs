//! The file by which a PulseAudio server knows its users.
//!
//! The server wants 256 bytes from every client, also where it does not look at them. Its own
//! library makes the file when there is none; the one that we use sends nothing instead and is
//! turned away, so that a machine on which no other program has made sound yet would seem to
//! have no microphone.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// What the server insists on.
const LENGTH: usize = 256;

/// Makes the file where the server's own library would, unless there is one. Where that fails
/// the server turns us away, and the next sound system is tried.
pub(super) fn ensure() {
    let named = std::env::var_os("PULSE_COOKIE").map(PathBuf::from);
    let Some(base) = directories::BaseDirs::new() else { return };
    if let Err(error) = ensure_in(base.home_dir(), named.as_deref()) {
        tracing::warn!(%error, "the sound server may turn us away: no cookie could be made");
    }
}

fn ensure_in(home: &Path, named: Option<&Path>) -> std::io::Result<()> {
    let usual = home.join(".config/pulse/cookie");
    let old = home.join(".pulse-cookie");
    let known = [named, Some(usual.as_path()), Some(old.as_path())];
    if known.into_iter().flatten().any(Path::exists) {
        return Ok(());
    }
    let mut cookie = [0; LENGTH];
    File::open("/dev/urandom")?.read_exact(&mut cookie)?;
    if let Some(folder) = usual.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(usual)?.write_all(&cookie)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_private_cookie_is_made_once() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join(".config/pulse/cookie");
        ensure_in(home.path(), None).unwrap();
        let made = std::fs::read(&path).unwrap();
        assert_eq!(made.len(), LENGTH);
        assert_ne!(made, [0; LENGTH]);
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        ensure_in(home.path(), None).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), made);
    }

    #[test]
    fn a_cookie_that_is_there_is_enough() {
        let home = tempfile::tempdir().unwrap();
        let named = home.path().join("mine");
        std::fs::write(&named, [1; LENGTH]).unwrap();
        ensure_in(home.path(), Some(&named)).unwrap();
        assert!(!home.path().join(".config").exists());
    }
}
