//! One app a home: who holds the lock is it.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::{Error, Result};
use crate::home::{Home, private_folder};

/// What a start finds out.
#[derive(Debug)]
pub enum Claim {
    /// Nobody else runs: this is the app, for as long as the instance lives.
    First(Instance),
    /// The app runs already; [`super::ask_starting`] reaches it, even if it has only just begun.
    Second,
}

/// The right to be the app of a home. A clone holds it as well.
#[derive(Clone, Debug)]
pub struct Instance {
    socket: PathBuf,
    _lock: Arc<Lock>,
}

/// A locked file. It stays when the lock goes: one that was removed could be locked by one
/// start while another makes it anew.
#[derive(Debug)]
struct Lock(File);

impl Instance {
    /// Tries to be the app of this home. The system takes the lock back from a process that
    /// ends, however it ends.
    ///
    /// # Errors
    /// When the lock file cannot be made or locked.
    pub fn claim(home: &Home) -> Result<Claim> {
        private_folder(&home.runtime)?;
        let path = home.app_lock();
        let file = open_private(&path)?;
        match file.try_lock() {
            Ok(()) => Ok(Claim::First(Self { socket: home.socket(), _lock: Arc::new(Lock(file)) })),
            Err(TryLockError::WouldBlock) => Ok(Claim::Second),
            Err(TryLockError::Error(source)) => Err(Error::io("lock", &path)(source)),
        }
    }

    /// Where this instance listens.
    pub(super) fn socket(&self) -> &Path {
        &self.socket
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A child that is just being started has a copy of the file, which would hold the lock.
        let _ = self.0.unlock();
    }
}

fn open_private(path: &Path) -> Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map_err(Error::io("open", path))
}
