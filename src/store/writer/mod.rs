//! The one writer of a graph file.
//!
//! What is written is compared with what stands: symbols keep their row ids as long as their key stays the same, and only
//! what differs is touched. Who may write is decided outside (a lock per graph, see `index`).
//!
//! One file per thing that is written: `files` (with their nodes), `nodes`, `references` (edges and unresolved ones),
//! `intern`.

mod files;
mod intern;
mod nodes;
mod references;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::error::StoreError;
use super::reader::meta;
use super::{open, schema};
use crate::graph::NodeId;

pub use files::{Known, NewFile};
pub use nodes::NewNode;
pub use references::{NewEdge, NewUnresolved};

/// Pages of the log after which a commit writes them back; SQLite's own 1,000 would make a first run sync all the time.
const AUTOCHECKPOINT: i64 = 8_000;

/// Memory for pages, in KiB.
const CACHE: i64 = 65_536;

/// Bytes of new full-text entries held in memory before they become a segment: fewer segments, fewer merges.
const FULLTEXT_BUFFER: i64 = 32 << 20;

/// A connection that may write. Changes become visible to readers with [`Writer::commit`].
pub struct Writer {
    connection: Connection,
    path: PathBuf,
    /// Nothing stood in the file when it was opened: rows need not be compared.
    fresh: bool,
    /// Something was written since the last commit.
    changed: bool,
    names: HashMap<String, i64>,
    paths: HashMap<String, i64>,
    directories: HashMap<String, NodeId>,
}

impl Writer {
    /// Opens the graph for writing, and lays it out first where there is no file or an empty one. `root` is the absolute
    /// root of the project.
    ///
    /// # Errors
    /// As [`super::Reader::open`] (but never [`StoreError::Missing`]); [`StoreError::ReadOnly`] where it cannot be written.
    pub fn open(path: &Path, root: &Path) -> Result<Self, StoreError> {
        let (connection, fresh) = open::read_write(path)?;
        let mut writer = Self {
            connection,
            path: path.to_path_buf(),
            fresh,
            changed: false,
            names: HashMap::new(),
            paths: HashMap::new(),
            directories: HashMap::new(),
        };
        writer.run(|writer| writer.prepare(root))?;
        Ok(writer)
    }

    fn prepare(&mut self, root: &Path) -> rusqlite::Result<()> {
        let connection = &self.connection;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.pragma_update(None, "wal_autocheckpoint", AUTOCHECKPOINT)?;
        connection.pragma_update(None, "cache_size", -CACHE)?;
        // Rows of a first run refer to rows that this writer has just made; checking each would cost and find nothing.
        connection.pragma_update(None, "foreign_keys", !self.fresh)?;
        connection.execute(
            "INSERT INTO words(words, rank) VALUES('hashsize', ?1)",
            [FULLTEXT_BUFFER],
        )?;
        schema::fill_closed_sets(connection)?;
        let root = root.to_string_lossy();
        if meta::<String>(connection, "root")?.as_deref() != Some(&root) {
            set_meta(connection, "root", &root)?;
        }
        if self.fresh {
            set_meta(connection, "version", env!("CARGO_PKG_VERSION"))?;
            set_meta(connection, "generation", 0)?;
            set_meta(connection, "complete", 0)?;
        }
        Ok(())
    }

    /// Begins a transaction. Readers go on seeing the last commit.
    pub fn begin(&mut self) -> Result<(), StoreError> {
        self.run(|writer| writer.connection.execute_batch("BEGIN IMMEDIATE"))
    }

    /// Makes everything since [`Writer::begin`] visible at once, as a new generation if anything differs. Returns the generation.
    pub fn commit(&mut self) -> Result<u64, StoreError> {
        self.run(|writer| {
            let connection = &writer.connection;
            if writer.changed {
                connection.execute("UPDATE meta SET value = value + 1 WHERE key = 'generation'", ())?;
            }
            let now = SystemTime::now()
                .duration_since(SystemTime::UNIX_EPOCH)
                .unwrap_or_default();
            set_meta(connection, "indexed_at", now.as_secs().cast_signed())?;
            connection.execute_batch("COMMIT")?;
            writer.changed = false;
            if writer.fresh && meta::<i64>(connection, "complete")? == Some(1) {
                writer.fresh = false;
                connection.pragma_update(None, "foreign_keys", true)?;
            }
            Ok(meta::<i64>(connection, "generation")?
                .unwrap_or_default()
                .cast_unsigned())
        })
    }

    /// Forgets everything since [`Writer::begin`].
    pub fn roll_back(&mut self) -> Result<(), StoreError> {
        // Ids handed out since then are gone with their rows.
        self.names.clear();
        self.paths.clear();
        self.directories.clear();
        self.changed = false;
        self.run(|writer| writer.connection.execute_batch("ROLLBACK"))
    }

    /// The generation last committed.
    pub fn generation(&self) -> Result<u64, StoreError> {
        self.read(|connection| {
            Ok(meta::<i64>(connection, "generation")?
                .unwrap_or_default()
                .cast_unsigned())
        })
    }

    /// Looks through the whole file, which takes about as long as reading it.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] with the first thing that is wrong.
    pub fn check(&self) -> Result<(), StoreError> {
        let found: String =
            self.read(|connection| connection.query_row("PRAGMA quick_check(1)", (), |row| row.get(0)))?;
        if found == "ok" {
            return Ok(());
        }
        Err(StoreError::Damaged {
            path: self.path.clone(),
            detail: found,
        })
    }

    /// Was the last run of the index carried to its end?
    pub fn is_complete(&self) -> Result<bool, StoreError> {
        self.read(|connection| Ok(meta::<i64>(connection, "complete")? == Some(1)))
    }

    /// Ends a first run: makes the indexes that are still missing and marks the graph as whole.
    pub fn complete(&mut self) -> Result<(), StoreError> {
        self.run(|writer| {
            schema::create_late_indexes(&writer.connection)?;
            if meta::<i64>(&writer.connection, "complete")? != Some(1) {
                set_meta(&writer.connection, "complete", 1)?;
                writer.changed = true;
            }
            Ok(())
        })
    }

    /// Makes this graph begin after `generation`, so that it can take the place of one that stands there.
    pub fn continue_after(&mut self, generation: u64) -> Result<(), StoreError> {
        self.run(|writer| set_meta(&writer.connection, "generation", generation.cast_signed()))
    }

    /// Copies this graph over the one at `target` in one transaction: its readers see the old one, then the new one.
    pub fn replace(&self, target: &Path) -> Result<(), StoreError> {
        let (mut live, _) = open::read_write(target)?;
        let fail = |error| StoreError::of(target, error);
        {
            let backup = Backup::new(&self.connection, &mut live).map_err(fail)?;
            loop {
                match backup.step(-1).map_err(fail)? {
                    StepResult::Done => break,
                    // A reader holds a lock of a moment.
                    _ => std::thread::sleep(Duration::from_millis(10)),
                }
            }
        }
        shorten_log(&live).map_err(fail)
    }

    /// Writes the log back into the file and empties it, as far as readers allow.
    pub fn checkpoint(&self) -> Result<(), StoreError> {
        self.read(shorten_log)
    }

    fn run<T>(&mut self, write: impl FnOnce(&mut Self) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        write(self).map_err(|error| StoreError::of(&self.path, error))
    }

    fn read<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        read(&self.connection).map_err(|error| StoreError::of(&self.path, error))
    }
}

fn set_meta(connection: &Connection, key: &str, value: impl rusqlite::ToSql) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT OR REPLACE INTO meta(key, value) VALUES(?1, ?2)")?
        .execute((key, value))?;
    Ok(())
}

fn shorten_log(connection: &Connection) -> rusqlite::Result<()> {
    // Readers are not waited for: what they keep in use, a later call will write back.
    connection.busy_timeout(Duration::ZERO)?;
    let done = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(()));
    connection.busy_timeout(open::BUSY)?;
    match done {
        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy) => Ok(()),
        other => other,
    }
}
