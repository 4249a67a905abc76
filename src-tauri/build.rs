//! Tauri reads its configuration and capabilities when it is built. The commands are listed
//! here so that a window may call those that its capability names, and no others.

use tauri_build::{AppManifest, Attributes};

const COMMANDS: [&str; 34] = [
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
    "pick_file",
    "delete_model",
    "offers",
    "fetch_model",
    "pause_fetch",
    "cancel_fetch",
    "check_microphone",
    "try_hotkey",
    "autostart",
    "set_autostart",
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
    look_beside_the_program();
    // The pages are built into the program.
    println!("cargo:rerun-if-changed=../ui/dist");
    let attributes = Attributes::new().app_manifest(AppManifest::new().commands(&COMMANDS));
    tauri_build::try_build(attributes).expect("the configuration of the app is valid");
}

/// Where backends are modules, the build of the engine puts them and its libraries beside this
/// program; a package may put them into `lib/aloud`. Windows looks there by itself.
fn look_beside_the_program() {
    if std::env::var_os("CARGO_FEATURE_DYNAMIC_BACKENDS").is_none() {
        return;
    }
    let origin = match std::env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("windows") => return,
        Ok("macos") => "@loader_path",
        _ => "$ORIGIN",
    };
    for folder in ["", "/../lib/aloud"] {
        println!("cargo:rustc-link-arg-bins=-Wl,-rpath,{origin}{folder}");
    }
    for kind in ["tests", "benches"] {
        println!("cargo:rustc-link-arg-{kind}=-Wl,-rpath,{origin}/..");
    }
}
