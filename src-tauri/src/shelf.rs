//! What can be chosen: microphones and models, as the window lists them.

use std::path::Path;

use aloud::bench::quick::quick;
use aloud::capture::device;
use aloud::error::Result;
use aloud::home::Home;
use aloud::models::catalogue::{Catalogue, Entry, Feature};
use aloud::models::import::{ImportOptions, import};
use aloud::models::{Condition, Description, Installed, Store};
use aloud::recognise::native::Means;
use aloud::settings::Compute;

use crate::ipc::{MicrophoneInfo, ModelInfo, Offer};
use crate::measure::Candidate;

/// The microphones that are plugged in.
///
/// # Errors
/// When the sound system does not answer.
pub(crate) fn microphones() -> Result<Vec<MicrophoneInfo>> {
    let devices = device::list()?.into_iter().filter(|device| !device.is_monitor);
    Ok(devices
        .map(|device| MicrophoneInfo {
            id: device.id,
            name: device.name,
            is_default: device.is_default,
        })
        .collect())
}

/// The models that are installed. `chosen` is the one of the settings.
pub(crate) fn models(home: &Home, chosen: Option<&str>) -> Vec<ModelInfo> {
    let store = Store::new(home);
    let in_use = store.find(chosen).ok().map(|model| model.id);
    store.list().into_iter().map(|model| info(model, home, in_use.as_deref())).collect()
}

/// The models of the catalogue, some of them proposed for a language.
pub(crate) fn offers(home: &Home, language: &str) -> Vec<Offer> {
    let catalogue = Catalogue::built_in();
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let proposed = catalogue.suited(language, cores);
    let installed: Vec<String> =
        Store::new(home).list().into_iter().map(|model| model.id).collect();
    let offer = |entry: &Entry| Offer {
        proposed: proposed.iter().position(|one| one.id == entry.id),
        ..offer(entry, &installed)
    };
    catalogue.models.iter().map(offer).collect()
}

fn offer(entry: &Entry, installed: &[String]) -> Offer {
    let can = |feature| entry.features.contains(&feature);
    let is_there = |id: &&str| installed.iter().any(|installed| installed == id);
    Offer {
        id: entry.id.clone(),
        name: entry.name.clone(),
        size: entry.files.first().map_or(0, |file| file.size),
        licence: entry.licence.clone(),
        languages: entry.languages.clone(),
        targets: entry.targets.clone(),
        detects: can(Feature::LangDetect),
        timestamps: can(Feature::Timestamps),
        streams: can(Feature::Streaming),
        speed: entry.speed,
        proposed: None,
        installed: entry.installed_ids().find(is_there).map(str::to_owned),
    }
}

/// The models that can be measured.
pub(crate) fn candidates(home: &Home, compute: &Compute) -> Vec<Candidate> {
    let means = Means::of(home, None, compute);
    let candidate = |model| candidate(model, means.clone());
    Store::new(home).list().into_iter().filter_map(candidate).collect()
}

fn candidate(model: Installed, means: Means) -> Option<Candidate> {
    let Condition::Whole(description) = &model.condition else { return None };
    let (id, name) = (model.id.clone(), name(description));
    Some(Candidate {
        name: name.unwrap_or_else(|| id.clone()),
        id,
        measure: Box::new(move |cancel| quick(&model, &means, cancel)),
    })
}

/// Makes a model of what is on this computer: of all that the engine can read.
///
/// # Errors
/// Says what is wrong with it.
pub(crate) fn import_model(
    home: &Home,
    path: &Path,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<ModelInfo> {
    let model = import(path, &home.models, &ImportOptions::default(), progress)?;
    Ok(info(model, home, None))
}

fn info(model: Installed, home: &Home, in_use: Option<&str>) -> ModelInfo {
    let twin = model.twin.as_ref().and_then(|twin| twin.path.metadata().ok());
    let (name, damage) = match model.condition {
        Condition::Whole(description) => (name(&description), None),
        Condition::Damaged(problem) => (None, Some(problem)),
    };
    ModelInfo {
        in_use: in_use == Some(model.id.as_str()),
        removable: model.path.parent() == Some(home.models.as_path()),
        name: name.unwrap_or_else(|| model.id.clone()),
        path: model.path.display().to_string(),
        size: model.size + twin.map_or(0, |twin| twin.len()),
        damage,
        id: model.id,
    }
}

fn name(description: &Description) -> Option<String> {
    description.name.clone().filter(|name| !name.trim().is_empty())
}
