//! Recognition by a server that somebody set up, over the audio interface of OpenAI. What is said
//! leaves this machine for it.

mod asked;
mod form;
mod reply;
mod tries;

use std::time::Duration;

use self::asked::Asked;
use self::form::Form;
use self::reply::{Trouble, lost, read};
use self::tries::Tries;
use super::parts::{self, Whole, parts};
use super::{Away, Canceller, Capabilities, Failure, Hypothesis, Recogniser, Request, Window};
use crate::audio::{ms, samples};
use crate::error::{Error, Result};
use crate::http::{Http, Lost, Post, Stop};
use crate::keychain::Key;
use crate::segment::LONGEST_MS;
use crate::settings::{Address, Server};

/// The most of a whole recording that is sent at once: 19 MB, where many servers take 25.
const LONGEST_PART: u64 = samples(600_000);

/// The only language that the interface translates into.
const TARGET: &str = "en";

/// How long a server is waited for.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What an answer may take, besides the time that the audio lasts.
    pub patience: Duration,
    /// How long is waited before a server is asked again, at first.
    pub pause: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self { patience: Duration::from_secs(20), pause: Duration::from_millis(500) }
    }
}

/// See the module. Nothing is sent before the first run.
pub struct Remote {
    server: Server,
    address: Address,
    key: Option<Key>,
    options: Options,
    capabilities: Capabilities,
    http: Http,
    /// Ends the run that is under way, or is next.
    stop: Stop,
}

impl Remote {
    /// A way to this server, which is shown the key if there is one.
    ///
    /// # Errors
    /// [`Error::Usage`] when audio may not be sent there, [`Error::Recogniser`] when the system
    /// gives no way to the network.
    pub fn open(server: &Server, key: Option<Key>, options: Options) -> Result<Self> {
        let address = server.address().map_err(|problem| {
            Error::Usage(format!("the server {} cannot be used: {problem}", server.name))
        })?;
        let http = Http::new(address.is_behind_proxies());
        let http = http.map_err(|problem| Error::Recogniser { problem })?;
        let capabilities = capabilities(server, &address);
        let (server, stop) = (server.clone(), Stop::default());
        Ok(Self { server, address, key, options, capabilities, http, stop })
    }

    /// Recognises a whole recording in as few requests as hold it, without vocabulary and context.
    ///
    /// # Errors
    /// [`Error::Recogniser`] when there is no text at all.
    pub fn whole(&mut self, audio: &[f32], request: &Request) -> Result<Whole> {
        let plain = Request { vocabulary: Vec::new(), context: None, ..request.clone() };
        Ok(parts::run(parts(audio, LONGEST_PART), |part| self.run(&audio[part], &plain))?)
    }

    /// Asks until there is a text, or no hope. A text that is only shown is asked for once: the next
    /// one will be better, and a final must not wait for it.
    fn ask(&self, audio: &[f32], request: &Request) -> Result<Hypothesis, Failure> {
        let asked = Asked::of(request, &self.server);
        let form = Form::of(&asked.fields, audio);
        let post = Post {
            url: &self.address.endpoint(asked.translated),
            key: self.key.as_ref(),
            content_type: &form.content_type,
            body: &form.body,
            limit: self.options.patience + Duration::from_millis(ms(audio.len() as u64)),
        };
        let mut tries = Tries::new(self.options.pause);
        loop {
            let Trouble { kind, problem } = match self.once(&post)? {
                Ok(text) => return Ok(text),
                Err(trouble) => trouble,
            };
            let wait = tries.after(kind).filter(|_| !request.draft);
            tracing::debug!(server = self.server.name, ?kind, ?wait, "no text from the server");
            let Some(wait) = wait else { return Err(self.failure(&problem, tries.made())) };
            if !self.http.rest(wait, &self.stop) {
                return Err(Failure::Cancelled);
            }
        }
    }

    /// One request: a text, or why there is none.
    fn once(&self, post: &Post<'_>) -> Result<Result<Hypothesis, Trouble>, Failure> {
        let from = reply::From { name: &self.server.name, key: self.key.as_ref().map(Key::secret) };
        match self.http.post(post, &self.stop) {
            Ok(answer) => Ok(read(&answer, from)),
            Err(Lost::Stopped) => Err(Failure::Cancelled),
            Err(how) => Ok(Err(lost(&how, post.limit))),
        }
    }

    fn failure(&self, problem: &str, tries: u32) -> Failure {
        let times = if tries > 1 { format!(" (asked {tries} times)") } else { String::new() };
        let (name, host) = (&self.server.name, self.address.host());
        Failure::Other(format!("the server {name} at {host} {problem}{times}"))
    }
}

impl Recogniser for Remote {
    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn run(&mut self, audio: &[f32], request: &Request) -> Result<Hypothesis, Failure> {
        let answer = self.ask(audio, request);
        // A cancel that was meant for this run does nothing to the next one.
        self.stop = Stop::default();
        answer
    }

    fn canceller(&self) -> Canceller {
        let stop = self.stop.clone();
        std::sync::Arc::new(move || stop.now())
    }

    fn first_costs(&self) -> Vec<Duration> {
        Vec::new()
    }
}

/// What the interface can do, whatever serves it. Which languages its model knows it does not say.
fn capabilities(server: &Server, address: &Address) -> Capabilities {
    Capabilities {
        name: server.id(),
        backend: "server".to_owned(),
        remote: Some(Away { host: address.host(), live: server.live }),
        languages: Vec::new(),
        targets: vec![TARGET.to_owned()],
        detects_language: true,
        tells_language: server.verbose,
        timestamps: server.verbose,
        vocabulary: true,
        context: true,
        instruct: false,
        longest_instruction: None,
        streaming: false,
        long_form: false,
        windows: vec![Window { max_samples: samples(LONGEST_MS) }],
    }
}
