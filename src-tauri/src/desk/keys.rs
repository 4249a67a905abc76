//! What hotkeys do, and the switch for translating, which is one for keys and all others.

use aloud::command::{Command, Key, Lane};
use aloud::error::Result;
use aloud::event::Model;
use aloud::settings::{Mode, Profile, Role, Settings, Translate};
use serde_json::Map;
use tauri::Manager;

use super::{Desk, lock, start};
use crate::hotkey::key;
use crate::ipc::{Refusal, ShellEvent};

impl Desk {
    /// A hotkey went down.
    pub(crate) fn press(&self, id: u32) {
        let settings = self.choices.get();
        match self.hotkeys.role(id) {
            Some(Role::Current) if self.is_tried() => {}
            Some(Role::Current) => self.press_for(Key::Current, settings.current(), &settings),
            Some(Role::Profile { name }) => {
                if let Some(profile) = settings.named(&name) {
                    self.press_for(Key::Own(id), profile, &settings);
                }
            }
            Some(Role::Translate) => self.switch_translating(),
            None => {}
        }
    }

    fn press_for(&self, key: Key, profile: &Profile, settings: &Settings) {
        let held = matches!(profile.mode, Mode::Both | Mode::PushToTalk);
        self.want(profile, held);
        self.send(Command::Press(key, Box::new(start(settings, profile.clone()))));
    }

    /// A hotkey came up.
    pub(crate) fn release(&self, id: u32) {
        let key = self.hotkeys.role(id).and_then(|role| key(id, &role));
        self.forget_keys(key.into_iter().collect());
    }

    /// Switches the current profile between its task and a translation. Window, tray, hotkey and
    /// command line all come here.
    ///
    /// # Errors
    /// When the model cannot translate into this language, with those that it can.
    pub(crate) fn translate(&self, wish: &Translate) -> Result<Settings, Refusal> {
        let _patching = lock(&self.patching);
        let mut settings = self.choices.get();
        let known = self.known.lock().now.model().clone();
        let able = match &known {
            Model::Ready { capabilities, .. } => Some(capabilities),
            Model::Loading | Model::Failed { .. } => None,
        };
        let toggled = settings.current().toggled(wish, able)?;
        let current = settings.profiles.iter_mut().find(|profile| profile.name == toggled.name);
        current.into_iter().for_each(|profile| profile.clone_from(&toggled));
        let profiles = serde_json::to_value(settings.profiles).unwrap_or_default();
        self.take_patch(&Map::from_iter([("profiles".to_owned(), profiles)]))
    }

    /// The same for who cannot be answered. Keys and tray are heard on the toolkit's thread, which
    /// a change of settings may wait for.
    pub(crate) fn switch_translating(&self) {
        let app = self.app.clone();
        let switch = move || {
            let desk = app.state::<Self>();
            if let Err(Refusal { code, message }) = desk.translate(&Translate::Toggle) {
                desk.relay.notice(&code, message);
            }
            // The desktop has ticked its entry by itself.
            desk.face.show_again();
        };
        if let Err(error) = std::thread::Builder::new().name("translate".to_owned()).spawn(switch) {
            tracing::error!("the system gives no thread: {error}");
        }
    }

    /// Lets go of the hotkeys while a new one is pressed for the settings, and takes them again.
    pub(crate) fn record_hotkey(&self, recording: bool) {
        if let Some(gone) = self.hotkeys.record(recording) {
            self.forget_keys(gone);
            self.tell_hotkey();
        }
    }

    /// Some keys are no longer listened for: should one be down, nobody hears it come up. Where
    /// it is up already, a release means nothing.
    pub(super) fn forget_keys(&self, gone: Vec<Key>) {
        gone.into_iter().for_each(|key| self.send(Command::Release(key, Lane::Dictation)));
    }

    pub(super) fn tell_hotkey(&self) {
        let (hotkey, hotkeys) = (self.hotkeys.state(), self.hotkeys.others());
        self.relay.tell(ShellEvent::Hotkey { hotkey, hotkeys });
    }

    /// Listens for the hotkeys that are chosen.
    pub(crate) fn begin_hotkey(&self) {
        let settings = self.choices.get();
        let wanted = settings.hotkeys();
        // One after the other: each waits for the toolkit's thread, which has much to do at the
        // start, and the first is what somebody presses.
        for count in 1..=wanted.len() {
            self.hotkeys.begin(wanted[..count].to_vec());
        }
        self.tell_hotkey();
    }
}
