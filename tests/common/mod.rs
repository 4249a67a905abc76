//! What several test files share.

#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]
#![allow(clippy::panic, reason = "what fails here fails a test")]

pub mod pulse;
