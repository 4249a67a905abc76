//! How far a long job is, on standard error: a bar on a terminal, else a line now and then.

use indicatif::{ProgressBar, ProgressStyle};

use super::console::Console;

/// Shorter audio is done before a bar is of use.
const LONG_MS: u64 = 20_000;

/// See the module.
pub(super) enum Progress {
    /// Nothing to show.
    Silent,
    /// On a terminal.
    Bar(ProgressBar),
    /// In a log file.
    Lines(Tenths, Console),
}

/// Lines at 10 %, 20 %, …
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tenths {
    name: String,
    total: u64,
    said: u64,
}

impl Progress {
    /// Progress through audio of this length.
    pub(super) fn of_audio(name: &str, total_ms: Option<u64>, console: &Console) -> Self {
        match total_ms {
            Some(total) if total > LONG_MS => Self::of(name, total, console),
            _ => Self::Silent,
        }
    }

    /// Progress of something with so many parts.
    pub(super) fn of(name: &str, total: u64, console: &Console) -> Self {
        if std::io::IsTerminal::is_terminal(&std::io::stderr()) {
            let style = ProgressStyle::with_template("{msg} {wide_bar} {percent} %, {eta} left");
            let bar = ProgressBar::new(total).with_message(name.to_owned());
            return Self::Bar(bar.with_style(style.expect("the template is valid")));
        }
        Self::Lines(Tenths { name: name.to_owned(), total, said: 0 }, console.clone())
    }

    /// So much is done.
    pub(super) fn at(&mut self, done: u64) {
        match self {
            Self::Silent => {}
            Self::Bar(bar) => bar.set_position(done),
            Self::Lines(tenths, console) => {
                tenths.at(done).iter().for_each(|line| console.say(line));
            }
        }
    }

    /// Says something without tearing the bar apart.
    pub(super) fn aside(&self, say: impl FnOnce()) {
        match self {
            Self::Bar(bar) => bar.suspend(say),
            Self::Silent | Self::Lines(..) => say(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

impl Tenths {
    /// The line to say, when one more tenth is done. The last one goes without saying.
    fn at(&mut self, done: u64) -> Option<String> {
        let tenths = (done * 10).checked_div(self.total)?.min(9);
        let more = tenths > self.said;
        self.said = self.said.max(tenths);
        more.then(|| format!("{}: {} %", self.name, tenths * 10))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::console::tests::on_paper;

    #[test]
    fn each_tenth_is_said_once() {
        let mut tenths = Tenths { name: "a.wav".to_owned(), total: 30_000, said: 0 };
        let said: Vec<_> = (0..=31_000).step_by(1000).filter_map(|ms| tenths.at(ms)).collect();
        assert_eq!(said.len(), 9);
        assert_eq!([&said[0], &said[8]], ["a.wav: 10 %", "a.wav: 90 %"]);
        assert_eq!(tenths.at(5000), None);
    }

    #[test]
    fn short_audio_needs_none() {
        let (console, _, messages) = on_paper(false);
        for total in [None, Some(LONG_MS)] {
            Progress::of_audio("a.wav", total, &console).at(10_000);
        }
        assert_eq!(messages.text(), "");
    }
}
