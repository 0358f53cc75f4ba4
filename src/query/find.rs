//! What a person can mean by the name of a symbol.

use crate::graph::{Node, NodeFlags, NodeId, NodeKind};
use crate::store::{Reader, StoreError};

use super::name::{is_tail, parts};

/// The symbols that `text` can mean: a node id (`#123`), `path:line`, a path, a path and a name (`path#Name`,
/// `path::Name`), a qualified name or a tail of one in any notation (`Builder::build`, `Builder.build`,
/// `Builder#build`), a simple name.
///
/// The first of these readings that fits any symbol answers; all that fit it are returned, best first
/// (definitions before declarations, sources before tests). Case is ignored only where nothing fits exactly.
/// Nothing is guessed.
pub fn find(reader: &Reader, text: &str) -> Result<Vec<Node>, StoreError> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(Vec::new());
    }
    if let Some(node) = by_id(reader, text)? {
        return Ok(vec![node]);
    }
    if let Some(node) = by_line(reader, text)? {
        return Ok(vec![node]);
    }
    let by_path = by_path(reader, text)?;
    if !by_path.is_empty() {
        return Ok(by_path);
    }
    let by_name = by_qualified_name(reader, text)?;
    if !by_name.is_empty() {
        return Ok(by_name);
    }
    by_path_and_name(reader, text)
}

fn by_id(reader: &Reader, text: &str) -> Result<Option<Node>, StoreError> {
    match text.strip_prefix('#').and_then(|digits| digits.parse().ok()) {
        Some(id) => reader.node(NodeId(id)),
        None => Ok(None),
    }
}

/// `path:line`, and `path:line:column` as compilers print it.
fn by_line(reader: &Reader, text: &str) -> Result<Option<Node>, StoreError> {
    let Some((before, last)) = text.rsplit_once(':') else {
        return Ok(None);
    };
    let Ok(last) = last.parse::<u32>() else {
        return Ok(None);
    };
    let (path, line) = match before.rsplit_once(':').map(|(path, line)| (path, line.parse())) {
        Some((path, Ok(line))) => (path, line),
        _ => (before, last),
    };
    let files = by_path(reader, path)?;
    let [file] = files.as_slice() else {
        return Ok(None); // Not a file, or several: a line alone says nothing.
    };
    reader.symbol_at(&file.file, line)
}

/// A file or directory by its path, or by the end of it.
fn by_path(reader: &Reader, text: &str) -> Result<Vec<Node>, StoreError> {
    let path = relative(reader, text)?;
    if path.is_empty() {
        return Ok(Vec::new());
    }
    if let Some(node) = reader.file_node(&path)? {
        return Ok(vec![node]);
    }
    let name = path.rsplit('/').next().unwrap_or(&path);
    // A bare word is a symbol's name first; a directory answers to it only when it is written as a path.
    if !text.contains('/') && !name.contains('.') {
        return Ok(Vec::new());
    }
    let ending = format!("/{path}");
    let mut nodes = reader.by_name(name)?;
    nodes.retain(|node| {
        matches!(node.kind, NodeKind::File | NodeKind::Directory) && (node.file == path || node.file.ends_with(&ending))
    });
    Ok(best_first(nodes))
}

/// The path as the graph writes it: relative to the root, `/` between parts.
fn relative(reader: &Reader, text: &str) -> Result<String, StoreError> {
    let path = text.replace('\\', "/");
    let root = reader.root()?;
    let inside = path
        .strip_prefix(&*root.to_string_lossy())
        .filter(|rest| rest.starts_with('/'));
    let path = inside.unwrap_or(&path);
    Ok(path.trim_start_matches("./").trim_matches('/').to_owned())
}

fn by_qualified_name(reader: &Reader, text: &str) -> Result<Vec<Node>, StoreError> {
    // A name may hold what elsewhere separates parts: a route, a section's title.
    let whole = by_tail(reader, text, &[text])?;
    if !whole.is_empty() {
        return Ok(whole);
    }
    let asked = parts(text);
    match asked.last() {
        Some(last) => by_tail(reader, last, &asked),
        None => Ok(Vec::new()),
    }
}

/// Symbols with this simple name whose qualified name ends in `asked`.
fn by_tail(reader: &Reader, name: &str, asked: &[&str]) -> Result<Vec<Node>, StoreError> {
    let mut nodes = reader.by_name(name)?;
    if nodes.iter().any(|node| !is_binding(node)) {
        nodes.retain(|node| !is_binding(node));
    }
    let fits = |node: &Node, same_case: bool| {
        let simple = if same_case { node.name == name } else { true };
        // A simple name needs no taking apart, and some names are not the last part of the qualified one.
        simple && (asked.len() == 1 || is_tail(&parts(&node.qualified), asked, same_case))
    };
    let exact: Vec<Node> = nodes.iter().filter(|node| fits(node, true)).cloned().collect();
    if exact.is_empty() {
        nodes.retain(|node| fits(node, false));
        return Ok(best_first(nodes));
    }
    let whole: Vec<Node> = exact
        .iter()
        .filter(|node| asked.len() > 1 && parts(&node.qualified) == asked)
        .cloned()
        .collect();
    Ok(best_first(if whole.is_empty() { exact } else { whole }))
}

/// `path#Name` and `path::Name`.
fn by_path_and_name(reader: &Reader, text: &str) -> Result<Vec<Node>, StoreError> {
    for separator in ["#", "::"] {
        let Some((path, name)) = text.split_once(separator) else {
            continue;
        };
        let files = by_path(reader, path)?;
        if files.is_empty() {
            continue;
        }
        let mut nodes = by_qualified_name(reader, name)?;
        nodes.retain(|node| files.iter().any(|file| file.file == node.file));
        return Ok(nodes);
    }
    Ok(Vec::new())
}

/// An import or export only repeats a name that is defined elsewhere.
fn is_binding(node: &Node) -> bool {
    matches!(node.kind, NodeKind::Import | NodeKind::Export)
}

fn best_first(mut nodes: Vec<Node>) -> Vec<Node> {
    nodes.sort_by(|a, b| {
        rank(a)
            .cmp(&rank(b))
            .then_with(|| (&a.file, a.line, a.ordinal).cmp(&(&b.file, b.line, b.ordinal)))
    });
    nodes
}

/// Lower is better: definitions before declarations, sources before tests, what stands by itself before parts.
fn rank(node: &Node) -> u8 {
    let mut rank = 0;
    if node.flags.contains(NodeFlags::DECLARATION) {
        rank += 1;
    }
    if matches!(
        node.kind,
        NodeKind::Field | NodeKind::Property | NodeKind::Variable | NodeKind::Parameter
    ) {
        rank += 2;
    }
    if node.flags.contains(NodeFlags::GENERATED) || node.flags.contains(NodeFlags::EXAMPLE) {
        rank += 4;
    }
    if node.is_test() {
        rank += 8;
    }
    rank
}
