//! Tauri reads its configuration and capabilities when it is built.

fn main() {
    tauri_build::build();
}
