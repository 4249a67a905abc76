//! The desktop app of Aloud: a hotkey anywhere, a window, a tray. Everything that has to do with
//! speech is in the engine; here is what has to do with the desktop, one concern a file.

#![windows_subsystem = "windows"]

// What is decided.
mod batch;
mod consequence;
mod desktop;
mod face;
mod layout;
mod menu;
mod now;
mod past;
mod tone;
mod words;

// What window and shell tell each other.
mod commands;
mod ipc;
mod relay;
mod watch;

// The desktop.
mod app;
mod autostart;
mod choices;
mod cue;
mod desk;
mod downloads;
mod export;
mod hotkey;
mod measure;
mod overlay;
mod remote;
mod shelf;
mod sinks;
mod tray;
mod trial;
mod window;

use std::process::ExitCode;

use aloud::control::{self, Ask, Claim, Instance};
use aloud::deliver::focus::look_for_a_desktop;
use aloud::error::Result;
use aloud::home::Home;
use clap::Parser;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

/// Press a key anywhere, speak, and the words stand at your cursor.
#[derive(Parser)]
#[command(name = "aloud-desktop", version)]
struct Arguments {
    /// Start without showing the window
    #[arg(long)]
    hidden: bool,
}

fn main() -> ExitCode {
    if let Some(code) = aloud::recognise::native::serve() {
        return code;
    }
    let Arguments { hidden } = Arguments::parse();
    log();
    match begin(hidden) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("aloud: {error}");
            ExitCode::FAILURE
        }
    }
}

fn begin(hidden: bool) -> Result<ExitCode> {
    let home = Home::find()?;
    let instance = match Instance::claim(&home)? {
        Claim::First(instance) => instance,
        Claim::Second => return second(&home),
    };
    look_for_a_desktop()?;
    match app::run(app::Beginning { home, instance, hidden }) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) => {
            eprintln!("aloud: the app cannot start: {error}");
            Ok(ExitCode::FAILURE)
        }
    }
}

/// The app runs already: that one comes to the front.
fn second(home: &Home) -> Result<ExitCode> {
    control::ask_starting(&home.socket(), &Ask::Show)?;
    println!("Aloud is running already; its window is at the front now.");
    Ok(ExitCode::SUCCESS)
}

/// Only our own words are logged: libraries may log what they are given.
fn log() {
    let level = std::env::var("ALOUD_LOG").ok().and_then(|level| level.parse().ok());
    let level = level.unwrap_or(LevelFilter::WARN);
    let own = Targets::new().with_target("aloud", level).with_target("aloud_desktop", level);
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    tracing_subscriber::registry().with(lines.with_filter(own)).init();
}
