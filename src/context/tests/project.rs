//! A small project on disk with its graph, read by a rule that needs no grammar: `fn name` opens a function, `}` at the
//! same indentation closes it, `name(` in a body calls every function of that name.

use std::path::Path;

use tempfile::TempDir;
use xxhash_rust::xxh3::xxh3_64;

use crate::graph::{EdgeFlags, EdgeKind, NodeFlags, NodeId, NodeKind, Resolution, Site, Visibility};
use crate::store::{FileStatus, NewEdge, NewFile, NewNode, Reader, Words, Writer};

pub(super) struct Project {
    directory: TempDir,
}

struct Function {
    name: String,
    first: usize,
    last: usize,
}

impl Project {
    /// Files under `tests/` hold tests. Calls from a body that says `maybe` are candidates.
    pub fn new(files: &[(&str, &str)]) -> Self {
        let project = Self {
            directory: TempDir::new().unwrap(),
        };
        let mut writer = Writer::open(&project.db(), project.root()).unwrap();
        writer.begin().unwrap();
        let mut placed: Vec<(&str, Vec<(Function, NodeId)>)> = Vec::new();
        for (path, text) in files {
            let place = project.root().join(path);
            std::fs::create_dir_all(place.parent().unwrap()).unwrap();
            std::fs::write(&place, text).unwrap();
            let functions = functions(text);
            let nodes = nodes(path, text, &functions);
            let ids = writer
                .put_file(&NewFile {
                    path,
                    language: "",
                    size: text.len() as u64,
                    mtime: 0,
                    hash: xxh3_64(text.as_bytes()),
                    lines: text.lines().count() as u32,
                    status: &FileStatus::Parsed,
                    notes: "",
                    nodes: &nodes,
                    facts: &[],
                })
                .unwrap();
            placed.push((path, functions.into_iter().zip(ids.into_iter().skip(1)).collect()));
        }
        for ((path, text), (_, functions)) in files.iter().zip(&placed) {
            let edges = edges(text, functions, &placed);
            writer.put_references(path, &edges, &[]).unwrap();
        }
        writer.complete().unwrap();
        writer.commit().unwrap();
        project
    }

    pub fn root(&self) -> &Path {
        self.directory.path()
    }

    fn db(&self) -> std::path::PathBuf {
        self.root().join("graph.db")
    }

    pub fn reader(&self) -> Reader {
        Reader::open(&self.db()).unwrap()
    }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn functions(text: &str) -> Vec<Function> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (first, line) in lines.iter().enumerate() {
        let Some(rest) = line.trim_start().strip_prefix("fn ") else {
            continue;
        };
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let closes = |at: &usize| lines[*at].trim() == "}" && indent(lines[*at]) == indent(line);
        let last = (first..lines.len()).find(closes).unwrap_or(first);
        found.push(Function { name, first, last });
    }
    found
}

fn nodes(path: &str, text: &str, functions: &[Function]) -> Vec<NewNode> {
    let starts: Vec<usize> = std::iter::once(0)
        .chain(text.match_indices('\n').map(|(at, _)| at + 1))
        .collect();
    let end = |line: usize| starts.get(line + 1).copied().unwrap_or(text.len());
    let flags = if path.starts_with("tests/") {
        NodeFlags::TEST
    } else {
        NodeFlags::default()
    };
    let name = path.rsplit('/').next().unwrap();
    let rest = if functions.is_empty() { text } else { "" };
    let blank = NewNode {
        parent: None,
        kind: NodeKind::File,
        name: name.to_owned(),
        qualified: path.to_owned(),
        line: 1,
        end_line: text.lines().count().max(1) as u32,
        start_byte: 0,
        end_byte: text.len() as u32,
        signature: String::new(),
        doc: String::new(),
        visibility: Visibility::Unknown,
        flags,
        ordinal: 0,
        words: Words::of(name, path, "", "", &[rest]),
    };
    let mut nodes = vec![blank.clone()];
    for (at, function) in functions.iter().enumerate() {
        let body = &text[starts[function.first]..end(function.last)];
        let module = path.rsplit_once('.').map_or(path, |(stem, _)| stem).replace('/', "::");
        let qualified = format!("{module}::{}", function.name);
        nodes.push(NewNode {
            parent: Some(0),
            kind: NodeKind::Function,
            words: Words::of(&function.name, &qualified, "", "", &[body]),
            name: function.name.clone(),
            qualified,
            line: function.first as u32 + 1,
            end_line: function.last as u32 + 1,
            start_byte: (starts[function.first] + indent(body)) as u32,
            end_byte: end(function.last) as u32,
            signature: format!("fn {}", function.name),
            ordinal: functions[..at]
                .iter()
                .filter(|other| other.name == function.name)
                .count() as u32,
            ..blank.clone()
        });
    }
    nodes
}

fn edges(text: &str, functions: &[(Function, NodeId)], all: &[(&str, Vec<(Function, NodeId)>)]) -> Vec<NewEdge> {
    let lines: Vec<&str> = text.lines().collect();
    let mut edges = Vec::new();
    for (function, source) in functions {
        for (at, line) in lines
            .iter()
            .enumerate()
            .take(function.last + 1)
            .skip(function.first + 1)
        {
            for (target, id) in all.iter().flat_map(|(_, functions)| functions) {
                if id != source && line.contains(&format!("{}(", target.name)) {
                    let is_doubtful = line.contains("maybe");
                    edges.push(NewEdge {
                        kind: EdgeKind::Calls,
                        source: *source,
                        target: *id,
                        site: Site {
                            line: at as u32 + 1,
                            column: indent(line) as u32,
                        },
                        resolution: if is_doubtful {
                            Resolution::Candidates
                        } else {
                            Resolution::Import
                        },
                        confidence: if is_doubtful { 0.25 } else { 0.95 },
                        flags: EdgeFlags::default(),
                    });
                }
            }
        }
    }
    edges
}
