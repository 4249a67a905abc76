//! What window, tray, hotkey and socket share: all of them ask here, and get the same answer.

mod above;
mod first;
mod keys;
mod models;
pub(crate) mod servers;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use aloud::captions::{Format, Shown};
use aloud::clock::Clock;
use aloud::command::{Command, Lane, SourceSpec, Start};
use aloud::control::Wish;
use aloud::deliver::Sink;
use aloud::deliver::clipboard::Clipboard;
use aloud::engine::{Engine, Subscription};
use aloud::error::{Error, Result};
use aloud::event::{Model, TakeId};
use aloud::home::Home;
use aloud::recognise::Request;
use aloud::settings::{Mode, Output, Profile, Settings};
use serde_json::{Map, Value};
use tauri::AppHandle;

use crate::autostart::Autostart;
use crate::choices::Choices;
use crate::consequence::{self, Consequence};
use crate::desktop::Place;
use crate::downloads::Downloads;
use crate::export;
use crate::face::Face;
use crate::hotkey::Hotkeys;
use crate::ipc::{Refusal, ShellEvent, Snapshot};
use crate::measure::Measuring;
use crate::now::Now;
use crate::overlay::Overlay;
use crate::relay::Relay;
use crate::shelf;
use crate::tray::Tray;
use crate::trial::Trial;
use crate::watch::{Known, Wanted};
use crate::window::{self, Sight};

/// How long a person who quits waits for the end of a take.
const LAST_TAKE: Duration = Duration::from_secs(20);

/// See the module.
pub(crate) struct Desk {
    pub(crate) app: AppHandle,
    pub(crate) home: Home,
    pub(crate) choices: Choices,
    pub(crate) known: Known,
    pub(crate) relay: Relay,
    pub(crate) hotkeys: Hotkeys,
    pub(crate) measuring: Measuring,
    pub(crate) downloads: Downloads,
    pub(crate) trial: Trial,
    pub(crate) autostart: Autostart,
    pub(crate) overlay: Overlay,
    pub(crate) place: Place,
    pub(crate) sight: Sight,
    /// What those see who look from outside.
    pub(crate) face: Face,
    /// Held while settings change.
    pub(crate) patching: Mutex<()>,
    /// Until the app ends.
    pub(crate) engine: Mutex<Option<Engine>>,
    /// Open from the first copy on: on X11 what was copied dies with it.
    pub(crate) clipboard: Mutex<Option<Clipboard>>,
}

impl Desk {
    /// Begins a take, unless one is heard.
    ///
    /// # Errors
    /// When there is no such profile.
    pub(crate) fn start(&self, profile: Option<&str>) -> Result<()> {
        self.begin(profile, Command::Start)
    }

    /// Begins a take, or ends the one that is heard. One of another profile than the one that is
    /// named makes way for it.
    ///
    /// # Errors
    /// When there is no such profile.
    pub(crate) fn toggle(&self, profile: Option<&str>) -> Result<()> {
        self.begin(profile, if profile.is_some() { Command::Switch } else { Command::Toggle })
    }

    /// Ends the take that is heard, and finishes it.
    pub(crate) fn stop(&self) {
        self.send(Command::Stop(Lane::Dictation));
    }

    /// Drops the take that is heard or finished.
    pub(crate) fn cancel(&self) {
        self.send(Command::Cancel(Lane::Dictation));
    }

    /// Captions what the machine plays, or ends that. What is made of it the profile says; it is
    /// written nowhere.
    ///
    /// # Errors
    /// When there is no such profile, or the model cannot do what it wants.
    pub(crate) fn caption(&self, wish: Wish, profile: Option<&str>) -> Result<()> {
        let settings = self.choices.get();
        let profile = Profile {
            output: Output::None,
            mode: Mode::HandsFree,
            ..chosen(profile, &settings)?.clone()
        };
        {
            let known = self.known.lock();
            if above::begins(wish, known.now.captions())
                && let Model::Ready { capabilities, .. } = known.now.model()
            {
                Request::of(&profile).check(capabilities)?;
            }
        }
        let start = Start { lane: Lane::Captions, source: SourceSpec::System, profile };
        self.measuring.interrupt();
        self.send(match wish {
            Wish::Start => Command::Start(Box::new(start)),
            Wish::Stop => Command::Stop(Lane::Captions),
            Wish::Toggle => Command::Toggle(Box::new(start)),
        });
        Ok(())
    }

    /// Changes settings, and does what follows from it. What is refused changes nothing; what
    /// cannot be written holds until the app ends, and a notice says so.
    ///
    /// # Errors
    /// Names the field that is not valid, or what the new choice collides with.
    pub(crate) fn patch(&self, patch: &Map<String, Value>) -> Result<Settings, Refusal> {
        // One after the other: each starts from what the one before chose.
        let _patching = lock(&self.patching);
        self.take_patch(patch)
    }

    fn take_patch(&self, patch: &Map<String, Value>) -> Result<Settings, Refusal> {
        let before = self.choices.get();
        let after = self.choices.patched(patch)?;
        let all = consequence::of(&before, &after);
        if let Some(Consequence::Hotkeys(wanted)) = all.first() {
            self.forget_keys(self.hotkeys.change(wanted.clone())?);
        }
        if let Err(error) = self.choices.set(&after) {
            let message = format!("{error}; what you chose holds until Aloud ends");
            self.relay.notice(error.kind().code(), message);
        }
        all.iter().for_each(|consequence| self.act(consequence, &after));
        self.face.show();
        self.relay.tell(ShellEvent::Settings { settings: Box::new(after.clone()) });
        Ok(after)
    }

    fn act(&self, consequence: &Consequence, settings: &Settings) {
        match consequence {
            // It was changed before all others, because it may be refused.
            Consequence::Hotkeys(_) => self.tell_hotkey(),
            Consequence::LoadModel => self.load_model(),
            Consequence::KeepModel(time) => self.send(Command::KeepModel(*time)),
            Consequence::KeepOpen(time) => self.send(Command::KeepOpen(*time)),
            Consequence::Disarm => self.send(Command::Disarm(Lane::Dictation)),
            Consequence::Arm => self.send(Command::Arm(Lane::Dictation, microphone(settings))),
            Consequence::Overlay => self.overlay.follow(&settings.overlay),
        }
    }

    /// Puts the icon into the tray, unless it is there. Called on the toolkit's thread.
    pub(crate) fn make_tray(&self) {
        if self.face.tray.get().is_some() {
            return;
        }
        if let Some(tray) = Tray::make(&self.app) {
            let _ = self.face.tray.set(tray);
            self.face.show();
            self.relay.tell(ShellEvent::Desktop { desktop: self.place.describe(true) });
        }
    }

    /// Loads the model that is chosen, again.
    pub(crate) fn load_model(&self) {
        self.send(Command::LoadModel);
    }

    /// Begins to measure which model suits this machine.
    ///
    /// # Errors
    /// When that would disturb a take or one is disturbed by it, and when there is no model.
    pub(crate) fn measure_models(&self) -> Result<()> {
        if self.known.lock().now.take().is_some() {
            let problem = "something is being dictated; measure the models when it is written";
            return Err(Error::Usage(problem.to_owned()));
        }
        let relay = self.relay.clone();
        let tell = Box::new(move |measures| relay.tell(ShellEvent::Measures { measures }));
        self.measuring.begin(shelf::candidates(&self.home, &self.choices.get().compute), tell)
    }

    /// Opens the microphone before it is wanted, if it is to be open always.
    pub(crate) fn arm(&self) {
        let settings = self.choices.get();
        if settings.microphone_open == aloud::settings::MicrophoneOpen::Always {
            self.send(Command::Arm(Lane::Dictation, microphone(&settings)));
        }
    }

    /// Puts a text on the clipboard.
    ///
    /// # Errors
    /// When there is no clipboard.
    pub(crate) fn copy(&self, text: &str) -> Result<()> {
        let mut clipboard = lock(&self.clipboard);
        let open = match clipboard.take() {
            Some(open) => open,
            None => Clipboard::open()?,
        };
        clipboard.insert(open).deliver(text)
    }

    /// What was said in a take, as it is wanted.
    ///
    /// # Errors
    /// When there is no text of it.
    pub(crate) fn written(
        &self,
        take: TakeId,
        format: Format,
        shown: Shown,
    ) -> Result<String, Refusal> {
        export::written(&self.relay.past().1, take, format, shown)
    }

    /// Whether a wish about the takes of a profile is about what runs.
    pub(crate) fn is_meant(&self, profile: Option<&str>) -> bool {
        profile.is_none_or(|profile| self.known.lock().is_running(profile))
    }

    /// What was said last.
    pub(crate) fn last_text(&self) -> Option<String> {
        self.known.lock().now.text().map(str::to_owned)
    }

    /// Everything that a window has to know when it opens.
    pub(crate) fn snapshot(&self) -> Snapshot {
        let (seq, past) = self.relay.past();
        let hotkey = self.hotkeys.state();
        let known = self.known.lock();
        Snapshot {
            seq,
            past,
            settings: self.choices.get(),
            model: known.now.model().clone(),
            hotkey,
            hotkeys: self.hotkeys.others(),
            target: known.target.clone(),
            desktop: self.place.describe(self.face.tray.get().is_some()),
            measures: self.measuring.measures(),
            downloads: self.downloads.list(),
            overlay: self.overlay.describe(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// Brings the window to the front.
    pub(crate) fn show(&self) {
        let (app, sight) = (self.app.clone(), self.sight.clone());
        let shown = self.app.run_on_main_thread(move || window::show(&app, &sight));
        if let Err(error) = shown {
            tracing::error!("the window cannot be shown: {error}");
        }
    }

    /// Another program has the focus.
    pub(crate) fn aim(&self, program: Option<String>) {
        // Words never go into our own window.
        let name = program.filter(|name| !name.eq_ignore_ascii_case(env!("CARGO_PKG_NAME")));
        self.known.lock().target.clone_from(&name);
        self.relay.tell(ShellEvent::Target { name });
    }

    /// Ends the app, once what was said is written; what takes too long is kept on disk.
    pub(crate) fn quit(&self) {
        let app = self.app.clone();
        let events = lock(&self.engine).as_ref().map(Engine::subscribe);
        self.stop();
        self.send(Command::Stop(Lane::Captions));
        let wait = move || {
            if events.is_some_and(|events| !comes_to_rest(&events)) {
                tracing::warn!("a take was not finished in time; `aloud takes list` has it");
            }
            app.exit(0);
        };
        if std::thread::Builder::new().name("quit".to_owned()).spawn(wait).is_err() {
            self.app.exit(0);
        }
    }

    /// Ends the engine. Takes that are not done stay on disk.
    pub(crate) fn end(&self) {
        self.trial.hush();
        self.downloads.end();
        self.measuring.end();
        drop(lock(&self.engine).take());
    }

    fn begin(&self, name: Option<&str>, command: fn(Box<Start>) -> Command) -> Result<()> {
        let settings = self.choices.get();
        let profile = chosen(name, &settings)?;
        self.want(profile, false);
        self.send(command(Box::new(start(&settings, profile.clone()))));
        Ok(())
    }

    fn want(&self, profile: &Profile, held: bool) {
        self.measuring.interrupt();
        self.known.lock().wanted = Wanted { profile: profile.name.clone(), held };
    }

    fn send(&self, command: Command) {
        if let Some(engine) = &*lock(&self.engine) {
            engine.send(command);
        }
    }
}

/// Waits until no take runs any more. Says whether that came in time.
fn comes_to_rest(events: &Subscription) -> bool {
    let clock = Clock::real();
    let begun = clock.now();
    let mut now = Now::default();
    // Who subscribes is told first which takes run.
    std::iter::from_fn(|| events.try_recv()).for_each(|event| now.hear(&event));
    while now.take().is_some() {
        match events.recv_timeout(LAST_TAKE.saturating_sub(clock.now().since(begun))) {
            Ok(event) => now.hear(&event),
            Err(_) => return false,
        }
    }
    true
}

fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The profile of this name, or the current one.
fn chosen<'a>(name: Option<&str>, settings: &'a Settings) -> Result<&'a Profile> {
    match name {
        Some(name) => settings.named(name).ok_or_else(|| no_profile(name, settings)),
        None => Ok(settings.current()),
    }
}

fn start(settings: &Settings, profile: Profile) -> Start {
    Start { lane: Lane::Dictation, source: microphone(settings), profile }
}

fn microphone(settings: &Settings) -> SourceSpec {
    SourceSpec::Microphone { device: settings.microphone.clone() }
}

fn no_profile(name: &str, settings: &Settings) -> Error {
    let known: Vec<_> = settings.profiles.iter().map(|profile| profile.name.as_str()).collect();
    Error::Usage(format!("there is no profile \"{name}\"; there is: {}", known.join(", ")))
}

impl From<Refusal> for Error {
    fn from(Refusal { code, message }: Refusal) -> Self {
        Self::Refused { code, message }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self { code: error.kind().code().to_owned(), message: error.to_string() }
    }
}
