//! Where words go, seen from an app that has a window itself.

use aloud::deliver::joint::Place;
use aloud::deliver::{self, Sink, SinkFactory};
use aloud::error::{Error, Result};
use aloud::settings::Output;

use crate::window::Sight;

/// The sinks of this machine. Nothing is typed into the app's own window: who presses its
/// button has the keys there, and words among its controls would press them.
pub(crate) fn sinks(sight: Sight) -> SinkFactory {
    let mut others = deliver::sinks();
    Box::new(move |output| {
        let sink = others(output)?;
        Ok(match output {
            Output::Type => Box::new(Elsewhere { sink, way: "type", sight: sight.clone() }),
            Output::Paste => Box::new(Elsewhere { sink, way: "paste", sight: sight.clone() }),
            Output::Clipboard | Output::Stdout | Output::None => sink,
        })
    })
}

struct Elsewhere {
    sink: Box<dyn Sink>,
    way: &'static str,
    sight: Sight,
}

impl Sink for Elsewhere {
    fn deliver(&mut self, text: &str) -> Result<()> {
        if self.sight.is_focused() {
            let problem = "the keys are in the window of Aloud; click into the window where you \
                           want to write"
                .to_owned();
            return Err(Error::Delivery { way: self.way, problem });
        }
        self.sink.deliver(text)
    }

    fn place(&mut self) -> Option<Place> {
        self.sink.place()
    }
}
