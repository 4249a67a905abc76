//! The command line of Aloud.

fn main() {}
