//! While another process holds the lease: its commits are noticed, and its end.

use std::time::{Duration, Instant};

use super::{Event, Signal, Watch};
use crate::index::lock::{self, Lock};
use crate::store::Reader;

/// Between two looks at the graph. SQLite's `data_version` costs a read of shared memory.
const LOOK: Duration = Duration::from_millis(250);

/// Between two attempts at the lease.
const LEASE: Duration = Duration::from_millis(750);

impl<T: Fn(Event) + Send + Sync> Watch<T> {
    /// Follows the graph until the lease is free.
    pub(super) fn follow(&mut self) {
        let mut reader: Option<(Reader, i64)> = None;
        let mut asked = Instant::now();
        loop {
            match &mut reader {
                None => {
                    reader = Reader::open(&self.options.db).ok().map(|reader| (reader, -1));
                }
                Some((open, seen)) => match open.data_version() {
                    Ok(version) if version != *seen => {
                        *seen = version;
                        if let Ok(generation) = open.generation() {
                            self.tell_generation(generation, None);
                        }
                    }
                    Ok(_) => {}
                    Err(_) => reader = None,
                },
            }
            if asked.elapsed() >= LEASE {
                asked = Instant::now();
                if Lock::take(&lock::of_watcher(&self.options.db), Duration::ZERO, &|| true).is_ok() {
                    return;
                }
            }
            if let Ok(Signal::Stop) = self.signals.recv_timeout(LOOK) {
                return;
            }
        }
    }
}
