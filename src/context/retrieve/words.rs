//! The words of the question in names, comments and bodies: BM25 over symbols, added up over files.
//!
//! A symbol is a chunk, a long one several. A file's score is that of its best chunks, each next one counting less: one
//! function that answers weighs more than many that mention. A word of the path counts like one in every chunk of the
//! file, and what it counts it does not count again: whoever writes `walk.rs` need not say `walk` in each function.
//!
//! The constants were chosen by hand on twelve repositories with forty real changes each, all of them in view at once, so
//! the figures there are not those of a hold-out; between neighbouring values the differences are noise.

use std::collections::{HashMap, HashSet};

use crate::context::question::Question;
use crate::graph::{NodeFlags, NodeId, NodeKind};
use crate::store::{FileRow, Reader, StoreError};
use crate::text;

/// Hits of one word that are read, the best first.
const MAX_HITS: usize = 4_000;
/// Chunks of one file that count towards its score.
const CHUNKS: usize = 3;
/// What each next chunk counts of the one before it.
const DECAY: f32 = 0.7;
/// What a word of the path is worth, in its rarity among files.
const PATH: f32 = 4.0;
/// What is left of a word in a chunk where the path holds it, too.
const AGAIN: f32 = 0.4;

/// Where the words of a question stand.
#[derive(Debug, Default)]
pub struct Scores {
    /// Symbols that hold any of the words, best first.
    pub symbols: Vec<Hit>,
    by_id: HashMap<NodeId, f32>,
    /// What the words are worth in each file, by its path; the best has 1.
    pub files: HashMap<String, f32>,
    /// Words that stand somewhere, with how rare they are here times their weight: higher leads further.
    pub goal: HashMap<String, f32>,
}

/// A symbol that holds words of the question.
#[derive(Debug, Clone, Copy)]
pub struct Hit {
    pub id: NodeId,
    pub kind: NodeKind,
    pub flags: NodeFlags,
    /// Place of its file among the rows.
    pub row: usize,
    /// The best has 1.
    pub score: f32,
}

impl Scores {
    /// What the words of a symbol are worth: 1 for the best, 0 where none stands in it.
    pub fn of(&self, id: NodeId) -> f32 {
        self.by_id.get(&id).copied().unwrap_or_default()
    }
}

/// Looks every word of the question up.
pub fn words(reader: &Reader, question: &Question, rows: &[FileRow]) -> Result<Scores, StoreError> {
    let row_of: HashMap<NodeId, usize> = rows.iter().enumerate().map(|(at, row)| (row.node, at)).collect();
    let in_paths = in_paths(question, rows);
    let mut files = Files::new(rows.len());
    let mut hits: HashMap<NodeId, Hit> = HashMap::new();
    let mut goal = HashMap::new();
    for (term, named) in question.terms.iter().zip(&in_paths) {
        let places = reader.term_places(&term.text, MAX_HITS)?;
        let holding: HashSet<usize> = places
            .iter()
            .filter_map(|place| row_of.get(&place.file))
            .copied()
            .collect();
        let rarity = inverse_frequency(rows.len(), holding.len());
        if !holding.is_empty() {
            goal.insert(term.text.clone(), term.weight * rarity);
        }
        let by_path = term.weight * rarity * PATH;
        named.iter().for_each(|row| files.path[*row] += by_path);
        // Of several pieces of one symbol the best counts.
        let mut best: HashMap<NodeId, f32> = HashMap::new();
        for place in places {
            let Some(&row) = row_of.get(&place.file) else { continue };
            let score = term.weight * place.score;
            hits.entry(place.id).or_insert(Hit {
                id: place.id,
                kind: place.kind,
                flags: place.flags,
                row,
                score: 0.0,
            });
            let known = best.entry(place.id).or_default();
            *known = known.max(score);
            let beyond = if named.contains(&row) {
                (score - by_path).max(score * AGAIN)
            } else {
                score
            };
            *files.chunks[row].entry((place.id, place.piece)).or_default() += beyond;
        }
        for (id, score) in best {
            if let Some(hit) = hits.get_mut(&id) {
                hit.score += score;
            }
        }
    }
    let mut symbols: Vec<Hit> = hits.into_values().collect();
    symbols.sort_unstable_by(|a, b| b.score.total_cmp(&a.score).then(a.id.cmp(&b.id)));
    let best = symbols.first().map_or(0.0, |hit| hit.score);
    if best > 0.0 {
        symbols.iter_mut().for_each(|hit| hit.score /= best);
    }
    Ok(Scores {
        by_id: symbols.iter().map(|hit| (hit.id, hit.score)).collect(),
        files: files.scores(rows),
        symbols,
        goal,
    })
}

/// For each term the files whose path holds it.
fn in_paths(question: &Question, rows: &[FileRow]) -> Vec<HashSet<usize>> {
    let mut found = vec![HashSet::new(); question.terms.len()];
    let place: HashMap<&str, usize> = question.terms.iter().map(|term| term.text.as_str()).zip(0..).collect();
    for (row, at) in rows.iter().zip(0..) {
        text::each_term(&row.path, |term| {
            if let Some(term) = place.get(term) {
                found[*term].insert(at);
            }
        });
    }
    found
}

/// What is known of each file, by its row.
struct Files {
    /// The words of its path.
    path: Vec<f32>,
    /// The words of each of its chunks beyond those of its path.
    chunks: Vec<HashMap<(NodeId, u32), f32>>,
}

impl Files {
    fn new(count: usize) -> Self {
        Self {
            path: vec![0.0; count],
            chunks: vec![HashMap::new(); count],
        }
    }

    fn scores(self, rows: &[FileRow]) -> HashMap<String, f32> {
        let mut sums = Vec::with_capacity(rows.len());
        for (path, chunks) in self.path.iter().zip(self.chunks) {
            let mut chunks: Vec<f32> = chunks.into_values().collect();
            chunks.sort_unstable_by(|a, b| b.total_cmp(a));
            chunks.resize(chunks.len().clamp(1, CHUNKS), 0.0);
            let weighed = chunks
                .iter()
                .zip(0..)
                .map(|(chunk, at)| (path + chunk) * DECAY.powi(at));
            sums.push(weighed.sum::<f32>());
        }
        let best = sums.iter().copied().fold(0.0, f32::max);
        let scored = rows.iter().zip(&sums).filter(|(_, sum)| **sum > 0.0);
        scored.map(|(row, sum)| (row.path.clone(), sum / best)).collect()
    }
}

/// The inverse document frequency of BM25 (Robertson and Zaragoza), in the form that is never below zero.
fn inverse_frequency(all: usize, with: usize) -> f32 {
    let (all, with) = (all as f32, (with as f32).min(all as f32));
    (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
}
