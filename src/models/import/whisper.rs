//! How large a Whisper model is, read off the shapes of its variables.

use std::io::{Read, Seek};

use super::ct2::{Model, Variable};
use crate::models::fault::{Fault, damaged};

/// The encoder turns 100 spectrogram frames a second into half as many positions.
const POSITIONS_PER_SECOND: u64 = 50;

/// The dimensions of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Whisper {
    /// Length of the vectors between layers, the same in encoder and decoder.
    pub(crate) width: u64,
    /// Attention heads.
    pub(crate) heads: u64,
    /// Layers of the encoder.
    pub(crate) encoder_layers: u64,
    /// Layers of the decoder.
    pub(crate) decoder_layers: u64,
    /// Inner width of the encoder's feed-forward layers.
    pub(crate) encoder_inner: u64,
    /// Inner width of the decoder's feed-forward layers.
    pub(crate) decoder_inner: u64,
    /// Bands of the spectrogram.
    pub(crate) mels: u64,
    /// Positions that the encoder knows.
    pub(crate) source_positions: u64,
    /// Tokens that the decoder can look back on.
    pub(crate) target_positions: u64,
    /// Tokens that there are.
    pub(crate) vocabulary: u64,
}

impl Whisper {
    /// Measures the variables of a model.
    pub(crate) fn read(model: &mut Model<impl Read + Seek>) -> Result<Self, Fault> {
        refuse_variants(model)?;
        let rows = |name: &str| model.variable(name).map(Variable::row_count);
        let rest = |name: &str| model.variable(name).map(Variable::row_length);
        let mut whisper = Self {
            width: rest("decoder/embeddings/weight")?,
            heads: 0,
            encoder_layers: layers(model, "encoder"),
            decoder_layers: layers(model, "decoder"),
            encoder_inner: rows("encoder/layer_0/ffn/linear_0/weight")?,
            decoder_inner: rows("decoder/layer_0/ffn/linear_0/weight")?,
            // A kernel has three taps for every band.
            mels: rest("encoder/conv1/weight")? / 3,
            source_positions: rows("encoder/position_encodings/encodings")?,
            target_positions: rows("decoder/position_encodings/encodings")?,
            vocabulary: rows("decoder/embeddings/weight")?,
        };
        let heads = model.scalar("encoder/num_heads")?;
        whisper.heads = heads.map_or(whisper.width / 64, |heads| heads.max(0) as u64);
        if whisper.heads == 0 || !whisper.width.is_multiple_of(whisper.heads) {
            let (width, heads) = (whisper.width, whisper.heads);
            return Err(damaged(format!("a width of {width} cannot be split among {heads} heads")));
        }
        Ok(whisper)
    }

    /// The longest window that the encoder has positions for.
    pub(crate) fn window_s(&self) -> u32 {
        u32::try_from(self.source_positions / POSITIONS_PER_SECOND).unwrap_or(u32::MAX)
    }

    /// Whether it knows more languages than English. Those models have one token more.
    pub(crate) fn is_multilingual(&self) -> bool {
        self.vocabulary >= 51_865
    }

    /// Whether it was trained to translate: the pruned "turbo" was not.
    pub(crate) fn translates(&self) -> bool {
        self.is_multilingual() && self.size() != "large-v3-turbo"
    }

    /// The name of the size, such as `base` or `large-v3-turbo`.
    pub(crate) fn size(&self) -> String {
        let size = match (self.width, self.mels) {
            (384, _) => "tiny".to_owned(),
            (512, _) => "base".to_owned(),
            (768, _) => "small".to_owned(),
            (1024, _) => "medium".to_owned(),
            (1280, 128) => "large-v3".to_owned(),
            (1280, _) => "large".to_owned(),
            (width, _) => width.to_string(),
        };
        match (size.as_str(), self.decoder_layers) {
            ("large-v3", 4) => "large-v3-turbo".to_owned(),
            (_, layers) if layers < self.encoder_layers => format!("distil-{size}"),
            _ => size,
        }
    }

    /// The name of the variant, such as `whisper-base.en`.
    pub(crate) fn variant(&self) -> String {
        let english = if self.is_multilingual() { "" } else { ".en" };
        format!("whisper-{}{english}", self.size())
    }
}

/// The engine computes one kind of Whisper; a model that asks for another would come out wrong
/// without an error.
fn refuse_variants(model: &mut Model<impl Read + Seek>) -> Result<(), Fault> {
    // 3 is GELU.
    for (name, expected) in [("decoder/activation", 3), ("decoder/scale_embeddings", 0)] {
        match model.scalar(name)? {
            Some(value) if value != expected => {
                return Err(damaged(format!(
                    "\"{name}\" is {value}, and only {expected} is known"
                )));
            }
            _ => {}
        }
    }
    Ok(())
}

/// How many layers are numbered in this half of the model.
fn layers(model: &Model<impl Read + Seek>, half: &str) -> u64 {
    let number = |name: &str| {
        let (number, _) = name.strip_prefix(half)?.strip_prefix("/layer_")?.split_once('/')?;
        number.parse::<u32>().ok()
    };
    model.names().filter_map(number).max().map_or(0, |last| u64::from(last) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: Whisper = Whisper {
        width: 512,
        heads: 8,
        encoder_layers: 6,
        decoder_layers: 6,
        encoder_inner: 2048,
        decoder_inner: 2048,
        mels: 80,
        source_positions: 1500,
        target_positions: 448,
        vocabulary: 51_865,
    };

    #[test]
    fn variants_are_named_as_their_makers_name_them() {
        let turbo = Whisper {
            width: 1280,
            mels: 128,
            encoder_layers: 32,
            decoder_layers: 4,
            vocabulary: 51_866,
            ..BASE
        };
        let distil = Whisper { decoder_layers: 2, ..turbo.clone() };
        let english = Whisper { vocabulary: 51_864, ..BASE };
        assert_eq!(BASE.variant(), "whisper-base");
        assert_eq!(english.variant(), "whisper-base.en");
        assert_eq!(turbo.variant(), "whisper-large-v3-turbo");
        assert_eq!(distil.variant(), "whisper-distil-large-v3");
        let translates = [&BASE, &english, &turbo].map(Whisper::translates);
        assert_eq!(translates, [true, false, false]);
    }

    #[test]
    fn the_window_follows_from_the_positions() {
        assert_eq!(BASE.window_s(), 30);
    }
}
