//! `status`: what is indexed, how fresh it is, what failed, how edges were resolved.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Map, Value, json};

use crate::store::{FileRow, FileStatus, Reader, Stats};

use super::args::Global;
use super::error::{Outcome, Status};
use super::out::{Out, Style, bytes, columns, count, thousands};
use super::project::Project;

/// Files of one sort, named one by one; the rest is counted. `--json` names all.
const NAMED: usize = 20;

/// What the graph says against what is on disk.
struct Freshness {
    changed: Vec<String>,
    removed: Vec<String>,
}

pub fn run(global: &Global, out: &mut Out) -> Outcome {
    let mut project = Project::locate(global, None)?;
    let reader = project.reader()?;
    show(&project, &reader, out)?;
    Ok(Status::Done)
}

/// Also what the map prints where it cannot be opened.
pub fn show(project: &Project, reader: &Reader, out: &mut Out) -> anyhow::Result<()> {
    let stats = reader.stats()?;
    let files = reader.files()?;
    let freshness = freshness(&project.root, &files);
    if out.json {
        out.document(&document(project, &stats, &files, &freshness))?;
    } else {
        write(project, &stats, &files, &freshness, out)?;
    }
    Ok(())
}

/// Compares the files of the graph with the disk, by content.
fn freshness(root: &Path, files: &[FileRow]) -> Freshness {
    use rayon::prelude::*;
    let state = |file: &FileRow| match std::fs::read(root.join(&file.path)) {
        Ok(content) => (xxhash_rust::xxh3::xxh3_64(&content) != file.hash).then_some(true),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Some(false),
        // Unreadable then and now: nothing has changed.
        Err(_) => None,
    };
    let readable = |file: &&FileRow| !matches!(file.status, FileStatus::Failed(_) | FileStatus::Skipped(_));
    let states: Vec<(String, bool)> = files
        .par_iter()
        .filter(readable)
        .filter_map(|file| Some((file.path.clone(), state(file)?)))
        .collect();
    let (changed, removed): (Vec<_>, Vec<_>) = states.into_iter().partition(|(_, changed)| *changed);
    let paths = |states: Vec<(String, bool)>| states.into_iter().map(|(path, _)| path).collect();
    Freshness {
        changed: paths(changed),
        removed: paths(removed),
    }
}

/// Files that are not wholly in the graph: what happened, and to which.
fn troubled(files: &[FileRow]) -> Vec<(&'static str, &FileRow, String)> {
    files
        .iter()
        .filter_map(|file| match &file.status {
            FileStatus::Parsed => None,
            FileStatus::Errors { nodes, first_line } => Some((
                "broken syntax",
                file,
                format!("{} from line {first_line} on", count(*nodes as usize, "error")),
            )),
            FileStatus::Skipped(reason) => Some(("skipped", file, reason.clone())),
            FileStatus::Failed(reason) => Some(("failed", file, reason.clone())),
        })
        .collect()
}

fn write(
    project: &Project,
    stats: &Stats,
    files: &[FileRow],
    freshness: &Freshness,
    out: &mut Out,
) -> std::io::Result<()> {
    let rows = [
        ("project", project.root.display().to_string()),
        (
            "graph",
            format!("{}  {}", project.db.display(), bytes(stats.graph_bytes)),
        ),
        (
            "indexed",
            format!("{}, generation {}", age(stats.indexed_at), stats.generation),
        ),
        (
            "holds",
            format!(
                "{} ({}), {}, {}",
                count(stats.files as usize, "file"),
                bytes(stats.source_bytes),
                count(stats.symbols as usize, "symbol"),
                count(stats.edges as usize, "edge")
            ),
        ),
        ("fresh", in_words(freshness)),
    ];
    for (name, value) in rows {
        let line = format!("{}{}", out.pad(Style::Dim, name, 12), crate::text::sanitize(&value, 4));
        out.line(&line)?;
    }
    if !stats.complete {
        out.line("            the first index was cut short: run `portolan index`")?;
    }
    for (name, rows) in [
        ("languages", words(&stats.files_by_language)),
        ("symbols", words(&stats.symbols_by_kind)),
        ("edges by kind", words(&stats.edges_by_kind)),
        ("edges by resolution", words(&stats.edges_by_resolution)),
        ("unresolved", words(&stats.unresolved_by_reason)),
    ] {
        table(name, &rows, out)?;
    }
    changed("changed since", &freshness.changed, out)?;
    changed("removed since", &freshness.removed, out)?;
    let troubled = troubled(files);
    for what in ["failed", "broken syntax"] {
        let these: Vec<_> = troubled.iter().filter(|(is, ..)| *is == what).collect();
        let names = columns(these.iter().take(NAMED).map(|(_, file, _)| file.path.as_str()), 60);
        let lines = these.iter().map(|(_, file, reason)| {
            format!(
                "{}  {}",
                out.pad(Style::Path, &file.path, names),
                out.paint(Style::Dim, reason)
            )
        });
        let lines: Vec<String> = lines.take(NAMED).collect();
        section(what, &lines, these.len(), out)?;
    }
    skipped(&troubled, out)?;
    Ok(())
}

/// Skipped files are many and of few sorts: a line for each reason, with some of the files.
fn skipped(troubled: &[(&str, &FileRow, String)], out: &mut Out) -> std::io::Result<()> {
    const EXAMPLES: usize = 4;
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for (_, file, reason) in troubled.iter().filter(|(what, ..)| *what == "skipped") {
        match reasons.iter_mut().find(|(known, _)| known == reason) {
            Some((_, files)) => files.push(&file.path),
            None => reasons.push((reason, vec![&file.path])),
        }
    }
    reasons.sort_by_key(|(reason, files)| (std::cmp::Reverse(files.len()), *reason));
    let lines: Vec<String> = reasons
        .iter()
        .map(|(reason, files)| {
            let dots = if files.len() > EXAMPLES { ", ..." } else { "" };
            let examples = files[..files.len().min(EXAMPLES)].join(", ");
            let number = thousands(files.len() as u64);
            format!(
                "{number:>6}  {}  {}{dots}",
                out.paint(Style::Kind, reason),
                out.paint(Style::Dim, &examples)
            )
        })
        .collect();
    section("skipped", &lines, lines.len(), out)
}

fn in_words(freshness: &Freshness) -> String {
    if freshness.changed.is_empty() && freshness.removed.is_empty() {
        return "no indexed file has changed since".to_owned();
    }
    format!(
        "{} changed, {} removed since: run `portolan index`",
        count(freshness.changed.len(), "file"),
        thousands(freshness.removed.len() as u64)
    )
}

fn words<T: ToString>(rows: &[(T, u64)]) -> Vec<(String, u64)> {
    let mut rows: Vec<(String, u64)> = rows.iter().map(|(word, number)| (word.to_string(), *number)).collect();
    rows.retain(|(_, number)| *number > 0);
    rows.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    for (word, _) in &mut rows {
        if word.is_empty() {
            "other".clone_into(word);
        }
    }
    rows
}

fn table(name: &str, rows: &[(String, u64)], out: &mut Out) -> std::io::Result<()> {
    let total: u64 = rows.iter().map(|(_, number)| number).sum();
    let numbers = rows
        .iter()
        .map(|(_, number)| thousands(*number).len())
        .max()
        .unwrap_or(0);
    let lines: Vec<String> = rows
        .iter()
        .map(|(word, number)| {
            let share = 100.0 * *number as f64 / total as f64;
            format!(
                "{}{:>numbers$}  {share:>4.0} %",
                out.pad(Style::Kind, word, 14),
                thousands(*number)
            )
        })
        .collect();
    section(name, &lines, lines.len(), out)
}

fn changed(name: &str, files: &[String], out: &mut Out) -> std::io::Result<()> {
    let lines: Vec<String> = files
        .iter()
        .take(NAMED)
        .map(|file| out.paint(Style::Path, file).into_owned())
        .collect();
    section(name, &lines, files.len(), out)
}

/// A heading and its lines; nothing where there is none.
fn section(name: &str, lines: &[String], all: usize, out: &mut Out) -> std::io::Result<()> {
    if all == 0 {
        return Ok(());
    }
    out.line("")?;
    out.line(&out.paint(Style::Name, name))?;
    for line in lines {
        out.line(&format!("  {line}"))?;
    }
    if all > lines.len() {
        out.line(&format!("  and {} more", thousands((all - lines.len()) as u64)))?;
    }
    Ok(())
}

/// How long ago, in one unit.
fn age(seconds_since_1970: i64) -> String {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |now| now.as_secs());
    let seconds = now.saturating_sub(u64::try_from(seconds_since_1970).unwrap_or(0));
    match seconds {
        0..10 => "just now".to_owned(),
        10..120 => format!("{seconds} seconds ago"),
        120..7_200 => format!("{} minutes ago", seconds / 60),
        7_200..172_800 => format!("{} hours ago", seconds / 3_600),
        _ => format!("{} days ago", thousands(seconds / 86_400)),
    }
}

fn document(project: &Project, stats: &Stats, files: &[FileRow], freshness: &Freshness) -> Value {
    let counts = |rows: Vec<(String, u64)>| {
        rows.into_iter()
            .map(|(word, number)| (word, number.into()))
            .collect::<Map<_, _>>()
    };
    let problems: Vec<Value> = troubled(files)
        .into_iter()
        .map(|(what, file, reason)| json!({"file": file.path, "status": what.replace(' ', "_"), "reason": reason}))
        .collect();
    json!({
        "root": project.root,
        "graph": project.db,
        "generation": stats.generation,
        "indexed_at": stats.indexed_at,
        "complete": stats.complete,
        "files": stats.files,
        "symbols": stats.symbols,
        "edges": stats.edges,
        "source_bytes": stats.source_bytes,
        "graph_bytes": stats.graph_bytes,
        "files_by_language": counts(words(&stats.files_by_language)),
        "symbols_by_kind": counts(words(&stats.symbols_by_kind)),
        "edges_by_kind": counts(words(&stats.edges_by_kind)),
        "edges_by_resolution": counts(words(&stats.edges_by_resolution)),
        "unresolved_by_reason": counts(words(&stats.unresolved_by_reason)),
        "changed": freshness.changed,
        "removed": freshness.removed,
        "problems": problems,
    })
}
