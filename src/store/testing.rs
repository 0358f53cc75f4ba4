//! Small graphs for the tests of everything that reads one.
//!
//! ```ignore
//! let mut sample = Sample::new();
//! let class = sample.symbol("src/pay.py", None, NodeKind::Class, "Order", "pay.Order", 1..=9);
//! let method = sample.symbol("src/pay.py", Some(class), NodeKind::Method, "total", "pay.Order.total", 2..=4);
//! let main = sample.symbol("main.py", None, NodeKind::Function, "main", "main.main", 1..=3);
//! sample.edge(EdgeKind::Calls, main, method, 2, 1.0);
//! let graph = sample.build();
//! let reader = graph.reader();
//! let method = graph.id(method);
//! ```

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::{FileStatus, NewEdge, NewFile, NewNode, NewUnresolved, Reader, Words, Writer};
use crate::graph::{EdgeFlags, EdgeKind, NodeFlags, NodeId, NodeKind, Reason, Resolution, Site, Visibility};

/// A symbol of the sample: its place among all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Symbol(usize);

struct SampleSymbol {
    path: String,
    parent: Option<Symbol>,
    node: NewNode,
    body: String,
}

/// A graph under construction. A file exists as soon as a symbol stands in it.
#[derive(Default)]
pub(crate) struct Sample {
    symbols: Vec<SampleSymbol>,
    edges: Vec<(EdgeKind, Symbol, Symbol, u32, f32)>,
    unresolved: Vec<(EdgeKind, Symbol, String, Reason, Option<String>, u32)>,
}

/// A built sample; its directory goes away with it.
pub(crate) struct SampleGraph {
    directory: TempDir,
    ids: Vec<NodeId>,
}

impl Sample {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// A symbol on these lines (of 10 bytes each); in `parent`, or in its file.
    pub(crate) fn symbol(
        &mut self,
        path: &str,
        parent: Option<Symbol>,
        kind: NodeKind,
        name: &str,
        qualified: &str,
        lines: RangeInclusive<u32>,
    ) -> Symbol {
        let ordinal = self
            .symbols
            .iter()
            .filter(|other| other.path == path && other.node.kind == kind && other.node.qualified == qualified)
            .count();
        let node = NewNode {
            parent: None,
            kind,
            name: name.to_string(),
            qualified: qualified.to_string(),
            line: *lines.start(),
            end_line: *lines.end(),
            start_byte: (lines.start() - 1) * 10,
            end_byte: lines.end() * 10,
            signature: format!("{kind} {name}"),
            doc: String::new(),
            visibility: Visibility::Public,
            flags: NodeFlags::default(),
            ordinal: u32::try_from(ordinal).unwrap(),
            words: Words::default(),
        };
        self.symbols.push(SampleSymbol {
            path: path.to_string(),
            parent,
            node,
            body: String::new(),
        });
        Symbol(self.symbols.len() - 1)
    }

    /// Changes anything about a symbol's node (its parent, ordinal and words are filled in by `build`).
    pub(crate) fn change(&mut self, symbol: Symbol, change: impl FnOnce(&mut NewNode)) {
        change(&mut self.symbols[symbol.0].node);
    }

    /// The text of a symbol's body, for the full text.
    pub(crate) fn body(&mut self, symbol: Symbol, text: &str) {
        self.symbols[symbol.0].body = text.to_string();
    }

    /// An edge whose site is this line of the source's file. Below a confidence of 0.5 its resolution is `candidates`.
    pub(crate) fn edge(&mut self, kind: EdgeKind, source: Symbol, target: Symbol, line: u32, confidence: f32) {
        self.edges.push((kind, source, target, line, confidence));
    }

    /// A reference that leads out of the project or nowhere.
    pub(crate) fn unresolved(
        &mut self,
        kind: EdgeKind,
        source: Symbol,
        name: &str,
        reason: Reason,
        library: Option<&str>,
        line: u32,
    ) {
        self.unresolved.push((
            kind,
            source,
            name.to_string(),
            reason,
            library.map(str::to_string),
            line,
        ));
    }

    /// Writes the graph to a directory of its own. The root of the project is that directory.
    pub(crate) fn build(self) -> SampleGraph {
        let directory = TempDir::new().unwrap();
        let path = directory.path().join("graph.db");
        let mut files: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, symbol) in self.symbols.iter().enumerate() {
            files.entry(&symbol.path).or_default().push(index);
        }
        let mut writer = Writer::open(&path, directory.path()).unwrap();
        writer.begin().unwrap();
        let mut ids = vec![NodeId(0); self.symbols.len()];
        for (file, members) in &files {
            let nodes = file_nodes(file, members, &self.symbols);
            let put = writer
                .put_file(&NewFile {
                    path: file,
                    language: language(file),
                    size: u64::from(nodes[0].end_byte),
                    mtime: 0,
                    hash: 0,
                    lines: nodes[0].end_line,
                    status: &FileStatus::Parsed,
                    notes: "",
                    nodes: &nodes,
                    facts: &[],
                })
                .unwrap();
            for (&index, &id) in members.iter().zip(&put[1..]) {
                ids[index] = id;
            }
        }
        for file in files.keys() {
            let here = |symbol: Symbol| self.symbols[symbol.0].path == *file;
            let edges: Vec<NewEdge> = self
                .edges
                .iter()
                .filter(|edge| here(edge.1))
                .map(|&(kind, source, target, line, confidence)| NewEdge {
                    kind,
                    source: ids[source.0],
                    target: ids[target.0],
                    site: Site { line, column: 4 },
                    resolution: if confidence < 0.5 {
                        Resolution::Candidates
                    } else {
                        Resolution::Exact
                    },
                    confidence,
                    flags: EdgeFlags::default(),
                })
                .collect();
            let unresolved: Vec<NewUnresolved> = self
                .unresolved
                .iter()
                .filter(|reference| here(reference.1))
                .map(|(kind, source, name, reason, library, line)| NewUnresolved {
                    kind: *kind,
                    source: ids[source.0],
                    name: name.clone(),
                    reason: *reason,
                    library: library.clone(),
                    site: Site { line: *line, column: 4 },
                })
                .collect();
            writer.put_references(file, &edges, &unresolved).unwrap();
        }
        writer.complete().unwrap();
        writer.commit().unwrap();
        SampleGraph { directory, ids }
    }
}

impl SampleGraph {
    pub(crate) fn path(&self) -> PathBuf {
        self.root().join("graph.db")
    }

    pub(crate) fn root(&self) -> &Path {
        self.directory.path()
    }

    pub(crate) fn reader(&self) -> Reader {
        Reader::open(&self.path()).unwrap()
    }

    pub(crate) fn id(&self, symbol: Symbol) -> NodeId {
        self.ids[symbol.0]
    }
}

/// The file's own node, then its symbols.
fn file_nodes(path: &str, members: &[usize], symbols: &[SampleSymbol]) -> Vec<NewNode> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let end_line = members
        .iter()
        .map(|&index| symbols[index].node.end_line)
        .max()
        .unwrap_or(1);
    let mut nodes = vec![NewNode {
        parent: None,
        kind: NodeKind::File,
        name: name.to_string(),
        qualified: path.to_string(),
        line: 1,
        end_line,
        start_byte: 0,
        end_byte: end_line * 10,
        signature: String::new(),
        doc: String::new(),
        visibility: Visibility::Public,
        flags: NodeFlags::default(),
        ordinal: 0,
        words: Words::of(name, path, "", "", &[]),
    }];
    for &index in members {
        let symbol = &symbols[index];
        let parent = symbol
            .parent
            .and_then(|parent| members.iter().position(|&member| member == parent.0));
        let words = Words::of(
            &symbol.node.name,
            &symbol.node.qualified,
            &symbol.node.signature,
            &symbol.node.doc,
            &[&symbol.body],
        );
        nodes.push(NewNode {
            parent: Some(parent.map_or(0, |place| place + 1)),
            words,
            ..symbol.node.clone()
        });
    }
    nodes
}

fn language(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("rs") => "rust",
        Some("py") => "python",
        Some("ts") => "typescript",
        Some("go") => "go",
        _ => "",
    }
}
