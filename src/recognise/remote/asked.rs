//! What is asked of a server, in its words. Pure.

use crate::language::normalise;
use crate::recognise::Request;
use crate::recognise::context::tail;
use crate::settings::{Server, Task};

/// What goes to a server with a piece of audio.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Asked {
    /// Whether it is to be written in English, whatever is spoken.
    pub(super) translated: bool,
    pub(super) fields: Vec<(&'static str, String)>,
}

impl Asked {
    /// Of a request that fits to what the server can do.
    pub(super) fn of(request: &Request, server: &Server) -> Self {
        let translated = matches!(request.task, Task::Translate { .. });
        let format = if server.verbose { "verbose_json" } else { "json" };
        let mut fields = vec![
            ("model", server.model.clone()),
            ("response_format", format.to_owned()),
            ("temperature", "0".to_owned()),
        ];
        // The interface knows no language of a translation, and one of several cannot be named.
        if let ([code], false) = (request.language.codes(), translated) {
            fields.push(("language", normalise(code)));
        }
        let prompt = prompt(request);
        if !prompt.is_empty() {
            fields.push(("prompt", prompt));
        }
        Self { translated, fields }
    }
}

/// Words to spell as listed, and then what was said before: of a prompt that is too long models keep
/// the end. Nothing in it may look like a control token.
fn prompt(request: &Request) -> String {
    let plain = |text: &&str| !text.is_empty() && !text.contains("<|") && !text.contains('\0');
    let terms: Vec<&str> =
        request.vocabulary.iter().map(|term| term.trim()).filter(plain).collect();
    let context = request.context.as_deref().map(tail).filter(plain);
    let terms = (!terms.is_empty()).then(|| format!("{}.", terms.join(", ")));
    terms.into_iter().chain(context.map(str::to_owned)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Language;

    fn server() -> Server {
        Server { model: "voxtral".to_owned(), ..Server::default() }
    }

    fn line(asked: &Asked) -> String {
        let fields = asked.fields.iter().map(|(name, value)| format!("{name}={value}"));
        fields.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_language_is_named_where_only_one_is_spoken() {
        let codes = |codes: &[&str]| codes.iter().map(|code| (*code).to_owned()).collect();
        let plain = "model=voxtral response_format=json temperature=0";
        for (language, more) in [
            (Language::Auto, ""),
            (Language::Code("de-AT".to_owned()), " language=de"),
            (Language::OneOf(codes(&["fr"])), " language=fr"),
            (Language::OneOf(codes(&["fr", "de"])), ""),
        ] {
            let request = Request { language, ..Request::default() };
            assert_eq!(line(&Asked::of(&request, &server())), format!("{plain}{more}"));
        }
    }

    #[test]
    fn a_translation_has_a_place_of_its_own_and_names_no_language() {
        let request = Request {
            language: Language::Code("de".to_owned()),
            task: Task::Translate { target: "en".to_owned(), both: false },
            ..Request::default()
        };
        let asked = Asked::of(&request, &Server { verbose: true, ..server() });
        assert!(asked.translated);
        assert_eq!(line(&asked), "model=voxtral response_format=verbose_json temperature=0");
    }

    #[test]
    fn vocabulary_and_context_are_the_prompt_without_control_tokens() {
        let request = Request {
            vocabulary: ["Aloud", " GGUF", "<|en|>", "", "a\0b"].map(str::to_owned).to_vec(),
            context: Some("It was late.".to_owned()),
            ..Request::default()
        };
        let asked = line(&Asked::of(&request, &server()));
        assert!(asked.ends_with(" prompt=Aloud, GGUF. It was late."), "{asked}");
        let request = Request { context: Some("<|end|>".to_owned()), ..Request::default() };
        assert!(!line(&Asked::of(&request, &server())).contains("prompt"));
    }
}
