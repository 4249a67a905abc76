//! Rules of the house that no compiler knows: who may name whom.

use std::path::{Path, PathBuf};
use std::process::Command;

fn sources() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the sources are in the checkout") {
            let path = entry.expect("a file").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let text = std::fs::read_to_string(&path).expect("sources are text");
                found.push((path.strip_prefix(&root).expect("it is below").to_path_buf(), text));
            }
        }
    }
    assert!(found.len() > 50, "{} files", found.len());
    found.sort();
    found
}

/// The files whose code, comments left out, names something.
fn naming(word: &str) -> Vec<String> {
    let names = |text: &String| {
        text.lines().any(|line| line.split("//").next().is_some_and(|code| code.contains(word)))
    };
    let found = sources().into_iter().filter(|(_, text)| names(text));
    found.map(|(path, _)| path.display().to_string()).collect()
}

#[test]
fn one_file_names_each_outside_world() {
    assert_eq!(naming("transcribe_cpp"), ["recognise/native.rs"]);
    assert_eq!(naming("cpal"), ["capture/device.rs", "speaker.rs"]);
    assert_eq!(naming("symphonia"), ["capture/wav.rs"]);
    assert_eq!(naming("enigo"), ["deliver/keys.rs"]);
    assert_eq!(naming("interprocess"), ["control/socket.rs"]);
    assert_eq!(naming("Instant::now"), ["clock.rs"]);
    assert_eq!(naming("keyring"), ["keychain.rs"]);
    // Nothing else can connect to a network.
    assert_eq!(naming("reqwest"), ["http.rs", "models/download/transfer.rs"]);
    for socket in ["TcpStream", "TcpListener", "UdpSocket"] {
        assert_eq!(naming(socket), Vec::<String>::new());
    }
    assert_eq!(naming("tokio"), ["http.rs", "models/download/transfer.rs"]);
}

#[test]
fn only_a_download_and_a_server_that_was_set_up_are_ways_to_the_network() {
    let mut users = naming("crate::http");
    users.sort();
    let known = [
        "models/download/reply.rs",
        "models/download/transfer.rs",
        "recognise/remote.rs",
        "recognise/remote/reply.rs",
    ];
    assert_eq!(users, known);
    // What tries a server, and what makes a recogniser of one that is chosen.
    assert_eq!(naming("Remote::open"), ["bench/tried.rs", "recognise/chosen.rs"]);
}

#[test]
fn the_decisions_touch_no_thread_file_or_clock() {
    let bench = ["bench/spoken", "bench/score", "bench/shown", "bench/trial", "bench/measures"];
    let rooms =
        ["session", "segment", "work", "evidence", "assemble", "captions", "language", "words"];
    for room in rooms.into_iter().chain(bench) {
        for effect in
            ["std::thread", "std::fs", "Mutex", "mpsc", "Clock", "std::process", "std::env"]
        {
            let guilty: Vec<String> =
                naming(effect).into_iter().filter(|path| path.starts_with(room)).collect();
            assert_eq!(guilty, Vec::<String>::new(), "{effect} in {room}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_command_line_links_no_window_toolkit() {
    let output = Command::new("ldd").arg(env!("CARGO_BIN_EXE_aloud")).output().expect("ldd");
    let libraries = String::from_utf8_lossy(&output.stdout);
    assert!(libraries.contains("libc.so"), "{libraries}");
    for toolkit in ["libgtk", "libwebkit", "libQt"] {
        assert!(!libraries.contains(toolkit), "{libraries}");
    }
}
