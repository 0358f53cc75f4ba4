//! What the resolver gives.

use super::DefId;
use crate::graph::{EdgeFlags, EdgeKind, Reason, Resolution};

/// An edge between two definitions of the project.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RawEdge {
    pub kind: EdgeKind,
    pub source: DefId,
    pub target: DefId,
    /// From 1.
    pub line: u32,
    /// From 0, in bytes.
    pub column: u32,
    pub resolution: Resolution,
    pub confidence: f32,
    pub flags: EdgeFlags,
}

/// A reference that leads to nothing in the project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawUnresolved {
    pub kind: EdgeKind,
    pub source: DefId,
    pub name: String,
    pub reason: Reason,
    pub library: Option<String>,
    pub line: u32,
    pub column: u32,
}

/// All that one file's references lead to, in source order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FileEdges {
    pub edges: Vec<RawEdge>,
    pub unresolved: Vec<RawUnresolved>,
}
