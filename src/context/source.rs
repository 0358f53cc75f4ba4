//! Lines of source files, as they stand on disk now.
//!
//! Invariant: a line that this module gives is a line of the file, made safe to print; it is never taken from the graph.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

use crate::graph::Node;
use crate::store::{Reader, StoreError};
use crate::text::{LineTable, sanitize};

/// Longer lines are shown up to here, with a mark.
const MAX_LINE: usize = 400;
/// Larger files are not read for a bundle: nothing of them could fit.
const MAX_FILE: u64 = 8 << 20;

/// The files read for one bundle, each once.
pub(super) struct Sources<'a> {
    reader: &'a Reader,
    root: PathBuf,
    files: HashMap<String, Option<Source>>,
}

/// One file.
pub(super) struct Source {
    text: String,
    table: LineTable,
    /// Its content is not what was indexed.
    pub stale: bool,
}

impl<'a> Sources<'a> {
    pub fn new(reader: &'a Reader, root: &Path) -> Self {
        Self {
            reader,
            root: root.canonicalize().unwrap_or_else(|_| root.to_path_buf()),
            files: HashMap::new(),
        }
    }

    /// `None` where the file cannot be read.
    pub fn get(&mut self, path: &str) -> Result<Option<&Source>, StoreError> {
        if !self.files.contains_key(path) {
            let source = self.read(path)?;
            self.files.insert(path.to_owned(), source);
        }
        Ok(self.files.get(path).and_then(Option::as_ref))
    }

    /// Whether the file changed since it was indexed; a file that is gone has.
    pub fn is_stale(&mut self, path: &str) -> Result<bool, StoreError> {
        Ok(self.get(path)?.is_none_or(|source| source.stale))
    }

    fn read(&self, path: &str) -> Result<Option<Source>, StoreError> {
        let Some(bytes) = self.bytes(path) else {
            return Ok(None);
        };
        let stale = self.reader.file(path)?.is_none_or(|row| row.hash != xxh3_64(&bytes));
        let text =
            String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        Ok(Some(Source {
            table: LineTable::new(&text),
            text,
            stale,
        }))
    }
}

impl Sources<'_> {
    /// The content of a file under the root; a link that leads out of it is not followed.
    fn bytes(&self, path: &str) -> Option<Vec<u8>> {
        let place = self.root.join(path).canonicalize().ok()?;
        let found = std::fs::metadata(&place).ok()?;
        let is_readable = place.starts_with(&self.root) && found.is_file() && found.len() <= MAX_FILE;
        is_readable.then(|| std::fs::read(&place).ok()).flatten()
    }
}

impl Source {
    pub fn line_count(&self) -> u32 {
        self.table.count()
    }

    /// A line as it stands in the file, without its break; empty past the end.
    pub fn raw(&self, line: u32) -> &str {
        let text = self
            .table
            .range(line)
            .and_then(|range| self.text.get(range))
            .unwrap_or_default();
        text.trim_end_matches(['\n', '\r'])
    }

    /// A line made safe to print: its tabs stay, characters that steer a terminal become visible marks, and what goes
    /// on for more than [`MAX_LINE`] characters is cut with a mark that says how much is missing.
    pub fn line(&self, line: u32) -> String {
        let raw = self.raw(line);
        let mut safe = String::with_capacity(raw.len());
        for (index, piece) in raw.split('\t').enumerate() {
            if index > 0 {
                safe.push('\t');
            }
            safe.push_str(&sanitize(piece, 0));
        }
        let count = safe.chars().count();
        if count <= MAX_LINE {
            return safe;
        }
        let kept: String = safe.chars().take(MAX_LINE).collect();
        format!("{kept}… {} more characters", count - MAX_LINE)
    }

    /// First and last line of a symbol, decorators included, both within the file.
    ///
    /// In a stale file the definition is looked for around the place where it stood, by its name.
    pub fn span(&self, node: &Node) -> (u32, u32) {
        let last = self.line_count().max(1);
        if !self.stale {
            let first = self.table.line_at(node.start_byte as usize).min(node.line.max(1));
            return (first.min(last), node.end_line.clamp(first.min(last), last));
        }
        let length = node.end_line.saturating_sub(node.line);
        let moved = self
            .nearest(&definition(node), node.line)
            .or_else(|| self.nearest(&node.name, node.line));
        let first = moved.unwrap_or(node.line).clamp(1, last);
        (first, first.saturating_add(length).min(last))
    }

    /// The line nearest to `line` that holds the text as whole words.
    fn nearest(&self, text: &str, line: u32) -> Option<u32> {
        if text.is_empty() {
            return None;
        }
        (1..=self.line_count())
            .filter(|candidate| holds_word(self.raw(*candidate), text))
            .min_by_key(|candidate| candidate.abs_diff(line))
    }
}

/// The name with the word before it in the signature, as in `fn walk`: so a definition looks, and few uses do.
fn definition(node: &Node) -> String {
    let before = node.signature.find(&node.name).map_or("", |at| &node.signature[..at]);
    match before.split(' ').rfind(|word| !word.is_empty()) {
        Some(word) if before.ends_with(' ') => format!("{word} {}", node.name),
        _ => String::new(),
    }
}

fn holds_word(line: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    line.match_indices(word).any(|(at, _)| {
        !line[..at].chars().next_back().is_some_and(is_part)
            && !line[at + word.len()..].chars().next().is_some_and(is_part)
    })
}
