//! Fuzzy search over every symbol.
//!
//! [`Index`] holds the names in memory; [`Query`] is what a person typed, filters understood
//! (`kind:fn in:routing path:src/ lang:rust !test 'exact ^prefix`). Searching is pure and can be cut off
//! between chunks.
//!
//! Order of the hits, deterministic: how well the words fit (the whole name, its beginning, the beginning of one of
//! its words, anywhere in it, its letters in order), then definitions before parts of them and sources before tests
//! and generated code, then the matcher's score and the shorter name, then path and line.
//!
//! Invariant: what is typed is never syntax that can be wrong.

mod filters;
mod index;
mod pattern;
mod query;
mod scan;

pub use filters::kinds;
pub use index::Index;
pub use query::{Query, unknown_kind};

use crate::graph::{NodeFlags, NodeId, NodeKind};

/// One result.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    pub id: NodeId,
    pub kind: NodeKind,
    pub flags: NodeFlags,
    pub name: String,
    pub qualified: String,
    pub file: String,
    pub line: u32,
    /// Higher is better.
    pub score: i64,
    /// Byte positions in `name` that matched, for highlighting.
    pub matched: Vec<u32>,
}
