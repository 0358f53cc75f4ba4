//! Relations between symbols.

use super::{EdgeKind, NodeId, kind::closed_set};

closed_set! {
    /// How an edge's target was found.
    Resolution {
        /// By the language's own scoping rules: no other target is possible.
        Exact => "exact",
        /// By following an import, an alias or a re-export.
        Import => "import",
        /// By the type of the receiver.
        Receiver => "receiver",
        /// Among inherited members, or by an overload choice.
        Hierarchy => "hierarchy",
        /// By a rule of a framework.
        Framework => "framework",
        /// By a registration at run time.
        Registry => "registry",
        /// The only symbol of that name in the project that could be meant.
        UniqueName => "unique_name",
        /// One of several that the name could mean.
        Candidates => "candidates",
        /// By an index that a compiler made.
        Index => "index",
        /// Written by a person in `.portolan/registry.toml`.
        Manual => "manual",
    }
}

/// Where a relation is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Site {
    /// From 1.
    pub line: u32,
    /// From 0, in UTF-8 bytes.
    pub column: u32,
}

/// Properties of an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct EdgeFlags(pub u8);

impl EdgeFlags {
    /// A function passed as a value.
    pub const CALLBACK: Self = Self(1);
    /// Inside the arguments of a macro.
    pub const IN_MACRO: Self = Self(2);

    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// A relation between two symbols, found at one site.
#[derive(Debug, Clone, PartialEq)]
pub struct Edge {
    pub kind: EdgeKind,
    pub source: NodeId,
    pub target: NodeId,
    /// The file of the site, relative to the root.
    pub file: String,
    pub site: Site,
    pub resolution: Resolution,
    /// 0 to 1: of edges that say 0.9, nine in ten are right. Below 0.5 the edge is a candidate.
    pub confidence: f32,
    pub flags: EdgeFlags,
}

impl Edge {
    /// An edge below this confidence is a candidate: shown as such, never counted as a fact.
    pub const CERTAIN: f32 = 0.5;

    pub fn is_candidate(&self) -> bool {
        self.confidence < Self::CERTAIN
    }
}
