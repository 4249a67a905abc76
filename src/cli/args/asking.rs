//! What the running app is asked by verbs.

use clap::{Args, ValueEnum};

use super::Listing;
use crate::control::{OverlayWish, Wish};
use crate::error::{Error, Result};
use crate::settings::Translate;

/// `aloud toggle`, `start`, `stop` and `cancel`
#[derive(Args, Clone, Debug, Default)]
pub(in crate::cli) struct Deed {
    /// The profile to start [default: the current one]; to stop or cancel, only a take of this one
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) profile: Option<String>,
    /// How it is printed.
    #[command(flatten)]
    pub(in crate::cli) listing: Listing,
}

/// `aloud translate`
#[derive(Args, Clone, Debug, Default)]
pub(in crate::cli) struct Translating {
    /// What the current profile is to do [default: on with --to, else toggle]
    #[arg(value_enum, value_name = "on|off|toggle")]
    pub(in crate::cli) turn: Option<Turn>,
    /// The language to write, as a code [default: the one of last time]
    #[arg(long, value_name = "LANG", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub(in crate::cli) to: Option<String>,
    /// How it is printed.
    #[command(flatten)]
    pub(in crate::cli) listing: Listing,
}

/// See [`Translating`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Turn {
    /// Translate
    On,
    /// Do what was done before
    Off,
    /// The other of the two
    Toggle,
}

/// `aloud captions`
#[derive(Args, Clone, Debug, Default)]
pub(in crate::cli) struct Captions {
    /// What is to become of the captions
    #[arg(value_enum, value_name = "start|stop|toggle", default_value_t)]
    pub(in crate::cli) deed: CaptionsDeed,
    /// The profile that says what to make of it [default: the current one]
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) profile: Option<String>,
    /// How it is printed.
    #[command(flatten)]
    pub(in crate::cli) listing: Listing,
}

/// See [`Captions`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum CaptionsDeed {
    /// They are to run
    Start,
    /// They are to end
    Stop,
    /// The other of the two
    #[default]
    Toggle,
}

/// `aloud overlay`
#[derive(Args, Clone, Copy, Debug, Default)]
pub(in crate::cli) struct Overlay {
    /// What is to become of the overlay
    #[arg(value_enum, value_name = "show|hide|toggle|edit", default_value_t)]
    pub(in crate::cli) deed: OverlayDeed,
    /// How it is printed.
    #[command(flatten)]
    pub(in crate::cli) listing: Listing,
}

/// See [`Overlay`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum OverlayDeed {
    /// It is to be there whenever there are words
    Show,
    /// There is to be none
    Hide,
    /// The other of the two
    #[default]
    Toggle,
    /// You move it by mouse or arrow keys, stretch it with Shift, and end with Escape
    Edit,
}

/// `aloud status`
#[derive(Args, Clone, Copy, Debug, Default)]
pub(in crate::cli) struct Standing {
    /// Go on, with a line whenever something changes, until the app ends
    #[arg(long)]
    pub(in crate::cli) follow: bool,
    /// How it is printed.
    #[command(flatten)]
    pub(in crate::cli) listing: Listing,
}

impl Translating {
    /// The wish, unless it contradicts itself.
    pub(in crate::cli) fn wish(&self) -> Result<Translate> {
        match (self.turn, self.to.clone()) {
            (Some(Turn::On), target) | (None, target @ Some(_)) => Ok(Translate::On { target }),
            (Some(Turn::Off), None) => Ok(Translate::Off),
            (Some(Turn::Toggle) | None, None) => Ok(Translate::Toggle),
            (Some(Turn::Off | Turn::Toggle), Some(_)) => {
                Err(Error::Usage("--to goes with `on` only: it says into what".to_owned()))
            }
        }
    }
}

impl From<CaptionsDeed> for Wish {
    fn from(deed: CaptionsDeed) -> Self {
        match deed {
            CaptionsDeed::Start => Self::Start,
            CaptionsDeed::Stop => Self::Stop,
            CaptionsDeed::Toggle => Self::Toggle,
        }
    }
}

impl From<OverlayDeed> for OverlayWish {
    fn from(deed: OverlayDeed) -> Self {
        match deed {
            OverlayDeed::Show => Self::Show,
            OverlayDeed::Hide => Self::Hide,
            OverlayDeed::Toggle => Self::Toggle,
            OverlayDeed::Edit => Self::Edit,
        }
    }
}
