//! `node`: one symbol.

use serde_json::json;

use super::one_symbol;
use crate::context;
use crate::graph::Edge;
use crate::mcp::answer::{Answer, symbol};
use crate::mcp::catalogue::Arguments;
use crate::mcp::project::{Project, ToolError};
use crate::store::EdgeFilter;

pub(in crate::mcp) fn run(project: &Project, arguments: &Arguments) -> Result<Answer, ToolError> {
    let reader = project.reader()?;
    let node = match one_symbol(project, &reader, arguments.text("symbol"))? {
        Ok(node) => node,
        Err(answer) => return Ok(answer),
    };
    let certain = EdgeFilter {
        min_confidence: Edge::CERTAIN,
        ..EdgeFilter::default()
    };
    let inward = reader.edges_to(node.id, &certain)?.len();
    let outward = reader.edges_from(node.id, &certain)?.len();
    let mut answer = Answer::default();
    answer.say(&format!("{}:{}", node.file, node.line));
    let mut data = symbol(&node);
    if let Some(fields) = data.as_object_mut() {
        fields.insert("signature".to_owned(), json!(node.signature));
        fields.insert("visibility".to_owned(), json!(node.visibility));
        fields.insert("flags".to_owned(), json!(node.flags.words().collect::<Vec<_>>()));
        fields.insert("edges_in".to_owned(), json!(inward));
        fields.insert("edges_out".to_owned(), json!(outward));
    }
    let counts = format!("{inward} edges lead here, {outward} lead from here.");
    let room = answer
        .room()
        .saturating_sub(data.to_string().chars().count() + counts.chars().count() + 2);
    match context::show(&reader, project.root(), &node, project.profile().min_confidence, room)? {
        Some(text) => answer.say(text.trim_end_matches('\n')),
        None => answer.say("Its source cannot be read from disk, or is larger than an answer may be."),
    }
    answer.result(&counts, data);
    Ok(answer)
}
