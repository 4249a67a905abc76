//! From a file to settings, field by field and profile by profile.

use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{
    Address, KeepModel, LARGEST, LONGEST_KEPT_MIN, LONGEST_OPEN_S, LONGEST_STAY_S, Language,
    MOST_LINES, MicrophoneOpen, Overlay, OverlayPlace, Profile, SMALLEST, Server, Settings, Task,
    VERSION, salvage::salvage, server,
};
use crate::language::normalise;

/// Something in a settings file that could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Which field, such as `profiles[0].output`; `file` for the file as a whole.
    pub field: String,
    /// What is wrong with it, or what was done about it.
    pub problem: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "settings: {}: {}", self.field, self.problem)
    }
}

impl Settings {
    /// Reads the file at `path`; none there means defaults. Of a file that is damaged or from
    /// a newer version every good field is kept; the file as it was is put beside it under a
    /// name with a date, and the good fields take its place.
    pub fn load(path: &Path) -> (Self, Vec<Problem>) {
        if path.exists() && !path.is_file() {
            // Reading a pipe would wait for somebody who writes.
            return (Self::default(), vec![whole_file("it is not a file".to_owned())]);
        }
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Default::default(),
            Err(error) => return (Self::default(), vec![whole_file(error.to_string())]),
        };
        let (settings, mut problems) = parse(&bytes);
        if !problems.is_empty() {
            problems.push(whole_file(settings.take_the_place_of(path)));
        }
        (settings, problems)
    }
}

/// Settings from the bytes of a file, and what of them could not be used.
fn parse(bytes: &[u8]) -> (Settings, Vec<Problem>) {
    let text = String::from_utf8_lossy(bytes);
    let (value, broken) = salvage(text.trim_start_matches('\u{feff}'));
    let mut problems = Vec::new();
    if let Some(error) = broken {
        problems.push(whole_file(format!("broken off or damaged: {error}")));
    } else if text.contains('\u{fffd}') {
        problems.push(whole_file("not all of it is text".to_owned()));
    }
    let (settings, more) = match value {
        Some(Value::Object(fields)) => from_fields(fields),
        Some(_) => (Settings::default(), vec![whole_file("it holds no settings".to_owned())]),
        None => Default::default(),
    };
    problems.extend(more);
    (settings, problems)
}

/// Settings from the fields of an object; a field that is missing or wrong gets its default.
pub(super) fn from_fields(fields: Map<String, Value>) -> (Settings, Vec<Problem>) {
    let mut reader = Reader { fields, place: String::new(), problems: Vec::new() };
    let default = Settings::default();
    let version = reader.take("version", known_version);
    let profiles = reader.profiles(default.profiles);
    let profile = reader
        .take("profile", |name: String| match profiles.iter().any(|p| p.name == name) {
            true => Ok(name),
            false => Err(format!("there is no profile \"{name}\"")),
        })
        .unwrap_or_else(|| profiles[0].name.clone());
    let mut settings = Settings {
        version: version.unwrap_or(VERSION),
        profile,
        profiles,
        microphone: reader.take("microphone", Ok).unwrap_or(default.microphone),
        microphone_open: reader
            .take("microphone_open", bearable)
            .unwrap_or(default.microphone_open),
        model: reader.take("model", Ok).unwrap_or(default.model),
        servers: reader.servers(),
        keep_model: reader.take("keep_model", sensible).unwrap_or(default.keep_model),
        compute: reader.take("compute", Ok).unwrap_or(default.compute),
        hotkey: reader.take("hotkey", Ok).unwrap_or(default.hotkey),
        translate_hotkey: reader.take("translate_hotkey", Ok).unwrap_or(default.translate_hotkey),
        sounds: reader.take("sounds", Ok).unwrap_or(default.sounds),
        start_hidden: reader.take("start_hidden", Ok).unwrap_or(default.start_hidden),
        theme: reader.take("theme", Ok).unwrap_or(default.theme),
        ui_language: reader.take("ui_language", spelled_ui).unwrap_or(default.ui_language),
        overlay: reader.overlay(),
        first_step: reader.take("first_step", Ok).unwrap_or(default.first_step),
        unknown: reader.fields,
    };
    reader.problems.extend(settings.without_shared_hotkeys());
    (settings, reader.problems)
}

/// Takes fields out of an object one by one and remembers which were wrong.
struct Reader {
    fields: Map<String, Value>,
    /// In front of the name of a field in a problem.
    place: String,
    problems: Vec<Problem>,
}

impl Reader {
    fn take<T: DeserializeOwned>(
        &mut self,
        field: &str,
        check: impl FnOnce(T) -> Result<T, String>,
    ) -> Option<T> {
        let value = self.fields.remove(field)?;
        let read = serde_json::from_value(value).map_err(|error| error.to_string());
        read.and_then(check).map_err(|problem| self.blame(field, problem)).ok()
    }

    fn blame(&mut self, field: &str, problem: String) {
        self.problems.push(Problem { field: format!("{}{field}", self.place), problem });
    }

    fn profiles(&mut self, default: Vec<Profile>) -> Vec<Profile> {
        let items: Vec<Value> = match self.take("profiles", Ok) {
            Some(items) => items,
            None => return default,
        };
        let mut profiles = Vec::new();
        for (index, item) in items.into_iter().enumerate() {
            let place = format!("profiles[{index}]");
            match item {
                // What a cut leaves of a profile that had only begun.
                Value::Object(fields) if fields.is_empty() => {}
                Value::Object(fields) => {
                    let mut reader =
                        Reader { fields, place: format!("{place}."), problems: Vec::new() };
                    profiles.push(reader.profile(index, &profiles));
                    self.problems.append(&mut reader.problems);
                }
                _ => self.blame(&place, "this is no profile".to_owned()),
            }
        }
        if profiles.is_empty() {
            self.blame("profiles", "there is none".to_owned());
            return default;
        }
        profiles
    }

    /// One that lacks what it cannot do without is left out.
    fn servers(&mut self) -> Vec<Server> {
        let items: Vec<Value> = self.take("servers", Ok).unwrap_or_default();
        let mut servers = Vec::new();
        for (index, item) in items.into_iter().enumerate() {
            let place = format!("servers[{index}]");
            match item {
                // What a cut leaves of one that had only begun.
                Value::Object(fields) if fields.is_empty() => {}
                Value::Object(fields) => {
                    let mut reader =
                        Reader { fields, place: format!("{place}."), problems: Vec::new() };
                    servers.extend(reader.server(&servers));
                    self.problems.append(&mut reader.problems);
                }
                _ => self.blame(&place, "this is no server".to_owned()),
            }
        }
        servers
    }

    fn server(&mut self, others: &[Server]) -> Option<Server> {
        let name = self.needed("name", |name| server::free_name(name, others));
        let model = self.needed("model", |model| server::named_model(&model));
        let insecure = self.take("insecure", Ok).unwrap_or_default();
        let url = self.needed("url", |url: String| {
            let url = url.trim().to_owned();
            Address::read(&url, insecure).map(|_| url)
        });
        Some(Server {
            name: name?,
            url: url?,
            model: model?,
            live: self.take("live", Ok).unwrap_or_default(),
            verbose: self.take("verbose", Ok).unwrap_or_default(),
            insecure,
            key: self.take("key", Ok).unwrap_or_default(),
            unknown: std::mem::take(&mut self.fields),
        })
    }

    fn needed(
        &mut self,
        field: &str,
        check: impl FnOnce(String) -> Result<String, String>,
    ) -> Option<String> {
        if !self.fields.contains_key(field) {
            self.blame(field, "it is missing".to_owned());
        }
        self.take(field, check)
    }

    fn overlay(&mut self) -> Overlay {
        let default = Overlay::default();
        let Some(fields) = self.take("overlay", Ok) else { return default };
        let mut reader = Self { fields, place: "overlay.".to_owned(), problems: Vec::new() };
        let overlay = Overlay {
            shown: reader.take("shown", Ok).unwrap_or(default.shown),
            lines: reader.take("lines", within(1, MOST_LINES)).unwrap_or(default.lines),
            size: reader.take("size", within(SMALLEST, LARGEST)).unwrap_or(default.size),
            opacity: reader.take("opacity", within(0, 100)).unwrap_or(default.opacity),
            contrast: reader.take("contrast", Ok).unwrap_or(default.contrast),
            with_source: reader.take("with_source", Ok).unwrap_or(default.with_source),
            hide_after_s: reader.take("hide_after_s", stay).unwrap_or(default.hide_after_s),
            place: reader.take("place", seen).unwrap_or(default.place),
            unknown: reader.fields,
        };
        self.problems.append(&mut reader.problems);
        overlay
    }

    fn profile(&mut self, index: usize, others: &[Profile]) -> Profile {
        let default = Profile::default();
        let name = self.take("name", |name: String| free_name(name, others));
        Profile {
            name: name.unwrap_or_else(|| stand_in(index + 1, others)),
            language: self.take("language", spelled).unwrap_or(default.language),
            task: self.take("task", possible).unwrap_or(default.task),
            aside: self.take("aside", possible_aside).unwrap_or(default.aside),
            hotkey: self.take("hotkey", Ok).unwrap_or(default.hotkey),
            vocabulary: self.take("vocabulary", Ok).unwrap_or(default.vocabulary),
            output: self.take("output", Ok).unwrap_or(default.output),
            mode: self.take("mode", Ok).unwrap_or(default.mode),
            delivery: self.take("delivery", Ok).unwrap_or(default.delivery),
            live_text: self.take("live_text", Ok).unwrap_or(default.live_text),
            context: self.take("context", Ok).unwrap_or(default.context),
            unknown: std::mem::take(&mut self.fields),
        }
    }
}

/// A name for a profile that has none: by its number, or by the next one that is free.
fn stand_in(number: usize, others: &[Profile]) -> String {
    let is_free = |name: &String| others.iter().all(|other| other.name != *name);
    let mut names = (number..).map(|number| format!("profile-{number}"));
    names.find(is_free).unwrap_or_default()
}

fn known_version(version: u32) -> Result<u32, String> {
    if version > VERSION {
        return Err(format!("the file is from a newer version ({version}, this is {VERSION})"));
    }
    Ok(VERSION)
}

fn free_name(name: String, others: &[Profile]) -> Result<String, String> {
    if name.trim().is_empty() {
        return Err("it is empty".to_owned());
    }
    if others.iter().any(|other| other.name == name) {
        return Err(format!("there are two profiles \"{name}\""));
    }
    Ok(name)
}

fn spelled(language: Language) -> Result<Language, String> {
    Ok(match language {
        Language::Auto => Language::Auto,
        Language::Code(code) => Language::Code(spelled_code(&code)?),
        Language::OneOf(codes) if codes.is_empty() => return Err("the list is empty".to_owned()),
        Language::OneOf(codes) => {
            let codes: Result<_, _> = codes.iter().map(|code| spelled_code(code)).collect();
            Language::OneOf(codes?)
        }
    })
}

fn spelled_ui(language: Option<String>) -> Result<Option<String>, String> {
    language.map(|code| spelled_code(&code)).transpose()
}

fn spelled_code(code: &str) -> Result<String, String> {
    let language = normalise(code);
    let is_code =
        matches!(language.len(), 2..=3) && language.chars().all(|c| c.is_ascii_alphabetic());
    if is_code { Ok(language) } else { Err(format!("\"{code}\" is not a language code")) }
}

fn possible(task: Task) -> Result<Task, String> {
    Ok(match task {
        Task::Translate { target, both } => {
            Task::Translate { target: spelled_code(&target)?, both }
        }
        Task::Instruct { prompt } if prompt.trim().is_empty() => {
            return Err("the instruction is empty".to_owned());
        }
        Task::Transcribe | Task::Instruct { .. } => task,
    })
}

fn possible_aside(task: Option<Task>) -> Result<Option<Task>, String> {
    task.map(possible).transpose()
}

fn bearable(open: MicrophoneOpen) -> Result<MicrophoneOpen, String> {
    match open {
        MicrophoneOpen::AfterTake { seconds } if seconds > LONGEST_OPEN_S => {
            Err(format!("{seconds} seconds are too many; at most {LONGEST_OPEN_S}"))
        }
        _ => Ok(open),
    }
}

fn sensible(keep: KeepModel) -> Result<KeepModel, String> {
    match keep {
        KeepModel::AfterTake { minutes } => {
            let minutes = within(1, LONGEST_KEPT_MIN)(minutes)?;
            Ok(KeepModel::AfterTake { minutes })
        }
        KeepModel::Always => Ok(keep),
    }
}

fn within(least: u32, most: u32) -> impl FnOnce(u32) -> Result<u32, String> {
    move |value| match value {
        value if (least..=most).contains(&value) => Ok(value),
        value => Err(format!("{value} is not from {least} to {most}")),
    }
}

fn stay(seconds: Option<u32>) -> Result<Option<u32>, String> {
    seconds.map(within(1, LONGEST_STAY_S)).transpose()
}

/// A place that could be on a screen.
fn seen(place: Option<OverlayPlace>) -> Result<Option<OverlayPlace>, String> {
    let largest = 1 << 15;
    match place {
        Some(OverlayPlace { x, y, width, height })
            if width == 0
                || height == 0
                || [x.unsigned_abs(), y.unsigned_abs(), width, height]
                    .iter()
                    .any(|length| *length > largest) =>
        {
            Err("no screen has such a place".to_owned())
        }
        place => Ok(place),
    }
}

fn whole_file(problem: String) -> Problem {
    Problem { field: "file".to_owned(), problem }
}

#[cfg(test)]
mod tests;
