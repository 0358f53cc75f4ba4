//! Neighbours of the first hits: outward to what they call, read and use, inward to who uses them.
//!
//! Layer by layer, each way for itself. Of every layer the best few are kept; the others stand in the ledger with the
//! reason for which they were left.

use std::collections::{BTreeMap, HashSet};

use super::candidate::Pool;
use super::retrieve::Scores;
use super::{Cut, rank};
use crate::config::Profile;
use crate::graph::{Edge, EdgeKind, Node, NodeId, NodeKind};
use crate::store::{EdgeFilter, Reader, StoreError};

/// So many of the best candidates are the first hits.
const FIRST_HITS: usize = 6;
/// Edges that are read of one symbol, the most confident first.
const MAX_EDGES: usize = 200;
/// Neighbours beyond the kept ones that the ledger lists, of one layer and way.
const LISTED: usize = 12;
/// What is left of a hop's worth with each further layer.
const DECAY: f32 = 0.5;
/// What a neighbour's own words count when the best of a layer are chosen.
const OWN_WORDS: f32 = 1.0;

/// Which way a layer goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Outward,
    Inward,
}

/// A neighbour of a layer.
struct Found {
    worth: f32,
    confidence: f32,
    reason: String,
}

/// Adds the neighbours of the best candidates to the pool.
pub(super) fn expand(
    reader: &Reader,
    profile: &Profile,
    scores: &Scores,
    about_tests: bool,
    pool: &mut Pool,
) -> Result<(), StoreError> {
    let first: Vec<(Node, f32)> = {
        let best = pool.best(FIRST_HITS);
        let top = best
            .first()
            .map_or(1.0, |candidate| candidate.score())
            .max(f32::EPSILON);
        best.iter()
            .map(|candidate| (candidate.node.clone(), candidate.score() / top))
            .collect()
    };
    let ways = [
        (Way::Outward, profile.channels.outward),
        (Way::Inward, profile.channels.inward),
    ];
    for (way, _) in ways.into_iter().filter(|(_, on)| *on) {
        let mut seen: HashSet<NodeId> = first.iter().map(|(node, _)| node.id).collect();
        let mut layer = first.clone();
        // One layer more than is kept, so that the ledger can name what lies just beyond the depth.
        for depth in 1..=u32::from(profile.depth) + 1 {
            let found = neighbours(reader, profile, scores, way, &layer, &seen)?;
            layer = keep(reader, profile, about_tests, (way, depth), found, pool)?;
            seen.extend(layer.iter().map(|(node, _)| node.id));
            if layer.is_empty() {
                break;
            }
        }
    }
    support(reader, profile, &first, pool)
}

/// Candidates that the hits themselves lead to or come from support each other: the clue that a chain of calls runs here.
fn support(reader: &Reader, profile: &Profile, first: &[(Node, f32)], pool: &mut Pool) -> Result<(), StoreError> {
    let filter = filter(profile, Way::Outward);
    for (node, _) in first {
        for edge in reader.edges_from(node.id, &filter)? {
            if let Some((target, _)) = first
                .iter()
                .find(|(other, _)| other.id == edge.target && other.id != node.id)
            {
                let weight = profile.weights.hop * DECAY * edge.confidence;
                let known =
                    |candidate: &super::candidate::Candidate| candidate.clues.iter().any(|clue| clue.channel == "hop");
                let called = pool.entry(target);
                if !known(called) {
                    called.add(
                        "hop",
                        weight,
                        format!("{} by {}, a first hit", passive(edge.kind), node.qualified),
                    );
                }
                let caller = pool.entry(node);
                if !known(caller) {
                    caller.add(
                        "hop",
                        weight,
                        format!("{} {}, a first hit", edge.kind, target.qualified),
                    );
                }
            }
        }
    }
    Ok(())
}

fn filter(profile: &Profile, way: Way) -> EdgeFilter {
    use EdgeKind::*;
    let mut kinds = vec![
        Calls,
        Instantiates,
        References,
        Overrides,
        Implements,
        Extends,
        Handles,
        Registers,
    ];
    if way == Way::Outward {
        kinds.extend([TypeOf, Returns]);
    }
    EdgeFilter {
        kinds,
        min_confidence: profile.min_confidence,
        limit: MAX_EDGES,
    }
}

/// What is one step from the layer, with the best reason for each, by symbol.
fn neighbours(
    reader: &Reader,
    profile: &Profile,
    scores: &Scores,
    way: Way,
    layer: &[(Node, f32)],
    seen: &HashSet<NodeId>,
) -> Result<BTreeMap<NodeId, Found>, StoreError> {
    let filter = filter(profile, way);
    let mut found: BTreeMap<NodeId, Found> = BTreeMap::new();
    for (node, worth) in layer {
        let edges = match way {
            Way::Outward => reader.edges_from(node.id, &filter)?,
            Way::Inward => reader.edges_to(node.id, &filter)?,
        };
        for edge in edges {
            let other = match way {
                Way::Outward => edge.target,
                Way::Inward => edge.source,
            };
            if seen.contains(&other) {
                continue;
            }
            let worth = worth * edge.confidence * strength(&edge) + OWN_WORDS * scores.of(other);
            let better = found.get(&other).is_none_or(|known| known.worth < worth);
            if better {
                let reason = match way {
                    Way::Outward => format!("{} by {}", passive(edge.kind), node.qualified),
                    Way::Inward => format!("{} {}", edge.kind, node.qualified),
                };
                let confidence = edge.confidence;
                found.insert(
                    other,
                    Found {
                        worth,
                        confidence,
                        reason,
                    },
                );
            }
        }
    }
    Ok(found)
}

/// Keeps the best of a layer and returns them; the others go to the ledger.
fn keep(
    reader: &Reader,
    profile: &Profile,
    about_tests: bool,
    (way, depth): (Way, u32),
    found: BTreeMap<NodeId, Found>,
    pool: &mut Pool,
) -> Result<Vec<(Node, f32)>, StoreError> {
    let ids: Vec<NodeId> = found.keys().copied().collect();
    let nodes = reader.nodes(&ids)?;
    let mut layer: Vec<(Node, &Found)> = nodes
        .into_iter()
        .filter(|node| !matches!(node.kind, NodeKind::Directory | NodeKind::Import | NodeKind::Parameter))
        .filter_map(|node| found.get(&node.id).map(|found| (node, found)))
        .collect();
    let demoted = |node: &Node| rank::factor(node, profile, about_tests).0;
    layer.sort_by(|(a, found_a), (b, found_b)| {
        (found_b.worth * demoted(b))
            .total_cmp(&(found_a.worth * demoted(a)))
            .then_with(|| (&a.file, a.start_byte, a.key()).cmp(&(&b.file, b.start_byte, b.key())))
    });
    let is_beyond = depth > u32::from(profile.depth);
    let fan_out = if is_beyond { 0 } else { usize::from(profile.fan_out) };
    for (node, found) in layer.iter().skip(fan_out).take(LISTED) {
        if !pool.contains(node.id) {
            let cut = if is_beyond { Cut::Depth } else { Cut::FanOut };
            let candidate = pool.entry(node);
            candidate.barred = Some(cut);
            candidate.add("hop", hop(profile, depth, found), &found.reason);
        }
    }
    layer.truncate(fan_out);
    for (node, found) in &layer {
        let candidate = pool.entry(node);
        let barred_by_layer = matches!(candidate.barred, Some(Cut::Depth | Cut::FanOut));
        if barred_by_layer {
            candidate.barred = None;
            candidate.clues.clear();
        }
        let way = if way == Way::Inward { "inward" } else { "outward" };
        let step = if depth == 1 {
            ", a first hit".to_owned()
        } else {
            format!(", {depth} steps {way} of a first hit")
        };
        candidate.add("hop", hop(profile, depth, found), format!("{}{step}", found.reason));
    }
    Ok(layer
        .into_iter()
        .map(|(node, found)| (node, found.worth * DECAY))
        .collect())
}

fn hop(profile: &Profile, depth: u32, found: &Found) -> f32 {
    profile.weights.hop * DECAY.powi(depth as i32 - 1) * found.confidence
}

/// Calls lead further than mentions.
fn strength(edge: &Edge) -> f32 {
    match edge.kind {
        EdgeKind::Calls | EdgeKind::Instantiates | EdgeKind::Overrides | EdgeKind::Handles => 1.0,
        EdgeKind::Implements | EdgeKind::Extends | EdgeKind::Registers => 0.7,
        _ => 0.4,
    }
}

/// The relation read from its target.
fn passive(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::Contains => "contained",
        EdgeKind::Calls => "called",
        EdgeKind::Imports => "imported",
        EdgeKind::Exports => "exported",
        EdgeKind::Extends => "extended",
        EdgeKind::Implements => "implemented",
        EdgeKind::References => "referred to",
        EdgeKind::TypeOf => "used as a type",
        EdgeKind::Returns => "returned",
        EdgeKind::Instantiates => "instantiated",
        EdgeKind::Overrides => "overridden",
        EdgeKind::Decorates => "decorated",
        EdgeKind::Handles => "handled",
        EdgeKind::Registers => "registered",
        EdgeKind::Mentions => "mentioned",
        EdgeKind::CoChanges => "changed together",
    }
}
