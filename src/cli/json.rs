//! Symbols and edges as every program gets them.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::graph::{Edge, Node, NodeKind};

/// The six keys by which a symbol is named.
pub struct End<'a>(pub &'a Node);

/// A symbol with all that is known of it: the six keys first, then `signature`, `visibility`, `doc` where asked for,
/// the flags that are set, and for routes their method and path.
pub struct Symbol<'a> {
    pub node: &'a Node,
    /// With the documentation comment.
    pub doc: bool,
}

#[derive(Serialize)]
struct Route<'a> {
    method: &'a str,
    path: &'a str,
}

/// Where a relation is written.
#[derive(Serialize)]
pub struct Site<'a> {
    pub file: &'a str,
    pub line: u32,
    pub column: u32,
}

impl<'a> Symbol<'a> {
    pub fn new(node: &'a Node) -> Self {
        Self { node, doc: false }
    }
}

impl<'a> Site<'a> {
    pub fn of(edge: &'a Edge) -> Self {
        Self {
            file: &edge.file,
            line: edge.site.line,
            column: edge.site.column,
        }
    }
}

impl Serialize for End<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(6))?;
        end(&mut map, self.0)?;
        map.end()
    }
}

impl Serialize for Symbol<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.fields(&mut map)?;
        map.end()
    }
}

impl Symbol<'_> {
    /// Its keys, for a map that goes on.
    pub fn fields<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let node = self.node;
        end(map, node)?;
        map.serialize_entry("signature", &node.signature)?;
        map.serialize_entry("visibility", &node.visibility)?;
        if self.doc {
            map.serialize_entry("doc", &node.doc)?;
        }
        for flag in node.flags.words() {
            map.serialize_entry(flag, &true)?;
        }
        if node.kind == NodeKind::Route {
            map.serialize_entry("route", &route(&node.name))?;
        }
        Ok(())
    }
}

fn end<M: SerializeMap>(map: &mut M, node: &Node) -> Result<(), M::Error> {
    map.serialize_entry("kind", &node.kind)?;
    map.serialize_entry("name", &node.name)?;
    map.serialize_entry("qualified", &node.qualified)?;
    map.serialize_entry("file", &node.file)?;
    map.serialize_entry("line", &node.line)?;
    map.serialize_entry("end_line", &node.end_line)
}

/// A route is named by method and path: `GET /orders/{id}`.
fn route(name: &str) -> Route<'_> {
    match name.split_once(' ') {
        Some((method, path)) => Route { method, path },
        None => Route {
            method: "ANY",
            path: name,
        },
    }
}

/// A confidence without the noise that a float of 32 bits gains as one of 64.
pub fn confidence(value: f32) -> f64 {
    (f64::from(value) * 1000.0).round() / 1000.0
}
