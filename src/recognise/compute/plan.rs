//! Which backends are used, tried or set aside. Pure.

use serde::{Deserialize, Serialize};

use super::Gpu;
use crate::settings::Compute;

/// What is known of a backend as it is installed now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Verdict {
    /// It has a device, and computed on it if there was a model to do that with.
    Good,
    /// It has no device: no card, or no driver for it.
    #[default]
    Nothing,
    /// It must not be let in.
    Bad {
        /// What happened.
        fault: Fault,
    },
}

/// What a backend did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Fault {
    /// It brought down the child in which it was tried.
    Crashed {
        /// How the child ended, such as `signal: 6 (SIGABRT)`.
        how: String,
    },
    /// The child had to be ended.
    Hung {
        /// After so many seconds.
        seconds: u64,
    },
    /// It would not compute.
    Refused {
        /// What it said.
        problem: String,
    },
    /// Aloud ended while a model was set up or ran on it.
    Died,
}

/// A backend before it is decided about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Known {
    /// What is remembered of it as it is installed now.
    pub(super) remembered: Option<Verdict>,
    /// Whether a program ended while it used this backend as it is installed now.
    pub(super) left_behind: bool,
    /// Whether it worked when it was last looked at, as it was installed then.
    pub(super) worked: bool,
}

/// What to do with a backend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Let it in.
    Use,
    /// Try it in a child first.
    Try,
    /// Go without it.
    Leave(Aside),
}

/// Why a backend is not used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum Aside {
    /// A person chose the processor when the program started.
    Unwanted,
    /// It has no device.
    Nothing {
        /// Whether it had one before, and the person does not know yet.
        news: bool,
    },
    /// It cannot be trusted.
    Fault {
        /// What it did.
        fault: Fault,
        /// Whether the person does not know yet.
        news: bool,
    },
    /// It could not be tried this time, which says nothing of it.
    Untried {
        /// What kept us from it.
        problem: String,
    },
}

/// Decides about one backend, from what a person wishes and what is known.
pub(super) fn step(wish: &Compute, known: &Known) -> Step {
    if known.left_behind {
        return Step::Leave(Aside::Fault { fault: Fault::Died, news: true });
    }
    if *wish == Compute::Cpu {
        return Step::Leave(Aside::Unwanted);
    }
    match &known.remembered {
        None => Step::Try,
        Some(verdict) => settled(verdict, &Known { worked: false, ..known.clone() }, false),
    }
}

/// What follows from a verdict. `fresh`: it is of this start.
pub(super) fn settled(verdict: &Verdict, known: &Known, fresh: bool) -> Step {
    match verdict {
        Verdict::Good => Step::Use,
        Verdict::Nothing => Step::Leave(Aside::Nothing { news: fresh && known.worked }),
        Verdict::Bad { fault } => Step::Leave(Aside::Fault { fault: fault.clone(), news: fresh }),
    }
}

impl Aside {
    /// Whether a person is to be told now.
    pub fn is_news(&self) -> bool {
        match self {
            Self::Unwanted => false,
            Self::Nothing { news } | Self::Fault { news, .. } => *news,
            Self::Untried { .. } => true,
        }
    }

    /// What is wrong with this backend, in words that follow "is not used: ".
    pub fn told(&self, gpu: Gpu) -> String {
        let name = gpu.name();
        match self {
            Self::Unwanted => "the processor was chosen".to_owned(),
            Self::Nothing { .. } => {
                format!("{name} found no graphics card: there is none, or its driver is missing")
            }
            Self::Fault { fault, .. } => fault.told(),
            Self::Untried { problem } => format!("it could not be tried: {problem}"),
        }
    }
}

impl Fault {
    fn told(&self) -> String {
        match self {
            Self::Crashed { how } => format!("it crashed when it was tried ({how})"),
            Self::Hung { seconds } => {
                format!("it did not answer within {seconds} s when it was tried")
            }
            Self::Refused { problem } => format!("it failed when it was tried ({problem})"),
            Self::Died => "Aloud ended while a model ran on it the last time".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(remembered: Option<Verdict>) -> Known {
        Known { remembered, ..Known::default() }
    }

    fn crashed() -> Fault {
        Fault::Crashed { how: "signal: 6".to_owned() }
    }

    #[test]
    fn what_is_not_known_is_tried_first_and_what_is_known_is_not_tried_again() {
        let decided = |verdict| step(&Compute::Auto, &known(verdict));
        assert_eq!(decided(None), Step::Try);
        assert_eq!(decided(Some(Verdict::Good)), Step::Use);
        assert_eq!(decided(Some(Verdict::Nothing)), Step::Leave(Aside::Nothing { news: false }));
        let fault = crashed();
        assert_eq!(
            decided(Some(Verdict::Bad { fault: fault.clone() })),
            Step::Leave(Aside::Fault { fault, news: false })
        );
    }

    #[test]
    fn who_wants_the_processor_has_no_driver_touched() {
        for verdict in [None, Some(Verdict::Good), Some(Verdict::Nothing)] {
            let decided = step(&Compute::Cpu, &known(verdict));
            assert_eq!(decided, Step::Leave(Aside::Unwanted));
        }
    }

    #[test]
    fn a_program_that_ended_with_a_backend_counts_more_than_a_good_trial() {
        for wish in [Compute::Auto, Compute::Cpu, Compute::Device("Vulkan0".to_owned())] {
            let known = Known { left_behind: true, ..known(Some(Verdict::Good)) };
            let aside = Aside::Fault { fault: Fault::Died, news: true };
            assert_eq!(step(&wish, &known), Step::Leave(aside));
        }
    }

    #[test]
    fn a_device_by_name_is_no_reason_to_trust_its_driver() {
        let wish = Compute::Device("Vulkan0".to_owned());
        assert_eq!(step(&wish, &known(None)), Step::Try);
        let bad = Verdict::Bad { fault: Fault::Hung { seconds: 20 } };
        assert!(matches!(step(&wish, &known(Some(bad))), Step::Leave(_)));
    }

    #[test]
    fn a_fault_is_told_once_and_a_card_is_missed_only_where_there_was_one() {
        let bad = Verdict::Bad { fault: crashed() };
        let told = |verdict: &Verdict, known: &Known, fresh| match settled(verdict, known, fresh) {
            Step::Leave(aside) => aside.is_news(),
            Step::Use | Step::Try => false,
        };
        assert!(told(&bad, &known(None), true));
        assert!(!told(&bad, &known(None), false));
        assert!(!told(&Verdict::Nothing, &known(None), true), "most machines have no card");
        let had = Known { worked: true, ..known(None) };
        assert!(told(&Verdict::Nothing, &had, true));
        assert!(!told(&Verdict::Nothing, &had, false));
        assert!(Aside::Untried { problem: "no program".to_owned() }.is_news());
    }

    #[test]
    fn each_reason_is_a_sentence_of_its_own() {
        let fault = |fault| Aside::Fault { fault, news: true }.told(Gpu::Vulkan);
        assert_eq!(fault(crashed()), "it crashed when it was tried (signal: 6)");
        assert_eq!(
            fault(Fault::Hung { seconds: 20 }),
            "it did not answer within 20 s when it was tried"
        );
        assert!(fault(Fault::Died).contains("Aloud ended"));
        assert!(Aside::Nothing { news: true }.told(Gpu::Cuda).starts_with("CUDA found no"));
    }
}
