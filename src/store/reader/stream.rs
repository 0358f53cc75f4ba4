//! Everything, one after the other, in an order that does not depend on row ids: two graphs of one tree stream the same.

use std::collections::HashMap;

use super::Reader;
use super::edges::{CONTAINS, EDGE, edge_of};
use super::nodes::{NODE, SOURCE_ORDER, node_of};
use crate::graph::{Edge, Node, NodeId};
use crate::store::StoreError;

impl Reader {
    /// Every node, streamed in a stable order (path, then source order).
    pub fn each_node(&self, visit: &mut dyn FnMut(Node)) -> Result<(), StoreError> {
        self.at_one_generation(|_| {
            for path in self.paths()? {
                self.run(|connection| {
                    let sql = format!("{NODE} WHERE n.path = ?1 ORDER BY {SOURCE_ORDER}");
                    let mut statement = connection.prepare_cached(&sql)?;
                    for node in statement.query_map([path], node_of)? {
                        visit(node?);
                    }
                    Ok(())
                })?;
            }
            Ok(())
        })
    }

    /// Every edge, streamed in a stable order (path and place of the source, then site, kind and place of the target),
    /// without loading the graph. A `contains` edge comes with its member.
    pub fn each_edge(&self, visit: &mut dyn FnMut(Edge)) -> Result<(), StoreError> {
        self.at_one_generation(|_| {
            for path in self.paths()? {
                let mut edges = self.run(|connection| {
                    let sql = format!("{CONTAINS} WHERE n.path = ?1 AND n.parent IS NOT NULL ORDER BY {SOURCE_ORDER}");
                    let mut statement = connection.prepare_cached(&sql)?;
                    for edge in statement.query_map([path], edge_of)? {
                        visit(edge?);
                    }
                    connection
                        .prepare_cached(&format!("{EDGE} WHERE n.path = ?1"))?
                        .query_map([path], edge_of)?
                        .collect::<rusqlite::Result<Vec<Edge>>>()
                })?;
                let places = self.places(&edges)?;
                edges.sort_by_cached_key(|edge| {
                    let file = edge.file.clone();
                    (
                        places.get(&edge.source),
                        file,
                        edge.site,
                        edge.kind,
                        places.get(&edge.target),
                    )
                });
                edges.into_iter().for_each(&mut *visit);
            }
            Ok(())
        })
    }

    fn paths(&self) -> Result<Vec<i64>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached("SELECT id FROM path ORDER BY text")?
                .query_map((), |row| row.get(0))?
                .collect()
        })
    }

    /// What orders the ends of these edges.
    fn places(&self, edges: &[Edge]) -> Result<HashMap<NodeId, Place>, StoreError> {
        self.run(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT p.text, n.start_byte, -n.end_byte, n.kind, n.ordinal, m.text FROM node n \
                 JOIN path p ON p.id = n.path JOIN name m ON m.id = n.name WHERE n.id = ?1",
            )?;
            let mut places = HashMap::new();
            for id in edges.iter().flat_map(|edge| [edge.source, edge.target]) {
                if let std::collections::hash_map::Entry::Vacant(vacant) = places.entry(id) {
                    vacant.insert(statement.query_row([id.0], |row| {
                        Ok((
                            row.get(0)?,
                            row.get(1)?,
                            row.get(2)?,
                            row.get(3)?,
                            row.get(4)?,
                            row.get(5)?,
                        ))
                    })?);
                }
            }
            Ok(places)
        })
    }
}

/// Path, first byte, last byte (the longer first), kind, ordinal, name.
type Place = (String, i64, i64, i64, i64, String);
