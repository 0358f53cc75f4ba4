//! The search over every symbol.

use std::sync::Arc;

use super::{Input, List, Mark, Ticket};
use crate::query::search::{Hit, Query};

/// The search. It stays as it was left.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Search {
    pub input: Input,
    pub query: Query,
    pub list: List,
    /// What is shown, for the query under `shown`.
    pub hits: Arc<Vec<Hit>>,
    /// What was visited lately, shown first while nothing is typed.
    pub recent: Vec<Mark>,
    pub asked: Option<Ticket>,
    pub slow: bool,
    /// All symbols that are searched.
    pub total: usize,
    /// The names could not be read: why.
    pub failed: Option<String>,
}

/// A row of the search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fitting<'a> {
    Recent(&'a Mark),
    Hit(&'a Hit),
}

impl Search {
    /// Recent symbols stand first only while nothing is typed.
    fn recent(&self) -> &[Mark] {
        match self.input.text().trim().is_empty() {
            true => &self.recent,
            false => &[],
        }
    }

    pub fn recent_count(&self) -> usize {
        self.recent().len()
    }

    pub fn count(&self) -> usize {
        self.recent().len() + self.hits.len()
    }

    pub fn row(&self, at: usize) -> Option<Fitting<'_>> {
        let recent = self.recent();
        match recent.get(at) {
            Some(mark) => Some(Fitting::Recent(mark)),
            None => self.hits.get(at - recent.len()).map(Fitting::Hit),
        }
    }

    pub fn current(&self) -> Option<Fitting<'_>> {
        self.row(self.list.cursor)
    }
}

impl Fitting<'_> {
    pub fn id(self) -> crate::graph::NodeId {
        match self {
            Self::Recent(mark) => mark.id,
            Self::Hit(hit) => hit.id,
        }
    }

    pub fn file(&self) -> &str {
        match self {
            Self::Recent(mark) => &mark.file,
            Self::Hit(hit) => &hit.file,
        }
    }

    pub const fn line(self) -> u32 {
        match self {
            Self::Recent(mark) => mark.line,
            Self::Hit(hit) => hit.line,
        }
    }
}
