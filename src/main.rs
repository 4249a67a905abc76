//! The command line of Aloud; see `aloud --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    aloud::cli::main()
}
