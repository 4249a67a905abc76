//! `aloud toggle`, `start`, `stop`, `cancel`, `status`, `show` and `quit` ask the app that runs.

use serde::Serialize;

use super::args::{Listing, Standing};
use super::console::Console;
use super::exit::Exit;
use crate::control::{self, Answer, Ask, ModelStatus, Status};
use crate::error::{Error, Result};
use crate::event::State;
use crate::home::Home;
use crate::settings::Task;

/// Asks for something, and prints what the app is doing then.
pub(super) fn ask(ask: &Ask, listing: Listing) -> Exit {
    let console = Console::new(listing.json);
    let answer = Home::find().and_then(|home| control::ask(&home.socket(), ask));
    console.end(answer.map(|status| print(status, &console)))
}

/// `aloud status`
pub(super) fn status(args: Standing) -> Exit {
    let console = Console::new(args.listing.json);
    match look(args.follow, &console) {
        // A status bar shows this as any other state, so it gets one line and not two.
        Err(error @ Error::NotRunning) if console.is_json() => {
            console.say(&format!("aloud: {error}"));
            console.object(&Absent::now());
            console.end(Ok(Exit::Failed))
        }
        result => console.end(result),
    }
}

fn look(follow: bool, console: &Console) -> Result<Exit> {
    let socket = Home::find()?.socket();
    if !follow {
        let ask = Ask::Status { follow: false };
        return control::ask(&socket, &ask).map(|status| print(status, console));
    }
    control::follow(&socket, &mut |status| {
        print(status, console);
        console.is_read()
    })?;
    if console.is_json() {
        console.object(&Absent::now());
    } else {
        console.text("not running\n");
    }
    Ok(Exit::Done)
}

fn print(status: Status, console: &Console) -> Exit {
    if console.is_json() {
        console.object(&Answer::Status(status));
    } else {
        console.text(&format!("{}\n", sentence(&status)));
    }
    Exit::Done
}

/// What stands in the place of a status when there is no app.
#[derive(Serialize)]
#[serde(tag = "type", rename = "status")]
struct Absent {
    state: &'static str,
}

impl Absent {
    fn now() -> Self {
        Self { state: "not_running" }
    }
}

/// How things stand, for a person. What is as it should be goes without saying.
fn sentence(status: &Status) -> String {
    let parts = [
        Some(word(status.state).to_owned()),
        Some(doing(&status.profile, &status.task)),
        status.microphone.clone(),
        captions(status.captions).map(str::to_owned),
        about(&status.model),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn word(state: State) -> &'static str {
    match state {
        State::Idle => "idle",
        State::Preparing => "preparing",
        State::Listening => "listening",
        State::Finishing => "finishing",
    }
}

fn captions(state: State) -> Option<&'static str> {
    match state {
        State::Idle => None,
        State::Preparing | State::Listening => Some("captions"),
        State::Finishing => Some("finishing captions"),
    }
}

fn doing(profile: &str, task: &Task) -> String {
    match task {
        Task::Transcribe | Task::Instruct { .. } => profile.to_owned(),
        Task::Translate { target, .. } => format!("{profile} → {target}"),
    }
}

/// What is wrong with the model, and whom what is said goes to.
fn about(model: &ModelStatus) -> Option<String> {
    match model {
        ModelStatus::Ready { remote, .. } => Some(format!("audio goes to {}", remote.as_ref()?)),
        ModelStatus::Loading { name: Some(name) } => Some(format!("loading {name}")),
        ModelStatus::Loading { name: None } => Some("loading the model".to_owned()),
        ModelStatus::Failed { message, .. } => Some(message.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status() -> Status {
        Status {
            state: State::Listening,
            take: None,
            captions: State::Idle,
            overlay: false,
            profile: "dictate".to_owned(),
            task: Task::Transcribe,
            microphone: Some("Built-in mic".to_owned()),
            model: ModelStatus::Ready { name: "base".to_owned(), remote: None },
        }
    }

    #[test]
    fn a_person_reads_state_profile_and_microphone() {
        assert_eq!(sentence(&status()), "listening · dictate · Built-in mic");
        let task = Task::Translate { target: "en".to_owned(), both: true };
        let state = State::Idle;
        assert_eq!(
            sentence(&Status { task, state, ..status() }),
            "idle · dictate → en · Built-in mic"
        );
    }

    #[test]
    fn captions_that_run_are_said() {
        let status = Status { captions: State::Listening, state: State::Idle, ..status() };
        assert_eq!(sentence(&status), "idle · dictate · Built-in mic · captions");
    }

    #[test]
    fn what_is_missing_is_said() {
        let said = |microphone: Option<&str>, model| {
            let microphone = microphone.map(str::to_owned);
            sentence(&Status { microphone, model, state: State::Preparing, ..status() })
        };
        let (code, message) = ("no_model".to_owned(), "no speech model is installed".to_owned());
        assert_eq!(
            said(None, ModelStatus::Failed { code, message }),
            "preparing · dictate · no speech model is installed"
        );
        assert_eq!(
            said(Some("USB"), ModelStatus::Loading { name: Some("base".to_owned()) }),
            "preparing · dictate · USB · loading base"
        );
        let (name, remote) = ("remote:gpu".to_owned(), Some("gpu:8000".to_owned()));
        assert_eq!(
            said(None, ModelStatus::Ready { name, remote }),
            "preparing · dictate · audio goes to gpu:8000"
        );
        assert_eq!(
            said(Some("USB"), ModelStatus::Loading { name: None }),
            "preparing · dictate · USB · loading the model"
        );
    }
}
