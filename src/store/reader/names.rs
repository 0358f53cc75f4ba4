//! All names, light, for the fuzzy search.

use std::collections::HashMap;

use super::Reader;
use super::nodes::code;
use crate::graph::{NodeFlags, NodeId, NodeKind};
use crate::store::{NameRow, StoreError};

impl Reader {
    /// Every symbol (directories and imports left out), light, for the fuzzy search; and the table of paths.
    pub fn names(&self) -> Result<(Vec<NameRow>, Vec<String>), StoreError> {
        self.run(|connection| {
            let mut places: HashMap<i64, u32> = HashMap::new();
            let mut paths: Vec<String> = Vec::new();
            let mut rows = connection.prepare_cached("SELECT p.id, p.text FROM file f JOIN path p ON p.id = f.id")?;
            let mut rows = rows.query(())?;
            while let Some(row) = rows.next()? {
                places.insert(row.get(0)?, u32::try_from(paths.len()).unwrap_or(u32::MAX));
                paths.push(row.get(1)?);
            }
            let mut statement = connection.prepare_cached(
                "SELECT n.id, n.parent, n.kind, n.flags, m.text, s.text, n.joined, n.path, n.line \
                 FROM node n JOIN name m ON m.id = n.name JOIN name s ON s.id = n.scope WHERE n.kind NOT IN (?1, ?2)",
            )?;
            let mut rows = statement.query((NodeKind::Directory.code(), NodeKind::Import.code()))?;
            let mut names = Vec::new();
            while let Some(row) = rows.next()? {
                let name: String = row.get(4)?;
                let mut qualified: String = row.get(5)?;
                if row.get(6)? {
                    qualified.push_str(&name);
                }
                let Some(&file) = places.get(&row.get(7)?) else {
                    continue;
                };
                names.push(NameRow {
                    id: NodeId(row.get(0)?),
                    parent: row.get::<_, Option<i64>>(1)?.map(NodeId),
                    kind: code(row, 2, NodeKind::from_code)?,
                    flags: NodeFlags(row.get(3)?),
                    name,
                    qualified,
                    file,
                    line: row.get(8)?,
                });
            }
            Ok((names, paths))
        })
    }
}
