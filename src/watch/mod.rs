//! File events -> incremental index; one writer among processes.
//!
//! Place: over `index`; used by the map and the server.
//! Promise: while a [`Watcher`] lives, a saved file is in the graph within a second; the graph's own files never
//! trigger it; idle costs nothing but a glance at the graph's version four times a second.
//!
//! Of several watchers of one graph, in however many processes, one holds the lease and leads: it follows the tree and
//! indexes. The others follow the graph, and one of them takes the lease when its holder goes.
//!
//! Start reading at [`Watcher::spawn`], then `lead` and `sight`.

mod debounce;
mod lead;
mod mount;
mod sight;
#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, TryRecvError, bounded};
use parking_lot::Mutex;

use crate::index::lock::{self, Lock};
use crate::index::{IndexError, Options, Report};
use crate::store::Reader;

/// Between two glances at the graph's version.
const GLANCE: Duration = Duration::from_millis(250);

/// Between two attempts to take the lease.
const ATTEMPT: Duration = Duration::from_secs(1);

/// What a watcher tells.
#[derive(Debug)]
pub enum Event {
    /// This process or another one committed a new generation; told once after the first run in any case.
    Changed { generation: u64, report: Option<Report> },
    /// Told of runs that take longer than a moment.
    Progress(crate::index::Progress),
    /// A run failed; the watcher goes on.
    Failed(IndexError),
    /// The system cannot tell of changes (reason, with the remedy); the tree is scanned at an interval instead.
    Polling(String),
}

/// Watches until dropped. A run that is under way then ends at its next file, and what it has not committed is not kept.
#[derive(Debug)]
pub struct Watcher {
    /// Nothing is ever sent: the thread ends when the channel closes.
    _alive: Sender<Infallible>,
}

impl Watcher {
    /// Starts a background thread that first brings the graph up to date, then follows the tree. `tell` is called on
    /// that thread and must not block. `options.full` counts for the first run only.
    pub fn spawn(options: Options, tell: impl Fn(Event) + Send + 'static) -> Self {
        Self::spawn_with(options, Sense::System, tell)
    }

    fn spawn_with(options: Options, sense: Sense, tell: impl Fn(Event) + Send + 'static) -> Self {
        let (alive, stop) = bounded(0);
        let follower = Follower {
            options,
            sense,
            tell: Mutex::new(Box::new(tell)),
            stop,
        };
        let thread = std::thread::Builder::new().name("portolan-watch".to_string());
        // A system that has no thread left has told of that elsewhere; the map then stays as it is.
        let _ = thread.spawn(move || follower.follow());
        Self { _alive: alive }
    }
}

/// How the leader learns of changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sense {
    /// By the system's events.
    System,
    /// By scanning, so long after the last scan.
    Scan(Duration),
}

/// The watcher's side of the thread.
struct Follower {
    options: Options,
    sense: Sense,
    tell: Mutex<Box<dyn Fn(Event) + Send>>,
    stop: Receiver<Infallible>,
}

impl Follower {
    fn follow(mut self) {
        let mut graph = Graph::new(&self.options);
        let mut told = None;
        while self.goes_on() {
            match self.lease() {
                Ok(lease) => {
                    lead::lead(&mut self, &mut graph);
                    drop(lease);
                    return;
                }
                Err(IndexError::Busy(_)) => told = None,
                // Where no lease can be had, nothing can be written either: said once, and tried again.
                Err(error) => {
                    let message = error.to_string();
                    if told.as_ref() != Some(&message) {
                        self.tell(Event::Failed(error));
                        told = Some(message);
                    }
                }
            }
            let next = Instant::now() + ATTEMPT;
            while self.goes_on() && Instant::now() < next {
                self.tell_if_changed(&mut graph);
                let _ = self.stop.recv_timeout(GLANCE);
            }
        }
    }

    fn lease(&self) -> Result<Lock, IndexError> {
        crate::index::prepare(&self.options)?;
        Lock::take(&lock::of_watcher(&self.options.db), Duration::ZERO, &|| true)
    }

    fn goes_on(&self) -> bool {
        self.stop.try_recv() != Err(TryRecvError::Disconnected)
    }

    fn tell(&self, event: Event) {
        if self.goes_on() {
            (self.tell.lock())(event);
        }
    }

    /// Tells of what another process has committed.
    fn tell_if_changed(&self, graph: &mut Graph) {
        if let Some(generation) = graph.changed() {
            self.tell(Event::Changed {
                generation,
                report: None,
            });
        }
    }
}

/// The graph as a reader sees it, for noticing commits.
struct Graph {
    path: std::path::PathBuf,
    reader: Option<Reader>,
    version: i64,
    /// `None` before the first one was seen.
    generation: Option<u64>,
}

impl Graph {
    fn new(options: &Options) -> Self {
        let mut graph = Self {
            path: options.db.clone(),
            reader: None,
            version: 0,
            generation: None,
        };
        // What stands there already is no news.
        graph.changed();
        graph
    }

    /// The generation, if it is another one than last time.
    fn changed(&mut self) -> Option<u64> {
        if self.reader.is_none() {
            self.reader = Reader::open(&self.path).ok();
            self.version = 0;
        }
        let reader = self.reader.as_ref()?;
        let seen = reader.data_version().and_then(|version| {
            if version == self.version {
                return Ok(None);
            }
            Ok(Some((version, reader.generation()?)))
        });
        match seen {
            Ok(None) => None,
            Ok(Some((version, generation))) => {
                self.version = version;
                let is_news = self.generation.replace(generation) != Some(generation);
                is_news.then_some(generation)
            }
            Err(_) => {
                // Damaged or gone: whoever indexes next makes it anew.
                self.reader = None;
                None
            }
        }
    }

    /// This process has committed this generation itself. Says whether it is another one than last time.
    fn committed(&mut self, generation: u64) -> bool {
        self.generation.replace(generation) != Some(generation)
    }

    /// Opens the file anew next time: a run may have put another one in its place.
    fn reopen(&mut self) {
        self.reader = None;
    }
}
