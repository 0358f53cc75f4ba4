//! `index`: builds the graph, or brings it up to date.

use std::fmt::Write as _;

use serde_json::json;

use crate::index::Report;
use crate::store::Reader;

use super::args::{self, Global};
use super::error::{Outcome, Status, note};
use super::out::{Out, bytes, count};
use super::project::Project;

/// Files that failed, named one by one; the rest is counted.
const FAILED: usize = 10;

pub fn run(global: &Global, options: &args::Index, out: &mut Out) -> Outcome {
    let project = Project::locate(global, options.path.as_deref())?;
    let report = project.index(options.full, options.jobs)?;
    if out.json {
        let failed: Vec<_> = report
            .failed
            .iter()
            .map(|(file, reason)| json!({"file": file, "reason": reason}))
            .collect();
        out.document(&json!({
            "root": project.root,
            "graph": project.db,
            "files": report.files,
            "changed": report.changed,
            "removed": report.removed,
            "generation": report.generation,
            "seconds": (report.seconds * 1000.0).round() / 1000.0,
            "failed": failed,
            "notes": report.notes,
        }))?;
        return Ok(Status::Done);
    }
    out.line(&summary(&project, &report)?)?;
    for (file, reason) in report.failed.iter().take(FAILED) {
        note(&format!("{file}: {reason}"));
    }
    if report.failed.len() > FAILED {
        note(&format!(
            "and {} more; `portolan status` lists them",
            count(report.failed.len() - FAILED, "file")
        ));
    }
    if report.files == 0 {
        note(&format!("no source files were found in {}", project.root.display()));
    }
    Ok(Status::Done)
}

/// `1,204 files (3 changed), 40,112 symbols, 120,330 edges, 18.2 MB in 2.41 s`.
fn summary(project: &Project, report: &Report) -> anyhow::Result<String> {
    let stats = Reader::open(&project.db)?.stats()?;
    let mut line = count(report.files, "file");
    let mut changes = Vec::new();
    if report.changed > 0 && report.changed < report.files {
        changes.push(format!("{} changed", report.changed));
    }
    if report.removed > 0 {
        changes.push(format!("{} removed", report.removed));
    }
    if report.changed == 0 && report.removed == 0 && report.files > 0 {
        changes.push("nothing changed".to_owned());
    }
    if !changes.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(line, " ({})", changes.join(", "));
    }
    let _ = write!(
        line,
        ", {}, {}, {} in {:.2} s",
        count(stats.symbols as usize, "symbol"),
        count(stats.edges as usize, "edge"),
        bytes(stats.graph_bytes),
        report.seconds
    );
    Ok(line)
}
