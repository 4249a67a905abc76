//! When each sample of a source was handed out.

use std::sync::{Arc, Mutex, PoisonError};

use crate::capture::{Block, Flow, Source};
use crate::clock::{Clock, Moment};
use crate::error::Result;

/// What was handed out of a source, and when.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heard {
    /// Audio time after each reading that gave samples, in microseconds.
    readings: Vec<(u64, Moment)>,
    /// When the source said that nothing more comes.
    ended: Option<Moment>,
}

impl Heard {
    /// Samples up to this audio time, in microseconds, were handed out at this moment.
    pub fn read(&mut self, up_to_us: u64, now: Moment) {
        self.readings.push((up_to_us, now));
    }

    /// The source ended at this moment.
    pub fn end(&mut self, now: Moment) {
        self.ended = Some(now);
    }

    /// When the sample at this audio time was handed out; of one behind the end, when the last
    /// one was.
    pub fn moment(&self, audio_ms: u64) -> Option<Moment> {
        let at = self.readings.partition_point(|(up_to, _)| *up_to < audio_ms * 1000);
        self.readings.get(at).or(self.readings.last()).map(|(_, moment)| *moment)
    }

    /// When the source ended, if it did.
    pub fn ended(&self) -> Option<Moment> {
        self.ended
    }

    /// How much was handed out.
    pub fn audio_ms(&self) -> u64 {
        self.readings.last().map_or(0, |(up_to, _)| up_to / 1000)
    }
}

/// A source whose readings are noted.
pub(super) struct Noted {
    source: Box<dyn Source>,
    clock: Clock,
    up_to_us: u64,
    heard: Arc<Mutex<Heard>>,
}

impl Noted {
    pub(super) fn new(source: Box<dyn Source>, clock: Clock, heard: Arc<Mutex<Heard>>) -> Self {
        Self { source, clock, up_to_us: 0, heard }
    }

    fn note(&mut self, block: &Block, samples_before: usize, ended: bool) {
        let now = self.clock.now();
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        let samples = (block.samples.len() - samples_before) as u64;
        if let Some(format) = block.format.filter(|_| samples > 0) {
            let a_second = u64::from(format.rate) * u64::from(format.channels);
            self.up_to_us += samples * 1_000_000 / a_second.max(1);
            heard.read(self.up_to_us, now);
        }
        if ended {
            heard.end(now);
        }
    }
}

impl Source for Noted {
    fn read(&mut self, block: &mut Block) -> Result<Flow> {
        let before = block.samples.len();
        let flow = self.source.read(block)?;
        self.note(block, before, flow == Flow::Ended);
        Ok(flow)
    }

    fn dropped_frames(&self) -> u64 {
        self.source.dropped_frames()
    }

    fn name(&self) -> String {
        self.source.name()
    }

    fn is_live(&self) -> bool {
        self.source.is_live()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::audio::Format;

    fn at(ms: u64) -> Moment {
        Moment::at(Duration::from_millis(ms))
    }

    #[test]
    fn a_sample_came_with_the_reading_that_reached_it() {
        let mut heard = Heard::default();
        assert_eq!(heard.moment(0), None);
        heard.read(100_000, at(5_000));
        heard.read(200_000, at(5_100));
        for (audio_ms, moment) in [(0, 5_000), (100, 5_000), (101, 5_100), (900, 5_100)] {
            assert_eq!(heard.moment(audio_ms), Some(at(moment)), "{audio_ms}");
        }
        assert_eq!((heard.audio_ms(), heard.ended()), (200, None));
    }

    /// Half a second in stereo, then the end.
    struct Half(bool);

    impl Source for Half {
        fn read(&mut self, block: &mut Block) -> Result<Flow> {
            if std::mem::replace(&mut self.0, true) {
                return Ok(Flow::Ended);
            }
            block.format = Some(Format { rate: 8_000, channels: 2 });
            block.samples.extend([0.0; 8_000]);
            Ok(Flow::More)
        }

        fn dropped_frames(&self) -> u64 {
            0
        }

        fn name(&self) -> String {
            "half".to_owned()
        }

        fn is_live(&self) -> bool {
            true
        }
    }

    #[test]
    fn readings_are_noted_in_audio_time() {
        let (clock, heard) = (Clock::manual(), Arc::<Mutex<Heard>>::default());
        let mut noted = Noted::new(Box::new(Half(false)), clock.clone(), Arc::clone(&heard));
        let mut block = Block { format: None, samples: vec![0.0; 4] };
        noted.read(&mut block).unwrap();
        clock.advance(Duration::from_millis(700));
        noted.read(&mut block).unwrap();
        let mut expected = Heard::default();
        expected.read(500_000, at(0));
        expected.end(at(700));
        assert_eq!(*heard.lock().unwrap(), expected);
    }
}
