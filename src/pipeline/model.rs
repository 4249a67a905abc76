//! What the pipeline knows of the model: it comes, it changes, and takes that it cannot do go
//! without it.

use super::Pipeline;
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
    Ready(Capabilities),
    Failed {
        told: String,
    },
}

impl Known {
    /// Whether what is asked can be done. Of a model that is not there that cannot be said, and
    /// the take may begin.
    pub(super) fn check(&self, request: &Request) -> Result<()> {
        match self {
            Self::Ready(capabilities) => request.check(capabilities),
            Self::Loading { .. } | Self::Failed { .. } => Ok(()),
        }
    }
}

impl Pipeline {
    /// A person wants the model that is chosen now, and to hear of it if that fails.
    pub(super) fn load(&mut self) {
        self.tools.board.reload();
        self.loading();
        self.model = Known::Loading { told: None };
    }

    /// The model is let go of, or will be when the piece that is recognised is through.
    pub(super) fn loading(&mut self) {
        let told = match &self.model {
            Known::Loading { .. } => return,
            Known::Ready(_) => None,
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

    fn ready(&mut self, capabilities: Capabilities) {
        let model = Model::Ready { capabilities: capabilities.clone() };
        self.tools.bus.publish(&Event::Model(model));
        // Before anything is given out: what it cannot do it would do wrongly.
        for lane in &mut self.lanes {
            lane.check(&capabilities, &self.tools);
        }
        self.tools.board.open(&capabilities, &[]);
        self.model = Known::Ready(capabilities);
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
