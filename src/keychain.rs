//! Keys of servers: in the keychain of the system and nowhere else. The only file that names
//! `keyring`.

use std::fmt;

use keyring::{Entry, Error as Refused};

use crate::error::{Error, Result};
use crate::settings::Server;

/// The key of whatever server is asked, for machines without a keychain. It goes before that.
pub const VARIABLE: &str = "ALOUD_REMOTE_KEY";

/// Under which name the keychain lists what is ours.
const SERVICE: &str = "aloud";

/// What a server knows a person by. It is shown nowhere, whatever prints it.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// From what somebody typed or pasted; none of an empty line.
    ///
    /// # Errors
    /// [`Error::Usage`] when no server can be told such a thing.
    pub fn read(line: &str) -> Result<Option<Self>> {
        let key = line.trim();
        if key.chars().any(|c| !c.is_ascii_graphic()) {
            let problem =
                "this is no key: a key has only letters, digits and signs, without spaces";
            return Err(Error::Usage(problem.to_owned()));
        }
        Ok((!key.is_empty()).then(|| Self(key.to_owned())))
    }

    /// The key itself, for the server alone.
    pub(crate) fn secret(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Key(…)")
    }
}

/// The key to show a server: that of the environment, else the one that was kept for it. None where
/// there is to be none.
///
/// # Errors
/// [`Error::Keychain`] when one was kept and the keychain does not give it.
pub fn find(server: &Server) -> Result<Option<Key>> {
    let given = std::env::var(VARIABLE).unwrap_or_default();
    if let Some(key) = Key::read(&given)? {
        return Ok(Some(key));
    }
    // Nobody is asked to open the keychain for a server that has no key there.
    if !server.key {
        return Ok(None);
    }
    match entry(server)?.get_password() {
        Ok(key) => Key::read(&key),
        Err(Refused::NoEntry) => Err(failed(server, "there is no key for it in the keychain")),
        Err(error) => Err(unreachable(server, &error)),
    }
}

/// Keeps the key of a server.
///
/// # Errors
/// [`Error::Keychain`] when the keychain does not take it.
pub fn keep(server: &Server, key: &Key) -> Result<()> {
    entry(server)?.set_password(key.secret()).map_err(|error| unreachable(server, &error))
}

/// Removes the key of a server. That there was none is no error.
///
/// # Errors
/// [`Error::Keychain`] when the keychain does not let it go.
pub fn forget(server: &Server) -> Result<()> {
    match entry(server)?.delete_credential() {
        Ok(()) | Err(Refused::NoEntry) => Ok(()),
        Err(error) => Err(unreachable(server, &error)),
    }
}

/// Kept for this name at this place: a key is not shown to another place that takes the name over.
fn entry(server: &Server) -> Result<Entry> {
    let place = server.address().map_or_else(|_| server.url.clone(), |address| address.origin());
    Entry::new(SERVICE, &format!("{} at {place}", server.name)).map_err(|error| {
        let status = Entry::store_status().as_ref().err();
        unreachable(server, status.unwrap_or(&error))
    })
}

/// What the library says may quote what it was given, so only its kind is told.
fn unreachable(server: &Server, error: &Refused) -> Error {
    let problem = match error {
        Refused::NoStorageAccess(_) => "the keychain is locked",
        Refused::PlatformFailure(_) | Refused::NoDefaultStore => {
            "there is no keychain here that answers"
        }
        _ => "the keychain does not do it",
    };
    failed(server, problem)
}

fn failed(server: &Server, problem: &str) -> Error {
    Error::Keychain { server: server.name.clone(), problem: problem.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_shown_nowhere() {
        let key = Key::read(" sk-secret \n").unwrap().unwrap();
        assert_eq!(format!("{key:?}"), "Key(…)");
        assert_eq!(key.secret(), "sk-secret");
    }

    #[test]
    fn what_cannot_be_sent_is_no_key_and_nothing_is_none() {
        assert_eq!(Key::read("\n").unwrap(), None);
        for line in ["two words", "sk\u{e4}", "a\r\nHost: b"] {
            let error = Key::read(line).unwrap_err().to_string();
            assert!(!error.contains("Host") && error.contains("no key"), "{error}");
        }
    }

    #[test]
    fn a_problem_names_the_server_and_the_way_without_a_keychain() {
        let server = Server { name: "gpu".to_owned(), ..Server::default() };
        let error = unreachable(&server, &Refused::NoDefaultStore).to_string();
        assert!(error.contains("gpu") && error.contains(VARIABLE), "{error}");
    }
}
