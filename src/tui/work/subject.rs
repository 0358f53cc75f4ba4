//! A symbol with everything that stands around it.

use std::borrow::Cow;
use std::collections::HashSet;
use std::path::Path;

use super::reader;
use crate::graph::{Edge, EdgeKind, Node, NodeFlags, NodeId, NodeKind, Visibility};
use crate::query::walk::{Direction, Neighbours, Options, neighbours};
use crate::store::{EdgeFilter, Reader, StoreError};
use crate::tui::state::{Member, Relation, Side, Subject, is_container};
use crate::tui::update::Want;

/// More neighbours of one symbol than a person would look through.
const NEIGHBOURS: usize = 2_000;
/// More rows than an outline is read for.
const MEMBERS: usize = 5_000;
/// The most relations of one kind.
const RELATIONS: usize = 500;

/// # Errors
/// What the store says.
pub fn load(reader: &Reader, root: &Path, want: &Want) -> Result<Option<Subject>, StoreError> {
    let node = match want {
        Want::Home => return home(reader, root).map(Some),
        Want::Symbol(mark) => reader::find(reader, mark)?,
    };
    let Some(node) = node else { return Ok(None) };
    let mut ancestors = Vec::new();
    let mut above = node.parent;
    while let Some(id) = above {
        let Some(parent) = reader.node(id)? else { break };
        above = parent.parent;
        ancestors.push(parent);
    }
    ancestors.reverse();
    let container = match is_container(node.kind) {
        true => Some(node.clone()),
        false => ancestors.iter().rev().find(|above| is_container(above.kind)).cloned(),
    };
    let members = match &container {
        Some(container) => members(reader, container)?,
        None => Vec::new(),
    };
    Ok(Some(Subject {
        callers: neighbours(reader, node.id, &options(Side::Callers, node.kind))?,
        callees: neighbours(reader, node.id, &options(Side::Callees, node.kind))?,
        relations: relations(reader, &node)?,
        ancestors,
        container,
        members,
        generation: reader.generation()?,
        node,
    }))
}

/// The edges by which symbols of this kind are used, or use others.
pub fn options(side: Side, kind: NodeKind) -> Options {
    use EdgeKind::{Calls, Decorates, Exports, Handles, Imports, Instantiates, References, Registers, Returns, TypeOf};
    let kinds = match (side, kind) {
        (Side::Callees, _) => vec![Calls, Instantiates, Handles, Registers],
        (Side::Callers, NodeKind::File | NodeKind::Directory | NodeKind::Module | NodeKind::Namespace) => {
            vec![Imports, Exports]
        }
        (Side::Callers, kind) if kind.is_type() => vec![Instantiates, Calls, TypeOf, Returns, References, Decorates],
        (Side::Callers, _) => vec![Calls, Instantiates, References, Handles, Registers, Decorates],
    };
    Options {
        direction: match side {
            Side::Callers => Direction::Callers,
            Side::Callees => Direction::Callees,
        },
        kinds,
        min_confidence: 0.0,
        depth: 1,
        limit: NEIGHBOURS,
    }
}

/// Members of a container; those of the types and modules in it, too.
fn members(reader: &Reader, container: &Node) -> Result<Vec<Member>, StoreError> {
    let depth = match container.kind {
        NodeKind::Directory => 1,
        NodeKind::File | NodeKind::Module | NodeKind::Namespace => 3,
        _ => 2,
    };
    let (rows, _) = crate::query::outline(reader, container.id, depth, MEMBERS)?;
    let mut members: Vec<Member> = rows
        .into_iter()
        .map(|row| Member {
            depth: u8::try_from(row.depth).unwrap_or(u8::MAX),
            node: row.node,
        })
        .collect();
    if container.kind == NodeKind::Directory {
        directories_first(&mut members);
    }
    Ok(members)
}

fn directories_first(members: &mut [Member]) {
    members.sort_by_cached_key(|member| (member.node.kind != NodeKind::Directory, member.node.name.to_lowercase()));
}

/// What a symbol is bound to by other edges than calls: in which direction, and in what words.
const RELATED: &[(EdgeKind, Direction, &str)] = &[
    (EdgeKind::Extends, Direction::Callees, "extends"),
    (EdgeKind::Implements, Direction::Callees, "implements"),
    (EdgeKind::Extends, Direction::Callers, "extended by"),
    (EdgeKind::Implements, Direction::Callers, "implemented by"),
    (EdgeKind::Overrides, Direction::Callees, "overrides"),
    (EdgeKind::Overrides, Direction::Callers, "overridden by"),
    (EdgeKind::Returns, Direction::Callees, "returns"),
    (EdgeKind::TypeOf, Direction::Callees, "type"),
    (EdgeKind::Decorates, Direction::Callees, "decorated by"),
    (EdgeKind::Handles, Direction::Callers, "route"),
    (EdgeKind::Imports, Direction::Callees, "imports"),
    (EdgeKind::Exports, Direction::Callees, "exports"),
    (EdgeKind::References, Direction::Callees, "names"),
    (EdgeKind::Mentions, Direction::Callers, "mentioned by"),
];

fn relations(reader: &Reader, node: &Node) -> Result<Vec<Relation>, StoreError> {
    let mut relations = Vec::new();
    let mut seen: HashSet<NodeId> = HashSet::new();
    for (kind, direction, label) in RELATED {
        let filter = EdgeFilter {
            kinds: vec![*kind],
            min_confidence: 0.0,
            limit: RELATIONS,
        };
        let edges: Vec<(NodeId, Edge)> = match direction {
            Direction::Callees => {
                let edges = reader.edges_from(node.id, &filter)?;
                edges.into_iter().map(|edge| (edge.target, edge)).collect()
            }
            Direction::Callers => {
                let edges = reader.edges_to(node.id, &filter)?;
                edges.into_iter().map(|edge| (edge.source, edge)).collect()
            }
        };
        for (other, edge) in edges {
            if other == node.id || !seen.insert(other) {
                continue;
            }
            if let Some(found) = reader.node(other)? {
                relations.push(Relation {
                    node: found,
                    label: Cow::Borrowed(label),
                    kind: *kind,
                    confidence: edge.confidence,
                    file: edge.file,
                    line: edge.site.line,
                });
            }
        }
    }
    Ok(relations)
}

/// The project itself: its topmost directories and files as an outline.
fn home(reader: &Reader, root: &Path) -> Result<Subject, StoreError> {
    let mut members: Vec<Member> = Vec::new();
    let mut seen: HashSet<String> = HashSet::new();
    for file in reader.files()? {
        let first = file.path.split('/').next().unwrap_or_default();
        if !seen.insert(first.to_owned()) {
            continue;
        }
        let Some(mut top) = reader.node(file.node)? else {
            continue;
        };
        while let Some(parent) = top.parent {
            let Some(above) = reader.node(parent)? else { break };
            top = above;
        }
        members.push(Member { node: top, depth: 0 });
    }
    directories_first(&mut members);
    let name = root
        .file_name()
        .map_or_else(|| "project".to_owned(), |name| name.to_string_lossy().into_owned());
    let node = Node {
        id: NodeId(0),
        parent: None,
        kind: NodeKind::Directory,
        qualified: name.clone(),
        name,
        file: String::new(),
        line: 1,
        end_line: 1,
        start_byte: 0,
        end_byte: 0,
        signature: String::new(),
        doc: String::new(),
        visibility: Visibility::Unknown,
        flags: NodeFlags::default(),
        ordinal: 0,
    };
    Ok(Subject {
        container: Some(node.clone()),
        node,
        ancestors: Vec::new(),
        callers: Neighbours::default(),
        callees: Neighbours::default(),
        members,
        relations: Vec::new(),
        generation: reader.generation()?,
    })
}
