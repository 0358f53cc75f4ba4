//! Reading the graph.

use std::path::{Path, PathBuf};

use crate::graph::{Edge, EdgeKind, Node, NodeFlags, NodeId, NodeKind, Resolution, Unresolved};

/// Why a graph could not be opened or read. Each message says what happened, where, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("there is no graph at {0}: run `portolan index` first")]
    Missing(PathBuf),
    #[error(
        "{path} is not a Portolan graph ({detail}); it was left untouched: choose another place with --db, or move it away"
    )]
    Foreign { path: PathBuf, detail: String },
    #[error("the graph {path} is damaged ({detail}); run `portolan index` to rebuild it")]
    Damaged { path: PathBuf, detail: String },
    #[error(
        "the graph {path} has version {found}, this Portolan writes version {expected}; run `portolan index` to rebuild it"
    )]
    Version { path: PathBuf, found: i64, expected: i64 },
    #[error("the graph {path}: {source}")]
    Sqlite { path: PathBuf, source: rusqlite::Error },
    #[error("{path}: {source}")]
    Io { path: PathBuf, source: std::io::Error },
}

/// Which edges a reader wants to see.
#[derive(Debug, Clone, PartialEq)]
pub struct EdgeFilter {
    /// Empty: every kind but `contains`.
    pub kinds: Vec<EdgeKind>,
    /// Least confidence, 0 to 1.
    pub min_confidence: f32,
    /// At most this many edges, the most confident first; 0: no limit.
    pub limit: usize,
}

/// One symbol, as light as the search needs it.
#[derive(Debug, Clone, PartialEq)]
pub struct NameRow {
    pub id: NodeId,
    pub parent: Option<NodeId>,
    pub kind: NodeKind,
    pub flags: NodeFlags,
    pub name: String,
    pub qualified: String,
    /// Index into the list of files that [`Reader::names`] returns beside the rows.
    pub file: u32,
    pub line: u32,
}

/// A hit of the full-text search, best first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WordHit {
    pub id: NodeId,
    /// BM25, higher is better.
    pub score: f32,
}

/// What became of a file.
#[derive(Debug, Clone, PartialEq)]
pub enum FileStatus {
    Parsed,
    /// Symbols were found, though the syntax is broken in places.
    Errors {
        nodes: u32,
        first_line: u32,
    },
    /// A `file` node only, with the reason: binary, too large, no grammar, ...
    Skipped(String),
    /// It could not be read or parsed within its limits, with the reason.
    Failed(String),
}

/// One file of the graph.
#[derive(Debug, Clone, PartialEq)]
pub struct FileRow {
    /// The file's own node.
    pub node: NodeId,
    pub path: String,
    /// Language id, e.g. `rust`; empty where there is none.
    pub language: String,
    pub size: u64,
    pub lines: u32,
    /// xxh3-64 of the content as indexed.
    pub hash: u64,
    pub status: FileStatus,
    /// Notes such as `not UTF-8`, `generated`, `minified`.
    pub notes: String,
}

/// Counts for `status`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Stats {
    pub generation: u64,
    /// Seconds since 1970 of the last index run.
    pub indexed_at: i64,
    pub files: u64,
    pub symbols: u64,
    pub edges: u64,
    pub files_by_language: Vec<(String, u64)>,
    pub symbols_by_kind: Vec<(NodeKind, u64)>,
    pub edges_by_kind: Vec<(EdgeKind, u64)>,
    /// `contains` left out.
    pub edges_by_resolution: Vec<(Resolution, u64)>,
    pub unresolved_by_reason: Vec<(crate::graph::Reason, u64)>,
    pub source_bytes: u64,
    pub graph_bytes: u64,
    /// False while the first index still runs or was cut short.
    pub complete: bool,
}

/// A read-only connection. Cheap to open (under a millisecond on an existing graph); one per thread.
pub struct Reader {
    _private: (),
}

#[allow(unused_variables, clippy::missing_errors_doc)]
impl Reader {
    /// Opens an existing graph for reading. Works on a read-only file and directory.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        todo!()
    }
    pub fn path(&self) -> &Path {
        todo!()
    }
    /// Grows by one with each committed index run; never the same for two different contents of one graph file.
    pub fn generation(&self) -> Result<u64, StoreError> {
        todo!()
    }
    /// Root directory of the project as recorded when it was indexed.
    pub fn root(&self) -> Result<PathBuf, StoreError> {
        todo!()
    }
    pub fn stats(&self) -> Result<Stats, StoreError> {
        todo!()
    }
    pub fn node(&self, id: NodeId) -> Result<Option<Node>, StoreError> {
        todo!()
    }
    /// In the order asked for; ids that are gone are left out.
    pub fn nodes(&self, ids: &[NodeId]) -> Result<Vec<Node>, StoreError> {
        todo!()
    }
    /// The same symbol after a re-index, by [`Node::key`].
    pub fn node_by_key(&self, key: &str) -> Result<Option<Node>, StoreError> {
        todo!()
    }
    /// Members in source order.
    pub fn children(&self, id: NodeId) -> Result<Vec<Node>, StoreError> {
        todo!()
    }
    /// Symbols with exactly this simple name (case-sensitive first, then not).
    pub fn by_name(&self, name: &str) -> Result<Vec<Node>, StoreError> {
        todo!()
    }
    /// The node of a file, by its path relative to the root.
    pub fn file_node(&self, path: &str) -> Result<Option<Node>, StoreError> {
        todo!()
    }
    pub fn file(&self, path: &str) -> Result<Option<FileRow>, StoreError> {
        todo!()
    }
    /// All files, by path.
    pub fn files(&self) -> Result<Vec<FileRow>, StoreError> {
        todo!()
    }
    /// All symbols of a file in source order, the file's own node first.
    pub fn symbols_in(&self, path: &str) -> Result<Vec<Node>, StoreError> {
        todo!()
    }
    /// The innermost symbol whose range holds the line.
    pub fn symbol_at(&self, path: &str, line: u32) -> Result<Option<Node>, StoreError> {
        todo!()
    }
    /// Edges whose source is this node, by site.
    pub fn edges_from(&self, id: NodeId, filter: &EdgeFilter) -> Result<Vec<Edge>, StoreError> {
        todo!()
    }
    /// Edges whose target is this node, by file and site.
    pub fn edges_to(&self, id: NodeId, filter: &EdgeFilter) -> Result<Vec<Edge>, StoreError> {
        todo!()
    }
    /// References of this node that lead out of the project or nowhere.
    pub fn unresolved_from(&self, id: NodeId) -> Result<Vec<Unresolved>, StoreError> {
        todo!()
    }
    /// Every symbol (directories and imports left out), light, for the fuzzy search; and the table of paths.
    pub fn names(&self) -> Result<(Vec<NameRow>, Vec<String>), StoreError> {
        todo!()
    }
    /// Full text over names, qualified names, signatures, doc comments and bodies. `words` are plain text;
    /// they are split like identifiers and escaped here. Any of them may match.
    pub fn words(&self, words: &[String], limit: usize) -> Result<Vec<WordHit>, StoreError> {
        todo!()
    }
    /// Every node, streamed in a stable order (path, then source order).
    pub fn each_node(&self, visit: &mut dyn FnMut(Node)) -> Result<(), StoreError> {
        todo!()
    }
    /// Every edge, streamed in a stable order, without loading the graph.
    pub fn each_edge(&self, visit: &mut dyn FnMut(Edge)) -> Result<(), StoreError> {
        todo!()
    }
}

impl Default for EdgeFilter {
    fn default() -> Self {
        Self {
            kinds: Vec::new(),
            min_confidence: 0.0,
            limit: 0,
        }
    }
}
