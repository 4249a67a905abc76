//! The engine of Aloud: speak, and it is written.
//!
//! Read the modules from top to bottom and you have followed a word from the microphone to
//! the cursor. [`engine::Engine`] owns the threads; [`command::Command`] goes in,
//! [`event::Event`] comes out, and there is no other way.

// What everything speaks of.
pub mod audio;
pub mod clock;
pub mod command;
pub mod error;
pub mod event;
pub mod home;
pub mod settings;

// The way of a word.
pub mod assemble;
pub mod capture;
pub mod deliver;
pub mod engine;
pub mod evidence;
pub mod journal;
pub mod level;
pub mod pipeline;
pub mod recognise;
pub mod resample;
pub mod segment;
pub mod session;
pub mod vad;
pub mod work;

// What it needs on disk.
pub mod models;
