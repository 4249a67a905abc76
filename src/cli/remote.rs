//! `aloud remote`: servers that recognise in place of this machine.

use std::io::{self, BufRead, IsTerminal};

use serde::Serialize;

use super::args::{AddServer, KeyOf, Listing, OneServer, RemoteVerb};
use super::console::Console;
use super::exit::Exit;
use super::run::Setup;
use super::table::table;
use crate::bench::tried::{Tried, tried};
use crate::control::{self, Ask};
use crate::error::{Error, Result};
use crate::keychain::{self, Key};
use crate::settings::Server;

pub(super) fn run(verb: RemoteVerb) -> Exit {
    match verb {
        RemoteVerb::Add(args) => with(args.listing, |console| add(&args, console)),
        RemoteVerb::List(listing) => with(listing, list),
        RemoteVerb::Remove(args) => with(args.listing, |console| remove(&args, console)),
        RemoteVerb::Key(args) => with(args.listing, |console| key(&args, console)),
        RemoteVerb::Test(args) => with(args.listing, |console| test(&args, console)),
    }
}

fn with(listing: Listing, verb: impl FnOnce(&Console) -> Result<Exit>) -> Exit {
    let console = Console::new(listing.json);
    let result = verb(&console);
    console.end(result)
}

fn add(args: &AddServer, console: &Console) -> Result<Exit> {
    let server = Server {
        name: args.name.clone(),
        url: args.url.clone(),
        model: args.model.clone(),
        live: args.live,
        verbose: args.verbose,
        insecure: args.insecure,
        ..Server::default()
    };
    let mut setup = Setup::find(console)?;
    let servers = [setup.settings.servers.as_slice(), std::slice::from_ref(&server)].concat();
    change(&mut setup, servers)?;
    let (id, host, name) = (server.id(), server.host(), &server.name);
    console.say(&format!(
        "with `--model {id}` what is said goes to {host}; `aloud remote test {name}` tries it, and \
         `aloud remote key {name}` keeps a key if it wants one"
    ));
    show(&setup, &server, console);
    Ok(Exit::Done)
}

fn list(console: &Console) -> Result<Exit> {
    let setup = Setup::find(console)?;
    let servers = &setup.settings.servers;
    if console.is_json() {
        servers.iter().for_each(|server| show(&setup, server, console));
    } else if servers.is_empty() {
        console.say("no server is known; nothing you say leaves this machine");
    } else {
        let in_use = setup.settings.server_in_use();
        let rows: Vec<_> =
            servers.iter().map(|server| row(server, in_use == Some(server))).collect();
        console.text(&table(&rows));
        console.say("* is used when nothing else is said: the audio leaves this machine");
    }
    Ok(Exit::Done)
}

fn remove(args: &OneServer, console: &Console) -> Result<Exit> {
    let mut setup = Setup::find(console)?;
    let server = named(&setup, &args.name)?;
    let mut servers = setup.settings.servers.clone();
    servers.retain(|other| other.name != server.name);
    change(&mut setup, servers)?;
    if server.key
        && let Err(error) = keychain::forget(&server)
    {
        console.notice(error.kind().code(), &format!("its key may still be there: {error}"));
    }
    Ok(Exit::Done)
}

fn key(args: &KeyOf, console: &Console) -> Result<Exit> {
    let mut setup = Setup::find(console)?;
    let server = named(&setup, &args.name)?;
    if args.forget {
        keychain::forget(&server)?;
    } else {
        let Some(key) = Key::read(&line(&server)?)? else {
            let next = "`--forget` removes the one that is kept";
            return Err(Error::Usage(format!("no key was given; {next}")));
        };
        keychain::keep(&server, &key)?;
    }
    let mut servers = setup.settings.servers.clone();
    for other in servers.iter_mut().filter(|other| other.name == server.name) {
        other.key = !args.forget;
    }
    change(&mut setup, servers)?;
    let done = if args.forget { "is removed" } else { "is kept in the keychain" };
    console.say(&format!("the key of {} {done}", server.name));
    Ok(Exit::Done)
}

fn test(args: &OneServer, console: &Console) -> Result<Exit> {
    let setup = Setup::find(console)?;
    let server = named(&setup, &args.name)?;
    console.say(&format!("aloud: a recording that is built in goes to {}", server.host()));
    let tried = tried(&server)?;
    if console.is_json() {
        console.object(&Trial { server: &server.name, tried: &tried });
    } else {
        console.text(&format!("{}\n", tried.text));
        console.say(&format!(
            "{} of {} words wrong, after {} ms",
            tried.errors, tried.words, tried.took_ms
        ));
    }
    Ok(Exit::Done)
}

/// The key as somebody types it, unseen, or as a program gives it. Never an argument: everybody on
/// the machine can read those.
fn line(server: &Server) -> Result<String> {
    let refused = |error: io::Error| Error::Usage(format!("the key cannot be read: {error}"));
    if io::stdin().is_terminal() {
        let prompt = format!("Key for {} at {} (it is not shown): ", server.name, server.host());
        return rpassword::prompt_password(prompt).map_err(refused);
    }
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).map_err(refused)?;
    Ok(line)
}

/// Puts these servers in the place of those that are known. The app that runs does it, if one does:
/// it would write over what is changed behind its back.
fn change(setup: &mut Setup, servers: Vec<Server>) -> Result<()> {
    let mut settings = setup.settings.clone();
    settings.patch(&setup.settings.with_servers(&servers))?;
    match control::ask(&setup.home.socket(), &Ask::Servers { servers }) {
        Ok(_) => {}
        Err(Error::NotRunning) => settings.save(&setup.home.settings_file())?,
        Err(error) => return Err(error),
    }
    setup.settings = settings;
    Ok(())
}

fn named(setup: &Setup, name: &str) -> Result<Server> {
    let found = setup.settings.servers.iter().find(|server| server.name == name);
    found.cloned().ok_or_else(|| {
        let known: Vec<_> = setup.settings.servers.iter().map(|one| one.name.as_str()).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        Error::Usage(format!("there is no server \"{name}\"; there is: {known}"))
    })
}

fn show(setup: &Setup, server: &Server, console: &Console) {
    if console.is_json() {
        let host = server.host();
        let default = setup.settings.server_in_use() == Some(server);
        console.object(&Line { server, id: server.id(), host, default });
    }
}

/// A server as JSON.
#[derive(Serialize)]
#[serde(tag = "type", rename = "server")]
struct Line<'a> {
    id: String,
    host: String,
    default: bool,
    #[serde(flatten)]
    server: &'a Server,
}

/// What a server made of a recording, as JSON.
#[derive(Serialize)]
#[serde(tag = "type", rename = "test")]
struct Trial<'a> {
    server: &'a str,
    #[serde(flatten)]
    tried: &'a Tried,
}

fn row(server: &Server, is_used: bool) -> [String; 5] {
    let Server { name, url, model, live, verbose, insecure, key, .. } = server;
    let marks = [(*key, "key"), (*live, "live"), (*verbose, "verbose"), (*insecure, "insecure")];
    let marks: Vec<_> = marks.into_iter().filter_map(|(is, mark)| is.then_some(mark)).collect();
    let used = if is_used { "*" } else { " " };
    [used.to_owned(), name.clone(), url.clone(), model.clone(), marks.join(" ")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_one_line_without_its_key() {
        let server = Server {
            name: "gpu".to_owned(),
            url: "http://gpu:8000/v1".to_owned(),
            model: "voxtral".to_owned(),
            key: true,
            ..Server::default()
        };
        assert_eq!(row(&server, true).join("|"), "*|gpu|http://gpu:8000/v1|voxtral|key");
        let line = Line { server: &server, id: server.id(), host: server.host(), default: false };
        assert_eq!(
            serde_json::to_string(&line).unwrap(),
            r#"{"type":"server","id":"remote:gpu","host":"gpu:8000","default":false,"name":"gpu","url":"http://gpu:8000/v1","model":"voxtral","live":false,"verbose":false,"insecure":false,"key":true}"#
        );
    }
}
