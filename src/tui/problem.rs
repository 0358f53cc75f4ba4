//! What is wrong in a file that a person wrote: where, and what they may have meant.

use std::fmt;

/// A mistake in a theme or keymap file. It never aborts anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub file: String,
    /// From 1.
    pub line: usize,
    pub message: String,
}

impl Problem {
    pub fn new(file: &str, line: usize, message: String) -> Self {
        Self {
            file: file.to_owned(),
            line,
            message,
        }
    }

    /// A file that is not TOML, or not of the expected shape.
    pub fn of_toml(file: &str, text: &str, error: &toml::de::Error) -> Self {
        let at = error.span().map_or(0, |span| span.start);
        Self::new(file, line_of(text, at), error.message().to_owned())
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

/// The line, from 1, of a byte offset.
pub fn line_of(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
}

/// "unknown action `peak`; did you mean `peek`?"
pub fn nearest<'a>(what: &str, word: &str, known: impl Iterator<Item = &'a str>) -> String {
    let close = known
        .map(|name| (similar_by_pairs(word, name), name))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .filter(|(likeness, _)| *likeness > 0.4);
    match close {
        Some((_, name)) => format!("unknown {what} `{word}`; did you mean `{name}`?"),
        None => format!("unknown {what} `{word}`"),
    }
}

/// Likeness of two words from 0 to 1 by the letters that they share in order.
fn similar_by_pairs(a: &str, b: &str) -> f32 {
    similar::TextDiff::from_chars(a, b).ratio()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_offered_only_when_it_is_near() {
        let known = ["muted", "accent"];
        assert_eq!(
            nearest("key", "mutde", known.into_iter()),
            "unknown key `mutde`; did you mean `muted`?"
        );
        assert_eq!(nearest("key", "zzz", known.into_iter()), "unknown key `zzz`");
    }
}
