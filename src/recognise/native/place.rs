//! Which device a model is loaded onto, and what happens when one cannot hold it.

use std::path::Path;

use super::backends::{self, Begun};
use super::load::{On, Unloaded};
use super::{LoadOptions, Native, warm_up};
use crate::error::Result;
use crate::recognise::Failure;
use crate::recognise::compute::{
    Class, Device, Order, Remark, did_not_fit, missing, needs_restart, order,
};
use crate::settings::Compute;

/// As a person is told of it.
const PROCESSOR: &str = "the processor";

/// Tries the devices in their order; the processor comes last.
pub(super) fn load(model: &Path, twin: Option<&Path>, options: &LoadOptions) -> Result<Native> {
    let begun = backends::begun();
    begun.check()?;
    let devices = backends::devices();
    let told: Vec<Device> = devices.iter().map(|(_, about)| about.clone()).collect();
    let Order { places, missing } = order(&told, &options.compute);
    let mut own: Vec<Remark> = Vec::new();
    let told_of = |native: Native, own: Vec<Remark>| {
        tracing::info!("the model computes on {}", native.capabilities.backend);
        let remarks = begun.remarks().into_iter().chain(own).collect();
        Native { remarks, ..native }
    };
    let first = places.first().map_or(PROCESSOR, |place| told[*place].name.as_str());
    own.extend(unmet(begun, &options.compute, missing.as_deref(), first));
    for (tried, place) in places.iter().enumerate() {
        let on = On::Device(devices[*place].0.clone());
        let card = &told[*place].backend;
        // A crash while a model is set up here is put down to this device.
        let _marker = begun.mark(card);
        match on_card(model, twin, &on, options) {
            Ok(native) => {
                let native = Native { card: Some(card.clone()), ..native };
                return Ok(told_of(native, own));
            }
            Err(Unloaded::Device { full }) => {
                let next =
                    places.get(tried + 1).map_or(PROCESSOR, |next| told[*next].name.as_str());
                own.push(did_not_fit(&told[*place].name, full, next));
            }
            Err(Unloaded::File(error)) => return Err(error),
        }
    }
    let native = Native::on(model, twin, &processor(&told, &options.compute), options);
    Ok(told_of(native.map_err(Unloaded::into_error)?, own))
}

/// Loads and computes once, so that what a driver prepares for its first run is done, and what
/// fails there fails now.
fn on_card(
    model: &Path,
    twin: Option<&Path>,
    on: &On,
    options: &LoadOptions,
) -> Result<Native, Unloaded> {
    let mut native = Native::on(model, twin, on, options)?;
    let engines = native.twin.as_mut().map(|twin| &mut twin.engine);
    for engine in engines.into_iter().chain([&mut native.full]) {
        match warm_up(engine, model, &[1_000]) {
            Err(Failure::OutOfMemory(_)) => return Err(Unloaded::Device { full: true }),
            Err(Failure::Other(problem)) => {
                tracing::warn!("{problem}");
                return Err(Unloaded::Device { full: false });
            }
            Ok(()) | Err(_) => {}
        }
    }
    Ok(native)
}

/// Where no card was let in, the engine may use what helps the processor.
fn processor(devices: &[Device], wish: &Compute) -> On {
    let is_card = |device: &Device| matches!(device.class, Class::Gpu | Class::Integrated);
    match *wish == Compute::Cpu || devices.iter().any(is_card) {
        true => On::Cpu,
        false => On::Auto,
    }
}

/// What was wished and is not to be had.
fn unmet(begun: &Begun, wish: &Compute, gone: Option<&str>, instead: &str) -> Option<Remark> {
    let has_cards = !begun.standing.backends.is_empty();
    if begun.wish == Compute::Cpu && *wish != Compute::Cpu && has_cards {
        return Some(needs_restart(wish));
    }
    let faults = begun.standing.faults();
    gone.map(|gone| missing(gone, instead, faults.first().map(String::as_str)))
}
