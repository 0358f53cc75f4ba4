//! Counts.

use rusqlite::Connection;

use super::{Reader, meta};
use crate::graph::{EdgeKind, NodeKind, Reason, Resolution};
use crate::store::open::beside;
use crate::store::{Stats, StoreError};

impl Reader {
    /// Counts for `status`; reads every row of the small tables' indexes, so ask when it is to be shown, not per frame.
    pub fn stats(&self) -> Result<Stats, StoreError> {
        self.at_one_generation(|_| self.run(|connection| self.count(connection)))
    }

    /// Whether an index run was ever carried to its end; before that the graph is empty.
    pub fn is_complete(&self) -> Result<bool, StoreError> {
        self.run(|connection| Ok(meta::<i64>(connection, "complete")? == Some(1)))
    }

    fn count(&self, connection: &Connection) -> rusqlite::Result<Stats> {
        let number = |sql: &str| {
            connection
                .query_row(sql, (), |row| row.get::<_, i64>(0))
                .map(i64::cast_unsigned)
        };
        let symbols_by_kind: Vec<(NodeKind, u64)> = by_code(
            connection,
            "SELECT kind, count(*) FROM node GROUP BY kind",
            NodeKind::from_code,
        )?;
        let contained = number("SELECT count(*) FROM node WHERE parent IS NOT NULL")?;
        let mut edges_by_kind: Vec<(EdgeKind, u64)> = by_code(
            connection,
            "SELECT kind, count(*) FROM edge GROUP BY kind",
            EdgeKind::from_code,
        )?;
        if contained > 0 {
            edges_by_kind.push((EdgeKind::Contains, contained));
        }
        edges_by_kind.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        let files_by_language = connection
            .prepare("SELECT language, count(*) FROM file WHERE language <> '' GROUP BY language ORDER BY 2 DESC, 1")?
            .query_map((), |row| Ok((row.get(0)?, row.get::<_, i64>(1)?.cast_unsigned())))?
            .collect::<rusqlite::Result<_>>()?;
        let size = |suffix| std::fs::metadata(beside(&self.path, suffix)).map_or(0, |metadata| metadata.len());
        Ok(Stats {
            generation: meta::<i64>(connection, "generation")?
                .unwrap_or_default()
                .cast_unsigned(),
            indexed_at: meta(connection, "indexed_at")?.unwrap_or_default(),
            files: number("SELECT count(*) FROM file")?,
            symbols: symbols_by_kind
                .iter()
                .filter(|(kind, _)| !matches!(kind, NodeKind::File | NodeKind::Directory))
                .map(|(_, count)| count)
                .sum(),
            edges: edges_by_kind.iter().map(|(_, count)| count).sum(),
            files_by_language,
            symbols_by_kind,
            edges_by_kind,
            edges_by_resolution: by_code(
                connection,
                "SELECT resolution, count(*) FROM edge WHERE kind <> 0 GROUP BY resolution",
                Resolution::from_code,
            )?,
            unresolved_by_reason: by_code(
                connection,
                "SELECT reason, count(*) FROM unresolved GROUP BY reason",
                Reason::from_code,
            )?,
            source_bytes: number("SELECT coalesce(sum(size), 0) FROM file")?,
            graph_bytes: size("") + size("-wal"),
            complete: meta::<i64>(connection, "complete")? == Some(1),
        })
    }
}

/// Counts by a member of a closed set, the most frequent first.
fn by_code<T: Ord>(connection: &Connection, sql: &str, of: fn(u8) -> Option<T>) -> rusqlite::Result<Vec<(T, u64)>> {
    let mut counts = connection
        .prepare(sql)?
        .query_map((), |row| {
            Ok((super::nodes::code(row, 0, of)?, row.get::<_, i64>(1)?.cast_unsigned()))
        })?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Ok(counts)
}
