//! Questions asked of the graph: find, search, outline, callers and callees, paths.
//!
//! Place: over `store`, under `context` and every front end. Pure reading.
//!
//! Invariant: this module knows no grammar, no terminal and no protocol; it never writes.
//!
//! Start reading at [`find`] and [`search::Index`].

pub mod search;
pub mod walk;

use crate::graph::Node;
use crate::store::{Reader, StoreError};

/// The symbols that `text` can mean: a node id (`#123`), `path:line`, a path, a qualified name or a tail of one, a simple name.
///
/// The first of these readings that fits any symbol answers; all that fit it are returned, best first
/// (definitions before declarations, sources before tests). Nothing is guessed.
#[allow(unused_variables)]
pub fn find(reader: &Reader, text: &str) -> Result<Vec<Node>, StoreError> {
    todo!()
}
