//! File events -> incremental index; one writer among processes.
//!
//! Place: over `index`; used by the map and the server.
//! Promise: while a [`Watcher`] lives, a saved file is in the graph within a second; the graph's own files never
//! trigger a run; idle costs nothing.
//!
//! Of several processes on one graph, one holds the lease (a lock that the system releases when its holder dies) and
//! follows the tree; the others follow the graph, and one of them takes the lease over when its holder goes.
//!
//! Start reading at [`Watcher::spawn`], then `lead`.

mod follow;
mod lead;
mod tree;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::index::lock::{self, Lock};
use crate::index::{IndexError, Options, Report, place_of_graph};

/// What a watcher tells.
#[derive(Debug)]
pub enum Event {
    /// This process (with its report) or another one committed a new generation; also once after the first run, when
    /// nothing had changed.
    Changed {
        generation: u64,
        report: Option<Report>,
    },
    Progress(crate::index::Progress),
    /// A run failed; the watcher goes on.
    Failed(IndexError),
    /// The system cannot tell of changes (reason, with the remedy); the tree is scanned at an interval instead.
    Polling(String),
}

/// Watches until dropped.
pub struct Watcher {
    stop: Arc<AtomicBool>,
    wake: Sender<Signal>,
    thread: Option<JoinHandle<()>>,
}

/// What wakes the thread.
enum Signal {
    /// Something happened at these paths.
    Touched(Vec<std::path::PathBuf>),
    /// The system lost events or failed: look at everything.
    Lost,
    Stop,
}

/// What both ways of watching need.
struct Watch<T> {
    options: Options,
    stop: Arc<AtomicBool>,
    wake: Sender<Signal>,
    signals: Receiver<Signal>,
    tell: T,
    /// The last generation that was told.
    told: Option<u64>,
}

impl Watcher {
    /// Starts a background thread that first brings the graph up to date, then follows the tree. `tell` is called on
    /// that thread and must not block.
    pub fn spawn(options: Options, tell: impl Fn(Event) + Send + Sync + 'static) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (wake, signals) = unbounded();
        let watch = Watch {
            options,
            stop: stop.clone(),
            wake: wake.clone(),
            signals,
            tell,
            told: None,
        };
        let thread = std::thread::Builder::new()
            .name("watch".into())
            .spawn(move || watch.run());
        Self {
            stop,
            wake,
            thread: thread.ok(),
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        // Where the thread is gone already there is nothing to wake.
        let _ = self.wake.send(Signal::Stop);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl<T: Fn(Event) + Send + Sync> Watch<T> {
    fn run(mut self) {
        if let Err(error) = place_of_graph(&self.options.db) {
            (self.tell)(Event::Failed(error));
            return;
        }
        while self.goes_on() {
            match Lock::take(&lock::of_watcher(&self.options.db), Duration::ZERO, &|| true) {
                Ok(_lease) => return self.lead(),
                Err(IndexError::Busy(_)) => self.follow(),
                Err(error) => {
                    // A graph that cannot be written can still be read and may be written by others.
                    (self.tell)(Event::Failed(error));
                    return self.follow();
                }
            }
        }
    }

    fn goes_on(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }

    /// Tells of a generation that has not been told yet.
    fn tell_generation(&mut self, generation: u64, report: Option<Report>) {
        if self.told != Some(generation) {
            self.told = Some(generation);
            (self.tell)(Event::Changed { generation, report });
        }
    }
}
