//! The words by which a symbol is found, and the only way from a person's words to FTS5.

use std::collections::HashSet;

use crate::text;

/// At most this many different words of one question are looked up.
const MAX_QUERY_WORDS: usize = 128;

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
    /// Of bodies each different word counts once, and none that the symbol's name, signature or doc comment holds
    /// already: what a body adds is that a word is there, and the index stays small.
    pub fn of(name: &str, qualified: &str, signature: &str, doc: &str, bodies: &[&str]) -> Self {
        let (name_words, signature, doc) = (join(name), join(signature), join(doc));
        let mut body = String::new();
        if bodies.iter().any(|piece| !piece.is_empty()) {
            let mut seen: HashSet<String> = [&name_words, &signature, &doc]
                .iter()
                .flat_map(|words| words.split(' '))
                .map(str::to_string)
                .collect();
            for piece in bodies {
                text::each_word(piece, |word| {
                    if !seen.contains(word) {
                        seen.insert(word.to_string());
                        push(&mut body, word);
                    }
                });
            }
        }
        let scope = join(qualified.strip_suffix(name).unwrap_or(qualified));
        Self {
            name: name_words,
            scope,
            signature,
            doc,
            body,
        }
    }
}

fn join(text: &str) -> String {
    let mut line = String::new();
    text::each_word(text, |word| push(&mut line, word));
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
        text::each_word(word, |word| {
            if terms.len() < MAX_QUERY_WORDS && seen.insert(word.to_string()) {
                terms.push(format!("\"{}\"", word.replace('"', "\"\"").replace('\0', "")));
            }
        });
    }
    (!terms.is_empty()).then(|| terms.join(" OR "))
}
