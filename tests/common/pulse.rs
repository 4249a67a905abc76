//! A private PulseAudio with a null sink as the microphone: what is played into the sink is what
//! the microphone `vmicsrc` hears, to the bit.
//!
//! The sound library reads the server's address from the environment, which belongs to a whole
//! process. So a test that listens in its own process runs there alone: see
//! [`in_own_process`]. A test that only starts other programs gives them [`Pulse::environment`].

use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use aloud::clock::rest;
use tempfile::TempDir;

/// Name of the microphone.
pub const MICROPHONE: &str = "vmicsrc";

/// Name of the speaker.
pub const SPEAKER: &str = "speaker";

/// How it is called for people.
pub const MICROPHONE_NAME: &str = "Virtual microphone";

const LIMIT: Duration = Duration::from_secs(20);
const STEP: Duration = Duration::from_millis(20);

/// A running server. Dropped, also by a panic, it ends with everything that it started.
pub struct Pulse {
    dir: PathBuf,
    /// The server itself and a recorder that keeps the sink awake: an idle null sink lets the
    /// first sound wait for up to three seconds.
    programs: Vec<Program>,
    _own: Option<TempDir>,
}

/// A program that ends when this is dropped.
pub struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Program {
    /// Waits until it ends by itself and tells whether it was content.
    pub fn finish(&mut self) -> bool {
        self.0.wait().expect("it was started").success()
    }

    /// Its number, for signals.
    pub fn id(&self) -> u32 {
        self.0.id()
    }
}

impl Pulse {
    /// Starts a server in a folder of its own.
    pub fn start() -> Self {
        let own = TempDir::new().expect("a temporary folder");
        let mut pulse = Self::start_in(own.path());
        pulse._own = Some(own);
        pulse
    }

    /// Starts a server whose runtime folder is `dir`.
    pub fn start_in(dir: &Path) -> Self {
        let mut pulse = Self { dir: dir.to_path_buf(), programs: Vec::new(), _own: None };
        pulse.restart();
        pulse
    }

    /// Starts the server anew after [`Pulse::kill`].
    pub fn restart(&mut self) {
        std::fs::create_dir_all(self.dir.join("pulse")).expect("a runtime folder");
        let socket = self.socket();
        let mut server = self.command("pulseaudio");
        server.args(["-n", "--daemonize=no", "--exit-idle-time=-1", "--log-level=error"]).args([
            "-L",
            &format!("module-native-protocol-unix socket={} auth-anonymous=1", socket.display()),
            "-L",
            "module-null-sink sink_name=vmic rate=48000 channels=2",
            "-L",
            &format!("module-null-sink sink_name={SPEAKER} rate=48000 channels=2"),
            "-L",
            &format!(
                "module-remap-source source_name={MICROPHONE} master=vmic.monitor \
                 source_properties=device.description=\"{}\"",
                MICROPHONE_NAME.replace(' ', "\\ ")
            ),
        ]);
        self.programs.push(start(&mut server));
        wait_for("PulseAudio", || UnixStream::connect(&socket).is_ok());
        assert!(self.run("pactl", &["set-default-source", MICROPHONE]), "no microphone");
        // What programs play is heard there, and not by the microphone.
        assert!(self.run("pactl", &["set-default-sink", SPEAKER]), "no speaker");
        let mut keep_awake = self.command("parec");
        keep_awake.args(["--latency-msec=20", "-d", MICROPHONE]);
        // It complains when the server goes before it.
        keep_awake.stdout(Stdio::null()).stderr(Stdio::null());
        self.programs.push(start(&mut keep_awake));
    }

    /// Ends the server and the recorder, as a crash would.
    pub fn kill(&mut self) {
        self.programs.clear();
        // A server that was killed leaves these, and a new one would refuse to start.
        let _ = std::fs::remove_file(self.socket());
        let _ = std::fs::remove_file(self.dir.join("pulse/pid"));
    }

    /// What a program needs in its environment to find this server. `PULSE_RUNTIME_PATH` must
    /// be unset.
    pub fn environment(&self) -> [(&'static str, String); 2] {
        environment(&self.dir)
    }

    /// A command that finds this server.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.envs(self.environment()).env_remove("PULSE_RUNTIME_PATH").stdin(Stdio::null());
        // These programs would else leave their own files with the person.
        command.env("HOME", &self.dir);
        command
    }

    /// Runs a program to its end and tells whether it was content.
    pub fn run(&self, program: &str, arguments: &[&str]) -> bool {
        start(self.command(program).args(arguments).stdout(Stdio::null())).finish()
    }

    /// Loads a module, which is how devices are plugged in; what comes back unplugs it.
    pub fn load(&self, module: &str) -> String {
        let mut pactl = self.command("pactl");
        let loaded = pactl.arg("load-module").args(module.splitn(2, ' ')).output();
        let loaded = loaded.expect("pactl starts");
        assert!(loaded.status.success(), "{module}");
        String::from_utf8_lossy(&loaded.stdout).trim().to_owned()
    }

    /// Unloads a module.
    pub fn unload(&self, module: &str) {
        assert!(self.run("pactl", &["unload-module", module]), "{module}");
    }

    /// Plays a file into the microphone. The player hands two seconds over in advance, so that a
    /// busy machine does not tear holes into the sound.
    pub fn play(&self, wav: &Path) -> Program {
        self.play_into("vmic", wav)
    }

    /// The same for the sink of another microphone.
    pub fn play_into(&self, sink: &str, wav: &Path) -> Program {
        start(self.command("paplay").args(["--latency-msec=2000", "-d", sink]).arg(wav))
    }

    /// The number of the server.
    pub fn server(&self) -> u32 {
        self.programs[0].id()
    }

    fn socket(&self) -> PathBuf {
        self.dir.join("pulse/native")
    }
}

/// Runs the body of the test called `name` in a process of its own, whose environment leads to
/// a server that the body starts with the folder that it is given. Call it as all that the test
/// does: the test program runs itself again for this one test.
pub fn in_own_process(name: &str, body: fn(&Path)) {
    const FOLDER: &str = "ALOUD_TEST_PULSE";
    if let Some(dir) = std::env::var_os(FOLDER) {
        return body(Path::new(&dir));
    }
    let dir = TempDir::new().expect("a temporary folder");
    let status = Command::new(std::env::current_exe().expect("this program"))
        .args([name, "--exact", "--nocapture"])
        .env(FOLDER, dir.path())
        .envs(environment(dir.path()))
        .env("HOME", dir.path().join("person"))
        .env_remove("PULSE_RUNTIME_PATH")
        .status()
        .expect("this program starts");
    assert!(status.success(), "{name}: {status}; see above");
}

fn environment(dir: &Path) -> [(&'static str, String); 2] {
    let socket = format!("unix:{}", dir.join("pulse/native").display());
    [("PULSE_SERVER", socket), ("XDG_RUNTIME_DIR", dir.display().to_string())]
}

fn start(command: &mut Command) -> Program {
    let program = command.get_program().to_string_lossy().into_owned();
    Program(command.spawn().unwrap_or_else(|error| {
        panic!("{program}: {error}; install pulseaudio and pulseaudio-utils")
    }))
}

/// Polls another program until it is ready.
pub fn wait_for(what: &str, ready: impl Fn() -> bool) {
    let steps = LIMIT.as_millis() / STEP.as_millis();
    for _ in 0..steps {
        if ready() {
            return;
        }
        rest(STEP);
    }
    panic!("{what} is not ready after {LIMIT:?}");
}
