//! A running `aloud listen --json`, followed from outside.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use aloud::clock::{Clock, Moment};
use aloud::event::{Done, Event, Final, State};

use super::wait;

/// Long enough for a busy machine to decode a short piece.
const PATIENCE: Duration = Duration::from_secs(90);

/// See the module. Ends the program when it is dropped.
pub(crate) struct Listening {
    program: Child,
    lines: Receiver<(Moment, Event)>,
    finals: Vec<(Moment, Final)>,
    done: Option<Done>,
    state: Option<State>,
}

impl Listening {
    /// Starts the program and waits until it hears.
    pub(crate) fn start(mut command: Command, clock: &Clock) -> Self {
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut program = command.spawn().expect("aloud can be started");
        let output = BufReader::new(program.stdout.take().expect("its output was asked for"));
        let (sender, lines) = channel();
        let clock = clock.clone();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let event = serde_json::from_str(&line).expect("each line is an event");
                if sender.send((clock.now(), event)).is_err() {
                    return;
                }
            }
        });
        let (finals, done, state) = (Vec::new(), None, None);
        let mut listening = Self { program, lines, finals, done, state };
        listening.follow("aloud to listen", |so_far| so_far.state == Some(State::Listening));
        listening
    }

    /// Waits for the final of the speech that ended at `end`, and says when it came.
    ///
    /// The moment minus its latency is when its last word was heard. The detector of speech
    /// hears a word end up to some frames earlier or later than the ear does.
    pub(crate) fn final_of_speech_until(&mut self, end: Moment) -> (Moment, Final) {
        const TOLERANCE: Duration = Duration::from_millis(800);
        let covers = |(came, last): &&(Moment, Final)| {
            *came - Duration::from_millis(last.latency_ms) + TOLERANCE >= end
        };
        self.follow("the last final", |so_far| so_far.finals.iter().any(|last| covers(&last)));
        self.finals.iter().find(covers).cloned().expect("it was waited for")
    }

    /// Waits for the first final, and says when it came.
    pub(crate) fn first_final(&mut self) -> (Moment, Final) {
        self.follow("the first final", |so_far| !so_far.finals.is_empty());
        self.finals[0].clone()
    }

    /// Waits until what is heard has come to its end by itself.
    pub(crate) fn end(mut self) {
        self.follow("the end of the recording", |so_far| so_far.done.is_some());
        wait::end_of(&mut self.program, "aloud to end", PATIENCE);
    }

    /// Stops as a person does with Ctrl-C, and waits until everything is written.
    pub(crate) fn stop(mut self) -> Done {
        let interrupt = format!("kill -INT {}", self.program.id());
        let asked = Command::new("sh").args(["-c", &interrupt]).status();
        assert!(asked.is_ok_and(|status| status.success()), "aloud is not running any more");
        self.follow("aloud to finish", |so_far| so_far.done.is_some());
        let status = wait::end_of(&mut self.program, "aloud to end", PATIENCE);
        assert!(status.success(), "aloud ended with {status}");
        self.done.take().expect("it was waited for")
    }

    /// Ends the program as a crash does.
    pub(crate) fn kill(mut self) {
        self.program.kill().expect("it runs");
        self.program.wait().expect("it ends");
    }

    fn follow(&mut self, what: &str, enough: impl Fn(&Self) -> bool) {
        wait::until(what, PATIENCE, || {
            while let Ok((came, event)) = self.lines.try_recv() {
                self.take_in(came, event);
            }
            if enough(self) {
                return Some(());
            }
            let ended = self.program.try_wait().expect("its state can be asked for");
            assert!(ended.is_none(), "aloud ended instead: {}", ended.unwrap_or_default());
            None
        });
    }

    fn take_in(&mut self, came: Moment, event: Event) {
        match event {
            Event::State { state, .. } => self.state = Some(state),
            Event::Final(last) => self.finals.push((came, last)),
            Event::Done(done) => self.done = Some(done),
            _ => {}
        }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
