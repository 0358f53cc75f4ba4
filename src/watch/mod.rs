//! File events -> incremental index; one writer among processes.
//!
//! Place: over `index`; used by the map and the server.
//! Promise: while a [`Watcher`] lives, a saved file is in the graph within a second; the graph's own files never
//! trigger it; idle costs nothing.

use crate::index::{IndexError, Options, Report};

/// What a watcher tells.
#[derive(Debug)]
pub enum Event {
    /// This process or another one committed a new generation.
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
    _private: (),
}

impl Watcher {
    /// Starts a background thread that first brings the graph up to date, then follows the tree. `tell` is called on
    /// that thread and must not block.
    #[allow(unused_variables)]
    pub fn spawn(options: Options, tell: impl Fn(Event) + Send + 'static) -> Self {
        todo!()
    }
}
