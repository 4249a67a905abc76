//! `aloud transcribe`: what is said in audio files.

use std::path::Path;

use super::args::{Format, Transcribe};
use super::console::Console;
use super::exit::Exit;
use super::lines::sentence;
use super::plan;
use super::printout::Printout;
use super::progress::Progress;
use super::run::{self, Desk, Setup};
use super::stop::Stop;
use super::whole::{Input, Whole};
use crate::capture::wav::FileSource;
use crate::clock::Clock;
use crate::command::{Pace, SourceSpec};
use crate::error::Result;
use crate::event::Event;
use crate::settings::{Output, Profile};

pub(super) fn run(args: &Transcribe) -> Exit {
    let console = Console::new(args.speech.json || args.format == Format::Json);
    console.end(transcribe(args, &console))
}

fn transcribe(args: &Transcribe, console: &Console) -> Result<Exit> {
    let setup = Setup::find(console)?;
    let mut profile = plan::profile(&args.speech, console.is_json(), &setup.settings)?;
    let format = plan::format(args, &profile)?;
    let loaded = setup.recogniser(&args.speech, &profile)?;
    let prints = profile.output == Output::Stdout;
    if prints {
        // Printed here when a file is done, so that texts of several files stay apart.
        profile.output = Output::None;
    }
    let way = match args.whole {
        true => Way::Whole(Box::new(Whole::new(loaded.opened, run::sinks(console.clone())))),
        false => Way::Pieces(Desk::new(loaded, None, console)?),
    };
    let printout = if prints { Printout::new(format, args.files.len()) } else { Printout::Nothing };
    let mut job = Job { way, profile, console, printout };
    let exits: Vec<Exit> = args.files.iter().map(|path| job.file(path)).collect();
    Ok(Exit::of_several(&exits))
}

/// The files of one call.
struct Job<'a> {
    way: Way,
    profile: Profile,
    console: &'a Console,
    printout: Printout,
}

/// How a file is recognised.
enum Way {
    /// As a person who speaks.
    Pieces(Desk),
    /// In one run.
    Whole(Box<Whole>),
}

impl Job<'_> {
    /// Does one file. What is wrong with it is reported here; the others still have their turn.
    fn file(&mut self, path: &Path) -> Exit {
        if !self.console.is_read() {
            return Exit::Done;
        }
        let exit = self.recognise(path).unwrap_or_else(|error| self.console.fail(&error));
        if self.console.is_read() { exit } else { Exit::Done }
    }

    fn recognise(&mut self, path: &Path) -> Result<Exit> {
        let source = FileSource::open(path, Pace::Fast, Clock::real())?;
        let name = path.display().to_string();
        let mut progress = Progress::of_audio(&name, source.duration_ms(), self.console);
        let mut heed = |event: &Event| show(event, &mut progress, self.console);
        let spec = SourceSpec::File { path: path.to_path_buf(), pace: Pace::Fast };
        let (story, passages) = match &mut self.way {
            Way::Pieces(desk) => {
                let asked = (spec, self.profile.clone());
                let story = desk.take(Box::new(source), asked, &Stop::never(), &mut heed);
                let passages = story.passages();
                (story, passages)
            }
            Way::Whole(whole) => {
                let source = Box::new(source);
                whole.run(Input { path, source, profile: &self.profile }, &mut heed)?
            }
        };
        drop(progress);
        if let Some(done) = story.done() {
            self.console.text(&self.printout.add(&name, done, &passages));
        }
        Ok(story.exit())
    }
}

fn show(event: &Event, progress: &mut Progress, console: &Console) {
    match event {
        // Nobody watches a meter for a file.
        Event::Level { .. } | Event::Model(_) => return,
        Event::Final(part) => progress.at(part.end_ms),
        Event::Interim { at_ms, .. } => progress.at(*at_ms),
        _ => {}
    }
    if console.is_json() {
        console.object(event);
    }
    if (!console.is_json() || matches!(event, Event::Notice { .. }))
        && let Some(sentence) = sentence(event, None)
    {
        progress.aside(|| console.say(&sentence));
    }
}
