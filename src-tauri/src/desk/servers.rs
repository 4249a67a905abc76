//! Servers that recognise in place of this machine.

use aloud::error::{Error, Result};
use aloud::keychain::{self, Key};
use aloud::settings::{Server, Settings};

use super::Desk;
use crate::ipc::Refusal;

impl Desk {
    /// Puts these servers in the place of those that are known. Whoever says the same again may have
    /// put another key into the keychain.
    ///
    /// # Errors
    /// Names the field that is not valid.
    pub(crate) fn set_servers(&self, servers: &[Server]) -> Result<(), Refusal> {
        let settings = self.choices.get();
        self.patch(&settings.with_servers(servers))?;
        if settings.servers == servers && settings.server_in_use().is_some() {
            self.load_model();
        }
        Ok(())
    }

    /// Keeps the key of a server in the keychain, or removes it.
    ///
    /// # Errors
    /// When there is no such server, this is no key, or the keychain does not do it.
    pub(crate) fn set_server_key(
        &self,
        name: &str,
        key: Option<&str>,
    ) -> Result<Settings, Refusal> {
        let server = named(&self.choices.get(), name)?;
        let key = key.map(Key::read).transpose()?.flatten();
        match &key {
            Some(key) => keychain::keep(&server, key)?,
            None => keychain::forget(&server)?,
        }
        let settings = self.choices.get();
        let servers = marked(&settings.servers, name, key.is_some());
        let after = self.patch(&settings.with_servers(&servers))?;
        // The same entry with another key is no change of the settings, and one all the same.
        if server.key && after.server_in_use().is_some_and(|used| used.name == name) {
            self.load_model();
        }
        Ok(after)
    }
}

/// The server of this name.
///
/// # Errors
/// When there is none.
pub(crate) fn named(settings: &Settings, name: &str) -> Result<Server> {
    let found = settings.servers.iter().find(|server| server.name == name);
    found.cloned().ok_or_else(|| Error::Usage(format!("there is no server \"{name}\"")))
}

/// The servers, one of which has a key now or has none.
fn marked(servers: &[Server], name: &str, key: bool) -> Vec<Server> {
    let mark = |server: &Server| match server.name == name {
        true => Server { key, ..server.clone() },
        false => server.clone(),
    };
    servers.iter().map(mark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_belongs_to_one_server() {
        let server = |name: &str| Server { name: name.to_owned(), ..Server::default() };
        let marked = marked(&[server("a"), server("b")], "b", true);
        assert_eq!(marked.iter().map(|server| server.key).collect::<Vec<_>>(), [false, true]);
        let settings = Settings { servers: marked, ..Settings::default() };
        assert!(named(&settings, "b").is_ok_and(|server| server.key));
        assert!(named(&settings, "c").is_err());
    }
}
