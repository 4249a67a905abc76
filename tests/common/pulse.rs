//! A private sound server whose microphone is made of software.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use super::wait;

/// Name of the microphone.
pub(crate) const MICROPHONE: &str = "vmicsrc";

/// See the module. Ends what it started when it is dropped.
pub(crate) struct Pulse {
    children: Vec<Child>,
    folder: TempDir,
}

impl Pulse {
    /// Starts the server and keeps its microphone awake.
    pub(crate) fn start() -> Self {
        let folder = TempDir::new().expect("a folder for the sound server");
        let mut pulse = Self { children: Vec::new(), folder };
        let socket = pulse.socket();
        let server = pulse
            .command("pulseaudio")
            .args(["-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "-L"])
            .arg(format!(
                "module-native-protocol-unix socket={} auth-anonymous=1",
                socket.display()
            ))
            .args(["-L", "module-null-sink sink_name=vmic rate=48000 channels=2"])
            .args(["-L", "module-remap-source source_name=vmicsrc master=vmic.monitor"])
            .spawn()
            .expect("pulseaudio is installed (make setup)");
        pulse.children.push(server);
        wait::until("the sound server", Duration::from_secs(20), || {
            let asked = pulse.command("pactl").args(["set-default-source", MICROPHONE]).status();
            asked.is_ok_and(|status| status.success()).then_some(())
        });
        // A null sink without a reader falls asleep and swallows up to 3 s of the next reader.
        let awake = pulse.listener().stdout(Stdio::null()).spawn().expect("parec is installed");
        pulse.children.push(awake);
        pulse
    }

    /// What a program needs to hear this microphone.
    pub(crate) fn environment(&self) -> Vec<(&'static str, String)> {
        vec![("PULSE_SERVER", format!("unix:{}", self.socket().display()))]
    }

    /// A program that writes what the microphone hears to its output: s16, 48 kHz, mono.
    pub(crate) fn listener(&self) -> Command {
        let mut command = self.command("parec");
        command.args(["--latency-msec=20", "--raw", "--format=s16le", "--rate=48000"]);
        command.args(["--channels=1", "-d", MICROPHONE]).stdout(Stdio::piped());
        command
    }

    /// Begins to play a file into the microphone.
    pub(crate) fn play(&self, wav: &Path) -> Child {
        let mut command = self.command("paplay");
        command.args(["--latency-msec=50", "--device=vmic"]).arg(wav);
        command.spawn().expect("paplay is installed (make setup)")
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.envs(self.environment()).env("XDG_RUNTIME_DIR", self.folder.path());
        command.env("HOME", self.folder.path()).env_remove("PULSE_RUNTIME_PATH");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    fn socket(&self) -> PathBuf {
        self.folder.path().join("native")
    }
}

impl Drop for Pulse {
    fn drop(&mut self) {
        for child in self.children.iter_mut().rev() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
