//! What cargo cannot do: say from which revision of the source the program was made, so that
//! `aloud doctor` can put it into a bug report. Outside of a checkout it says nothing.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=.git/HEAD");
    println!("cargo:rerun-if-changed=.git/logs/HEAD");
    let revision = Command::new("git").args(["rev-parse", "--short=10", "HEAD"]).output();
    let revision = revision.ok().filter(|answer| answer.status.success());
    let revision = revision.and_then(|answer| String::from_utf8(answer.stdout).ok());
    if let Some(revision) = revision {
        println!("cargo:rustc-env=ALOUD_REVISION={}", revision.trim());
    }
}
