//! Which of the devices that are there is the best? Pure.

use std::collections::VecDeque;

use super::device::DeviceInfo;

/// Devices tried in one round.
const MOST_CANDIDATES: usize = 5;

/// What a person chose, if anything, and what is best otherwise.
#[derive(Debug)]
pub(super) struct Choice {
    favourite: Option<Favourite>,
}

/// The device that a person chose.
#[derive(Debug)]
struct Favourite {
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
    pub(super) fn new(favourite: Option<&str>) -> Self {
        Self { favourite: favourite.map(|wish| Favourite { wish: wish.to_owned(), found: None }) }
    }

    /// The favourite as it was asked for.
    pub(super) fn wish(&self) -> Option<String> {
        self.favourite.as_ref().map(|favourite| favourite.wish.clone())
    }

    /// Takes note of a device that was opened: if it is the favourite, by which id and name it
    /// can be found again.
    pub(super) fn remember(&mut self, device: &DeviceInfo) {
        let is_favourite = is_favourite(self.fit(device));
        if let Some(favourite) = self.favourite.as_mut().filter(|_| is_favourite) {
            favourite.found = Some((device.id.clone(), device.name.clone()));
        }
    }

    /// Whether there is a favourite and this is another device.
    pub(super) fn misses_favourite(&self, device: &DeviceInfo) -> bool {
        self.favourite.is_some() && !is_favourite(self.fit(device))
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

    /// Those that are worth leaving a device that is heard: only the favourite is.
    pub(super) fn better_than<'a>(
        &self,
        heard: &DeviceInfo,
        devices: impl Iterator<Item = &'a DeviceInfo>,
    ) -> VecDeque<DeviceInfo> {
        let heard = self.fit(heard);
        self.best(devices.filter(|device| {
            let fit = self.fit(device);
            is_favourite(fit) && (heard.is_none() || fit < heard)
        }))
    }

    /// How well the device fits. What a monitor hears is the machine itself, so it is heard
    /// only by those who ask for it, even where the sound server calls it the default for want
    /// of a microphone.
    fn fit(&self, device: &DeviceInfo) -> Option<Fit> {
        if let Some(favourite) = &self.favourite {
            if favourite.is_id_of(device) {
                return Some(Fit::FavouriteById);
            }
            if favourite.is_name_of(device) {
                return Some(Fit::FavouriteByName);
            }
        }
        match device {
            DeviceInfo { is_monitor: true, .. } => None,
            DeviceInfo { is_default: true, .. } => Some(Fit::Default),
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
