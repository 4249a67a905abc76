//! Where files live: settings, models, takes, logs and the control socket.
//!
//! The platform decides, through `directories`. `ALOUD_HOME` moves all of it into one folder,
//! for tests and for portable use; `ALOUD_MODELS` adds a folder of models that is only read.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;

use crate::error::{Error, Result};

/// The folders. None of them needs to exist; see [`private_folder`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    /// Settings.
    pub config: PathBuf,
    /// Models and history.
    pub data: PathBuf,
    /// Takes and logs.
    pub state: PathBuf,
    /// The control socket.
    pub runtime: PathBuf,
    /// Models that are fetched or imported.
    pub models: PathBuf,
    /// More models, never written to.
    pub extra_models: Option<PathBuf>,
}

/// What the platform proposes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Platform {
    /// For settings.
    pub config: PathBuf,
    /// For data that a person would miss.
    pub data: PathBuf,
    /// For data that only the app would miss; on some platforms the same as `data`.
    pub state: PathBuf,
    /// For sockets, gone after the session. Not every platform has one.
    pub runtime: Option<PathBuf>,
}

impl Home {
    /// The folders of the person who runs this.
    ///
    /// # Errors
    /// When neither `ALOUD_HOME` nor the platform says where a home is.
    pub fn find() -> Result<Self> {
        Self::resolve(|name| std::env::var_os(name), Platform::find())
    }

    /// Decides from environment variables, looked up by name, and what the platform proposes.
    ///
    /// # Errors
    /// When neither says where a home is.
    pub fn resolve(
        lookup: impl Fn(&str) -> Option<OsString>,
        platform: Option<Platform>,
    ) -> Result<Self> {
        // An empty variable is how a shell says "not set".
        let folder = |name| lookup(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let platform = match (folder("ALOUD_HOME"), platform) {
            (Some(home), _) => Platform::all_in(&home),
            (None, Some(platform)) => platform,
            (None, None) => {
                let help = "there is no home folder to keep files in; set HOME or ALOUD_HOME";
                return Err(Error::Usage(help.to_owned()));
            }
        };
        Ok(Self {
            models: platform.data.join("models"),
            runtime: platform.runtime.unwrap_or_else(|| platform.state.clone()),
            config: platform.config,
            data: platform.data,
            state: platform.state,
            extra_models: folder("ALOUD_MODELS"),
        })
    }

    /// Folder of the takes.
    pub fn takes(&self) -> PathBuf {
        self.state.join("takes")
    }

    /// The settings file.
    pub fn settings_file(&self) -> PathBuf {
        self.config.join("settings.json")
    }

    /// Folder of the log files.
    pub fn logs(&self) -> PathBuf {
        self.state.join("logs")
    }

    /// How models were measured to run best on this machine.
    pub fn tuning_file(&self) -> PathBuf {
        self.state.join("tuning.json")
    }

    /// The control socket.
    pub fn socket(&self) -> PathBuf {
        self.runtime.join("control.sock")
    }

    /// Locked by the app that runs.
    pub fn app_lock(&self) -> PathBuf {
        self.runtime.join("app.lock")
    }
}

impl Platform {
    fn find() -> Option<Self> {
        let dirs = ProjectDirs::from("", "", "aloud")?;
        Some(Self {
            config: dirs.config_dir().to_path_buf(),
            data: dirs.data_dir().to_path_buf(),
            state: dirs.state_dir().unwrap_or_else(|| dirs.data_local_dir()).to_path_buf(),
            runtime: dirs.runtime_dir().map(Path::to_path_buf),
        })
    }

    /// One folder for everything: the names of files and folders inside differ.
    fn all_in(home: &Path) -> Self {
        // A relative path would mean another place once the working directory changes.
        let home = std::path::absolute(home).unwrap_or_else(|_| home.to_path_buf());
        Self { config: home.clone(), data: home.clone(), state: home.clone(), runtime: Some(home) }
    }
}

/// Makes sure that a folder exists. What is created is readable by its owner alone: takes are
/// recordings of what somebody said. A folder that exists is left as it is.
///
/// # Errors
/// When it cannot be created.
pub fn private_folder(path: &Path) -> Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).map_err(Error::io("create", path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn platform() -> Platform {
        Platform {
            config: "/c/aloud".into(),
            data: "/d/aloud".into(),
            state: "/s/aloud".into(),
            runtime: Some("/r/aloud".into()),
        }
    }

    fn resolve(variables: &[(&str, &str)], platform: Option<Platform>) -> Result<Home> {
        let lookup = |name: &str| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value))
        };
        Home::resolve(lookup, platform)
    }

    #[test]
    fn the_platform_decides_where_files_live() {
        let home = resolve(&[], Some(platform())).unwrap();
        assert_eq!(home.settings_file(), Path::new("/c/aloud/settings.json"));
        assert_eq!(home.models, Path::new("/d/aloud/models"));
        assert_eq!(home.takes(), Path::new("/s/aloud/takes"));
        assert_eq!(home.logs(), Path::new("/s/aloud/logs"));
        assert_eq!(home.tuning_file(), Path::new("/s/aloud/tuning.json"));
        assert_eq!(home.socket(), Path::new("/r/aloud/control.sock"));
        assert_eq!(home.app_lock(), Path::new("/r/aloud/app.lock"));
        assert_eq!(home.extra_models, None);
    }

    #[test]
    fn one_variable_moves_everything() {
        let home = resolve(&[("ALOUD_HOME", "/stick")], Some(platform())).unwrap();
        let places =
            [home.settings_file(), home.models.clone(), home.takes(), home.logs(), home.socket()];
        assert!(places.iter().all(|place| place.parent() == Some(Path::new("/stick"))), "{home:?}");
        assert_eq!(resolve(&[("ALOUD_HOME", "/stick")], None).unwrap(), home);
    }

    #[test]
    fn a_relative_home_stays_where_it_was_meant() {
        let home = resolve(&[("ALOUD_HOME", "stick")], None).unwrap();
        assert!(home.models.is_absolute());
    }

    #[test]
    fn an_empty_variable_is_not_set() {
        let empty = [("ALOUD_HOME", ""), ("ALOUD_MODELS", "")];
        assert_eq!(
            resolve(&empty, Some(platform())).unwrap(),
            resolve(&[], Some(platform())).unwrap()
        );
    }

    #[test]
    fn more_models_may_lie_elsewhere() {
        let home = resolve(&[("ALOUD_MODELS", "/shelf")], Some(platform())).unwrap();
        assert_eq!(home.extra_models.as_deref(), Some(Path::new("/shelf")));
        assert_eq!(home.models, Path::new("/d/aloud/models"));
    }

    #[test]
    fn without_a_session_the_socket_lies_with_the_state() {
        let home = resolve(&[], Some(Platform { runtime: None, ..platform() })).unwrap();
        assert_eq!(home.socket(), Path::new("/s/aloud/control.sock"));
    }

    #[test]
    fn without_any_home_it_says_what_to_set() {
        let error = resolve(&[], None).unwrap_err();
        assert!(error.to_string().contains("ALOUD_HOME"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn folders_are_private_and_may_exist() {
        use std::os::unix::fs::PermissionsExt;
        let root = tempfile::tempdir().unwrap();
        let takes = root.path().join("state/takes");
        private_folder(&takes).unwrap();
        private_folder(&takes).unwrap();
        assert_eq!(takes.metadata().unwrap().permissions().mode() & 0o777, 0o700);
    }
}
