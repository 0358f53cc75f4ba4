//! `node`: a container's outline, a function's source.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::json;

use crate::graph::{Edge, EdgeKind, Node, NodeKind};
use crate::query::{OutlineRow, outline};
use crate::store::{EdgeFilter, Reader};

use super::args::{self, Global};
use super::error::{Outcome, Status, note};
use super::json::Symbol;
use super::out::{Out, Style, columns, count};
use super::project::Project;
use super::source::{self, Source};
use super::symbol;

/// Rows of one outline.
const ROWS: usize = 2_000;

/// Everything that is shown of one symbol.
struct Shown {
    node: Node,
    body: Body,
    /// Kinds of relations between types, read from this symbol, and the symbols at their other ends.
    relations: Vec<(&'static str, Vec<Node>)>,
}

enum Body {
    Outline(Vec<OutlineRow>, usize),
    Source(Source),
    /// The file cannot be read.
    Missing,
}

pub fn run(global: &Global, options: &args::Node, out: &mut Out) -> Outcome {
    let mut project = Project::locate(global, None)?;
    let reader = project.reader()?;
    let Some(nodes) = symbol::one(&reader, &options.symbol, out)? else {
        return Ok(Status::None);
    };
    let mut all = Vec::new();
    for node in nodes {
        let body = body(&reader, &project, &node, options.depth)?;
        let relations = relations(&reader, &node)?;
        all.push(Shown { node, body, relations });
    }
    for shown in &all {
        match &shown.body {
            Body::Source(source) if source.stale => note(&format!(
                "{} has changed since it was indexed, so the lines may be others; `portolan index` brings the graph \
                 up to date",
                shown.node.file
            )),
            Body::Missing => note(&format!("{} cannot be read", shown.node.file)),
            _ => {}
        }
    }
    if out.json {
        out.document(&json!({"results": all}))?;
        return Ok(Status::Done);
    }
    for (at, shown) in all.iter().enumerate() {
        if at > 0 {
            out.line("")?;
        }
        write(shown, out)?;
    }
    Ok(Status::Done)
}

fn body(reader: &Reader, project: &Project, node: &Node, depth: u32) -> anyhow::Result<Body> {
    if node.kind.is_container() && node.kind != NodeKind::TypeAlias {
        let (rows, beyond) = outline(reader, node.id, depth, ROWS)?;
        // A type without members is best shown as it is written.
        if !rows.is_empty() || !node.kind.is_type() {
            return Ok(Body::Outline(rows, beyond));
        }
    }
    Ok(source::read(reader, &project.root, node)?.map_or(Body::Missing, Body::Source))
}

fn relations(reader: &Reader, node: &Node) -> anyhow::Result<Vec<(&'static str, Vec<Node>)>> {
    let mut all = Vec::new();
    for (kind, outward, inward) in [
        (EdgeKind::Extends, "extends", "extended_by"),
        (EdgeKind::Implements, "implements", "implemented_by"),
        (EdgeKind::Overrides, "overrides", "overridden_by"),
        (EdgeKind::Handles, "handled_by", "handles"),
    ] {
        let filter = EdgeFilter {
            kinds: vec![kind],
            min_confidence: Edge::CERTAIN,
            limit: 0,
        };
        let to: Vec<_> = reader
            .edges_from(node.id, &filter)?
            .iter()
            .map(|edge| edge.target)
            .collect();
        let from: Vec<_> = reader
            .edges_to(node.id, &filter)?
            .iter()
            .map(|edge| edge.source)
            .collect();
        for (word, mut ids) in [(outward, to), (inward, from)] {
            ids.dedup();
            if !ids.is_empty() {
                all.push((word, reader.nodes(&ids)?));
            }
        }
    }
    Ok(all)
}

fn write(shown: &Shown, out: &mut Out) -> anyhow::Result<()> {
    let node = &shown.node;
    let place = match node.end_line > node.line {
        true => format!("{}:{}-{}", node.file, node.line, node.end_line),
        false => symbol::place(node),
    };
    let line = format!(
        "{} {}  {}{}",
        out.paint(Style::Kind, node.kind.as_str()),
        out.paint(Style::Name, &node.qualified),
        out.paint(Style::Path, &place),
        symbol::marks(node, out)
    );
    out.line(&line)?;
    let outlined = matches!(shown.body, Body::Outline(..));
    if outlined && !node.signature.is_empty() {
        out.line(&out.paint(Style::Dim, &node.signature))?;
    }
    if outlined {
        for line in node.doc.lines() {
            out.line(&format!("  {}", out.paint(Style::Dim, line)))?;
        }
    }
    for (word, nodes) in &shown.relations {
        let names: Vec<&str> = nodes.iter().map(|node| node.qualified.as_str()).collect();
        out.line(&format!(
            "{} {}",
            word.replace('_', " "),
            out.paint(Style::Name, &names.join(", "))
        ))?;
    }
    out.line("")?;
    match &shown.body {
        Body::Outline(rows, beyond) => write_outline(rows, *beyond, out)?,
        Body::Source(source) => write_source(source, out)?,
        Body::Missing => {}
    }
    Ok(())
}

fn write_outline(rows: &[OutlineRow], beyond: usize, out: &mut Out) -> std::io::Result<()> {
    if rows.is_empty() {
        out.line("  nothing in it")?;
    }
    let digits = rows
        .iter()
        .map(|row| row.node.line.to_string().len())
        .max()
        .unwrap_or(1);
    let kinds = columns(rows.iter().map(|row| row.node.kind.as_str()), 12);
    for row in rows {
        let node = &row.node;
        let signature = if node.signature.is_empty() {
            &node.name
        } else {
            &node.signature
        };
        let line = format!(
            "  {}{}  {}  {}{}",
            out.paint(Style::Dim, &format!("{:>digits$}  ", node.line)),
            "  ".repeat(row.depth as usize),
            out.pad(Style::Kind, node.kind.as_str(), kinds),
            out.paint(Style::Name, signature),
            symbol::marks(node, out)
        );
        out.line(&line)?;
    }
    if beyond > 0 {
        out.line(&format!("  and {} more", count(beyond, "row")))?;
    }
    Ok(())
}

fn write_source(source: &Source, out: &mut Out) -> std::io::Result<()> {
    let digits = source.lines.last().map_or(1, |(number, _)| number.to_string().len());
    for (number, text) in &source.lines {
        let number = out.paint(Style::Dim, &format!("{number:>digits$}")).into_owned();
        out.line(&format!("{number}  {}", crate::text::sanitize(text, 4)))?;
    }
    Ok(())
}

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let symbol = Symbol {
            node: &self.node,
            doc: true,
        };
        symbol.fields(&mut map)?;
        for (word, nodes) in &self.relations {
            let symbols: Vec<Symbol> = nodes.iter().map(Symbol::new).collect();
            map.serialize_entry(word, &symbols)?;
        }
        match &self.body {
            Body::Outline(rows, beyond) => {
                map.serialize_entry("members", &rows.iter().map(Member).collect::<Vec<_>>())?;
                map.serialize_entry("more", beyond)?;
            }
            Body::Source(source) => {
                map.serialize_entry("first_line", &source.lines.first().map(|(number, _)| number))?;
                let text: Vec<&str> = source.lines.iter().map(|(_, text)| text.as_str()).collect();
                map.serialize_entry("source", &text.join("\n"))?;
                if source.stale {
                    map.serialize_entry("stale", &true)?;
                }
            }
            Body::Missing => {}
        }
        map.end()
    }
}

/// A row of an outline as JSON: the symbol, and how deep it lies.
struct Member<'a>(&'a OutlineRow);

impl Serialize for Member<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        Symbol::new(&self.0.node).fields(&mut map)?;
        map.serialize_entry("depth", &self.0.depth)?;
        map.end()
    }
}
