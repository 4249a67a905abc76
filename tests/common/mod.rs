//! What several test files need: machines of their own to play with.
#![allow(dead_code, reason = "each test file uses its own part of this")]
#![allow(clippy::panic, reason = "what a test cannot do without fails it")]

pub(crate) mod display;
