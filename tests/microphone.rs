//! A microphone of a real sound server: it is listed, heard to the bit, lost and found again.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "what fails here fails a test")]

mod common;

use std::path::{Path, PathBuf};
use std::time::Duration;

use aloud::audio::Format;
use aloud::capture::device::{Microphone, list};
use aloud::capture::{Block, Flow, Source};
use aloud::clock::{Clock, rest};
use aloud::error::ErrorKind;
use aloud::resample::Resampler;
use common::pulse::{MICROPHONE, MICROPHONE_NAME, Pulse, SPEAKER, in_own_process};

/// Longest that anything is waited for here; only a failure takes so long.
const LIMIT: Duration = Duration::from_secs(20);

/// Two seconds of noise that is like itself at no other delay, at 48 kHz.
fn noise() -> Vec<f32> {
    let mut state = 0x2545_f491_u32;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state as f32 / u32::MAX as f32 - 0.5) * 0.5
    };
    (0..96_000).map(|_| next()).collect()
}

fn saved(dir: &Path, samples: &[f32]) -> PathBuf {
    let path = dir.join("noise.wav");
    let (channels, sample_rate, bits_per_sample) = (1, 48_000, 32);
    let sample_format = hound::SampleFormat::Float;
    let spec = hound::WavSpec { channels, sample_rate, bits_per_sample, sample_format };
    let mut writer = hound::WavWriter::create(&path, spec).unwrap();
    samples.iter().for_each(|&sample| writer.write_sample(sample).unwrap());
    writer.finalize().unwrap();
    path
}

/// What a microphone gave until something happened.
#[derive(Default)]
struct Heard {
    samples: Vec<f32>,
    flows: Vec<Flow>,
}

/// Listens until `enough`, and tells how long that took.
fn listen(
    microphone: &mut Microphone,
    clock: &Clock,
    enough: impl Fn(&Heard) -> bool,
) -> (Heard, Duration) {
    let start = clock.now();
    let mut heard = Heard::default();
    let mut resampler: Option<Resampler> = None;
    while !enough(&heard) {
        let took = clock.now().since(start);
        assert!(took < LIMIT, "{:?}, {} samples", heard.flows, heard.samples.len());
        let mut block = Block::default();
        match microphone.read(&mut block).unwrap() {
            Flow::More => {}
            Flow::Waiting => rest(Duration::from_millis(5)),
            other => heard.flows.push(other),
        }
        if let Some(format) = block.format {
            let resampler = resampler.get_or_insert_with(|| Resampler::new(format).unwrap());
            resampler.push(&block.samples, &mut heard.samples);
        }
    }
    (heard, clock.now().since(start))
}

/// How alike the sound is to what was played at 48 kHz, at the delay where it is most alike. At
/// 16 kHz that delay is off by up to two thirds of a sample, so all three cases are tried.
fn likeness(heard: &[f32], played: &[f32]) -> f32 {
    let later = |frames: usize| {
        let mut resampler = Resampler::new(Format { rate: 48_000, channels: 1 }).unwrap();
        let mut out = Vec::new();
        resampler.push(&vec![0.0; frames], &mut out);
        resampler.push(played, &mut out);
        resampler.flush(&mut out);
        out
    };
    (0..3).map(|frames| likeness_at_16k(heard, &later(frames))).fold(0.0, f32::max)
}

fn likeness_at_16k(heard: &[f32], played: &[f32]) -> f32 {
    let (clue, middle) = (&played[8_000..8_800], &played[8_000..24_000]);
    let energy = |samples: &[f32]| samples.iter().map(|s| s * s).sum::<f32>();
    let at = |delay: usize, wanted: &[f32]| {
        let part = &heard[delay..delay + wanted.len()];
        let product: f32 = part.iter().zip(wanted).map(|(a, b)| a * b).sum();
        product / (energy(part) * energy(wanted)).sqrt().max(f32::MIN_POSITIVE)
    };
    let delays = 0..heard.len().saturating_sub(middle.len());
    let found = delays.max_by(|&a, &b| at(a, clue).total_cmp(&at(b, clue)));
    found.map_or(0.0, |delay| at(delay, middle))
}

/// Plays the noise into the microphone and checks that it arrives whole.
fn check_sound(pulse: &Pulse, microphone: &mut Microphone, clock: &Clock, dir: &Path) {
    check_sound_of((pulse, "vmic"), microphone, clock, dir);
}

/// The same with what is played to this output.
fn check_sound_of(
    (pulse, sink): (&Pulse, &str),
    microphone: &mut Microphone,
    clock: &Clock,
    dir: &Path,
) {
    let noise = noise();
    let mut player = pulse.play_into(sink, &saved(dir, &noise));
    let (heard, _) = listen(microphone, clock, |heard| heard.samples.len() > 5 * 16_000);
    assert_eq!(microphone.dropped_frames(), 0);
    assert!(player.finish());
    let likeness = likeness(&heard.samples, &noise);
    assert!(likeness > 0.99, "{likeness}: what was heard is not what was played");
}

#[test]
fn a_microphone_is_listed_and_heard() {
    in_own_process("a_microphone_is_listed_and_heard", |dir| {
        let pulse = Pulse::start_in(dir);
        let devices = list().unwrap();
        let microphone = devices.iter().find(|device| device.is_default).unwrap();
        assert_eq!(microphone.id, format!("pulseaudio:{MICROPHONE}"));
        assert_eq!(microphone.name, MICROPHONE_NAME);
        assert!(!microphone.is_monitor);
        assert_eq!(microphone.format.unwrap().rate, 48_000);
        let monitor = devices.iter().find(|device| device.is_monitor).unwrap();
        assert_eq!(monitor.id, "pulseaudio:vmic.monitor");

        let clock = Clock::real();
        for wish in [None, Some(MICROPHONE_NAME), Some("pulseaudio:vmicsrc"), Some("missing")] {
            let mut microphone = Microphone::open(wish, clock.clone()).unwrap();
            assert_eq!(microphone.name(), MICROPHONE_NAME, "{wish:?}");
            assert!(microphone.is_live());
            listen(&mut microphone, &clock, |heard| heard.samples.len() > 1_600);
        }
        let mut microphone = Microphone::open(None, clock.clone()).unwrap();
        check_sound(&pulse, &mut microphone, &clock, dir);
    });
}

#[test]
fn what_another_program_plays_is_heard_also_when_it_is_played_elsewhere() {
    let name = "what_another_program_plays_is_heard_also_when_it_is_played_elsewhere";
    in_own_process(name, |dir| {
        let pulse = Pulse::start_in(dir);
        let monitor = list().unwrap().into_iter().find(|device| device.hears_default_output);
        let monitor = monitor.unwrap();
        assert!(monitor.is_monitor);
        assert_eq!(monitor.id, format!("pulseaudio:{SPEAKER}.monitor"));
        let clock = Clock::real();
        let mut system = Microphone::monitor(clock.clone()).unwrap();
        assert_eq!(system.name(), monitor.name);
        listen(&mut system, &clock, |heard| heard.samples.len() > 8_000);
        check_sound_of((&pulse, SPEAKER), &mut system, &clock, dir);
        pulse.load("module-null-sink sink_name=headset rate=48000 channels=2");
        assert!(pulse.run("pactl", &["set-default-sink", "headset"]));
        let (heard, _) = listen(&mut system, &clock, |heard| !heard.flows.is_empty());
        assert_eq!(heard.flows, [Flow::Back { device: system.name() }]);
        listen(&mut system, &clock, |heard| heard.samples.len() > 8_000);
        check_sound_of((&pulse, "headset"), &mut system, &clock, dir);
    });
}

/// While a microphone is heard its server is asked every 600 ms whether it is still there, and
/// each connection to the server has a thread that never ends.
#[test]
fn listening_leaves_no_thread_behind() {
    in_own_process("listening_leaves_no_thread_behind", |dir| {
        let _pulse = Pulse::start_in(dir);
        let clock = Clock::real();
        let threads = || std::fs::read_dir("/proc/self/task").unwrap().count();
        let mut microphone = Microphone::open(None, clock.clone()).unwrap();
        listen(&mut microphone, &clock, |heard| heard.samples.len() > 16_000);
        let before = threads();
        listen(&mut microphone, &clock, |heard| heard.samples.len() > 7 * 16_000);
        // One look may be under way.
        let grown = threads().saturating_sub(before);
        assert!(grown <= 2, "{grown} more threads after some looks");
    });
}

#[test]
fn a_sound_server_that_dies_is_noticed_within_a_second_and_found_again() {
    let name = "a_sound_server_that_dies_is_noticed_within_a_second_and_found_again";
    in_own_process(name, |dir| {
        let mut pulse = Pulse::start_in(dir);
        let clock = Clock::real();
        let mut microphone = Microphone::open(Some(MICROPHONE), clock.clone()).unwrap();
        listen(&mut microphone, &clock, |heard| heard.samples.len() > 8_000);
        pulse.kill();
        let device = MICROPHONE_NAME.to_owned();
        let (heard, took) = listen(&mut microphone, &clock, |heard| !heard.flows.is_empty());
        assert_eq!(heard.flows, [Flow::Lost { device: device.clone() }]);
        assert!(took < Duration::from_secs(1), "noticed after {took:?}");
        pulse.restart();
        let (heard, _) = listen(&mut microphone, &clock, |heard| !heard.flows.is_empty());
        assert_eq!(heard.flows, [Flow::Back { device }]);
        check_sound(&pulse, &mut microphone, &clock, dir);
    });
}

#[test]
fn unplugged_it_is_replaced_until_it_is_back() {
    in_own_process("unplugged_it_is_replaced_until_it_is_back", |dir| {
        let pulse = Pulse::start_in(dir);
        let plug = || pulse.load("module-null-sink sink_name=usb rate=44100 channels=1");
        let socket = plug();
        let adapter = "module-remap-source source_name=headset master=usb.monitor \
                       source_properties=device.description=Headset";
        pulse.load(adapter);
        let clock = Clock::real();
        let mut microphone = Microphone::open(Some("Headset"), clock.clone()).unwrap();
        assert_eq!(microphone.name(), "Headset");
        listen(&mut microphone, &clock, |heard| heard.samples.len() > 8_000);
        pulse.unload(&socket);
        let back = |device: &str| Flow::Back { device: device.to_owned() };
        let (heard, _) = listen(&mut microphone, &clock, |heard| heard.flows.len() == 2);
        let lost = Flow::Lost { device: "Headset".to_owned() };
        assert_eq!(heard.flows, [lost, back(MICROPHONE_NAME)]);
        check_sound(&pulse, &mut microphone, &clock, dir);
        plug();
        pulse.load(adapter);
        let (heard, _) = listen(&mut microphone, &clock, |heard| !heard.flows.is_empty());
        assert_eq!(heard.flows, [back("Headset")]);
        listen(&mut microphone, &clock, |heard| heard.samples.len() > 8_000);
    });
}

#[test]
fn a_sound_server_that_hangs_is_left_behind() {
    in_own_process("a_sound_server_that_hangs_is_left_behind", |dir| {
        let pulse = Pulse::start_in(dir);
        let clock = Clock::real();
        let mut microphone = Microphone::open(None, clock.clone()).unwrap();
        listen(&mut microphone, &clock, |heard| heard.samples.len() > 8_000);
        let server = pulse.server().to_string();
        assert!(pulse.run("kill", &["-STOP", &server]));
        let (heard, took) = listen(&mut microphone, &clock, |heard| !heard.flows.is_empty());
        assert_eq!(heard.flows, [Flow::Lost { device: MICROPHONE_NAME.to_owned() }]);
        assert!(took < Duration::from_secs(2), "noticed after {took:?}");
        let start = clock.now();
        drop(microphone);
        assert!(clock.now().since(start) < Duration::from_secs(1), "the drop waits");
        assert!(pulse.run("kill", &["-CONT", &server]));
    });
}

#[test]
fn without_a_sound_server_there_is_a_clear_error() {
    in_own_process("without_a_sound_server_there_is_a_clear_error", |_| {
        let error = Microphone::open(None, Clock::real()).map(drop).unwrap_err();
        let kind = error.kind();
        assert!(matches!(kind, ErrorKind::NoDevice | ErrorKind::Device), "{error}");
    });
}
