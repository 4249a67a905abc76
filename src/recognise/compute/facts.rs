//! What a verdict on a backend holds for: the driver, the card and this program, as far as files
//! tell. When one of these changes, the backend is tried again.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::Gpu;

/// Where to look.
pub(in crate::recognise) struct Machine<'a> {
    /// `/`, but in tests.
    root: PathBuf,
    lookup: &'a dyn Fn(&str) -> Option<String>,
}

impl<'a> Machine<'a> {
    /// This machine, with variables of the environment by name.
    pub(in crate::recognise) fn here(lookup: &'a dyn Fn(&str) -> Option<String>) -> Self {
        Self { root: PathBuf::from(std::path::MAIN_SEPARATOR_STR), lookup }
    }

    fn at(&self, path: &str) -> PathBuf {
        self.root.join(path.trim_start_matches('/'))
    }
}

/// What holds of a backend now. `code` is the file that has it: a module, or the program.
pub(in crate::recognise) fn facts(gpu: Gpu, code: &Path, machine: &Machine<'_>) -> Vec<String> {
    let mut facts = vec![format!("aloud {}", env!("CARGO_PKG_VERSION")), file(code)];
    let variables = variables(gpu).iter();
    facts.extend(variables.filter_map(|name| {
        let value = (machine.lookup)(name)?;
        Some(format!("{name}={value}"))
    }));
    match gpu {
        Gpu::Vulkan => facts.extend(vulkan(machine)),
        Gpu::Cuda => facts.extend(library("libcuda.so.1", machine)),
        Gpu::Metal => {}
    }
    facts.extend(
        drivers(gpu).iter().map(|path| machine.at(path)).filter(|p| p.exists()).map(|p| file(&p)),
    );
    facts.extend(cards(machine));
    facts
}

/// Variables by which people choose drivers and cards.
fn variables(gpu: Gpu) -> &'static [&'static str] {
    match gpu {
        Gpu::Vulkan => &[
            "VK_DRIVER_FILES",
            "VK_ICD_FILENAMES",
            "VK_ADD_DRIVER_FILES",
            "VK_LOADER_DRIVERS_SELECT",
            "VK_LOADER_DRIVERS_DISABLE",
            "GGML_VK_VISIBLE_DEVICES",
            "DRI_PRIME",
        ],
        Gpu::Cuda => &["CUDA_VISIBLE_DEVICES"],
        Gpu::Metal => &[],
    }
}

/// Files that change with the driver, on whichever system they are.
fn drivers(gpu: Gpu) -> &'static [&'static str] {
    match gpu {
        Gpu::Vulkan => {
            &["/Windows/System32/vulkan-1.dll", "/Windows/System32/DriverStore/FileRepository"]
        }
        Gpu::Cuda => {
            &["/Windows/System32/nvcuda.dll", "/Windows/System32/DriverStore/FileRepository"]
        }
        Gpu::Metal => &["/System/Library/CoreServices/SystemVersion.plist"],
    }
}

/// The loader, and each driver that it may find with the library behind it.
fn vulkan(machine: &Machine<'_>) -> Vec<String> {
    let mut facts = library("libvulkan.so.1", machine);
    for driver in vulkan_drivers(machine) {
        facts.push(file(&driver));
        let told = fs::read(&driver).ok().and_then(|text| {
            let told: serde_json::Value = serde_json::from_slice(&text).ok()?;
            Some(told["ICD"]["library_path"].as_str()?.to_owned())
        });
        facts.extend(told.map(|name| library(&name, machine)).unwrap_or_default());
    }
    facts
}

/// The files that name drivers: those of the environment, else those of the folders.
fn vulkan_drivers(machine: &Machine<'_>) -> Vec<PathBuf> {
    let set = |name| (machine.lookup)(name).filter(|value| !value.is_empty());
    if let Some(listed) = set("VK_DRIVER_FILES").or_else(|| set("VK_ICD_FILENAMES")) {
        return std::env::split_paths(&listed).collect();
    }
    let of_the_person = set("XDG_DATA_HOME")
        .or_else(|| set("HOME").map(|home| format!("{home}/.local/share")))
        .map(|data| format!("{data}/vulkan/icd.d"));
    let folders = ["/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d", "/usr/share/vulkan/icd.d"];
    let folders = folders.into_iter().map(str::to_owned).chain(of_the_person);
    let mut found: Vec<PathBuf> = folders.flat_map(|folder| listed(&machine.at(&folder))).collect();
    found.sort();
    found
}

/// A library where systems keep them, or wherever its name says.
fn library(name: &str, machine: &Machine<'_>) -> Vec<String> {
    if name.contains('/') {
        return vec![file(&machine.at(name))];
    }
    let own = (machine.lookup)("LD_LIBRARY_PATH").unwrap_or_default();
    let own = std::env::split_paths(&own).map(|folder| folder.display().to_string());
    let arch = format!("/usr/lib/{}-linux-gnu", std::env::consts::ARCH);
    let usual = [&arch, "/usr/lib64", "/usr/lib", "/usr/local/lib", "/lib64"];
    let mut folders = own.chain(usual.into_iter().map(str::to_owned));
    let found = folders.find_map(|folder| {
        let path = machine.at(&folder).join(name);
        path.exists().then(|| file(&path))
    });
    vec![found.unwrap_or_else(|| format!("{name} missing"))]
}

/// The cards as the kernel lists them, and its drivers.
fn cards(machine: &Machine<'_>) -> Vec<String> {
    let mut facts: Vec<String> = listed(&machine.at("/sys/class/drm"))
        .into_iter()
        .filter(|path| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("renderD"))
        })
        .map(|path| {
            let told =
                |name| fs::read_to_string(path.join("device").join(name)).unwrap_or_default();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            format!("{name} {} {}", told("vendor").trim(), told("device").trim())
        })
        .collect();
    facts.sort();
    for told in ["/proc/driver/nvidia/version", "/proc/sys/kernel/osrelease"] {
        facts.extend(fs::read_to_string(machine.at(told)).ok().map(|text| text.trim().to_owned()));
    }
    facts
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    entries.filter_map(|entry| Some(entry.ok()?.path())).collect()
}

/// A file by its path, size and age. Links are followed: the name of a library stays when an
/// update changes what it stands for.
fn file(path: &Path) -> String {
    let Ok(about) = fs::metadata(path) else { return format!("{} missing", path.display()) };
    let modified = about.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    let modified = modified.map_or(0, |at| at.as_millis());
    format!("{} {} {modified}", path.display(), about.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A machine of files in a folder.
    struct Toy {
        folder: tempfile::TempDir,
        variables: Vec<(&'static str, String)>,
    }

    impl Toy {
        fn new() -> Self {
            let toy = Self { folder: tempfile::tempdir().unwrap(), variables: Vec::new() };
            toy.write("/app/libggml-vulkan.so", "module");
            toy.write("/usr/lib/libvulkan.so.1", "loader");
            toy.write("/usr/lib/libvulkan_fast.so", "driver");
            let icd = r#"{"ICD": {"library_path": "libvulkan_fast.so"}}"#;
            toy.write("/usr/share/vulkan/icd.d/fast.json", icd);
            toy.write("/sys/class/drm/renderD128/device/vendor", "0x10de\n");
            toy.write("/proc/sys/kernel/osrelease", "6.1.0\n");
            toy
        }

        fn write(&self, path: &str, text: &str) {
            let path = self.folder.path().join(&path[1..]);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }

        fn facts(&self, gpu: Gpu) -> Vec<String> {
            let lookup = |name: &str| {
                let found = self.variables.iter().find(|(key, _)| *key == name);
                found.map(|(_, value)| value.clone())
            };
            let machine = Machine { root: self.folder.path().to_path_buf(), lookup: &lookup };
            facts(gpu, &machine.at("/app/libggml-vulkan.so"), &machine)
        }
    }

    #[test]
    fn as_long_as_nothing_changes_they_are_the_same() {
        let toy = Toy::new();
        let facts = toy.facts(Gpu::Vulkan);
        assert_eq!(toy.facts(Gpu::Vulkan), facts);
        for part in ["aloud ", "libggml-vulkan.so 6", "libvulkan.so.1 6", "fast.json", "fast.so 6"]
        {
            assert!(facts.iter().any(|fact| fact.contains(part)), "{part}: {facts:#?}");
        }
        assert!(facts.contains(&"renderD128 0x10de ".to_owned()), "{facts:#?}");
    }

    #[test]
    fn each_part_of_the_way_to_the_card_counts() {
        type Change = fn(&mut Toy);
        let changes: [(&str, Change); 7] = [
            ("the module", |toy| toy.write("/app/libggml-vulkan.so", "another")),
            ("the loader", |toy| toy.write("/usr/lib/libvulkan.so.1", "another")),
            ("a driver", |toy| toy.write("/usr/lib/libvulkan_fast.so", "another")),
            ("one more driver", |toy| toy.write("/etc/vulkan/icd.d/new.json", "{}")),
            ("the card", |toy| toy.write("/sys/class/drm/renderD128/device/device", "0x2684")),
            ("the kernel", |toy| toy.write("/proc/sys/kernel/osrelease", "6.2.0")),
            ("a variable", |toy| toy.variables.push(("GGML_VK_VISIBLE_DEVICES", "0".to_owned()))),
        ];
        for (what, change) in changes {
            let mut toy = Toy::new();
            let before = toy.facts(Gpu::Vulkan);
            change(&mut toy);
            assert_ne!(toy.facts(Gpu::Vulkan), before, "{what}");
        }
    }

    #[test]
    fn a_driver_that_the_environment_names_stands_for_all() {
        let mut toy = Toy::new();
        toy.variables.push(("VK_ICD_FILENAMES", "/nonexistent".to_owned()));
        let facts = toy.facts(Gpu::Vulkan);
        assert!(facts.contains(&"/nonexistent missing".to_owned()), "{facts:#?}");
        assert!(!facts.iter().any(|fact| fact.contains("fast.json")), "{facts:#?}");
    }

    #[test]
    fn a_library_that_is_not_there_is_a_fact_too() {
        let toy = Toy::new();
        let without = toy.facts(Gpu::Cuda);
        assert!(without.contains(&"libcuda.so.1 missing".to_owned()), "{without:#?}");
        toy.write("/usr/lib64/libcuda.so.1", "driver");
        assert_ne!(toy.facts(Gpu::Cuda), without);
    }
}
