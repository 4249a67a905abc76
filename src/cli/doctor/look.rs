//! The checks themselves: each looks at one thing and changes nothing.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::thread;

use super::report::model_name;
use super::session::{Kind, Session};
use super::{Check, folders};
use crate::capture::Source;
use crate::capture::device::{self, DeviceInfo, Microphone};
use crate::cli::console::Console;
use crate::cli::devices::memory;
use crate::cli::run::Setup;
use crate::clock::Clock;
use crate::deliver;
use crate::error::Error;
use crate::recognise::Capabilities;
use crate::recognise::compute::{Aside, Backend, Device};
use crate::recognise::native::{Means, Survey, Threads};
use crate::settings::{Output, Server, Settings};

/// All of them, in the order of a word's way, and what was chosen.
pub(super) fn all(console: &Console) -> (Vec<Check>, Option<Settings>) {
    let session = Session::find(|name| env::var(name).ok());
    let mut checks = vec![program(), sound()];
    match Setup::find(console) {
        Ok(setup) => {
            checks.push(microphone(setup.settings.microphone.as_deref()));
            checks.extend([compute(&setup), model(&setup)]);
            checks.extend(servers(&setup.settings));
            checks.extend([desktop(&session), clipboard(&session)]);
            checks.extend(folders::check(&setup.home));
            (checks, Some(setup.settings))
        }
        Err(error) => {
            checks.push(failed("folders", "no home", &error));
            (checks, None)
        }
    }
}

fn program() -> Check {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let (version, arch) = (env!("CARGO_PKG_VERSION"), env::consts::ARCH);
    let revision = option_env!("ALOUD_REVISION").map(|r| format!(" ({r})")).unwrap_or_default();
    let system = system();
    let program = format!("aloud {version}{revision}, {system}, {arch}, {threads} CPU threads");
    Check::ok("program", program)
}

/// `Debian GNU/Linux 12 (bookworm)`, or the name of the family.
fn system() -> String {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
    name.map_or(env::consts::OS.to_owned(), |name| name.trim_matches('"').to_owned())
}

/// What the sound systems list. On bare ALSA that may be names without a device behind them.
fn sound() -> Check {
    match device::list() {
        Ok(devices) if devices.is_empty() => {
            Check::warning("sound", "no device", "plug one in, or start the sound server")
        }
        Ok(devices) => {
            let names: Vec<_> = devices.iter().map(|device| device.name.as_str()).collect();
            let hosts = hosts(&devices);
            Check::ok("sound", format!("{hosts}: {}", names.join(", ")))
                .told_as(format!("{hosts}: {} devices", devices.len()))
        }
        Err(error) => Check::warning("sound", "no answer", error.to_string()),
    }
}

/// The microphone that would be heard: only one that can be opened is there.
fn microphone(favourite: Option<&str>) -> Check {
    match Microphone::open(favourite, Clock::real()) {
        Ok(microphone) => Check::ok("microphone", microphone.name()).told_as("one can be opened"),
        Err(error) => failed("microphone", "none can be opened", &error),
    }
}

/// The sound systems that the devices belong to; an id begins with its own.
fn hosts(devices: &[DeviceInfo]) -> String {
    let host = |device: &DeviceInfo| device.id.split(':').next().unwrap_or_default().to_owned();
    devices.iter().map(host).collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(", ")
}

fn model(setup: &Setup) -> Check {
    // Who only looks does not measure, and sends nothing to a server.
    let means = Means { threads: Threads::Usual, ..setup.means(None) };
    let found = setup.chosen(None).and_then(|chosen| {
        let opened = chosen.open(&means)?;
        Ok((chosen.id(), opened.capabilities().clone()))
    });
    match found {
        Ok((id, able)) => recognises(&id, &able),
        Err(error) => failed("model", "none can be used", &error),
    }
}

/// What recognises. The name of a server, and where it is, are somebody's own.
fn recognises(id: &str, able: &Capabilities) -> Check {
    if let Some(away) = &able.remote {
        let found = format!("{id}; the audio goes to {}", away.host);
        return Check::ok("model", found).told_as(model_name(id));
    }
    let languages = able.languages.len();
    let found = |id: &str| format!("{id} on {}, {languages} languages", able.backend);
    Check::ok("model", found(id)).told_as(found(&model_name(id)))
}

/// The servers that are set up, and whom they would send audio to. None of them is asked.
fn servers(settings: &Settings) -> Option<Check> {
    let in_use = settings.server_in_use();
    let name = |server: &Server| {
        let mark = if in_use == Some(server) { ", in use" } else { "" };
        format!("{} at {}{mark}", server.name, server.host())
    };
    let names: Vec<String> = settings.servers.iter().map(name).collect();
    let used = if in_use.is_some() { "one" } else { "none" };
    let public = format!("{} set up, {used} in use", names.len());
    (!names.is_empty()).then(|| Check::ok("servers", names.join("; ")).told_as(public))
}

/// What models compute on. That a graphics card is set aside keeps nobody from dictating.
fn compute(setup: &Setup) -> Check {
    let survey = Survey::take(&setup.means(None), setup.model(None).ok().as_ref(), false);
    let used = survey.chosen.map_or("nothing".to_owned(), |place| named(&survey.devices[place]));
    let also = survey.devices.iter().enumerate();
    let also = also.filter(|(place, _)| survey.chosen != Some(*place));
    let also: Vec<_> = also.map(|(_, device)| named(device)).collect();
    let backends = &survey.standing.backends;
    let unused = backends.iter().filter_map(|backend| {
        let aside = backend.aside.as_ref()?;
        Some(format!("{} is not used: {}", backend.gpu.name(), aside.told(backend.gpu)))
    });
    let mut found = vec![used];
    found.extend((!also.is_empty()).then(|| format!("also {}", also.join(", "))));
    found.extend(unused);
    let found = found.join("; ");
    if let Some(missing) = &survey.missing {
        let remedy = format!(
            "choose what there is instead of \"{missing}\": `aloud devices --compute` lists it"
        );
        return Check::warning("compute", found, remedy);
    }
    let is_faulty = |backend: &Backend| {
        matches!(backend.aside, Some(Aside::Fault { .. } | Aside::Untried { .. }))
    };
    match backends.iter().any(is_faulty) {
        true => {
            let remedy = "look at its driver, then try it again: `aloud devices --compute --retry`";
            Check::warning("compute", found, remedy)
        }
        false => Check::ok("compute", found),
    }
}

fn named(device: &Device) -> String {
    let memory = memory(device.memory_total, device.memory_free);
    let memory = if memory.is_empty() { memory } else { format!(", {memory}") };
    format!("{} ({}{memory})", device.name, device.description)
}

fn desktop(session: &Session) -> Check {
    let found = session.describe();
    match session.kind {
        Kind::X11 | Kind::Native => Check::ok("typing", found),
        Kind::Wayland => Check::warning(
            "typing",
            found,
            "not every Wayland compositor lets programs type; where it does not, the text is put \
             on the clipboard",
        ),
        Kind::None => Check::warning(
            "typing",
            found,
            "start it in a desktop session to type into windows; printing works without",
        ),
    }
}

fn clipboard(session: &Session) -> Check {
    if session.kind == Kind::None {
        let remedy = "start it in a desktop session to paste; printing works without";
        return Check::warning("clipboard", "there is none", remedy);
    }
    match deliver::sinks()(Output::Clipboard) {
        Ok(_) => Check::ok("clipboard", "can be reached"),
        Err(error) => {
            Check::warning("clipboard", error.to_string(), "paste and clipboard will fail")
        }
    }
}

/// The message of an error says what to do next.
fn failed(check: &'static str, found: &str, error: &Error) -> Check {
    Check::failed(check, found, error.to_string())
}
