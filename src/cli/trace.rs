//! `trace`: the shortest chains of calls between two symbols.

use serde_json::{Value, json};

use crate::graph::{Edge, EdgeKind, Node, NodeId};
use crate::query::path::{Chain, Options, paths};

use super::args::{Global, Trace};
use super::error::{Outcome, Status, note};
use super::json::{Site, Symbol, confidence};
use super::out::{Out, Style, count};
use super::project::Project;
use super::symbol;

pub fn run(global: &Global, options: &Trace, out: &mut Out) -> Outcome {
    let reader = Project::locate(global, None)?.reader()?;
    let Some(from) = symbol::one(&reader, &options.from, out)? else {
        return Ok(Status::None);
    };
    let Some(to) = symbol::one(&reader, &options.to, out)? else {
        return Ok(Status::None);
    };
    let ids = |nodes: &[Node]| nodes.iter().map(|node| node.id).collect::<Vec<NodeId>>();
    let search = Options {
        min_confidence: options.min_confidence,
        limit: options.limit,
        ..Options::default()
    };
    let found = paths(&reader, &ids(&from), &ids(&to), &search)?;
    if out.json {
        let chains: Vec<Value> = found.chains.iter().map(document).collect();
        out.document(&json!({"results": chains, "complete": found.complete}))?;
    } else {
        for (at, chain) in found.chains.iter().enumerate() {
            if at > 0 {
                out.line("")?;
            }
            write(chain, out)?;
        }
    }
    if !found.chains.is_empty() {
        return Ok(Status::Done);
    }
    let mut message = format!("no chain of calls leads from `{}` to `{}`", options.from, options.to);
    if !found.complete {
        message += &format!(" among the first {}", count(search.visits, "symbol"));
    }
    if !paths(&reader, &ids(&to), &ids(&from), &search)?.chains.is_empty() {
        message += "; one leads the other way";
    } else if options.min_confidence > 0.0 {
        let doubtful = Options {
            min_confidence: 0.0,
            ..search
        };
        if !paths(&reader, &ids(&from), &ids(&to), &doubtful)?.chains.is_empty() {
            message += " for certain; one does with --min-confidence 0";
        }
    }
    note(&message);
    Ok(Status::None)
}

/// The start, then each hop with the site that makes it.
fn write(chain: &Chain, out: &mut Out) -> std::io::Result<()> {
    symbol::heading(std::slice::from_ref(&chain.start), out)?;
    for hop in &chain.hops {
        let verb = match hop.edge.kind {
            EdgeKind::Overrides => "overridden by",
            kind => kind.as_str(),
        };
        let mut line = format!(
            "  {} {}  {} {}",
            out.paint(Style::Dim, verb),
            out.paint(Style::Name, &hop.to.qualified),
            out.paint(Style::Dim, "at"),
            out.paint(Style::Path, &format!("{}:{}", hop.edge.file, hop.edge.site.line)),
        );
        if hop.edge.confidence < Edge::CERTAIN {
            line += "  ";
            line += &out.paint(Style::Doubt, &format!("? {:.2}", hop.edge.confidence));
        }
        out.line(&line)?;
    }
    Ok(())
}

fn document(chain: &Chain) -> Value {
    let hops: Vec<Value> = chain
        .hops
        .iter()
        .map(|hop| {
            json!({
                "kind": hop.edge.kind,
                "site": Site::of(&hop.edge),
                "resolution": hop.edge.resolution,
                "confidence": confidence(hop.edge.confidence),
                "to": Symbol::new(&hop.to),
            })
        })
        .collect();
    json!({"from": Symbol::new(&chain.start), "hops": hops})
}
