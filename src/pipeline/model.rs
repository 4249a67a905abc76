//! What the pipeline knows of the model: it comes, it changes, and takes that it cannot do go
//! without it.

use super::Pipeline;
use crate::audio::samples;
use crate::error::{Error, Result};
use crate::event::{Event, Model};
use crate::recognise::board::Load;
use crate::recognise::{Capabilities, Request, Window};
use crate::segment::LONGEST_MS;

/// See the module.
pub(super) enum Known {
    Loading,
    Ready(Capabilities),
    Failed,
}

impl Known {
    /// Whether what is asked can be done. Of a model that is not there that cannot be said, and
    /// the take may begin.
    pub(super) fn check(&self, request: &Request) -> Result<()> {
        match self {
            Self::Ready(capabilities) => request.check(capabilities),
            Self::Loading | Self::Failed => Ok(()),
        }
    }
}

impl Pipeline {
    /// The model is let go of, or will be when the piece that is recognised is through.
    pub(super) fn loading(&mut self) {
        if !matches!(self.model, Known::Loading) {
            self.model = Known::Loading;
            self.tools.bus.publish(&Event::Model(Model::Loading));
        }
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
        self.tools.board.open(&capabilities.windows);
        self.model = Known::Ready(capabilities);
    }

    fn failed(&mut self, error: &Error) {
        self.model = Known::Failed;
        let (code, message) = (error.kind().code().to_owned(), error.to_string());
        self.tools.bus.publish(&Event::Model(Model::Failed { code, message }));
        self.tell(None, error);
        // Pieces are taken all the same, and fail: each take comes to its end, and its audio is
        // kept.
        self.tools.board.open(&[Window { max_samples: samples(LONGEST_MS) }]);
    }
}
