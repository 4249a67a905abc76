//! Servers that recognise in place of this machine.

use clap::{Args, Subcommand};

use super::Listing;

/// `aloud remote`
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct Remote {
    /// What to do with them.
    #[command(subcommand)]
    pub(in crate::cli) verb: RemoteVerb,
}

/// See [`Remote`].
#[derive(Clone, Debug, Subcommand)]
pub(in crate::cli) enum RemoteVerb {
    /// Make a server known; it is used where `--model remote:NAME` or the settings choose it
    Add(AddServer),
    /// List the servers that are known
    List(Listing),
    /// Forget a server, and its key
    Remove(OneServer),
    /// Keep the key of a server in the keychain of the system; it is asked for, or read as a line
    /// from stdin
    Key(KeyOf),
    /// Send a short recording that is built in, and say what came of it
    Test(OneServer),
}

/// `aloud remote add`
#[derive(Args, Clone, Debug, Default)]
pub(in crate::cli) struct AddServer {
    /// A name to choose it by
    #[arg(value_name = "NAME")]
    pub(in crate::cli) name: String,
    /// Where it is, such as http://192.168.1.20:8000/v1
    #[arg(long, value_name = "URL")]
    pub(in crate::cli) url: String,
    /// The model that it is asked for
    #[arg(long, value_name = "MODEL")]
    pub(in crate::cli) model: String,
    /// Send it each phrase again and again while it is spoken, to show words at once
    #[arg(long)]
    pub(in crate::cli) live: bool,
    /// Ask it for verbose_json, which has the language and times; not every server can
    #[arg(long)]
    pub(in crate::cli) verbose: bool,
    /// Allow it to be far away without TLS, where anybody on the way can hear what you say
    #[arg(long)]
    pub(in crate::cli) insecure: bool,
    /// How it is printed.
    #[command(flatten)]
    pub(in crate::cli) listing: Listing,
}

/// `aloud remote remove` and `aloud remote test`
#[derive(Args, Clone, Debug, Default)]
pub(in crate::cli) struct OneServer {
    /// Server: a name of `aloud remote list`
    #[arg(value_name = "NAME")]
    pub(in crate::cli) name: String,
    /// How it is printed.
    #[command(flatten)]
    pub(in crate::cli) listing: Listing,
}

/// `aloud remote key`
#[derive(Args, Clone, Debug, Default)]
pub(in crate::cli) struct KeyOf {
    /// Server: a name of `aloud remote list`
    #[arg(value_name = "NAME")]
    pub(in crate::cli) name: String,
    /// Remove the key instead
    #[arg(long)]
    pub(in crate::cli) forget: bool,
    /// How it is printed.
    #[command(flatten)]
    pub(in crate::cli) listing: Listing,
}
