//! The words of the question in names, comments and bodies: BM25 over symbols, added up over files.
//!
//! A symbol is a chunk. A file's score is that of its best chunks, each next one counting half as much, with the words
//! of its path: one function that answers weighs more than many that mention.

use std::collections::{HashMap, HashSet};

use crate::context::question::{Question, Term};
use crate::graph::{NodeFlags, NodeId, NodeKind};
use crate::store::{FileRow, Reader, StoreError};
use crate::text;

/// Hits of one word that are read, the best first.
const MAX_HITS: usize = 4_000;
/// Chunks of one file that count towards its score.
const CHUNKS: usize = 3;

/// What the words of the path are worth beside those of a chunk. A path is short, so that each of its words weighs.
const PATH: f32 = 2.0;

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
    let mut hits: HashMap<NodeId, Hit> = HashMap::new();
    let mut goal = HashMap::new();
    let mut rarity = Vec::new();
    for term in &question.terms {
        let mut files = HashSet::new();
        for place in reader.term_places(&term.text, MAX_HITS)? {
            let Some(&row) = row_of.get(&place.file) else { continue };
            files.insert(row);
            let hit = hits.entry(place.id).or_insert(Hit {
                id: place.id,
                kind: place.kind,
                flags: place.flags,
                row,
                score: 0.0,
            });
            hit.score += term.weight * place.score;
        }
        let rare = inverse_frequency(rows.len(), files.len());
        rarity.push((term, rare));
        if !files.is_empty() {
            goal.insert(term.text.clone(), term.weight * rare);
        }
    }
    let mut symbols: Vec<Hit> = hits.into_values().collect();
    symbols.sort_unstable_by(|a, b| b.score.total_cmp(&a.score).then(a.id.cmp(&b.id)));
    let files = file_scores(&symbols, rows, &rarity);
    let best = symbols.first().map_or(0.0, |hit| hit.score);
    if best > 0.0 {
        symbols.iter_mut().for_each(|hit| hit.score /= best);
    }
    let by_id = symbols.iter().map(|hit| (hit.id, hit.score)).collect();
    Ok(Scores {
        symbols,
        by_id,
        files,
        goal,
    })
}

/// Adds chunks (best first) up by file, and what stands in the paths.
fn file_scores(symbols: &[Hit], rows: &[FileRow], rarity: &[(&Term, f32)]) -> HashMap<String, f32> {
    let mut sums = vec![0.0_f32; rows.len()];
    let mut counted = vec![0_usize; rows.len()];
    for hit in symbols {
        if counted[hit.row] < CHUNKS {
            sums[hit.row] += hit.score * 0.5_f32.powi(counted[hit.row] as i32);
            counted[hit.row] += 1;
        }
    }
    for (row, sum) in rows.iter().zip(&mut sums) {
        let mut path = HashSet::new();
        text::each_term(&row.path, |term| {
            path.insert(term.to_owned());
        });
        let named = rarity.iter().filter(|(term, _)| path.contains(&term.text));
        *sum += named.map(|(term, rare)| term.weight * rare * PATH).sum::<f32>();
    }
    let best = sums.iter().copied().fold(0.0, f32::max);
    let scored = rows.iter().zip(&sums).filter(|(_, sum)| **sum > 0.0);
    scored.map(|(row, sum)| (row.path.clone(), sum / best)).collect()
}

/// The inverse document frequency of BM25 (Robertson and Zaragoza), in the form that is never below zero.
fn inverse_frequency(all: usize, with: usize) -> f32 {
    let (all, with) = (all as f32, (with as f32).min(all as f32));
    (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
}
