//! Fuzzy search over every symbol.
//!
//! [`Index`] holds the names in memory; [`Query`] is what a person typed, filters understood
//! (`kind:fn in:routing path:src/ lang:rust !test 'exact ^prefix`). Searching is pure and can be cut off
//! between chunks.

use crate::graph::{NodeFlags, NodeId, NodeKind};
use crate::store::{Reader, StoreError};

/// What was typed, understood.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Query {
    /// Words that must match fuzzily.
    pub fuzzy: Vec<String>,
    /// `'word`: must stand in the name as it is.
    pub exact: Vec<String>,
    /// `^word`: the name begins with it.
    pub prefix: Vec<String>,
    /// `!word`: neither name nor path may hold it.
    pub not: Vec<String>,
    /// `kind:fn`.
    pub kinds: Vec<NodeKind>,
    /// `in:container`: stands in the qualified name before the name.
    pub container: Vec<String>,
    /// `path:src/`.
    pub paths: Vec<String>,
    /// `lang:rust`.
    pub languages: Vec<String>,
    /// Filters that were not understood, with the nearest one: shown under the input.
    pub problems: Vec<String>,
}

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

/// All names of one generation of the graph.
pub struct Index {
    _private: (),
}

impl Query {
    /// Never fails: what is not a filter is a word.
    #[allow(unused_variables)]
    pub fn parse(text: &str) -> Self {
        todo!()
    }
}

#[allow(unused_variables)]
impl Index {
    pub fn load(reader: &Reader) -> Result<Self, StoreError> {
        todo!()
    }
    pub fn len(&self) -> usize {
        todo!()
    }
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The best `limit` hits. `go_on` is asked between chunks; when it says no, `None` is returned.
    pub fn search(&self, query: &Query, limit: usize, go_on: &(dyn Fn() -> bool + Sync)) -> Option<Vec<Hit>> {
        todo!()
    }
}
