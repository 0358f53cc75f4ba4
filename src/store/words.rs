//! The words by which a symbol is found, and the only way from a person's words to FTS5.

use std::collections::{HashMap, HashSet};

use crate::graph::NodeId;
use crate::text;

/// At most this many different words of one question are looked up.
const MAX_QUERY_WORDS: usize = 128;

/// Measured on twelve repositories: without repeats a right file is found less often, with more than four not more often.
const MAX_REPEATS: u32 = 4;

/// Lines of a chunk. Measured on the same twelve: 60 and 100 do worse, and so does a body as one chunk.
const PIECE: usize = 40;

/// More pieces are no more of one symbol: they grow longer instead.
const MAX_PIECES: usize = 4_096;

/// Bits of a row id of the full text that are the node's id; above them stands the number of the piece, from 0.
const NODE_BITS: u32 = 40;

/// Leaves the node's id of a row id.
pub(super) const NODE_MASK: i64 = (1 << NODE_BITS) - 1;

/// The row of one piece of a node's words.
pub(super) fn row_of(id: NodeId, piece: usize) -> i64 {
    id.0 | (piece as i64) << NODE_BITS
}

/// The node and the piece of a row.
pub(super) fn place_of(row: i64) -> (NodeId, u32) {
    (NodeId(row & NODE_MASK), (row >> NODE_BITS) as u32)
}

/// The columns of the full text for one symbol, each a list of words with spaces between them.
///
/// Made where files are extracted, on many threads, so that the one writer has nothing to split.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words {
    pub(super) name: String,
    pub(super) scope: String,
    pub(super) signature: String,
    pub(super) doc: String,
    /// The body in pieces of [`PIECE`] lines, at least one: each is a chunk of its own, or a long body would be found by
    /// anything and nothing in it.
    pub(super) pieces: Vec<String>,
}

impl Words {
    /// Splits the texts of one symbol. `bodies` are the pieces of its own text, those of nested definitions left out.
    ///
    /// Of a piece of a body each term counts [`MAX_REPEATS`] times at most: BM25 hardly tells more repeats apart, and the index
    /// stays small.
    pub fn of(name: &str, qualified: &str, signature: &str, doc: &str, bodies: &[&str]) -> Self {
        let mut pieces = pieces(bodies);
        if pieces.is_empty() {
            pieces.push(String::new());
        }
        Self {
            name: join(name),
            scope: join(qualified.strip_suffix(name).unwrap_or(qualified)),
            signature: join(signature),
            doc: join(doc),
            pieces,
        }
    }
}

/// The terms of the bodies, in pieces of about equally many lines. An overlong line does not make a piece longer than
/// others for ever: within a piece repeats are cut off.
fn pieces(bodies: &[&str]) -> Vec<String> {
    let lines: Vec<&str> = bodies.iter().flat_map(|body| body.lines()).collect();
    let count = ((lines.len() + PIECE / 2) / PIECE).clamp(1, MAX_PIECES);
    lines.chunks(lines.len().div_ceil(count).max(1)).map(piece).collect()
}

fn piece(lines: &[&str]) -> String {
    let mut piece = String::new();
    let mut repeats: HashMap<String, u32> = HashMap::new();
    for line in lines {
        text::each_term(line, |term| {
            let count = match repeats.get_mut(term) {
                Some(count) => count,
                None => repeats.entry(term.to_string()).or_default(),
            };
            *count += 1;
            if *count <= MAX_REPEATS {
                push(&mut piece, term);
            }
        });
    }
    piece
}

fn join(text: &str) -> String {
    let mut line = String::new();
    text::each_term(text, |term| push(&mut line, term));
    line
}

fn push(line: &mut String, word: &str) {
    if !line.is_empty() {
        line.push(' ');
    }
    line.push_str(word);
}

/// The FTS5 expression "any of these words", each a quoted string; `None` where nothing is left to look for.
pub(super) fn any_of(words: &[String]) -> Option<String> {
    let mut seen = HashSet::new();
    let mut terms = Vec::new();
    for word in words {
        text::each_term(word, |word| {
            if terms.len() < MAX_QUERY_WORDS && seen.insert(word.to_string()) {
                terms.push(quoted(word));
            }
        });
    }
    (!terms.is_empty()).then(|| terms.join(" OR "))
}

/// A term as an FTS5 string: nothing in it is taken for query syntax.
pub(super) fn quoted(term: &str) -> String {
    format!("\"{}\"", term.replace('"', "\"\"").replace('\0', ""))
}
