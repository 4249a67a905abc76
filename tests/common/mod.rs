//! What several test files need. Each file uses a part of it.
#![allow(dead_code, missing_docs, unreachable_pub)]

pub mod rig;
