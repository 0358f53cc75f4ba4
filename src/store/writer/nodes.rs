//! Symbols: compared by key, so that what stays keeps its row id.

use std::collections::HashMap;

use super::Writer;
use crate::graph::{Node, NodeFlags, NodeId, NodeKind, Visibility};
use crate::store::StoreError;
use crate::store::reader::{NODE, node_of};
use crate::store::words::{Words, row_of};

/// One symbol of a file, before it has an id.
#[derive(Debug, Clone, PartialEq)]
pub struct NewNode {
    /// Index of the containing symbol among the nodes of the same file; `None`: the directory for the file's own node,
    /// the file for others.
    pub parent: Option<usize>,
    pub kind: NodeKind,
    pub name: String,
    pub qualified: String,
    pub line: u32,
    pub end_line: u32,
    pub start_byte: u32,
    pub end_byte: u32,
    pub signature: String,
    pub doc: String,
    pub visibility: Visibility,
    pub flags: NodeFlags,
    pub ordinal: u32,
    pub words: Words,
}

impl Writer {
    /// Makes the nodes of one path equal to `nodes`; the first one's parent is `above`. Returns their ids, in order.
    pub(super) fn put_nodes(
        &mut self,
        path: i64,
        above: Option<NodeId>,
        nodes: &[NewNode],
    ) -> rusqlite::Result<Vec<NodeId>> {
        let mut standing = if self.fresh {
            HashMap::new()
        } else {
            self.standing(path)?
        };
        let mut ids: Vec<NodeId> = Vec::with_capacity(nodes.len());
        for node in nodes {
            // A parent stands before its members; where it does not, the file holds them.
            let parent = match node.parent.and_then(|index| ids.get(index)).or(ids.first()) {
                Some(&parent) => Some(parent),
                None => above,
            };
            let key = (node.kind, node.qualified.clone(), node.ordinal);
            let id = match standing.remove(&key) {
                Some(old) => {
                    if !is_same(&old, node, parent) {
                        self.write_node(Some(old.id), path, parent, node)?;
                    }
                    self.write_words(old.id, &node.words, true)?;
                    old.id
                }
                None => {
                    let id = self.write_node(None, path, parent, node)?;
                    self.write_words(id, &node.words, false)?;
                    id
                }
            };
            ids.push(id);
        }
        for (_, gone) in standing {
            self.remove_node(gone.id)?;
        }
        self.changed = true;
        Ok(ids)
    }

    /// The ids of a file's symbols by what makes up their keys, the file's own node included.
    pub fn node_ids(&self, path: &str) -> Result<HashMap<(NodeKind, String, u32), NodeId>, StoreError> {
        self.read(|connection| {
            connection
                .prepare_cached(
                    "SELECT n.id, n.kind, n.ordinal, n.joined, s.text, m.text FROM node n \
                     JOIN path p ON p.id = n.path JOIN name s ON s.id = n.scope JOIN name m ON m.id = n.name \
                     WHERE p.text = ?1",
                )?
                .query_map([path], |row| {
                    let mut qualified: String = row.get(4)?;
                    if row.get(3)? {
                        qualified.push_str(row.get_ref(5)?.as_str()?);
                    }
                    let kind = NodeKind::from_code(row.get(1)?).unwrap_or(NodeKind::File);
                    Ok(((kind, qualified, row.get(2)?), NodeId(row.get(0)?)))
                })?
                .collect()
        })
    }

    /// Puts symbols into other containers than those that stand around them: methods apart from their types.
    pub fn put_parents(&mut self, parents: &[(NodeId, NodeId)]) -> Result<(), StoreError> {
        self.run(|writer| {
            for (id, parent) in parents {
                let changed = writer
                    .connection
                    .prepare_cached("UPDATE node SET parent = ?2 WHERE id = ?1 AND parent IS NOT ?2")?
                    .execute((id.0, parent.0))?;
                writer.changed |= changed > 0;
            }
            Ok(())
        })
    }

    fn standing(&self, path: i64) -> rusqlite::Result<HashMap<(NodeKind, String, u32), Node>> {
        self.connection
            .prepare_cached(&format!("{NODE} WHERE n.path = ?1"))?
            .query_map([path], node_of)?
            .map(|node| node.map(|node| ((node.kind, node.qualified.clone(), node.ordinal), node)))
            .collect()
    }

    fn write_node(
        &mut self,
        id: Option<NodeId>,
        path: i64,
        parent: Option<NodeId>,
        node: &NewNode,
    ) -> rusqlite::Result<NodeId> {
        let name = self.name(&node.name)?;
        let scope = node.qualified.strip_suffix(node.name.as_str());
        let joined = scope.is_some();
        let scope = self.name(scope.unwrap_or(&node.qualified))?;
        // An upsert, not a replacement: a replaced row would take its edges with it.
        self.connection
            .prepare_cached(
                "INSERT INTO node(id, path, parent, kind, name, scope, joined, line, end_line, start_byte, end_byte, \
                 visibility, flags, ordinal, signature, doc) \
                 VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16) \
                 ON CONFLICT(id) DO UPDATE SET parent = ?3, line = ?8, end_line = ?9, start_byte = ?10, end_byte = ?11, \
                 visibility = ?12, flags = ?13, signature = ?15, doc = ?16",
            )?
            .execute(rusqlite::params![
                id.map(|id| id.0),
                path,
                parent.map(|parent| parent.0),
                node.kind.code(),
                name,
                scope,
                joined,
                node.line,
                node.end_line,
                node.start_byte,
                node.end_byte,
                node.visibility.code(),
                node.flags.0,
                node.ordinal,
                node.signature,
                node.doc,
            ])?;
        Ok(id.unwrap_or_else(|| NodeId(self.connection.last_insert_rowid())))
    }

    fn write_words(&mut self, id: NodeId, words: &Words, replace: bool) -> rusqlite::Result<()> {
        if replace {
            self.remove_words(id)?;
        }
        let mut insert = self.connection.prepare_cached(
            "INSERT INTO words(rowid, name, scope, signature, doc, body) VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
        )?;
        for (number, piece) in words.pieces.iter().enumerate() {
            let (signature, doc) = if number == 0 {
                (words.signature.as_str(), words.doc.as_str())
            } else {
                ("", "")
            };
            insert.execute((row_of(id, number), &words.name, &words.scope, signature, doc, piece))?;
        }
        Ok(())
    }

    fn remove_words(&mut self, id: NodeId) -> rusqlite::Result<()> {
        let mut remove = self.connection.prepare_cached("DELETE FROM words WHERE rowid = ?1")?;
        let mut is_there = self
            .connection
            .prepare_cached("SELECT 1 FROM words_docsize WHERE id = ?1")?;
        for number in 0.. {
            let row = row_of(id, number);
            if !is_there.exists([row])? {
                break;
            }
            remove.execute([row])?;
        }
        Ok(())
    }

    /// Removes a symbol with its words and the edges at both its ends.
    pub(super) fn remove_node(&mut self, id: NodeId) -> rusqlite::Result<()> {
        self.remove_words(id)?;
        self.connection
            .prepare_cached("DELETE FROM node WHERE id = ?1")?
            .execute([id.0])?;
        self.changed = true;
        Ok(())
    }
}

fn is_same(old: &Node, new: &NewNode, parent: Option<NodeId>) -> bool {
    old.parent == parent
        && old.line == new.line
        && old.end_line == new.end_line
        && old.start_byte == new.start_byte
        && old.end_byte == new.end_byte
        && old.visibility == new.visibility
        && old.flags == new.flags
        && old.name == new.name
        && old.signature == new.signature
        && old.doc == new.doc
}
