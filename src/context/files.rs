//! Where to look: the files in order of how likely they hold the answer.
//!
//! Agents read this list first and often nothing else, so the file that has to be opened must stand on top.

use std::collections::HashMap;

use super::Request;
use super::candidate::Candidate;
use super::prose::is_prose;
use super::rank;
use super::retrieve::Scores;
use crate::graph::{NodeId, NodeKind};
use crate::store::{FileRow, Reader, StoreError};
use crate::text::sanitize;

/// One file of the list.
#[derive(Debug)]
pub(super) struct FileEntry {
    pub candidate: Candidate,
    /// The line that stands in the text, with its break.
    pub text: String,
    pub characters: usize,
}

/// Files whose words are scored beyond those that hold a candidate.
const BY_WORDS: usize = 60;
/// Symbols named beside a file.
const SYMBOLS: usize = 4;
/// What the best candidate of a file counts beside the words of the whole file.
const BEST_ITEM: f32 = 0.2;
/// What it counts that the question names the file.
const NAMED: f32 = 2.0;
/// The largest files of code are listed after all others: where a question says little, most answers lie in them.
const LARGEST: usize = 30;

/// All files that anything speaks for, best first.
pub(super) fn files(
    reader: &Reader,
    request: &Request,
    about_tests: bool,
    rows: &[FileRow],
    scores: &Scores,
    named: &HashMap<String, f32>,
    ranked: &[Candidate],
) -> Result<Vec<FileEntry>, StoreError> {
    let row_of: HashMap<&str, &FileRow> = rows.iter().map(|row| (row.path.as_str(), row)).collect();
    let mean = rows.iter().map(|row| row.lines as f32).sum::<f32>() / rows.len().max(1) as f32;
    let top = ranked.first().map_or(1.0, Candidate::score).max(f32::EPSILON);
    let mut best: HashMap<&str, f32> = HashMap::new();
    for candidate in ranked.iter().filter(|candidate| candidate.barred.is_none()) {
        let share = if candidate.pinned { 2.0 } else { candidate.score() / top };
        let known = best.entry(&candidate.node.file).or_insert(0.0);
        *known = known.max(share);
    }
    let mut by_words: Vec<(&str, f32)> = scores
        .files
        .iter()
        .map(|(path, share)| (path.as_str(), *share))
        .collect();
    by_words.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
    let mut paths: Vec<&str> = by_words.iter().take(BY_WORDS).map(|(path, _)| *path).collect();
    paths.extend(best.keys().copied().chain(named.keys().map(String::as_str)));
    if !paths.is_empty() {
        let mut largest: Vec<&FileRow> = rows.iter().filter(|row| !is_prose(&row.path)).collect();
        largest.sort_by(|a, b| b.lines.cmp(&a.lines).then_with(|| a.path.cmp(&b.path)));
        paths.extend(largest.iter().take(LARGEST).map(|row| row.path.as_str()));
    }
    paths.sort_unstable();
    paths.dedup();
    let ids: Vec<NodeId> = paths
        .iter()
        .filter_map(|path| row_of.get(path))
        .map(|row| row.node)
        .collect();
    let mut entries = Vec::with_capacity(ids.len());
    for node in reader.nodes(&ids)? {
        let Some(row) = row_of.get(node.file.as_str()) else {
            continue;
        };
        let mut candidate = Candidate::new(&node);
        let words = scores.files.get(&node.file).copied().unwrap_or_default();
        candidate.add("file_words", words, "the words of the file and of its path");
        candidate.add(
            "symbols",
            BEST_ITEM * best.get(node.file.as_str()).copied().unwrap_or_default(),
            "its best symbol",
        );
        let size = request.profile.weights.size * (1.0 + row.lines as f32 / mean.max(1.0)).ln();
        candidate.add("size", size, "larger files are changed more often");
        candidate.factor = rank::factor(&node, &request.profile, about_tests);
        candidate.settle();
        candidate.add(
            "path",
            NAMED * named.get(&node.file).copied().unwrap_or_default(),
            "named in the question",
        );
        entries.push((candidate, row.lines));
    }
    entries.sort_by(|(a, _), (b, _)| {
        b.score()
            .total_cmp(&a.score())
            .then_with(|| a.node.file.cmp(&b.node.file))
    });
    Ok(entries
        .into_iter()
        .map(|(candidate, lines)| entry(candidate, lines, ranked))
        .collect())
}

fn entry(candidate: Candidate, lines: u32, ranked: &[Candidate]) -> FileEntry {
    let path = &candidate.node.file;
    let names: Vec<_> = ranked
        .iter()
        .filter(|other| other.node.file == *path && other.node.kind != NodeKind::File && other.barred.is_none())
        .take(SYMBOLS)
        .map(|other| sanitize(&other.node.name, 0))
        .collect();
    let names = if names.is_empty() {
        String::new()
    } else {
        format!(": {}", names.join(", "))
    };
    let unit = if lines == 1 { "line" } else { "lines" };
    let text = format!("- {} ({lines} {unit}){names}\n", sanitize(path, 0));
    FileEntry {
        characters: text.chars().count(),
        candidate,
        text,
    }
}
