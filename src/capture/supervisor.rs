//! Which device is heard, and when is the next attempt due? Pure: answers and the time go in,
//! what to do comes out. [`super::driver`] does it.

use std::collections::VecDeque;
use std::time::Duration;

use super::choice::Choice;
use super::device::DeviceInfo;
use super::trouble::{Trouble, TroubleKind};
use crate::clock::Moment;
use crate::error::Error;

/// Without a callback for this long a device counts as lost: a little under the second within
/// which a person is told.
const STALL: Duration = Duration::from_millis(850);

/// A device may be slow to wake up: an idle PulseAudio source takes up to three seconds.
const FIRST_SOUND: Duration = Duration::from_secs(4);

/// Opening and listing that take longer are abandoned.
const OPEN_LIMIT: Duration = Duration::from_secs(4);
const LIST_LIMIT: Duration = Duration::from_secs(3);

/// At the first opening somebody waits: no further device is tried after this long.
const FIRST_LIMIT: Duration = Duration::from_secs(8);

/// At the first opening a busy device is tried again for this long: it may be the take before
/// that has not let go of it yet.
const BUSY_PATIENCE: Duration = Duration::from_secs(1);

/// Pause before a lost device is looked for, doubled each time up to the longest one.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// A device that was heard for this long was a success: the pauses begin anew.
const STEADY: Duration = Duration::from_secs(2);

/// How often the favourite is looked for while another device is heard.
const FAVOURITE_PAUSE: Duration = Duration::from_secs(2);

/// How often it is looked whether the device that is heard is still there, where the sound
/// server would say nothing and move the stream to another one, perhaps to a monitor. A look
/// costs 1 ms of computing.
const WATCH_PAUSE: Duration = Duration::from_millis(600);

/// For this long after a loss only devices of the same sound system are considered. While a
/// sound server restarts, the hardware is there without it, and holding that would keep the
/// server from coming back.
const LOYALTY: Duration = Duration::from_secs(10);

/// See the module.
#[derive(Debug)]
pub(super) struct Supervisor {
    choice: Choice,
    stage: Stage,
    playing: Option<Playing>,
    search: Search,
    pause: Duration,
    attempts: u32,
}

/// Names one attempt to open a stream, and the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Attempt(u32);

/// What happened.
#[derive(Debug)]
pub(super) enum Input {
    /// Time went by.
    Tick,
    /// The answer to [`Action::List`].
    Listed(Result<Vec<DeviceInfo>, Trouble>),
    /// The stream plays.
    Opened(Attempt),
    /// The stream could not be opened.
    Refused(Attempt, Trouble),
    /// The stream reported an error.
    Broken(Attempt),
    /// The stream delivered something since the last time.
    Heard(Attempt),
}

/// What is to be done, in order.
#[derive(Debug)]
pub(super) enum Action {
    /// Find out which devices there are.
    List,
    /// Open a stream on this device.
    Open(Attempt, DeviceInfo),
    /// Let go of the stream, even if it is still being opened.
    Close(Attempt),
    /// From now on take sound from this stream of the device with that name.
    Hear(Attempt, String),
    /// Tell that the device with this name went away.
    Lost(String),
    /// Tell that there is nothing to listen to, and end.
    Fail(Error),
}

/// How far things have come.
#[derive(Debug)]
enum Stage {
    /// Nothing was heard yet, and somebody waits for the answer.
    First { since: Moment },
    /// A device is or was heard.
    Going,
    /// A device of this sound system was lost.
    Lost { host: String, at: Moment },
}

/// The stream that is heard.
#[derive(Debug)]
struct Playing {
    attempt: Attempt,
    device: DeviceInfo,
    since: Moment,
    heard: Option<Moment>,
}

/// The search for a device: for any while none is heard, for the favourite while another is. It
/// also finds out that the device that is heard has gone.
#[derive(Debug)]
enum Search {
    Idle,
    Resting { until: Moment },
    Listing { since: Moment },
    Opening { attempt: Attempt, device: DeviceInfo, since: Moment, rest: VecDeque<DeviceInfo> },
}

impl Supervisor {
    /// Begins the search at `now`, for what is chosen.
    pub(super) fn new(choice: Choice, now: Moment) -> Self {
        Self {
            choice,
            stage: Stage::First { since: now },
            playing: None,
            search: Search::Resting { until: now },
            pause: FIRST_PAUSE,
            attempts: 0,
        }
    }

    /// Takes in what happened and says what is to be done.
    pub(super) fn step(&mut self, input: Input, now: Moment) -> Vec<Action> {
        let mut out = Vec::new();
        match input {
            Input::Tick => self.tick(now, &mut out),
            Input::Listed(answer) => self.listed(answer, now, &mut out),
            Input::Opened(attempt) => self.opened(attempt, now, &mut out),
            Input::Refused(attempt, trouble) => self.refused(attempt, &trouble, now, &mut out),
            Input::Broken(attempt) if self.plays(attempt) => self.lose(now, &mut out),
            Input::Broken(attempt) => self.refused(attempt, &Trouble::gone(), now, &mut out),
            Input::Heard(attempt) => {
                if let Some(playing) = self.playing.as_mut().filter(|it| it.attempt == attempt) {
                    playing.heard = Some(now);
                }
            }
        }
        out
    }

    fn tick(&mut self, now: Moment, out: &mut Vec<Action>) {
        if self.playing.as_ref().is_some_and(|playing| playing.has_stalled(now)) {
            self.lose(now, out);
        }
        match &self.search {
            Search::Resting { until } if now >= *until => {
                self.search = Search::Listing { since: now };
                out.push(Action::List);
            }
            Search::Listing { since } if now.since(*since) >= LIST_LIMIT => {
                self.listed(Err(Trouble::hangs()), now, out);
            }
            Search::Opening { attempt, since, .. } if now.since(*since) >= OPEN_LIMIT => {
                let attempt = *attempt;
                out.push(Action::Close(attempt));
                self.refused(attempt, &Trouble::hangs(), now, out);
            }
            _ => {}
        }
    }

    fn listed(
        &mut self,
        answer: Result<Vec<DeviceInfo>, Trouble>,
        now: Moment,
        out: &mut Vec<Action>,
    ) {
        if !matches!(self.search, Search::Listing { .. }) {
            return;
        }
        match answer {
            Err(trouble) => self.end_round(trouble.about("the sound system"), now, out),
            Ok(devices) => {
                if self.playing.as_ref().is_some_and(|playing| playing.has_left(&devices)) {
                    self.lose(now, out);
                }
                let candidates = self.candidates(&devices, now);
                if !candidates.is_empty() {
                    self.open_next(candidates, now, out);
                } else if self.playing.is_some() {
                    self.search = self.look_again(now);
                } else {
                    self.end_round(self.choice.missing(&devices), now, out);
                }
            }
        }
    }

    fn opened(&mut self, attempt: Attempt, now: Moment, out: &mut Vec<Action>) {
        let Some((device, _)) = self.take_opening(attempt) else {
            // It took so long that it was given up.
            return out.push(Action::Close(attempt));
        };
        self.choice.remember(&device);
        out.push(Action::Hear(attempt, device.name.clone()));
        if let Some(other) = self.playing.take() {
            out.push(Action::Close(other.attempt));
        }
        self.stage = Stage::Going;
        self.playing = Some(Playing { attempt, device, since: now, heard: None });
        self.search = self.look_again(now);
    }

    /// What is still to be found out while a device is heard.
    fn look_again(&self, now: Moment) -> Search {
        let Some(Playing { device, .. }) = &self.playing else { return Search::Idle };
        if device.may_leave_silently() {
            Search::Resting { until: now + WATCH_PAUSE }
        } else if self.choice.hopes(device) {
            Search::Resting { until: now + FAVOURITE_PAUSE }
        } else {
            Search::Idle
        }
    }

    fn refused(&mut self, attempt: Attempt, trouble: &Trouble, now: Moment, out: &mut Vec<Action>) {
        let Some((device, rest)) = self.take_opening(attempt) else { return };
        tracing::warn!(device = device.name, %trouble, "the microphone did not open");
        match self.stage {
            Stage::First { since } if trouble.kind == TroubleKind::Busy && rest.is_empty() => {
                if now.since(since) < BUSY_PATIENCE {
                    self.search = Search::Resting { until: now + FIRST_PAUSE };
                } else {
                    self.end_round(trouble.about(&device.name), now, out);
                }
            }
            Stage::First { since } if now.since(since) >= FIRST_LIMIT => {
                self.end_round(trouble.about(&device.name), now, out);
            }
            _ if rest.is_empty() => self.end_round(trouble.about(&device.name), now, out),
            _ => self.open_next(rest, now, out),
        }
    }

    fn lose(&mut self, now: Moment, out: &mut Vec<Action>) {
        let Some(playing) = self.playing.take() else { return };
        if now.since(playing.since) >= STEADY {
            self.pause = FIRST_PAUSE;
        }
        self.stage = Stage::Lost { host: playing.device.host().to_owned(), at: now };
        out.push(Action::Close(playing.attempt));
        out.push(Action::Lost(playing.device.name));
        if matches!(self.search, Search::Idle | Search::Resting { .. }) {
            self.rest(now);
        }
    }

    /// No device of this round can be heard.
    fn end_round(&mut self, error: Error, now: Moment, out: &mut Vec<Action>) {
        if self.playing.is_some() {
            self.search = Search::Resting { until: now + FAVOURITE_PAUSE };
        } else if let Stage::First { .. } = self.stage {
            self.search = Search::Idle;
            out.push(Action::Fail(error));
        } else {
            tracing::debug!(%error, "no microphone yet");
            self.rest(now);
        }
    }

    fn rest(&mut self, now: Moment) {
        self.search = Search::Resting { until: now + self.pause };
        self.pause = (2 * self.pause).min(LONGEST_PAUSE);
    }

    fn open_next(
        &mut self,
        mut candidates: VecDeque<DeviceInfo>,
        now: Moment,
        out: &mut Vec<Action>,
    ) {
        let Some(device) = candidates.pop_front() else { return };
        self.attempts += 1;
        let attempt = Attempt(self.attempts);
        out.push(Action::Open(attempt, device.clone()));
        self.search = Search::Opening { attempt, device, since: now, rest: candidates };
    }

    /// The device that this attempt opens and those to try after it, if it is still awaited.
    fn take_opening(&mut self, awaited: Attempt) -> Option<(DeviceInfo, VecDeque<DeviceInfo>)> {
        match std::mem::replace(&mut self.search, Search::Idle) {
            Search::Opening { attempt, device, rest, .. } if attempt == awaited => {
                Some((device, rest))
            }
            other => {
                self.search = other;
                None
            }
        }
    }

    fn plays(&self, attempt: Attempt) -> bool {
        self.playing.as_ref().is_some_and(|playing| playing.attempt == attempt)
    }

    fn candidates(&self, devices: &[DeviceInfo], now: Moment) -> VecDeque<DeviceInfo> {
        let loyal = devices.iter().filter(|device| self.is_loyal_to(device, now));
        match &self.playing {
            None => self.choice.best(loyal),
            Some(Playing { device, .. }) => {
                // As it is now: what was the default may be it no more.
                let heard = devices.iter().find(|listed| listed.id == device.id);
                self.choice.better_than(heard.unwrap_or(device), loyal)
            }
        }
    }

    fn is_loyal_to(&self, device: &DeviceInfo, now: Moment) -> bool {
        match &self.stage {
            Stage::Lost { host, at } => device.host() == host || now.since(*at) >= LOYALTY,
            Stage::First { .. } | Stage::Going => true,
        }
    }
}

impl Playing {
    /// Whether its sound system lists other devices and not this one any more. Where none of
    /// that system is listed, the system itself is away, and the stream will tell.
    fn has_left(&self, devices: &[DeviceInfo]) -> bool {
        devices.iter().any(|device| device.host() == self.device.host())
            && devices.iter().all(|device| device.id != self.device.id)
    }

    fn has_stalled(&self, now: Moment) -> bool {
        if self.device.is_monitor && !self.device.may_leave_silently() {
            // Windows gives nothing at all while nothing is played.
            return false;
        }
        match self.heard {
            Some(heard) => now.since(heard) >= STALL,
            None => now.since(self.since) >= FIRST_SOUND,
        }
    }
}

#[cfg(test)]
mod tests;
