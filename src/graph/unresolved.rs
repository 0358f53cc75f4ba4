//! References that lead to no symbol of the project, kept with the reason.

use super::{EdgeKind, NodeId, Site, kind::closed_set};

closed_set! {
    /// Why a reference has no target in the graph.
    Reason {
        /// It belongs to a library or to the language.
        External => "external",
        /// Several symbols fit and none is better.
        Ambiguous => "ambiguous",
        /// Decided at run time: `eval`, a computed member, a function in a table.
        Dynamic => "dynamic",
        /// Nothing is known of it.
        Unknown => "unknown",
    }
}

/// A reference without a target in the project.
#[derive(Debug, Clone, PartialEq)]
pub struct Unresolved {
    pub kind: EdgeKind,
    pub source: NodeId,
    /// The name as written, e.g. `push` or `os.path.join`.
    pub name: String,
    pub reason: Reason,
    /// The library's name for [`Reason::External`], where it is known; e.g. `std`, `react`.
    pub library: Option<String>,
    pub site: Site,
}
