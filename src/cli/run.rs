//! Where the command line meets the engine: loading a model, running a take.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::args::Speech;
use super::console::Console;
use super::exit::Exit;
use super::stop::Stop;
use super::story::Story;
use crate::capture::Source;
use crate::clock::Clock;
use crate::command::{Command, Lane, SourceSpec, Start};
use crate::deliver::{self, Sink, SinkFactory};
use crate::engine::{Engine, Loader, NoEvent, Parts, Subscription};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::home::Home;
use crate::models::{Installed, Store};
use crate::recognise::Request;
use crate::recognise::chosen::{Chosen, Opened};
use crate::recognise::compute::Remark;
use crate::recognise::native::Means;
use crate::settings::{Output, Profile, Settings};

/// How soon a Ctrl-C is seen when nothing else happens.
const LOOK: Duration = Duration::from_millis(100);

/// Where the files of this person are, and what is chosen there.
pub(super) struct Setup {
    pub(super) home: Home,
    pub(super) settings: Settings,
    console: Console,
}

impl Setup {
    /// Looks for them. A damaged settings file is reported and otherwise does no harm.
    pub(super) fn find(console: &Console) -> Result<Self> {
        let home = Home::find()?;
        let (settings, problems) = Settings::load(&home.settings_file());
        for problem in problems {
            console.notice("settings", &problem.to_string());
        }
        Ok(Self { home, settings, console: console.clone() })
    }

    /// Makes ready what is meant, and makes sure that it can do what the profile wants. If that is
    /// a server, it is said who gets the audio.
    pub(super) fn recogniser(&self, speech: &Speech, profile: &Profile) -> Result<Loaded> {
        let chosen = self.chosen(speech.model.as_deref())?;
        let means = self.means(speech.compute.as_deref());
        let mut opened = chosen.open(&means)?;
        for Remark { code, message } in opened.remarks() {
            self.console.notice(code, &message);
        }
        Request::of(profile).check(opened.capabilities())?;
        if let Some(host) = chosen.host() {
            self.console.say(&format!("aloud: the audio goes to {host}"));
        }
        Ok(Loaded { opened, chosen, means })
    }

    /// With what a model computes; `wanted` is what an option says.
    pub(super) fn means(&self, wanted: Option<&str>) -> Means {
        Means::of(&self.home, wanted, &self.settings.compute)
    }

    /// What is meant: the wanted one, else that of the settings, else the default of the catalogue.
    pub(super) fn chosen(&self, wanted: Option<&str>) -> Result<Chosen> {
        Chosen::find(&Store::new(&self.home), &self.settings, wanted)
    }

    /// As [`Setup::chosen`], where only a model of this machine will do.
    pub(super) fn model(&self, wanted: Option<&str>) -> Result<Installed> {
        match self.chosen(wanted)? {
            Chosen::Model(model) => Ok(model),
            Chosen::Server(server) => {
                let id = server.id();
                let next = "name a model of this machine, as `aloud models list` shows them";
                Err(Error::Usage(format!("{id} is a server and not on this machine; {next}")))
            }
        }
    }
}

/// What recognises, ready, and how to get it again.
pub(super) struct Loaded {
    pub(super) opened: Opened,
    chosen: Chosen,
    means: Means,
}

/// An engine that runs takes one after the other.
pub(super) struct Desk {
    engine: Engine,
    events: Subscription,
    /// Opened here, so that what is wrong with a source is an error of the verb.
    sources: Arc<Mutex<VecDeque<Box<dyn Source>>>>,
    console: Console,
}

impl Desk {
    /// Starts the engine. Without a home the audio is not written to disk.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(super) fn new(loaded: Loaded, home: Option<Home>, console: &Console) -> Result<Self> {
        let sources = Arc::<Mutex<VecDeque<Box<dyn Source>>>>::default();
        let opened = Arc::clone(&sources);
        let engine = Engine::start(Parts {
            clock: Clock::real(),
            home,
            recogniser: loader(loaded),
            sources: Arc::new(move |_: &SourceSpec| {
                let next = opened.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
                next.ok_or_else(|| Error::Usage("the source was used already".to_owned()))
            }),
            sinks: sinks(console.clone()),
            // The program ends with its takes; no microphone waits for another one.
            keep_open: Duration::ZERO,
            keep_model: Duration::MAX,
        })?;
        let events = engine.subscribe();
        Ok(Self { engine, events, sources, console: console.clone() })
    }

    /// How the program is to end after its only take. That nobody reads any more is no failure.
    pub(super) fn exit(&self, story: &Story) -> Exit {
        if self.console.is_read() { story.exit() } else { Exit::Done }
    }

    /// Runs a take of this source to its end. `heed` sees every event. A stop is passed on;
    /// when nobody reads the results any more, the take is cancelled.
    pub(super) fn take(
        &self,
        source: Box<dyn Source>,
        (spec, profile): (SourceSpec, Profile),
        stop: &Stop,
        heed: &mut dyn FnMut(&Event),
    ) -> Story {
        self.sources.lock().unwrap_or_else(PoisonError::into_inner).push_back(source);
        let lane = lane(&spec);
        self.engine.send(Command::Start(Box::new(Start { lane, source: spec, profile })));
        let mut story = Story::default();
        let mut asked = None;
        while !story.is_over() {
            match self.events.recv_timeout(LOOK) {
                Ok(event) => {
                    story.hear(&event);
                    heed(&event);
                }
                Err(NoEvent::TimedOut) => {}
                Err(NoEvent::Closed) => break,
            }
            let wish = wish(lane, stop.is_asked(), self.console.is_read());
            if wish != asked {
                wish.iter().for_each(|wish| self.engine.send(wish.clone()));
                asked = wish;
            }
        }
        story
    }
}

/// Hands out what is ready already. A model that broke later is loaded anew.
fn loader(Loaded { opened, chosen, means }: Loaded) -> Loader {
    let mut ready = Some(opened);
    Box::new(move || Ok(ready.take().map_or_else(|| chosen.open(&means), Ok)?.boxed()))
}

/// What the machine plays is followed by captions; everything else is written as it is said.
fn lane(spec: &SourceSpec) -> Lane {
    match spec {
        SourceSpec::System => Lane::Captions,
        SourceSpec::Microphone { .. } | SourceSpec::File { .. } | SourceSpec::Take { .. } => {
            Lane::Dictation
        }
    }
}

/// What is to be asked of the engine besides going on.
fn wish(lane: Lane, stop: bool, is_read: bool) -> Option<Command> {
    match (stop, is_read) {
        (_, false) => Some(Command::Cancel(lane)),
        (true, true) => Some(Command::Stop(lane)),
        (false, true) => None,
    }
}

/// The sinks of this machine, but printing goes through the console: a reader that closes the
/// pipe is no failed delivery.
pub(super) fn sinks(console: Console) -> SinkFactory {
    let mut others = deliver::sinks();
    Box::new(move |output| match output {
        Output::Stdout => Ok(Box::new(Printer(console.clone()))),
        Output::Type | Output::Paste | Output::Clipboard | Output::None => others(output),
    })
}

struct Printer(Console);

impl Sink for Printer {
    fn deliver(&mut self, text: &str) -> Result<()> {
        self.0.text(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_that_left_matters_more_than_a_stop() {
        assert_eq!(wish(Lane::Dictation, false, true), None);
        assert_eq!(wish(Lane::Dictation, true, true), Some(Command::Stop(Lane::Dictation)));
        assert_eq!(wish(Lane::Dictation, false, false), Some(Command::Cancel(Lane::Dictation)));
        assert_eq!(wish(Lane::Dictation, true, false), Some(Command::Cancel(Lane::Dictation)));
    }
}
