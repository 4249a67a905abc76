//! Whether the desktop starts Aloud when somebody logs in. The truth is what the system has, not
//! what was chosen here: a desktop has a list of its own.
//!
//! On Linux that is a file as the Desktop Application Autostart Specification has it. The usual
//! crate for this neither asks `XDG_CONFIG_HOME` nor quotes the path, so a few lines stand here.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use aloud::error::{Error, Result};

/// What a desktop calls the file by.
const NAME: &str = "aloud.desktop";

/// See the module.
pub(crate) struct Autostart {
    /// None where the app does not know how the system is told.
    file: Option<PathBuf>,
}

impl Autostart {
    /// That of the person who runs this.
    pub(crate) fn find() -> Self {
        Self {
            file: if cfg!(target_os = "linux") {
                file(|name| std::env::var_os(name))
            } else {
                None
            },
        }
    }

    /// Whether the app is started with the session; none where that cannot be changed here.
    pub(crate) fn is_on(&self) -> Option<bool> {
        let text = fs::read_to_string(self.file.as_ref()?).unwrap_or_default();
        Some(starts(&text))
    }

    /// Changes that.
    ///
    /// # Errors
    /// When the system refuses, or there is no way that is known here.
    pub(crate) fn set(&self, on: bool) -> Result<()> {
        let Some(file) = &self.file else {
            let problem = "Aloud cannot be started with the session from here; add it to the \
                           system's list of programs that are started";
            return Err(Error::Usage(problem.to_owned()));
        };
        if !on {
            return match fs::remove_file(file) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    Err(Error::io("remove", file)(error))
                }
                _ => Ok(()),
            };
        }
        let program = std::env::current_exe().map_err(Error::io("find", Path::new("aloud")))?;
        // An AppImage is unpacked anew each time; what stays is the file that was started.
        let program = std::env::var_os("APPIMAGE").map_or(program, PathBuf::from);
        let folder = file.parent().unwrap_or(file);
        fs::create_dir_all(folder).map_err(Error::io("create", folder))?;
        fs::write(file, entry(&program)).map_err(Error::io("write", file))
    }
}

/// Where the file is, by the environment.
fn file(lookup: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let folder = |name| lookup(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let config = folder("XDG_CONFIG_HOME").or_else(|| Some(folder("HOME")?.join(".config")))?;
    Some(config.join("autostart").join(NAME))
}

/// Whether a desktop would start what this file says. People who switch it off in the desktop's
/// own list leave the file there with a mark.
fn starts(text: &str) -> bool {
    let says =
        |mark: &str| text.lines().any(|line| line.replace(' ', "").eq_ignore_ascii_case(mark));
    text.contains("Exec=") && !says("Hidden=true") && !says("X-GNOME-Autostart-enabled=false")
}

/// The file.
fn entry(program: &Path) -> String {
    format!(
        "[Desktop Entry]\nType=Application\nVersion=1.5\nName=Aloud\nComment=Dictation\n\
         Exec={} --hidden\nIcon=aloud\nTerminal=false\nStartupNotify=false\n",
        quoted(&program.to_string_lossy())
    )
}

/// A word of a command line as the Desktop Entry Specification quotes it, in the value of a key,
/// in which backslashes count once more.
fn quoted(word: &str) -> String {
    let mut out = String::from("\"");
    for letter in word.chars() {
        match letter {
            '"' | '`' | '$' => out.extend(['\\', '\\', letter]),
            '\\' => out.push_str(r"\\\\"),
            '%' => out.push_str("%%"),
            _ => out.push(letter),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(folder: &Path) -> Autostart {
        Autostart { file: Some(folder.join("autostart").join(NAME)) }
    }

    #[test]
    fn the_truth_is_what_the_desktop_has() {
        let folder = tempfile::tempdir().unwrap();
        let autostart = at(folder.path());
        assert_eq!(autostart.is_on(), Some(false), "off until somebody wants it");
        autostart.set(true).unwrap();
        assert_eq!(autostart.is_on(), Some(true));
        let file = folder.path().join("autostart/aloud.desktop");
        let text = fs::read_to_string(&file).unwrap();
        let program = std::env::current_exe().unwrap();
        assert!(text.contains(&format!("Exec=\"{}\" --hidden\n", program.display())), "{text}");
        // The desktop's own list.
        fs::write(&file, format!("{text}Hidden = true\n")).unwrap();
        assert_eq!(at(folder.path()).is_on(), Some(false));
        fs::write(&file, format!("{text}X-GNOME-Autostart-enabled=false\n")).unwrap();
        assert_eq!(autostart.is_on(), Some(false));
        autostart.set(true).unwrap();
        assert_eq!(autostart.is_on(), Some(true), "the mark is gone");
        autostart.set(false).unwrap();
        autostart.set(false).unwrap();
        assert!(!file.exists());
    }

    #[test]
    fn where_nothing_is_known_it_is_not_offered() {
        let nowhere = Autostart { file: None };
        assert_eq!(nowhere.is_on(), None);
        assert!(nowhere.set(true).is_err());
    }

    #[test]
    fn the_folder_is_the_one_of_the_environment() {
        let with = |pairs: &'static [(&str, &str)]| {
            file(move |name| {
                pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into())
            })
        };
        let path = |text: &str| Some(PathBuf::from(text));
        assert_eq!(
            with(&[("XDG_CONFIG_HOME", "/c"), ("HOME", "/h")]),
            path("/c/autostart/aloud.desktop")
        );
        let home = path("/h/.config/autostart/aloud.desktop");
        assert_eq!(with(&[("HOME", "/h")]), home);
        assert_eq!(with(&[("XDG_CONFIG_HOME", "relative"), ("HOME", "/h")]), home);
        assert_eq!(with(&[]), None);
    }

    #[test]
    fn a_path_stays_one_word() {
        let text = entry(Path::new(r#"/opt/My "Apps"/100%/$a\b"#));
        let line = text.lines().find(|line| line.starts_with("Exec=")).unwrap();
        assert_eq!(line, r#"Exec="/opt/My \\"Apps\\"/100%%/\\$a\\\\b" --hidden"#);
    }
}
