//! `callers` and `callees`.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::{Value, json};

use crate::graph::{Edge, Node, Unresolved};
use crate::query::walk::{Direction, Neighbour, Neighbours, Options, neighbours, overridden};
use crate::store::Reader;
use crate::text::{sanitize, width};

use super::args::{self, Global};
use super::error::{Outcome, Status, note};
use super::json::{Site, Symbol, confidence};
use super::out::{Out, Style, count};
use super::project::Project;
use super::symbol;

/// Columns for names; longer ones push their line to the right.
const NAMES: usize = 56;

pub fn callers(global: &Global, options: &args::Neighbours, out: &mut Out) -> Outcome {
    run(global, options, Direction::Callers, out)
}

pub fn callees(global: &Global, options: &args::Neighbours, out: &mut Out) -> Outcome {
    run(global, options, Direction::Callees, out)
}

fn run(global: &Global, options: &args::Neighbours, direction: Direction, out: &mut Out) -> Outcome {
    let reader = Project::locate(global, None)?.reader()?;
    let Some(nodes) = symbol::one(&reader, &options.symbol, out)? else {
        return Ok(Status::None);
    };
    let walk = Options {
        direction,
        kinds: Vec::new(),
        min_confidence: options.min_confidence,
        depth: options.depth,
        limit: options.limit,
    };
    let answer = Found {
        found: of_all(&reader, &nodes, &walk)?,
        candidates: 0,
        through: through(&reader, &nodes, &walk)?,
    };
    let answer = Found {
        candidates: candidates(&reader, &nodes, &walk, &answer.found)?,
        ..answer
    };
    if out.json {
        out.document(&document(&nodes, &answer))?;
    } else if !answer.is_empty() {
        symbol::heading(&nodes, out)?;
        write(&answer, direction, out)?;
    }
    if !answer.is_empty() {
        return Ok(Status::Done);
    }
    let mut message = match direction {
        Direction::Callers => format!("nothing calls `{}`", options.symbol),
        Direction::Callees => format!("`{}` calls nothing", options.symbol),
    };
    if answer.candidates > 0 {
        message += " for certain; candidates show with --min-confidence 0";
    } else if nodes.iter().any(|node| node.kind.is_container()) {
        message += &format!("; its members may: `portolan node {}` lists them", options.symbol);
    }
    note(&message);
    Ok(Status::None)
}

/// What is answered.
struct Found {
    found: Neighbours,
    /// Direct neighbours that only less certain edges lead to.
    candidates: usize,
    /// For callers of a method: those of the methods that it overrides, whose calls may run it.
    through: Vec<(Node, Neighbours)>,
}

impl Found {
    fn is_empty(&self) -> bool {
        self.found.rows.is_empty() && self.found.unresolved.is_empty() && self.through.is_empty()
    }
}

fn through(reader: &Reader, nodes: &[Node], options: &Options) -> anyhow::Result<Vec<(Node, Neighbours)>> {
    let mut all = Vec::new();
    if options.direction == Direction::Callees {
        return Ok(all);
    }
    for node in nodes {
        for method in overridden(reader, node.id)? {
            let found = neighbours(reader, method.id, options)?;
            if !found.rows.is_empty() {
                all.push((method, found));
            }
        }
    }
    Ok(all)
}

/// The neighbours of all definitions of one symbol, each once.
fn of_all(reader: &Reader, nodes: &[Node], options: &Options) -> anyhow::Result<Neighbours> {
    let mut all = Neighbours::default();
    for node in nodes {
        let found = neighbours(reader, node.id, options)?;
        for row in found.rows {
            match all.rows.iter_mut().find(|known| known.node.id == row.node.id) {
                Some(known) => {
                    known.confidence = known.confidence.max(row.confidence);
                    known.edges.extend(row.edges);
                }
                None => all.rows.push(row),
            }
        }
        all.more += found.more;
        all.unresolved.extend(found.unresolved);
    }
    Ok(all)
}

/// Direct neighbours that only less certain edges lead to.
fn candidates(reader: &Reader, nodes: &[Node], options: &Options, found: &Neighbours) -> anyhow::Result<usize> {
    if options.min_confidence == 0.0 || found.more > 0 {
        return Ok(0);
    }
    let options = Options {
        min_confidence: 0.0,
        depth: 1,
        ..options.clone()
    };
    let all = of_all(reader, nodes, &options)?;
    Ok((all.rows.len() + all.more).saturating_sub(found.rows.len()))
}

fn write(answer: &Found, direction: Direction, out: &mut Out) -> std::io::Result<()> {
    let what = match direction {
        Direction::Callers => "caller",
        Direction::Callees => "callee",
    };
    let layers = || std::iter::once(&answer.found).chain(answer.through.iter().map(|(_, found)| found));
    let names = layers().map(|found| widest(found, 0)).max().unwrap_or(0).min(NAMES);
    out.line(&total(&answer.found, what))?;
    out.line("")?;
    write_layer(&answer.found, 0, names, out)?;
    write_unresolved(&answer.found.unresolved, out)?;
    if answer.candidates > 0 {
        let hint = format!("{} more with less confidence: --min-confidence 0", answer.candidates);
        out.line(&out.paint(Style::Dim, &hint))?;
    }
    for (method, found) in &answer.through {
        if !answer.found.rows.is_empty() {
            out.line("")?;
        }
        let name = out.paint(Style::Name, &method.qualified).into_owned();
        out.line(&format!("through {name}, which it overrides: {}", total(found, what)))?;
        write_layer(found, 0, names, out)?;
    }
    Ok(())
}

/// `2 callers at 3 sites`; without the sites where not all callers are there to be counted.
fn total(found: &Neighbours, what: &str) -> String {
    let all = count(found.rows.len() + found.more, what);
    if found.more > 0 {
        return all;
    }
    let sites = found.rows.iter().map(|row| row.edges.len()).sum();
    format!("{all} at {}", count(sites, "site"))
}

fn widest(found: &Neighbours, depth: usize) -> usize {
    let of_row = |row: &Neighbour| {
        let next = row.next.as_ref().map_or(0, |next| widest(next, depth + 1));
        (width(&sanitize(&row.node.qualified, 4)) + 2 * depth).max(next)
    };
    found.rows.iter().map(of_row).max().unwrap_or(0)
}

/// The rows of one layer, each followed by its own, indented. The walk's depth is limited, so is the recursion.
fn write_layer(found: &Neighbours, depth: usize, names: usize, out: &mut Out) -> std::io::Result<()> {
    for row in &found.rows {
        let mut line = "  ".repeat(depth);
        line += &out.pad(Style::Name, &row.node.qualified, names.saturating_sub(2 * depth));
        line += "  ";
        line += &out.pad(Style::Kind, row.node.kind.as_str(), 8);
        line += "  ";
        line += &out.paint(Style::Path, &sites(&row.edges));
        line += &symbol::marks(&row.node, out);
        if row.confidence < Edge::CERTAIN {
            line += "  ";
            line += &out.paint(Style::Doubt, &format!("? {:.2}", row.confidence));
        }
        if row.recursive {
            line += "  ";
            line += &out.paint(Style::Dim, "(recursion)");
        }
        out.line(&line)?;
        if let Some(next) = &row.next {
            write_layer(next, depth + 1, names, out)?;
        }
    }
    if found.more > 0 {
        out.line(&format!("{}and {} more: --limit N", "  ".repeat(depth), found.more))?;
    }
    Ok(())
}

/// `src/a.rs:12, 15`: the sites of one row stand in one file, save for a symbol of several definitions.
fn sites(edges: &[Edge]) -> String {
    let mut text = String::new();
    let mut file = "";
    for edge in edges {
        if !text.is_empty() {
            text += ", ";
        }
        if edge.file != file {
            file = &edge.file;
            text += file;
            text.push(':');
        }
        text += &edge.site.line.to_string();
    }
    text
}

/// What leads out of the project or nowhere, by reason.
fn write_unresolved(unresolved: &[Unresolved], out: &mut Out) -> std::io::Result<()> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for reference in unresolved {
        let group = match &reference.library {
            Some(library) => format!("{} {library}", reference.reason),
            None => reference.reason.to_string(),
        };
        let name = format!("{}:{}", reference.name, reference.site.line);
        match groups.iter_mut().find(|(known, _)| *known == group) {
            Some((_, names)) => names.push(name),
            None => groups.push((group, vec![name])),
        }
    }
    groups.sort();
    for (group, names) in groups {
        out.line(&format!(
            "{}  {}",
            out.paint(Style::Dim, &group),
            out.paint(Style::Dim, &names.join(", "))
        ))?;
    }
    Ok(())
}

fn document(nodes: &[Node], answer: &Found) -> Value {
    let found = &answer.found;
    let unresolved = |reference: &Unresolved| {
        json!({
            "kind": reference.kind,
            "name": reference.name,
            "reason": reference.reason,
            "library": reference.library,
            "line": reference.site.line,
            "column": reference.site.column,
        })
    };
    let through = |(method, found): &(Node, Neighbours)| {
        json!({
            "overridden": Symbol::new(method),
            "results": found.rows.iter().map(Row).collect::<Vec<_>>(),
            "more": found.more,
        })
    };
    json!({
        "of": nodes.iter().map(Symbol::new).collect::<Vec<_>>(),
        "results": found.rows.iter().map(Row).collect::<Vec<_>>(),
        "more": found.more,
        "through": answer.through.iter().map(through).collect::<Vec<_>>(),
        "candidates": answer.candidates,
        "unresolved": found.unresolved.iter().map(unresolved).collect::<Vec<_>>(),
    })
}

/// A neighbour as JSON: the symbol, then the relation and its sites, then the next layer where one was asked for.
struct Row<'a>(&'a Neighbour);

/// One site with how it was resolved.
struct Relation<'a>(&'a Edge);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = self.0;
        let mut map = serializer.serialize_map(None)?;
        Symbol::new(&row.node).fields(&mut map)?;
        map.serialize_entry("confidence", &confidence(row.confidence))?;
        map.serialize_entry("sites", &row.edges.iter().map(Relation).collect::<Vec<_>>())?;
        if row.recursive {
            map.serialize_entry("recursive", &true)?;
        }
        if let Some(next) = &row.next {
            map.serialize_entry("results", &next.rows.iter().map(Row).collect::<Vec<_>>())?;
            map.serialize_entry("more", &next.more)?;
        }
        map.end()
    }
}

impl Serialize for Relation<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let edge = self.0;
        let site = Site::of(edge);
        let mut map = serializer.serialize_map(Some(6))?;
        map.serialize_entry("file", site.file)?;
        map.serialize_entry("line", &site.line)?;
        map.serialize_entry("column", &site.column)?;
        map.serialize_entry("kind", &edge.kind)?;
        map.serialize_entry("resolution", &edge.resolution)?;
        map.serialize_entry("confidence", &confidence(edge.confidence))?;
        map.end()
    }
}
