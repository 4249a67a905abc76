use serde_json::json;

use super::*;
use crate::settings::{Compute, Contrast, Delivery, FirstStep, Mode, Output, Theme};

/// A file in which nothing has its default.
fn rich() -> Settings {
    let profile = |name: &str, language| Profile {
        name: name.to_owned(),
        language,
        task: Task::Translate { target: "de".to_owned(), both: true },
        aside: Some(Task::Instruct { prompt: "Shorten.".to_owned() }),
        hotkey: (name == "second").then(|| "Super+F8".parse().unwrap()),
        vocabulary: vec!["Aloud".to_owned(), "GGUF".to_owned()],
        output: Output::Paste,
        mode: Mode::Toggle,
        delivery: Delivery::AtTheEnd,
        live_text: false,
        context: true,
        unknown: Map::new(),
    };
    let codes = vec!["en".to_owned(), "de".to_owned()];
    Settings {
        version: VERSION,
        profiles: vec![
            profile("first", Language::Code("fr".to_owned())),
            profile("second", Language::OneOf(codes)),
            profile("third", Language::Auto),
        ],
        profile: "second".to_owned(),
        microphone: Some("usb".to_owned()),
        microphone_open: MicrophoneOpen::Always,
        model: Some("base".to_owned()),
        servers: vec![Server {
            name: "gpu".to_owned(),
            url: "http://gpu.example/v1".to_owned(),
            model: "voxtral".to_owned(),
            live: true,
            verbose: true,
            insecure: true,
            key: true,
            unknown: Map::new(),
        }],
        keep_model: KeepModel::AfterTake { minutes: 5 },
        compute: Compute::Device("Vulkan0".to_owned()),
        hotkey: Some("Super+F9".parse().unwrap()),
        translate_hotkey: Some("Super+F7".parse().unwrap()),
        sounds: false,
        start_hidden: true,
        theme: Theme::Dark,
        ui_language: Some("de".to_owned()),
        overlay: Overlay {
            shown: true,
            lines: 3,
            size: 40,
            opacity: 65,
            contrast: Contrast::High,
            with_source: false,
            hide_after_s: None,
            place: Some(OverlayPlace { x: -4, y: 600, width: 800, height: 120 }),
            unknown: Map::new(),
        },
        first_step: Some(FirstStep::Hotkey),
        unknown: Map::new(),
    }
}

fn read(value: &Value) -> (Settings, Vec<String>) {
    let (settings, problems) = parse(value.to_string().as_bytes());
    (settings, problems.into_iter().map(|problem| problem.field).collect())
}

#[test]
fn what_is_written_is_read_again() {
    for settings in [Settings::default(), rich()] {
        assert_eq!(parse(&serde_json::to_vec(&settings).unwrap()), (settings, vec![]));
    }
}

#[test]
fn one_bad_field_costs_only_itself() {
    let default = Settings::default();
    for (field, bad) in [
        ("version", json!("one")),
        ("profile", json!("nobody")),
        ("microphone", json!(["usb"])),
        ("microphone_open", json!({"kind": "sometimes"})),
        ("model", json!({})),
        ("keep_model", json!({"kind": "after_take", "minutes": 0})),
        ("keep_model", json!({"kind": "after_take", "minutes": 1_441})),
        ("hotkey", json!("Shift+A")),
        ("sounds", json!("loud")),
        ("start_hidden", json!(1)),
        ("theme", json!("pink")),
        ("ui_language", json!("klingon")),
        ("first_step", json!("dance")),
    ] {
        let mut file = serde_json::to_value(rich()).unwrap();
        file[field] = bad;
        let mut expected = rich();
        match field {
            "profile" => expected.profile = "first".to_owned(),
            "hotkey" => expected.hotkey = default.hotkey.clone(),
            "sounds" => expected.sounds = true,
            "start_hidden" => expected.start_hidden = false,
            "theme" => expected.theme = Theme::System,
            "ui_language" => expected.ui_language = None,
            "first_step" => expected.first_step = None,
            "microphone" => expected.microphone = default.microphone.clone(),
            "microphone_open" => expected.microphone_open = default.microphone_open,
            "model" => expected.model = default.model.clone(),
            "keep_model" => expected.keep_model = default.keep_model,
            _ => {}
        }
        assert_eq!(read(&file), (expected, vec![field.to_owned()]));
    }
}

#[test]
fn one_bad_field_of_the_overlay_costs_only_itself() {
    let default = Overlay::default();
    for (field, bad) in [
        ("shown", json!("yes")),
        ("lines", json!(0)),
        ("lines", json!(7)),
        ("size", json!(13)),
        ("size", json!("large")),
        ("opacity", json!(101)),
        ("contrast", json!("loud")),
        ("with_source", json!(2)),
        ("hide_after_s", json!(0)),
        ("hide_after_s", json!(3601)),
        ("place", json!({"x": 0, "y": 0, "width": 0, "height": 9})),
        ("place", json!({"x": 99_999, "y": 0, "width": 9, "height": 9})),
    ] {
        let mut file = serde_json::to_value(rich()).unwrap();
        file["overlay"][field] = bad;
        let mut expected = rich();
        match field {
            "shown" => expected.overlay.shown = default.shown,
            "lines" => expected.overlay.lines = default.lines,
            "size" => expected.overlay.size = default.size,
            "opacity" => expected.overlay.opacity = default.opacity,
            "contrast" => expected.overlay.contrast = default.contrast,
            "with_source" => expected.overlay.with_source = default.with_source,
            "hide_after_s" => expected.overlay.hide_after_s = default.hide_after_s,
            _ => expected.overlay.place = None,
        }
        assert_eq!(read(&file), (expected, vec![format!("overlay.{field}")]));
    }
}

#[test]
fn one_bad_field_of_a_profile_costs_only_itself() {
    let default = Profile::default();
    for (field, bad) in [
        ("name", json!("second")),
        ("name", json!(" ")),
        ("language", json!({"code": "en"})),
        ("language", json!("english please")),
        ("language", json!([])),
        ("task", json!({"kind": "sing"})),
        ("task", json!({"kind": "translate", "target": "!", "both": false})),
        ("vocabulary", json!("Aloud")),
        ("output", json!("shout")),
        ("mode", json!(3)),
    ] {
        let mut file = serde_json::to_value(rich()).unwrap();
        file["profiles"][2][field] = bad;
        let mut expected = rich();
        let profile = &mut expected.profiles[2];
        match field {
            "name" => profile.name = "profile-3".to_owned(),
            "language" => profile.language = default.language.clone(),
            "task" => profile.task = default.task.clone(),
            "vocabulary" => profile.vocabulary = default.vocabulary.clone(),
            "output" => profile.output = default.output,
            _ => profile.mode = default.mode,
        }
        assert_eq!(read(&file), (expected, vec![format!("profiles[2].{field}")]));
    }
}

#[test]
fn a_bad_profile_leaves_the_others() {
    let mut file = serde_json::to_value(rich()).unwrap();
    file["profiles"][0] = json!("oops");
    let (settings, problems) = read(&file);
    assert_eq!(settings.profiles, rich().profiles[1..]);
    assert_eq!(settings.profile, "second");
    assert_eq!(problems, ["profiles[0]"]);
}

#[test]
fn a_truncated_file_keeps_what_is_before_the_cut() {
    let text = serde_json::to_string_pretty(&rich()).unwrap();
    let mut kept_profiles = 0;
    for cut in (0..text.len()).filter(|cut| text.is_char_boundary(*cut)) {
        let (settings, problems) = parse(&text.as_bytes()[..cut]);
        assert!(!problems.is_empty(), "cut at {cut}");
        let same = settings.profiles.iter().zip(rich().profiles).filter(|(a, b)| *a == b).count();
        assert!(same >= kept_profiles, "cut at {cut}");
        kept_profiles = same;
    }
    assert_eq!(kept_profiles, 3);
    let cut = text.find("\"ui_language\"").unwrap();
    assert_eq!(
        parse(&text.as_bytes()[..cut]).0,
        Settings { ui_language: None, overlay: Overlay::default(), first_step: None, ..rich() }
    );
}

#[test]
fn a_newer_file_keeps_its_known_and_its_unknown_fields() {
    let mut file = serde_json::to_value(rich()).unwrap();
    file["version"] = json!(VERSION + 1);
    file["theme"] = json!("dark");
    file["profiles"][0]["tone"] = json!("formal");
    let (settings, problems) = read(&file);
    assert_eq!(problems, ["version"]);
    assert_eq!(settings.model, rich().model);
    file["version"] = json!(VERSION);
    assert_eq!(serde_json::to_value(settings).unwrap(), file);
}

#[test]
fn codes_are_spelled_as_models_spell_them() {
    let file = json!({"profiles": [{
        "name": "a",
        "language": ["EN", "de-AT"],
        "task": {"kind": "translate", "target": "pt_BR", "both": false},
    }], "profile": "a"});
    let (settings, problems) = read(&file);
    assert_eq!(problems, [""; 0]);
    let codes = vec!["en".to_owned(), "de".to_owned()];
    assert_eq!(settings.profiles[0].language, Language::OneOf(codes));
    let target = "pt".to_owned();
    assert_eq!(settings.profiles[0].task, Task::Translate { target, both: false });
}

#[test]
fn what_an_editor_puts_in_front_does_no_harm() {
    let text = format!("\u{feff}{}", serde_json::to_string(&rich()).unwrap());
    assert_eq!(parse(text.as_bytes()), (rich(), vec![]));
}

#[test]
fn bytes_that_are_no_text_cost_only_their_field() {
    let mut bytes = serde_json::to_vec(&rich()).unwrap();
    let at = bytes.windows(5).position(|window| window == b"Aloud").unwrap();
    bytes[at] = 0xff;
    let (settings, problems) = parse(&bytes);
    assert_eq!(problems.len(), 1);
    assert_eq!(settings.profiles[1..], rich().profiles[1..]);
}

#[test]
fn a_damaged_file_is_set_aside_as_it_was_and_the_next_start_is_quiet() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.json");
    let bad = r#"{"version":1,"model":"base","microphone":"us"#;
    fs::write(&path, bad).unwrap();
    let (settings, problems) = Settings::load(&path);
    assert_eq!(settings.model.as_deref(), Some("base"));
    assert!(problems.iter().all(|problem| problem.field == "file"), "{problems:?}");
    let aside: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().contains("settings.json.bad-"))
        .collect();
    assert_eq!(aside.len(), 1);
    assert_eq!(fs::read_to_string(&aside[0]).unwrap(), bad);
    assert_eq!(Settings::load(&path), (settings, vec![]));
}

#[test]
fn no_file_means_defaults_and_makes_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.json");
    assert_eq!(Settings::load(&path), (Settings::default(), vec![]));
    assert!(!path.exists());
}

#[test]
fn a_file_that_cannot_be_read_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (settings, problems) = Settings::load(folder.path());
    assert_eq!(settings, Settings::default());
    assert_eq!(problems.len(), 1);
    assert!(folder.path().is_dir());
}

#[test]
fn a_file_from_before_profiles_had_keys_reads_as_it_was() {
    let old = json!({
        "version": 1,
        "profiles": [
            {"name": "dictate", "language": "de", "task": {"kind": "transcribe"}, "output": "type"},
            {"name": "dictate-and-translate",
             "task": {"kind": "translate", "target": "fr", "both": true}},
        ],
        "profile": "dictate-and-translate",
        "hotkey": "Super+D",
    });
    let (settings, problems) = parse(old.to_string().as_bytes());
    assert_eq!(problems, []);
    assert_eq!(settings.hotkeys().len(), 1);
    assert!(settings.current().translates() && settings.current().aside.is_none());
}

#[test]
fn a_profile_without_a_name_takes_nobody_elses_and_what_was_mended_stays_so() {
    let file = json!({
        "profiles": [
            {"name": "profile-2", "hotkey": "Ctrl+F1"},
            {"name": "", "hotkey": "Ctrl+F1"},
            {"name": "", "hotkey": "Ctrl+F1"},
        ],
    });
    let (settings, problems) = parse(file.to_string().as_bytes());
    let names: Vec<_> = settings.profiles.iter().map(|profile| profile.name.as_str()).collect();
    assert_eq!(names, ["profile-2", "profile-3", "profile-4"]);
    let keys: Vec<_> = settings.profiles.iter().map(|profile| profile.hotkey.is_some()).collect();
    assert_eq!(keys, [true, false, false]);
    assert!(problems.len() >= 4, "{problems:?}");
    let (again, problems) = parse(&serde_json::to_vec(&settings).unwrap());
    assert_eq!((again, problems), (settings, Vec::new()));
}

#[test]
fn of_two_that_share_keys_the_later_one_loses_them() {
    let file = json!({
        "profiles": [
            {"name": "a", "hotkey": "F9"},
            {"name": "b", "hotkey": "f9", "mode": "toggle"},
            {"name": "c", "hotkey": "Q"},
        ],
        "profile": "a",
        "translate_hotkey": "Ctrl+Alt+Space",
    });
    let (settings, problems) = parse(file.to_string().as_bytes());
    let told: Vec<_> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "settings: profiles[2].hotkey: Q is needed for writing; add Ctrl, Alt or Super to it",
            "settings: profiles[1].hotkey: F9 is the hotkey of the profile \"a\" already; choose \
             other keys",
            "settings: translate_hotkey: Ctrl+Alt+Space is the hotkey of the current profile \
             already; choose other keys",
        ]
    );
    assert_eq!(settings.profiles[0].hotkey, "F9".parse().ok());
    assert_eq!((&settings.profiles[1].hotkey, settings.profiles[1].mode), (&None, Mode::Toggle));
    assert_eq!(settings.translate_hotkey, None);
}

#[test]
fn a_server_that_nothing_may_be_sent_to_is_left_out() {
    let server = |url: &str| json!({"name": "gpu", "url": url, "model": "m"});
    for (servers, problems, kept) in [
        (json!([server("http://gpu:8000")]), &[][..], 1),
        (json!([server("http://gpu.example")]), &["servers[0].url"], 0),
        (json!([server("http://gpu"), server("http://gpu")]), &["servers[1].name"], 1),
        (
            json!([{"name": "a b", "url": "http://gpu"}]),
            &["servers[0].name", "servers[0].model"],
            0,
        ),
        (json!([{"name": "a", "model": " ", "url": "http://gpu"}]), &["servers[0].model"], 0),
        (json!([{}, 3]), &["servers[1]"], 0),
        (json!("gpu"), &["servers"], 0),
    ] {
        let (settings, blamed) = read(&json!({ "servers": servers }));
        assert_eq!(blamed, problems, "{servers}");
        assert_eq!(settings.servers.len(), kept, "{servers}");
    }
}
