//! How the overlay looks, in which words stand over all other windows.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

/// What a person chose for the overlay.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Overlay {
    /// Whether there is one.
    pub shown: bool,
    /// Lines of large text at most, from 1 to [`MOST_LINES`].
    pub lines: u32,
    /// Height of the letters in pixels, from [`SMALLEST`] to [`LARGEST`].
    pub size: u32,
    /// How much of what is beneath is covered, in percent.
    pub opacity: u32,
    /// How far text stands out.
    pub contrast: Contrast,
    /// Whether what was said stands small over its translation.
    pub with_source: bool,
    /// Seconds without news after which it goes away, at most [`LONGEST_STAY_S`]; none stays.
    pub hide_after_s: Option<u32>,
    /// Where somebody put it; none is at the bottom, in the middle.
    pub place: Option<OverlayPlace>,
    /// Fields of a newer version, kept for it.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Map<String, Value>,
}

/// How far text stands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Contrast {
    /// As everything else in Aloud.
    #[default]
    Usual,
    /// White on black, and nothing dimmed by much.
    High,
}

/// A place on whatever screen the pointer is on, in its pixels, from its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct OverlayPlace {
    /// From the left.
    pub x: i32,
    /// From the top.
    pub y: i32,
    /// How wide it is.
    pub width: u32,
    /// How high it is.
    pub height: u32,
}

/// More lines would be a page.
pub const MOST_LINES: u32 = 6;

/// Smaller letters cannot be read beside another window.
pub const SMALLEST: u32 = 14;

/// Larger letters leave no room for a word.
pub const LARGEST: u32 = 72;

/// Longest time for [`Overlay::hide_after_s`]: an hour. Who wants more wants it to stay.
pub const LONGEST_STAY_S: u32 = 60 * 60;

impl Default for Overlay {
    fn default() -> Self {
        Self {
            shown: false,
            lines: 2,
            size: 27,
            opacity: 80,
            contrast: Contrast::default(),
            with_source: true,
            hide_after_s: Some(6),
            place: None,
            unknown: Map::new(),
        }
    }
}
