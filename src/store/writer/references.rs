//! Edges and unresolved references, file by file.

use std::collections::BTreeMap;

use rusqlite::Connection;

use super::Writer;
use crate::graph::{EdgeFlags, EdgeKind, NodeId, Reason, Resolution, Site};
use crate::store::StoreError;
use crate::store::reader::per_mille;

/// An edge whose site stands in the file that is being written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NewEdge {
    pub kind: EdgeKind,
    pub source: NodeId,
    pub target: NodeId,
    pub site: Site,
    pub resolution: Resolution,
    /// 0 to 1; kept in thousandths.
    pub confidence: f32,
    pub flags: EdgeFlags,
}

/// A reference without a target, whose site stands in the file that is being written.
#[derive(Debug, Clone, PartialEq)]
pub struct NewUnresolved {
    pub kind: EdgeKind,
    pub source: NodeId,
    pub name: String,
    pub reason: Reason,
    pub library: Option<String>,
    pub site: Site,
}

/// `source, kind, target, line, column`: with the file of the site, an edge's identity.
type EdgeKey = (i64, u8, i64, u32, u32);
/// `resolution, confidence, flags`.
type EdgeValue = (u8, u16, u8);
/// `source, line, column, kind, name`.
type UnresolvedKey = (i64, u32, u32, u8, i64);
/// `reason, library`.
type UnresolvedValue = (u8, Option<i64>);

impl Writer {
    /// Makes the edges and unresolved references sited in the file at `path` equal to these. Both ends of each edge must
    /// have been put before. Of several that say the same at one site, the most confident stays. `contains` edges follow
    /// from the nodes and are not taken.
    pub fn put_references(
        &mut self,
        path: &str,
        edges: &[NewEdge],
        unresolved: &[NewUnresolved],
    ) -> Result<(), StoreError> {
        self.run(|writer| {
            let path = writer.path(path)?;
            writer.put_edges(path, edges)?;
            writer.put_unresolved(path, unresolved)
        })
    }

    /// Removes every edge and unresolved reference sited in the file.
    pub(super) fn remove_references(&mut self, path: i64) -> rusqlite::Result<()> {
        self.put_edges(path, &[])?;
        self.put_unresolved(path, &[])
    }

    fn put_edges(&mut self, path: i64, edges: &[NewEdge]) -> rusqlite::Result<()> {
        let mut wanted: BTreeMap<EdgeKey, EdgeValue> = BTreeMap::new();
        for edge in edges.iter().filter(|edge| edge.kind != EdgeKind::Contains) {
            let key = (
                edge.source.0,
                edge.kind.code(),
                edge.target.0,
                edge.site.line,
                edge.site.column,
            );
            let value = (edge.resolution.code(), per_mille(edge.confidence), edge.flags.0);
            wanted
                .entry(key)
                .and_modify(|old| {
                    if value.1 > old.1 {
                        *old = value
                    }
                })
                .or_insert(value);
        }
        let standing = if self.fresh {
            BTreeMap::new()
        } else {
            standing_edges(&self.connection, path)?
        };
        for (key, _) in standing.iter().filter(|(key, _)| !wanted.contains_key(key)) {
            self.connection
                .prepare_cached(
                    "DELETE FROM edge WHERE source = ?1 AND kind = ?2 AND target = ?3 AND line = ?4 AND column = ?5 \
                     AND file = CASE (SELECT path FROM node WHERE id = ?1) WHEN ?6 THEN 0 ELSE ?6 END",
                )?
                .execute((key.0, key.1, key.2, key.3, key.4, path))?;
            self.changed = true;
        }
        for (key, value) in wanted.iter().filter(|&(key, value)| standing.get(key) != Some(value)) {
            self.connection
                .prepare_cached(
                    "INSERT OR REPLACE INTO edge(source, kind, target, file, line, column, resolution, confidence, flags) \
                     VALUES(?1, ?2, ?3, CASE (SELECT path FROM node WHERE id = ?1) WHEN ?9 THEN 0 ELSE ?9 END, \
                     ?4, ?5, ?6, ?7, ?8)",
                )?
                .execute((key.0, key.1, key.2, key.3, key.4, value.0, value.1, value.2, path))?;
            self.changed = true;
        }
        Ok(())
    }

    fn put_unresolved(&mut self, path: i64, unresolved: &[NewUnresolved]) -> rusqlite::Result<()> {
        let mut wanted: BTreeMap<UnresolvedKey, UnresolvedValue> = BTreeMap::new();
        for reference in unresolved {
            let name = self.name(&reference.name)?;
            let library = match &reference.library {
                Some(library) => Some(self.name(library)?),
                None => None,
            };
            let site = reference.site;
            let key = (reference.source.0, site.line, site.column, reference.kind.code(), name);
            wanted.entry(key).or_insert((reference.reason.code(), library));
        }
        let standing = if self.fresh {
            BTreeMap::new()
        } else {
            standing_unresolved(&self.connection, path)?
        };
        for (key, _) in standing.iter().filter(|(key, _)| !wanted.contains_key(key)) {
            self.connection
                .prepare_cached(
                    "DELETE FROM unresolved WHERE source = ?1 AND line = ?2 AND column = ?3 AND kind = ?4 AND name = ?5 \
                     AND file = CASE (SELECT path FROM node WHERE id = ?1) WHEN ?6 THEN 0 ELSE ?6 END",
                )?
                .execute((key.0, key.1, key.2, key.3, key.4, path))?;
            self.changed = true;
        }
        for (key, value) in wanted.iter().filter(|&(key, value)| standing.get(key) != Some(value)) {
            self.connection
                .prepare_cached(
                    "INSERT OR REPLACE INTO unresolved(source, line, column, kind, name, file, reason, library) \
                     VALUES(?1, ?2, ?3, ?4, ?5, CASE (SELECT path FROM node WHERE id = ?1) WHEN ?8 THEN 0 ELSE ?8 END, \
                     ?6, ?7)",
                )?
                .execute((key.0, key.1, key.2, key.3, key.4, value.0, value.1, path))?;
            self.changed = true;
        }
        Ok(())
    }
}

fn standing_edges(connection: &Connection, path: i64) -> rusqlite::Result<BTreeMap<EdgeKey, EdgeValue>> {
    connection
        .prepare_cached(
            "SELECT e.source, e.kind, e.target, e.line, e.column, e.resolution, e.confidence, e.flags \
             FROM node n JOIN edge e ON e.source = n.id WHERE n.path = ?1 AND e.file = 0 \
             UNION ALL SELECT source, kind, target, line, column, resolution, confidence, flags \
             FROM edge WHERE file = ?1 AND file <> 0",
        )?
        .query_map([path], |row| {
            let key = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?);
            Ok((key, (row.get(5)?, row.get(6)?, row.get(7)?)))
        })?
        .collect()
}

fn standing_unresolved(
    connection: &Connection,
    path: i64,
) -> rusqlite::Result<BTreeMap<UnresolvedKey, UnresolvedValue>> {
    connection
        .prepare_cached(
            "SELECT u.source, u.line, u.column, u.kind, u.name, u.reason, u.library \
             FROM node n JOIN unresolved u ON u.source = n.id WHERE n.path = ?1 AND u.file = 0 \
             UNION ALL SELECT source, line, column, kind, name, reason, library \
             FROM unresolved WHERE file = ?1 AND file <> 0",
        )?
        .query_map([path], |row| {
            let key = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?);
            Ok((key, (row.get(5)?, row.get(6)?)))
        })?
        .collect()
}
