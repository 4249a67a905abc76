//! `aloud takes`: recordings that did not become text, or not all of it.

use serde::Serialize;

use super::args::{Discard, Listing, Recover, TakesVerb};
use super::console::Console;
use super::exit::Exit;
use super::listen::{Printing, show};
use super::plan;
use super::run::{Desk, Setup};
use super::stop::Stop;
use super::table::{length, table};
use crate::clock::calendar;
use crate::command::SourceSpec;
use crate::error::Result;
use crate::event::{Done, TakeId};
use crate::journal::stored::{self, Stored, StoredState};

/// Characters of a text that say which take it is.
const BEGINNING: usize = 40;

pub(super) fn run(verb: TakesVerb) -> Exit {
    match verb {
        TakesVerb::List(Listing { json }) => with(json, list),
        TakesVerb::Recover(args) => with(args.speech.json, |console| recover(&args, console)),
        TakesVerb::Discard(args) => with(args.listing.json, |console| discard(&args, console)),
    }
}

fn with(json: bool, verb: impl FnOnce(&Console) -> Result<Exit>) -> Exit {
    let console = Console::new(json);
    let result = verb(&console);
    console.end(result)
}

fn list(console: &Console) -> Result<Exit> {
    let takes = stored::list(&Setup::find(console)?.home.takes())?;
    if console.is_json() {
        let numbered = (1..).zip(&takes);
        numbered.for_each(|(number, take)| console.object(&Line::of(number, take)));
    } else if takes.is_empty() {
        console.say("no take is kept");
    } else {
        let rows: Vec<_> = takes.iter().map(row).collect();
        console.text(&table(&rows));
    }
    Ok(Exit::Done)
}

fn recover(args: &Recover, console: &Console) -> Result<Exit> {
    let setup = Setup::find(console)?;
    let source = stored::open(&setup.home.takes(), &args.id)?;
    let mut profile = plan::profile(&args.speech, console.is_json(), &setup.settings)?;
    let loaded = setup.recogniser(&args.speech, &profile)?;
    let printing = Printing::of(&mut profile);
    let spec = SourceSpec::Take { id: args.id.clone() };
    let desk = Desk::new(loaded, None, console)?;
    let story = desk.take(Box::new(source), (spec, profile), &Stop::on_signals(), &mut |event| {
        show(event, None, printing, console);
    });
    let exit = desk.exit(&story);
    if story.done().is_some() {
        console.say(&format!("the take stays kept; `aloud takes discard {}` removes it", args.id));
    }
    Ok(exit)
}

fn discard(args: &Discard, console: &Console) -> Result<Exit> {
    let folder = Setup::find(console)?.home.takes();
    let remove = |id: &String| match stored::discard(&folder, id) {
        Ok(()) => Exit::Done,
        Err(error) => console.fail(&error),
    };
    let exits: Vec<Exit> = args.ids.iter().map(remove).collect();
    Ok(Exit::of_several(&exits))
}

/// A kept take as JSON: the fields of a [`Done`], and what is known besides.
#[derive(Serialize)]
#[serde(tag = "type", rename = "take")]
struct Line<'a> {
    id: &'a str,
    state: StoredState,
    started_unix_ms: u64,
    source: &'a str,
    #[serde(flatten)]
    done: Done,
}

impl<'a> Line<'a> {
    fn of(number: u64, take: &'a Stored) -> Self {
        let done = Done {
            take: TakeId(number),
            text: take.text.clone(),
            audio_ms: take.audio_ms,
            // What is kept was not delivered whole: that is why it is kept.
            partial: true,
            ..Done::default()
        };
        let Stored { id, state, started_unix_ms, source, .. } = take;
        Self { id, state: *state, started_unix_ms: *started_unix_ms, source, done }
    }
}

fn row(take: &Stored) -> [String; 6] {
    [
        take.id.clone(),
        word(take.state).to_owned(),
        format!("{} UTC", calendar::readable(take.started_unix_ms)),
        length(take.audio_ms),
        take.source.clone(),
        beginning(&take.text),
    ]
}

fn word(state: StoredState) -> &'static str {
    match state {
        StoredState::Recording => "recording",
        StoredState::Interrupted => "cut off",
        StoredState::Cancelled => "cancelled",
        StoredState::Partial => "incomplete",
        StoredState::Failed => "failed",
    }
}

fn beginning(text: &str) -> String {
    let text = text.trim().replace('\n', " ");
    match text.char_indices().nth(BEGINNING) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take() -> Stored {
        Stored {
            id: "7".to_owned(),
            state: StoredState::Interrupted,
            started_unix_ms: 1_796_226_130_000,
            source: "USB".to_owned(),
            audio_ms: 61_000,
            text: "Hello there.".to_owned(),
        }
    }

    #[test]
    fn json_has_the_fields_of_done_and_more() {
        assert_eq!(
            serde_json::to_string(&Line::of(1, &take())).unwrap(),
            r#"{"type":"take","id":"7","state":"interrupted","started_unix_ms":1796226130000,"source":"USB","take":1,"text":"Hello there.","audio_ms":61000,"dropped_frames":0,"partial":true}"#
        );
    }

    #[test]
    fn a_person_sees_when_it_was_and_how_it_begins() {
        assert_eq!(
            row(&take()).join(" | "),
            "7 | cut off | 2026-12-02 15:42 UTC | 1:01 | USB | Hello there."
        );
        assert_eq!(beginning(&"é".repeat(50)), format!("{}…", "é".repeat(40)));
    }
}
