//! Tauri reads its configuration and capabilities when it is built. The commands are listed
//! here so that a window may call those that its capability names, and no others.

use tauri_build::{AppManifest, Attributes};

const COMMANDS: [&str; 24] = [
    "snapshot",
    "patch",
    "start",
    "stop",
    "toggle",
    "translate",
    "cancel",
    "copy",
    "caption",
    "copy_take",
    "save_take",
    "microphones",
    "models",
    "pick_folder",
    "import_model",
    "measure_models",
    "set_server_key",
    "try_server",
    "record_hotkey",
    "retry_model",
    "tell_overlay",
    "edit_overlay",
    "nudge_overlay",
    "quit",
];

fn main() {
    // The pages are built into the program.
    println!("cargo:rerun-if-changed=../ui/dist");
    let attributes = Attributes::new().app_manifest(AppManifest::new().commands(&COMMANDS));
    tauri_build::try_build(attributes).expect("the configuration of the app is valid");
}
