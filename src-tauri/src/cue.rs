//! The quiet sounds at the start and at the end of a take.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use aloud::speaker::Speaker;

use crate::tone::{Cue, tone};

/// Cues that may wait. A person who is quicker than this hears fewer of them.
const WAITING: usize = 2;

/// How long after a cue the speaker is let go of. Two taps in a row then need not open it anew,
/// and a machine at rest is not kept awake.
const LINGER: Duration = Duration::from_secs(3);

/// Plays cues, one after the other, on a thread of its own: opening a speaker takes its time.
#[derive(Clone)]
pub(crate) struct Cues(SyncSender<Cue>);

impl Cues {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the system gives none.
    pub(crate) fn start() -> std::io::Result<Self> {
        let (sender, cues) = sync_channel(WAITING);
        std::thread::Builder::new().name("cues".to_owned()).spawn(move || run(&cues))?;
        Ok(Self(sender))
    }

    /// Plays one. Where nothing can be played nothing is heard, and nobody is held up.
    pub(crate) fn play(&self, cue: Cue) {
        let _ = self.0.try_send(cue);
    }
}

fn run(cues: &Receiver<Cue>) {
    while let Ok(first) = cues.recv() {
        match Speaker::open() {
            Ok(speaker) => play_from(first, cues, speaker),
            Err(problem) => tracing::info!("{problem}"),
        }
    }
}

/// Plays a cue and those that follow soon.
fn play_from(first: Cue, cues: &Receiver<Cue>, mut speaker: Speaker) {
    let mut next = Some(first);
    while let Some(cue) = next {
        speaker.play(tone(cue, speaker.rate()));
        next = cues.recv_timeout(LINGER).ok();
    }
}
