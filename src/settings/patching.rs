//! The one way in which a window changes settings.

use serde_json::{Map, Value};

use super::Settings;
use super::reading::from_fields;
use crate::error::{Error, Result};

impl Settings {
    /// Replaces the fields that `patch` has and leaves the others; `null` takes a choice back.
    ///
    /// # Errors
    /// Names the first field that there is not or whose value is not valid; nothing is then
    /// changed.
    pub fn patch(&mut self, patch: &Map<String, Value>) -> Result<()> {
        let mut fields = self.fields();
        for (field, value) in patch {
            if field == "version" || !fields.contains_key(field) {
                return Err(Error::Usage(format!("settings: {field}: there is no such field")));
            }
            fields.insert(field.clone(), value.clone());
        }
        let (settings, problems) = from_fields(fields);
        if let Some(problem) = problems.first() {
            return Err(Error::Usage(problem.to_string()));
        }
        *self = settings;
        Ok(())
    }

    fn fields(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(fields)) => fields,
            _ => unreachable!("settings are an object with string keys"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{MicrophoneOpen, Output, Profile};
    use serde_json::json;

    fn patched(patch: &Value) -> (Settings, Result<()>) {
        let mut settings = Settings { microphone: Some("usb".to_owned()), ..Settings::default() };
        let result = settings.patch(patch.as_object().unwrap());
        (settings, result)
    }

    #[test]
    fn only_what_is_named_changes() {
        let (settings, result) = patched(&json!({
            "microphone_open": {"kind": "always"},
            "profile": "dictate-and-translate",
        }));
        result.unwrap();
        assert_eq!(
            settings,
            Settings {
                microphone: Some("usb".to_owned()),
                microphone_open: MicrophoneOpen::Always,
                profile: "dictate-and-translate".to_owned(),
                ..Settings::default()
            }
        );
    }

    #[test]
    fn null_takes_a_choice_back() {
        let (settings, result) = patched(&json!({"microphone": null}));
        result.unwrap();
        assert_eq!(settings.microphone, None);
    }

    #[test]
    fn profiles_are_replaced_together_with_the_current_one() {
        let (settings, result) = patched(&json!({
            "profiles": [{"name": "notes", "output": "clipboard"}],
            "profile": "notes",
        }));
        result.unwrap();
        let notes =
            Profile { name: "notes".to_owned(), output: Output::Clipboard, ..Profile::default() };
        assert_eq!(settings.current(), &notes);
    }

    #[test]
    fn what_is_not_valid_is_refused_by_name_and_changes_nothing() {
        for (patch, name) in [
            (json!({"colour": "red"}), "colour"),
            (json!({"version": 2}), "version"),
            (json!({"model": 7}), "model"),
            (json!({"profile": "dictate-and-translate", "microphone": []}), "microphone"),
            (json!({"profile": "nobody"}), "profile"),
            (json!({"profiles": []}), "profiles"),
            (json!({"profiles": [{"name": "a", "output": "shout"}]}), "profiles[0].output"),
            (json!({"profiles": [{"name": "a"}]}), "profile: there is no profile \"dictate\""),
            (json!({"microphone_open": {"kind": "after_take", "seconds": -1}}), "microphone_open"),
            (
                json!({"microphone_open": {"kind": "after_take", "seconds": 99_999}}),
                "microphone_open",
            ),
        ] {
            let (settings, result) = patched(&patch);
            let message = result.unwrap_err().to_string();
            assert!(message.starts_with(&format!("settings: {name}")), "{message}");
            assert_eq!(settings, patched(&json!({})).0);
        }
    }
}
