//! With what of a machine a model computes.

use std::path::PathBuf;

use super::Threads;
use crate::home::Home;
use crate::settings::Compute;

/// Says where to compute, for who does not want to change the settings, and for tests.
const VARIABLE: &str = "ALOUD_COMPUTE";

/// See the module.
#[derive(Clone, Debug)]
pub struct Means {
    /// Threads of the processor.
    pub threads: Threads,
    /// Which device.
    pub compute: Compute,
    /// The folder that remembers which devices can be trusted.
    pub state: PathBuf,
}

impl Means {
    /// What an option says, else the environment, else what was chosen in the settings of this
    /// home.
    pub fn of(home: &Home, option: Option<&str>, chosen: &Compute) -> Self {
        let environment = std::env::var(VARIABLE).ok();
        Self {
            threads: Threads::of(home),
            compute: Compute::decide(option, environment.as_deref(), chosen),
            state: home.state.clone(),
        }
    }
}
