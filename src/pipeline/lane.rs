//! One lane: its session, its source, and its takes in the order of their start.

use std::collections::VecDeque;
use std::time::Duration;

use super::ear::{Ear, Sound};
use super::hearing::Heard;
use super::intake::Intake;
use super::take::{Phase, Take};
use super::{LONG, Opening, POLL, Tools};
use crate::capture::{Flow, Source};
use crate::clock::Moment;
use crate::command::{Lane, SourceSpec, Start};
use crate::error::{Error, Result};
use crate::event::{Cause, Event, TakeId};
use crate::recognise::Capabilities;
use crate::session::{Capture, Hold, Input, Session};

/// See the module.
pub(super) struct LaneState {
    pub(super) lane: Lane,
    pub(super) session: Session,
    /// What the next take that the session opens is to do.
    pub(super) wish: Option<Start>,
    /// Name of the profile of the take that began last.
    pub(super) profile: String,
    source: Intake,
    openings: u64,
    /// What is to be held open between takes, once no take hears something else.
    armed: Option<SourceSpec>,
    takes: VecDeque<Take>,
    /// What the session is to be told with the next look at the source.
    pending: Vec<Input>,
}

impl LaneState {
    pub(super) fn new(lane: Lane) -> Self {
        Self {
            lane,
            session: Session::new(),
            wish: None,
            profile: String::new(),
            source: Intake::Closed,
            openings: 0,
            armed: None,
            takes: VecDeque::new(),
            pending: Vec::new(),
        }
    }

    pub(super) fn take(&mut self, id: TakeId) -> Option<&mut Take> {
        self.takes.iter_mut().find(|take| take.id == id)
    }

    /// Edits of all takes that are on their way.
    pub(super) fn delivering(&self) -> usize {
        self.takes.iter().map(Take::delivering).sum()
    }

    /// Lets a new take hear: the source that is still open, or a new one.
    pub(super) fn listen(&mut self, mut take: Take, tools: &mut Tools, now: Moment) {
        match &mut self.source {
            Intake::Open { spec, ear, unheard } if *spec == take.source && ear.is_live() => {
                *unheard = None;
                if ear.is_awake() {
                    take.begin_awake();
                    self.pending.push(Input::Sound(take.id));
                }
                let mut heard = take.hear(&ear.pre_roll(), true, tools, now);
                // Nobody is told about a level of the past.
                heard.reading = None;
                report(take.id, &heard, &ear.name(), tools, &mut self.pending);
                if let Some(device) = ear.lost() {
                    tell_lost(take.id, device, tools);
                }
            }
            // A file is read from its beginning, by each take its own.
            Intake::Opening { spec, take: waiting, .. }
                if *spec == take.source
                    && matches!(spec, SourceSpec::Microphone { .. } | SourceSpec::System) =>
            {
                *waiting = Some(take.id);
            }
            _ => self.open(take.source.clone(), Some(take.id), tools),
        }
        self.takes.push_back(take);
    }

    /// Opens a microphone before a take wants it, in place of what is open between takes. What a
    /// take hears is left to it until it is stopped.
    pub(super) fn arm(&mut self, spec: SourceSpec, tools: &mut Tools) {
        if self.is_heard() {
            self.armed = Some(spec);
        } else if self.source.spec() != Some(&spec) {
            self.open(spec, None, tools);
        }
    }

    fn open(&mut self, spec: SourceSpec, take: Option<TakeId>, tools: &mut Tools) {
        self.openings += 1;
        let opening = Opening { lane: self.lane, number: self.openings };
        (tools.open)(opening, &spec);
        self.source = Intake::Opening { number: opening.number, spec, take };
    }

    /// A source is open, or cannot be. One that is not waited for any more is of no use. What
    /// went wrong comes back, with the take that it went wrong for, if it was one.
    pub(super) fn opened(
        &mut self,
        opening: Opening,
        source: Result<Box<dyn Source>>,
    ) -> Option<(Option<TakeId>, Error)> {
        if !self.source.awaits(opening.number) {
            return None;
        }
        match source {
            Ok(source) => {
                self.source.opened(source);
                None
            }
            Err(error) => Some((self.source.not_opened(), error)),
        }
    }

    /// Closes a source that is open between takes.
    pub(super) fn disarm(&mut self) {
        self.armed = None;
        if !self.is_heard() {
            self.source = Intake::Closed;
        }
    }

    /// Whether a take is heard or finished.
    pub(super) fn is_busy(&self) -> bool {
        !self.takes.is_empty()
    }

    /// Whether a take still hears.
    fn is_heard(&self) -> bool {
        self.takes.iter().any(|take| take.phase() != Phase::Over)
    }

    /// A take was stopped.
    pub(super) fn close(&mut self, id: TakeId, tools: &Tools, now: Moment) {
        let live = self.source.is_live();
        if let Some(take) = self.take(id) {
            take.close(live, tools, now);
        }
    }

    /// Ends a tail at once.
    pub(super) fn end_tail(&mut self, tools: &Tools, now: Moment) {
        for take in &mut self.takes {
            take.end(Cause::Stop, tools, now);
        }
    }

    /// Drops a take.
    pub(super) fn discard(&mut self, id: TakeId) {
        if let Some(at) = self.takes.iter().position(|take| take.id == id)
            && let Some(take) = self.takes.remove(at)
        {
            take.cancel();
        }
    }

    /// A model is there; takes that it cannot do go without it.
    pub(super) fn check(&mut self, able: &Capabilities, tools: &Tools) {
        for take in &mut self.takes {
            take.check(able, tools);
        }
    }

    /// Takes in what the source has, and says what happened and whether there may be more.
    pub(super) fn pump(&mut self, tools: &mut Tools, now: Moment) -> (Vec<Input>, bool) {
        if !self.is_heard() {
            self.rest(tools, now);
        }
        let mut inputs = std::mem::take(&mut self.pending);
        let mut look = Look::default();
        if let Intake::Open { ear, .. } = &mut self.source {
            let hearer = self.takes.iter_mut().rev().find(|take| take.phase() != Phase::Over);
            look = listen_to(ear, hearer, tools, now);
        }
        self.end_tails(tools, now);
        if look.over {
            self.source = Intake::Closed;
        }
        inputs.extend(look.inputs);
        (inputs, look.more && !look.over)
    }

    fn end_tails(&mut self, tools: &Tools, now: Moment) {
        for take in &mut self.takes {
            take.end_spent_tail(tools, now);
        }
    }

    /// Sends out what no held key is in the way of. The key of one take is in the way of all, and
    /// a take whose text is not complete in that of the next ones.
    pub(super) fn let_go(&mut self, tools: &Tools) {
        let held = match self.session.capture() {
            Capture::Preparing(heard) | Capture::Listening(heard) => {
                matches!(heard.hold, Hold::Undecided { .. } | Hold::Pressed { .. })
            }
            Capture::Idle => false,
        };
        for take in &mut self.takes {
            if !held || !take.minds_held_keys() {
                take.let_go(tools);
            }
            if take.is_awaited() {
                break;
            }
        }
    }

    /// Ends the oldest take if it is through and its session has stopped hearing it.
    pub(super) fn finished(&mut self, tools: &Tools) -> Option<TakeId> {
        let heard = self.session.heard();
        let take = self.takes.pop_front_if(|take| take.is_through() && heard != Some(take.id))?;
        let id = take.id;
        take.finish(tools);
        Some(id)
    }

    /// How long there is nothing to do.
    pub(super) fn idle_for(&self, now: Moment) -> Duration {
        let session = self.session.deadline().map_or(LONG, |deadline| deadline.since(now));
        let tail = self.takes.iter().any(|take| matches!(take.phase(), Phase::Tail { .. }));
        match self.source {
            Intake::Open { .. } => session.min(POLL),
            _ if tail => session.min(POLL),
            Intake::Closed | Intake::Opening { .. } => session,
        }
    }

    /// Nobody hears: what was to be armed meanwhile is, and what was kept long enough is closed.
    fn rest(&mut self, tools: &mut Tools, now: Moment) {
        if let Some(spec) = self.armed.take() {
            self.arm(spec, tools);
        }
        self.source.rest(tools.keep_open, now);
    }
}

/// What one look at a source gave.
#[derive(Default)]
struct Look {
    inputs: Vec<Input>,
    /// The source gives nothing any more.
    over: bool,
    more: bool,
}

/// Takes in what a source has for the take that hears it, or remembers it for the next one.
fn listen_to(ear: &mut Ear, hearer: Option<&mut Take>, tools: &Tools, now: Moment) -> Look {
    let mut look = Look::default();
    if !ear.is_live() && hearer.as_ref().is_some_and(|take| take.is_ahead()) {
        return look;
    }
    let mut sound = Sound::default();
    let trouble = ear.hear(&mut sound).err();
    look.over = trouble.is_some() || sound.turns.contains(&Flow::Ended);
    look.more = sound.more;
    let Some(take) = hearer else {
        if let Some(error) = &trouble {
            tracing::warn!("{error}");
        }
        ear.remember(&sound.samples);
        return look;
    };
    take.lost_frames(ear.dropped_frames());
    let heard = take.hear(&sound.samples, ear.is_live(), tools, now);
    ear.remember(&sound.samples[heard.taken..]);
    report(take.id, &heard, &ear.name(), tools, &mut look.inputs);
    tell_turns(take.id, &sound.turns, tools);
    if sound.turns.iter().any(|turn| matches!(turn, Flow::Lost { .. })) {
        take.interrupt(tools, now);
    }
    if let Some(error) = &trouble {
        tools.bus.notice(Some(take.id), error.kind().code(), error.to_string());
    }
    if look.over {
        take.end(Cause::End, tools, now);
        look.inputs.push(Input::SourceOver(take.id));
    }
    look
}

/// Says what was heard, to the session and to the world.
fn report(id: TakeId, heard: &Heard, source: &str, tools: &Tools, inputs: &mut Vec<Input>) {
    if heard.no_signal {
        let message = format!("{source} gives no sound; is it muted, or does it wait for a voice?");
        tools.bus.notice(Some(id), "no_signal", message);
    }
    if heard.first_sound {
        inputs.push(Input::Sound(id));
    }
    if heard.speech {
        inputs.push(Input::Speech);
    }
    if let Some(reading) = heard.reading {
        let (rms, speech) = (reading.rms, reading.speech);
        tools.bus.publish(&Event::Level { take: id, rms, speech });
    }
    if let Some(error) = &heard.trouble {
        let message = format!("{error}; dictation goes on in memory");
        tools.bus.notice(Some(id), error.kind().code(), message);
    }
}

fn tell_lost(id: TakeId, device: &str, tools: &Tools) {
    let message = format!("{device} is gone; the take goes on when it or another is back");
    tools.bus.notice(Some(id), "device_lost", message);
}

fn tell_turns(id: TakeId, turns: &[Flow], tools: &Tools) {
    for turn in turns {
        match turn {
            Flow::Lost { device } => tell_lost(id, device, tools),
            Flow::Back { device } => {
                tools.bus.notice(Some(id), "device_back", format!("{device} is heard now"));
            }
            Flow::More | Flow::Waiting | Flow::Ended => {}
        }
    }
}
