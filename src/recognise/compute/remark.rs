//! What a person is told of where a model computes. Pure.

use super::{Aside, Gpu};
use crate::settings::Compute;

/// How a backend that is set aside is tried once more.
const AGAIN: &str = "`aloud devices --compute --retry` tries it again";

/// Something that a person should know of how a model was loaded; it works all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Stable code, to branch on.
    pub code: &'static str,
    /// A sentence: what happened, to what, what to do.
    pub message: String,
}

/// A backend was set aside just now.
pub(super) fn aside(gpu: Gpu, aside: &Aside) -> Option<Remark> {
    let name = gpu.name();
    let why = aside.told(gpu);
    let message = match aside {
        _ if !aside.is_news() => return None,
        Aside::Nothing { .. } => format!(
            "the graphics card that was used with {name} is gone, so the processor computes: \
             {why}; look at its driver, and it is used again"
        ),
        Aside::Fault { .. } | Aside::Untried { .. } | Aside::Unwanted => {
            format!("{name} is set aside, so it is computed without it: {why}; {AGAIN}")
        }
    };
    Some(Remark { code: "compute_aside", message })
}

/// The device that was chosen is not there; `fault` may be why.
pub(in crate::recognise) fn missing(wanted: &str, instead: &str, fault: Option<&str>) -> Remark {
    let what_next = match fault {
        Some(fault) => format!("{fault}; {AGAIN}"),
        None => "`aloud devices --compute` lists what there is".to_owned(),
    };
    let message =
        format!("there is no device \"{wanted}\" to compute on, so {instead} is used; {what_next}");
    Remark { code: "compute_missing", message }
}

/// What was chosen since the program started can only be had when it starts again.
pub(in crate::recognise) fn needs_restart(wanted: &Compute) -> Remark {
    let wanted = match wanted {
        Compute::Device(name) => name.as_str(),
        Compute::Auto | Compute::Cpu => "the graphics card",
    };
    let message = format!(
        "{wanted} is used from the next start of Aloud on: it was started with the processor alone"
    );
    Remark { code: "compute_restart", message }
}

/// A model does not fit onto a device, or fails on it.
pub(in crate::recognise) fn did_not_fit(device: &str, full: bool, instead: &str) -> Remark {
    let why =
        if full { "has too little free memory for the model" } else { "fails with the model" };
    let message = format!(
        "{device} {why}, so {instead} is used; close other programs that use the graphics card, \
         or take a smaller model"
    );
    Remark { code: "compute_full", message }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognise::compute::Fault;

    #[test]
    fn what_is_set_aside_is_told_with_the_way_back() {
        let fault = Fault::Crashed { how: "signal: 6 (SIGABRT)".to_owned() };
        let told = aside(Gpu::Vulkan, &Aside::Fault { fault: fault.clone(), news: true }).unwrap();
        assert_eq!(told.code, "compute_aside");
        assert_eq!(
            told.message,
            "Vulkan is set aside, so it is computed without it: it crashed when it was tried \
             (signal: 6 (SIGABRT)); `aloud devices --compute --retry` tries it again"
        );
        assert_eq!(aside(Gpu::Vulkan, &Aside::Fault { fault, news: false }), None);
        assert_eq!(aside(Gpu::Vulkan, &Aside::Unwanted), None);
        let gone = aside(Gpu::Cuda, &Aside::Nothing { news: true }).unwrap();
        assert!(gone.message.contains("used with CUDA is gone"), "{}", gone.message);
    }

    #[test]
    fn a_device_that_is_missing_or_full_is_named() {
        assert_eq!(
            missing("Vulkan1", "Vulkan0", None).message,
            "there is no device \"Vulkan1\" to compute on, so Vulkan0 is used; `aloud devices \
             --compute` lists what there is"
        );
        let fault = missing("Vulkan0", "the processor", Some("Vulkan is set aside: it crashed"));
        assert!(
            fault.message.ends_with("it crashed; `aloud devices --compute --retry` tries it again")
        );
        let full = did_not_fit("Vulkan0", true, "the processor");
        assert!(full.message.contains("too little free memory"), "{}", full.message);
        assert!(did_not_fit("Vulkan0", false, "x").message.contains("fails with the model"));
        assert!(needs_restart(&Compute::Auto).message.starts_with("the graphics card is used"));
    }
}
