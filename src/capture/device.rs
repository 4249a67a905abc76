//! Microphones and what the machine plays, as the sound system knows them. The one file that
//! names cpal, but for `speaker.rs`.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{BufferSize, FromSample, Sample as _, SampleFormat, SizedSample, StreamConfig};

use super::feeder::{Feeder, Tap};
pub use super::microphone::Microphone;
use super::trouble::{Trouble, TroubleKind};
use crate::audio::Format;
use crate::error::Result;

/// Sound that one callback brings: one frame of the detector. PulseAudio's own choice is two
/// seconds, and a word would wait for it; less costs more, because cpal asks the server for the
/// time at each callback: 3.5 % of a core at 10 ms, 1.9 % at 20 ms.
const CALLBACK_MS: u32 = crate::audio::FRAME_MS as u32;

/// Longest that [`list`] waits for the sound system.
const LIST_LIMIT: Duration = Duration::from_secs(3);

/// A PulseAudio server, and one that speaks like it, calls the monitor of an output so.
const MONITOR: &str = ".monitor";

/// A device that can be listened to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    /// Stays the same over restarts and reconnections, as far as the sound system can tell.
    pub id: String,
    /// For people; two devices may share one.
    pub name: String,
    /// Whether the sound system listens to it unless told otherwise.
    pub is_default: bool,
    /// Whether it hears what the machine plays instead of what is said.
    pub is_monitor: bool,
    /// Whether it hears the output that programs play to unless told otherwise.
    pub hears_default_output: bool,
    /// What it delivers, where that is known without opening it.
    pub format: Option<Format>,
}

impl DeviceInfo {
    /// The sound system that it belongs to.
    pub(super) fn host(&self) -> &str {
        self.id.split_once(':').map_or("", |(host, _)| host)
    }

    /// Whether its streams go on from elsewhere, without a word, when it is unplugged.
    pub(super) fn may_leave_silently(&self) -> bool {
        matches!(self.host(), "pulseaudio" | "pipewire")
    }

    /// Its id within its sound system.
    pub(super) fn short_id(&self) -> &str {
        self.id.split_once(':').map_or(&self.id, |(_, id)| id)
    }
}

/// All devices that can be listened to now.
///
/// # Errors
/// [`crate::error::Error::Device`] when the sound system does not answer within three seconds.
pub fn list() -> Result<Vec<DeviceInfo>> {
    let (answer, answers) = mpsc::sync_channel(1);
    thread::spawn(move || answer.send(listing()));
    let answer = answers.recv_timeout(LIST_LIMIT).unwrap_or_else(|_| Err(Trouble::hangs()));
    answer.map_err(|trouble| trouble.about("the sound system"))
}

/// [`list`] without a time limit.
pub(super) fn listing() -> Result<Vec<DeviceInfo>, Trouble> {
    let found = devices_of(&connection());
    if found.is_err() {
        // A server that went away ends its connection; the next look makes a new one.
        *connected() = None;
    }
    found
}

/// The connection to the sound server, once there is one. It is for the whole process, because
/// the library behind it never ends the thread of a connection that is dropped: a connection
/// for each look would leave two threads a second behind (measured).
static CONNECTED: Mutex<Option<Arc<cpal::Host>>> = Mutex::new(None);

fn connected() -> MutexGuard<'static, Option<Arc<cpal::Host>>> {
    CONNECTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The sound system: a server where one answers, which is cpal's default, and bare ALSA as the
/// last resort. ALSA has no connection, and a server may answer the next time.
pub(crate) fn connection() -> Arc<cpal::Host> {
    if let Some(host) = connected().clone() {
        return host;
    }
    if cfg!(target_os = "linux") && has_server() {
        super::cookie::ensure();
    }
    // Not under the lock: a server that hangs must not hold up those who have a time limit.
    let host = Arc::new(cpal::default_host());
    if !is_alsa(host.id()) {
        connected().get_or_insert_with(|| Arc::clone(&host));
    }
    host
}

/// Whether there is a socket of a PulseAudio server, or of one that speaks like it.
fn has_server() -> bool {
    cpal::available_hosts().iter().any(|host| host.name() == "PulseAudio")
}

fn devices_of(host: &cpal::Host) -> Result<Vec<DeviceInfo>, Trouble> {
    let default = host.default_input_device().and_then(|device| device.id().ok());
    let output = host.default_output_device().and_then(|device| device.id().ok());
    let inputs = host.input_devices()?.map(|device| (device, false));
    let mut devices: Vec<_> = inputs.collect();
    // Windows and macOS have no monitors: there what an output plays is heard by opening it
    // for input.
    if cfg!(any(windows, target_os = "macos")) {
        devices.extend(host.output_devices()?.map(|device| (device, true)));
    }
    let describe = |(device, is_output): &(cpal::Device, bool)| {
        let id = device.id().ok()?;
        is_device(&id).then(|| DeviceInfo {
            is_default: default.as_ref() == Some(&id),
            is_monitor: *is_output || id.id().ends_with(MONITOR),
            hears_default_output: output.as_ref().is_some_and(|output| {
                let heard = if *is_output { Some(id.id()) } else { id.id().strip_suffix(MONITOR) };
                heard == Some(output.id())
            }),
            name: device.to_string(),
            format: format(device, id.host()),
            id: id.to_string(),
        })
    };
    Ok(devices.iter().filter_map(describe).collect())
}

/// ALSA lists every way through its plugins, most of which are no devices: rate converters, a
/// source of nothing, other sound servers. What can be plugged in is a card, which ALSA names by
/// a stable word and again by a number that changes.
fn is_device(id: &cpal::DeviceId) -> bool {
    let card = id.id().strip_prefix("plughw:CARD=");
    let is_stable = card.is_some_and(|card| !card.starts_with(|c: char| c.is_ascii_digit()));
    !is_alsa(id.host()) || id.id() == "default" || is_stable
}

fn is_alsa(host: cpal::HostId) -> bool {
    host.name() == "ALSA"
}

/// ALSA would have to open the device to tell, which disturbs others.
fn format(device: &cpal::Device, host: cpal::HostId) -> Option<Format> {
    if is_alsa(host) {
        return None;
    }
    let config = default_config(device).ok()?;
    Some(Format { rate: config.sample_rate(), channels: config.channels() })
}

/// An output that is listened to has no input configuration.
fn default_config(device: &cpal::Device) -> Result<cpal::SupportedStreamConfig, cpal::Error> {
    device.default_input_config().or_else(|error| device.default_output_config().or(Err(error)))
}

/// A device that delivers; dropped, it stops. Both may take forever where a driver hangs.
pub(super) struct Stream {
    _running: cpal::Stream,
}

/// Opens the device and lets it run. `alarm` is called on each error of the stream, perhaps
/// often and on the audio thread.
pub(super) fn open(
    device: &DeviceInfo,
    alarm: impl Fn() + Clone + Send + 'static,
) -> Result<(Stream, Tap), Trouble> {
    let id: cpal::DeviceId = device.id.parse()?;
    let host = connection();
    let host = if host.id() == id.host() { host } else { cpal::host_from_id(id.host())?.into() };
    let device = host.device_by_id(&id).ok_or_else(Trouble::gone)?;
    let supported = default_config(&device)?;
    let frames = (supported.sample_rate() * CALLBACK_MS / 1000).max(1);
    let mut config = supported.config();
    config.buffer_size = BufferSize::Fixed(frames);
    let samples = supported.sample_format();
    let (stream, tap) = build(&device, config, samples, alarm.clone()).or_else(|error| {
        use cpal::ErrorKind::{InvalidInput, UnsupportedConfig};
        if !matches!(error.kind(), InvalidInput | UnsupportedConfig) {
            return Err(error);
        }
        build(&device, supported.config(), samples, alarm)
    })?;
    stream.play()?;
    Ok((Stream { _running: stream }, tap))
}

fn build(
    device: &cpal::Device,
    config: StreamConfig,
    samples: SampleFormat,
    alarm: impl Fn() + Send + 'static,
) -> Result<(cpal::Stream, Tap), cpal::Error> {
    match samples {
        SampleFormat::I8 => build_as::<i8>(device, config, alarm),
        SampleFormat::I16 => build_as::<i16>(device, config, alarm),
        SampleFormat::I24 => build_as::<cpal::I24>(device, config, alarm),
        SampleFormat::I32 => build_as::<i32>(device, config, alarm),
        SampleFormat::I64 => build_as::<i64>(device, config, alarm),
        SampleFormat::U8 => build_as::<u8>(device, config, alarm),
        SampleFormat::U16 => build_as::<u16>(device, config, alarm),
        SampleFormat::U24 => build_as::<cpal::U24>(device, config, alarm),
        SampleFormat::U32 => build_as::<u32>(device, config, alarm),
        SampleFormat::U64 => build_as::<u64>(device, config, alarm),
        SampleFormat::F32 => build_as::<f32>(device, config, alarm),
        SampleFormat::F64 => build_as::<f64>(device, config, alarm),
        other => Err(cpal::Error::with_message(
            cpal::ErrorKind::UnsupportedConfig,
            format!("it delivers {other} samples"),
        )),
    }
}

fn build_as<T>(
    device: &cpal::Device,
    config: StreamConfig,
    alarm: impl Fn() + Send + 'static,
) -> Result<(cpal::Stream, Tap), cpal::Error>
where
    T: SizedSample,
    f32: FromSample<T>,
{
    let (mut feeder, tap) =
        Feeder::new(Format { rate: config.sample_rate, channels: config.channels });
    let gauge = tap.gauge();
    let on_error = move |error: cpal::Error| match error.kind() {
        // The stream goes on. How much was lost is not said; at least it shows.
        cpal::ErrorKind::Xrun => gauge.drop_frames(1),
        cpal::ErrorKind::DeviceChanged | cpal::ErrorKind::RealtimeDenied => {}
        _ => alarm(),
    };
    let on_data = move |data: &[T], _: &_| feeder.feed_as(data, f32::from_sample);
    let stream = device.build_input_stream(config, on_data, on_error, None)?;
    Ok((stream, tap))
}

impl From<cpal::Error> for Trouble {
    fn from(error: cpal::Error) -> Self {
        use cpal::ErrorKind;
        let kind = match error.kind() {
            ErrorKind::DeviceBusy => TroubleKind::Busy,
            ErrorKind::PermissionDenied => TroubleKind::Denied,
            ErrorKind::DeviceNotAvailable
            | ErrorKind::HostUnavailable
            | ErrorKind::StreamInvalidated => TroubleKind::Gone,
            ErrorKind::UnsupportedConfig | ErrorKind::UnsupportedOperation => {
                TroubleKind::Unsupported
            }
            _ => TroubleKind::Other,
        };
        Self { kind, text: error.to_string() }
    }
}
