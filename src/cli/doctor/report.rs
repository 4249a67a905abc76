//! What a bug report needs to know, as Markdown, and nothing that is private: no words, no names
//! of people, devices, profiles, servers or folders of a person. What may be shown is listed
//! here; anything else, also of a newer version, is left out.

use serde_json::{Map, Value, json};

use super::{Check, State};
use crate::models::catalogue::Catalogue;
use crate::settings::{Profile, REMOTE, Settings, Task};

/// Settings without anything that a person has named or written.
const SETTINGS: [&str; 11] = [
    "version",
    "keep_model",
    "compute",
    "microphone_open",
    "hotkey",
    "translate_hotkey",
    "sounds",
    "start_hidden",
    "theme",
    "ui_language",
    "overlay",
];

/// The same of a profile.
const PROFILE: [&str; 7] =
    ["language", "hotkey", "output", "mode", "delivery", "live_text", "context"];

/// What is known of the machine and the person, to be told or to be hidden.
pub(super) struct Facts {
    /// The kind of each thing, and what it is.
    pub(super) machine: Vec<(&'static str, String)>,
    /// Names that may stand in messages, each with what stands for it, the longest first.
    pub(super) hidden: Vec<(String, &'static str)>,
}

/// The report.
pub(super) fn report(checks: &[Check], settings: Option<&Settings>, facts: &Facts) -> String {
    let mut page = "### Aloud\n\n| check | state | found |\n| --- | --- | --- |\n".to_owned();
    let machine = facts.machine.iter().map(|(what, found)| row(what, "", found));
    page.extend(machine.chain(checks.iter().map(check)));
    if let Some(settings) = settings {
        let shown = serde_json::to_string_pretty(&shown(settings)).unwrap_or_default();
        page.push_str(&format!("\n### Settings\n\n```json\n{shown}\n```\n"));
    }
    facts.hidden.iter().fold(page, |page, (name, instead)| page.replace(name.as_str(), instead))
}

fn check(check: &Check) -> String {
    let state = match check.state {
        State::Ok => "ok",
        State::Warning => "warning",
        State::Failed => "failed",
    };
    row(check.check, state, check.public.as_ref().unwrap_or(&check.found))
}

fn row(what: &str, state: &str, found: &str) -> String {
    let found = found.replace('|', "\\|").replace(['\n', '\r'], " ");
    format!("| {what} | {state} | {found} |\n")
}

/// Names the model if it is one of the catalogue; other names are somebody's own.
pub(super) fn model_name(id: &str) -> String {
    if id.starts_with(REMOTE) {
        return "a server".to_owned();
    }
    let file = Catalogue::built_in().file(id);
    let known = file.map(|(entry, _)| entry.id.clone());
    known.unwrap_or_else(|| "one that is not in the catalogue".to_owned())
}

fn shown(settings: &Settings) -> Value {
    let mut shown = only(settings, &SETTINGS);
    let model = settings.model.as_deref().map(model_name);
    shown.insert("model".to_owned(), json!(model));
    shown.insert("microphone_is_chosen".to_owned(), json!(settings.microphone.is_some()));
    let current = settings.profiles.iter().position(|profile| profile.name == settings.profile);
    shown.insert("current_profile".to_owned(), json!(current));
    let profiles = settings.profiles.iter().map(profile).collect();
    shown.insert("profiles".to_owned(), Value::Array(profiles));
    Value::Object(shown)
}

fn profile(profile: &Profile) -> Value {
    let mut shown = only(profile, &PROFILE);
    let task = match &profile.task {
        Task::Instruct { prompt } => json!({"kind": "instruct", "letters": prompt.chars().count()}),
        task @ (Task::Transcribe | Task::Translate { .. }) => json!(task),
    };
    shown.insert("task".to_owned(), task);
    shown.insert("terms".to_owned(), json!(profile.vocabulary.len()));
    Value::Object(shown)
}

fn only(all: &impl serde::Serialize, fields: &[&str]) -> Map<String, Value> {
    let Ok(Value::Object(all)) = serde_json::to_value(all) else { return Map::new() };
    all.into_iter().filter(|(name, _)| fields.contains(&name.as_str())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Server;

    const SECRET: &str = "Xantippe";

    /// Settings in which everything that a person can name or write is secret.
    fn secretive() -> Settings {
        let unknown = Map::from_iter([("from_later".to_owned(), json!(SECRET))]);
        let named = |task| Profile {
            name: SECRET.to_owned(),
            task,
            aside: Some(Task::Instruct { prompt: SECRET.to_owned() }),
            vocabulary: vec![SECRET.to_owned(); 3],
            unknown: unknown.clone(),
            ..Profile::default()
        };
        Settings {
            profiles: vec![named(Task::Instruct { prompt: SECRET.to_owned() }), Profile::default()],
            profile: "dictate".to_owned(),
            microphone: Some(SECRET.to_owned()),
            model: Some(format!("/srv/{SECRET}.gguf")),
            servers: vec![Server {
                name: SECRET.to_owned(),
                url: format!("http://{SECRET}:8000/v1"),
                model: SECRET.to_owned(),
                ..Server::default()
            }],
            unknown: unknown.clone(),
            ..Settings::default()
        }
    }

    #[test]
    fn nothing_that_a_person_named_or_wrote_is_told() {
        let checks = [
            Check {
                public: Some("one can be opened".to_owned()),
                ..Check::ok("microphone", SECRET)
            },
            Check::failed(
                "model",
                format!("/home/{SECRET}/m.gguf: it is cut off | here\n"),
                "get it",
            ),
        ];
        let facts = Facts {
            machine: vec![("processor", "Quick 9000".to_owned())],
            hidden: vec![(format!("/home/{SECRET}"), "~"), (SECRET.to_owned(), "(hidden)")],
        };
        let report = report(&checks, Some(&secretive()), &facts);
        assert!(!report.contains(SECRET), "{report}");
        for told in [
            "| processor |  | Quick 9000 |",
            "| microphone | ok | one can be opened |",
            "| model | failed | ~/m.gguf: it is cut off \\| here  |",
            "\"terms\": 3",
            "\"letters\": 8",
            "\"current_profile\": 1",
            "\"microphone_is_chosen\": true",
            "\"model\": \"one that is not in the catalogue\"",
        ] {
            assert!(report.contains(told), "{told} is not in\n{report}");
        }
    }

    #[test]
    fn without_the_names_to_hide_the_settings_alone_tell_none() {
        let facts = Facts { machine: Vec::new(), hidden: Vec::new() };
        let report = report(&[], Some(&secretive()), &facts);
        assert!(!report.contains(SECRET), "{report}");
    }

    #[test]
    fn a_model_of_the_catalogue_is_named() {
        let default = Catalogue::built_in().default_entry();
        let file = default.files[0].id();
        assert_eq!(model_name(file), default.id);
    }

    #[test]
    fn a_server_is_told_without_its_name() {
        let settings = Settings { model: Some(format!("{REMOTE}{SECRET}")), ..secretive() };
        let report =
            report(&[], Some(&settings), &Facts { machine: Vec::new(), hidden: Vec::new() });
        assert!(!report.contains(SECRET) && report.contains("\"model\": \"a server\""), "{report}");
    }
}
