//! What the tray's menu shows. Pure.

use aloud::event::{Model, State};
use aloud::settings::{Profile, Settings, Translate};

use crate::now::Now;
use crate::words::Words;

/// Characters of the last text that fit into a menu.
const SHOWN: usize = 40;

/// The menu at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Menu {
    /// What the app does.
    pub(crate) state: String,
    /// What the entry for starting and stopping says.
    pub(crate) toggle: String,
    /// Whether there is anything to cancel.
    pub(crate) can_cancel: bool,
    /// Whether the current profile translates.
    pub(crate) translates: bool,
    /// Whether that can be changed.
    pub(crate) can_translate: bool,
    /// What the entry for translating says.
    pub(crate) translate: String,
    /// What the entry for captions says.
    pub(crate) captions: String,
    /// What the entry for the overlay says.
    pub(crate) overlay: String,
    /// The entry for the last text.
    pub(crate) last: String,
    /// Whether there is one.
    pub(crate) can_copy: bool,
    /// Whether the icon shows that somebody is heard.
    pub(crate) is_heard: bool,
}

impl Menu {
    /// The menu for what the app does, and what is chosen.
    pub(crate) fn of(now: &Now, settings: &Settings, words: &Words) -> Self {
        let profile = settings.current();
        let state = match (now.state(), now.model()) {
            (State::Idle, Model::Failed { .. }) => words.no_model,
            (State::Idle, _) => words.ready,
            (State::Preparing, _) => words.preparing,
            (State::Listening, _) => words.listening,
            (State::Finishing, _) => words.finishing,
        };
        let able = match now.model() {
            Model::Ready { capabilities, .. } => Some(capabilities),
            Model::Loading | Model::Failed { .. } => None,
        };
        let other = profile.toggled(&Translate::Toggle, able);
        let there = if profile.translates() { Some(profile) } else { other.as_ref().ok() };
        Self {
            translates: profile.translates(),
            can_translate: other.is_ok(),
            translate: words.translate(there.and_then(Profile::target)),
            state: match able.and_then(|able| able.remote.as_ref()) {
                Some(away) => format!("Aloud: {state}. {}", words.leaves(&away.host)),
                None => format!("Aloud: {state}"),
            },
            toggle: if now.is_heard() { words.stop } else { words.start }.to_owned(),
            can_cancel: now.state() != State::Idle,
            captions: match now.captions() {
                State::Preparing | State::Listening => words.stop_captions,
                State::Idle | State::Finishing => words.start_captions,
            }
            .to_owned(),
            overlay: match settings.overlay.shown {
                true => words.hide_overlay,
                false => words.show_overlay,
            }
            .to_owned(),
            last: match now.text() {
                Some(text) => format!("{}: {}", words.copy, shortened(text)),
                None => words.nothing_yet.to_owned(),
            },
            can_copy: now.text().is_some(),
            is_heard: now.is_heard(),
        }
    }
}

/// The beginning of a text on one line.
fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use aloud::event::{Done, Event, TakeId};
    use aloud::recognise::{Away, Capabilities};
    use aloud::settings::Task;

    use super::*;

    fn menu(events: &[Event]) -> Menu {
        let mut now = Now::default();
        events.iter().for_each(|event| now.hear(event));
        Menu::of(&now, &Settings::default(), Words::of("en"))
    }

    #[test]
    fn it_says_what_can_be_done_now() {
        let idle = menu(&[]);
        assert_eq!(
            (idle.state.as_str(), idle.toggle.as_str()),
            ("Aloud: Ready", "Start dictating")
        );
        assert!(!idle.can_cancel && !idle.can_copy);
        let listening = menu(&[Event::State { take: TakeId(1), state: State::Listening }]);
        assert_eq!(listening.toggle, "Stop and finish");
        assert!(listening.can_cancel && listening.is_heard);
        assert_eq!(listening.captions, "Start captions of what plays");
        let beside = menu(&[Event::Captions { take: TakeId(1), task: Task::Transcribe }]);
        assert_eq!((beside.captions.as_str(), beside.is_heard), ("Stop captions", false));
        let finishing = menu(&[Event::State { take: TakeId(1), state: State::Finishing }]);
        assert_eq!(finishing.state, "Aloud: Finishing the text");
        assert!(finishing.can_cancel && !finishing.is_heard);
    }

    #[test]
    fn it_says_whom_what_is_said_goes_to() {
        let remote = Some(Away { host: "gpu:8000".to_owned(), live: false });
        let capabilities = Capabilities { remote, ..Capabilities::default() };
        let mut now = Now::default();
        now.hear(&Event::Model(Model::Ready { capabilities, in_memory: true }));
        for (code, state) in [
            ("en", "Aloud: Ready. Leaves this machine: gpu:8000"),
            ("de", "Aloud: Bereit. Verlässt diesen Computer: gpu:8000"),
        ] {
            assert_eq!(Menu::of(&now, &Settings::default(), Words::of(code)).state, state);
        }
    }

    #[test]
    fn the_overlay_is_shown_or_hidden() {
        let mut settings = Settings::default();
        for (shown, entry) in
            [(false, "Show words over all windows"), (true, "Hide words over all windows")]
        {
            settings.overlay.shown = shown;
            assert_eq!(Menu::of(&Now::default(), &settings, Words::of("en")).overlay, entry);
        }
    }

    #[test]
    fn translating_says_into_what_and_whether_the_model_can() {
        let mut now = Now::default();
        let said = |now: &Now, profile: &Profile| {
            let settings = Settings { profiles: vec![profile.clone()], ..Settings::default() };
            let menu = Menu::of(now, &settings, Words::of("en"));
            (menu.translate, menu.translates, menu.can_translate)
        };
        let plain = Profile::default();
        assert_eq!(said(&now, &plain), ("Translate into English".to_owned(), false, true));
        let able = |targets: &[&str]| {
            Event::Model(Model::Ready {
                capabilities: Capabilities {
                    targets: targets.iter().map(|code| (*code).to_owned()).collect(),
                    ..Capabilities::default()
                },
                in_memory: true,
            })
        };
        now.hear(&able(&[]));
        assert_eq!(said(&now, &plain), ("Translate".to_owned(), false, false));
        let task = Task::Translate { target: "de".to_owned(), both: false };
        let there = Profile { task, ..plain };
        assert_eq!(said(&now, &there), ("Translate into German".to_owned(), true, true));
    }

    #[test]
    fn the_last_text_is_shown_on_one_short_line() {
        let text = "First line\nsecond line that is a good deal longer than a menu".to_owned();
        let menu = menu(&[Event::Done(Done { text, ..Done::default() })]);
        assert_eq!(menu.last, "Copy: First line second line that is a good de…");
        assert!(menu.can_copy);
    }
}
