//! The command line `aloud`: one file a verb. What is decided stands in `plan`, `story`,
//! `lines`, `printout` and `exit`, which touch nothing; the verbs only carry it out.

// The verbs.
mod app;
mod bench;
mod control;
mod devices;
mod doctor;
mod listen;
mod manual;
mod models;
mod remote;
mod takes;
mod transcribe;

// What they share, from the options to the exit code.
mod args;
mod help;
mod plan;
mod run;
mod whole;
mod stop;
mod story;
mod lines;
mod progress;
mod printout;
mod table;
mod console;
mod exit;
mod fetch;

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::Parser;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

use crate::control::Ask;
use crate::recognise::native;
use args::{Captions, Cli, Deed, Overlay, Verb};
use console::Console;

/// Says what is logged; see `aloud --help`.
const LOG: &str = "ALOUD_LOG";

/// Runs the program as its arguments say.
pub fn main() -> ExitCode {
    if let Some(code) = native::serve() {
        return code;
    }
    log_to_stderr();
    let Cli { hidden, verb } = Cli::parse();
    verb.map_or_else(|| app::start(hidden), run).into()
}

fn run(verb: Verb) -> exit::Exit {
    match verb {
        Verb::Listen(args) => listen::run(&args),
        Verb::Transcribe(args) => transcribe::run(&args),
        Verb::Devices(args) => devices::run(args),
        Verb::Models(args) => models::run(args.verb),
        Verb::Remote(args) => remote::run(args.verb),
        Verb::Takes(args) => takes::run(args.verb),
        Verb::Bench(args) => bench::run(&args),
        Verb::Doctor(args) => doctor::run(args),
        Verb::Toggle(Deed { profile, listing }) => control::ask(&Ask::Toggle { profile }, listing),
        Verb::Start(Deed { profile, listing }) => control::ask(&Ask::Start { profile }, listing),
        Verb::Stop(Deed { profile, listing }) => control::ask(&Ask::Stop { profile }, listing),
        Verb::Cancel(Deed { profile, listing }) => control::ask(&Ask::Cancel { profile }, listing),
        Verb::Translate(args) => match args.wish() {
            Ok(wish) => control::ask(&Ask::Translate { wish }, args.listing),
            Err(error) => Console::new(args.listing.json).end(Err(error)),
        },
        Verb::Captions(Captions { deed, profile, listing }) => {
            control::ask(&Ask::Captions { wish: deed.into(), profile }, listing)
        }
        Verb::Overlay(Overlay { deed, listing }) => {
            control::ask(&Ask::Overlay { wish: deed.into() }, listing)
        }
        Verb::Status(args) => control::status(args),
        Verb::Show(listing) => control::ask(&Ask::Show, listing),
        Verb::Completions(args) => manual::completions(&args),
        Verb::Manual(args) => manual::pages(&args),
        Verb::Quit(listing) => control::ask(&Ask::Quit, listing),
    }
}

/// Standard output belongs to the results; what is logged goes to standard error.
///
/// Only our own words are logged, at whatever level: the library that types logs every key, and
/// others may log what they are given.
fn log_to_stderr() {
    let level = std::env::var(LOG).ok().and_then(|level| level.parse().ok());
    let own = Targets::new().with_target("aloud", level.unwrap_or(LevelFilter::WARN));
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    tracing_subscriber::registry().with(lines.with_filter(own)).init();
}
