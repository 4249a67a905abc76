//! The app as others ask it from outside: the command line, a status bar, a second start.

use std::sync::Arc;
use std::time::Duration;

use aloud::control::{Ask, Board, Desk as Asked, ModelStatus, Status, Wish};
use aloud::error::{Error, Result};
use aloud::event::{Model, State};
use aloud::settings::Settings;
use tauri::{AppHandle, Manager};

use crate::commands;
use crate::desk::Desk;
use crate::now::Now;

/// How long an answer waits for what was asked to be seen. A refusal changes nothing, and a
/// program that asks should not wait long for that.
const SOON: Duration = Duration::from_millis(300);

/// See the module.
pub(crate) struct Remote {
    pub(crate) app: AppHandle,
    pub(crate) board: Arc<Board>,
}

impl Asked for Remote {
    fn ask(&self, ask: Ask) -> Result<Status> {
        let before = self.board.latest();
        let changes = self.carry_out(ask, &before)?;
        Ok(if changes { self.board.after(&before, SOON) } else { self.board.latest() })
    }

    fn board(&self) -> &Board {
        &self.board
    }
}

impl Remote {
    /// Does what is asked, and says whether the status will change by it.
    fn carry_out(&self, ask: Ask, before: &Status) -> Result<bool> {
        let runs = before.state != State::Idle;
        let desk = self.app.state::<Desk>();
        match ask {
            // Where the desktop calls for the keys, this is what a press is.
            Ask::Toggle { profile: None } if desk.is_tried() => {}
            Ask::Toggle { profile } => {
                desk.toggle(profile.as_deref())?;
                return Ok(true);
            }
            Ask::Start { profile } => {
                desk.start(profile.as_deref())?;
                return Ok(!runs);
            }
            // Without a profile the engine decides, which alone knows what runs at this moment.
            Ask::Stop { profile } if desk.is_meant(profile.as_deref()) => {
                desk.stop();
                return Ok(runs && before.state != State::Finishing);
            }
            Ask::Cancel { profile } if desk.is_meant(profile.as_deref()) => {
                desk.cancel();
                return Ok(runs);
            }
            Ask::Captions { wish, profile } => {
                desk.caption_over_all(wish, profile.as_deref())?;
                let run = matches!(before.captions, State::Preparing | State::Listening);
                return Ok(match wish {
                    Wish::Start => !run,
                    Wish::Stop => run,
                    Wish::Toggle => true,
                });
            }
            // The status is told before this returns, since nothing happens in the engine.
            Ask::Translate { wish } => drop(desk.translate(&wish)?),
            Ask::Stop { .. } | Ask::Cancel { .. } | Ask::Status { .. } => {}
            Ask::Servers { servers } => desk.set_servers(&servers)?,
            Ask::Overlay { wish } => desk.lay_over(wish).map_err(|error| unmoved(&error))?,
            Ask::Show => desk.show(),
            // Behind this answer: the socket goes with the app.
            Ask::Quit => self
                .app
                .run_on_main_thread({
                    let app = self.app.clone();
                    move || commands::quit(app)
                })
                .unwrap_or_else(|error| tracing::error!("the app cannot be ended: {error}")),
        }
        Ok(false)
    }
}

fn unmoved(error: &tauri::Error) -> Error {
    Error::App { problem: format!("cannot move its overlay: {error}; hide it and show it again") }
}

/// How things stand. `begun` is the profile of the take that runs.
pub(crate) fn status(now: &Now, settings: &Settings, begun: Option<&str>) -> Status {
    let take = now.take();
    let running = take.and(begun).and_then(|name| settings.named(name));
    let profile = running.unwrap_or_else(|| settings.current());
    Status {
        state: now.state(),
        take: take.map(|(take, _)| take),
        captions: now.captions(),
        overlay: settings.overlay.shown,
        profile: profile.name.clone(),
        task: profile.task.clone(),
        microphone: settings.microphone.clone(),
        model: model(now.model()),
    }
}

fn model(model: &Model) -> ModelStatus {
    match model {
        Model::Loading => ModelStatus::Loading { name: None },
        Model::Ready { capabilities, .. } => ModelStatus::Ready {
            name: capabilities.name.clone(),
            remote: capabilities.remote.as_ref().map(|away| away.host.clone()),
        },
        Model::Failed { code, message } => {
            ModelStatus::Failed { code: code.clone(), message: message.clone() }
        }
    }
}

#[cfg(test)]
mod tests {
    use aloud::event::{Event, TakeId};
    use aloud::recognise::{Away, Capabilities};

    use super::*;

    #[test]
    fn a_server_is_told_with_whom_it_is() {
        let away = |host: &str| Away { host: host.to_owned(), live: false };
        let ready = |remote| Model::Ready {
            capabilities: Capabilities { name: "x".to_owned(), remote, ..Default::default() },
            in_memory: true,
        };
        for (remote, host) in [(Some(away("gpu:8000")), Some("gpu:8000")), (None, None)] {
            let told = ModelStatus::Ready { name: "x".to_owned(), remote: host.map(str::to_owned) };
            assert_eq!(model(&ready(remote)), told);
        }
    }

    #[test]
    fn a_running_take_has_its_own_profile() {
        let settings = Settings::default();
        let mut now = Now::default();
        assert_eq!(status(&now, &settings, Some("dictate-and-translate")).profile, "dictate");
        now.hear(&Event::State { take: TakeId(3), state: State::Listening });
        let status = status(&now, &settings, Some("dictate-and-translate"));
        assert_eq!((status.take, status.state), (Some(TakeId(3)), State::Listening));
        assert_eq!(status.profile, "dictate-and-translate");
        assert_eq!(status.task, settings.profiles[1].task);
    }
}
