//! The tables, and how a new graph file is laid out.
//!
//! The file explains itself to anyone who opens it with `sqlite3`: each closed set has its lookup table, the
//! comments below are kept in `sqlite_schema`, and the views `symbol`, `relation` and `outside` show words and
//! paths in place of numbers.
//!
//! Two things keep it small, because the graph may take at most three times the room of its source:
//! names and paths are interned, and what follows from a row's place is not stored again (`contains` edges follow
//! from `node.parent`, the file of a site from its source).

use rusqlite::Connection;

use crate::graph::{EdgeKind, NodeKind, Reason, Resolution, Visibility};

/// `user_version` of the graphs that this program reads and writes. A graph of another version is set aside and rebuilt.
pub(super) const VERSION: i64 = 2;

/// `application_id`: "Port", by which a graph is told from somebody else's SQLite file.
pub(super) const APPLICATION_ID: i64 = 0x506F_7274;

/// Codes of `file.status`, in order.
pub(super) const FILE_STATUSES: &[&str] = &["parsed", "errors", "skipped", "failed"];

const TABLES: &str = "
CREATE TABLE meta(
    -- version, root, generation, indexed_at (seconds since 1970), complete (0 while the first index runs)
    key TEXT PRIMARY KEY,
    value ANY NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE node_kind(id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE edge_kind(id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE visibility(id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE resolution(id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE reason(id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE file_status(id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE name(
    -- interned: names, scopes (what stands before the name in a qualified name) and names of libraries
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL
) STRICT;

CREATE TABLE path(
    -- of files and directories, relative to the root, / between parts
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE file(
    id INTEGER PRIMARY KEY REFERENCES path(id),
    node INTEGER NOT NULL REFERENCES node(id),
    language TEXT NOT NULL,
    size INTEGER NOT NULL,
    -- nanoseconds since 1970
    mtime INTEGER NOT NULL,
    -- xxh3-64 of the content, as a signed number
    hash INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    status INTEGER NOT NULL REFERENCES file_status(id),
    -- for errors: how many error nodes, and the first one's line
    errors INTEGER NOT NULL,
    error_line INTEGER NOT NULL,
    -- for skipped and failed: why
    detail TEXT NOT NULL,
    notes TEXT NOT NULL
) STRICT;

CREATE TABLE fact(
    -- what was extracted from the file, serialised; read back by incremental runs only
    file INTEGER PRIMARY KEY REFERENCES file(id) ON DELETE CASCADE,
    data BLOB NOT NULL
) STRICT;

CREATE TABLE node(
    id INTEGER PRIMARY KEY,
    path INTEGER NOT NULL REFERENCES path(id),
    -- NULL for what lies at the top
    parent INTEGER REFERENCES node(id) ON DELETE SET NULL,
    kind INTEGER NOT NULL REFERENCES node_kind(id),
    name INTEGER NOT NULL REFERENCES name(id),
    scope INTEGER NOT NULL REFERENCES name(id),
    -- 1: the qualified name is scope || name; 0: it is scope
    joined INTEGER NOT NULL,
    line INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    start_byte INTEGER NOT NULL,
    end_byte INTEGER NOT NULL,
    visibility INTEGER NOT NULL REFERENCES visibility(id),
    flags INTEGER NOT NULL,
    -- counts symbols of one file, qualified name and kind from 0
    ordinal INTEGER NOT NULL,
    signature TEXT NOT NULL,
    doc TEXT NOT NULL
) STRICT;

CREATE TABLE edge(
    -- all but contains, which follows from node.parent
    source INTEGER NOT NULL REFERENCES node(id) ON DELETE CASCADE,
    kind INTEGER NOT NULL REFERENCES edge_kind(id),
    target INTEGER NOT NULL REFERENCES node(id) ON DELETE CASCADE,
    -- the path of the site; 0: the file of the source
    file INTEGER NOT NULL,
    line INTEGER NOT NULL,
    column INTEGER NOT NULL,
    resolution INTEGER NOT NULL REFERENCES resolution(id),
    -- in thousandths
    confidence INTEGER NOT NULL,
    -- 1 callback, 2 in the arguments of a macro
    flags INTEGER NOT NULL,
    PRIMARY KEY(source, kind, target, file, line, column)
) STRICT, WITHOUT ROWID;

CREATE TABLE unresolved(
    -- references that lead out of the project or nowhere
    source INTEGER NOT NULL REFERENCES node(id) ON DELETE CASCADE,
    line INTEGER NOT NULL,
    column INTEGER NOT NULL,
    kind INTEGER NOT NULL REFERENCES edge_kind(id),
    name INTEGER NOT NULL REFERENCES name(id),
    -- the path of the site; 0: the file of the source
    file INTEGER NOT NULL,
    reason INTEGER NOT NULL REFERENCES reason(id),
    library INTEGER REFERENCES name(id),
    PRIMARY KEY(source, line, column, kind, name, file)
) STRICT, WITHOUT ROWID;

CREATE VIEW symbol AS
SELECT n.id, k.word AS kind, m.text AS name, CASE n.joined WHEN 1 THEN s.text || m.text ELSE s.text END AS qualified,
    p.text AS file, n.line, n.end_line, n.signature, n.doc, v.word AS visibility, n.flags, n.parent
FROM node n JOIN node_kind k ON k.id = n.kind JOIN name m ON m.id = n.name JOIN name s ON s.id = n.scope
    JOIN path p ON p.id = n.path JOIN visibility v ON v.id = n.visibility;

CREATE VIEW relation AS
SELECT k.word AS kind, s.qualified AS source, t.qualified AS target,
    CASE e.file WHEN 0 THEN s.file ELSE (SELECT text FROM path WHERE id = e.file) END AS file, e.line, e.column,
    r.word AS resolution, e.confidence / 1000.0 AS confidence, e.flags, e.source AS source_id, e.target AS target_id
FROM edge e JOIN edge_kind k ON k.id = e.kind JOIN symbol s ON s.id = e.source JOIN symbol t ON t.id = e.target
    JOIN resolution r ON r.id = e.resolution;

CREATE VIEW outside AS
SELECT k.word AS kind, s.qualified AS source, m.text AS name, r.word AS reason, l.text AS library,
    s.file, u.line, u.column, u.source AS source_id
FROM unresolved u JOIN edge_kind k ON k.id = u.kind JOIN symbol s ON s.id = u.source JOIN name m ON m.id = u.name
    JOIN reason r ON r.id = u.reason LEFT JOIN name l ON l.id = u.library;

-- Full text. The words are split before they come here, so the plainest tokenizer serves. A long body stands in several
-- rows: rowid = node.id + 2^40 * number of the piece, from 0; signature and doc comment stand in the first.
CREATE VIRTUAL TABLE words USING fts5(
    name, scope, signature, doc, body, content='', contentless_delete=1, tokenize='ascii'
);
INSERT INTO words(words, rank) VALUES('rank', 'bm25(3.0, 1.0, 1.0, 1.0, 1.0)');
";

/// Indexes that rows come into in rising order: cheap from the beginning, and readers of an unfinished graph need them.
const EARLY_INDEXES: &str = "
CREATE INDEX name_by_text ON name(text COLLATE NOCASE);
CREATE INDEX node_by_path ON node(path);
CREATE INDEX node_by_parent ON node(parent);
";

/// Indexes that are made after the rows of a first run, in half the time.
const LATE_INDEXES: &str = "
CREATE INDEX IF NOT EXISTS node_by_name ON node(name);
CREATE INDEX IF NOT EXISTS edge_by_target ON edge(target);
CREATE INDEX IF NOT EXISTS edge_elsewhere ON edge(file) WHERE file <> 0;
CREATE INDEX IF NOT EXISTS unresolved_elsewhere ON unresolved(file) WHERE file <> 0;
";

/// Lays out a graph in an empty database.
pub(super) fn create(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("BEGIN IMMEDIATE")?;
    connection.execute_batch(TABLES)?;
    connection.execute_batch(EARLY_INDEXES)?;
    fill_closed_sets(connection)?;
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    connection.pragma_update(None, "user_version", VERSION)?;
    connection.execute_batch("COMMIT")
}

/// Makes the indexes that a first run leaves until its end. Does nothing where they stand.
pub(super) fn create_late_indexes(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(LATE_INDEXES)
}

/// Brings the lookup tables in line with the closed sets of this program, which only ever grow at their ends.
pub(super) fn fill_closed_sets(connection: &Connection) -> rusqlite::Result<()> {
    fn fill(connection: &Connection, table: &str, words: impl Iterator<Item = &'static str>) -> rusqlite::Result<()> {
        let mut insert = connection.prepare(&format!("INSERT OR IGNORE INTO {table}(id, word) VALUES(?1, ?2)"))?;
        for (code, word) in words.enumerate() {
            insert.execute((code as i64, word))?;
        }
        Ok(())
    }
    fill(connection, "node_kind", NodeKind::ALL.iter().map(|kind| kind.as_str()))?;
    fill(connection, "edge_kind", EdgeKind::ALL.iter().map(|kind| kind.as_str()))?;
    fill(
        connection,
        "visibility",
        Visibility::ALL.iter().map(|visibility| visibility.as_str()),
    )?;
    fill(
        connection,
        "resolution",
        Resolution::ALL.iter().map(|resolution| resolution.as_str()),
    )?;
    fill(connection, "reason", Reason::ALL.iter().map(|reason| reason.as_str()))?;
    fill(connection, "file_status", FILE_STATUSES.iter().copied())
}
