//! The program with its modules in a folder of its own, where one of them can be made bad, and a
//! home that remembers what came of it.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// The module of the backend that is made bad.
pub(crate) const MODULE: &str = "libggml-vulkan.so";

/// See the module.
pub(crate) struct Stage {
    folder: TempDir,
    program: PathBuf,
    /// Variables of every call.
    pub(crate) variables: Vec<(&'static str, String)>,
}

/// What a call printed.
pub(crate) struct Answer {
    pub(crate) objects: Vec<Value>,
    pub(crate) messages: String,
}

impl Stage {
    /// The program as it was built, with the driver that computes in software.
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            program: env!("CARGO_BIN_EXE_aloud").into(),
            variables: vec![
                ("GGML_VK_VISIBLE_DEVICES", "0".to_owned()),
                // A card made of software is slow, above all beside other tests.
                ("ALOUD_COMPUTE_PATIENCE", "1800".to_owned()),
                ("ALOUD_LOG", "info".to_owned()),
            ],
        }
    }

    /// The same in a copy, so that `change` can be made to the folder of the program.
    pub(crate) fn copied(change: impl FnOnce(&Path)) -> Self {
        let mut stage = Self::new();
        let folder = stage.path("program");
        fs::create_dir(&folder).unwrap();
        let built = stage.program.parent().unwrap().to_path_buf();
        for entry in fs::read_dir(built).unwrap().flatten() {
            let name = entry.file_name().into_string().unwrap();
            if name == "aloud" || (name.starts_with("lib") && name.contains(".so")) {
                fs::copy(entry.path(), folder.join(name)).unwrap();
            }
        }
        change(&folder);
        stage.program = folder.join("aloud");
        stage
    }

    /// With a Vulkan module that fails in this way, `ABORTS` or `HANGS`.
    pub(crate) fn with_a_module_that(fails: &str) -> Self {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vulkan/module.c");
        let mut stage = Self::copied(|folder| {
            let module = folder.join(MODULE);
            fs::remove_file(&module).unwrap();
            let built = Command::new("cc")
                .args(["-shared", "-fPIC", &format!("-D{fails}"), "-o"])
                .args([&module, &source])
                .status();
            assert!(built.unwrap().success());
        });
        let tried = stage.path("tried").display().to_string();
        stage.variables.push(("ALOUD_TEST_TRIED", tried));
        stage
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// How often the bad module was opened.
    pub(crate) fn tried(&self) -> usize {
        fs::read_to_string(self.path("tried")).unwrap_or_default().lines().count()
    }

    /// What the home remembers of backends.
    pub(crate) fn memory(&self) -> String {
        fs::read_to_string(self.path("compute.json")).unwrap_or_default()
    }

    pub(crate) fn command(&self, arguments: &[impl AsRef<OsStr>]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(arguments).env("ALOUD_HOME", self.folder.path()).env("ALOUD_THREADS", "2");
        for name in ["ALOUD_MODELS", "ALOUD_COMPUTE", "VK_DRIVER_FILES", "VK_ICD_FILENAMES"] {
            command.env_remove(name);
        }
        // Cargo names the folder of the modules, where the good one lies.
        command.env_remove("LD_LIBRARY_PATH");
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Calls the program, which must end well.
    pub(crate) fn call(&self, arguments: &[impl AsRef<OsStr>]) -> Answer {
        let output = self.command(arguments).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        Answer::of(&output)
    }

    /// Writes down what is said in a recording; none if the driver brings the program down.
    pub(crate) fn try_to_transcribe(&self, more: &[&str]) -> Option<Answer> {
        let mut command = self.command(&self.transcribing());
        let output = command.args(more).output().unwrap();
        // Whatever else goes wrong has a code.
        assert!(output.status.success() || output.status.code().is_none(), "{output:?}");
        output.status.success().then(|| Answer::of(&output))
    }

    /// Writes down what is said in a recording.
    pub(crate) fn transcribe(&self, more: &[&str]) -> Answer {
        let arguments = self.transcribing();
        let more = more.iter().map(ToString::to_string);
        self.call(&arguments.into_iter().chain(more).collect::<Vec<_>>())
    }

    /// The arguments by which a recording is written down.
    pub(crate) fn transcribing(&self) -> Vec<String> {
        let audio = self.path("noise.wav");
        if !audio.exists() {
            noise(&audio);
        }
        let (audio, model) = (audio.display().to_string(), model().display().to_string());
        ["transcribe", "--whole", "--json", "--model", &model, &audio].map(str::to_owned).to_vec()
    }
}

impl Answer {
    fn of(output: &Output) -> Self {
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        let results = String::from_utf8_lossy(&output.stdout).into_owned();
        let objects = results.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        Self { objects, messages }
    }

    pub(crate) fn text(&self) -> &str {
        let done = self.objects.iter().find(|object| object["type"] == "done");
        done.and_then(|done| done["text"].as_str()).unwrap()
    }

    /// The notices, as their code and message.
    pub(crate) fn notices(&self) -> Vec<(&str, &str)> {
        let notices = self.objects.iter().filter(|object| object["type"] == "notice");
        let told: Vec<_> = notices
            .map(|notice| (notice["code"].as_str().unwrap(), notice["message"].as_str().unwrap()))
            .collect();
        assert!(told.iter().all(|(_, message)| self.messages.contains(message)));
        told
    }

    /// The objects of this type.
    pub(crate) fn all(&self, kind: &str) -> Vec<&Value> {
        self.objects.iter().filter(|object| object["type"] == kind).collect()
    }
}

/// Three seconds as loud as speech, for which the model has words.
fn noise(path: &Path) {
    let spec = hound::WavSpec {
        channels: 1,
        sample_rate: 16_000,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut file = hound::WavWriter::create(path, spec).unwrap();
    let mut state = 1_u32;
    for _ in 0..48_000 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        file.write_sample(((state >> 16) as i32 - 32_768) as i16 / 4).unwrap();
    }
    file.finalize().unwrap();
}

fn model() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tiny-voxtral-words.gguf")
}
