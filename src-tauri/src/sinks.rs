//! Where words go, seen from an app that has a window itself.

use aloud::deliver::joint::Place;
use aloud::deliver::{self, Sink, SinkFactory};
use aloud::error::{Error, Result};
use aloud::settings::Output;

use crate::window::Sight;

/// The sinks of this machine. Nothing is typed into the app's own windows: who presses a button
/// there or moves the overlay has the keys there, and words among its controls would press them.
pub(crate) fn sinks(own: [Sight; 2]) -> SinkFactory {
    let mut others = deliver::sinks();
    Box::new(move |output| {
        let sink = others(output)?;
        Ok(match output {
            Output::Type => Box::new(Elsewhere { sink, way: "type", own: own.clone() }),
            Output::Paste => Box::new(Elsewhere { sink, way: "paste", own: own.clone() }),
            Output::Clipboard | Output::Stdout | Output::None => sink,
        })
    })
}

struct Elsewhere {
    sink: Box<dyn Sink>,
    way: &'static str,
    own: [Sight; 2],
}

impl Sink for Elsewhere {
    fn deliver(&mut self, text: &str) -> Result<()> {
        if self.own.iter().any(Sight::is_focused) {
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

#[cfg(test)]
mod tests {
    use aloud::error::ErrorKind;

    use super::*;

    /// Takes everything.
    struct Any;

    impl Sink for Any {
        fn deliver(&mut self, _text: &str) -> Result<()> {
            Ok(())
        }
    }

    #[test]
    fn nothing_goes_into_a_window_of_ours() {
        let own = [Sight::default(), Sight::default()];
        let mut sink = Elsewhere { sink: Box::new(Any), way: "type", own: own.clone() };
        for window in &own {
            assert!(sink.deliver("words").is_ok());
            window.focus(true);
            let refused = sink.deliver("words").map_err(|error| error.kind());
            assert_eq!(refused, Err(ErrorKind::Delivery));
            window.focus(false);
            assert!(sink.deliver("words").is_ok());
        }
        own[1].focus(true);
        own[1].lose();
        assert!(sink.deliver("words").is_ok());
    }
}
