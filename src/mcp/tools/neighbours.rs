//! `callers` and `callees`.

use serde_json::{Value, json};

use super::one_symbol;
use crate::graph::Edge;
use crate::mcp::answer::{Answer, line, symbol};
use crate::mcp::catalogue::Arguments;
use crate::mcp::project::{Project, ToolError};
use crate::query::walk::{Direction, Neighbour, Neighbours, Options, neighbours};

const DEFAULT_LIMIT: u64 = 50;
/// Sites named of one neighbour; the rest is counted.
const SITES: usize = 6;
/// References that lead out of the project, named for callees.
const OUTSIDE: usize = 40;

pub(in crate::mcp) fn callers(project: &Project, arguments: &Arguments) -> Result<Answer, ToolError> {
    run(project, arguments, Direction::Callers)
}

pub(in crate::mcp) fn callees(project: &Project, arguments: &Arguments) -> Result<Answer, ToolError> {
    run(project, arguments, Direction::Callees)
}

fn run(project: &Project, arguments: &Arguments, direction: Direction) -> Result<Answer, ToolError> {
    let reader = project.reader()?;
    let node = match one_symbol(project, &reader, arguments.text("symbol"))? {
        Ok(node) => node,
        Err(answer) => return Ok(answer),
    };
    let options = Options {
        direction,
        kinds: Vec::new(),
        min_confidence: arguments.share("min_confidence").unwrap_or(Edge::CERTAIN),
        depth: arguments.integer("depth").unwrap_or(1) as u32,
        limit: arguments.integer("limit").unwrap_or(DEFAULT_LIMIT) as usize,
    };
    let found = neighbours(&reader, node.id, &options)?;
    let mut answer = Answer::default();
    answer.say(&line(&node));
    if found.rows.is_empty() {
        let what = if direction == Direction::Callers {
            "Nothing calls it"
        } else {
            "It calls nothing"
        };
        answer.say(&format!(
            "{what} with a confidence of {} or more.",
            options.min_confidence
        ));
    }
    list(&mut answer, &found, 1);
    let mut names: Vec<&str> = found
        .unresolved
        .iter()
        .map(|reference| reference.name.as_str())
        .collect();
    names.dedup();
    if !names.is_empty() {
        let more = names.len().saturating_sub(OUTSIDE);
        let more = if more > 0 {
            format!(", {more} more")
        } else {
            String::new()
        };
        names.truncate(OUTSIDE);
        answer.say(&format!("Out of the project or unresolved: {}{more}", names.join(", ")));
    }
    Ok(answer)
}

/// The rows of one layer, each followed by its own layer, indented. The walk's depth is at most four.
fn list(answer: &mut Answer, found: &Neighbours, depth: usize) {
    for row in &found.rows {
        let mark = if row.confidence < Edge::CERTAIN { "? " } else { "" };
        let again = if row.recursive { " (recursion)" } else { "" };
        let text = format!(
            "{}{mark}{}{again} at {}",
            "  ".repeat(depth),
            line(&row.node),
            sites(row)
        );
        answer.result(&text, data(row, depth));
        if let Some(next) = &row.next {
            list(answer, next, depth + 1);
        }
    }
    answer.leave_out(found.more);
}

/// `src/a.rs:12, 15`: the sites of one neighbour stand in one file.
fn sites(row: &Neighbour) -> String {
    let file = row.edges.first().map(|edge| edge.file.as_str()).unwrap_or_default();
    let lines: Vec<String> = row
        .edges
        .iter()
        .take(SITES)
        .map(|edge| edge.site.line.to_string())
        .collect();
    let more = row.edges.len().saturating_sub(SITES);
    let more = if more > 0 {
        format!(", {more} more")
    } else {
        String::new()
    };
    format!("{file}:{}{more}", lines.join(", "))
}

fn data(row: &Neighbour, depth: usize) -> Value {
    let mut data = symbol(&row.node);
    if let Some(fields) = data.as_object_mut() {
        let sites: Vec<Value> = row
            .edges
            .iter()
            .take(SITES)
            .map(|edge| json!({"kind": edge.kind, "file": edge.file, "line": edge.site.line, "resolution": edge.resolution}))
            .collect();
        fields.insert("depth".to_owned(), json!(depth));
        fields.insert(
            "confidence".to_owned(),
            json!((f64::from(row.confidence) * 1000.0).round() / 1000.0),
        );
        fields.insert("sites".to_owned(), json!(sites));
    }
    data
}
