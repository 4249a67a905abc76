//! Tries a backend in a child process, which may crash or hang as it likes.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Device, Fault, Gpu, Verdict};

/// What a child says, one line of JSON each, among whatever a driver prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "probe", rename_all = "snake_case")]
pub(in crate::recognise) enum Answer {
    /// The backend is in, and these are the devices of it.
    Listed { devices: Vec<Device> },
    /// It computed, or there is no model to do that with.
    Done,
    /// It did not compute.
    Refused { problem: String },
}

/// The line that says it.
pub(in crate::recognise) fn answer(answer: &Answer) -> String {
    serde_json::to_string(answer).unwrap_or_default()
}

/// How long a child is waited for.
#[derive(Clone, Copy, Debug)]
pub(in crate::recognise) struct Limits {
    /// Until it lists its devices.
    pub(in crate::recognise) list: Duration,
    /// From then on until it has computed: a driver translates its programs for a first run.
    pub(in crate::recognise) compute: Duration,
    /// For the rest, once it said that nothing more comes.
    pub(in crate::recognise) leave: Duration,
}

/// Names the seconds for [`Limits::compute`], for machines that are slower than any card.
const PATIENCE: &str = "ALOUD_COMPUTE_PATIENCE";

impl Limits {
    /// Opening a driver takes up to 3 s on a machine that has just started. A tiny model on a
    /// graphics card made of software took half a minute on two cores, and over two minutes where
    /// others used them; any real card takes seconds.
    pub(in crate::recognise) fn usual(lookup: impl Fn(&str) -> Option<String>) -> Self {
        let patience = lookup(PATIENCE).and_then(|seconds| seconds.parse().ok());
        Self {
            list: Duration::from_secs(20),
            compute: Duration::from_secs(patience.unwrap_or(120).min(3_600)),
            leave: Duration::from_secs(5),
        }
    }
}

/// More than a child that means well ever says.
const MOST_BYTES: u64 = 256 * 1024;

/// Runs a child that is to try this backend, and says what is to be thought of it.
///
/// # Errors
/// When there is no child, which says nothing of the backend.
pub(in crate::recognise) fn attempt(
    gpu: Gpu,
    command: &mut Command,
    limits: Limits,
) -> Result<Verdict, String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command
        .spawn()
        .map_err(|error| format!("{}: {error}", command.get_program().to_string_lossy()))?;
    let answers = listen(&mut child);
    Ok(match judge(gpu, &answers, limits) {
        Ok(verdict) => {
            // At its end a driver may still crash or hang, and that is of no interest.
            drop(end(child));
            verdict
        }
        Err(Lost::Late(limit)) => {
            drop(end(child));
            Verdict::Bad { fault: Fault::Hung { seconds: limit.as_secs() } }
        }
        Err(Lost::Closed) => {
            let status = end(child).recv_timeout(limits.leave);
            let how = status.map_or("it does not end".to_owned(), |status| status.to_string());
            Verdict::Bad { fault: Fault::Crashed { how } }
        }
    })
}

/// Why no more is heard.
enum Lost {
    /// The child has closed its output, which it does by ending.
    Closed,
    /// It took longer than this.
    Late(Duration),
}

fn judge(gpu: Gpu, answers: &Receiver<Answer>, limits: Limits) -> Result<Verdict, Lost> {
    let within = |limit| {
        answers.recv_timeout(limit).map_err(|error| match error {
            RecvTimeoutError::Timeout => Lost::Late(limit),
            RecvTimeoutError::Disconnected => Lost::Closed,
        })
    };
    let refused = |problem| Verdict::Bad { fault: Fault::Refused { problem } };
    Ok(match within(limits.list)? {
        Answer::Refused { problem } => refused(problem),
        Answer::Listed { devices } if devices.iter().all(|d| d.backend != gpu.code()) => {
            Verdict::Nothing
        }
        Answer::Listed { .. } | Answer::Done => match within(limits.compute)? {
            Answer::Refused { problem } => refused(problem),
            Answer::Listed { .. } | Answer::Done => Verdict::Good,
        },
    })
}

fn listen(child: &mut Child) -> Receiver<Answer> {
    let (said, heard) = channel();
    if let Some(output) = child.stdout.take() {
        let read = move || pass_on(BufReader::new(output.take(MOST_BYTES)), &said);
        if let Err(error) = thread::Builder::new().name("compute-trial".to_owned()).spawn(read) {
            tracing::error!("the system gives no thread: {error}");
        }
    }
    heard
}

/// Lines that are no answers are a driver's.
fn pass_on(output: impl BufRead, to: &Sender<Answer>) {
    for line in output.split(b'\n').map_while(Result::ok) {
        if let Ok(answer) = serde_json::from_slice(&line)
            && to.send(answer).is_err()
        {
            return;
        }
    }
}

/// Ends a child, and tells how it ended. One that hangs in the kernel ends later or never, so it
/// is waited for elsewhere. To one that is ending by itself this does no more: it keeps its status.
fn end(mut child: Child) -> Receiver<ExitStatus> {
    let (said, heard) = channel();
    let _ = child.kill();
    let wait = move || {
        if let Ok(status) = child.wait() {
            // Most of the time nobody wants to know.
            let _ = said.send(status);
        }
    };
    if let Err(error) = thread::Builder::new().name("compute-end".to_owned()).spawn(wait) {
        tracing::error!("the system gives no thread: {error}");
    }
    heard
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::recognise::compute::Class;

    /// More than any machine needs, where something is to come.
    const ENOUGH: Duration = Duration::from_secs(120);

    const PATIENT: Limits = Limits { list: ENOUGH, compute: ENOUGH, leave: ENOUGH };

    fn listed(backend: &str) -> String {
        let device = Device {
            name: "Vulkan0".to_owned(),
            description: "Fast".to_owned(),
            backend: backend.to_owned(),
            class: Class::Gpu,
            id: None,
            memory_total: Some(1),
            memory_free: None,
        };
        format!("echo '{}'\n", answer(&Answer::Listed { devices: vec![device] }))
    }

    fn done() -> String {
        format!("echo '{}'\n", answer(&Answer::Done))
    }

    /// What is thought of a child that does this.
    fn tried(script: &str, limits: Limits) -> Verdict {
        attempt(Gpu::Vulkan, Command::new("/bin/sh").args(["-c", script]), limits)
            .expect("there is a shell")
    }

    fn how(verdict: &Verdict) -> &str {
        match verdict {
            Verdict::Bad { fault: Fault::Crashed { how } } => how,
            other => unreachable!("{other:?}"),
        }
    }

    #[test]
    fn one_that_lists_its_device_and_computes_is_good() {
        let chatty = format!("echo driver 1.2\n{}echo '{{}}'\n{}", listed("vulkan"), done());
        assert_eq!(tried(&chatty, PATIENT), Verdict::Good);
        let answers = format!("{}{}kill -ABRT $$", listed("vulkan"), done());
        assert_eq!(tried(&answers, PATIENT), Verdict::Good, "what it does at its end is its own");
        let stays = format!("{}{}exec sleep 600", listed("vulkan"), done());
        assert_eq!(tried(&stays, PATIENT), Verdict::Good);
    }

    #[test]
    fn one_without_a_device_of_its_own_has_nothing() {
        assert_eq!(tried(&listed("cpu"), PATIENT), Verdict::Nothing);
    }

    #[test]
    fn one_that_dies_is_not_to_be_trusted_wherever_it_does() {
        assert!(how(&tried("kill -ABRT $$", PATIENT)).contains("signal: 6"));
        let late = format!("{}kill -SEGV $$", listed("vulkan"));
        assert!(how(&tried(&late, PATIENT)).contains("signal: 11"));
        assert!(how(&tried("exit 127", PATIENT)).contains("127"), "a library is missing");
        assert!(how(&tried("echo nonsense", PATIENT)).contains("exit status: 0"));
    }

    #[test]
    fn one_that_hangs_is_ended() {
        let fault = |seconds| Verdict::Bad { fault: Fault::Hung { seconds } };
        let hasty = Limits { list: Duration::ZERO, ..PATIENT };
        assert_eq!(tried("exec sleep 600", hasty), fault(0));
        let hasty = Limits { compute: Duration::ZERO, ..PATIENT };
        let late = format!("{}exec sleep 600", listed("vulkan"));
        assert_eq!(tried(&late, hasty), fault(0));
    }

    #[test]
    fn a_slow_machine_may_be_waited_for() {
        let compute = |told: Option<&str>| Limits::usual(|_| told.map(str::to_owned)).compute;
        assert_eq!(compute(None), Duration::from_secs(120));
        assert_eq!(compute(Some("600")), Duration::from_secs(600));
        assert_eq!(compute(Some("soon")), Duration::from_secs(120));
        assert_eq!(compute(Some("99999999999999")), Duration::from_secs(3_600));
    }

    #[test]
    fn one_that_says_why_it_cannot_is_believed() {
        let refused = answer(&Answer::Refused { problem: "device lost".to_owned() });
        let verdict = tried(&format!("{}echo '{refused}'", listed("vulkan")), PATIENT);
        let problem = "device lost".to_owned();
        assert_eq!(verdict, Verdict::Bad { fault: Fault::Refused { problem } });
    }

    #[test]
    fn where_no_child_can_be_had_nothing_is_said_of_the_backend() {
        let problem = attempt(Gpu::Vulkan, &mut Command::new("/nonexistent"), PATIENT).unwrap_err();
        assert!(problem.starts_with("/nonexistent: "), "{problem}");
    }
}
