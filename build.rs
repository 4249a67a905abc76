//! What cargo cannot do.
//!
//! It says from which revision of the source a release was made, so that `aloud doctor` can put it
//! into a bug report; everyday builds say nothing, because each commit would build everything
//! again, and so does a build outside of a checkout. And where backends are modules
//! (`dynamic-backends`), it puts them and the libraries of the engine beside the programs, and
//! tells the programs to look there.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    revision();
    if env::var_os("CARGO_FEATURE_DYNAMIC_BACKENDS").is_some() {
        look_beside_the_program();
        put_beside_the_program();
    }
}

fn revision() {
    let log = Path::new(".git/logs/HEAD");
    if env::var("PROFILE").as_deref() != Ok("release") || !log.exists() {
        return;
    }
    println!("cargo:rerun-if-changed={}", log.display());
    let revision = Command::new("git").args(["rev-parse", "--short=10", "HEAD"]).output();
    let revision = revision.ok().filter(|answer| answer.status.success());
    if let Some(revision) = revision.and_then(|answer| String::from_utf8(answer.stdout).ok()) {
        println!("cargo:rustc-env=ALOUD_REVISION={}", revision.trim());
    }
}

/// Windows looks beside a program by itself. A package may put the libraries into `lib/aloud`;
/// programs of tests lie in a folder below.
fn look_beside_the_program() {
    let origin = match env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("windows") => return,
        Ok("macos") => "@loader_path",
        _ => "$ORIGIN",
    };
    for folder in ["", "/../lib/aloud"] {
        println!("cargo:rustc-link-arg-bins=-Wl,-rpath,{origin}{folder}");
    }
    for kind in ["tests", "benches", "examples"] {
        println!("cargo:rustc-link-arg-{kind}=-Wl,-rpath,{origin}/..");
    }
}

fn put_beside_the_program() {
    let output = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to write"));
    // <target>/<profile>/build/<package>/out
    let programs = output.ancestors().nth(3).expect("cargo writes below the programs");
    for folder in ["DEP_TRANSCRIBE_CPP_RUNTIME_DIR", "DEP_TRANSCRIBE_CPP_MODULE_DIR"] {
        println!("cargo:rerun-if-env-changed={folder}");
        let Some(folder) = env::var_os(folder).map(PathBuf::from) else { continue };
        println!("cargo:rerun-if-changed={}", folder.display());
        for library in libraries(&folder) {
            let name = library.file_name().expect("it has a name");
            // A program that runs may have it open, so it is not written over.
            let copy = programs.join(name);
            let _ = fs::remove_file(&copy);
            fs::copy(&library, &copy).expect("the engine lies beside the programs");
        }
    }
}

/// The files that programs open. Of `libx.so`, `libx.so.0` and `libx.so.0.4`, which are one, that
/// is the link to the file itself: it has the name that the linker wrote down.
fn libraries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the engine was built");
    let paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    let target = |path: &PathBuf| fs::read_link(path).ok().map(|target| folder.join(target));
    let targets: Vec<PathBuf> = paths.iter().filter_map(target).collect();
    let is_opened = |path: &PathBuf| match target(path) {
        Some(target) => target.is_file() && !target.is_symlink(),
        None => path.is_file() && !targets.contains(path),
    };
    paths.into_iter().filter(|path| is_library(path) && is_opened(path)).collect()
}

fn is_library(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.contains(".so") || name.ends_with(".dll") || name.ends_with(".dylib")
}
