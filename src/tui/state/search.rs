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
    /// Shown first while nothing is typed: what was visited lately, then what is used most, with the number of places.
    pub offered: Vec<(Mark, Option<u64>)>,
    pub asked: Option<Ticket>,
    /// Enter was pressed before the answer came: it is meant for what the answer brings.
    pub accepted: bool,
    pub slow: bool,
    /// All symbols that are searched.
    pub total: usize,
    /// The names could not be read: why.
    pub failed: Option<String>,
}

/// A row of the search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fitting<'a> {
    /// With the number of places where it is used; `None`: visited lately.
    Offered(&'a Mark, Option<u64>),
    Hit(&'a Hit),
}

impl Search {
    fn offered(&self) -> &[(Mark, Option<u64>)] {
        match self.input.text().trim().is_empty() {
            true => &self.offered,
            false => &[],
        }
    }

    pub fn offered_count(&self) -> usize {
        self.offered().len()
    }

    pub fn count(&self) -> usize {
        self.offered().len() + self.hits.len()
    }

    pub fn row(&self, at: usize) -> Option<Fitting<'_>> {
        let offered = self.offered();
        match offered.get(at) {
            Some((mark, places)) => Some(Fitting::Offered(mark, *places)),
            None => self.hits.get(at - offered.len()).map(Fitting::Hit),
        }
    }

    pub fn current(&self) -> Option<Fitting<'_>> {
        self.row(self.list.cursor)
    }
}

impl Fitting<'_> {
    pub fn id(self) -> crate::graph::NodeId {
        match self {
            Self::Offered(mark, _) => mark.id,
            Self::Hit(hit) => hit.id,
        }
    }

    pub fn file(&self) -> &str {
        match self {
            Self::Offered(mark, _) => &mark.file,
            Self::Hit(hit) => &hit.file,
        }
    }

    pub const fn line(self) -> u32 {
        match self {
            Self::Offered(mark, _) => mark.line,
            Self::Hit(hit) => hit.line,
        }
    }
}
