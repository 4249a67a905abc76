//! What computes beside the processor, and whether it can be trusted to.
//!
//! The driver of a graphics card is somebody else's code in our process: it may crash, hang or be
//! half installed. So each backend is tried in a child process before it is used, what came of
//! that is remembered, and only what proved good is let into this process. `recognise/native`
//! carries it out; here is what is decided and remembered.

mod attempt;
mod choice;
mod facts;
mod marker;
mod memory;
mod plan;
mod remark;
mod stand;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

pub(in crate::recognise) use attempt::{Answer, Limits, answer, attempt};
pub(in crate::recognise) use choice::{Order, order};
pub(in crate::recognise) use facts::{Machine, facts};
pub(in crate::recognise) use marker::Marker;
pub use plan::{Aside, Fault, Verdict};
pub use remark::Remark;
pub(in crate::recognise) use remark::{did_not_fit, missing, needs_restart};
pub use stand::{Backend, Standing};
pub(in crate::recognise) use stand::{Found, stand};

/// A way to compute beside the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gpu {
    /// NVIDIA's own.
    Cuda,
    /// Apple's own.
    Metal,
    /// What all makers of graphics cards offer.
    Vulkan,
}

impl Gpu {
    /// All of them; where several offer one card, the first of these has it.
    pub const ALL: [Self; 3] = [Self::Cuda, Self::Metal, Self::Vulkan];

    /// As the engine spells it, and options do.
    pub fn code(self) -> &'static str {
        match self {
            Self::Cuda => "cuda",
            Self::Metal => "metal",
            Self::Vulkan => "vulkan",
        }
    }

    /// For a person.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cuda => "CUDA",
            Self::Metal => "Metal",
            Self::Vulkan => "Vulkan",
        }
    }

    /// The one of this code.
    pub fn of(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|gpu| gpu.code() == code)
    }
}

/// Something that a model can compute on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Device {
    /// As its backend calls it, such as `Vulkan0`; another one after a change of the machine.
    pub name: String,
    /// As its maker calls it.
    pub description: String,
    /// Its backend, such as `vulkan`.
    pub backend: String,
    /// What it is.
    pub class: Class,
    /// The place that it is plugged into, where its backend tells; lasts.
    pub id: Option<String>,
    /// Bytes of its memory, where its backend tells.
    pub memory_total: Option<u64>,
    /// Bytes of it that are free.
    pub memory_free: Option<u64>,
}

/// See [`Device`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// The processor.
    Cpu,
    /// A graphics card with memory of its own.
    Gpu,
    /// One that shares the memory of the processor.
    Integrated,
    /// Something that helps the processor.
    Accelerator,
    /// What this program does not know.
    Unknown,
}
