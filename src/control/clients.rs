//! Who is connected: at most so many, each with a thread of its own.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::socket::Connection;

/// So many may be connected at once. Status bars follow, the rest asks and goes.
pub(super) const MOST: usize = 16;

/// The open connections.
#[derive(Debug, Default)]
pub(super) struct Clients {
    open: Mutex<Open>,
    gone: Condvar,
}

#[derive(Debug, Default)]
struct Open {
    connections: HashMap<u64, Arc<Connection>>,
    next: u64,
}

/// A place among the clients; it is free again when this goes, even by a panic.
#[derive(Debug)]
pub(super) struct Seat {
    clients: Arc<Clients>,
    number: u64,
    pub(super) connection: Arc<Connection>,
}

impl Clients {
    /// Takes one more, or gives it back when there is no place.
    pub(super) fn seat(self: &Arc<Self>, connection: Connection) -> Result<Seat, Connection> {
        let mut open = self.open();
        if open.connections.len() >= MOST {
            return Err(connection);
        }
        let (number, connection) = (open.next, Arc::new(connection));
        open.next += 1;
        open.connections.insert(number, Arc::clone(&connection));
        Ok(Seat { clients: Arc::clone(self), number, connection })
    }

    /// Ends all conversations. An answer that is being written is still written.
    pub(super) fn end(&self) {
        self.open().connections.values().for_each(|connection| connection.end());
    }

    /// Waits until all have gone, but not longer than this.
    pub(super) fn outlast(&self, limit: Duration) {
        let sits = |open: &mut Open| !open.connections.is_empty();
        let waited = self.gone.wait_timeout_while(self.open(), limit, sits);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        // Nothing that is done under this lock can leave half a client behind.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.connection.end();
        self.clients.open().connections.remove(&self.number);
        self.clients.gone.notify_all();
    }
}
