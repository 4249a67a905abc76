//! What recognises: a model of this machine, or a server that somebody set up and chose.

use super::compute::Remark;
use super::native::{Means, Native};
use super::parts::Whole;
use super::remote::{Options, Remote};
use super::{Capabilities, Recogniser, Request};
use crate::error::{Error, Result};
use crate::keychain;
use crate::models::{Installed, Store};
use crate::settings::{REMOTE, Server, Settings};

/// See the module.
#[derive(Clone, Debug, PartialEq)]
pub enum Chosen {
    /// A model of this machine.
    Model(Installed),
    /// A server; what is said leaves this machine.
    Server(Server),
}

/// One that is ready.
pub enum Opened {
    /// A model of this machine.
    Model(Box<Native>),
    /// A server.
    Server(Box<Remote>),
}

impl Chosen {
    /// What is meant: the wanted one by its id, else that of the settings, else the default of the
    /// catalogue. A server is meant only by its name: none takes the place of a model that is
    /// missing.
    ///
    /// # Errors
    /// As [`Store::find`]; [`Error::NoModel`] when there is no such server.
    pub fn find(store: &Store, settings: &Settings, wanted: Option<&str>) -> Result<Self> {
        let wanted = wanted.or(settings.model.as_deref());
        let Some(name) = wanted.and_then(|wanted| wanted.strip_prefix(REMOTE)) else {
            return Ok(Self::Model(store.find(wanted)?));
        };
        let server = settings.servers.iter().find(|server| server.name == name);
        server.cloned().map(Self::Server).ok_or_else(|| Error::NoModel {
            wanted: wanted.map(str::to_owned),
            candidates: settings.servers.iter().map(Server::id).collect(),
        })
    }

    /// What it is chosen by.
    pub fn id(&self) -> String {
        match self {
            Self::Model(model) => model.id.clone(),
            Self::Server(server) => server.id(),
        }
    }

    /// Whom what is said goes to, if it leaves this machine.
    pub fn host(&self) -> Option<String> {
        match self {
            Self::Model(_) => None,
            Self::Server(server) => Some(server.host()),
        }
    }

    /// Loads the model onto what is there for it; of a server it looks for the key, and connects
    /// to nobody.
    ///
    /// # Errors
    /// As [`Native::open`], [`keychain::find`] and [`Remote::open`].
    pub fn open(&self, means: &Means) -> Result<Opened> {
        Ok(match self {
            Self::Model(model) => Opened::Model(Box::new(Native::open(model, means)?)),
            Self::Server(server) => {
                let key = keychain::find(server)?;
                Opened::Server(Box::new(Remote::open(server, key, Options::default())?))
            }
        })
    }
}

impl Opened {
    /// What it can do.
    pub fn capabilities(&self) -> &Capabilities {
        match self {
            Self::Model(native) => native.capabilities(),
            Self::Server(remote) => remote.capabilities(),
        }
    }

    /// What a person should know of how it was loaded, once.
    pub fn remarks(&mut self) -> Vec<Remark> {
        match self {
            Self::Model(native) => native.remarks(),
            Self::Server(remote) => remote.remarks(),
        }
    }

    /// Recognises a whole recording at once.
    ///
    /// # Errors
    /// [`Error::Recogniser`] when there is no text at all.
    pub fn whole(&mut self, audio: &[f32], request: &Request) -> Result<Whole> {
        match self {
            Self::Model(native) => native.whole(audio, request),
            Self::Server(remote) => remote.whole(audio, request),
        }
    }

    /// For a thread of its own.
    pub fn boxed(self) -> Box<dyn Recogniser> {
        match self {
            Self::Model(native) => native,
            Self::Server(remote) => remote,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::home::Home;

    #[test]
    fn a_server_is_meant_only_by_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::resolve(|_| Some(folder.path().into()), None).unwrap();
        let gpu = Server {
            name: "gpu".to_owned(),
            url: "http://gpu:8000".to_owned(),
            ..Server::default()
        };
        let settings = Settings { servers: vec![gpu.clone()], ..Settings::default() };
        let (store, chosen) =
            (Store::new(&home), Settings { model: Some(gpu.id()), ..settings.clone() });
        let find = |settings: &Settings, wanted| Chosen::find(&store, settings, wanted).ok();
        assert_eq!(find(&settings, None), None, "it takes nobody's place");
        assert_eq!(find(&settings, Some("gpu")), None);
        assert_eq!(find(&settings, Some("remote:gpu")), Some(Chosen::Server(gpu.clone())));
        assert_eq!(find(&chosen, None).and_then(|it| it.host()).as_deref(), Some("gpu:8000"));
        assert_eq!(find(&chosen, Some("base")), None, "another one was asked for");
        let error = Chosen::find(&store, &settings, Some("remote:x")).unwrap_err().to_string();
        assert!(error.contains("\"remote:x\"") && error.contains("remote:gpu"), "{error}");
    }
}
