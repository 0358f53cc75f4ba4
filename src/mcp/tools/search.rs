//! `search`: symbols by name.

use serde_json::json;

use crate::graph::NodeKind;
use crate::mcp::answer::Answer;
use crate::mcp::catalogue::Arguments;
use crate::mcp::project::{Project, ToolError};
use crate::query::search::Query;

const DEFAULT_LIMIT: u64 = 20;

pub(in crate::mcp) fn run(project: &Project, arguments: &Arguments) -> Result<Answer, ToolError> {
    let mut query = Query::parse(arguments.text("query"));
    query.kinds.extend(
        arguments
            .texts("kind")
            .iter()
            .filter_map(|word| word.parse::<NodeKind>().ok()),
    );
    let path = arguments.text("path");
    if !path.is_empty() {
        query.paths.push(project.inside(path)?);
    }
    let limit = arguments.integer("limit").unwrap_or(DEFAULT_LIMIT) as usize;
    let reader = project.reader()?;
    let names = project.names(&reader)?;
    let hits = names.search(&query, limit, &|| true).unwrap_or_default();
    let mut answer = Answer::default();
    for problem in &query.problems {
        answer.say(problem);
    }
    if hits.is_empty() {
        answer.say("Nothing fits.");
    }
    for hit in hits {
        let line = format!("{} {}  {}:{}", hit.kind, hit.qualified, hit.file, hit.line);
        let data = json!({
            "kind": hit.kind,
            "name": hit.name,
            "qualified": hit.qualified,
            "file": hit.file,
            "line": hit.line,
            "score": hit.score,
        });
        answer.result(&line, data);
    }
    Ok(answer)
}
