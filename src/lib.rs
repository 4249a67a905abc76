//! The engine of Aloud: speak, and it is written.
//!
//! Read the modules from top to bottom and you have followed a word from the microphone to
//! the cursor. [`engine::Engine`] owns the threads; [`command::Command`] goes in,
//! [`event::Event`] comes out, and there is no other way.

// What everything speaks of.
pub mod audio;
pub mod clock;
pub mod error;
pub mod event;
pub mod command;
pub mod settings;
pub mod language;
pub mod words;
pub mod home;

// What leaves this machine, and what is kept of others.
mod http;
pub mod keychain;

// The way of a word.
pub mod engine;
pub mod session;
pub mod pipeline;
pub mod capture;
pub mod resample;
pub mod journal;
pub mod level;
pub mod vad;
pub mod segment;
pub mod work;
pub mod recognise;
pub mod stable;
pub mod evidence;
pub mod assemble;
pub mod deliver;

// What is kept of what was said.
pub mod captions;

// What a person hears of it, and how loud the person is before anything is said.
pub mod speaker;
pub mod soundcheck;

// What it needs on disk.
pub mod models;

// How well all of it does.
pub mod bench;

// For people without a window, and for scripts.
pub mod control;
pub mod cli;
