//! One symbol by itself, for those who asked for it by name.

use std::path::Path;

use super::ladder::ladder;
use super::prune::Goal;
use super::source::Sources;
use crate::graph::Node;
use crate::store::{Reader, StoreError};

/// The most of a symbol that fits into `room` characters: a function's source, a container's outline; numbered lines,
/// read from disk now. `None` where its file cannot be read, or nothing of it fits.
pub fn show(
    reader: &Reader,
    root: &Path,
    node: &Node,
    min_confidence: f32,
    room: usize,
) -> Result<Option<String>, StoreError> {
    let mut sources = Sources::new(reader, root);
    let rungs = ladder(reader, &mut sources, node, &Goal::new(), min_confidence)?;
    Ok(rungs
        .into_iter()
        .rev()
        .find(|rung| rung.characters <= room)
        .map(|rung| rung.text))
}
