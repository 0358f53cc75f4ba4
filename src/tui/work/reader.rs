//! A worker's own reader of the graph, opened anew when the graph has changed.

use std::sync::atomic::Ordering;

use super::Ground;
use crate::graph::Node;
use crate::store::{Reader, StoreError};
use crate::tui::state::Mark;

pub struct Graph {
    ground: Ground,
    open: Option<(u64, Reader)>,
}

impl Graph {
    pub const fn new(ground: Ground) -> Self {
        Self { ground, open: None }
    }

    /// Reads, on one state of the graph.
    ///
    /// # Errors
    /// A sentence: there is no graph yet, or it cannot be read.
    pub fn read<T>(&mut self, read: impl FnOnce(&Reader) -> Result<T, StoreError>) -> Result<T, String> {
        let epoch = self.ground.epoch.load(Ordering::SeqCst);
        if self.open.as_ref().is_none_or(|(opened, _)| *opened != epoch) {
            self.open = None;
            let reader = Reader::open(&self.ground.db).map_err(|error| error.to_string())?;
            self.open = Some((epoch, reader));
        }
        let Some((_, reader)) = &self.open else {
            return Err("the graph is not open".to_owned());
        };
        let result = reader.at_one_generation(read);
        if result.is_err() {
            self.open = None;
        }
        result.map_err(|error| error.to_string())
    }
}

/// The symbol of a mark: by its id while that is the same symbol, else by its key.
///
/// # Errors
/// What the store says.
pub fn find(reader: &Reader, mark: &Mark) -> Result<Option<Node>, StoreError> {
    let same = |node: &Node| node.qualified == mark.qualified && node.file == mark.file && node.kind == mark.kind;
    match reader.node(mark.id)?.filter(same) {
        Some(node) => Ok(Some(node)),
        None => reader.node_by_key(&mark.key),
    }
}
