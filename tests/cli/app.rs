//! `aloud` alone: it becomes the app, or says how to get it.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test ends where it cannot go on")]

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::call::{Answer, Call, Home};

/// The program in a folder where nothing else is.
struct Installed {
    folder: TempDir,
    home: Home,
}

impl Installed {
    fn alone() -> Self {
        // In the target folder, so that it need not be copied.
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        fs::hard_link(env!("CARGO_BIN_EXE_aloud"), folder.path().join("aloud")).unwrap();
        Self { folder, home: Home::empty() }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("aloud")
    }

    /// Calls it with this folder as all of the PATH.
    fn call(&self, arguments: &[&str], path: &Path) -> Answer {
        Call::of(&self.home, arguments).with_program(&self.path(), path).answer()
    }
}

/// A program that says how it was called, as the app.
#[cfg(unix)]
fn put_app_into(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join("aloud-desktop");
    fs::write(&path, "#!/bin/sh\necho \"the app: $*\"\nexit 7\n").unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn without_the_app_it_gives_its_help_and_says_what_is_missing() {
    let installed = Installed::alone();
    for arguments in [&[][..], &["--hidden"]] {
        let answer = installed.call(arguments, Path::new(&installed.home.path("")));
        assert_eq!(answer.code, 1, "{}", answer.stderr);
        assert!(answer.stdout.contains("aloud doctor"), "{}", answer.stdout);
        assert!(
            answer.stderr.contains(installed.folder.path().to_str().unwrap()),
            "{}",
            answer.stderr
        );
        assert!(answer.stderr.contains("make run"), "{}", answer.stderr);
    }
}

#[cfg(unix)]
#[test]
fn it_becomes_the_app_beside_it() {
    let installed = Installed::alone();
    put_app_into(installed.folder.path());
    let nowhere = installed.home.path("");
    for (arguments, said) in [(&[][..], "the app: \n"), (&["--hidden"], "the app: --hidden\n")] {
        let answer = installed.call(arguments, Path::new(&nowhere));
        assert_eq!((answer.code, answer.stderr.as_str()), (7, ""));
        assert_eq!(answer.stdout, said);
    }
}

#[cfg(unix)]
#[test]
fn it_becomes_the_app_on_the_path() {
    let (installed, elsewhere) = (Installed::alone(), tempfile::tempdir().unwrap());
    put_app_into(elsewhere.path());
    let answer = installed.call(&["--hidden"], elsewhere.path());
    assert_eq!((answer.code, answer.stdout.as_str()), (7, "the app: --hidden\n"));
}

#[cfg(unix)]
#[test]
fn an_app_that_cannot_be_started_is_named() {
    let installed = Installed::alone();
    fs::write(installed.folder.path().join("aloud-desktop"), "no program").unwrap();
    let answer = installed.call(&[], Path::new(&installed.home.path("")));
    assert_eq!((answer.code, answer.stdout.as_str()), (1, ""));
    assert!(answer.stderr.starts_with("aloud: cannot start "), "{}", answer.stderr);
    assert!(answer.stderr.contains("aloud-desktop"), "{}", answer.stderr);
}
