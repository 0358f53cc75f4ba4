//! What readers of the graph get and what they may ask for, as plain data.

use crate::graph::{EdgeKind, NodeFlags, NodeId, NodeKind, Reason, Resolution};

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

/// A hit of the full-text search with its place, so that hits can be added up by file without reading their nodes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WordPlace {
    pub id: NodeId,
    /// Which piece of the symbol's text, from 0: long bodies are several chunks.
    pub piece: u32,
    /// The node of the file in which the symbol stands.
    pub file: NodeId,
    pub kind: NodeKind,
    pub flags: NodeFlags,
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
    pub unresolved_by_reason: Vec<(Reason, u64)>,
    pub source_bytes: u64,
    pub graph_bytes: u64,
    /// False while the first index still runs or was cut short.
    pub complete: bool,
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
