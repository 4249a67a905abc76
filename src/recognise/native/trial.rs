//! What the child does in which a backend is tried: lets it in, lists its devices, computes.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use super::backends::{devices, let_in};
use super::engine::Engine;
use super::load::On;
use super::turns::Turns;
use super::{PROBE, warm_up};
use crate::clock::rest;
use crate::recognise::Failure;
use crate::recognise::compute::{Answer, Gpu, Limits, answer};
use crate::recognise::tune::memory::cores;
use crate::recognise::tune::usual;

/// Several runs of different lengths: one driver computed well once, and crashed when memory of the
/// run before was given back.
const LENGTHS_MS: [u64; 3] = [1_000, 3_000, 2_000];

/// Tries a backend and says what came of it, if this process was started to do that. Every program
/// whose process computes calls this before anything else.
pub fn serve() -> Option<ExitCode> {
    let (gpu, model) = asked(std::env::args_os().skip(1))?;
    end_in_any_case();
    say(&Answer::Listed { devices: list(gpu) });
    say(&computed(gpu, model.as_deref()));
    // Nobody waits for what a driver does at its end.
    Some(ExitCode::SUCCESS)
}

fn asked(mut arguments: impl Iterator<Item = OsString>) -> Option<(Gpu, Option<PathBuf>)> {
    let verb = arguments.next()?;
    let gpu = Gpu::of(arguments.next()?.to_str()?)?;
    (verb == PROBE).then(|| (gpu, arguments.next().map(PathBuf::from)))
}

/// Who started this may be gone, and then nobody ends it.
fn end_in_any_case() {
    let Limits { list, compute, leave } = Limits::usual(|name| std::env::var(name).ok());
    let limit: Duration = list + compute + leave;
    let watch = move || {
        rest(limit);
        std::process::abort();
    };
    drop(std::thread::Builder::new().name("limit".to_owned()).spawn(watch));
}

fn say(what: &Answer) {
    let mut output = std::io::stdout().lock();
    let _ = writeln!(output, "{}", answer(what)).and_then(|()| output.flush());
}

fn list(gpu: Gpu) -> Vec<crate::recognise::compute::Device> {
    if let Err(error) = let_in(&[gpu]) {
        tracing::debug!("{error}");
    }
    devices().into_iter().map(|(_, about)| about).collect()
}

/// Loads the model onto the first device of the backend, and runs it.
fn computed(gpu: Gpu, model: Option<&Path>) -> Answer {
    let device = devices().into_iter().find(|(_, about)| about.backend == gpu.code());
    let (Some((device, _)), Some(model)) = (device, model) else { return Answer::Done };
    let turns = Turns::default();
    let loaded = Engine::load(model, &On::Device(device), usual(cores()), &turns);
    // That this model cannot be loaded says nothing of the backend: it is told when it is wanted.
    let Ok(mut engine) = loaded else { return Answer::Done };
    match warm_up(&mut engine, model, &LENGTHS_MS) {
        Err(Failure::Other(problem)) => Answer::Refused { problem },
        Ok(()) | Err(_) => Answer::Done,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked_for(words: &[&str]) -> Option<(Gpu, Option<PathBuf>)> {
        asked(words.iter().map(OsString::from))
    }

    #[test]
    fn only_a_process_that_is_to_try_something_does() {
        assert_eq!(asked_for(&[PROBE, "vulkan"]), Some((Gpu::Vulkan, None)));
        let model = Some(PathBuf::from("/m/tiny.gguf"));
        assert_eq!(asked_for(&[PROBE, "cuda", "/m/tiny.gguf"]), Some((Gpu::Cuda, model)));
        for others in [&[][..], &["listen"], &["--hidden"], &[PROBE], &[PROBE, "abacus"]] {
            assert_eq!(asked_for(others), None, "{others:?}");
        }
    }
}
