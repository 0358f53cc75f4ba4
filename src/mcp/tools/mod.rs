//! One tool a file.

pub(super) mod explore;
pub(super) mod neighbours;
pub(super) mod node;
pub(super) mod search;
pub(super) mod status;

use super::answer::{Answer, line, symbol};
use super::project::{Project, ToolError};
use crate::graph::Node;
use crate::store::Reader;

/// Names offered where nothing fits.
const CLOSE: usize = 5;

/// The one symbol that is meant, or the answer that says why there is none: several fit (all are listed), or none does
/// (close ones are).
fn one_symbol(project: &Project, reader: &Reader, text: &str) -> Result<Result<Node, Answer>, ToolError> {
    let text = match text.contains("..") || text.starts_with('/') {
        true => project.inside(text)?,
        false => text.to_owned(),
    };
    let mut found = crate::query::find(reader, &text)?;
    if found.len() == 1 {
        return Ok(Ok(found.remove(0)));
    }
    let mut answer = Answer::default();
    if found.is_empty() {
        answer.say(&format!("No symbol is named `{}`.", crate::text::truncate(&text, 80)));
        let last = text
            .rsplit(['.', ':', '#', '/'])
            .find(|part| !part.is_empty())
            .unwrap_or(&text);
        let close = project.names(reader)?.similar(last, CLOSE);
        if !close.is_empty() {
            answer.say("Close:");
        }
        for hit in close {
            let qualified = &hit.qualified;
            let data = serde_json::json!({
                "kind": hit.kind, "name": hit.name, "qualified": qualified, "file": hit.file, "line": hit.line,
            });
            answer.result(&format!("{} {qualified}  {}:{}", hit.kind, hit.file, hit.line), data);
        }
    } else {
        answer.say(&format!(
            "`{text}` fits {} symbols; say which by qualified name or path:line.",
            found.len()
        ));
        for node in &found {
            answer.result(&line(node), symbol(node));
        }
    }
    Ok(Err(answer))
}
