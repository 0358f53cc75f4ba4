//! One process writes at a time: a lock that the system releases when its holder dies.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::IndexError;
use crate::store::StoreError;

/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(20);

/// A held lock; dropping it, or the end of the process, releases it. The file stays, with the holder's process id in it.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// The lock of those who write the graph, held for one run.
pub(super) fn of_writer(db: &Path) -> PathBuf {
    beside(db, ".lock")
}

/// The lock of the one who follows the tree, held as long as it does.
pub(crate) fn of_watcher(db: &Path) -> PathBuf {
    beside(db, ".watch")
}

fn beside(db: &Path, suffix: &str) -> PathBuf {
    let mut path = db.as_os_str().to_owned();
    path.push(suffix);
    PathBuf::from(path)
}

impl Lock {
    /// Takes the lock, waiting at most `wait` for its holder.
    ///
    /// # Errors
    /// [`IndexError::Busy`] with the holder's process id (0 where it cannot be read), [`IndexError::Cancelled`] when `go_on`
    /// says no, [`IndexError::Store`] where the file cannot be made.
    pub(crate) fn take(path: &Path, wait: Duration, go_on: &dyn Fn() -> bool) -> Result<Self, IndexError> {
        let fail = |error| IndexError::Store(StoreError::io(path, error));
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(fail)?;
        let end = Instant::now() + wait;
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if Instant::now() >= end => {
                    return Err(IndexError::Busy(holder(&mut file)));
                }
                Err(TryLockError::WouldBlock) if !go_on() => return Err(IndexError::Cancelled),
                Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
                Err(TryLockError::Error(error)) => return Err(fail(error)),
            }
        }
        // Only for people and messages: who holds it is decided by the lock.
        let written = file
            .set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| writeln!(file, "{}", std::process::id()))
            .and_then(|()| file.flush());
        written.map_err(fail)?;
        Ok(Self { _file: file })
    }
}

fn holder(file: &mut File) -> u32 {
    let mut text = String::new();
    match file.rewind().and_then(|()| file.take(32).read_to_string(&mut text)) {
        Ok(_) => text.trim().parse().unwrap_or(0),
        Err(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn the_second_one_waits_and_is_told_who_holds_it() {
        let directory = TempDir::new().unwrap();
        let path = of_writer(&directory.path().join("graph.db"));
        let held = Lock::take(&path, Duration::ZERO, &|| true).unwrap();
        let start = Instant::now();
        let refused = Lock::take(&path, Duration::from_millis(100), &|| true).unwrap_err();
        assert!(
            matches!(refused, IndexError::Busy(id) if id == std::process::id()),
            "{refused}"
        );
        assert!(start.elapsed() >= Duration::from_millis(100));
        assert!(matches!(
            Lock::take(&path, Duration::from_secs(60), &|| false),
            Err(IndexError::Cancelled)
        ));
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| Lock::take(&path, Duration::from_secs(60), &|| true));
            drop(held);
            waiting.join().unwrap().unwrap();
        });
    }
}
