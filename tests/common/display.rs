//! A desktop of one's own: X server, window manager, session bus, home. Everything that was
//! started on it is ended with it.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use aloud::clock::rest;
use tempfile::TempDir;

/// Between two looks at another program.
pub(crate) const POLL: Duration = Duration::from_millis(50);

/// Looks at another program before a test gives up: 30 s on an idle machine.
pub(crate) const TRIES: u32 = 600;

/// Looks until `look` finds something.
///
/// # Panics
/// When it does not, naming what was looked for.
pub(crate) fn poll<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    for _ in 0..TRIES {
        if let Some(found) = look() {
            return found;
        }
        rest(POLL);
    }
    panic!("{what}: not in {TRIES} looks");
}

/// A program that is ended with this value, also when a test panics.
pub(crate) struct Running(pub(crate) Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself; both calls then say so, which is fine.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// See the module. Fields are dropped from the top: programs first, their home last.
pub(crate) struct Display {
    /// Windows and whatever else runs here; the last one is ended first.
    programs: Vec<Running>,
    manager: Option<Running>,
    bus: Option<Running>,
    server: Running,
    /// As in `DISPLAY`.
    pub(crate) name: String,
    home: TempDir,
}

impl Drop for Display {
    fn drop(&mut self) {
        while self.programs.pop().is_some() {}
    }
}

impl Display {
    /// Starts a desktop and waits until a window manager reigns.
    pub(crate) fn start() -> Self {
        let home = tempfile::tempdir().expect("a temporary folder");
        let mut server = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                "1280x800x24",
                "-nolisten",
                "tcp",
                "-noreset",
            ])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map(Running)
            .expect("Xvfb is installed");
        let mut number = String::new();
        let out = server.0.stdout.take().expect("it is piped");
        BufReader::new(out).read_line(&mut number).expect("Xvfb says its number");
        let name = format!(":{}", number.trim());
        assert!(name.len() > 1, "Xvfb did not start");
        let mut display =
            Self { programs: Vec::new(), manager: None, bus: None, server, name, home };
        display.start_bus();
        display.manager = Some(display.spawn_quiet("openbox", &["--sm-disable"]));
        // Openbox writes this last. It overlooks windows that appear while it is starting.
        poll("a window manager", || {
            let clients = display.output("xprop", &["-root", "_NET_CLIENT_LIST"]);
            clients.contains("window id").then_some(())
        });
        display
    }

    /// A session bus that starts no services, so that nothing outlives the test.
    fn start_bus(&mut self) {
        let config = self.path("bus.conf");
        let socket = self.path("bus");
        let text = format!(
            "<busconfig><type>session</type><listen>unix:path={}</listen>\
             <policy context=\"default\"><allow send_destination=\"*\" eavesdrop=\"true\"/>\
             <allow eavesdrop=\"true\"/><allow own=\"*\"/></policy></busconfig>",
            socket.display()
        );
        fs::write(&config, text).expect("the home is writable");
        let config = format!("--config-file={}", config.display());
        self.bus = Some(self.spawn_quiet("dbus-daemon", &["--nofork", &config]));
        poll("a session bus", || socket.exists().then_some(()));
    }

    /// A file in the home of this desktop.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// A program that will run here, with nothing of the surrounding desktop in its environment.
    pub(crate) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        let home = self.home.path();
        command
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("XAUTHORITY")
            .env_remove("SESSION_MANAGER")
            .env("DISPLAY", &self.name)
            .env("DBUS_SESSION_BUS_ADDRESS", format!("unix:path={}", self.path("bus").display()))
            .env("ALOUD_HOME", home.join("aloud"))
            .env("HOME", home)
            .env("XDG_CONFIG_HOME", home.join("config"))
            .env("XDG_DATA_HOME", home.join("data"))
            .env("XDG_CACHE_HOME", home.join("cache"))
            .env("XDG_RUNTIME_DIR", home)
            .env("GSETTINGS_BACKEND", "memory")
            .env("GIO_USE_VFS", "local")
            .env("NO_AT_BRIDGE", "1")
            .env("GDK_BACKEND", "x11")
            .env("LC_ALL", "C.UTF-8");
        command
    }

    fn spawn_quiet(&self, program: &str, arguments: &[&str]) -> Running {
        let mut command = self.command(program);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        Running(command.spawn().unwrap_or_else(|error| panic!("{program}: {error}")))
    }

    /// Starts a program that runs until this desktop goes, or until [`Display::end_last`].
    pub(crate) fn run(&mut self, program: &str, arguments: &[&str]) {
        let running = self.spawn_quiet(program, arguments);
        self.programs.push(running);
    }

    /// Ends the program that was started last.
    pub(crate) fn end_last(&mut self) {
        drop(self.programs.pop());
    }

    /// Runs a program to its end, at most 20 s, and returns what it printed.
    pub(crate) fn output_bytes(&self, program: &str, arguments: &[&str]) -> Vec<u8> {
        let mut command = self.command("timeout");
        command.args(["20", program]).args(arguments).stdin(Stdio::null()).stderr(Stdio::null());
        command.output().unwrap_or_else(|error| panic!("{program}: {error}")).stdout
    }

    /// The same as text.
    pub(crate) fn output(&self, program: &str, arguments: &[&str]) -> String {
        String::from_utf8_lossy(&self.output_bytes(program, arguments)).into_owned()
    }

    /// Waits until a window of this class has the focus.
    pub(crate) fn await_focus(&self, class: &str) {
        let name = format!("\"{class}\"");
        poll(class, || self.focused_names().contains(&name).then_some(()));
    }

    /// Has the window manager give the focus to the window of this class, as a click does.
    pub(crate) fn activate(&self, class: &str) {
        self.output("xdotool", &["search", "--onlyvisible", "--class", class, "windowactivate"]);
        self.await_focus(class);
    }

    /// The `WM_CLASS` of the active window in small letters, or nothing.
    fn focused_names(&self) -> String {
        let active = self.output("xprop", &["-root", "_NET_ACTIVE_WINDOW"]);
        match active.trim().rsplit(' ').next() {
            Some(id) if id.starts_with("0x") => {
                self.output("xprop", &["-id", id, "WM_CLASS"]).to_lowercase()
            }
            _ => String::new(),
        }
    }

    /// Lets no cursor blink in the programs that are opened from now on, so that the picture
    /// changes only when text does.
    pub(crate) fn still_cursor(&self) {
        let settings = self.path("config/gtk-3.0/settings.ini");
        fs::create_dir_all(settings.parent().expect("a folder")).expect("the home is writable");
        fs::write(settings, "[Settings]\ngtk-cursor-blink=false\n").expect("the home is writable");
    }

    /// Opens an empty GTK editor and waits until it has the focus.
    pub(crate) fn open_editor(&mut self) -> Editor {
        let file = self.path("editor.txt");
        fs::write(&file, "").expect("the home is writable");
        self.run("mousepad", &["--disable-server", &file.to_string_lossy()]);
        self.await_focus("mousepad");
        Editor { file }
    }

    /// Opens a terminal in which a program writes whatever it gets to a file, byte by byte.
    pub(crate) fn open_terminal(&mut self) -> Terminal {
        let file = self.path("terminal.txt");
        let script = format!("stty -icanon -echo min 1; exec cat > '{}'", file.display());
        self.run("xterm", &["-u8", "-e", "sh", "-c", &script]);
        self.await_focus("xterm");
        // The file is made by the shell after stty, so the terminal listens when it is there.
        poll("a listening terminal", || file.exists().then_some(()));
        Terminal { file }
    }

    /// Puts something on the clipboard as a person would by copying.
    pub(crate) fn copy(&mut self, target: &str, bytes: &[u8]) {
        let arguments = ["-selection", "clipboard", "-target", target, "-in", "-quiet"];
        let mut command = self.command("xclip");
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut running = Running(command.spawn().expect("xclip is installed"));
        let mut stdin = running.0.stdin.take().expect("it is piped");
        stdin.write_all(bytes).expect("xclip reads");
        drop(stdin);
        self.programs.push(running);
        poll("the copy on the clipboard", || (self.clipboard(target) == bytes).then_some(()));
    }

    /// What lies on the clipboard in a form.
    pub(crate) fn clipboard(&self, target: &str) -> Vec<u8> {
        self.output_bytes("xclip", &["-selection", "clipboard", "-target", target, "-out"])
    }
}

/// A GTK editor with one file.
pub(crate) struct Editor {
    file: PathBuf,
}

impl Editor {
    /// Has the editor save, and gives its text once there is any.
    ///
    /// # Panics
    /// When it stays empty.
    pub(crate) fn text(&self, display: &Display) -> String {
        poll("a text in the editor", || {
            display.output("xdotool", &["key", "ctrl+s"]);
            fs::read_to_string(&self.file).ok().filter(|text| !text.is_empty())
        })
    }

    /// Whether the editor has something that is not saved, by the star in its title.
    pub(crate) fn is_changed(display: &Display) -> bool {
        display.output("xdotool", &["getactivewindow", "getwindowname"]).starts_with('*')
    }

    /// Has the editor save, and waits until its text is the expected one.
    ///
    /// # Panics
    /// With both texts, when it does not become so.
    pub(crate) fn await_text(&self, display: &Display, expected: &str) {
        await_file(&self.file, expected, || {
            display.output("xdotool", &["key", "ctrl+s"]);
        });
    }
}

/// A terminal whose input goes to a file.
pub(crate) struct Terminal {
    file: PathBuf,
}

impl Terminal {
    /// Waits until what the terminal got is the expected text.
    ///
    /// # Panics
    /// With both texts, when it does not become so.
    pub(crate) fn await_text(&self, expected: &str) {
        await_file(&self.file, expected, || {});
    }
}

fn await_file(file: &Path, expected: &str, before_each_look: impl Fn()) {
    let mut text = String::new();
    for _ in 0..100 {
        before_each_look();
        rest(POLL);
        text = fs::read_to_string(file).expect("the file is there");
        if text == expected {
            return;
        }
    }
    assert_eq!(text, expected);
}
