//! Symbols and files that the question names, and those chosen by hand.

use std::collections::HashMap;

use crate::context::candidate::Pool;
use crate::context::question::{Place, Question};
use crate::context::{Override, Request};
use crate::graph::{Node, NodeKind};
use crate::store::{FileRow, Reader, StoreError};

/// A name that more symbols bear than this tells nothing by itself.
const MAX_NAMESAKES: usize = 40;
/// Files that one named path may fit.
const MAX_FILES: usize = 4;

/// Adds what the question names. Files named by path go to `files` with how surely they are meant, 0 to 1.
pub fn named(
    reader: &Reader,
    question: &Question,
    rows: &[FileRow],
    request: &Request,
    pool: &mut Pool,
) -> Result<HashMap<String, f32>, StoreError> {
    let weights = &request.profile.weights;
    for name in &question.names {
        let (fitting, share) = bearers(reader, name)?;
        for node in fitting.iter().filter(|node| is_shown(node)) {
            pool.entry(node).add(
                "name",
                weights.name * share,
                format!("`{name}` is named in the question"),
            );
        }
    }
    let mut files = HashMap::new();
    for place in &question.places {
        let fitting = fitting_files(rows, place);
        for row in fitting.iter().take(MAX_FILES) {
            let sure = 1.0 / fitting.len() as f32;
            let known = files.entry(row.path.clone()).or_insert(0.0);
            *known = sure.max(*known);
            let symbol = match place.line {
                Some(line) => reader.symbol_at(&row.path, line)?,
                None => None,
            };
            if let Some(node) = symbol.filter(|node| node.kind != NodeKind::File) {
                let reason = format!(
                    "holds {}:{}, named in the question",
                    row.path,
                    place.line.unwrap_or_default()
                );
                pool.entry(&node).add("name", weights.name * sure, reason);
            }
        }
    }
    Ok(files)
}

/// Adds the symbols that a person or a client chose, before all others.
pub fn by_hand(reader: &Reader, request: &Request, pool: &mut Pool) -> Result<(), StoreError> {
    for node in reader.nodes(&request.symbols)? {
        let candidate = pool.entry(&node);
        candidate.pinned = true;
        candidate.add("name", request.profile.weights.name, "chosen by hand");
    }
    for (key, choice) in &request.overrides {
        let Some(node) = reader.node_by_key(key)? else { continue };
        let candidate = pool.entry(&node);
        match choice {
            Override::Pin => {
                candidate.pinned = true;
                candidate.add("name", request.profile.weights.name, "pinned by hand");
            }
            Override::Exclude => candidate.barred = Some(crate::context::Cut::Excluded),
            Override::At(granularity) => {
                candidate.fixed = Some(*granularity);
                candidate.add("name", request.profile.weights.name, "chosen by hand");
            }
        }
    }
    Ok(())
}

/// The symbols that a name can mean, and what each of them is worth: the more there are, the less.
fn bearers(reader: &Reader, name: &str) -> Result<(Vec<Node>, f32), StoreError> {
    let segments: Vec<&str> = name
        .split(['.', ':', '#'])
        .filter(|segment| !segment.is_empty())
        .collect();
    let Some((last, scope)) = segments.split_last() else {
        return Ok((Vec::new(), 0.0));
    };
    let all = reader.by_name(last)?;
    let exact: Vec<Node> = all.iter().filter(|node| node.name == *last).cloned().collect();
    let candidates = if exact.is_empty() { all } else { exact };
    let within: Vec<Node> = candidates
        .iter()
        .filter(|node| stands_in(node, scope))
        .cloned()
        .collect();
    let (fitting, trust) = match (within.is_empty(), scope.is_empty()) {
        (false, _) => (within, 1.0),
        // `console.log`, `self.walk`: what stands before the name need not be its container.
        (true, false) => (candidates, 0.5),
        (true, true) => (Vec::new(), 0.0),
    };
    if fitting.len() > MAX_NAMESAKES {
        return Ok((Vec::new(), 0.0));
    }
    let share = trust / (1.0 + (fitting.len().max(1) as f32).log2());
    Ok((fitting, share))
}

/// Every segment of `scope` stands, in order, in the qualified name before the name itself.
fn stands_in(node: &Node, scope: &[&str]) -> bool {
    let mut segments = node
        .qualified
        .split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
    scope
        .iter()
        .all(|wanted| segments.any(|segment| segment.eq_ignore_ascii_case(wanted)))
}

fn is_shown(node: &Node) -> bool {
    !matches!(
        node.kind,
        NodeKind::Directory | NodeKind::Import | NodeKind::Export | NodeKind::Parameter
    )
}

/// Files whose path is, or ends with, what was named.
fn fitting_files<'a>(rows: &'a [FileRow], place: &Place) -> Vec<&'a FileRow> {
    let tail = format!("/{}", place.path);
    let is_tail = |row: &&FileRow| {
        row.path == place.path || row.path.ends_with(&tail) || tail.ends_with(&format!("/{}", row.path))
    };
    let mut fitting: Vec<&FileRow> = rows.iter().filter(is_tail).collect();
    fitting.sort_by_key(|row| (row.path != place.path, row.path.len()));
    if fitting.first().is_some_and(|row| row.path == place.path) {
        fitting.truncate(1);
    }
    fitting
}
