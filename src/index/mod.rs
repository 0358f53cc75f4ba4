//! Discover -> extract (parallel) -> store -> resolve; full and incremental; progress.
//!
//! Place: over `lang`, `store` and `resolve`; under `watch` and every front end that must have a graph.
//! Promise: an incremental run leaves the graph that a fresh index of the same tree would; whatever happens to a run, the
//! graph is what it was before or what it should be after.
//!
//! Start reading at [`run`].

pub(crate) mod discover;
mod exclude;
mod extract;
mod gate;
mod link;
pub(crate) mod lock;
mod place;
mod run;
mod symbols;

pub use place::graph_path;
pub use run::run;
pub(crate) use run::{prepare, run_listing};

use std::path::PathBuf;

/// What to index and where the graph goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Absolute root of the project.
    pub root: PathBuf,
    /// The graph file.
    pub db: PathBuf,
    /// Rebuild from nothing.
    pub full: bool,
    /// Threads for extraction and resolution; 0: one per core.
    pub jobs: usize,
}

/// How far a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// Files found so far.
    Discovering(usize),
    Extracting {
        done: usize,
        total: usize,
    },
    Resolving {
        done: usize,
        total: usize,
    },
    Writing,
}

/// What a run did.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    pub files: usize,
    pub changed: usize,
    pub removed: usize,
    pub generation: u64,
    pub seconds: f64,
    /// Files that failed, with the reason.
    pub failed: Vec<(String, String)>,
    /// Plain sentences for the user: a damaged graph was set aside, ...
    pub notes: Vec<String>,
}

/// Why a run could not be done.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    #[error("{0}: {1}")]
    Io(PathBuf, std::io::Error),
    #[error(transparent)]
    Store(#[from] crate::store::StoreError),
    #[error("another Portolan is writing this graph (process {0}); try again when it is done")]
    Busy(u32),
    #[error("cancelled")]
    Cancelled,
}
