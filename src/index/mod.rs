//! Discover -> extract (parallel) -> store -> resolve; full and incremental; progress.
//!
//! Promise: an incremental run leaves the graph that a fresh index of the same tree would.

use std::path::{Path, PathBuf};

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

/// Where the graph of `root` lies: `db` if given, `.portolan/graph.db` in the root, or, where the root cannot be
/// written, a file in the user's cache directory.
#[allow(unused_variables)]
pub fn graph_path(root: &Path, db: Option<&Path>) -> PathBuf {
    todo!()
}

/// Brings the graph up to date with the tree. `go_on` is asked between files; when it says no, the run ends with
/// [`IndexError::Cancelled`] and the graph is as it was.
#[allow(unused_variables)]
pub fn run(
    options: &Options,
    progress: &(dyn Fn(Progress) + Sync),
    go_on: &(dyn Fn() -> bool + Sync),
) -> Result<Report, IndexError> {
    todo!()
}
