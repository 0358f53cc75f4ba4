//! The text of files, as read from disk, with the colours that have been found for their lines.

use std::sync::Arc;

use super::Ticket;
use crate::tui::theme::Role;

/// How many files are kept.
const KEPT: usize = 24;

/// One file.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    pub path: String,
    pub lines: Arc<Vec<String>>,
    /// xxh3-64 of the bytes.
    pub hash: u64,
    /// What lies in a directory, not the text of a file.
    pub listing: bool,
    /// For each line, its coloured parts; `None` until they are known.
    pub styled: Vec<Option<Arc<[Span]>>>,
    /// The window of lines whose colours have been asked for, from 0, end exclusive.
    pub asked: Option<(usize, usize)>,
}

/// A part of a line, in bytes, and what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    pub start: u32,
    pub end: u32,
    pub role: Role,
}

/// A file in the library.
#[derive(Debug, Clone, PartialEq)]
pub enum Entry {
    Here(Arc<Document>),
    /// It could not be read: why.
    Failed(String),
}

/// The files that have been read lately.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Library {
    /// The latest used last.
    entries: Vec<(String, Entry)>,
    /// Files that have been asked for.
    asked: Vec<(String, Ticket)>,
}

impl Document {
    pub fn new(path: String, lines: Vec<String>, hash: u64) -> Self {
        Self {
            path,
            styled: vec![None; lines.len()],
            lines: Arc::new(lines),
            hash,
            listing: false,
            asked: None,
        }
    }
}

impl Library {
    pub fn get(&self, path: &str) -> Option<&Entry> {
        self.entries
            .iter()
            .find(|(known, _)| known == path)
            .map(|(_, entry)| entry)
    }

    pub fn document(&self, path: &str) -> Option<&Arc<Document>> {
        match self.get(path)? {
            Entry::Here(document) => Some(document),
            Entry::Failed(_) => None,
        }
    }

    pub fn document_mut(&mut self, path: &str) -> Option<&mut Document> {
        let (_, entry) = self.entries.iter_mut().find(|(known, _)| known == path)?;
        match entry {
            Entry::Here(document) => Some(Arc::make_mut(document)),
            Entry::Failed(_) => None,
        }
    }

    /// Whether the file must be asked for: it is neither here nor on its way.
    pub fn lacks(&self, path: &str) -> bool {
        self.get(path).is_none() && !self.asked.iter().any(|(known, _)| known == path)
    }

    pub fn ask(&mut self, path: &str, ticket: Ticket) {
        self.asked.retain(|(known, _)| known != path);
        self.asked.push((path.to_owned(), ticket));
    }

    /// A file has come. It is dropped if it was asked for again since.
    pub fn receive(&mut self, path: &str, ticket: Ticket, entry: Entry) {
        let Some(at) = self.asked.iter().position(|asked| *asked == (path.to_owned(), ticket)) else {
            return;
        };
        self.asked.remove(at);
        let unchanged = match (self.get(path), &entry) {
            (Some(Entry::Here(old)), Entry::Here(new)) => old.hash == new.hash,
            _ => false,
        };
        if unchanged {
            return;
        }
        self.entries.retain(|(known, _)| known != path);
        self.entries.push((path.to_owned(), entry));
        if self.entries.len() > KEPT {
            self.entries.remove(0);
        }
    }

    /// The file is on the screen: it is dropped last.
    pub fn touch(&mut self, path: &str) {
        if self.entries.last().is_none_or(|(last, _)| last == path) {
            return;
        }
        if let Some(at) = self.entries.iter().position(|(known, _)| known == path) {
            let entry = self.entries.remove(at);
            self.entries.push(entry);
        }
    }

    /// Files may have changed: what is here stays readable, and is asked for anew when it is next shown.
    /// Returns the paths that are kept.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|(path, _)| path.as_str())
    }

    /// Forgets everything but these files.
    pub fn keep_only(&mut self, paths: &[String]) {
        self.entries.retain(|(path, _)| paths.contains(path));
    }
}
