//! What the pipeline knows of the model: it comes, it changes, it rests, and takes that it cannot
//! do go without it.

use std::time::Duration;

use super::lane::LaneState;
use super::{LONG, Pipeline};
use crate::error::{Error, Result};
use crate::event::{Event, Model};
use crate::recognise::board::Load;
use crate::recognise::{Capabilities, Request};

/// See the module.
pub(super) enum Known {
    /// It comes. Until then this is what was last told to be wrong.
    Loading {
        told: Option<String>,
    },
    Ready {
        able: Capabilities,
        in_memory: bool,
    },
    Failed {
        told: String,
    },
}

impl Known {
    /// Whether what is asked can be done. Of a model that is not there that cannot be said, and
    /// the take may begin.
    pub(super) fn check(&self, request: &Request) -> Result<()> {
        match self {
            Self::Ready { able, .. } => request.check(able),
            Self::Loading { .. } | Self::Failed { .. } => Ok(()),
        }
    }
}

impl Pipeline {
    /// A person wants the model that is chosen now, and to hear of it if that fails.
    pub(super) fn load(&mut self) {
        self.tools.board.reload();
        self.replaced();
        self.model = Known::Loading { told: None };
    }

    /// The recogniser has begun to load. One that was let go of for a while is the same as
    /// before; until it is back, what it can do is known.
    pub(super) fn loading(&mut self) {
        if !matches!(self.model, Known::Ready { in_memory: false, .. }) {
            self.replaced();
        }
    }

    /// The model is let go of, or will be when the piece that is recognised is through.
    fn replaced(&mut self) {
        let told = match &self.model {
            Known::Loading { .. } => return,
            Known::Ready { .. } => None,
            Known::Failed { told } => Some(told.clone()),
        };
        self.model = Known::Loading { told };
        self.tools.bus.publish(&Event::Model(Model::Loading));
    }

    /// A model is there, or not. It counts only if no other one was asked for meanwhile.
    pub(super) fn loaded(&mut self, load: Load, model: Result<Capabilities>) {
        if self.tools.board.wants(load) {
            match model {
                Ok(capabilities) => self.ready(capabilities),
                Err(error) => self.failed(&error),
            }
        }
    }

    /// The model was let go of. Another one may have been asked for meanwhile.
    pub(super) fn unloaded(&mut self) {
        if let Known::Ready { able, in_memory } = &mut self.model {
            *in_memory = false;
            let model = Model::Ready { capabilities: able.clone(), in_memory: false };
            self.tools.bus.publish(&Event::Model(model));
        }
    }

    /// Lets go of a model that no take has wanted for long enough, and says how long there is
    /// nothing to do about it.
    pub(super) fn rest(&mut self) -> Duration {
        let there = matches!(self.model, Known::Ready { in_memory: true, .. });
        if !there || self.lanes.iter().any(LaneState::is_busy) {
            self.unwanted = None;
            return LONG;
        }
        let now = self.now();
        let since = *self.unwanted.get_or_insert(now);
        let left = self.tools.keep_model.saturating_sub(now.since(since));
        if left.is_zero() {
            self.tools.board.unload();
            self.unwanted = None;
            return LONG;
        }
        left
    }

    fn ready(&mut self, able: Capabilities) {
        let model = Model::Ready { capabilities: able.clone(), in_memory: true };
        self.tools.bus.publish(&Event::Model(model));
        // Before anything is given out: what it cannot do it would do wrongly.
        for lane in &mut self.lanes {
            lane.check(&able, &self.tools);
        }
        self.tools.board.open(&able);
        self.model = Known::Ready { able, in_memory: true };
    }

    fn failed(&mut self, error: &Error) {
        let (code, message) = (error.kind().code().to_owned(), error.to_string());
        let told = message.clone();
        self.tools.bus.publish(&Event::Model(Model::Failed { code, message }));
        // It is tried again with each piece; once is enough to say what is wrong.
        if !matches!(&self.model, Known::Loading { told: Some(before) } if *before == told) {
            self.tell(None, error);
        }
        self.model = Known::Failed { told };
        // Pieces are taken all the same, and fail: each take comes to its end, and its audio is
        // kept.
        self.tools.board.open_without_model();
    }
}
