//! Callers and callees, grouped by symbol.

use std::collections::HashMap;

use crate::graph::{Edge, EdgeKind, Node, NodeId, Unresolved};
use crate::store::{EdgeFilter, Reader, StoreError};

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

/// All neighbours of one symbol: callees in source order, by file and first site; callers with candidates after
/// certain ones, tests after sources, then the most confident first.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Neighbours {
    pub rows: Vec<Neighbour>,
    /// Left out by the limit.
    pub more: usize,
    /// For callees: references that lead out of the project or nowhere.
    pub unresolved: Vec<Unresolved>,
}

/// What is followed when no kind is asked for.
pub const CALLS: [EdgeKind; 2] = [EdgeKind::Calls, EdgeKind::Instantiates];

/// Deeper than this no walk goes, whatever is asked.
const MAX_DEPTH: u32 = 32;

/// So many symbols are opened in one walk; further ones stand in it unopened ([`Neighbour::next`] is `None`).
const MAX_OPENED: usize = 5_000;

/// Walks from `start`. A container stands for itself only; use its members to go deeper.
pub fn neighbours(reader: &Reader, start: NodeId, options: &Options) -> Result<Neighbours, StoreError> {
    let mut walk = Walk {
        reader,
        options,
        filter: EdgeFilter {
            kinds: if options.kinds.is_empty() {
                CALLS.to_vec()
            } else {
                options.kinds.clone()
            },
            min_confidence: options.min_confidence,
            limit: 0,
        },
        ancestors: Vec::new(),
        opened: 0,
    };
    walk.open(start, options.depth.clamp(1, MAX_DEPTH))
}

/// The methods that this one overrides or implements, up to the topmost: a call of one of them may run this one.
pub fn overridden(reader: &Reader, id: NodeId) -> Result<Vec<Node>, StoreError> {
    let filter = EdgeFilter {
        kinds: vec![EdgeKind::Overrides],
        min_confidence: Edge::CERTAIN,
        limit: 0,
    };
    let mut found: Vec<NodeId> = Vec::new();
    let mut open = vec![id];
    while let Some(method) = open.pop() {
        for edge in reader.edges_from(method, &filter)? {
            if edge.target != id && !found.contains(&edge.target) {
                found.push(edge.target);
                open.push(edge.target);
            }
        }
    }
    reader.nodes(&found)
}

struct Walk<'a> {
    reader: &'a Reader,
    options: &'a Options,
    filter: EdgeFilter,
    ancestors: Vec<NodeId>,
    opened: usize,
}

impl Walk<'_> {
    fn open(&mut self, id: NodeId, depth: u32) -> Result<Neighbours, StoreError> {
        self.opened += 1;
        self.ancestors.push(id);
        let mut groups = self.groups(id)?;
        let more = groups.len().saturating_sub(self.options.limit);
        groups.truncate(self.options.limit);
        let mut rows = Vec::with_capacity(groups.len());
        for (node, edges) in groups {
            let other = node.id;
            let recursive = self.ancestors.contains(&other);
            let next = if depth > 1 && !recursive && self.opened < MAX_OPENED {
                Some(self.open(other, depth - 1)?)
            } else {
                None
            };
            rows.push(Neighbour {
                node,
                confidence: best(&edges),
                edges,
                recursive,
                next,
            });
        }
        self.ancestors.pop();
        Ok(Neighbours {
            rows,
            more,
            unresolved: self.unresolved(id)?,
        })
    }

    /// The edges of one symbol by the symbol at their other end, in the order of [`Neighbours`].
    fn groups(&self, id: NodeId) -> Result<Vec<(Node, Vec<Edge>)>, StoreError> {
        let edges = match self.options.direction {
            Direction::Callers => self.reader.edges_to(id, &self.filter)?,
            Direction::Callees => self.reader.edges_from(id, &self.filter)?,
        };
        let mut by_end: HashMap<NodeId, Vec<Edge>> = HashMap::new();
        for edge in edges {
            let other = match self.options.direction {
                Direction::Callers => edge.source,
                Direction::Callees => edge.target,
            };
            by_end.entry(other).or_default().push(edge);
        }
        let mut ends: Vec<NodeId> = by_end.keys().copied().collect();
        ends.sort_unstable();
        // What was re-indexed between two reads is left out.
        let nodes = self.reader.nodes(&ends)?.into_iter();
        let mut groups: Vec<(Node, Vec<Edge>)> = nodes
            .filter_map(|node| by_end.remove(&node.id).map(|edges| (node, edges)))
            .collect();
        for (_, edges) in &mut groups {
            edges.sort_by(|a, b| place(a).cmp(&place(b)));
        }
        groups.sort_by_cached_key(|(node, edges)| {
            let rank = match self.options.direction {
                Direction::Callers => {
                    let confidence = best(edges);
                    (
                        confidence < Edge::CERTAIN,
                        node.is_test(),
                        thousandths_of_doubt(confidence),
                    )
                }
                Direction::Callees => (false, false, 0),
            };
            let first = edges.first().map(|edge| (edge.file.clone(), edge.site));
            (rank, first, node.ordinal)
        });
        Ok(groups)
    }

    fn unresolved(&self, id: NodeId) -> Result<Vec<Unresolved>, StoreError> {
        if self.options.direction == Direction::Callers {
            return Ok(Vec::new());
        }
        let mut all = self.reader.unresolved_from(id)?;
        all.retain(|reference| self.filter.kinds.contains(&reference.kind));
        Ok(all)
    }
}

fn place(edge: &Edge) -> (&str, crate::graph::Site) {
    (&edge.file, edge.site)
}

fn best(edges: &[Edge]) -> f32 {
    edges.iter().map(|edge| edge.confidence).fold(0.0, f32::max)
}

/// A confidence as a key to sort by, most confident first.
fn thousandths_of_doubt(confidence: f32) -> u16 {
    1000 - (confidence.clamp(0.0, 1.0) * 1000.0) as u16
}
