//! How well recognition does on this machine.

pub mod quick;
