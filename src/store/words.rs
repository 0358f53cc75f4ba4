//! The words by which a symbol is found, and the only way from a person's words to FTS5.

use std::collections::{HashMap, HashSet};

use crate::text;

/// At most this many different words of one question are looked up.
const MAX_QUERY_WORDS: usize = 128;

/// Measured on twelve repositories: without repeats a right file is found less often, with more than four not more often.
const MAX_REPEATS: u32 = 4;

/// The columns of the full text for one symbol, each a list of words with spaces between them.
///
/// Made where files are extracted, on many threads, so that the one writer has nothing to split.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words {
    pub(super) name: String,
    pub(super) scope: String,
    pub(super) signature: String,
    pub(super) doc: String,
    pub(super) body: String,
}

impl Words {
    /// Splits the texts of one symbol. `bodies` are the pieces of its own text, those of nested definitions left out.
    ///
    /// Of bodies each term counts [`MAX_REPEATS`] times at most: BM25 hardly tells more repeats apart, and the index
    /// stays small.
    pub fn of(name: &str, qualified: &str, signature: &str, doc: &str, bodies: &[&str]) -> Self {
        let mut body = String::new();
        let mut repeats: HashMap<String, u32> = HashMap::new();
        for piece in bodies {
            text::each_term(piece, |term| {
                let count = match repeats.get_mut(term) {
                    Some(count) => count,
                    None => repeats.entry(term.to_string()).or_default(),
                };
                *count += 1;
                if *count <= MAX_REPEATS {
                    push(&mut body, term);
                }
            });
        }
        Self {
            name: join(name),
            scope: join(qualified.strip_suffix(name).unwrap_or(qualified)),
            signature: join(signature),
            doc: join(doc),
            body,
        }
    }
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
