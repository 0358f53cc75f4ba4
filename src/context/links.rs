//! What binds the shown symbols to each other and to the rest: the path, the dependants, the evidence.
//!
//! Every line here states a relation that stands in the graph, with its site. Candidates below the profile's confidence
//! are marked `?`.

use std::collections::{BTreeMap, HashMap};

use crate::config::Profile;
use crate::graph::{Edge, EdgeKind, Node, NodeId};
use crate::store::{EdgeFilter, Reader, StoreError};
use crate::text::sanitize;

/// Best symbols among which a path is looked for.
const ON_PATH: usize = 14;
/// Symbols on a path.
const MAX_HOPS: usize = 6;
/// Shown symbols whose dependants are listed.
const DEPENDED_ON: usize = 6;
/// Edges read of one symbol, the most confident first.
const MAX_EDGES: usize = 60;
/// Sites named of one dependant.
const MAX_SITES: usize = 4;

/// The chain of calls among the best symbols that gathers most score: one line for its beginning, one for each hop.
///
/// `ranked` are symbols with their scores, best first.
pub(super) fn path(reader: &Reader, profile: &Profile, ranked: &[(&Node, f32)]) -> Result<Vec<String>, StoreError> {
    let nodes: Vec<&(&Node, f32)> = ranked.iter().take(ON_PATH).collect();
    let place: HashMap<NodeId, usize> = nodes.iter().enumerate().map(|(at, (node, _))| (node.id, at)).collect();
    let filter = EdgeFilter {
        kinds: vec![
            EdgeKind::Calls,
            EdgeKind::Instantiates,
            EdgeKind::Handles,
            EdgeKind::Overrides,
        ],
        min_confidence: profile.min_confidence,
        limit: 0,
    };
    let mut next: Vec<BTreeMap<usize, Edge>> = vec![BTreeMap::new(); nodes.len()];
    for (at, (node, _)) in nodes.iter().enumerate() {
        for edge in reader.edges_from(node.id, &filter)? {
            if let Some(target) = place.get(&edge.target).filter(|target| **target != at) {
                next[at].entry(*target).or_insert(edge);
            }
        }
    }
    let mut best: (f32, Vec<usize>) = (0.0, Vec::new());
    for start in 0..nodes.len() {
        longest(start, &nodes, &next, &mut vec![start], &mut best);
    }
    let chain = best.1;
    if chain.len() < 2 {
        return Ok(Vec::new());
    }
    let mut lines = vec![format!(
        "{} {}:{}\n",
        shown(nodes[chain[0]].0),
        nodes[chain[0]].0.file,
        nodes[chain[0]].0.line
    )];
    for hop in chain.windows(2) {
        let (Some(edge), target) = (next[hop[0]].get(&hop[1]), nodes[hop[1]].0) else {
            continue;
        };
        lines.push(format!(
            "  {} {} {}:{} at {}:{}\n",
            edge.kind,
            shown(target),
            sanitize(&target.file, 0),
            target.line,
            sanitize(&edge.file, 0),
            edge.site.line
        ));
    }
    Ok(lines)
}

/// Depth first over simple paths; there are few symbols and few hops.
fn longest(
    at: usize,
    nodes: &[&(&Node, f32)],
    next: &[BTreeMap<usize, Edge>],
    chain: &mut Vec<usize>,
    best: &mut (f32, Vec<usize>),
) {
    let score: f32 = chain.iter().map(|at| nodes[*at].1.max(0.0)).sum();
    if score > best.0 {
        *best = (score, chain.clone());
    }
    if chain.len() == MAX_HOPS {
        return;
    }
    for target in next[at].keys() {
        if !chain.contains(target) {
            chain.push(*target);
            longest(*target, nodes, next, chain, best);
            chain.pop();
        }
    }
}

/// Who uses the shown symbols, a line each, sources before tests. `shown` are best first.
pub(super) fn dependants(reader: &Reader, profile: &Profile, shown_nodes: &[&Node]) -> Result<Vec<String>, StoreError> {
    let filter = EdgeFilter {
        kinds: vec![
            EdgeKind::Calls,
            EdgeKind::Instantiates,
            EdgeKind::References,
            EdgeKind::Extends,
            EdgeKind::Implements,
            EdgeKind::Overrides,
            EdgeKind::Handles,
            EdgeKind::Registers,
        ],
        min_confidence: 0.0,
        limit: MAX_EDGES,
    };
    let mut lines = Vec::new();
    let mut tests = Vec::new();
    for target in shown_nodes.iter().take(DEPENDED_ON) {
        let mut by_source: BTreeMap<(EdgeKind, NodeId), Vec<Edge>> = BTreeMap::new();
        for edge in reader.edges_to(target.id, &filter)? {
            if edge.source != target.id {
                by_source.entry((edge.kind, edge.source)).or_default().push(edge);
            }
        }
        let ids: Vec<NodeId> = by_source.keys().map(|(_, source)| *source).collect();
        let sources: HashMap<NodeId, Node> = reader.nodes(&ids)?.into_iter().map(|node| (node.id, node)).collect();
        let mut rows: Vec<(&Node, EdgeKind, Vec<Edge>)> = by_source
            .into_iter()
            .filter_map(|((kind, source), edges)| sources.get(&source).map(|node| (node, kind, edges)))
            .collect();
        rows.sort_by(|a, b| {
            (is_doubtful(&a.2, profile), &a.0.file, a.0.line, a.1).cmp(&(
                is_doubtful(&b.2, profile),
                &b.0.file,
                b.0.line,
                b.1,
            ))
        });
        for (source, kind, edges) in rows {
            let list = if source.is_test() { &mut tests } else { &mut lines };
            let label = if source.is_test() { "test " } else { "" };
            list.push(format!(
                "- {}{label}{} {} {}: {}\n",
                mark(&edges, profile),
                shown(source),
                kind,
                shown(target),
                sites(&edges)
            ));
        }
    }
    lines.extend(tests);
    Ok(lines)
}

/// What binds the shown symbols to each other: statement, site, resolution and confidence.
pub(super) fn evidence(reader: &Reader, profile: &Profile, shown_nodes: &[&Node]) -> Result<Vec<String>, StoreError> {
    let place: HashMap<NodeId, &Node> = shown_nodes.iter().map(|node| (node.id, *node)).collect();
    let filter = EdgeFilter::default();
    let mut lines = Vec::new();
    for source in shown_nodes {
        let mut by_target: BTreeMap<(EdgeKind, NodeId), Vec<Edge>> = BTreeMap::new();
        for edge in reader.edges_from(source.id, &filter)? {
            if place.contains_key(&edge.target) && edge.target != source.id {
                by_target.entry((edge.kind, edge.target)).or_default().push(edge);
            }
        }
        let mut rows: Vec<_> = by_target.into_iter().collect();
        rows.sort_by_key(|(key, edges)| (edges.first().map(|edge| edge.site), key.0));
        for ((kind, target), edges) in rows {
            let Some(target) = place.get(&target) else { continue };
            let best = edges.iter().max_by(|a, b| a.confidence.total_cmp(&b.confidence));
            let Some(best) = best else { continue };
            lines.push(format!(
                "- {}{} {kind} {}: {} ({} {:.2})\n",
                mark(&edges, profile),
                shown(source),
                shown(target),
                sites(&edges),
                best.resolution,
                best.confidence
            ));
        }
    }
    Ok(lines)
}

fn shown(node: &Node) -> std::borrow::Cow<'_, str> {
    sanitize(&node.qualified, 0)
}

fn is_doubtful(edges: &[Edge], profile: &Profile) -> bool {
    edges.iter().all(|edge| edge.confidence < profile.min_confidence)
}

fn mark(edges: &[Edge], profile: &Profile) -> &'static str {
    if is_doubtful(edges, profile) { "? " } else { "" }
}

/// `src/app.py:12, 15, 40, 2 more`: sites of one relation stand in one file, that of its source.
fn sites(edges: &[Edge]) -> String {
    let Some(first) = edges.first() else {
        return String::new();
    };
    let mut lines: Vec<u32> = edges.iter().map(|edge| edge.site.line).collect();
    lines.sort_unstable();
    lines.dedup();
    let numbers: Vec<String> = lines.iter().take(MAX_SITES).map(u32::to_string).collect();
    let more = lines.len().saturating_sub(MAX_SITES);
    let more = if more > 0 {
        format!(", {more} more")
    } else {
        String::new()
    };
    format!("{}:{}{more}", sanitize(&first.file, 0), numbers.join(", "))
}
