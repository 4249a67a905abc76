//! Lets those backends in that proved good: once in a process, before anything else of the engine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::native::{self, BackendMask};
use super::{Means, PROBE, quiet};
use crate::clock::unix_ms;
use crate::error::{Error, Result};
use crate::models::Installed;
use crate::recognise::compute::{
    Class, Device, Found, Gpu, Limits, Machine, Marker, Remark, Standing, Verdict, attempt, facts,
    stand,
};
use crate::settings::Compute;

/// A larger model takes too long to be loaded only to see whether it computes.
const LARGEST_BYTES: u64 = 300_000_000;

/// How this process began.
pub(super) struct Begun {
    pub(super) standing: Standing,
    /// What was wished then. Only what was let in then can be used.
    pub(super) wish: Compute,
    /// Where markers are set; none where nobody said so, and then no backend is let in.
    state: Option<PathBuf>,
    /// Why nothing can compute at all.
    problem: Option<String>,
    told: AtomicBool,
}

/// The native registry is one for the process, and what is in it stays.
static BEGUN: OnceLock<Begun> = OnceLock::new();

/// Begins with what this home knows, unless it is begun. `model` is what a backend is tried with;
/// `anew` tries all of them again.
pub(super) fn begin(means: &Means, model: Option<&Installed>, anew: bool) -> &'static Begun {
    BEGUN.get_or_init(|| {
        let model = model.filter(|model| model.size <= LARGEST_BYTES);
        let trial = |gpu| tried(gpu, model.map(|model| model.path.as_path()));
        let (wish, state) = (&means.compute, means.state.as_path());
        let standing = stand(found(), wish, (state, anew), &trial, unix_ms());
        for backend in &standing.backends {
            let aside = backend.aside.as_ref().map(|aside| aside.told(backend.gpu));
            tracing::info!("{}: {}", backend.gpu.name(), aside.as_deref().unwrap_or("used"));
        }
        Begun::with(standing, wish.clone(), Some(state.to_path_buf()))
    })
}

/// However it was begun; with the processor alone if it was not.
pub(super) fn begun() -> &'static Begun {
    BEGUN.get_or_init(|| Begun::with(Standing::default(), Compute::Auto, None))
}

impl Begun {
    fn with(standing: Standing, wish: Compute, state: Option<PathBuf>) -> Self {
        let gpus: Vec<Gpu> = standing.used().map(|backend| backend.gpu).collect();
        let problem = let_in(&gpus).err().map(|error| error.to_string());
        Self { standing, wish, state, problem, told: AtomicBool::new(false) }
    }

    /// That something can compute.
    ///
    /// # Errors
    /// When the modules are not where they belong.
    pub(super) fn check(&self) -> Result<()> {
        let Some(problem) = &self.problem else { return Ok(()) };
        let problem = format!(
            "no part of the engine can compute ({problem}): the files whose names begin with \
             \"libggml\" belong beside the program or into ../lib/aloud; install Aloud again"
        );
        Err(Error::Recogniser { problem })
    }

    /// What a person should know of it, once.
    pub(super) fn remarks(&self) -> Vec<Remark> {
        match self.told.swap(true, Ordering::SeqCst) {
            true => Vec::new(),
            false => self.standing.remarks(),
        }
    }

    /// Says on disk that this backend is at work, until the marker is dropped.
    pub(super) fn mark(&self, backend: &str) -> Option<Marker> {
        let backend = self.standing.used().find(|used| used.gpu.code() == backend)?;
        Marker::set(self.state.as_deref()?, backend.gpu, &backend.facts)
    }
}

/// Everything that computes in this process. Only once it has begun.
pub(super) fn devices() -> Vec<(native::Device, Device)> {
    let about = |device: native::Device| {
        let told = described(&device);
        (device, told)
    };
    native::devices().into_iter().map(about).collect()
}

fn described(device: &native::Device) -> Device {
    let bytes = |bytes| Some(bytes).filter(|bytes| *bytes > 0);
    Device {
        name: device.name.clone(),
        description: device.description.trim().to_owned(),
        backend: device.kind.clone(),
        class: match device.device_type {
            native::DeviceType::Cpu => Class::Cpu,
            native::DeviceType::Gpu => Class::Gpu,
            native::DeviceType::Igpu => Class::Integrated,
            native::DeviceType::Accel => Class::Accelerator,
            native::DeviceType::Unknown => Class::Unknown,
        },
        id: device.device_id.clone(),
        memory_total: bytes(device.memory_total),
        memory_free: bytes(device.memory_free),
    }
}

/// Registers the processor and these backends. Of the others no code runs.
pub(super) fn let_in(gpus: &[Gpu]) -> native::Result<()> {
    quiet();
    let mask = gpus.iter().fold(BackendMask::CPU, |mask, gpu| mask | mask_of(*gpu));
    native::init_backends_with(modules(), mask)
}

fn mask_of(gpu: Gpu) -> BackendMask {
    match gpu {
        Gpu::Cuda => BackendMask::CUDA,
        Gpu::Metal => BackendMask::METAL,
        Gpu::Vulkan => BackendMask::VULKAN,
    }
}

/// The backends of this program that the environment does not forbid.
fn found() -> Vec<Found> {
    quiet();
    let allowed = native::allowed_backends();
    let lookup = |name: &str| std::env::var(name).ok();
    let machine = Machine::here(&lookup);
    let modules = modules();
    let found = Gpu::ALL.into_iter().filter(|gpu| allowed.contains(mask_of(*gpu)));
    found
        .filter_map(|gpu| {
            let code = code_of(gpu, modules.as_deref())?;
            Some(Found { gpu, facts: facts(gpu, &code, &machine) })
        })
        .collect()
}

/// The file that has the code of a backend. None if this program does not have it.
fn code_of(gpu: Gpu, modules: Option<&Path>) -> Option<PathBuf> {
    if cfg!(feature = "dynamic-backends") {
        return modules.map(|folder| folder.join(module(gpu.code()))).filter(|path| path.exists());
    }
    let is_built_in = match gpu {
        Gpu::Cuda => cfg!(feature = "cuda"),
        Gpu::Metal => cfg!(all(feature = "metal", target_vendor = "apple")),
        Gpu::Vulkan => cfg!(feature = "vulkan"),
    };
    is_built_in.then(std::env::current_exe)?.ok()
}

/// What the engine looks for; on macOS it ends like on Linux.
fn module(backend: &str) -> String {
    match cfg!(windows) {
        true => format!("ggml-{backend}.dll"),
        false => format!("libggml-{backend}.so"),
    }
}

/// The folder of the modules: that of the program, or where a package puts them. The one above is
/// for tests, whose programs cargo puts into `deps`.
fn modules() -> Option<PathBuf> {
    if !cfg!(feature = "dynamic-backends") {
        return None;
    }
    let program = std::env::current_exe().ok()?;
    let folder = program.parent()?;
    let folders = [folder.to_path_buf(), folder.join("../lib/aloud"), folder.join("..")];
    folders.into_iter().find(|folder| has_processor(folder))
}

/// Whether the module that every machine can use lies here. There may be one for each kind of
/// processor.
fn has_processor(folder: &Path) -> bool {
    let Ok(entries) = fs::read_dir(folder) else { return false };
    let prefix = module("cpu");
    let prefix = prefix.rsplit_once('.').map_or(prefix.as_str(), |(stem, _)| stem);
    entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with(prefix))
}

/// Tries a backend in another process of this program.
fn tried(gpu: Gpu, model: Option<&Path>) -> std::result::Result<Verdict, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.args([PROBE, gpu.code()]).args(model);
    attempt(gpu, &mut command, Limits::usual(|name| std::env::var(name).ok()))
}
