//! How one symbol reaches another: the shortest chains of calls.
//!
//! A chain may pass from a method of an interface or base class to the methods that override it, since that is
//! where such a call leads at run time; the hop is marked by its edge's kind.

use std::collections::HashMap;

use crate::graph::{Edge, EdgeKind, Node, NodeId};
use crate::store::{EdgeFilter, Reader, StoreError};

/// Where and how far to look.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// Edges below this confidence are not followed; 0 to 1.
    pub min_confidence: f32,
    /// At most this many chains.
    pub limit: usize,
    /// At most this many symbols are looked at.
    pub visits: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            min_confidence: Edge::CERTAIN,
            limit: 5,
            visits: 50_000,
        }
    }
}

/// One step of a chain.
#[derive(Debug, Clone, PartialEq)]
pub struct Hop {
    /// `calls`, `instantiates` or `handles` to `to`; or `overrides` from `to`, which is what runs in its stead.
    pub edge: Edge,
    pub to: Node,
}

/// A chain of calls. Without hops where start and goal are the same symbol.
#[derive(Debug, Clone, PartialEq)]
pub struct Chain {
    pub start: Node,
    pub hops: Vec<Hop>,
}

/// What was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Paths {
    /// All of the same, least length.
    pub chains: Vec<Chain>,
    /// False: the limit of symbols was reached first, so that "none" is not certain.
    pub complete: bool,
}

/// One symbol reached from one side, with the edge that led there; `None` for where that side began.
type Reached = HashMap<NodeId, Option<(NodeId, Edge)>>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Start,
    Goal,
}

/// The shortest chains from any of `from` to any of `to`, deterministic.
///
/// Breadth first from both ends, the smaller frontier each time: a hub in the middle is met, not opened.
pub fn paths(reader: &Reader, from: &[NodeId], to: &[NodeId], options: &Options) -> Result<Paths, StoreError> {
    let mut forward: Reached = from.iter().map(|id| (*id, None)).collect();
    let mut backward: Reached = to.iter().map(|id| (*id, None)).collect();
    let mut frontiers = (from.to_vec(), to.to_vec());
    let mut meetings: Vec<NodeId> = from.iter().copied().filter(|id| backward.contains_key(id)).collect();
    let mut complete = true;
    while meetings.is_empty() && !frontiers.0.is_empty() && !frontiers.1.is_empty() {
        if forward.len() + backward.len() > options.visits {
            complete = false;
            break;
        }
        let (side, reached, others, frontier) = if frontiers.0.len() <= frontiers.1.len() {
            (Side::Start, &mut forward, &backward, &mut frontiers.0)
        } else {
            (Side::Goal, &mut backward, &forward, &mut frontiers.1)
        };
        let mut next = Vec::new();
        for id in std::mem::take(frontier) {
            for (neighbour, edge) in steps(reader, id, side, options.min_confidence)? {
                if reached.contains_key(&neighbour) {
                    continue;
                }
                reached.insert(neighbour, Some((id, edge)));
                next.push(neighbour);
                if others.contains_key(&neighbour) {
                    meetings.push(neighbour);
                }
            }
        }
        *frontier = next;
    }
    // The sides grow by whole layers, so all meetings lie on chains of one length, each on its own.
    let mut chains = Vec::new();
    for meeting in meetings.into_iter().take(options.limit) {
        let (start, steps) = join(meeting, &forward, &backward);
        chains.extend(chain(reader, start, steps)?);
    }
    Ok(Paths { chains, complete })
}

/// Where a chain can go on from `id` towards the other side.
fn steps(reader: &Reader, id: NodeId, side: Side, min_confidence: f32) -> Result<Vec<(NodeId, Edge)>, StoreError> {
    let filter = |kinds: &[EdgeKind]| EdgeFilter {
        kinds: kinds.to_vec(),
        min_confidence,
        limit: 0,
    };
    let calls = filter(&[EdgeKind::Calls, EdgeKind::Instantiates, EdgeKind::Handles]);
    let overrides = filter(&[EdgeKind::Overrides]);
    let (mut ahead, dispatch) = match side {
        Side::Start => (reader.edges_from(id, &calls)?, reader.edges_to(id, &overrides)?),
        Side::Goal => (reader.edges_to(id, &calls)?, reader.edges_from(id, &overrides)?),
    };
    ahead.extend(dispatch);
    let other = |edge: &Edge| if edge.source == id { edge.target } else { edge.source };
    Ok(ahead.into_iter().map(|edge| (other(&edge), edge)).collect())
}

/// The steps from the start through the meeting to the goal.
fn join(meeting: NodeId, forward: &Reached, backward: &Reached) -> (NodeId, Vec<(Edge, NodeId)>) {
    let mut steps = Vec::new();
    let mut at = meeting;
    while let Some(Some((previous, edge))) = forward.get(&at) {
        steps.push((edge.clone(), at));
        at = *previous;
    }
    let start = at;
    steps.reverse();
    at = meeting;
    while let Some(Some((next, edge))) = backward.get(&at) {
        steps.push((edge.clone(), *next));
        at = *next;
    }
    (start, steps)
}

/// `None` when a symbol vanished between two reads.
fn chain(reader: &Reader, start: NodeId, steps: Vec<(Edge, NodeId)>) -> Result<Option<Chain>, StoreError> {
    let Some(start) = reader.node(start)? else {
        return Ok(None);
    };
    let mut hops = Vec::with_capacity(steps.len());
    for (edge, to) in steps {
        let Some(to) = reader.node(to)? else {
            return Ok(None);
        };
        hops.push(Hop { edge, to });
    }
    Ok(Some(Chain { start, hops }))
}
