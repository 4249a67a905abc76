//! What models can compute on, which of it would be used, and what is set aside and why.

use serde::Serialize;

use crate::cli::console::Console;
use crate::cli::exit::Exit;
use crate::cli::run::Setup;
use crate::cli::table::table;
use crate::error::Result;
use crate::recognise::compute::{Aside, Backend, Class, Device};
use crate::recognise::native::Survey;

pub(super) fn list(console: &Console, retry: bool) -> Result<Exit> {
    let setup = Setup::find(console)?;
    // A backend is tried with the model that would be used, if there is one.
    let model = setup.model(None).ok();
    let survey = Survey::take(&setup.means(None), model.as_ref(), retry);
    if console.is_json() {
        lines(&survey).iter().for_each(|line| console.object(line));
    } else {
        console.text(&page(&survey));
    }
    Ok(Exit::Done)
}

/// What is printed as JSON.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Line<'a> {
    /// A device.
    ComputeDevice {
        #[serde(flatten)]
        device: &'a Device,
        /// Whether a model would get it.
        used: bool,
    },
    /// A backend of this program.
    ComputeBackend {
        backend: &'static str,
        used: bool,
        /// Why it is not.
        #[serde(skip_serializing_if = "Option::is_none")]
        aside: Option<&'a Aside>,
        /// The same for a person.
        #[serde(skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    },
}

fn lines(survey: &Survey) -> Vec<Line<'_>> {
    let devices = survey.devices.iter().enumerate();
    let devices = devices
        .map(|(place, device)| Line::ComputeDevice { device, used: survey.chosen == Some(place) });
    let backends = survey.standing.backends.iter().map(|backend| Line::ComputeBackend {
        backend: backend.gpu.code(),
        used: backend.aside.is_none(),
        aside: backend.aside.as_ref(),
        message: backend.aside.as_ref().map(|aside| aside.told(backend.gpu)),
    });
    devices.chain(backends).collect()
}

fn page(survey: &Survey) -> String {
    let rows: Vec<_> = survey
        .devices
        .iter()
        .enumerate()
        .map(|(place, device)| row(device, survey.chosen == Some(place)))
        .collect();
    let mut page = table(&rows);
    let mut said: Vec<String> = survey.standing.backends.iter().filter_map(unused).collect();
    if let Some(missing) = &survey.missing {
        said.insert(0, format!("\"{missing}\" was chosen, and there is no such device."));
    }
    if survey.standing.backends.is_empty() {
        said.push("This program was built for the processor alone.".to_owned());
    }
    if !said.is_empty() {
        page.push_str(&format!("\n{}\n", said.join("\n")));
    }
    page
}

fn unused(backend: &Backend) -> Option<String> {
    let aside = backend.aside.as_ref()?;
    let (name, why) = (backend.gpu.name(), aside.told(backend.gpu));
    let again = match aside {
        Aside::Fault { .. } => "; to try it again: aloud devices --compute --retry",
        Aside::Unwanted | Aside::Nothing { .. } | Aside::Untried { .. } => "",
    };
    Some(format!("{name} is not used: {why}{again}"))
}

fn row(device: &Device, used: bool) -> [String; 6] {
    let mark = if used { "*" } else { " " };
    let what = match device.class {
        Class::Cpu => "processor",
        Class::Gpu => "graphics card",
        Class::Integrated => "graphics in the processor",
        Class::Accelerator => "helps the processor",
        Class::Unknown => "unknown",
    };
    let id = device.id.as_deref().unwrap_or_default();
    let memory = memory(device.memory_total, device.memory_free);
    [mark, &device.name, &device.description, what, &memory, id].map(str::to_owned)
}

/// How much memory a device has, as far as it tells.
pub(in crate::cli) fn memory(total: Option<u64>, free: Option<u64>) -> String {
    let gb = |bytes: u64| format!("{:.1} GB", bytes as f64 / 1e9);
    match (total, free) {
        (Some(total), Some(free)) => format!("{}, {} free", gb(total), gb(free)),
        (Some(total), None) => gb(total),
        (None, _) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognise::compute::{Fault, Gpu, Standing};

    fn device(name: &str, backend: &str, class: Class) -> Device {
        Device {
            name: name.to_owned(),
            description: format!("Maker's {name}"),
            backend: backend.to_owned(),
            class,
            id: None,
            memory_total: Some(8_000_000_000),
            memory_free: Some(7_500_000_000),
        }
    }

    fn survey(aside: Option<Aside>) -> Survey {
        let devices = vec![
            device("Vulkan0", "vulkan", Class::Gpu),
            Device { memory_total: None, memory_free: None, ..device("CPU", "cpu", Class::Cpu) },
        ];
        let standing = Standing { backends: vec![Backend::new(Gpu::Vulkan, aside)] };
        Survey { standing, devices, chosen: Some(0), missing: None }
    }

    #[test]
    fn the_page_marks_what_would_be_used() {
        assert_eq!(
            page(&survey(None)),
            "*  Vulkan0  Maker's Vulkan0  graphics card  8.0 GB, 7.5 GB free\n   \
             CPU      Maker's CPU      processor\n"
        );
    }

    #[test]
    fn what_is_set_aside_is_told_with_its_reason_and_the_way_back() {
        let fault = Fault::Crashed { how: "signal: 6".to_owned() };
        let mut survey = survey(Some(Aside::Fault { fault, news: false }));
        survey.missing = Some("CUDA0".to_owned());
        let page = page(&survey);
        assert!(
            page.ends_with(
                "\n\"CUDA0\" was chosen, and there is no such device.\n\
             Vulkan is not used: it crashed when it was tried (signal: 6); to try it again: aloud \
             devices --compute --retry\n"
            ),
            "{page}"
        );
    }

    #[test]
    fn json_is_one_object_a_device_and_one_a_backend() {
        let aside = Aside::Fault { fault: Fault::Hung { seconds: 20 }, news: true };
        let survey = survey(Some(aside));
        let lines: Vec<String> =
            lines(&survey).iter().map(|line| serde_json::to_string(line).unwrap()).collect();
        assert_eq!(
            lines[1],
            r#"{"type":"compute_device","name":"CPU","description":"Maker's CPU","backend":"cpu","class":"cpu","id":null,"memory_total":null,"memory_free":null,"used":false}"#
        );
        assert_eq!(
            lines[2],
            r#"{"type":"compute_backend","backend":"vulkan","used":false,"aside":{"why":"fault","fault":{"kind":"hung","seconds":20},"news":true},"message":"it did not answer within 20 s when it was tried"}"#
        );
    }
}
