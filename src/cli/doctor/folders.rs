//! Can files be written where they belong?

use std::fs::{self, File};
use std::io;
use std::path::Path;

use super::Check;
use crate::home::Home;

/// The folders that are written to.
pub(super) fn check(home: &Home) -> Vec<Check> {
    [
        ("settings", home.config.as_path(), "choices will be lost"),
        ("models", &home.models, "models can only be used where they are, or from ALOUD_MODELS"),
        ("takes", &home.takes(), "a crash would lose what was being said"),
    ]
    .map(|(name, path, consequence)| folder(name, path, consequence))
    .to_vec()
}

fn folder(name: &'static str, path: &Path, consequence: &str) -> Check {
    let shown = without_name(path, std::env::home_dir().as_deref());
    match try_to_write(path) {
        Ok(()) => Check::ok(name, shown),
        Err(error) => Check::warning(
            name,
            format!("{shown}: {error}"),
            format!("make the folder writable, or set ALOUD_HOME; until then {consequence}"),
        ),
    }
}

/// Writes a file and removes it; of a folder that is not there yet, where it would be made.
fn try_to_write(path: &Path) -> io::Result<()> {
    let there = path.ancestors().find(|folder| folder.exists());
    let Some(there) = there else { return Err(io::ErrorKind::NotFound.into()) };
    let probe = there.join(format!(".aloud-doctor-{}", std::process::id()));
    File::options().write(true).create_new(true).open(&probe)?;
    fs::remove_file(probe)
}

/// The path without the name of the person, as it may be shown to others.
fn without_name(path: &Path, home: Option<&Path>) -> String {
    match home.map(|home| path.strip_prefix(home)) {
        Some(Ok(rest)) => Path::new("~").join(rest).display().to_string(),
        _ => path.display().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::doctor::State;

    #[test]
    fn a_folder_that_can_be_made_is_fine_and_is_not_made() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("state/takes");
        assert_eq!(folder("takes", &path, "").state, State::Ok);
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_a_warning() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("file"), "").unwrap();
        let check = folder("takes", &root.path().join("file/takes"), "it is lost");
        assert_eq!(check.state, State::Warning);
        assert!(check.remedy.unwrap().ends_with("it is lost"));
    }

    #[test]
    fn the_name_of_the_person_is_not_shown() {
        let home = Some(Path::new("/home/jane"));
        assert_eq!(without_name(Path::new("/home/jane/.config/aloud"), home), "~/.config/aloud");
        assert_eq!(without_name(Path::new("/srv/aloud"), home), "/srv/aloud");
        assert_eq!(without_name(Path::new("/srv/aloud"), None), "/srv/aloud");
    }
}
