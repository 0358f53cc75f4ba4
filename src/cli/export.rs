//! `export`: the whole graph, streamed.

use std::collections::HashMap;
use std::io::{self, Write};

use crate::graph::{Edge, Node, NodeId};
use crate::store::Reader;

use super::args::{Export, ExportWhat, Global};
use super::error::{Outcome, Status};
use super::json::{End, Site, Symbol, confidence};
use super::out::Out;
use super::project::Project;

/// Each symbol's six keys as JSON: an edge repeats those of both its ends.
type Ends = HashMap<NodeId, Box<str>>;

pub fn run(global: &Global, options: &Export, out: &mut Out) -> Outcome {
    let reader = Project::locate(global, None)?.reader()?;
    let writer = out.writer();
    reader.at_one_generation(|reader| match options.what {
        ExportWhat::Nodes => nodes(reader, "\n", writer),
        ExportWhat::Edges => edges(reader, "\n", writer),
        ExportWhat::Json => json(reader, writer),
        ExportWhat::Dot => dot(reader, writer),
    })?;
    Ok(Status::Done)
}

/// Each symbol, followed by `after`.
fn nodes(reader: &Reader, after: &str, writer: &mut dyn Write) -> anyhow::Result<()> {
    each_node(reader, |node| {
        serde_json::to_writer(&mut *writer, &Symbol::new(&node))?;
        writer.write_all(after.as_bytes())
    })
}

/// Each edge with both its ends, followed by `after`. `caller` is the source of any edge.
fn edges(reader: &Reader, after: &str, writer: &mut dyn Write) -> anyhow::Result<()> {
    let mut ends = Ends::new();
    each_node(reader, |node| {
        ends.insert(node.id, serde_json::to_string(&End(&node))?.into());
        Ok(())
    })?;
    each_edge(reader, |edge| {
        let (Some(caller), Some(callee)) = (ends.get(&edge.source), ends.get(&edge.target)) else {
            return Ok(()); // An end that is not there would not be a graph.
        };
        let site = serde_json::to_string(&Site::of(&edge))?;
        write!(
            writer,
            "{{\"kind\":\"{}\",\"caller\":{caller},\"callee\":{callee},\"site\":{site},\"resolution\":\"{}\",\"confidence\":{}}}{after}",
            edge.kind,
            edge.resolution,
            confidence(edge.confidence)
        )
    })
}

/// Nodes and edges in one document.
fn json(reader: &Reader, writer: &mut dyn Write) -> anyhow::Result<()> {
    writer.write_all(b"{\"nodes\":[")?;
    nodes(reader, ",", &mut Joined::new(writer))?;
    writer.write_all(b"],\"edges\":[")?;
    edges(reader, ",", &mut Joined::new(writer))?;
    writer.write_all(b"]}\n")?;
    Ok(())
}

/// The call graph for Graphviz, doubtful edges dashed.
fn dot(reader: &Reader, writer: &mut dyn Write) -> anyhow::Result<()> {
    writer.write_all(b"digraph portolan {\n  rankdir=LR;\n  node [shape=box, fontname=\"monospace\"];\n")?;
    let mut drawn: Vec<(NodeId, NodeId, bool)> = Vec::new();
    each_edge(reader, |edge| {
        if crate::query::walk::CALLS.contains(&edge.kind) {
            drawn.push((edge.source, edge.target, edge.is_candidate()));
        }
        Ok(())
    })?;
    // A certain call before a doubtful one between the same two.
    drawn.sort_unstable();
    drawn.dedup_by_key(|(source, target, _)| (*source, *target));
    let mut places: HashMap<NodeId, u32> = drawn
        .iter()
        .flat_map(|(source, target, _)| [(*source, 0), (*target, 0)])
        .collect();
    // Numbers in the order of the nodes, since row ids differ between two graphs of one tree.
    let mut next = 0;
    each_node(reader, |node| {
        if let Some(place) = places.get_mut(&node.id) {
            *place = next;
            let label = serde_json::to_string(&format!("{}\n{}:{}", node.qualified, node.file, node.line))?;
            writeln!(writer, "  n{next} [label={label}];")?;
            next += 1;
        }
        Ok(())
    })?;
    let mut lines: Vec<(u32, u32, bool)> = drawn
        .iter()
        .map(|(source, target, doubtful)| (places[source], places[target], *doubtful))
        .collect();
    lines.sort_unstable();
    for (source, target, doubtful) in lines {
        let style = if doubtful { " [style=dashed]" } else { "" };
        writeln!(writer, "  n{source} -> n{target}{style};")?;
    }
    writer.write_all(b"}\n")?;
    Ok(())
}

/// Streams the nodes; after the first failure (a closed pipe, a full disk) nothing more is written.
fn each_node(reader: &Reader, mut write: impl FnMut(Node) -> io::Result<()>) -> anyhow::Result<()> {
    let mut result = Ok(());
    reader.each_node(&mut |node| {
        if result.is_ok() {
            result = write(node);
        }
    })?;
    Ok(result?)
}

fn each_edge(reader: &Reader, mut write: impl FnMut(Edge) -> io::Result<()>) -> anyhow::Result<()> {
    let mut result = Ok(());
    reader.each_edge(&mut |edge| {
        if result.is_ok() {
            result = write(edge);
        }
    })?;
    Ok(result?)
}

/// Puts what is written between commas: the last one of a list is held back.
struct Joined<'a> {
    writer: &'a mut dyn Write,
    comma: bool,
}

impl<'a> Joined<'a> {
    fn new(writer: &'a mut dyn Write) -> Self {
        Self { writer, comma: false }
    }
}

impl Write for Joined<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if std::mem::take(&mut self.comma) {
            self.writer.write_all(b",")?;
        }
        // A comma that ends a piece is written once something follows; one within a piece is followed at once.
        let held = bytes.last() == Some(&b',');
        self.writer.write_all(&bytes[..bytes.len() - usize::from(held)])?;
        self.comma = held;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}
