//! A whole source at once.

use super::{Block, Flow, Source};
use crate::audio::Format;
use crate::error::Result;
use crate::resample::Resampler;

/// All of a source as 16 kHz mono. Of one that is live it asks again and again: give it a file.
///
/// # Errors
/// When the source cannot go on.
pub fn read(mut source: Box<dyn Source>) -> Result<Vec<f32>> {
    let (mut audio, mut block) = (Vec::new(), Block::default());
    let mut current: Option<(Format, Resampler)> = None;
    loop {
        block.samples.clear();
        let flow = source.read(&mut block)?;
        if let Some(format) = block.format.filter(|_| !block.samples.is_empty())
            && current.as_ref().is_none_or(|(same, _)| *same != format)
        {
            current.iter_mut().for_each(|(_, old)| old.flush(&mut audio));
            current = Some((format, Resampler::new(format)?));
        }
        current.iter_mut().for_each(|(_, now)| now.push(&block.samples, &mut audio));
        if flow == Flow::Ended {
            current.iter_mut().for_each(|(_, last)| last.flush(&mut audio));
            return Ok(audio);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audio::from_i16;

    /// Blocks of a format each; the last one comes together with the end.
    struct Blocks(Vec<(Format, Vec<f32>)>);

    impl Source for Blocks {
        fn read(&mut self, block: &mut Block) -> Result<Flow> {
            let (format, samples) = self.0.remove(0);
            block.format = Some(format);
            block.samples.extend(samples);
            Ok(if self.0.is_empty() { Flow::Ended } else { Flow::More })
        }

        fn dropped_frames(&self) -> u64 {
            0
        }

        fn name(&self) -> String {
            "blocks".to_owned()
        }

        fn is_live(&self) -> bool {
            false
        }
    }

    #[test]
    fn a_source_is_read_to_its_last_sample() {
        let mono = Format { rate: 16_000, channels: 1 };
        let samples: Vec<f32> = (0..1000).map(from_i16).collect();
        let blocks = samples.chunks(300).map(|part| (mono, part.to_vec())).collect();
        assert_eq!(read(Box::new(Blocks(blocks))).unwrap(), samples);
    }

    #[test]
    fn a_change_of_format_loses_nothing() {
        let [slow, fast] = [8_000, 48_000].map(|rate| Format { rate, channels: 2 });
        let second = |format: Format| (format, vec![0.1; format.rate as usize * 2]);
        let blocks = vec![second(slow), second(fast), second(slow)];
        assert_eq!(read(Box::new(Blocks(blocks))).unwrap().len(), 48_000);
    }
}
