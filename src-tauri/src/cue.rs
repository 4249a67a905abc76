//! The quiet sounds at the start and at the end of a take. The only file of the shell that
//! plays anything.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{BufferSize, Host, Stream, StreamConfig};

use crate::tone::{Cue, tone};

/// Cues that may wait. A person who is quicker than this hears fewer of them.
const WAITING: usize = 2;

/// Frames that the sound server asks for at a time: 10 ms, so that a cue is heard at once.
const BLOCK_HZ: u32 = 100;

/// How long after a cue the speaker is let go of. Two taps in a row then need not open it anew,
/// and a machine at rest is not kept awake.
const LINGER: Duration = Duration::from_secs(3);

/// Plays cues, one after the other, on a thread of its own: opening a speaker takes its time.
#[derive(Clone)]
pub(crate) struct Speaker(SyncSender<Cue>);

impl Speaker {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the system gives none.
    pub(crate) fn start() -> std::io::Result<Self> {
        let (sender, cues) = sync_channel(WAITING);
        std::thread::Builder::new().name("cues".to_owned()).spawn(move || run(&cues))?;
        Ok(Self(sender))
    }

    /// Plays one. Where nothing can be played nothing is heard, and nobody is held up.
    pub(crate) fn play(&self, cue: Cue) {
        let _ = self.0.try_send(cue);
    }
}

fn run(cues: &Receiver<Cue>) {
    // One host for good: the sound library never ends the thread of a connection it made.
    let host = cpal::default_host();
    while let Ok(first) = cues.recv() {
        match Playing::open(&host) {
            Ok(playing) => playing.play_from(first, cues),
            Err(problem) => tracing::info!("no cue can be played: {problem}"),
        }
    }
}

/// A speaker that is open.
struct Playing {
    _stream: Stream,
    samples: rtrb::Producer<f32>,
    rate: u32,
}

impl Playing {
    fn open(host: &Host) -> Result<Self, Box<dyn std::error::Error>> {
        let device = host.default_output_device().ok_or("there is no speaker")?;
        let mut config: StreamConfig = device.default_output_config()?.into();
        config.buffer_size = BufferSize::Fixed(config.sample_rate / BLOCK_HZ);
        let (rate, channels) = (config.sample_rate, usize::from(config.channels));
        let (samples, mut waiting) = rtrb::RingBuffer::new(rate as usize);
        let fill = move |out: &mut [f32], _: &_| {
            for frame in out.chunks_mut(channels) {
                frame.fill(waiting.pop().unwrap_or_default());
            }
        };
        // A speaker that goes away takes at most a cue with it.
        let stream = device.build_output_stream(config, fill, |_| (), None)?;
        stream.play()?;
        Ok(Self { _stream: stream, samples, rate })
    }

    /// Plays a cue and those that follow soon.
    fn play_from(mut self, first: Cue, cues: &Receiver<Cue>) {
        let mut next = Some(first);
        while let Some(cue) = next {
            for sample in tone(cue, self.rate) {
                // More than a second of cues ahead is as good as none.
                let _ = self.samples.push(sample);
            }
            next = cues.recv_timeout(LINGER).ok();
        }
    }
}
