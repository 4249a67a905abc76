//! What a server answered: a text, or what is wrong. Pure.

mod names;

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use super::tries::Kind;
use crate::http::{Answer, Lost};
use crate::recognise::{Hypothesis, Segment};
use names::code_of;

/// How much of what a server says of its trouble is told on.
const LONGEST_COMPLAINT: usize = 200;

/// Why there is no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trouble {
    pub(super) kind: Kind,
    /// What the server does, to stand behind its name, and what to do.
    pub(super) problem: String,
}

impl Trouble {
    fn new(kind: Kind, problem: impl Into<String>) -> Self {
        Self { kind, problem: problem.into() }
    }
}

/// Who was asked, as far as an answer depends on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct From<'a> {
    /// The name of the server.
    pub(super) name: &'a str,
    /// The key that it was shown, which no sentence may repeat.
    pub(super) key: Option<&'a str>,
}

#[derive(Deserialize)]
struct Text {
    text: String,
    language: Option<String>,
    segments: Option<Vec<Part>>,
}

#[derive(Deserialize)]
struct Part {
    start: f64,
    end: f64,
    text: String,
}

/// The text in an answer.
pub(super) fn read(answer: &Answer, from: From<'_>) -> Result<Hypothesis, Trouble> {
    if !(200..300).contains(&answer.status) {
        return Err(refused(answer, from));
    }
    if answer.body.iter().all(u8::is_ascii_whitespace) {
        return Err(Trouble::new(Kind::Passing, "answered nothing"));
    }
    let text: Text = serde_json::from_slice(&answer.body).map_err(|_| strange(answer, from))?;
    let parts = text.segments.unwrap_or_default();
    Ok(Hypothesis {
        text: text.text.trim().to_owned(),
        language: text.language.as_deref().and_then(code_of),
        segments: parts.iter().map(segment).filter(|part| !part.text.is_empty()).collect(),
        ..Hypothesis::default()
    })
}

/// Why no answer came.
pub(super) fn lost(lost: &Lost, limit: Duration) -> Trouble {
    match lost {
        Lost::Stopped => Trouble::new(Kind::Lasting, "was called off"),
        Lost::Unreachable(reason) => {
            let next = "look whether it runs, and at its address";
            Trouble::new(Kind::Passing, format!("does not answer: {reason}; {next}"))
        }
        Lost::Cut(reason) => Trouble::new(Kind::Passing, format!("broke off: {reason}")),
        Lost::Late => {
            let seconds = limit.as_secs_f32().ceil();
            let next = "look whether it keeps up with speech";
            Trouble::new(Kind::Late, format!("gave no answer in {seconds} s; {next}"))
        }
        Lost::Endless => {
            Trouble::new(Kind::Lasting, "answers without end; is it the right address?")
        }
    }
}

/// What a status means that is none of success.
fn refused(answer: &Answer, from: From<'_>) -> Trouble {
    let Answer { status, .. } = answer;
    let name = from.name;
    let said = complaint(answer, from).map_or_else(String::new, |said| format!(": {said}"));
    match status {
        // What it says may quote a part of the key.
        401 | 403 if from.key.is_some() => Trouble::new(
            Kind::Lasting,
            format!(
                "refuses the key ({status}); keep the right one with `aloud remote key {name}`"
            ),
        ),
        401 | 403 => Trouble::new(
            Kind::Lasting,
            format!("wants a key ({status}); keep one with `aloud remote key {name}`"),
        ),
        404 | 405 => Trouble::new(
            Kind::Lasting,
            format!(
                "has no such model, or nothing at this address ({status}{said}); \
                 compare both with `aloud remote list`"
            ),
        ),
        413 => Trouble::new(
            Kind::Lasting,
            format!("takes no piece of this length (413{said}); raise its limit for a request"),
        ),
        429 | 503 => {
            let seconds = answer.retry_after.as_deref().and_then(|after| after.trim().parse().ok());
            let wait = seconds.map(Duration::from_secs);
            let back = seconds.map_or_else(String::new, |s| format!(", and asks to wait {s} s"));
            Trouble::new(Kind::Busy(wait), format!("has too much to do ({status}{said}){back}"))
        }
        408 | 500..=599 => Trouble::new(Kind::Passing, format!("failed ({status}{said})")),
        300..=399 => Trouble::new(
            Kind::Lasting,
            format!(
                "sends elsewhere ({status}), and audio is not sent on; name that place instead"
            ),
        ),
        _ => Trouble::new(
            Kind::Lasting,
            format!(
                "does not take what it is sent ({status}{said}); \
                 look at its model and address with `aloud remote list`"
            ),
        ),
    }
}

/// An answer that claims success and has no text.
fn strange(answer: &Answer, from: From<'_>) -> Trouble {
    let is_page = answer.content_type.as_deref().is_some_and(|kind| kind.contains("html"))
        || answer.body.trim_ascii_start().starts_with(b"<");
    let next = "its address should be that of the interface, and end in /v1";
    let problem = match complaint(answer, from) {
        Some(said) => format!("gave no text: {said}"),
        None if is_page => format!("answered with a web page, not with JSON; {next}"),
        None => format!("answered something that is no text in JSON; {next}"),
    };
    Trouble::new(Kind::Lasting, problem)
}

/// What a server says of its trouble, where it says it in a way that is known.
fn complaint(answer: &Answer, from: From<'_>) -> Option<String> {
    let body: Value = serde_json::from_slice(&answer.body).ok()?;
    let places = ["/error/message", "/error", "/message", "/detail", "/detail/0/msg"];
    let said = places.iter().find_map(|place| body.pointer(place)?.as_str())?;
    let said: String = match from.key {
        Some(key) => said.replace(key, "…"),
        None => said.to_owned(),
    };
    let plain = said.chars().map(|c| if c.is_control() { ' ' } else { c });
    let said: String = plain.take(LONGEST_COMPLAINT).collect();
    Some(said.trim().to_owned()).filter(|said| !said.is_empty())
}

fn segment(part: &Part) -> Segment {
    // What is no number becomes nothing.
    let ms = |seconds: f64| (seconds.max(0.0) * 1000.0).round() as u64;
    let start_ms = ms(part.start);
    let end_ms = ms(part.end).max(start_ms);
    Segment { start_ms, end_ms, text: part.text.trim().to_owned() }
}

#[cfg(test)]
mod tests;
