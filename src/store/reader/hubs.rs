//! The symbols that most others lead to.

use super::Reader;
use crate::graph::{EdgeKind, NodeFlags, NodeId};
use crate::store::StoreError;

/// By what a symbol counts as used.
const USES: [EdgeKind; 7] = [
    EdgeKind::Calls,
    EdgeKind::Instantiates,
    EdgeKind::TypeOf,
    EdgeKind::Returns,
    EdgeKind::Extends,
    EdgeKind::Implements,
    EdgeKind::References,
];

impl Reader {
    /// The symbols that are used in the most places, candidates and tests left out, with the number of places. Reads
    /// every edge: ask when it is to be shown, not per frame.
    ///
    /// # Errors
    /// What the graph file says.
    pub fn most_used(&self, limit: usize) -> Result<Vec<(NodeId, u64)>, StoreError> {
        let kinds: Vec<String> = USES.iter().map(|kind| kind.code().to_string()).collect();
        let sql = format!(
            "SELECT u.target, u.places FROM \
             (SELECT target, count(*) AS places FROM edge WHERE kind IN ({}) AND confidence >= 500 GROUP BY target) u \
             JOIN node n ON n.id = u.target WHERE n.flags & ?1 = 0 ORDER BY u.places DESC, u.target LIMIT ?2",
            kinds.join(",")
        );
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.run(|connection| {
            connection
                .prepare_cached(&sql)?
                .query_map((NodeFlags::TEST.0, limit), |row| {
                    Ok((NodeId(row.get(0)?), row.get::<_, i64>(1)?.cast_unsigned()))
                })?
                .collect()
        })
    }
}
