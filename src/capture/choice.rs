//! Which of the devices that are there is the best? Pure.

use std::collections::VecDeque;

use super::device::DeviceInfo;
use crate::error::Error;

/// Devices tried in one round.
const MOST_CANDIDATES: usize = 5;

/// What is to be heard.
#[derive(Debug)]
pub(super) enum Choice {
    /// A microphone: the one that a person chose, if they did, else the best there is.
    Microphone(Option<Favourite>),
    /// What the machine plays.
    System,
}

/// The device that a person chose.
#[derive(Debug)]
pub(super) struct Favourite {
    /// As they chose it: an id or a name.
    wish: String,
    /// Its id and name once it was found: one of them may change with the socket it is in.
    found: Option<(String, String)>,
}

/// How well a device fits, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    FavouriteById,
    FavouriteByName,
    Default,
    Other,
}

impl Choice {
    /// The device with this id or name, else the default, else any.
    pub(super) fn microphone(favourite: Option<&str>) -> Self {
        Self::Microphone(favourite.map(|wish| Favourite { wish: wish.to_owned(), found: None }))
    }

    /// Why there is nothing to hear, where only these devices are.
    pub(super) fn missing(&self, devices: &[DeviceInfo]) -> Error {
        match self {
            Self::Microphone(favourite) => Error::NoDevice {
                wanted: favourite.as_ref().map(|favourite| favourite.wish.clone()),
                available: devices.iter().map(|device| device.name.clone()).collect(),
            },
            Self::System => Error::Device {
                device: "what the machine plays".to_owned(),
                problem: "this sound system does not let it be heard".to_owned(),
                remedy: "it takes PulseAudio or PipeWire, Windows, or macOS 14.6".to_owned(),
            },
        }
    }

    /// Takes note of a device that was opened: if it is the favourite, by which id and name it
    /// can be found again.
    pub(super) fn remember(&mut self, device: &DeviceInfo) {
        let is_favourite = is_favourite(self.fit(device));
        if let Self::Microphone(Some(favourite)) = self
            && is_favourite
        {
            favourite.found = Some((device.id.clone(), device.name.clone()));
        }
    }

    /// Whether a better device than this one may turn up: the favourite, or the output that
    /// programs play to now.
    pub(super) fn hopes(&self, device: &DeviceInfo) -> bool {
        match self {
            Self::Microphone(favourite) => favourite.is_some() && !is_favourite(self.fit(device)),
            Self::System => true,
        }
    }

    /// The devices to try, the best first.
    pub(super) fn best<'a>(
        &self,
        devices: impl Iterator<Item = &'a DeviceInfo>,
    ) -> VecDeque<DeviceInfo> {
        let mut fitting: Vec<_> =
            devices.filter_map(|device| Some((self.fit(device)?, device))).collect();
        fitting.sort_by_key(|(fit, _)| *fit);
        fitting.truncate(MOST_CANDIDATES);
        fitting.into_iter().map(|(_, device)| device.clone()).collect()
    }

    /// Those that are worth leaving a device that is heard: only the favourite is, or the monitor
    /// of another output that has become the default.
    pub(super) fn better_than<'a>(
        &self,
        heard: &DeviceInfo,
        devices: impl Iterator<Item = &'a DeviceInfo>,
    ) -> VecDeque<DeviceInfo> {
        let heard = self.fit(heard);
        self.best(devices.filter(|device| {
            let fit = self.fit(device);
            self.is_worth_leaving_for(fit) && (heard.is_none() || fit < heard)
        }))
    }

    fn is_worth_leaving_for(&self, fit: Option<Fit>) -> bool {
        match self {
            Self::Microphone(_) => is_favourite(fit),
            Self::System => fit == Some(Fit::Default),
        }
    }

    /// How well the device fits. What a monitor hears is the machine itself, so it is heard
    /// only by those who ask for it, even where the sound server calls it the default for want
    /// of a microphone.
    fn fit(&self, device: &DeviceInfo) -> Option<Fit> {
        match (self, device) {
            (Self::System, DeviceInfo { is_monitor: false, .. }) => None,
            (Self::System, DeviceInfo { hears_default_output: true, .. }) => Some(Fit::Default),
            (Self::System, _) => Some(Fit::Other),
            (Self::Microphone(Some(favourite)), _) if favourite.is_id_of(device) => {
                Some(Fit::FavouriteById)
            }
            (Self::Microphone(Some(favourite)), _) if favourite.is_name_of(device) => {
                Some(Fit::FavouriteByName)
            }
            (_, DeviceInfo { is_monitor: true, .. }) => None,
            (_, DeviceInfo { is_default: true, .. }) => Some(Fit::Default),
            _ => Some(Fit::Other),
        }
    }
}

fn is_favourite(fit: Option<Fit>) -> bool {
    matches!(fit, Some(Fit::FavouriteById | Fit::FavouriteByName))
}

impl Favourite {
    fn is_id_of(&self, device: &DeviceInfo) -> bool {
        let found = self.found.as_ref().map(|(id, _)| id);
        device.id == self.wish || device.short_id() == self.wish || found == Some(&device.id)
    }

    fn is_name_of(&self, device: &DeviceInfo) -> bool {
        let found = self.found.as_ref().map(|(_, name)| name);
        device.name.to_lowercase() == self.wish.to_lowercase() || found == Some(&device.name)
    }
}
