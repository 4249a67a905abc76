//! What several test files and the demo share: machines of their own to play with.
#![allow(dead_code, reason = "each of them uses its own part of this")]
#![allow(missing_docs, unreachable_pub, reason = "nobody outside of the tests sees it")]
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test ends where it cannot go on")]

pub(crate) mod app;
pub(crate) mod clip;
pub(crate) mod display;
pub(crate) mod driver;
pub(crate) mod ear;
pub(crate) mod eye;
pub(crate) mod keyboard;
pub(crate) mod letters;
pub(crate) mod listening;
pub(crate) mod pulse;
pub(crate) mod rig;
pub(crate) mod recogniser;
pub(crate) mod score;
pub(crate) mod stage;
pub(crate) mod wait;
pub(crate) mod web;

/// The checkout, whichever of its packages this is a test of.
pub(crate) fn root() -> std::path::PathBuf {
    let package = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let above = package.parent().filter(|_| package.ends_with("src-tauri"));
    above.unwrap_or(package).to_path_buf()
}

/// The folder with the speech model: `make test` says where it is.
pub(crate) fn models() -> std::path::PathBuf {
    std::env::var_os("ALOUD_TEST_MODELS")
        .map_or_else(|| root().join(".cache/home/models"), std::path::PathBuf::from)
}
