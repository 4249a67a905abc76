//! One request for the rest of a file, over HTTP.

use std::future::Future;
use std::pin::pin;
use std::sync::Once;
use std::time::Duration;

use reqwest::header::{ACCEPT_ENCODING, CONTENT_LENGTH, CONTENT_RANGE, HeaderMap, LOCATION, RANGE};
use reqwest::redirect::Policy;
use reqwest::{Client, Response, Url};
use tokio::runtime::Runtime;
use tokio::time::{sleep, timeout};

use super::part::Part;
use super::reply::{Asked, Meaning, Reply, listed};
use super::{End, Flow, Options, Step, go_on};
use crate::error::Error;

/// How often somebody is asked whether to go on while nothing comes.
const TICK: Duration = Duration::from_millis(200);

/// Places that a server may send to, one after the other.
const REDIRECTS: usize = 10;

/// In which the source of the models says what a file hashes to.
const LISTING: &str = "x-linked-etag";

/// Asks servers, one at a time.
pub(super) struct Transfer {
    runtime: Runtime,
    client: Client,
    stall: Duration,
}

/// Why the rest did not come.
pub(super) enum Broken {
    /// It may come later.
    Cut(String),
    /// It will not come from here.
    Refused(String),
    /// What is there is of no use.
    Spoiled(String),
    /// Nothing is to come any more.
    Ended(End),
}

impl From<End> for Broken {
    fn from(end: End) -> Self {
        Self::Ended(end)
    }
}

impl From<Error> for Broken {
    fn from(error: Error) -> Self {
        Self::Ended(End::Failed(error))
    }
}

type Told<'a> = &'a mut dyn FnMut(Step) -> Flow;

impl Transfer {
    pub(super) fn new(options: &Options) -> Result<Self, String> {
        static CRYPTOGRAPHY: Once = Once::new();
        CRYPTOGRAPHY.call_once(|| {
            // Somebody else may have chosen one before, which serves as well.
            let _chosen = rustls::crypto::ring::default_provider().install_default();
        });
        let client = Client::builder()
            .user_agent(concat!("aloud/", env!("CARGO_PKG_VERSION")))
            // Followed here, because a server may say on the way what the file hashes to.
            .redirect(Policy::none());
        let client = if options.proxies { client } else { client.no_proxy() };
        let client = client.build().map_err(|error| reason(&error))?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| error.to_string())?;
        Ok(Self { runtime, client, stall: options.stall })
    }

    /// Gets what is missing of a file. What came stays, however it ends.
    pub(super) fn get(&self, url: &str, part: &mut Part, told: Told<'_>) -> Result<(), Broken> {
        self.runtime.block_on(self.rest_of(url, part, told))
    }

    /// Waits, unless somebody does not want to.
    pub(super) fn rest(&self, time: Duration, there: u64, told: Told<'_>) -> Result<(), End> {
        let mut left = time;
        while !left.is_zero() {
            let nap = left.min(TICK);
            self.runtime.block_on(sleep(nap));
            left -= nap;
            go_on(told(Step::At(there)))?;
        }
        Ok(())
    }

    async fn rest_of(&self, url: &str, part: &mut Part, told: Told<'_>) -> Result<(), Broken> {
        if part.is_whole() && part.hash().is_some() {
            return Ok(());
        }
        let mut answer = self.answer(url, part, told).await?;
        if part.hash().is_none() {
            return Err(Broken::Refused("it does not say what the file hashes to".to_owned()));
        }
        while let Some(bytes) = self.patiently(answer.chunk(), part.len(), told).await? {
            if part.len() + bytes.len() as u64 > part.size() {
                return Err(Broken::Spoiled("more came than the file has".to_owned()));
            }
            part.append(&bytes)?;
            go_on(told(Step::At(part.len())))?;
        }
        if part.is_whole() { Ok(()) } else { Err(Broken::Cut("it broke off".to_owned())) }
    }

    /// The answer whose body is what is missing, wherever it is.
    async fn answer(&self, url: &str, part: &mut Part, told: Told<'_>) -> Result<Response, Broken> {
        let mut url = Url::parse(url).map_err(|error| Broken::Refused(error.to_string()))?;
        for _ in 0..=REDIRECTS {
            let asked = Asked { from: part.len(), size: part.size() };
            let mut request = self.client.get(url.clone()).header(ACCEPT_ENCODING, "identity");
            if asked.from > 0 {
                request = request.header(RANGE, format!("bytes={}-", asked.from));
            }
            let answer = self.patiently(request.send(), part.len(), told).await?;
            let (status, headers) = (answer.status().as_u16(), answer.headers());
            if let Some(hash) = is_trusted(&url).then(|| listed(text(headers, LISTING))).flatten()
                && !part.learn(&hash)?
            {
                return Err(Broken::Spoiled("it has another file by now".to_owned()));
            }
            let (range, length) = (text(headers, CONTENT_RANGE), text(headers, CONTENT_LENGTH));
            let length = length.and_then(|length| length.parse().ok());
            match (Reply { status, range, length }).meaning(asked) {
                Meaning::GoesOn => return Ok(answer),
                Meaning::Begins => {
                    part.clear()?;
                    return Ok(answer);
                }
                Meaning::Moved => url = moved(&url, text(headers, LOCATION))?,
                Meaning::StartOver => {
                    return Err(Broken::Spoiled("what is there does not fit".to_owned()));
                }
                Meaning::Busy(problem) => return Err(Broken::Cut(problem)),
                Meaning::Refused(problem) => return Err(Broken::Refused(problem)),
            }
        }
        Err(Broken::Refused("it sends from one place to the next without end".to_owned()))
    }

    /// Waits for something as long as something may not come.
    async fn patiently<T>(
        &self,
        coming: impl Future<Output = reqwest::Result<T>>,
        there: u64,
        told: Told<'_>,
    ) -> Result<T, Broken> {
        let mut coming = pin!(coming);
        let tick = TICK.min(self.stall);
        let mut quiet = Duration::ZERO;
        while quiet < self.stall {
            match timeout(tick, &mut coming).await {
                Ok(came) => return came.map_err(|error| Broken::Cut(reason(&error))),
                Err(_) => quiet += tick,
            }
            go_on(told(Step::At(there)))?;
        }
        Err(Broken::Cut(format!("nothing came for {} s", self.stall.as_secs())))
    }
}

/// Where a server sends to.
fn moved(from: &Url, to: Option<&str>) -> Result<Url, Broken> {
    let to = to.and_then(|to| from.join(to).ok());
    match to {
        Some(to) if from.scheme() == "https" && to.scheme() != "https" => {
            Err(Broken::Refused("it sends to a place where anybody could change it".to_owned()))
        }
        Some(to) => Ok(to),
        None => Err(Broken::Refused("it sends to no place".to_owned())),
    }
}

/// Whether nobody on the way can have changed what it says.
fn is_trusted(url: &Url) -> bool {
    let is_here = |host: &str| matches!(host, "127.0.0.1" | "localhost" | "[::1]");
    url.scheme() == "https" || url.host_str().is_some_and(is_here)
}

fn text(headers: &HeaderMap, name: impl reqwest::header::AsHeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// What went wrong underneath, without the address: it may hold a key.
fn reason(error: &reqwest::Error) -> String {
    let mut source: &dyn std::error::Error = error;
    while let Some(deeper) = source.source() {
        source = deeper;
    }
    if error.is_connect() { format!("it cannot be reached ({source})") } else { source.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[test]
    fn what_was_safe_stays_safe() {
        let from = url("https://models.example/a/b");
        let to = |place| moved(&from, Some(place)).map(|url| url.to_string()).ok();
        assert_eq!(to("/c").as_deref(), Some("https://models.example/c"));
        assert_eq!(to("https://other.example/c").as_deref(), Some("https://other.example/c"));
        assert_eq!(to("http://other.example/c"), None);
        assert!(moved(&url("http://a.example"), Some("http://b.example")).is_ok());
        assert!(moved(&from, None).is_err());
    }

    #[test]
    fn a_hash_is_believed_where_nobody_can_change_it() {
        for (text, trusted) in [
            ("https://a.example", true),
            ("http://127.0.0.1:8000", true),
            ("http://[::1]:8000", true),
            ("http://a.example", false),
        ] {
            assert_eq!(is_trusted(&url(text)), trusted, "{text}");
        }
    }
}
