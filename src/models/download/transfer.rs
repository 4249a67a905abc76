//! One request for the rest of a file, over HTTP.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use reqwest::header::{ACCEPT_ENCODING, CONTENT_LENGTH, CONTENT_RANGE, HeaderMap, LOCATION, RANGE};
use reqwest::{Response, Url};
use tokio::time::{sleep, timeout};

use super::part::{Lesson, Part};
use super::reply::{Asked, Meaning, Reply, listed};
use super::{End, Flow, Options, Step, go_on};
use crate::clock::{Clock, Moment};
use crate::error::Error;
use crate::http::{Http, reason};

/// How often somebody is asked whether to go on while nothing comes.
const TICK: Duration = Duration::from_millis(200);

/// Places that a server may send to, one after the other.
const REDIRECTS: usize = 10;

/// In which the source of the models says what a file hashes to.
const LISTING: &str = "x-linked-etag";

const BROKE_OFF: &str = "it broke off";

/// Less than this in the time of a stall is nothing.
const MORSEL: u64 = 4096;

/// Asks servers, one at a time.
pub(super) struct Transfer {
    http: Http,
    stall: Duration,
    clock: Clock,
}

/// Why the rest did not come.
pub(super) enum Broken {
    /// It may come later.
    Cut(String),
    /// Nobody answers.
    Unreachable(String),
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

impl From<reqwest::Error> for Broken {
    fn from(error: reqwest::Error) -> Self {
        let problem = reason(&error);
        if error.is_connect() { Self::Unreachable(problem) } else { Self::Cut(problem) }
    }
}

type Told<'a> = &'a mut dyn FnMut(Step) -> Flow;

impl Transfer {
    pub(super) fn new(options: &Options) -> Result<Self, String> {
        let http = Http::new(options.proxies)?;
        Ok(Self { http, stall: options.stall, clock: Clock::real() })
    }

    /// Gets what is missing of a file. What came stays, however it ends.
    pub(super) fn get(&self, url: &str, part: &mut Part, told: Told<'_>) -> Result<(), Broken> {
        self.http.block_on(self.rest_of(url, part, told))
    }

    /// Waits, unless somebody does not want to.
    pub(super) fn rest(&self, time: Duration, there: u64, told: Told<'_>) -> Result<(), End> {
        let mut left = time;
        while !left.is_zero() {
            let nap = left.min(TICK);
            self.http.block_on(async { sleep(nap).await });
            left -= nap;
            go_on(told(Step::At(there)))?;
        }
        Ok(())
    }

    async fn rest_of(&self, url: &str, part: &mut Part, told: Told<'_>) -> Result<(), Broken> {
        if part.is_whole() && part.hash().is_some() {
            return Ok(());
        }
        let mut since = self.clock.now();
        let (mut answer, mut skipped) = self.answer(url, part, since, told).await?;
        if part.hash().is_none() {
            return Err(Broken::Refused("it does not say what the file hashes to".to_owned()));
        }
        let mut fresh = 0;
        while let Some(bytes) = self.patiently(answer.chunk(), since, part.len(), told).await? {
            fresh += bytes.len() as u64;
            if fresh >= MORSEL {
                (fresh, since) = (0, self.clock.now());
            }
            // A server that begins again gives what is there once more.
            let known = skipped.min(bytes.len() as u64);
            skipped -= known;
            let more = &bytes[known as usize..];
            if part.len() + more.len() as u64 > part.size() {
                return Err(Broken::Spoiled("more came than the file has".to_owned()));
            }
            part.append(more)?;
            go_on(told(Step::At(part.len())))?;
        }
        if part.is_whole() { Ok(()) } else { Err(Broken::Cut(BROKE_OFF.to_owned())) }
    }

    /// The answer whose body is what is missing, wherever it is, and how much of the body is there
    /// already.
    async fn answer(
        &self,
        url: &str,
        part: &mut Part,
        since: Moment,
        told: Told<'_>,
    ) -> Result<(Response, u64), Broken> {
        let start = Url::parse(url).map_err(|error| Broken::Refused(error.to_string()))?;
        let (mut url, mut from, mut trusted) = (start.clone(), part.len(), true);
        for _ in 0..=REDIRECTS {
            let asked = Asked { from, size: part.size() };
            let mut request =
                self.http.client().get(url.clone()).header(ACCEPT_ENCODING, "identity");
            if from > 0 {
                request = request.header(RANGE, format!("bytes={from}-"));
            }
            let answer = self.patiently(request.send(), since, part.len(), told).await?;
            let (status, headers) = (answer.status().as_u16(), answer.headers());
            // Who could change one answer could have sent us to the next one.
            trusted &= is_trusted(&url);
            if let Some(hash) = listed(text(headers, LISTING)).filter(|_| trusted) {
                heed(part.learn(&hash)?)?;
            }
            let (range, length) = (text(headers, CONTENT_RANGE), text(headers, CONTENT_LENGTH));
            let length = length.and_then(|length| length.parse().ok());
            match (Reply { status, range, length }).meaning(asked) {
                Meaning::GoesOn => return Ok((answer, part.len() - from)),
                Meaning::Begins => return Ok((answer, part.len())),
                Meaning::Moved => url = moved(&url, text(headers, LOCATION))?,
                Meaning::AskForAll => (url, from) = (start.clone(), 0),
                Meaning::Busy(problem) => return Err(Broken::Cut(problem)),
                Meaning::Refused(problem) => return Err(Broken::Refused(problem)),
            }
        }
        Err(Broken::Refused("it sends from one place to the next without end".to_owned()))
    }

    /// Waits for something, as long as nothing may have come since that moment.
    async fn patiently<T>(
        &self,
        coming: impl Future<Output = reqwest::Result<T>>,
        since: Moment,
        there: u64,
        told: Told<'_>,
    ) -> Result<T, Broken> {
        let mut coming = pin!(coming);
        while self.clock.now().since(since) < self.stall {
            if let Ok(came) = timeout(TICK.min(self.stall), &mut coming).await {
                return Ok(came?);
            }
            go_on(told(Step::At(there)))?;
        }
        Err(Broken::Cut(format!("nothing came for {} s", self.stall.as_secs())))
    }
}

/// Whether files may be asked for there.
pub(super) fn is_address(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}

/// Whom an address names. The rest may hold a key.
pub(super) fn host(address: &str) -> String {
    let url = Url::parse(address).ok();
    url.and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default()
}

/// What follows from what a server says of the file.
fn heed(lesson: Lesson) -> Result<(), Broken> {
    match lesson {
        Lesson::Fits => Ok(()),
        Lesson::AnotherFile => Err(Broken::Refused("it has another file".to_owned())),
        Lesson::Changed => Err(Broken::Spoiled("it has another file by now".to_owned())),
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
