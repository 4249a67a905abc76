//! A server that recognises in place of this machine: what is chosen of it. Its key is not among
//! that, see [`crate::keychain`].

mod address;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

pub use address::Address;

use super::Settings;

/// How the id of a model begins that is a server.
pub const REMOTE: &str = "remote:";

/// No name is longer.
const LONGEST_NAME: usize = 40;

/// One that speaks the audio interface of OpenAI. What is said leaves this machine for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct Server {
    /// Name to choose it by: `gpu` is the model `remote:gpu`.
    pub name: String,
    /// Where it is, such as `http://192.168.1.20:8000/v1`.
    pub url: String,
    /// The model that it is asked for, such as `mistralai/Voxtral-Mini-3B-2507`.
    pub model: String,
    /// Whether it is sent what is being said, again and again, to show words while they are spoken.
    pub live: bool,
    /// Whether it is asked for `verbose_json`, which tells language and times. Not all servers can.
    pub verbose: bool,
    /// Whether it may be far away without TLS, where anybody on the way can listen.
    pub insecure: bool,
    /// Whether a key for it is in the keychain.
    pub key: bool,
    /// Fields of a newer version, kept for it.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Map<String, Value>,
}

impl Server {
    /// What it is chosen by, as a model.
    pub fn id(&self) -> String {
        format!("{REMOTE}{}", self.name)
    }

    /// Where it is.
    ///
    /// # Errors
    /// Says why audio is not sent there.
    pub fn address(&self) -> Result<Address, String> {
        Address::read(&self.url, self.insecure)
    }

    /// Whom what is said goes to: the name of its machine, and the port where it is not the usual.
    pub fn host(&self) -> String {
        self.address().map_or_else(|_| self.url.clone(), |address| address.host())
    }
}

impl Settings {
    /// The change that puts these servers in the place of those that are known. A server that is
    /// used and goes is no longer the model: another one is only used where it is chosen.
    pub fn with_servers(&self, servers: &[Server]) -> Map<String, Value> {
        let mut patch = Map::new();
        let value = serde_json::to_value(servers).expect("servers have only string keys");
        patch.insert("servers".to_owned(), value);
        let in_use = self.server_in_use();
        if in_use.is_some_and(|used| servers.iter().all(|server| server.name != used.name)) {
            patch.insert("model".to_owned(), Value::Null);
        }
        patch
    }
}

/// A name that can be typed, and that is not taken.
pub(super) fn free_name(name: String, others: &[Server]) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(plain) {
        let rule = "a name has letters, digits, - _ . and no spaces, forty at most";
        return Err(format!("\"{name}\" is no name for a server: {rule}"));
    }
    if others.iter().any(|other| other.name == name) {
        return Err(format!("there are two servers \"{name}\""));
    }
    Ok(name)
}

/// A model that a server can be asked for.
pub(super) fn named_model(model: &str) -> Result<String, String> {
    let model = model.trim();
    if model.is_empty() || model.chars().any(char::is_control) {
        return Err("the model that the server is to use is missing".to_owned());
    }
    Ok(model.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(name: &str) -> Server {
        Server {
            name: name.to_owned(),
            url: "http://gpu:8000".to_owned(),
            model: "m".to_owned(),
            ..Server::default()
        }
    }

    #[test]
    fn a_server_that_goes_is_no_longer_the_model() {
        let servers = vec![server("gpu"), server("other")];
        let mut settings =
            Settings { servers, model: Some("remote:gpu".to_owned()), ..Settings::default() };
        settings.patch(&settings.with_servers(&[server("gpu")])).unwrap();
        assert_eq!(settings.server_in_use(), Some(&server("gpu")));
        settings.patch(&settings.with_servers(&[])).unwrap();
        assert_eq!((settings.servers.len(), settings.model), (0, None));
    }

    #[test]
    fn a_name_can_be_typed() {
        assert!(free_name("gpu-2.lan_x".to_owned(), &[]).is_ok());
        for name in ["", "a b", "a:b", "ü", &"x".repeat(41)] {
            assert!(free_name(name.to_owned(), &[]).is_err(), "{name}");
        }
        assert!(free_name("gpu".to_owned(), &[server("gpu")]).unwrap_err().contains("two servers"));
    }
}
