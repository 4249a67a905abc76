//! `aloud devices`: which microphones there are, and what models can compute on.

mod compute;

use serde::Serialize;

pub(super) use compute::memory;

use super::args::Devices;
use super::console::Console;
use super::exit::Exit;
use super::table::table;
use crate::capture::device::{self, DeviceInfo};
use crate::error::{Error, Result};

pub(super) fn run(args: Devices) -> Exit {
    let console = Console::new(args.listing.json);
    console.end(match args.compute {
        true => compute::list(&console, args.retry),
        false => list(&console),
    })
}
fn list(console: &Console) -> Result<Exit> {
    let devices = device::list()?;
    if devices.is_empty() {
        return Err(Error::NoDevice { wanted: None, available: Vec::new() });
    }
    if console.is_json() {
        devices.iter().for_each(|device| console.object(&Line::of(device)));
    } else {
        let rows: Vec<_> = devices.iter().map(row).collect();
        console.text(&table(&rows));
    }
    Ok(Exit::Done)
}

/// A microphone as JSON.
#[derive(Serialize)]
#[serde(tag = "type", rename = "device")]
struct Line<'a> {
    id: &'a str,
    name: &'a str,
    default: bool,
    /// Whether it hears what the machine plays.
    monitor: bool,
}

impl<'a> Line<'a> {
    fn of(device: &'a DeviceInfo) -> Self {
        let DeviceInfo { id, name, is_default, is_monitor, .. } = device;
        Self { id, name, default: *is_default, monitor: *is_monitor }
    }
}

fn row(device: &DeviceInfo) -> [String; 4] {
    let mark = if device.is_default { "*" } else { " " };
    let what = if device.is_monitor { "what the machine plays" } else { "microphone" };
    [mark, &device.name, &device.id, what].map(str::to_owned)
}
