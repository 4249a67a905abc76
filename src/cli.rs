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
use tracing_subscriber::EnvFilter;

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

/// Standard output belongs to the results. What libraries log is for people who ask for it.
fn log_to_stderr() {
    let filter = EnvFilter::builder().with_env_var(LOG).try_from_env();
    tracing_subscriber::fmt()
        .with_env_filter(filter.unwrap_or_else(|_| EnvFilter::new("aloud=warn")))
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .init();
}
