//! What machine this is, and which names on it are private.

use std::env;
use std::fs;
use std::path::Path;

use super::report::Facts;

/// Shorter names stand in too many words by chance.
const SHORTEST_NAME: usize = 3;

/// Looks at the machine, and changes nothing.
pub(super) fn facts() -> Facts {
    let file = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let machine = [
        ("processor", field(&file("/proc/cpuinfo"), "model name").map(str::to_owned)),
        ("instructions", Some(instructions().join(" "))),
        ("memory", field(&file("/proc/meminfo"), "MemTotal").map(str::to_owned)),
        ("kernel", Some(file("/proc/sys/kernel/osrelease").trim().to_owned())),
        ("session", Some(session(|name| env::var(name).ok()))),
    ];
    let machine = machine.into_iter().filter_map(|(what, found)| Some((what, found?)));
    let machine = machine.filter(|(_, found)| !found.is_empty()).collect();
    let host = file("/proc/sys/kernel/hostname").trim().to_owned();
    let user = env::var("USER").ok();
    Facts { machine, hidden: hidden(env::home_dir().as_deref(), user.as_deref(), &host) }
}

/// What stands for the private names in messages.
fn hidden(home: Option<&Path>, user: Option<&str>, host: &str) -> Vec<(String, &'static str)> {
    let home = home.filter(|home| home.components().count() > 1);
    let names = [
        (home.map(|home| home.display().to_string()), "~"),
        (user.filter(|user| *user != "root").map(str::to_owned), "(user)"),
        (Some(host.to_owned()).filter(|host| host != "localhost"), "(host)"),
    ];
    let known = names.into_iter().filter_map(|(name, instead)| Some((name?, instead)));
    known.filter(|(name, _)| name.len() >= SHORTEST_NAME).collect()
}

/// The value of a field of a file of lines such as `model name : Quick 9000`.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let lines = text.lines().filter_map(|line| line.split_once(':'));
    lines.map(|(key, value)| (key.trim(), value.trim())).find(|(key, _)| *key == name).map(|f| f.1)
}

/// Those that a speech model is much quicker with.
fn instructions() -> Vec<&'static str> {
    #[cfg(target_arch = "x86_64")]
    {
        let there = [
            ("sse4.2", is_x86_feature_detected!("sse4.2")),
            ("avx", is_x86_feature_detected!("avx")),
            ("avx2", is_x86_feature_detected!("avx2")),
            ("fma", is_x86_feature_detected!("fma")),
            ("f16c", is_x86_feature_detected!("f16c")),
            ("avx512f", is_x86_feature_detected!("avx512f")),
            ("avx512vnni", is_x86_feature_detected!("avx512vnni")),
        ];
        there.into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| name).collect()
    }
    #[cfg(not(target_arch = "x86_64"))]
    Vec::new()
}

/// The desktop by its own words.
fn session(lookup: impl Fn(&str) -> Option<String>) -> String {
    let named = ["XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP"];
    let values: Vec<_> = named.iter().filter_map(|name| lookup(name)).collect();
    let set = ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "PULSE_SERVER"];
    let set = set.iter().filter(|name| lookup(name).is_some_and(|value| !value.is_empty()));
    let set: Vec<_> = set.copied().collect();
    [values.join(" "), format!("set: {}", set.join(" "))]
        .join("; ")
        .trim_start_matches("; ")
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_found_by_its_whole_name() {
        let text = "model\t\t: 7\nmodel name\t: Quick 9000: fast\n";
        assert_eq!(field(text, "model name"), Some("Quick 9000: fast"));
        assert_eq!(field(text, "name"), None);
    }

    #[test]
    fn names_are_hidden_unless_everybody_has_them() {
        let jane = hidden(Some(Path::new("/home/jane")), Some("jane"), "janes-laptop");
        let expected = [("/home/jane", "~"), ("jane", "(user)"), ("janes-laptop", "(host)")];
        assert_eq!(jane, expected.map(|(name, instead)| (name.to_owned(), instead)));
        assert_eq!(hidden(Some(Path::new("/")), Some("root"), "localhost"), []);
        assert_eq!(hidden(None, Some("jo"), ""), []);
    }

    #[test]
    fn of_addresses_it_is_told_that_they_are_there() {
        let said = session(|name| match name {
            "DISPLAY" => Some(":secret".to_owned()),
            "XDG_CURRENT_DESKTOP" => Some("GNOME".to_owned()),
            "PULSE_SERVER" => Some(String::new()),
            _ => None,
        });
        assert_eq!(said, "GNOME; set: DISPLAY");
    }
}
