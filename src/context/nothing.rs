//! The answer where nothing was found: what was tried, and what is close.

use super::Request;
use super::question::Question;
use crate::query::search::Index;
use crate::store::{FileRow, Reader, StoreError};
use crate::text::{self, sanitize, truncate};

/// The whole answer stays below this.
const LIMIT: usize = 600;
/// Names and words that are listed as tried.
const TRIED: usize = 8;
/// Close names that are offered.
const CLOSE: usize = 5;

/// The text, at most `room` characters and always fewer than 600.
pub(super) fn nothing(
    reader: &Reader,
    request: &Request,
    question: &Question,
    rows: &[FileRow],
    room: usize,
) -> Result<String, StoreError> {
    let mut text = String::from("Nothing found.\n");
    let places = question.places.iter().map(|place| place.path.as_str());
    let tried: Vec<&str> = question.names.iter().map(String::as_str).chain(places).collect();
    list(&mut text, "Names tried", &tried);
    let words = written(request, question);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    list(&mut text, "Words tried", &words);
    if rows.is_empty() {
        text.push_str("The graph holds no file: run `portolan index` in the project.\n");
    } else if request.symbols.is_empty() && tried.is_empty() && words.is_empty() {
        text.push_str("The question holds no word to look for: name a symbol, a file, or what the code does.\n");
    } else {
        let close = close(reader, question, &words)?;
        let close: Vec<&str> = close.iter().map(String::as_str).collect();
        list(&mut text, "Close", &close);
    }
    let limit = room.min(LIMIT - 1);
    if text.chars().count() > limit {
        text = text.chars().take(limit.saturating_sub(1)).collect();
        text.push('\n');
    }
    Ok(text)
}

/// The words of the question that were looked up, as they were written.
fn written(request: &Request, question: &Question) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in text::words(&request.question) {
        let stem = text::stem(&word);
        if question.terms.iter().any(|term| term.text == stem) && !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

fn list(text: &mut String, what: &str, items: &[&str]) {
    if items.is_empty() {
        return;
    }
    let shown: Vec<String> = items
        .iter()
        .take(TRIED)
        .map(|item| truncate(&sanitize(item, 0), 40).into_owned())
        .collect();
    let more = items.len().saturating_sub(TRIED);
    let more = if more > 0 {
        format!(", {more} more")
    } else {
        String::new()
    };
    text.push_str(&format!("{what}: {}{more}.\n", shown.join(", ")));
}

/// Symbols whose names come nearest to what was asked.
fn close(reader: &Reader, question: &Question, words: &[&str]) -> Result<Vec<String>, StoreError> {
    let wanted: Vec<String> = match question.names.is_empty() {
        false => question
            .names
            .iter()
            .filter_map(|name| name.rsplit(['.', ':', '#']).next())
            .map(str::to_owned)
            .collect(),
        true => words.iter().map(|word| (*word).to_owned()).collect(),
    };
    let index = Index::load(reader)?;
    let mut close = Vec::new();
    for word in wanted.iter().take(TRIED) {
        for hit in index.similar(word, 2) {
            let name = format!("{} ({}:{})", hit.qualified, hit.file, hit.line);
            if close.len() < CLOSE && !close.contains(&name) {
                close.push(name);
            }
        }
    }
    Ok(close)
}
