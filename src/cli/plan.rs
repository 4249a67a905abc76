//! From options and settings to what a take is to do. Pure.

use super::args::{Format, Speech, Transcribe};
use crate::error::{Error, Result};
use crate::language::normalise;
use crate::settings::{Language, Mode, Output, Profile, Settings, Task};

/// The profile of a take: plain dictation or the named profile, with the options over it. Where
/// no way is given, words are printed: a profile says where they go in the app, and a file must
/// not be typed into the window that happens to have the focus.
///
/// # Errors
/// When there is no such profile, or no such choice of languages.
pub(super) fn profile(speech: &Speech, json: bool, settings: &Settings) -> Result<Profile> {
    let mut profile = match &speech.profile {
        Some(name) => settings.named(name).cloned().ok_or_else(|| no_profile(name, settings))?,
        // A script must not change its meaning when somebody picks another profile.
        None => Profile::default(),
    };
    // No key is held; it ends with the file or by Ctrl-C.
    profile.mode = Mode::HandsFree;
    if let Some(language) = &speech.language {
        profile.language = read_language(language)?;
    }
    if let Some(target) = &speech.translate {
        profile.task = Task::Translate { target: normalise(target), both: speech.both };
    }
    if let Some(prompt) = &speech.instruct {
        profile.task = Task::Instruct { prompt: prompt.clone() };
    }
    profile.output = speech.output.map_or(Output::Stdout, Into::into);
    if json && profile.output == Output::Stdout {
        profile.output = Output::None;
    }
    Ok(profile)
}

/// How a transcript is printed, after a look at all options that say so.
///
/// # Errors
/// When they contradict each other.
pub(super) fn format(args: &Transcribe, profile: &Profile) -> Result<Format> {
    match (args.format, args.speech.json) {
        (Format::Srt | Format::Vtt, true) => {
            Err(Error::Usage("subtitles are no JSON: choose --json or --format".to_owned()))
        }
        (Format::Srt | Format::Vtt, false) if profile.output != Output::Stdout => {
            Err(Error::Usage("subtitles can only be printed: say --output stdout".to_owned()))
        }
        (Format::Text, true) => Ok(Format::Json),
        (format, _) => Ok(format),
    }
}

/// `auto`, one code or several. What is no code is left as it is: the model will refuse it and
/// list those that it has.
fn read_language(text: &str) -> Result<Language> {
    let mut codes: Vec<String> = text.split(',').map(normalise).collect();
    match codes.as_slice() {
        [one] if one == "auto" => Ok(Language::Auto),
        codes if codes.iter().any(String::is_empty) => Err(Error::Usage(
            "a language is missing: say `--language de`, or `--language de,en`".to_owned(),
        )),
        codes if codes.iter().any(|code| code == "auto") => Err(Error::Usage(
            "`auto` means any language and stands alone: leave it out, or the others".to_owned(),
        )),
        [_] => Ok(Language::Code(codes.remove(0))),
        _ => Ok(Language::OneOf(codes)),
    }
}

fn no_profile(name: &str, settings: &Settings) -> Error {
    let known: Vec<_> = settings.profiles.iter().map(|profile| profile.name.as_str()).collect();
    Error::Usage(format!("there is no profile \"{name}\"; there is: {}", known.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Way;

    fn with(change: impl FnOnce(&mut Speech)) -> Profile {
        let mut speech = Speech::default();
        change(&mut speech);
        let json = speech.json;
        profile(&speech, json, &Settings::default()).unwrap()
    }

    #[test]
    fn without_options_it_prints_what_is_said_in_any_language() {
        let plain = with(|_| {});
        let (output, mode) = (Output::Stdout, Mode::HandsFree);
        assert_eq!(plain, Profile { output, mode, ..Profile::default() });
    }

    #[test]
    fn json_leaves_standard_output_to_the_events() {
        assert_eq!(with(|speech| speech.json = true).output, Output::None);
        for (way, output) in [(Way::Stdout, Output::None), (Way::Type, Output::Type)] {
            let profile = with(|speech| {
                speech.json = true;
                speech.output = Some(way);
            });
            assert_eq!(profile.output, output);
        }
    }

    #[test]
    fn a_profile_says_what_to_make_of_speech_and_options_go_over_it() {
        let named = |speech: &mut Speech| speech.profile = Some("dictate-and-translate".to_owned());
        let target = "en".to_owned();
        let profile = with(named);
        assert_eq!(profile.output, Output::Stdout, "its own way is that of the app");
        assert_eq!(profile.task, Task::Translate { target, both: false });
        let profile = with(|speech| {
            named(speech);
            speech.translate = Some("de".to_owned());
            speech.both = true;
            speech.output = Some(Way::Paste);
        });
        assert_eq!(profile.output, Output::Paste);
        assert_eq!(profile.task, Task::Translate { target: "de".to_owned(), both: true });
    }

    #[test]
    fn an_instruction_takes_the_place_of_what_the_profile_does() {
        let profile = with(|speech| {
            speech.profile = Some("dictate-and-translate".to_owned());
            speech.instruct = Some("Shorten it.".to_owned());
        });
        assert_eq!(profile.task, Task::Instruct { prompt: "Shorten it.".to_owned() });
    }

    #[test]
    fn a_profile_that_is_not_there_is_refused_with_those_that_are() {
        let speech = Speech { profile: Some("x".to_owned()), ..Speech::default() };
        let error = profile(&speech, false, &Settings::default()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "there is no profile \"x\"; there is: dictate, dictate-and-translate"
        );
    }

    #[test]
    fn languages_are_spelled_as_models_spell_them() {
        let codes = |codes: &[&str]| codes.iter().map(ToString::to_string).collect();
        for (text, language) in [
            ("auto", Language::Auto),
            ("AUTO", Language::Auto),
            ("EN", Language::Code("en".to_owned())),
            ("de-AT", Language::Code("de".to_owned())),
            ("Klingon", Language::Code("klingon".to_owned())),
            ("de, en_US", Language::OneOf(codes(&["de", "en"]))),
        ] {
            assert_eq!(with(|speech| speech.language = Some(text.to_owned())).language, language);
        }
    }

    #[test]
    fn any_language_and_some_languages_are_not_chosen_at_once() {
        let speech = Speech { language: Some("auto,en".to_owned()), ..Speech::default() };
        let error = profile(&speech, false, &Settings::default()).unwrap_err();
        assert!(error.to_string().contains("`auto` means any language"), "{error}");
        for nothing in ["", "en,"] {
            let speech = Speech { language: Some(nothing.to_owned()), ..Speech::default() };
            let error = profile(&speech, false, &Settings::default()).unwrap_err();
            assert!(error.to_string().contains("a language is missing"), "{error}");
        }
    }

    #[test]
    fn options_that_contradict_each_other_are_refused() {
        let chosen = |format: Format, change: fn(&mut Speech)| {
            let mut args = Transcribe { format, ..Transcribe::default() };
            change(&mut args.speech);
            let json = args.speech.json || format == Format::Json;
            let profile = profile(&args.speech, json, &Settings::default()).unwrap();
            super::format(&args, &profile).ok()
        };
        assert_eq!(chosen(Format::Text, |_| {}), Some(Format::Text));
        assert_eq!(chosen(Format::Text, |speech| speech.json = true), Some(Format::Json));
        assert_eq!(chosen(Format::Json, |_| {}), Some(Format::Json));
        assert_eq!(chosen(Format::Srt, |_| {}), Some(Format::Srt));
        assert_eq!(chosen(Format::Srt, |speech| speech.json = true), None);
        assert_eq!(chosen(Format::Vtt, |speech| speech.output = Some(Way::Paste)), None);
        assert_eq!(
            chosen(Format::Text, |speech| speech.output = Some(Way::Paste)),
            Some(Format::Text)
        );
    }
}
