//! What can compute on this machine, for a person to look at.

use super::{Means, backends};
use crate::models::Installed;
use crate::recognise::compute::{Device, Order, Standing, order};

/// See the module.
#[derive(Clone, Debug)]
pub struct Survey {
    /// Each backend of this program, and why it is not used if it is not.
    pub standing: Standing,
    /// Everything that computes.
    pub devices: Vec<Device>,
    /// The place in `devices` of the one that a model would get.
    pub chosen: Option<usize>,
    /// What was wanted and is not there.
    pub missing: Option<String>,
}

impl Survey {
    /// Looks, and has tried what is not known; `anew` tries everything again. `model` is what is
    /// computed then. Decides for this process which backends are let in, as
    /// [`super::Native::open`] does.
    pub fn take(means: &Means, model: Option<&Installed>, anew: bool) -> Self {
        let begun = backends::begin(means, model, anew);
        let devices: Vec<Device> = backends::devices().into_iter().map(|(_, told)| told).collect();
        let Order { places, missing } = order(&devices, &means.compute);
        let processor = || devices.iter().position(|device| device.backend == "cpu");
        let chosen = places.first().copied().or_else(processor);
        Self { standing: begun.standing.clone(), chosen, missing, devices }
    }
}
