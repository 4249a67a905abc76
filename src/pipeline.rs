//! Joins the stages: sound in, text out. The thread is only a loop around [`Pipeline::step`].

pub(crate) mod ear;
mod hearing;
mod intake;
mod lane;
mod model;
mod showing;
mod take;
mod writing;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use crate::capture::Source;
use crate::clock::{Clock, Moment};
use crate::command::{Command, Key, Lane, SourceSpec, Start};
use crate::deliver::{Courier, Report};
use crate::engine::bus::Bus;
use crate::error::{Error, Result};
use crate::event::{Event, Model, TakeId};
use crate::journal::Syncer;
use crate::recognise::board::{Board, Load, Told};
use crate::recognise::compute::Remark;
use crate::recognise::worker::{Outcome, Partial, Translated};
use crate::recognise::{Capabilities, Request};
use crate::session::{Action, Input};
use crate::settings::Mode;
use crate::vad::Detector;
use lane::LaneState;
use model::Known;
use take::Take;

/// How often an open source is asked for what has arrived. Far below what a person notices, and
/// a device brings 30 ms at a time anyhow.
const POLL: Duration = Duration::from_millis(20);

/// How long to sleep when nothing is due; any message ends it.
const LONG: Duration = Duration::from_secs(3_600);

/// How long the last delivery may take at the end. A clipboard manager is given what would
/// else be lost with this process.
const LAST_DELIVERY: Duration = Duration::from_secs(5);

/// What other threads tell the pipeline.
pub enum Message {
    /// A wish from outside.
    Command(Command),
    /// The source that was to be opened.
    Opened(Opening, Result<Box<dyn Source>>),
    /// The recogniser begins to load a model.
    Loading,
    /// The model was let go of, because no take wanted it.
    Unloaded,
    /// The model is loaded, or cannot be.
    Model(Load, Result<Capabilities>),
    /// What a person should know of how the model was loaded.
    Remark(Remark),
    /// Something was recognised.
    Told(Told),
    /// Text was brought to its target, or not.
    Reported(Report),
    /// End now.
    Quit,
}

/// Names one opening of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    lane: Lane,
    number: u64,
}

/// Opens a source without holding up the caller, and answers with [`Message::Opened`].
pub type Opener = Box<dyn FnMut(Opening, &SourceSpec)>;

/// What the pipeline works with.
pub struct Tools {
    /// Where the time comes from.
    pub clock: Clock,
    /// Where phrases go.
    pub board: Arc<Board>,
    /// Where text goes.
    pub courier: Courier,
    /// Where events go.
    pub bus: Arc<Bus>,
    /// How a source is opened.
    pub open: Opener,
    /// How voices are detected.
    pub detector: fn() -> Box<dyn Detector>,
    /// Folder for the journals of microphones; without one they are in memory.
    pub takes: Option<PathBuf>,
    /// How long a microphone stays open after a take.
    pub keep_open: Duration,
    /// How long a model stays in memory that no take wants.
    pub keep_model: Duration,
}

/// What to do after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// There is more to do at once.
    Again,
    /// Nothing is to do for this long, unless a message comes.
    Wait(Duration),
    /// It is over.
    End,
}

/// See the module.
pub struct Pipeline {
    tools: Tools,
    inbox: Receiver<Message>,
    /// A message that ended a wait.
    early: Option<Message>,
    syncer: Option<Syncer>,
    lanes: Vec<LaneState>,
    newest: TakeId,
    model: Known,
    /// Since when no take wants the model that is in memory.
    unwanted: Option<Moment>,
    over: bool,
}

impl Pipeline {
    /// A pipeline at rest, whose model is still to come.
    pub fn new(tools: Tools, inbox: Receiver<Message>) -> Self {
        tools.bus.publish(&Event::Model(Model::Loading));
        let syncer = tools.takes.is_some().then(Syncer::spawn);
        Self {
            tools,
            inbox,
            early: None,
            syncer,
            lanes: vec![LaneState::new(Lane::Dictation), LaneState::new(Lane::Captions)],
            newest: TakeId(0),
            model: Known::Loading { told: None },
            unwanted: None,
            over: false,
        }
    }

    /// Steps until it is over, and lets what is being delivered come to its end.
    pub fn run(mut self) {
        loop {
            match self.step() {
                NextStep::Again => {}
                NextStep::Wait(time) => self.wait(time),
                NextStep::End => break,
            }
        }
        if !self.deliver_the_rest() {
            tracing::warn!("a target did not take its text before the end");
        }
    }

    /// Lets what is being delivered come to its end. What came of it is noted all the while, or a
    /// recovered take would write the same words again.
    fn deliver_the_rest(&mut self) -> bool {
        let looks = LAST_DELIVERY.as_millis() / POLL.as_millis();
        (0..looks).any(|_| {
            let ended = self.tools.courier.close(POLL);
            while let Ok(message) = self.inbox.try_recv() {
                if let Message::Reported(report) = message {
                    self.reported(report);
                }
            }
            for at in 0..self.lanes.len() {
                self.finish(at);
            }
            ended
        })
    }

    /// Handles what has come, takes in what was heard, and finishes what is through.
    pub fn step(&mut self) -> NextStep {
        while let Some(message) = self.early.take().or_else(|| self.inbox.try_recv().ok()) {
            self.handle(message);
        }
        if self.over {
            return NextStep::End;
        }
        let mut next = LONG;
        for at in 0..self.lanes.len() {
            self.apply(at, Input::Tick);
            if self.pump(at) {
                next = Duration::ZERO;
            }
            self.lanes[at].let_go(&self.tools);
            self.finish(at);
            next = next.min(self.lanes[at].idle_for(self.now()));
        }
        next = next.min(self.rest());
        if next.is_zero() { NextStep::Again } else { NextStep::Wait(next) }
    }

    /// How many edits are on their way to their target.
    pub fn delivering(&self) -> usize {
        self.lanes.iter().map(LaneState::delivering).sum()
    }

    /// Waits for a message, at most this long.
    fn wait(&mut self, time: Duration) {
        match self.inbox.recv_timeout(time) {
            Ok(message) => self.early = Some(message),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => self.over = true,
        }
    }

    fn handle(&mut self, message: Message) {
        match message {
            Message::Command(command) => self.command(command),
            Message::Opened(opening, source) => self.opened(opening, source),
            Message::Loading => self.loading(),
            Message::Unloaded => self.unloaded(),
            Message::Model(load, model) => self.loaded(load, model),
            Message::Remark(remark) => self.tools.bus.remark(remark),
            Message::Told(Told::Final(outcome)) => self.recognised(*outcome),
            Message::Told(Told::Translation(translated)) => self.translated(&translated),
            Message::Told(Told::Partial(partial)) => self.partial(&partial),
            Message::Reported(report) => self.reported(report),
            Message::Quit => {
                self.tools.board.close();
                self.over = true;
            }
        }
    }

    fn command(&mut self, command: Command) {
        match command {
            Command::Start(start) => self.start(*start, Input::Start),
            Command::Press(Key::Current, start) => {
                self.start(*start, |take, mode| Input::Press(Key::Current, take, mode));
            }
            Command::Press(key, start) => {
                if self.makes_way(&start) {
                    self.start(*start, |take, mode| Input::Press(key, take, mode));
                }
            }
            Command::Toggle(start) => self.toggle(*start),
            Command::Switch(start) => {
                if self.makes_way(&start) {
                    self.toggle(*start);
                }
            }
            Command::Stop(lane) => self.apply(self.lane(lane), Input::Stop),
            Command::Release(key, lane) => self.apply(self.lane(lane), Input::Release(key)),
            Command::Cancel(lane) => self.apply(self.lane(lane), Input::Cancel),
            Command::Arm(lane, source) => {
                let at = self.lane(lane);
                self.lanes[at].arm(source, &mut self.tools);
            }
            Command::Disarm(lane) => {
                let at = self.lane(lane);
                self.lanes[at].disarm();
            }
            Command::KeepOpen(time) => self.tools.keep_open = time,
            Command::KeepModel(time) => self.tools.keep_model = time,
            Command::LoadModel => self.load(),
        }
    }

    fn toggle(&mut self, start: Start) {
        let at = self.lane(start.lane);
        match self.lanes[at].session.heard() {
            Some(_) => self.apply(at, Input::Stop),
            None => self.start(start, Input::Start),
        }
    }

    /// Stops a take of another profile that is heard where this start wants to hear. A start that
    /// is refused leaves it alone, and is none.
    fn makes_way(&mut self, start: &Start) -> bool {
        let at = self.lane(start.lane);
        let lane = &self.lanes[at];
        if lane.session.heard().is_none() || lane.profile == start.profile.name {
            return true;
        }
        if let Err(error) = self.model.check(&Request::of(&start.profile)) {
            self.tell(None, &error);
            return false;
        }
        self.apply(at, Input::Stop);
        true
    }

    /// A start may be refused, or mean the stop of a latched take.
    fn start(&mut self, start: Start, input: impl FnOnce(TakeId, Mode) -> Input) {
        let at = self.lane(start.lane);
        // A press that stops what is heard is never refused.
        if self.lanes[at].session.heard().is_none()
            && let Err(error) = self.model.check(&Request::of(&start.profile))
        {
            return self.tell(None, &error);
        }
        let mode = start.profile.mode;
        let take = TakeId(self.newest.0 + 1);
        self.lanes[at].wish = Some(start);
        self.apply(at, input(take, mode));
    }

    fn apply(&mut self, at: usize, input: Input) {
        let now = self.now();
        for action in self.lanes[at].session.apply(input, now) {
            self.act(at, action, now);
        }
    }

    fn act(&mut self, at: usize, action: Action, now: Moment) {
        match action {
            Action::Open(take) => self.open(at, take, now),
            Action::Close(take) => self.lanes[at].close(take, &self.tools, now),
            Action::Discard(take) => self.discard(at, take),
            Action::Latch(take) => self.tools.bus.publish(&Event::Latched { take }),
            Action::Enter(take, state) => self.tools.bus.publish(&Event::State { take, state }),
        }
    }

    fn open(&mut self, at: usize, id: TakeId, now: Moment) {
        self.newest = self.newest.max(id);
        let lane = &mut self.lanes[at];
        let Some(start) = lane.wish.take() else { return };
        lane.profile.clone_from(&start.profile.name);
        if start.lane == Lane::Captions {
            let task = start.profile.task.clone();
            self.tools.bus.publish(&Event::Captions { take: id, task });
        }
        // What is still said in the tail of the last take belongs to this one.
        lane.end_tail(&self.tools, now);
        let (take, trouble) = Take::begin(id, start, &self.tools, self.syncer.as_ref());
        if let Some(error) = trouble {
            self.tell(Some(id), &error);
        }
        self.lanes[at].listen(take, &mut self.tools, now);
    }

    fn opened(&mut self, opening: Opening, source: Result<Box<dyn Source>>) {
        let at = self.lane(opening.lane);
        if let Some((take, error)) = self.lanes[at].opened(opening, source) {
            self.tell(take, &error);
            if let Some(take) = take {
                self.apply(at, Input::SourceOver(take));
            }
        }
    }

    /// Takes in what the lane's source has. Says whether there may be more at once.
    fn pump(&mut self, at: usize) -> bool {
        let now = self.now();
        let (inputs, more) = self.lanes[at].pump(&mut self.tools, now);
        for input in inputs {
            self.apply(at, input);
        }
        more
    }

    fn discard(&mut self, at: usize, take: TakeId) {
        self.tools.board.discard(take);
        self.tools.courier.discard(take);
        self.lanes[at].discard(take);
    }

    fn recognised(&mut self, outcome: Outcome) {
        let now = self.now();
        let at = self.lane(outcome.job.order.lane);
        let lane = &mut self.lanes[at];
        if let Some(take) = lane.take(outcome.job.order.take) {
            take.recognised(outcome, &self.tools, now);
        }
    }

    fn translated(&mut self, translated: &Translated) {
        let at = self.lane(translated.job.order.lane);
        if let Some(take) = self.lanes[at].take(translated.job.order.take) {
            take.translated(translated, &self.tools);
        }
    }

    fn partial(&mut self, partial: &Partial) {
        for lane in &mut self.lanes {
            if let Some(take) = lane.take(partial.take) {
                return take.show(partial, &self.tools);
            }
        }
    }

    fn reported(&mut self, report: Report) {
        for lane in &mut self.lanes {
            if let Some(take) = lane.take(report.take) {
                return take.reported(report, &self.tools);
            }
        }
    }

    /// Ends the takes of a lane that are through, in their order.
    fn finish(&mut self, at: usize) {
        while let Some(take) = self.lanes[at].finished(&self.tools) {
            self.apply(at, Input::Finished(take));
        }
    }

    fn tell(&self, take: Option<TakeId>, error: &Error) {
        self.tools.bus.notice(take, error.kind().code(), error.to_string());
    }

    fn lane(&self, lane: Lane) -> usize {
        self.lanes.iter().position(|state| state.lane == lane).unwrap_or_default()
    }

    fn now(&self) -> Moment {
        self.tools.clock.now()
    }
}
