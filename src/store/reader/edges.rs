//! Relations, from either end.

use rusqlite::{Connection, Row};

use super::Reader;
use super::nodes::{SOURCE_ORDER, code};
use crate::graph::{Edge, EdgeFlags, EdgeKind, NodeId, Reason, Resolution, Site, Unresolved};
use crate::store::{EdgeFilter, StoreError};

/// Everything that [`edge_of`] reads, in its order.
pub(super) const EDGE: &str = "SELECT e.kind, e.source, e.target, \
    (SELECT text FROM path WHERE id = CASE e.file WHEN 0 THEN n.path ELSE e.file END) AS site, e.line, e.column, \
    e.resolution, e.confidence, e.flags FROM edge e JOIN node n ON n.id = e.source";

/// `contains` edges follow from the nodes. Their site is where the member stands.
pub(super) const CONTAINS: &str = "SELECT 0, n.parent, n.id, p.text, n.line, 0, 0, 1000, 0 FROM node n JOIN name m ON m.id = n.name \
     JOIN name s ON s.id = n.scope JOIN path p ON p.id = n.path";

impl Reader {
    /// Edges whose source is this node, by site. A limit keeps the most confident ones.
    pub fn edges_from(&self, id: NodeId, filter: &EdgeFilter) -> Result<Vec<Edge>, StoreError> {
        self.run(|connection| {
            let mut edges = match_filter(connection, "e.source", id, filter)?;
            if filter.kinds.contains(&EdgeKind::Contains) {
                let sql = format!("{CONTAINS} WHERE n.parent = ?1 ORDER BY p.text, {SOURCE_ORDER}");
                edges.extend(all(connection, &sql, id)?);
            }
            Ok(cut(edges, filter))
        })
    }

    /// Edges whose target is this node, by file and site. A limit keeps the most confident ones.
    pub fn edges_to(&self, id: NodeId, filter: &EdgeFilter) -> Result<Vec<Edge>, StoreError> {
        self.run(|connection| {
            let mut edges = match_filter(connection, "e.target", id, filter)?;
            if filter.kinds.contains(&EdgeKind::Contains) {
                let sql = format!("{CONTAINS} WHERE n.id = ?1 AND n.parent IS NOT NULL");
                edges.extend(all(connection, &sql, id)?);
            }
            Ok(cut(edges, filter))
        })
    }

    /// References of this node that lead out of the project or nowhere, by site.
    pub fn unresolved_from(&self, id: NodeId) -> Result<Vec<Unresolved>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(
                    "SELECT u.kind, u.source, m.text, u.reason, l.text, u.line, u.column FROM unresolved u \
                     JOIN name m ON m.id = u.name LEFT JOIN name l ON l.id = u.library \
                     WHERE u.source = ?1 ORDER BY u.line, u.column, u.kind, m.text",
                )?
                .query_map([id.0], |row| {
                    Ok(Unresolved {
                        kind: code(row, 0, EdgeKind::from_code)?,
                        source: NodeId(row.get(1)?),
                        name: row.get(2)?,
                        reason: code(row, 3, Reason::from_code)?,
                        library: row.get(4)?,
                        site: Site {
                            line: row.get(5)?,
                            column: row.get(6)?,
                        },
                    })
                })?
                .collect()
        })
    }
}

fn match_filter(connection: &Connection, end: &str, id: NodeId, filter: &EdgeFilter) -> rusqlite::Result<Vec<Edge>> {
    let mut sql = format!("{EDGE} WHERE {end} = ?1");
    if !filter.kinds.is_empty() {
        let codes: Vec<String> = filter.kinds.iter().map(|kind| kind.code().to_string()).collect();
        sql.push_str(&format!(" AND e.kind IN ({})", codes.join(",")));
    }
    let least = per_mille(filter.min_confidence);
    if least > 0 {
        sql.push_str(&format!(" AND e.confidence >= {least}"));
    }
    if filter.limit > 0 {
        sql.push_str(&format!(
            " ORDER BY e.confidence DESC, site, e.line, e.column LIMIT {}",
            filter.limit
        ));
    }
    all(connection, &sql, id)
}

/// The most confident within the limit, in the order of their sites.
fn cut(mut edges: Vec<Edge>, filter: &EdgeFilter) -> Vec<Edge> {
    let order = |a: &Edge, b: &Edge| {
        (&a.file, a.site, a.kind)
            .cmp(&(&b.file, b.site, b.kind))
            .then(b.confidence.total_cmp(&a.confidence))
    };
    edges.retain(|edge| edge.confidence >= filter.min_confidence - 0.0005);
    if filter.limit > 0 && edges.len() > filter.limit {
        edges.sort_by(|a, b| b.confidence.total_cmp(&a.confidence).then_with(|| order(a, b)));
        edges.truncate(filter.limit);
    }
    edges.sort_by(order);
    edges
}

fn all(connection: &Connection, sql: &str, id: NodeId) -> rusqlite::Result<Vec<Edge>> {
    connection.prepare_cached(sql)?.query_map([id.0], edge_of)?.collect()
}

/// Reads one row of [`EDGE`] or [`CONTAINS`].
pub(super) fn edge_of(row: &Row<'_>) -> rusqlite::Result<Edge> {
    Ok(Edge {
        kind: code(row, 0, EdgeKind::from_code)?,
        source: NodeId(row.get(1)?),
        target: NodeId(row.get(2)?),
        file: row.get(3)?,
        site: Site {
            line: row.get(4)?,
            column: row.get(5)?,
        },
        resolution: code(row, 6, Resolution::from_code)?,
        confidence: f32::from(row.get::<_, u16>(7)?) / 1000.0,
        flags: EdgeFlags(row.get(8)?),
    })
}

/// A confidence as it is stored: whole thousandths, 0 to 1000.
pub(in crate::store) fn per_mille(confidence: f32) -> u16 {
    // In range after the clamp; NaN becomes 0.
    (confidence.clamp(0.0, 1.0) * 1000.0).round() as u16
}
