//! The running desktop app, asked and followed from outside as a status bar does.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use aloud::clock::Moment;
use aloud::control::{Answer, ModelStatus, Status};
use aloud::event::{State, TakeId};

use super::stage::Stage;
use super::wait;

/// Long enough for a busy machine to start a web view or to decode a short piece.
pub(crate) const PATIENCE: Duration = Duration::from_secs(90);

/// See the module. Ends the app when it is dropped.
pub(crate) struct App {
    program: Child,
    follower: Child,
    lines: Receiver<(Moment, Status)>,
    /// All that was told so far.
    pub(crate) told: Vec<(Moment, Status)>,
}

impl App {
    /// Starts the app on a stage and waits until its model is there, or is known to be missing.
    pub(crate) fn start(stage: &Stage, desktop: &Path, arguments: &[&str]) -> Self {
        Self::spawn(stage, stage.program(desktop, arguments))
    }

    /// The same for a command that was prepared by the caller.
    pub(crate) fn spawn(stage: &Stage, mut command: Command) -> Self {
        let program = command.stdin(Stdio::null()).spawn().expect("the app can be started");
        Self::follow(stage, program)
    }

    fn follow(stage: &Stage, mut program: Child) -> Self {
        wait::until("the app to answer", PATIENCE, || {
            let ended = program.try_wait().expect("its state can be asked for");
            assert!(ended.is_none(), "the app ended instead: {}", ended.unwrap_or_default());
            ask(stage, &["status"]).status.success().then_some(())
        });
        let mut follower = stage.aloud(&["status", "--json", "--follow"]);
        follower.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut follower = follower.spawn().expect("aloud can be started");
        let output = BufReader::new(follower.stdout.take().expect("its output was asked for"));
        let (sender, lines) = channel();
        let clock = stage.clock.clone();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let Ok(Answer::Status(status)) = serde_json::from_str(&line) else { return };
                if sender.send((clock.now(), status)).is_err() {
                    return;
                }
            }
        });
        let mut app = Self { program, follower, lines, told: Vec::new() };
        app.until("the model", |status| !matches!(status.model, ModelStatus::Loading { .. }));
        app
    }

    /// Its number, for signals.
    pub(crate) fn id(&self) -> u32 {
        self.program.id()
    }

    /// Waits until the status is as wanted, and says since when it is.
    pub(crate) fn until(&mut self, what: &str, wanted: impl Fn(&Status) -> bool) -> Moment {
        wait::until(what, PATIENCE, || {
            self.told.extend(self.lines.try_iter());
            let (since, status) = self.told.last()?;
            wanted(status).then_some(*since)
        })
    }

    /// Waits until the take that matters most is in this state.
    pub(crate) fn until_state(&mut self, state: State) -> Moment {
        self.until(&format!("{state:?}"), |status| status.state == state)
    }

    /// Waits until this take is over.
    pub(crate) fn until_over(&mut self, take: u64) -> Moment {
        wait::until(&format!("the end of take {take}"), PATIENCE, || {
            self.told.extend(self.lines.try_iter());
            let begun = self.told.iter().any(|(_, status)| status.take == Some(TakeId(take)));
            let (since, last) = self.told.last()?;
            (begun && last.take != Some(TakeId(take))).then_some(*since)
        })
    }

    /// The takes that were told, each once.
    pub(crate) fn takes(&mut self) -> Vec<u64> {
        self.told.extend(self.lines.try_iter());
        let mut takes: Vec<u64> =
            self.told.iter().filter_map(|(_, status)| Some(status.take?.0)).collect();
        takes.sort_unstable();
        takes.dedup();
        takes
    }

    /// Quits it as a person does, and waits for its end.
    pub(crate) fn quit(mut self, stage: &Stage) {
        let output = ask(stage, &["quit"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let status = wait::end_of(&mut self.program, "the app to end", PATIENCE);
        assert!(status.success(), "the app ended with {status}");
    }

    /// Ends it as a crash does.
    pub(crate) fn kill(mut self) {
        self.program.kill().expect("it runs");
        self.program.wait().expect("it ends");
    }
}

impl Drop for App {
    fn drop(&mut self) {
        for program in [&mut self.follower, &mut self.program] {
            // Either may have ended by itself; both calls then say so, which is fine.
            let _ = program.kill();
            let _ = program.wait();
        }
    }
}

/// Runs a verb of `aloud` to its end.
pub(crate) fn ask(stage: &Stage, arguments: &[&str]) -> Output {
    stage.aloud(arguments).stdin(Stdio::null()).output().expect("aloud can be started")
}
