//! A microphone that stays one: its supervisor, on a thread of its own, replaces the device
//! under it when that goes away.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};

use super::choice::Choice;
use super::driver::{self, Report};
use super::feeder::Tap;
use super::trouble::Trouble;
use super::{Block, Flow, Source};
use crate::clock::Clock;
use crate::error::Result;

/// Sound from a microphone, whichever is there.
///
/// [`Source::read`] returns [`Flow::Lost`] within a second when the device goes away and
/// [`Flow::Back`] when one is heard again. When the favourite returns while another device is
/// heard, [`Flow::Back`] comes alone.
pub struct Microphone {
    name: String,
    tap: Option<Tap>,
    reports: Receiver<Report>,
    /// A report that waits until the samples from before it were handed over.
    held: Option<Report>,
    /// Frames that taps of earlier devices dropped.
    dropped_frames: u64,
    /// The supervisor lets go of everything when this is gone.
    _alive: Arc<()>,
}

impl Microphone {
    /// Opens the favourite, by id or name, or else the default device, or else any other; what
    /// it became, [`Source::name`] tells. Returns when a device plays: usually in a tenth of a
    /// second, in up to four where it has to wake up. `clock` is the real one.
    ///
    /// # Errors
    /// [`crate::error::Error::NoDevice`] when there is no microphone,
    /// [`crate::error::Error::Device`] when none can be opened, with the next step to take.
    pub fn open(favourite: Option<&str>, clock: Clock) -> Result<Self> {
        Self::listen(Choice::microphone(favourite), clock)
    }

    /// Opens what the machine plays: the monitor of the output that programs play to unless told
    /// otherwise. It is another monitor when that becomes another output.
    ///
    /// # Errors
    /// [`crate::error::Error::Device`] when the sound system does not let it be heard.
    pub fn monitor(clock: Clock) -> Result<Self> {
        Self::listen(Choice::System, clock)
    }

    fn listen(choice: Choice, clock: Clock) -> Result<Self> {
        let alive = Arc::new(());
        let reports = driver::start(choice, clock, Arc::downgrade(&alive))?;
        match reports.recv() {
            Ok(Report::Hear { name, tap }) => {
                let tap = Some(tap);
                Ok(Self { name, tap, reports, held: None, dropped_frames: 0, _alive: alive })
            }
            Ok(Report::Failed(error)) => Err(error),
            Ok(Report::Lost { name }) => Err(Trouble::gone().about(&name)),
            Err(_) => Err(Trouble::ended().about("the microphone")),
        }
    }

    fn drain(&mut self, block: &mut Block) -> bool {
        self.tap.as_mut().is_some_and(|tap| tap.drain(block))
    }

    fn announce(&mut self, report: Report) -> Result<Flow> {
        self.dropped_frames = self.dropped_frames();
        self.tap = None;
        match report {
            Report::Hear { name, tap } => {
                self.tap = Some(tap);
                self.name.clone_from(&name);
                Ok(Flow::Back { device: name })
            }
            Report::Lost { name } => Ok(Flow::Lost { device: name }),
            Report::Failed(error) => Err(error),
        }
    }
}

impl Source for Microphone {
    fn read(&mut self, block: &mut Block) -> Result<Flow> {
        if let Some(report) = self.held.take() {
            return self.announce(report);
        }
        let format = self.tap.as_ref().map(Tap::format);
        if !block.samples.is_empty() && format.is_some() && block.format != format {
            return Ok(Flow::More);
        }
        if self.drain(block) {
            return Ok(Flow::More);
        }
        match self.reports.try_recv() {
            // The last samples may have arrived between the two looks.
            Ok(report) if self.drain(block) => {
                self.held = Some(report);
                Ok(Flow::More)
            }
            Ok(report) => self.announce(report),
            Err(TryRecvError::Empty) => Ok(Flow::Waiting),
            Err(TryRecvError::Disconnected) => Err(Trouble::ended().about(&self.name)),
        }
    }

    fn dropped_frames(&self) -> u64 {
        self.dropped_frames + self.tap.as_ref().map_or(0, |tap| tap.gauge().dropped_frames())
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn is_live(&self) -> bool {
        true
    }
}
