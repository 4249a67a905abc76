//! `aloud doctor`: does everything that dictation needs work here, and what to do if not?

mod folders;
mod look;
mod machine;
mod report;
mod session;

use serde::Serialize;

use super::args::Doctor;
use super::console::Console;
use super::exit::Exit;
use super::table::table;

pub(super) fn run(args: Doctor) -> Exit {
    let console = Console::new(args.listing.json);
    let (checks, settings) = look::all(&console);
    if args.report {
        console.text(&report::report(&checks, settings.as_ref(), &machine::facts()));
    } else if console.is_json() {
        checks.iter().for_each(|check| console.object(check));
        console.object(&Verdict { ready: is_ready(&checks) });
    } else {
        console.text(&page(&checks));
    }
    // A report is made whatever is wrong.
    console.end(Ok(if args.report || is_ready(&checks) { Exit::Done } else { Exit::Failed }))
}

/// One thing that dictation needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename = "check")]
struct Check {
    /// What it is, such as `model`.
    check: &'static str,
    state: State,
    /// What was found.
    found: String,
    /// What of it may be told to others, where it holds somebody's own names.
    #[serde(skip)]
    public: Option<String>,
    /// What to do about it.
    remedy: Option<String>,
}

/// How well it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum State {
    /// Nothing to do.
    Ok,
    /// Dictation works, with less comfort.
    Warning,
    /// Dictation cannot work.
    Failed,
}

/// The last line of JSON.
#[derive(Serialize)]
#[serde(tag = "type", rename = "doctor")]
struct Verdict {
    ready: bool,
}

impl Check {
    fn ok(check: &'static str, found: impl Into<String>) -> Self {
        Self { check, state: State::Ok, found: found.into(), public: None, remedy: None }
    }

    fn told_as(self, public: impl Into<String>) -> Self {
        Self { public: Some(public.into()), ..self }
    }

    fn warning(check: &'static str, found: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { state: State::Warning, remedy: Some(remedy.into()), ..Self::ok(check, found) }
    }

    fn failed(check: &'static str, found: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { state: State::Failed, ..Self::warning(check, found, remedy) }
    }
}

fn is_ready(checks: &[Check]) -> bool {
    checks.iter().all(|check| check.state != State::Failed)
}

/// The checks for a person: a table, what to do, and the verdict.
fn page(checks: &[Check]) -> String {
    let state = |check: &Check| match check.state {
        State::Ok => "ok",
        State::Warning => "warning",
        State::Failed => "failed",
    };
    let row = |check: &Check| [check.check, state(check), &check.found].map(str::to_owned);
    let mut page = table(&checks.iter().map(row).collect::<Vec<_>>());
    let remedy = |check: &Check| Some(format!("{}: {}\n", check.check, check.remedy.as_ref()?));
    let remedies: String = checks.iter().filter_map(remedy).collect();
    if !remedies.is_empty() {
        page.push_str(&format!("\nWhat to do:\n{remedies}"));
    }
    let verdict = if is_ready(checks) { "can work" } else { "cannot work yet" };
    page.push_str(&format!("\nDictation {verdict} here.\n"));
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_shows_what_is_and_what_to_do() {
        let checks = [
            Check::ok("model", "whisper-base"),
            Check::warning("paste", "no display", "start it in a desktop session"),
        ];
        assert_eq!(
            page(&checks),
            "model  ok       whisper-base\n\
             paste  warning  no display\n\
             \n\
             What to do:\n\
             paste: start it in a desktop session\n\
             \n\
             Dictation can work here.\n"
        );
    }

    #[test]
    fn one_failure_is_enough() {
        let checks = [Check::ok("model", "x"), Check::failed("microphone", "none", "plug one in")];
        assert!(!is_ready(&checks));
        assert!(page(&checks).ends_with("\nDictation cannot work yet here.\n"));
        assert!(is_ready(&checks[..1]));
    }

    #[test]
    fn json_is_one_object_a_check() {
        let check = Check::failed("microphone", "none", "plug one in");
        assert_eq!(
            serde_json::to_string(&check).unwrap(),
            r#"{"type":"check","check":"microphone","state":"failed","found":"none","remedy":"plug one in"}"#
        );
    }
}
