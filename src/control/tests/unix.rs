//! Where the socket is a file.

use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;

use super::*;

#[test]
fn it_is_private() {
    let house = House::new();
    let mode = |path: PathBuf| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(house.socket()), 0o600);
    assert_eq!(mode(house.home.app_lock()), 0o600);
    assert_eq!(mode(house.home.runtime.clone()), 0o700);
}

#[test]
fn what_a_crash_left_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let (home, desk) = (home_in(&folder), Fake::new());
    let instance = first(&home);
    drop(UnixListener::bind(home.socket()).unwrap());
    assert!(home.socket().exists());
    let _server = Server::open(&instance, desk).unwrap();
    assert_eq!(ask(&home.socket(), &status()).unwrap(), idle());
}

#[test]
fn a_file_of_somebody_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let home = home_in(&folder);
    let instance = first(&home);
    std::fs::write(home.socket(), "mine").unwrap();
    let error = Server::open(&instance, Fake::new()).unwrap_err();
    assert!(error.to_string().contains("control.sock"), "{error}");
    assert_eq!(std::fs::read_to_string(home.socket()).unwrap(), "mine");
}

#[test]
fn a_path_that_is_too_long_is_said_to_be() {
    let folder = tempfile::tempdir().unwrap();
    let deep = folder.path().join("x".repeat(120));
    let home = Home::resolve(|_| Some(deep.clone().into_os_string()), None).unwrap();
    let error = Server::open(&first(&home), Fake::new()).unwrap_err();
    assert!(error.to_string().contains("ALOUD_HOME"), "{error}");
}
