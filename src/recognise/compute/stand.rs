//! How things stand with the backends of this program, at its start: what is remembered, what has
//! to be tried, what is let in.

use std::path::Path;

use super::marker::left_behind;
use super::memory::{Memory, forget};
use super::plan::{Known, Step, settled, step};
use super::remark::{Remark, aside};
use super::{Aside, Fault, Gpu, Verdict};
use crate::settings::Compute;

/// A backend that is part of this program or lies beside it.
#[derive(Clone, Debug)]
pub(in crate::recognise) struct Found {
    pub(in crate::recognise) gpu: Gpu,
    /// What holds of it now.
    pub(in crate::recognise) facts: Vec<String>,
}

/// Tries a backend; see [`super::attempt`].
pub(in crate::recognise) type Trial<'a> = &'a dyn Fn(Gpu) -> Result<Verdict, String>;

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Each backend of this program, and why it is not used if it is not.
    pub backends: Vec<Backend>,
}

/// A backend, decided about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backend {
    /// Which one.
    pub gpu: Gpu,
    /// Why it is not used.
    pub aside: Option<Aside>,
    /// What held of it.
    pub(in crate::recognise) facts: Vec<String>,
}

impl Backend {
    /// A backend of which nothing else is known.
    pub fn new(gpu: Gpu, aside: Option<Aside>) -> Self {
        Self { gpu, aside, facts: Vec::new() }
    }
}

impl Standing {
    /// Those that are let in.
    pub fn used(&self) -> impl Iterator<Item = &Backend> {
        self.backends.iter().filter(|backend| backend.aside.is_none())
    }

    /// What is wrong with those that cannot be trusted, a clause each.
    pub(in crate::recognise) fn faults(&self) -> Vec<String> {
        let fault = |backend: &Backend| match &backend.aside {
            Some(aside @ (Aside::Fault { .. } | Aside::Untried { .. })) => {
                let (name, why) = (backend.gpu.name(), aside.told(backend.gpu));
                Some(format!("{name} is set aside: {why}"))
            }
            Some(Aside::Unwanted | Aside::Nothing { .. }) | None => None,
        };
        self.backends.iter().filter_map(fault).collect()
    }

    /// What a person should know of that and does not know yet.
    pub(in crate::recognise) fn remarks(&self) -> Vec<Remark> {
        let news = |backend: &Backend| aside(backend.gpu, backend.aside.as_ref()?);
        self.backends.iter().filter_map(news).collect()
    }
}

/// Decides about each backend that was found, with what the folder `state` remembers, and
/// remembers there what came of it. `anew` forgets all that first.
pub(in crate::recognise) fn stand(
    found: Vec<Found>,
    wish: &Compute,
    (state, anew): (&Path, bool),
    trial: Trial<'_>,
    now_ms: u64,
) -> Standing {
    if found.is_empty() {
        return Standing::default();
    }
    let died = left_behind(state);
    if anew {
        forget(state);
    }
    let mut memory = Memory::read(state);
    let mut learnt = false;
    for note in died.iter().filter(|_| !anew) {
        let verdict = Verdict::Bad { fault: Fault::Died };
        memory.learn(note.backend, note.facts.clone(), verdict, now_ms);
        learnt = true;
    }
    let decide = |Found { gpu, facts }| {
        let known = Known {
            remembered: memory.recall(gpu, &facts, now_ms),
            left_behind: !anew && died.iter().any(|d| d.backend == gpu && d.facts == facts),
            worked: memory.worked(gpu),
        };
        let decided = match step(wish, &known) {
            Step::Try => match trial(gpu) {
                Ok(verdict) => {
                    let decided = settled(&verdict, &known, true);
                    memory.learn(gpu, facts.clone(), verdict, now_ms);
                    learnt = true;
                    decided
                }
                Err(problem) => Step::Leave(Aside::Untried { problem }),
            },
            decided => decided,
        };
        let aside = match decided {
            Step::Leave(aside) => Some(aside),
            Step::Use | Step::Try => None,
        };
        Backend { gpu, aside, facts }
    };
    let backends = found.into_iter().map(decide).collect();
    if learnt {
        memory.write(state);
    }
    Standing { backends }
}
