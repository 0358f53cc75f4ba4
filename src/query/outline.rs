//! What a container holds.

use crate::graph::{Node, NodeId, NodeKind};
use crate::store::{Reader, StoreError};

/// One line of an outline.
#[derive(Debug, Clone, PartialEq)]
pub struct OutlineRow {
    pub node: Node,
    /// 0 for the container's own members.
    pub depth: u32,
}

/// The members of a container in source order, each followed by its own, down to `depth` layers, at most `limit`
/// rows. Parameters and imports are left out. The second value counts rows beyond the limit.
pub fn outline(reader: &Reader, id: NodeId, depth: u32, limit: usize) -> Result<(Vec<OutlineRow>, usize), StoreError> {
    let mut rows = Vec::new();
    let mut beyond = 0;
    // An explicit stack: a tree of modules may be deep.
    let mut open: Vec<OutlineRow> = members(reader, id, 0)?;
    while let Some(row) = open.pop() {
        if row.depth + 1 < depth && row.node.kind.is_container() {
            open.extend(members(reader, row.node.id, row.depth + 1)?);
        }
        if rows.len() < limit {
            rows.push(row);
        } else {
            beyond += 1;
        }
    }
    Ok((rows, beyond))
}

/// Members, last first, as the stack wants them.
fn members(reader: &Reader, id: NodeId, depth: u32) -> Result<Vec<OutlineRow>, StoreError> {
    let children = reader.children(id)?;
    let shown = |node: &Node| !matches!(node.kind, NodeKind::Parameter | NodeKind::Import | NodeKind::Export);
    Ok(children
        .into_iter()
        .rev()
        .filter(shown)
        .map(|node| OutlineRow { node, depth })
        .collect())
}
