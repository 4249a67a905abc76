//! The checks themselves: each looks at one thing and changes nothing.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::thread;

use super::session::{Kind, Session};
use super::{Check, folders};
use crate::capture::Source;
use crate::capture::device::{self, DeviceInfo, Microphone};
use crate::cli::console::Console;
use crate::cli::run::Setup;
use crate::clock::Clock;
use crate::deliver;
use crate::error::Error;
use crate::recognise::Capabilities;
use crate::recognise::native::Threads;
use crate::settings::{Output, Server, Settings};

/// All of them, in the order of a word's way.
pub(super) fn all(console: &Console) -> Vec<Check> {
    let session = Session::find(|name| env::var(name).ok());
    let mut checks = vec![program(), sound()];
    match Setup::find(console) {
        Ok(setup) => {
            checks.extend([microphone(setup.settings.microphone.as_deref()), model(&setup)]);
            checks.extend(servers(&setup.settings));
            checks.extend([desktop(&session), clipboard(&session)]);
            checks.extend(folders::check(&setup.home));
        }
        Err(error) => checks.push(failed("folders", "no home", &error)),
    }
    checks
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
            Check::ok("sound", format!("{}: {}", hosts(&devices), names.join(", ")))
        }
        Err(error) => Check::warning("sound", "no answer", error.to_string()),
    }
}

/// The microphone that would be heard: only one that can be opened is there.
fn microphone(favourite: Option<&str>) -> Check {
    match Microphone::open(favourite, Clock::real()) {
        Ok(microphone) => Check::ok("microphone", microphone.name()),
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
    let found = setup.chosen(None).and_then(|chosen| {
        let opened = chosen.open(&Threads::Usual)?;
        Ok((chosen.id(), opened.capabilities().clone()))
    });
    match found {
        Ok((id, able)) => Check::ok("model", recognises(&id, &able)),
        Err(error) => failed("model", "none can be used", &error),
    }
}

fn recognises(id: &str, able: &Capabilities) -> String {
    match &able.remote {
        Some(away) => format!("{id}; the audio goes to {}", away.host),
        None => format!("{id} on {}, {} languages", able.backend, able.languages.len()),
    }
}

/// The servers that are set up, and whom they would send audio to. None of them is asked.
fn servers(settings: &Settings) -> Option<Check> {
    let in_use = settings.server_in_use();
    let name = |server: &Server| {
        let mark = if in_use == Some(server) { ", in use" } else { "" };
        format!("{} at {}{mark}", server.name, server.host())
    };
    let names: Vec<String> = settings.servers.iter().map(name).collect();
    (!names.is_empty()).then(|| Check::ok("servers", names.join("; ")))
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
