//! A call of the program in a home of its own, without sound, display or model.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// Where the program finds nothing but what a test puts there.
pub(crate) struct Home(TempDir);

impl Home {
    pub(crate) fn empty() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    /// The path of something in it.
    pub(crate) fn path(&self, name: &str) -> String {
        let path =
            if name.is_empty() { self.0.path().to_path_buf() } else { self.0.path().join(name) };
        path.to_str().expect("temporary folders have plain names").to_owned()
    }

    /// Puts a file there.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.path(name);
        fs::write(&path, bytes).expect("the home is writable");
        path
    }

    /// Calls the program to its end.
    pub(crate) fn call(&self, arguments: &[&str]) -> Answer {
        Call::of(self, arguments).answer()
    }
}

/// A call that is not made yet.
pub(crate) struct Call(Command);

impl Call {
    pub(crate) fn of(home: &Home, arguments: &[impl AsRef<OsStr>]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_aloud"));
        let nowhere = home.path("nowhere");
        command
            .args(arguments)
            .env("ALOUD_HOME", home.path(""))
            // In a new home it would be measured each time.
            .env("ALOUD_THREADS", "2")
            .env("PULSE_SERVER", format!("unix:{nowhere}"))
            .env("PIPEWIRE_REMOTE", &nowhere)
            // Without its configuration ALSA knows no sound card, whatever the machine has.
            .env("ALSA_CONFIG_PATH", "/dev/null")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        for name in [
            "ALOUD_MODELS",
            "ALOUD_LOG",
            "ALOUD_REMOTE_KEY",
            "DISPLAY",
            "WAYLAND_DISPLAY",
            "PULSE_RUNTIME_PATH",
        ] {
            command.env_remove(name);
        }
        Self(command)
    }

    /// With a folder of models.
    pub(crate) fn with_models(mut self, folder: &Path) -> Self {
        self.0.env("ALOUD_MODELS", folder);
        self
    }

    /// With a place of this machine to fetch models from, and no way to any other.
    pub(crate) fn with_mirror(mut self, address: &str) -> Self {
        self.0.env("ALOUD_MIRROR", address);
        // Nobody listens there, and what is refused at once is no wait.
        self.0.env("HTTPS_PROXY", "http://127.0.0.1:9").env("NO_PROXY", "127.0.0.1");
        self
    }

    /// With this in a variable of its environment.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.0.env(name, value);
        self
    }

    /// With this to read, and then no more.
    pub(crate) fn with_input(mut self, text: &str) -> Self {
        let (reader, mut writer) = io::pipe().expect("a pipe");
        // It is far shorter than what a pipe holds.
        io::Write::write_all(&mut writer, text.as_bytes()).expect("a pipe holds a line");
        self.0.stdin(reader);
        self
    }

    /// With a proxy for what is not of this machine.
    pub(crate) fn with_proxy(mut self, address: &str) -> Self {
        self.0.env("HTTP_PROXY", address);
        self
    }

    /// With nobody at the other end of its standard output.
    pub(crate) fn with_closed_stdout(mut self) -> Self {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        self.0.stdout(writer);
        self
    }

    /// Through a copy of the program, which finds other programs in this folder alone.
    pub(crate) fn with_program(mut self, program: &Path, path: &Path) -> Self {
        let mut command = Command::new(program);
        let set = self.0.get_envs().filter_map(|(name, value)| Some((name, value?)));
        command
            .args(self.0.get_args())
            .envs(set)
            .env("PATH", path)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        self.0 = command;
        self
    }

    /// Starts the program and lets it run.
    pub(crate) fn start(mut self) -> Child {
        self.0.spawn().expect("aloud can be started")
    }

    pub(crate) fn answer(self) -> Answer {
        let output = self.start().wait_with_output();
        let output = output.expect("aloud can be waited for");
        let text = |bytes| String::from_utf8(bytes).expect("it prints text");
        Answer {
            code: output.status.code().expect("it ended by itself"),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }
}

/// What came of a call.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Answer {
    /// The lines of standard output, all of which must be JSON objects with a type.
    pub(crate) fn objects(&self) -> Vec<Value> {
        let object = |line: &str| {
            let value: Value = serde_json::from_str(line).expect("standard output is only JSON");
            assert!(value["type"].is_string(), "{line}");
            value
        };
        self.stdout.lines().map(object).collect()
    }
}
