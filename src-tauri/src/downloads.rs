//! Fetches models of the catalogue: on a thread of its own, one after the other, and no further
//! once somebody wants it later. What is there of a file outlives the app.

mod pace;
mod queue;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use aloud::clock::Clock;
use aloud::error::{Error, Result};
use aloud::models::catalogue::{Catalogue, Entry, File};
use aloud::models::download::{Fetched, Options, fetch, mirror};
use aloud::models::import;
use aloud::models::{Store, Unfinished};

pub(crate) use self::queue::Order;
use self::queue::{Over, Queue, Rest};
use crate::ipc::Download;

/// How long the end of the app waits for a transfer to stop: it is asked several times a second.
const LAST_WORD: Duration = Duration::from_secs(5);

/// What is told of downloads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tiding {
    /// This is how far all of them are.
    Now(Vec<Download>),
    /// The file of this name is there.
    There(String),
}

type Tell = Box<dyn Fn(Tiding) + Send + Sync>;

/// Where files go, and how they are fetched.
pub(crate) struct Place {
    pub(crate) folder: PathBuf,
    pub(crate) store: Store,
    pub(crate) options: Options,
}

/// See the module. A clone is the same downloads.
#[derive(Clone)]
pub(crate) struct Downloads(Arc<Shared>);

struct Shared {
    place: Place,
    queue: Mutex<Queue>,
    tell: Tell,
    clock: Clock,
    /// Nothing is ever sent; it is closed when the thread is through.
    run: Mutex<Option<Receiver<()>>>,
}

impl Downloads {
    /// Finds what was left of earlier runs. Nothing is fetched before somebody wants it.
    pub(crate) fn open(place: Place, tell: Tell) -> Self {
        let mut queue = Queue::default();
        for Unfinished { entry, file, bytes } in place.store.unfinished() {
            queue.find(order(entry, file, None), bytes);
        }
        let (queue, run) = (Mutex::new(queue), Mutex::default());
        Self(Arc::new(Shared { place, queue, tell, clock: Clock::real(), run }))
    }

    /// How far all of them are.
    pub(crate) fn list(&self) -> Vec<Download> {
        self.lock().list()
    }

    /// Fetches a model of the catalogue, or goes on with it.
    ///
    /// # Errors
    /// [`Error::Usage`] when it is not in the catalogue, or `ALOUD_MIRROR` is no address.
    pub(crate) fn fetch(&self, id: &str) -> Result<()> {
        let (entry, file) = known(id)?;
        self.want(order(entry, file, mirror()?.as_deref()))
    }

    fn want(&self, order: Order) -> Result<()> {
        self.lock().want(order);
        self.tell();
        self.run()
    }

    /// Stops one for now; what is there of it stays.
    pub(crate) fn pause(&self, id: &str) {
        self.lock().pause(id);
        self.tell();
    }

    /// Stops one for good, and removes what is there of it.
    ///
    /// # Errors
    /// When the system refuses to remove it.
    pub(crate) fn cancel(&self, id: &str) -> Result<()> {
        let rest = self.lock().cancel(id);
        self.tell();
        if rest == Rest::Remove { self.forget(id) } else { Ok(()) }
    }

    /// The app ends: what comes is paused.
    pub(crate) fn end(&self) {
        self.lock().end();
        if let Some(over) = lock(&self.0.run).take() {
            // Closed or too late: the app ends either way.
            let _ = over.recv_timeout(LAST_WORD);
        }
    }

    /// Starts the thread for the next one, unless one runs or nothing waits.
    fn run(&self) -> Result<()> {
        let mut run = lock(&self.0.run);
        let Some(first) = self.lock().next() else { return Ok(()) };
        let (until, over) = channel();
        let (own, id) = (self.clone(), first.id.clone());
        let thread = std::thread::Builder::new().name("download".to_owned()).spawn(move || {
            let mut next = Some(first);
            while let Some(order) = next {
                own.get(&order);
                next = own.lock().next();
                own.tell();
            }
            drop(until);
        });
        if let Err(error) = thread {
            let error = Error::Usage(format!("the system gives no thread: {error}"));
            self.lock().over(&id, Err(error));
            self.tell();
        }
        *run = Some(over);
        Ok(())
    }

    fn get(&self, order: &Order) {
        self.tell();
        let Place { folder, options, .. } = &self.0.place;
        let mut told = |step| {
            let (flow, news) = self.lock().step(&order.id, &step, self.0.clock.now());
            if news {
                self.tell();
            }
            flow
        };
        let fetched = catch_unwind(AssertUnwindSafe(|| {
            let fetched = fetch(&order.wanted, folder, options, &mut told)?;
            if let Fetched::File(model) = &fetched {
                complete(model);
            }
            Ok(fetched)
        }));
        let fetched = fetched
            .unwrap_or_else(|_| Err(Error::Usage("it broke down by a fault of ours".to_owned())));
        let over = self.lock().over(&order.id, fetched);
        match over {
            Over::There => (self.0.tell)(Tiding::There(order.wanted.name.clone())),
            Over::Stays | Over::Gone(Rest::Nothing) => {}
            Over::Gone(Rest::Remove) => {
                if let Err(error) = self.forget(&order.id) {
                    tracing::warn!(%error, "what came of a model could not be removed");
                }
            }
        }
    }

    fn forget(&self, id: &str) -> Result<()> {
        let (_, file) = known(id)?;
        self.0.place.store.forget(file).map(|_| ())
    }

    fn tell(&self) {
        // Outside of the lock: who is told may ask.
        let list = self.list();
        (self.0.tell)(Tiding::Now(list));
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        lock(&self.0.queue)
    }
}

/// Adds what makes short phrases quick. The model does its work without it.
fn complete(model: &Path) {
    if let Err(error) = import::complete(model) {
        tracing::warn!(%error, "a model that has come has no short-window twin");
    }
}

fn known(id: &str) -> Result<(&'static Entry, &'static File)> {
    let problem = || Error::Usage(format!("the model \"{id}\" is not in the catalogue"));
    Catalogue::built_in().file(id).ok_or_else(problem)
}

/// A file that is not the one to prefer is named by itself, so that it is found again.
fn order(entry: &Entry, file: &File, mirror: Option<&str>) -> Order {
    let preferred = entry.files.first().is_some_and(|first| first.name == file.name);
    Order {
        id: if preferred { entry.id.clone() } else { file.id().to_owned() },
        name: entry.name.clone(),
        wanted: Catalogue::built_in().wanted(entry, file, mirror),
    }
}

fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
