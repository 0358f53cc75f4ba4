//! Full text.

use super::Reader;
use super::nodes::code;
use crate::graph::{NodeFlags, NodeId, NodeKind};
use crate::store::words::{NODE_MASK, any_of, place_of, quoted};
use crate::store::{StoreError, WordHit, WordPlace};

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
                .prepare_cached(
                    "SELECT id, min(score) FROM (SELECT rowid & ?3 AS id, rank AS score FROM words WHERE words MATCH ?1 \
                     ORDER BY rank LIMIT ?2) GROUP BY id ORDER BY 2, 1",
                )?
                .query_map((expression, limit, NODE_MASK), |row| {
                    // FTS5 gives better hits lower numbers.
                    Ok(WordHit {
                        id: NodeId(row.get(0)?),
                        score: -(row.get::<_, f64>(1)? as f32),
                    })
                })?
                .collect()
        })
    }

    /// Where one term stands, best first, at most `limit` places. The term is one that [`crate::text::each_term`] gave:
    /// it is escaped, not split. Directories, which are no chunk of text, are left out.
    pub fn term_places(&self, term: &str, limit: usize) -> Result<Vec<WordPlace>, StoreError> {
        let expression = quoted(term);
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.run(|connection| {
            connection
                .prepare_cached(
                    "SELECT w.place, f.node, n.kind, n.flags, w.score FROM \
                     (SELECT rowid AS place, rank AS score FROM words WHERE words MATCH ?1 ORDER BY rank LIMIT ?2) w \
                     JOIN node n ON n.id = w.place & ?3 JOIN file f ON f.id = n.path ORDER BY w.score, w.place",
                )?
                .query_map((expression, limit, NODE_MASK), |row| {
                    let (id, piece) = place_of(row.get(0)?);
                    Ok(WordPlace {
                        id,
                        piece,
                        file: NodeId(row.get(1)?),
                        kind: code(row, 2, NodeKind::from_code)?,
                        flags: NodeFlags(row.get(3)?),
                        score: -(row.get::<_, f64>(4)? as f32),
                    })
                })?
                .collect()
        })
    }
}
