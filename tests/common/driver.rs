//! A window's web page, driven from outside through `WebKitWebDriver`: it finds what a person
//! would find, by what a screen reader would call it, and presses what a person would press.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use super::wait::until;

/// What a page may take to become what it is waited for; a busy machine is no fault of ours.
pub(crate) const LIMIT: Duration = Duration::from_secs(30);

/// How WebDriver marks a reference to an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// The driver, the program that it started and the window of that. All of them end with this.
pub(crate) struct Driver {
    child: Child,
    port: u16,
    session: String,
}

/// Something on the page. It is gone when the page draws it anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Element(String);

/// What the driver says when it did not do it.
#[derive(Debug)]
pub(crate) struct Refused {
    /// Stable, such as `stale element reference`.
    pub(crate) error: String,
    message: String,
}

type Answer = Result<Value, Refused>;

impl Driver {
    /// Starts a program with its arguments and takes the first of its windows. `driver` is the
    /// command for the driver, whose environment the program gets.
    pub(crate) fn start(mut driver: Command, program: &str, arguments: &[&str]) -> Self {
        // Bound and let go at once: the driver cannot tell a number that it chose itself.
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|free| free.local_addr());
        let port = port.expect("a free port").port();
        driver.arg(format!("--port={port}")).env("TAURI_WEBVIEW_AUTOMATION", "true");
        // One group, so that the program can be ended with the driver whatever happened to it.
        driver.process_group(0).stdin(Stdio::null()).stdout(Stdio::null());
        let child = driver.spawn().expect("WebKitWebDriver is installed (make setup)");
        let mut started = Self { child, port, session: String::new() };
        until("the driver", LIMIT, || TcpStream::connect((Ipv4Addr::LOCALHOST, port)).ok());
        let options = json!({ "binary": program, "args": arguments });
        let wanted = json!({ "capabilities": {
            "alwaysMatch": { "webkitgtk:browserOptions": options },
        } });
        let answer = started.ask("POST", "/session", &wanted).expect("the program shows a window");
        started.session = answer["sessionId"].as_str().expect("a session has a name").to_owned();
        started
    }

    /// Runs the body of a function in the page. What it returns comes back.
    pub(crate) fn run(&self, script: &str, arguments: &[Value]) -> Answer {
        self.post("/execute/sync", &json!({ "script": script, "args": arguments }))
    }

    /// Everything that this CSS selector finds.
    pub(crate) fn all(&self, css: &str) -> Vec<Element> {
        self.search("/elements", css)
    }

    /// Everything within an element that this CSS selector finds.
    pub(crate) fn all_in(&self, element: &Element, css: &str) -> Vec<Element> {
        self.search(&format!("/element/{}/elements", element.0), css)
    }

    /// What a screen reader calls it.
    pub(crate) fn name(&self, element: &Element) -> Option<String> {
        self.tell(element, "computedlabel")
    }

    /// What can be read in it. Nothing, when it is gone.
    pub(crate) fn text(&self, element: &Element) -> Option<String> {
        self.tell(element, "text")
    }

    /// A property as JavaScript has it.
    pub(crate) fn property(&self, element: &Element, name: &str) -> Value {
        let path = format!("/element/{}/property/{name}", element.0);
        self.get(&path).unwrap_or_default()
    }

    /// Presses it, as with a mouse.
    pub(crate) fn click(&self, element: &Element) -> Result<(), Refused> {
        self.post(&format!("/element/{}/click", element.0), &json!({})).map(|_| ())
    }

    /// Writes into a field.
    pub(crate) fn write(&self, element: &Element, text: &str) -> Result<(), Refused> {
        let path = format!("/element/{}/value", element.0);
        self.post(&path, &json!({ "text": text })).map(|_| ())
    }

    /// Whether the program that was started has ended.
    pub(crate) fn has_ended(&self) -> bool {
        self.get("/window").is_err()
    }

    fn search(&self, path: &str, css: &str) -> Vec<Element> {
        let found = self.post(path, &json!({ "using": "css selector", "value": css }));
        match found {
            Ok(found) => found.as_array().into_iter().flatten().filter_map(Element::read).collect(),
            // Where the page has been drawn anew there is nothing to be found.
            Err(refused) if refused.error == "stale element reference" => Vec::new(),
            Err(refused) => panic!("{css}: {refused}"),
        }
    }

    fn tell(&self, element: &Element, what: &str) -> Option<String> {
        let path = format!("/element/{}/{what}", element.0);
        // It is gone when the page has drawn it anew.
        self.get(&path).ok()?.as_str().map(str::to_owned)
    }

    fn get(&self, path: &str) -> Answer {
        self.ask("GET", &format!("/session/{}{path}", self.session), &Value::Null)
    }

    fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", &format!("/session/{}{path}", self.session), body)
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Answer {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let answer = self.exchange(method, path, &body).unwrap_or_else(
            |error| json!({ "value": { "error": "no connection", "message": error.to_string() } }),
        );
        let value = answer["value"].clone();
        match value.get("error").and_then(Value::as_str) {
            None => Ok(value),
            Some(error) => {
                let message = value["message"].as_str().unwrap_or_default().to_owned();
                Err(Refused { error: error.to_owned(), message })
            }
        }
    }

    /// One request and its answer. The connection is closed after it, so that the answer ends
    /// where the stream does.
    fn exchange(&self, method: &str, path: &str, body: &str) -> std::io::Result<Value> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))?;
        stream.set_read_timeout(Some(2 * LIMIT))?;
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: localhost:{}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.port,
            body.len()
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        Ok(serde_json::from_str(body)?)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let group = format!("-{}", self.child.id());
        // They may have ended by themselves, which is fine.
        let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
        let _ = self.child.wait();
    }
}

impl Element {
    fn read(value: &Value) -> Option<Self> {
        Some(Self(value.get(ELEMENT)?.as_str()?.to_owned()))
    }

    /// For scripts.
    pub(crate) fn argument(&self) -> Value {
        json!({ ELEMENT: self.0 })
    }
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.error, self.message)
    }
}
