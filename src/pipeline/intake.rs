//! The source of a lane, from its opening until nobody wants it any more.

use std::time::Duration;

use super::ear::Ear;
use crate::capture::Source;
use crate::clock::Moment;
use crate::command::SourceSpec;
use crate::event::TakeId;

/// See the module.
pub(super) enum Intake {
    /// There is none.
    Closed,
    /// It is being opened, for a take or ahead of all takes.
    Opening { number: u64, spec: SourceSpec, take: Option<TakeId> },
    /// It is heard, by a take or, since that moment, by none.
    Open { spec: SourceSpec, ear: Box<Ear>, unheard: Option<Moment> },
}

impl Intake {
    /// What is being opened or heard.
    pub(super) fn spec(&self) -> Option<&SourceSpec> {
        match self {
            Self::Closed => None,
            Self::Opening { spec, .. } | Self::Open { spec, .. } => Some(spec),
        }
    }

    /// Whether this opening is the one that is waited for.
    pub(super) fn awaits(&self, opening: u64) -> bool {
        matches!(self, Self::Opening { number, .. } if *number == opening)
    }

    /// Whether it gives sound at the speed of speech.
    pub(super) fn is_live(&self) -> bool {
        matches!(self, Self::Open { ear, .. } if ear.is_live())
    }

    /// The source that was waited for is there.
    pub(super) fn opened(&mut self, source: Box<dyn Source>) {
        if let Self::Opening { spec, .. } = self {
            let ear = Box::new(Ear::new(source));
            *self = Self::Open { spec: spec.clone(), ear, unheard: None };
        }
    }

    /// The source that was waited for cannot be had. Says which take is without it now.
    pub(super) fn not_opened(&mut self) -> Option<TakeId> {
        match std::mem::replace(self, Self::Closed) {
            Self::Opening { take, .. } => take,
            Self::Closed | Self::Open { .. } => None,
        }
    }

    /// Nobody hears it: a microphone stays open for a while, anything else is closed.
    pub(super) fn rest(&mut self, keep_open: Duration, now: Moment) {
        if let Self::Open { spec, ear, unheard } = self {
            let since = *unheard.get_or_insert(now);
            let is_microphone = matches!(spec, SourceSpec::Microphone { .. });
            if !is_microphone || !ear.is_live() || now.since(since) >= keep_open {
                *self = Self::Closed;
            }
        }
    }
}
