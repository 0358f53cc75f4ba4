//! Callers and callees, grouped by symbol.

use crate::graph::{Edge, EdgeKind, Node, NodeId, Unresolved};
use crate::store::{Reader, StoreError};

/// Which way edges are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From target to source: who calls it.
    Callers,
    /// From source to target: what it calls.
    Callees,
}

/// What is walked.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    pub direction: Direction,
    /// Empty: calls and instantiations.
    pub kinds: Vec<EdgeKind>,
    pub min_confidence: f32,
    /// 1: direct neighbours only.
    pub depth: u32,
    /// At most this many neighbours of one symbol; the rest is counted in [`Neighbours::more`].
    pub limit: usize,
}

/// One neighbour with all the sites of the relation.
#[derive(Debug, Clone, PartialEq)]
pub struct Neighbour {
    pub node: Node,
    /// By file and line. All of one direction; never empty.
    pub edges: Vec<Edge>,
    /// The highest confidence among the edges.
    pub confidence: f32,
    /// The symbol already stands among its own ancestors in this walk: recursion, not opened again.
    pub recursive: bool,
    /// Present when a further layer was asked for.
    pub next: Option<Neighbours>,
}

/// All neighbours of one symbol, by file and first site for callees' source order, most confident first for callers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Neighbours {
    pub rows: Vec<Neighbour>,
    /// Left out by the limit.
    pub more: usize,
    /// For callees: references that lead out of the project or nowhere.
    pub unresolved: Vec<Unresolved>,
}

/// Walks from `start`. A container stands for itself only; use its members to go deeper.
#[allow(unused_variables)]
pub fn neighbours(reader: &Reader, start: NodeId, options: &Options) -> Result<Neighbours, StoreError> {
    todo!()
}
