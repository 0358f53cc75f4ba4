//! Full text.

use super::Reader;
use crate::graph::NodeId;
use crate::store::words::any_of;
use crate::store::{StoreError, WordHit};

impl Reader {
    /// Full text over names, qualified names, signatures, doc comments and bodies. `words` are plain text;
    /// they are split like identifiers and escaped here. Any of them may match.
    pub fn words(&self, words: &[String], limit: usize) -> Result<Vec<WordHit>, StoreError> {
        let Some(expression) = any_of(words) else {
            return Ok(Vec::new());
        };
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.run(|connection| {
            connection
                .prepare_cached("SELECT rowid, rank FROM words WHERE words MATCH ?1 ORDER BY rank LIMIT ?2")?
                .query_map((expression, limit), |row| {
                    // FTS5 gives better hits lower numbers.
                    Ok(WordHit {
                        id: NodeId(row.get(0)?),
                        score: -(row.get::<_, f64>(1)? as f32),
                    })
                })?
                .collect()
        })
    }
}
