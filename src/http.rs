//! The way to the network, by reqwest: who asks a server anything has this client. Only the transfer
//! of a download names the library besides.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::{Arc, Once};
use std::task::Poll;
use std::time::Duration;

use reqwest::Client;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, RETRY_AFTER};
use reqwest::redirect::Policy;
use tokio::runtime::Runtime;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use crate::keychain::Key;

/// An answer that is longer is none that was asked for.
const LONGEST_ANSWER: usize = 8 << 20;

/// How long a connection may take to come about.
const CONNECTING: Duration = Duration::from_secs(10);

/// Asks servers, one at a time.
pub(crate) struct Http {
    /// None when it is dropped.
    runtime: Option<Runtime>,
    client: Client,
}

/// Something that is sent.
pub(crate) struct Post<'a> {
    pub(crate) url: &'a str,
    pub(crate) key: Option<&'a Key>,
    pub(crate) content_type: &'a str,
    pub(crate) body: &'a [u8],
    /// How long all of it may take, to the last byte of the answer.
    pub(crate) limit: Duration,
}

/// What a server answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) content_type: Option<String>,
    pub(crate) retry_after: Option<String>,
    pub(crate) body: Vec<u8>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lost {
    /// Nobody wants it any more.
    Stopped,
    /// Nobody answers, for this reason.
    Unreachable(String),
    /// It broke off, for this reason.
    Cut(String),
    /// It did not come in time.
    Late,
    /// It is longer than any that was asked for.
    Endless,
}

/// Ends a wait, at once and from any thread; also one that has not begun. Clones are the same one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<Notify>);

impl Stop {
    /// Ends the wait.
    pub(crate) fn now(&self) {
        // It is kept for a wait that is still to come.
        self.0.notify_one();
    }

    /// What comes, unless the wait is ended before.
    async fn unless<T>(&self, coming: impl Future<Output = T>) -> Option<T> {
        let (mut coming, mut stopped) = (pin!(coming), pin!(self.0.notified()));
        poll_fn(|context| match stopped.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(None),
            Poll::Pending => coming.as_mut().poll(context).map(Some),
        })
        .await
    }
}

impl Http {
    /// A way to servers; through the proxies of the system if `proxies` says so.
    pub(crate) fn new(proxies: bool) -> Result<Self, String> {
        static CRYPTOGRAPHY: Once = Once::new();
        CRYPTOGRAPHY.call_once(|| {
            // Somebody else may have chosen one before, which serves as well.
            let _chosen = rustls::crypto::ring::default_provider().install_default();
        });
        let client = Client::builder()
            .user_agent(concat!("aloud/", env!("CARGO_PKG_VERSION")))
            // A download looks at each step, and what somebody said goes nowhere else than where
            // it is sent.
            .redirect(Policy::none())
            // Nobody attends to a connection between two requests, so whether it is still there
            // would only be known when something is lost by it.
            .pool_max_idle_per_host(0)
            .connect_timeout(CONNECTING);
        let client = if proxies { client } else { client.no_proxy() };
        let client = client.build().map_err(|error| reason(&error))?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        Ok(Self { runtime: Some(runtime.map_err(|error| error.to_string())?), client })
    }

    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    /// Waits for what is asked of the client.
    pub(crate) fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        let runtime = self.runtime.as_ref().expect("it is there until this is dropped");
        runtime.block_on(future)
    }

    /// Sends something and waits for the answer. A stop ends that at once.
    pub(crate) fn post(&self, post: &Post<'_>, stop: &Stop) -> Result<Answer, Lost> {
        let answer = timeout_of(post.limit, self.answer(post));
        self.block_on(stop.unless(answer)).unwrap_or(Err(Lost::Stopped))
    }

    /// Waits for a while. Says whether all of it has passed.
    pub(crate) fn rest(&self, time: Duration, stop: &Stop) -> bool {
        self.block_on(async { stop.unless(sleep(time)).await.is_some() })
    }

    async fn answer(&self, post: &Post<'_>) -> Result<Answer, Lost> {
        let mut request = self
            .client
            .post(post.url)
            .header(CONTENT_TYPE, post.content_type)
            .header(ACCEPT, "application/json")
            .body(post.body.to_vec());
        if let Some(key) = post.key {
            // The library marks the header as one that is not to be shown.
            request = request.bearer_auth(key.secret());
        }
        let mut answer = request.send().await?;
        let text = |headers: &HeaderMap, name| Some(headers.get(name)?.to_str().ok()?.to_owned());
        let (content_type, retry_after) =
            (text(answer.headers(), CONTENT_TYPE), text(answer.headers(), RETRY_AFTER));
        let (status, mut body) = (answer.status().as_u16(), Vec::new());
        while let Some(bytes) = answer.chunk().await? {
            body.extend_from_slice(&bytes);
            if body.len() > LONGEST_ANSWER {
                return Err(Lost::Endless);
            }
        }
        Ok(Answer { status, content_type, retry_after, body })
    }
}

async fn timeout_of<T>(
    limit: Duration,
    coming: impl Future<Output = Result<T, Lost>>,
) -> Result<T, Lost> {
    timeout(limit, coming).await.unwrap_or(Err(Lost::Late))
}

impl Drop for Http {
    /// A name that is still being looked up is not waited for.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl From<reqwest::Error> for Lost {
    fn from(error: reqwest::Error) -> Self {
        let problem = reason(&error);
        if error.is_connect() { Self::Unreachable(problem) } else { Self::Cut(problem) }
    }
}

/// What went wrong underneath, without the address: it may hold a key.
pub(crate) fn reason(error: &reqwest::Error) -> String {
    if error.is_body() || error.is_decode() {
        return "it broke off".to_owned();
    }
    let Some(mut source) = std::error::Error::source(error) else {
        return "the request failed".to_owned();
    };
    while let Some(deeper) = source.source() {
        source = deeper;
    }
    if error.is_connect() { format!("it cannot be reached ({source})") } else { source.to_string() }
}
