//! Which key pastes in which program? Pure.

/// A combination of keys that pastes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PasteKey {
    /// Ctrl+V, nearly everywhere.
    CtrlV,
    /// Ctrl+Shift+V, in terminals, where Ctrl+V is a key of the program in them.
    CtrlShiftV,
    /// Shift+Insert, in terminals of the old kind. It pastes what was last selected (PRIMARY)
    /// rather than what was last copied (CLIPBOARD), so the text has to be on both.
    ShiftInsert,
}

/// Terminals that know Shift+Insert only.
const OLD_TERMINALS: [&str; 8] =
    ["xterm", "uxterm", "koi8rxterm", "urxvt", "rxvt", "mlterm", "aterm", "eterm"];

/// Terminals that take Ctrl+Shift+V.
const TERMINALS: [&str; 38] = [
    "alacritty",
    "blackbox",
    "com.raggesilver.blackbox",
    "contour",
    "cool-retro-term",
    "deepin-terminal",
    "foot",
    "footclient",
    "ghostty",
    "com.mitchellh.ghostty",
    "gnome-terminal",
    "gnome-terminal-server",
    "org.gnome.terminal",
    "guake",
    "hyper",
    "kgx",
    "org.gnome.console",
    "kitty",
    "konsole",
    "org.kde.konsole",
    "lxterminal",
    "mate-terminal",
    "io.elementary.terminal",
    "org.gnome.ptyxis",
    "qterminal",
    "rio",
    "roxterm",
    "sakura",
    "st",
    "st-256color",
    "terminator",
    "terminology",
    "termite",
    "tilda",
    "tilix",
    "wezterm-gui",
    "org.wezfurlong.wezterm",
    "xfce4-terminal",
];

/// The key for a window, by the two names of its `WM_CLASS`.
pub(super) fn paste_key(names: &[String]) -> PasteKey {
    let one_of = |known: &[&str]| {
        names.iter().any(|name| known.iter().any(|known| name.eq_ignore_ascii_case(known)))
    };
    if one_of(&OLD_TERMINALS) {
        PasteKey::ShiftInsert
    } else if one_of(&TERMINALS) {
        PasteKey::CtrlShiftV
    } else {
        PasteKey::CtrlV
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(names: &[&str]) -> PasteKey {
        paste_key(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn editors_take_control_v() {
        assert_eq!(key(&["mousepad", "Mousepad"]), PasteKey::CtrlV);
        assert_eq!(key(&["Navigator", "firefox"]), PasteKey::CtrlV);
        assert_eq!(key(&[]), PasteKey::CtrlV);
    }

    #[test]
    fn terminals_are_told_apart_by_either_name() {
        assert_eq!(key(&["xterm", "XTerm"]), PasteKey::ShiftInsert);
        assert_eq!(key(&["my-notes", "UXTerm"]), PasteKey::ShiftInsert);
        assert_eq!(key(&["gnome-terminal-server", "Gnome-terminal"]), PasteKey::CtrlShiftV);
        assert_eq!(key(&["Alacritty", "Alacritty"]), PasteKey::CtrlShiftV);
    }

    #[test]
    fn a_name_counts_only_as_a_whole() {
        assert_eq!(key(&["studio", "Studio"]), PasteKey::CtrlV);
    }
}
