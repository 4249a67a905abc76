//! `aloud completions` and `aloud manual`: the command line, as shells and man know it.

use std::fs;

use clap::CommandFactory;

use super::args::{Cli, Completions, Manual};
use super::console::Console;
use super::exit::Exit;
use crate::error::{Error, Result};

pub(super) fn completions(args: &Completions) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "aloud", &mut script);
    Console::new(false).text(&String::from_utf8_lossy(&script));
    Exit::Done
}

pub(super) fn pages(args: &Manual) -> Exit {
    let console = Console::new(false);
    let result = write(args);
    console.end(result)
}

fn write(args: &Manual) -> Result<Exit> {
    let folder = &args.folder;
    fs::create_dir_all(folder).map_err(Error::io("create", folder))?;
    clap_mangen::generate_to(Cli::command(), folder).map_err(Error::io("write", folder))?;
    Ok(Exit::Done)
}
