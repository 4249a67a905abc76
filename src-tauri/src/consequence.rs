//! What has to be done when settings change. Pure.

use std::time::Duration;

use aloud::settings::{KeepModel, MicrophoneOpen, Settings, Wanted};

/// One thing to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Consequence {
    /// Listen for other hotkeys, or say anew how the desktop is to call the app. The only one
    /// that can be refused.
    Hotkeys(Vec<Wanted>),
    /// Load the model that is chosen now.
    LoadModel,
    /// Keep a model that is not used in memory for this long.
    KeepModel(Duration),
    /// Hold microphones open for this long.
    KeepOpen(Duration),
    /// Close the microphone that is held open between takes.
    Disarm,
    /// Open the microphone, to be held.
    Arm,
    /// Show the overlay as it is chosen now.
    Overlay,
}

/// What to do after a change, in order. What can be refused comes first.
pub(crate) fn of(before: &Settings, after: &Settings) -> Vec<Consequence> {
    let mut all = Vec::new();
    let hotkeys = after.hotkeys();
    if before.hotkeys() != hotkeys {
        all.push(Consequence::Hotkeys(hotkeys));
    }
    let is_other = (&before.model, &before.compute) != (&after.model, &after.compute);
    // Another address or another key of the server that is used makes another one of it.
    if is_other || before.server_in_use() != after.server_in_use() {
        all.push(Consequence::LoadModel);
    }
    if before.keep_model != after.keep_model {
        all.push(Consequence::KeepModel(keep_model(after.keep_model)));
    }
    let microphone = |settings: &Settings| (settings.microphone.clone(), settings.microphone_open);
    if microphone(before) != microphone(after) {
        all.push(Consequence::KeepOpen(keep_open(after.microphone_open)));
        // What is open is the old one, or open for too long.
        all.push(Consequence::Disarm);
        all.extend((after.microphone_open == MicrophoneOpen::Always).then_some(Consequence::Arm));
    }
    if before.overlay != after.overlay {
        all.push(Consequence::Overlay);
    }
    all
}

/// How long a microphone stays open after a take.
pub(crate) fn keep_open(open: MicrophoneOpen) -> Duration {
    match open {
        MicrophoneOpen::AfterTake { seconds } => Duration::from_secs(seconds.into()),
        // Longer than any machine runs, and far from any overflow.
        MicrophoneOpen::Always => Duration::from_secs(100 * 365 * 24 * 3_600),
        MicrophoneOpen::OnDemand => Duration::ZERO,
    }
}

/// How long a model that is not used stays in memory.
pub(crate) fn keep_model(keep: KeepModel) -> Duration {
    match keep {
        KeepModel::AfterTake { minutes } => Duration::from_secs(60 * u64::from(minutes)),
        KeepModel::Always => Duration::MAX,
    }
}

#[cfg(test)]
mod tests {
    use aloud::settings::{Compute, Mode, Server};

    use super::*;

    fn after(change: impl FnOnce(&mut Settings)) -> Vec<Consequence> {
        let before = Settings::default();
        let mut after = before.clone();
        change(&mut after);
        of(&before, &after)
    }

    #[test]
    fn only_what_changed_has_consequences() {
        assert_eq!(after(|_| {}), []);
        assert_eq!(after(|settings| settings.sounds = false), []);
        assert_eq!(after(|settings| settings.hotkey = None), [Consequence::Hotkeys(vec![])]);
        let model = |settings: &mut Settings| settings.model = Some("tiny".to_owned());
        assert_eq!(after(model), [Consequence::LoadModel]);
        let compute = |settings: &mut Settings| settings.compute = Compute::Cpu;
        assert_eq!(after(compute), [Consequence::LoadModel]);
        assert_eq!(after(|settings| settings.overlay.lines = 4), [Consequence::Overlay]);
    }

    #[test]
    fn a_server_is_opened_anew_only_where_it_is_used() {
        let server =
            |url: &str| Server { name: "gpu".to_owned(), url: url.to_owned(), ..Server::default() };
        let mut before = Settings { servers: vec![server("http://gpu:1")], ..Settings::default() };
        let moved = |before: &Settings| Settings {
            servers: vec![server("http://gpu:2")],
            ..before.clone()
        };
        assert_eq!(of(&before, &moved(&before)), []);
        before.model = Some("remote:gpu".to_owned());
        assert_eq!(of(&before, &moved(&before)), [Consequence::LoadModel]);
    }

    #[test]
    fn how_long_a_model_is_kept_is_told_and_loads_none() {
        for (keep, time) in [
            (KeepModel::AfterTake { minutes: 2 }, Duration::from_secs(120)),
            (KeepModel::Always, Duration::MAX),
        ] {
            let told = after(|settings| settings.keep_model = keep);
            assert_eq!(told, [Consequence::KeepModel(time)]);
        }
    }

    #[test]
    fn who_binds_keys_is_told_of_another_mode_and_another_name() {
        let roles = |change: fn(&mut Settings)| match &after(change)[..] {
            [Consequence::Hotkeys(wanted)] => wanted.len(),
            other => panic!("{other:?}"),
        };
        assert_eq!(roles(|settings| settings.profiles[0].mode = Mode::PushToTalk), 1);
        let key = |settings: &mut Settings| settings.profiles[1].hotkey = "F9".parse().ok();
        assert_eq!(roles(key), 2);
        assert_eq!(after(|settings| settings.profiles[1].mode = Mode::PushToTalk), []);
    }

    #[test]
    fn another_microphone_is_not_kept_waiting_by_the_old_one() {
        let half_a_minute = Consequence::KeepOpen(Duration::from_secs(30));
        assert_eq!(
            after(|settings| settings.microphone = Some("usb".to_owned())),
            [half_a_minute, Consequence::Disarm]
        );
        let always = after(|settings| settings.microphone_open = MicrophoneOpen::Always);
        assert_eq!(always[1..], [Consequence::Disarm, Consequence::Arm]);
        let never = after(|settings| settings.microphone_open = MicrophoneOpen::OnDemand);
        assert_eq!(never, [Consequence::KeepOpen(Duration::ZERO), Consequence::Disarm]);
    }
}
