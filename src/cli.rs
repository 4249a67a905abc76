//! The command line `aloud`: one file a verb. What is decided stands in `plan`, `story`,
//! `lines`, `printout`, `subtitle` and `exit`, which touch nothing; the verbs only carry it out.

// The verbs.
mod devices;
mod doctor;
mod listen;
mod models;
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
mod subtitle;
mod table;
mod console;
mod exit;

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

use args::{Cli, Verb};

/// Says what is logged; see `aloud --help`.
const LOG: &str = "ALOUD_LOG";

/// Runs the program as its arguments say.
pub fn main() -> ExitCode {
    log_to_stderr();
    let exit = match Cli::parse().verb {
        Some(Verb::Listen(args)) => listen::run(&args),
        Some(Verb::Transcribe(args)) => transcribe::run(&args),
        Some(Verb::Devices(args)) => devices::run(args),
        Some(Verb::Models(args)) => models::run(args.verb),
        Some(Verb::Takes(args)) => takes::run(args.verb),
        Some(Verb::Doctor(args)) => doctor::run(args),
        None => {
            console::Console::new(false).text(&Cli::command().render_help().to_string());
            exit::Exit::Done
        }
    };
    exit.into()
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
