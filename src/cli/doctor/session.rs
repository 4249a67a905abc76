//! What kind of desktop this is, from the environment. Pure.

/// A desktop as far as the delivery of text depends on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Session {
    pub(super) kind: Kind,
    /// What it calls itself, such as `GNOME`.
    pub(super) desktop: Option<String>,
}

/// How windows are reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    X11,
    Wayland,
    /// Windows or macOS.
    Native,
    /// Not at all: a server, or a shell from elsewhere.
    None,
}

impl Session {
    /// Looks at the variables of the environment, by name.
    pub(super) fn find(lookup: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name| lookup(name).filter(|value| !value.is_empty());
        let kind = if !cfg!(all(unix, not(target_os = "macos"))) {
            Kind::Native
        } else if set("WAYLAND_DISPLAY").is_some() {
            // A Wayland session sets both: old programs speak X11 to it.
            Kind::Wayland
        } else if set("DISPLAY").is_some() {
            Kind::X11
        } else {
            Kind::None
        };
        Self { kind, desktop: set("XDG_CURRENT_DESKTOP") }
    }

    /// For a person.
    pub(super) fn describe(&self) -> String {
        let kind = match self.kind {
            Kind::X11 => "X11",
            Kind::Wayland => "Wayland",
            Kind::Native => "desktop",
            Kind::None => "no desktop session",
        };
        match &self.desktop {
            Some(desktop) => format!("{kind} ({desktop})"),
            None => kind.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(variables: &[(&str, &str)]) -> String {
        let lookup = |name: &str| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        };
        Session::find(lookup).describe()
    }

    #[cfg(all(unix, not(target_os = "macos")))]
    #[test]
    fn wayland_goes_before_x11() {
        assert_eq!(described(&[("DISPLAY", ":0")]), "X11");
        assert_eq!(described(&[("DISPLAY", ":0"), ("WAYLAND_DISPLAY", "wayland-0")]), "Wayland");
        let gnome = [("WAYLAND_DISPLAY", "wayland-0"), ("XDG_CURRENT_DESKTOP", "GNOME")];
        assert_eq!(described(&gnome), "Wayland (GNOME)");
        assert_eq!(described(&[("DISPLAY", "")]), "no desktop session");
    }
}
