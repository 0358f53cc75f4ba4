//! `status`: what is indexed and how fresh it is.

use serde_json::json;

use crate::mcp::answer::Answer;
use crate::mcp::catalogue::Arguments;
use crate::mcp::project::{Project, ToolError, in_words};
use crate::store::FileStatus;

/// Files that failed, by name; the rest is counted.
const FAILED: usize = 20;

pub(in crate::mcp) fn run(project: &Project, _arguments: &Arguments) -> Result<Answer, ToolError> {
    let freshness = project.freshness();
    let mut answer = Answer::default();
    answer.say(&format!("Project: {}", project.root().display()));
    let running = freshness.running.map(in_words);
    if let Some(running) = &running {
        answer.say(&format!("An index run goes on: {running}."));
    }
    if let Some(why) = &freshness.failed {
        answer.say(&format!("The last index run failed: {why}"));
    }
    if let Some(why) = &freshness.polling {
        answer.say(why);
    }
    let reader = match project.reader() {
        Ok(reader) => reader,
        Err(ToolError::NotYet(why)) => {
            answer.say(&why);
            answer.attach(json!({"complete": false, "running": running, "failed": freshness.failed}));
            return Ok(answer);
        }
        Err(error) => return Err(error),
    };
    let stats = reader.stats()?;
    answer.say(&format!(
        "{} files, {} symbols, {} edges; generation {}.",
        stats.files, stats.symbols, stats.edges, stats.generation
    ));
    let languages: Vec<String> = stats
        .files_by_language
        .iter()
        .map(|(language, count)| format!("{language} {count}"))
        .collect();
    if !languages.is_empty() {
        answer.say(&format!("Files by language: {}.", languages.join(", ")));
    }
    let resolutions: Vec<String> = stats
        .edges_by_resolution
        .iter()
        .map(|(resolution, count)| format!("{resolution} {count}"))
        .collect();
    if !resolutions.is_empty() {
        answer.say(&format!("Edges by resolution: {}.", resolutions.join(", ")));
    }
    let failed: Vec<String> = reader
        .files()?
        .into_iter()
        .filter_map(|row| match row.status {
            FileStatus::Failed(why) => Some(format!("{}: {why}", row.path)),
            FileStatus::Errors { nodes, first_line } => {
                Some(format!("{}:{first_line}: broken syntax, {nodes} places", row.path))
            }
            FileStatus::Parsed | FileStatus::Skipped(_) => None,
        })
        .collect();
    if !failed.is_empty() {
        answer.say(&format!("{} files failed or hold broken syntax:", failed.len()));
    }
    for line in failed.iter().take(FAILED) {
        answer.say(&format!("- {line}"));
    }
    if failed.len() > FAILED {
        answer.say(&format!("… {} more", failed.len() - FAILED));
    }
    answer.attach(json!({
        "generation": stats.generation,
        "complete": stats.complete,
        "running": running,
        "failed": freshness.failed,
        "files": stats.files,
        "symbols": stats.symbols,
        "edges": stats.edges,
        "indexed_at": stats.indexed_at,
    }));
    Ok(answer)
}
