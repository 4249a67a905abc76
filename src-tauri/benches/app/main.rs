//! What the desktop app costs, and how soon it answers: `make bench-app`.
//!
//! Everything is measured from outside, on a display, with a sound server and an editor of its
//! own, and compared within one run: with a bare window of the same toolkit, and with `aloud
//! listen` reading the same recording.

#[path = "../../../tests/common/mod.rs"]
mod common;
mod dictation;
mod figures;
mod footprint;
mod response;

use std::path::{Path, PathBuf};

use common::models;
use common::stage::Stage;

fn main() {
    // `cargo test` builds and starts benches too, to see that they can be; there it is over.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let only: Vec<String> =
        std::env::args().skip(1).filter(|name| !name.starts_with('-')).collect();
    let wanted = |name: &str| only.is_empty() || only.iter().any(|only| only == name);
    let parts: [(&str, fn()); 5] = [
        ("window", footprint::window),
        ("idle", footprint::idle),
        ("takes", footprint::takes),
        ("cue", response::cue),
        ("typed", dictation::typed),
    ];
    for (name, measure) in parts {
        if wanted(name) {
            measure();
        }
    }
}

fn desktop() -> &'static Path {
    env!("CARGO_BIN_EXE_aloud-desktop").as_ref()
}

/// Programs lie beside each other.
fn beside(name: &str) -> PathBuf {
    desktop().with_file_name(name)
}

fn stage() -> Stage {
    Stage::set(&beside("aloud"), &models())
}
