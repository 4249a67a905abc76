//! Hears a microphone without writing anything down: how loud it is, and whether somebody speaks.
//! For a person who chooses one; nothing of it is kept or recognised.

use std::collections::VecDeque;
use std::time::Duration;

use crate::audio::{FRAME, to_i16};
use crate::capture::{Flow, Source};
use crate::clock::rest;
use crate::error::Result;
use crate::level::{Meter, Reading};
use crate::pipeline::ear::{Ear, Sound};
use crate::vad::Detector;
use crate::vad::webrtc::WebRtc;

/// Between two looks at a source that had nothing: the callback brings something every 30 ms.
const LOOK: Duration = Duration::from_millis(15);

/// Frames in which a voice is looked for: the last 480 ms.
const FRAMES: usize = 16;

/// So many of them have to be voiced. A key or a knock is shorter than these 240 ms.
const VOICED: usize = 8;

/// Hears a source until `told` says that it is enough, or the source ends.
///
/// # Errors
/// When the source cannot go on.
pub fn soundcheck(source: Box<dyn Source>, told: &mut dyn FnMut(Reading) -> bool) -> Result<()> {
    let mut ear = Ear::new(source);
    let mut check = Check::new(WebRtc::new());
    loop {
        let mut sound = Sound::default();
        ear.hear(&mut sound)?;
        // Without anything new the last reading stands, and whether to go on is asked all the same.
        if !told(check.push(&sound.samples)) || sound.turns.contains(&Flow::Ended) {
            return Ok(());
        }
        if !sound.more {
            rest(LOOK);
        }
    }
}

/// Tells of samples how loud they are, and whether it was a voice for long enough to believe it.
struct Check<D> {
    detector: D,
    meter: Meter,
    /// 16 kHz mono that is no whole frame yet.
    rest: Vec<i16>,
    /// Which of the last frames were voiced.
    voiced: VecDeque<bool>,
    latest: Reading,
}

impl<D: Detector> Check<D> {
    fn new(detector: D) -> Self {
        let latest = Reading { rms: 0.0, speech: false };
        let (rest, voiced) = (Vec::new(), VecDeque::new());
        Self { detector, meter: Meter::default(), rest, voiced, latest }
    }

    /// What is known after these.
    fn push(&mut self, samples: &[f32]) -> Reading {
        self.rest.extend(samples.iter().map(|sample| to_i16(*sample)));
        let whole = self.rest.len() - self.rest.len() % FRAME as usize;
        for frame in self.rest[..whole].chunks(FRAME as usize) {
            self.voiced.push_back(self.detector.is_voiced(frame));
        }
        self.rest.drain(..whole);
        let surplus = self.voiced.len().saturating_sub(FRAMES);
        self.voiced.drain(..surplus);
        let speech = self.voiced.iter().filter(|voiced| **voiced).count() >= VOICED;
        self.latest = self.meter.push(samples, speech).unwrap_or(self.latest);
        self.latest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audio::{RATE, samples};
    use crate::capture::Block;

    /// A voice is what is loud.
    struct Loud;

    impl Detector for Loud {
        fn is_voiced(&mut self, frame: &[i16]) -> bool {
            frame.iter().any(|sample| *sample > 3_000)
        }
        fn reset(&mut self) {}
    }

    fn tone(ms: u64) -> Vec<f32> {
        (0..samples(ms)).map(|at| if at % 2 == 0 { 0.3 } else { -0.3 }).collect()
    }

    #[test]
    fn a_voice_is_believed_after_a_quarter_of_a_second_and_a_knock_is_none() {
        let mut check = Check::new(Loud);
        check.push(&tone(90));
        assert!(!check.push(&vec![0.0; samples(600) as usize]).speech);
        assert!(!check.push(&tone(210)).speech);
        let reading = check.push(&tone(90));
        assert!(reading.speech);
        assert!((reading.rms - 0.3).abs() < 0.01, "{reading:?}");
        assert!(!check.push(&vec![0.0; samples(600) as usize]).speech, "it is over");
    }

    /// Gives blocks one after the other.
    struct Blocks(Vec<Vec<f32>>);

    impl Source for Blocks {
        fn read(&mut self, block: &mut Block) -> Result<Flow> {
            let Some(samples) = self.0.pop() else { return Ok(Flow::Ended) };
            block.format = Some(crate::audio::Format { rate: RATE, channels: 1 });
            block.samples.extend(samples);
            Ok(Flow::Waiting)
        }
        fn dropped_frames(&self) -> u64 {
            0
        }
        fn name(&self) -> String {
            "blocks".to_owned()
        }
        fn is_live(&self) -> bool {
            true
        }
    }

    #[test]
    fn it_is_heard_to_the_end_or_until_it_is_enough() {
        let loud = || Box::new(Blocks(vec![tone(100); 3]));
        let mut all = Vec::new();
        soundcheck(loud(), &mut |reading| {
            all.push(reading.rms);
            true
        })
        .unwrap();
        assert_eq!(all.len(), 4, "three blocks and the end");
        assert!(all.iter().all(|rms| *rms > 0.2), "{all:?}");
        let mut count = 0;
        soundcheck(loud(), &mut |_| {
            count += 1;
            false
        })
        .unwrap();
        assert_eq!(count, 1);
    }
}
