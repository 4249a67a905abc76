//! `aloud` alone starts the desktop app.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::CommandFactory;

use super::args::Cli;
use super::console::Console;
use super::exit::Exit;
use crate::error::Error;

/// The program of the app.
const APP: &str = "aloud-desktop";

/// Becomes the app, where the system can do that, or starts it.
pub(super) fn start(hidden: bool) -> Exit {
    let own = std::env::current_exe().ok();
    let beside = own.as_deref().and_then(Path::parent);
    let program = program(beside);
    let mut command = Command::new(&program);
    command.args(hidden.then_some("--hidden"));
    match become_it(&mut command) {
        Ok(()) => Exit::Done,
        Err(error) => explain(&program, beside, error),
    }
}

/// The app in this folder; where there is none, a name to be looked for on the PATH.
fn program(beside: Option<&Path>) -> PathBuf {
    let name = format!("{APP}{}", std::env::consts::EXE_SUFFIX);
    let there = beside.map(|folder| folder.join(&name)).filter(|path| path.is_file());
    there.unwrap_or_else(|| name.into())
}

/// Comes back only when the app is another process, or there is none.
#[cfg(unix)]
fn become_it(command: &mut Command) -> io::Result<()> {
    Err(std::os::unix::process::CommandExt::exec(command))
}

#[cfg(not(unix))]
fn become_it(command: &mut Command) -> io::Result<()> {
    command.spawn().map(drop)
}

fn explain(program: &Path, beside: Option<&Path>, source: io::Error) -> Exit {
    let console = Console::new(false);
    if source.kind() != ErrorKind::NotFound {
        return console.end(Err(Error::io("start", program)(source)));
    }
    console.text(&Cli::command().render_help().to_string());
    let own = beside.map_or_else(String::new, |folder| format!(" in {} or", folder.display()));
    console.say(&format!(
        "aloud: the desktop app is not installed{own} on the PATH; build it with `make run`, or \
         dictate in this terminal with `aloud listen`"
    ));
    Exit::Failed
}
