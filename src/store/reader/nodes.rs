//! Symbols, by id, key, name and place.

use rusqlite::{Connection, OptionalExtension, Params, Row};

use super::Reader;
use crate::graph::{Node, NodeFlags, NodeId, NodeKind, Visibility};
use crate::store::StoreError;

/// Everything that [`node_of`] reads, in its order. Conditions and an order follow.
pub(in crate::store) const NODE: &str = "SELECT n.id, n.parent, n.kind, m.text, s.text, n.joined, p.text, n.line, \
    n.end_line, n.start_byte, n.end_byte, n.signature, n.doc, n.visibility, n.flags, n.ordinal \
    FROM node n JOIN name m ON m.id = n.name JOIN name s ON s.id = n.scope JOIN path p ON p.id = n.path";

/// Source order within a file, the file's own node first, independent of row ids.
pub(in crate::store) const SOURCE_ORDER: &str =
    "n.kind <> 0, n.start_byte, n.end_byte DESC, n.kind, s.text, m.text, n.ordinal";

impl Reader {
    pub fn node(&self, id: NodeId) -> Result<Option<Node>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(&format!("{NODE} WHERE n.id = ?1"))?
                .query_row([id.0], node_of)
                .optional()
        })
    }

    /// In the order asked for; ids that are gone are left out.
    pub fn nodes(&self, ids: &[NodeId]) -> Result<Vec<Node>, StoreError> {
        self.run(|connection| {
            let mut statement = connection.prepare_cached(&format!("{NODE} WHERE n.id = ?1"))?;
            let mut found = Vec::with_capacity(ids.len());
            for id in ids {
                found.extend(statement.query_row([id.0], node_of).optional()?);
            }
            Ok(found)
        })
    }

    /// The same symbol after a re-index, by [`Node::key`].
    pub fn node_by_key(&self, key: &str) -> Result<Option<Node>, StoreError> {
        let parts: Vec<&str> = key.split('\u{1f}').collect();
        let &[path, qualified, kind, ordinal] = parts.as_slice() else {
            return Ok(None);
        };
        let (Ok(kind), Ok(ordinal)) = (kind.parse::<NodeKind>(), ordinal.parse::<u32>()) else {
            return Ok(None);
        };
        self.run(|connection| {
            connection
                .prepare_cached(&format!(
                    "{NODE} WHERE n.path = (SELECT id FROM path WHERE text = ?1) AND n.kind = ?2 AND n.ordinal = ?3 \
                     AND ?4 = CASE n.joined WHEN 1 THEN s.text || m.text ELSE s.text END"
                ))?
                .query_row((path, kind.code(), ordinal, qualified), node_of)
                .optional()
        })
    }

    /// Members in source order; of a directory, its entries by name.
    pub fn children(&self, id: NodeId) -> Result<Vec<Node>, StoreError> {
        self.run(|connection| {
            all(
                connection,
                &format!("{NODE} WHERE n.parent = ?1 ORDER BY p.text, {SOURCE_ORDER}"),
                [id.0],
            )
        })
    }

    /// Symbols with exactly this simple name (case-sensitive first, then not), by path and source order.
    pub fn by_name(&self, name: &str) -> Result<Vec<Node>, StoreError> {
        self.run(|connection| {
            all(
                connection,
                &format!(
                    "{NODE} WHERE n.name IN (SELECT id FROM name WHERE text = ?1 COLLATE NOCASE) \
                     ORDER BY m.text <> ?1, p.text, {SOURCE_ORDER}"
                ),
                [name],
            )
        })
    }

    /// The node of a file, by its path relative to the root.
    pub fn file_node(&self, path: &str) -> Result<Option<Node>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(&format!(
                    "{NODE} WHERE n.id = (SELECT f.node FROM file f JOIN path q ON q.id = f.id WHERE q.text = ?1)"
                ))?
                .query_row([path], node_of)
                .optional()
        })
    }

    /// All symbols of a file in source order, the file's own node first.
    pub fn symbols_in(&self, path: &str) -> Result<Vec<Node>, StoreError> {
        self.run(|connection| {
            all(
                connection,
                &format!("{NODE} WHERE n.path = (SELECT id FROM path WHERE text = ?1) ORDER BY {SOURCE_ORDER}"),
                [path],
            )
        })
    }

    /// The innermost symbol whose range holds the line; the file's own node where no other does.
    pub fn symbol_at(&self, path: &str, line: u32) -> Result<Option<Node>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(&format!(
                    "{NODE} WHERE n.path = (SELECT id FROM path WHERE text = ?1) AND n.line <= ?2 AND n.end_line >= ?2 \
                     ORDER BY n.kind = 0, n.end_line - n.line, n.end_byte - n.start_byte, {SOURCE_ORDER} LIMIT 1"
                ))?
                .query_row((path, line), node_of)
                .optional()
        })
    }
}

fn all(connection: &Connection, sql: &str, parameters: impl Params) -> rusqlite::Result<Vec<Node>> {
    connection
        .prepare_cached(sql)?
        .query_map(parameters, node_of)?
        .collect()
}

/// Reads one row of [`NODE`].
pub(in crate::store) fn node_of(row: &Row<'_>) -> rusqlite::Result<Node> {
    let name: String = row.get(3)?;
    let mut qualified: String = row.get(4)?;
    if row.get(5)? {
        qualified.push_str(&name);
    }
    Ok(Node {
        id: NodeId(row.get(0)?),
        parent: row.get::<_, Option<i64>>(1)?.map(NodeId),
        kind: code(row, 2, NodeKind::from_code)?,
        name,
        qualified,
        file: row.get(6)?,
        line: row.get(7)?,
        end_line: row.get(8)?,
        start_byte: row.get(9)?,
        end_byte: row.get(10)?,
        signature: row.get(11)?,
        doc: row.get(12)?,
        visibility: code(row, 13, Visibility::from_code)?,
        flags: NodeFlags(row.get(14)?),
        ordinal: row.get(15)?,
    })
}

/// A member of a closed set, by its code in the column.
pub(in crate::store) fn code<T>(row: &Row<'_>, column: usize, of: fn(u8) -> Option<T>) -> rusqlite::Result<T> {
    let value: i64 = row.get(column)?;
    u8::try_from(value)
        .ok()
        .and_then(of)
        .ok_or(rusqlite::Error::IntegralValueOutOfRange(column, value))
}
