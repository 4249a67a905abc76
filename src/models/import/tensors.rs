//! Which tensor of the written model comes from which variable of the source.
//!
//! Both keep rows of weights one after the other, so nothing is transposed; but the source has
//! the projections of an attention in one variable, and the written model has them apart.

use std::io::{Read, Seek};

use super::Quantisation;
use super::ct2::Model;
use super::mel;
use super::whisper::Whisper;
use crate::models::fault::{Fault, damaged};
use crate::models::gguf::Storage;
use crate::models::gguf::write::Announced;

/// A tensor to write.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tensor {
    /// Its name.
    pub(crate) name: String,
    /// Its dimensions, the length of a row first.
    pub(crate) dims: Vec<u64>,
    /// How it is stored.
    pub(crate) storage: Storage,
    /// Where its numbers come from.
    pub(crate) origin: Origin,
}

/// Where the numbers of a tensor come from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Origin {
    /// The rows from `first` of a variable that has `of` rows.
    Variable { name: String, first: u64, of: u64 },
    /// They are computed.
    Computed(Vec<f32>),
}

impl Tensor {
    /// Bytes that it takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.storage.bytes(&self.dims).expect("the storage was chosen to fit the dimensions")
    }

    /// What the head of the file says of it.
    pub(crate) fn announced(&self) -> Announced<'_> {
        let (dims, storage, bytes) = (&self.dims[..], self.storage, self.bytes());
        Announced { name: &self.name, dims, storage, bytes }
    }

    /// Rows as the source counts them: along its first dimension, our last.
    pub(crate) fn rows(&self) -> u64 {
        self.dims.last().copied().unwrap_or(0)
    }

    /// Numbers in one of those rows.
    pub(crate) fn row_length(&self) -> u64 {
        self.dims.iter().rev().skip(1).product()
    }

    /// So many rows that they are about this many numbers.
    pub(crate) fn rows_at_once(&self, numbers: u64) -> u64 {
        (numbers / self.row_length().max(1)).max(1)
    }
}

/// What the numbers are for decides how coarsely they may be stored.
#[derive(Clone, Copy)]
enum Role {
    /// Biases, norms, positions: small, and the engine takes nothing else.
    Exact,
    /// Kernels of convolutions: the engine takes no blocks there.
    Kernel,
    /// Everything else: nearly the whole model.
    Weights,
}

/// The tensors of a model in the order in which they are written.
pub(crate) fn plan(whisper: &Whisper, kind: Quantisation) -> Vec<Tensor> {
    let mut plan = Plan { width: whisper.width, kind, tensors: Vec::new() };
    let (bands, bins) = (whisper.mels, mel::BINS as u64);
    plan.computed("frontend.mel_filterbank", &[bins, bands], mel::filterbank(bands as usize));
    plan.computed("frontend.window", &[mel::WINDOW as u64], mel::window());
    plan.encoder(whisper);
    plan.decoder(whisper);
    plan.tensors
}

struct Plan {
    width: u64,
    kind: Quantisation,
    tensors: Vec<Tensor>,
}

impl Plan {
    fn encoder(&mut self, whisper: &Whisper) {
        let width = self.width;
        self.kernel("enc.conv.0", "encoder/conv1", whisper.mels);
        self.kernel("enc.conv.1", "encoder/conv2", width);
        let positions = [width, whisper.source_positions];
        self.exact("enc.pos_emb.weight", "encoder/position_encodings/encodings", &positions);
        self.norm("enc.final_norm", "encoder/layer_norm");
        for layer in 0..whisper.encoder_layers {
            let to = format!("enc.blocks.{layer}");
            let from = format!("encoder/layer_{layer}");
            self.attention(&to, ["norm_attn", "attn"], &format!("{from}/self_attention"));
            self.feed_forward(&to, &from, whisper.encoder_inner);
        }
    }

    fn decoder(&mut self, whisper: &Whisper) {
        let width = self.width;
        let embeddings = [width, whisper.vocabulary];
        let name = "decoder/embeddings/weight";
        self.put(
            "dec.token_embd.weight",
            (name, 0, whisper.vocabulary),
            &embeddings,
            Role::Weights,
        );
        let positions = [width, whisper.target_positions];
        self.exact("dec.pos_emb.weight", "decoder/position_encodings/encodings", &positions);
        self.norm("dec.final_norm", "decoder/layer_norm");
        for layer in 0..whisper.decoder_layers {
            let to = format!("dec.blocks.{layer}");
            let from = format!("decoder/layer_{layer}");
            self.attention(&to, ["norm_self", "self_attn"], &format!("{from}/self_attention"));
            self.cross_attention(&to, &format!("{from}/attention"));
            self.feed_forward(&to, &from, whisper.decoder_inner);
        }
    }

    fn attention(&mut self, to: &str, [norm, name]: [&str; 2], from: &str) {
        self.norm(&format!("{to}.{norm}"), &format!("{from}/layer_norm"));
        let fused = format!("{from}/linear_0");
        for (index, part) in ["q", "k", "v"].into_iter().enumerate() {
            self.part(&format!("{to}.{name}.{part}"), (&fused, index as u64, 3));
        }
        self.part(&format!("{to}.{name}.out"), (&format!("{from}/linear_1"), 0, 1));
    }

    fn cross_attention(&mut self, to: &str, from: &str) {
        self.norm(&format!("{to}.norm_cross"), &format!("{from}/layer_norm"));
        self.part(&format!("{to}.cross_attn.q"), (&format!("{from}/linear_0"), 0, 1));
        let fused = format!("{from}/linear_1");
        for (index, part) in ["k", "v"].into_iter().enumerate() {
            self.part(&format!("{to}.cross_attn.{part}"), (&fused, index as u64, 2));
        }
        self.part(&format!("{to}.cross_attn.out"), (&format!("{from}/linear_2"), 0, 1));
    }

    fn feed_forward(&mut self, to: &str, from: &str, inner: u64) {
        let width = self.width;
        self.norm(&format!("{to}.norm_ffn"), &format!("{from}/ffn/layer_norm"));
        for (name, variable, dims) in
            [("fc1", "linear_0", [width, inner]), ("fc2", "linear_1", [inner, width])]
        {
            let (to, from) = (format!("{to}.ffn.{name}"), format!("{from}/ffn/{variable}"));
            let weights = (format!("{from}/weight"), 0, dims[1]);
            self.put(&format!("{to}.weight"), weights, &dims, Role::Weights);
            self.exact(&format!("{to}.bias"), &format!("{from}/bias"), &[dims[1]]);
        }
    }

    /// The square projection number `index` of the `count` that a variable holds. Keys have no
    /// bias in Whisper: what stands there is zero, and [`check`] makes sure of it.
    fn part(&mut self, to: &str, (from, index, count): (&str, u64, u64)) {
        let width = self.width;
        let (first, of) = (index * width, count * width);
        let weights = (format!("{from}/weight"), first, of);
        self.put(&format!("{to}.weight"), weights, &[width, width], Role::Weights);
        if !to.ends_with(".k") {
            let bias = (format!("{from}/bias"), first, of);
            self.put(&format!("{to}.bias"), bias, &[width], Role::Exact);
        }
    }

    fn kernel(&mut self, to: &str, from: &str, channels: u64) {
        let width = self.width;
        let weights = (format!("{from}/weight"), 0, width);
        self.put(&format!("{to}.weight"), weights, &[3, channels, width], Role::Kernel);
        self.exact(&format!("{to}.bias"), &format!("{from}/bias"), &[width]);
    }

    fn norm(&mut self, to: &str, from: &str) {
        let width = self.width;
        self.exact(&format!("{to}.weight"), &format!("{from}/gamma"), &[width]);
        self.exact(&format!("{to}.bias"), &format!("{from}/beta"), &[width]);
    }

    fn exact(&mut self, to: &str, from: &str, dims: &[u64]) {
        let rows = dims.last().copied().unwrap_or(1);
        self.put(to, (from, 0, rows), dims, Role::Exact);
    }

    fn put(
        &mut self,
        to: &str,
        (name, first, of): (impl Into<String>, u64, u64),
        dims: &[u64],
        role: Role,
    ) {
        let origin = Origin::Variable { name: name.into(), first, of };
        let storage = storage(self.kind, role, dims[0]);
        self.tensors.push(Tensor { name: to.to_owned(), dims: dims.to_vec(), storage, origin });
    }

    fn computed(&mut self, name: &str, dims: &[u64], numbers: Vec<f32>) {
        self.tensors.push(Tensor {
            name: name.to_owned(),
            dims: dims.to_vec(),
            storage: Storage::F32,
            origin: Origin::Computed(numbers),
        });
    }
}

fn storage(kind: Quantisation, role: Role, row: u64) -> Storage {
    let blocks_fit = row.is_multiple_of(Storage::BLOCK as u64);
    match (kind, role) {
        (_, Role::Exact) | (Quantisation::Q8_0, Role::Kernel) => Storage::F32,
        (Quantisation::F16, _) => Storage::F16,
        (Quantisation::Q8_0, Role::Weights) if blocks_fit => Storage::Q8_0,
        (Quantisation::Q8_0, Role::Weights) => Storage::F32,
    }
}

/// Compares the plan with what the source has: every variable with its shape, and no bias
/// where the engine has no room for one.
pub(crate) fn check(tensors: &[Tensor], model: &mut Model<impl Read + Seek>) -> Result<(), Fault> {
    for tensor in tensors {
        let Origin::Variable { name, first, of } = &tensor.origin else { continue };
        let mut expected: Vec<_> = tensor.dims.iter().rev().copied().collect();
        expected[0] = *of;
        let found = &model.variable(name)?.shape;
        if *found != expected {
            return Err(damaged(format!("\"{name}\" has the shape {found:?}, not {expected:?}")));
        }
        let keys = name.strip_suffix("/weight").filter(|_| tensor.name.ends_with(".k.weight"));
        if let Some(keys) = keys {
            has_no_bias(model, &format!("{keys}/bias"), *first, tensor.dims[0])?;
        }
    }
    Ok(())
}

fn has_no_bias(
    model: &mut Model<impl Read + Seek>,
    name: &str,
    first: u64,
    count: u64,
) -> Result<(), Fault> {
    if model.variable(name)?.count() < first + count {
        return Err(damaged(format!("\"{name}\" is too short")));
    }
    if model.rows(name, first, count)?.iter().any(|number| *number != 0.0) {
        return Err(damaged(format!("\"{name}\" has a bias for keys, which Whisper has not")));
    }
    Ok(())
}
