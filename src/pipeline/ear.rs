//! An open source, brought to 16 kHz mono, and what was heard just before it was wanted.

use std::collections::VecDeque;

use crate::audio::{Format, samples};
use crate::capture::{Block, Flow, Source};
use crate::error::Result;
use crate::resample::Resampler;

/// How much is remembered while nobody listens: people begin to speak with the key press.
const PRE_ROLL: usize = samples(500) as usize;

/// Blocks that are taken in one after the other before other work gets its turn.
const BLOCKS: usize = 64;

/// A source that is being heard.
pub(crate) struct Ear {
    source: Box<dyn Source>,
    block: Block,
    resampler: Option<(Format, Resampler)>,
    pre_roll: VecDeque<f32>,
    /// The device that is gone, until another one is heard.
    lost: Option<String>,
    /// Whether the device has given anything but zeros.
    awake: bool,
}

/// What one look at the source gave.
#[derive(Default)]
pub(crate) struct Sound {
    /// 16 kHz mono.
    pub(crate) samples: Vec<f32>,
    /// What happened to the device meanwhile.
    pub(crate) turns: Vec<Flow>,
    /// Whether there may be more at once.
    pub(crate) more: bool,
}

impl Ear {
    pub(crate) fn new(source: Box<dyn Source>) -> Self {
        Self {
            source,
            block: Block::default(),
            resampler: None,
            pre_roll: VecDeque::new(),
            lost: None,
            awake: false,
        }
    }

    pub(crate) fn name(&self) -> String {
        self.source.name()
    }

    /// The device that is gone now.
    pub(crate) fn lost(&self) -> Option<&str> {
        self.lost.as_deref()
    }

    pub(crate) fn is_live(&self) -> bool {
        self.source.is_live()
    }

    /// Whether the device is known to give sound: silence is silence then, and no waking up.
    pub(crate) fn is_awake(&self) -> bool {
        self.awake
    }

    pub(crate) fn dropped_frames(&self) -> u64 {
        self.source.dropped_frames()
    }

    /// Takes in what has arrived, to the end of `sound`, also when the source then fails.
    pub(crate) fn hear(&mut self, sound: &mut Sound) -> Result<()> {
        for _ in 0..BLOCKS {
            self.block.samples.clear();
            let flow = self.source.read(&mut self.block);
            self.convert(&mut sound.samples)?;
            match flow? {
                Flow::More => {}
                Flow::Waiting => return Ok(()),
                Flow::Ended => {
                    self.flush(&mut sound.samples);
                    sound.turns.push(Flow::Ended);
                    return Ok(());
                }
                Flow::Lost { device } => {
                    // What was heard before a loss is too old to lead into a new take.
                    self.pre_roll.clear();
                    self.lost = Some(device.clone());
                    self.awake = false;
                    sound.turns.push(Flow::Lost { device });
                }
                Flow::Back { device } => {
                    self.lost = None;
                    sound.turns.push(Flow::Back { device });
                }
            }
        }
        sound.more = true;
        Ok(())
    }

    /// Remembers what nobody listens to, as far as it may be wanted.
    pub(crate) fn remember(&mut self, samples: &[f32]) {
        self.pre_roll.extend(samples);
        let surplus = self.pre_roll.len().saturating_sub(PRE_ROLL);
        self.pre_roll.drain(..surplus);
    }

    /// What was heard just before now.
    pub(crate) fn pre_roll(&mut self) -> Vec<f32> {
        self.pre_roll.drain(..).collect()
    }

    fn convert(&mut self, out: &mut Vec<f32>) -> Result<()> {
        let Some(format) = self.block.format.filter(|_| !self.block.samples.is_empty()) else {
            return Ok(());
        };
        self.awake |= self.block.samples.iter().any(|sample| *sample != 0.0);
        if self.resampler.as_ref().is_none_or(|(current, _)| *current != format) {
            self.flush(out);
            self.resampler = Some((format, Resampler::new(format)?));
        }
        if let Some((_, resampler)) = &mut self.resampler {
            resampler.push(&self.block.samples, out);
        }
        Ok(())
    }

    fn flush(&mut self, out: &mut Vec<f32>) {
        if let Some((_, resampler)) = &mut self.resampler {
            resampler.flush(out);
        }
    }
}
