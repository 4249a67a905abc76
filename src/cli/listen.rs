//! `aloud listen`: speak, and it is written.

use std::path::Path;

use super::args::Listen;
use super::console::Console;
use super::exit::Exit;
use super::lines::sentence;
use super::plan;
use super::run::{Desk, Setup};
use super::stop::Stop;
use crate::capture::Source;
use crate::capture::device::{self, DeviceInfo, Microphone};
use crate::capture::wav::FileSource;
use crate::clock::Clock;
use crate::command::{Pace, SourceSpec};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::settings::{Output, Profile, Task};

pub(super) fn run(args: &Listen) -> Exit {
    let console = Console::new(args.speech.json);
    console.end(listen(args, &console))
}

fn listen(args: &Listen, console: &Console) -> Result<Exit> {
    let setup = Setup::find(console)?;
    let mut profile = plan::profile(&args.speech, console.is_json(), &setup.settings)?;
    let loaded = setup.recogniser(&args.speech, &profile)?;
    let printing = Printing::of(&mut profile);
    let favourite = setup.settings.microphone.as_deref();
    let (source, spec) = match &args.wav {
        Some(path) => file(path, args.realtime)?,
        None if args.system => {
            (Box::new(Microphone::monitor(Clock::real())?) as Box<dyn Source>, SourceSpec::System)
        }
        None => microphone(args.device.as_deref(), favourite)?,
    };
    let stop = Stop::on_signals();
    let name = args.wav.is_none().then(|| source.name());
    let desk = Desk::new(loaded, Some(setup.home), console)?;
    let story = desk.take(source, (spec, profile), &stop, &mut |event| {
        show(event, name.as_deref(), printing, console);
    });
    Ok(desk.exit(&story))
}

/// How the text of a take is printed, besides its events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Printing {
    /// It goes elsewhere.
    Nothing,
    /// On one line, by the delivery; here only the end of that line.
    Line,
    /// Each piece on a line of its own, and its translation on the next one.
    Pairs,
}

impl Printing {
    /// What a profile wants. Pairs are printed here, since the delivery knows one language.
    pub(super) fn of(profile: &mut Profile) -> Self {
        match (profile.output, &profile.task) {
            (Output::Stdout, Task::Translate { both: true, .. }) => {
                profile.output = Output::None;
                Self::Pairs
            }
            (Output::Stdout, _) => Self::Line,
            (Output::Type | Output::Paste | Output::Clipboard | Output::None, _) => Self::Nothing,
        }
    }

    fn text_of(self, event: &Event) -> Option<String> {
        match (self, event) {
            // The words came without a line break at their end: more might have followed.
            (Self::Line, Event::Done(done)) if !done.text.is_empty() => Some("\n".to_owned()),
            (Self::Pairs, Event::Final(part)) => Some(format!("{}\n", part.text)),
            (Self::Pairs, Event::Translation { text, .. }) => Some(format!("{text}\n")),
            _ => None,
        }
    }
}

/// Prints an event as JSON, or what a person is to know of it.
pub(super) fn show(
    event: &Event,
    listening_to: Option<&str>,
    printing: Printing,
    console: &Console,
) {
    let is_notice = matches!(event, Event::Notice { .. });
    // The verb waited for the model already.
    if console.is_json() && !matches!(event, Event::Model(_)) {
        console.object(event);
    }
    if (!console.is_json() || is_notice)
        && let Some(sentence) = sentence(event, listening_to)
    {
        console.say(&sentence);
    }
    if let Some(text) = printing.text_of(event) {
        console.text(&text);
    }
}

fn file(path: &Path, realtime: bool) -> Result<(Box<dyn Source>, SourceSpec)> {
    let pace = if realtime { Pace::Realtime } else { Pace::Fast };
    let source = FileSource::open(path, pace, Clock::real())?;
    Ok((Box::new(source), SourceSpec::File { path: path.to_path_buf(), pace }))
}

/// A microphone that was asked for must be there; a favourite that is not is passed over.
fn microphone(
    wanted: Option<&str>,
    favourite: Option<&str>,
) -> Result<(Box<dyn Source>, SourceSpec)> {
    if let Some(wanted) = wanted {
        let devices = device::list()?;
        if !devices.iter().any(|device| is_called(device, wanted)) {
            let available = devices.into_iter().map(|device| device.name).collect();
            return Err(Error::NoDevice { wanted: Some(wanted.to_owned()), available });
        }
    }
    let device = wanted.or(favourite).map(str::to_owned);
    let source = Microphone::open(device.as_deref(), Clock::real())?;
    Ok((Box::new(source), SourceSpec::Microphone { device }))
}

/// An id may be given without the name of its sound system, a name in any case.
fn is_called(device: &DeviceInfo, name: &str) -> bool {
    let short_id = device.id.split_once(':').map(|(_, id)| id);
    device.id == name || short_id == Some(name) || device.name.to_lowercase() == name.to_lowercase()
}
