//! A private display with a window manager, an editor and a terminal.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use super::wait;

const PATIENCE: Duration = Duration::from_secs(30);

/// See the module. Ends what it started when it is dropped.
pub(crate) struct Display {
    children: Vec<Child>,
    folder: TempDir,
    name: String,
    bus: String,
}

/// A window that has the focus and keeps what is written into it in a file.
pub(crate) struct Window {
    file: PathBuf,
    saves: bool,
}

impl Display {
    /// Starts the display, a message bus and a window manager.
    pub(crate) fn start() -> Self {
        let folder = TempDir::new().expect("a folder for the display");
        still_and_wrapped(folder.path());
        let (children, name, bus) = (Vec::new(), String::new(), String::new());
        let mut display = Self { children, folder, name, bus };
        // Without -noreset the server starts anew whenever its last client leaves, and takes the
        // one that is just arriving with it.
        let screen = ["-displayfd", "1", "-screen", "0", "1024x640x24", "-nolisten", "tcp"];
        let screen = [&screen[..], &["-noreset"]].concat();
        display.name = format!(":{}", display.first_line("Xvfb", &screen));
        let bus = ["--session", "--nofork", "--nopidfile", "--print-address=1"];
        display.bus = display.first_line("dbus-daemon", &bus);
        display.spawn("openbox", &[]);
        wait::until("the window manager", PATIENCE, || {
            let answer = display.ask("xprop", &["-root", "_NET_SUPPORTING_WM_CHECK"]);
            answer.contains("window id").then_some(())
        });
        display
    }

    /// What a program needs to come to this display.
    pub(crate) fn environment(&self) -> Vec<(&'static str, String)> {
        let home = self.folder.path().display().to_string();
        vec![
            ("DISPLAY", self.name.clone()),
            ("DBUS_SESSION_BUS_ADDRESS", self.bus.clone()),
            ("XDG_RUNTIME_DIR", home.clone()),
            ("XDG_CONFIG_HOME", home.clone()),
            ("GSETTINGS_BACKEND", "keyfile".to_owned()),
            ("HOME", home),
        ]
    }

    /// Opens a GTK editor and gives it the focus.
    pub(crate) fn editor(&mut self) -> Window {
        let file = self.folder.path().join("text.txt");
        std::fs::write(&file, "").expect("the file to edit");
        self.spawn("mousepad", &[&file.display().to_string()]);
        self.focus("mousepad");
        Window { file, saves: true }
    }

    /// Opens a terminal in which whatever is typed goes to a file, and gives it the focus.
    pub(crate) fn terminal(&mut self) -> Window {
        let file = self.folder.path().join("typed.txt");
        let script = format!("stty -icanon; exec cat > '{}'", file.display());
        self.spawn("xterm", &["-e", "sh", "-c", &script]);
        self.focus("xterm");
        wait::until("the terminal's file", PATIENCE, || file.exists().then_some(()));
        Window { file, saves: false }
    }

    /// The text that stands in the window.
    pub(crate) fn text(&self, window: &Window) -> String {
        if window.saves {
            let before = written(&window.file);
            self.ask("xdotool", &["key", "--clearmodifiers", "ctrl+s"]);
            wait::until("the editor to save", PATIENCE, || {
                (written(&window.file) != before).then_some(())
            });
        }
        std::fs::read_to_string(&window.file).expect("what was written").trim().to_owned()
    }

    /// Writes a picture of the whole screen.
    pub(crate) fn screenshot(&self, file: &Path) {
        self.ask("import", &["-window", "root", &file.display().to_string()]);
        assert!(file.exists(), "no screenshot was written");
    }

    fn focus(&self, class: &str) {
        wait::until("a window with the focus", PATIENCE, || {
            let windows = self.ask("xdotool", &["search", "--onlyvisible", "--class", class]);
            let window = windows.lines().next()?.to_owned();
            self.ask("xdotool", &["windowactivate", &window]);
            let active = self.ask("xdotool", &["getactivewindow"]);
            windows.lines().any(|one| one == active.trim()).then_some(())
        });
    }

    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(arguments).envs(self.environment()).env_remove("WAYLAND_DISPLAY");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    fn spawn(&mut self, program: &str, arguments: &[&str]) {
        let child = self.command(program, arguments).spawn();
        self.children.push(child.unwrap_or_else(|_| missing(program)));
    }

    fn first_line(&mut self, program: &str, arguments: &[&str]) -> String {
        let spawned = self.command(program, arguments).stdout(Stdio::piped()).spawn();
        let mut child = spawned.unwrap_or_else(|_| missing(program));
        let mut line = String::new();
        let output = child.stdout.take().expect("its output was asked for");
        self.children.push(child);
        BufReader::new(output).read_line(&mut line).expect("its first line");
        line.trim().to_owned()
    }

    fn ask(&self, program: &str, arguments: &[&str]) -> String {
        let answer = self.command(program, arguments).stdout(Stdio::piped()).output();
        let answer = answer.unwrap_or_else(|_| missing(program));
        String::from_utf8_lossy(&answer.stdout).into_owned()
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        for child in self.children.iter_mut().rev() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A cursor that does not blink, so that the picture changes only when text does, and lines
/// that are seen to their end.
fn still_and_wrapped(config: &Path) {
    for (file, text) in [
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-cursor-blink=false\n"),
        (
            "glib-2.0/settings/keyfile",
            "[org/xfce/mousepad/preferences/view]\nword-wrap=true\nfont-name='Monospace 14'\n\
             use-default-monospace-font=false\n",
        ),
    ] {
        let file = config.join(file);
        let folder = file.parent().expect("it is in a folder");
        std::fs::create_dir_all(folder).expect("the folder of a setting");
        std::fs::write(file, text).expect("a setting");
    }
}

fn written(file: &Path) -> Option<std::time::SystemTime> {
    file.metadata().and_then(|about| about.modified()).ok()
}

fn missing<T>(program: &str) -> T {
    unreachable!("{program} cannot be started; `make setup` installs it")
}
