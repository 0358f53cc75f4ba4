//! Reading the graph.
//!
//! One file per kind of question: `nodes`, `edges`, `files`, `names` (for the fuzzy search), `fulltext`, `stats`,
//! `stream` (everything, in order).

mod edges;
mod files;
mod fulltext;
mod hubs;
mod names;
mod nodes;
mod stats;
mod stream;

use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::error::StoreError;
use super::open;

pub(super) use edges::per_mille;
pub(super) use files::file_status;
pub(super) use nodes::{NODE, node_of};

/// A read-only connection. Cheap to open (under a millisecond on an existing graph); one per thread.
pub struct Reader {
    connection: Connection,
    path: PathBuf,
}

impl Reader {
    /// Opens an existing graph for reading. Works on a read-only file and directory.
    ///
    /// # Errors
    /// [`StoreError::Missing`], [`StoreError::Foreign`], [`StoreError::Damaged`] and [`StoreError::Version`] say what the
    /// file is instead; all else is what the system said.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Ok(Self {
            connection: open::read_only(path)?,
            path: path.to_path_buf(),
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Grows with each committed change; never the same for two different contents of one graph file.
    pub fn generation(&self) -> Result<u64, StoreError> {
        Ok(self.meta::<i64>("generation")?.unwrap_or_default().cast_unsigned())
    }

    /// Root directory of the project as recorded when it was indexed.
    pub fn root(&self) -> Result<PathBuf, StoreError> {
        Ok(PathBuf::from(self.meta::<String>("root")?.unwrap_or_default()))
    }

    /// Runs `read` on one state of the graph, whatever is committed meanwhile.
    pub fn at_one_generation<T, E: From<StoreError>>(&self, read: impl FnOnce(&Self) -> Result<T, E>) -> Result<T, E> {
        if !self.connection.is_autocommit() {
            return read(self);
        }
        let transaction = self
            .connection
            .unchecked_transaction()
            .map_err(|error| StoreError::of(&self.path, error))?;
        let result = read(self);
        drop(transaction);
        result
    }

    /// Changes whenever another connection has committed; costs next to nothing to ask.
    pub fn data_version(&self) -> Result<i64, StoreError> {
        self.run(|connection| connection.pragma_query_value(None, "data_version", |row| row.get(0)))
    }

    fn meta<T: rusqlite::types::FromSql>(&self, key: &str) -> Result<Option<T>, StoreError> {
        self.run(|connection| meta(connection, key))
    }

    fn run<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        read(&self.connection).map_err(|error| StoreError::of(&self.path, error))
    }
}

pub(super) fn meta<T: rusqlite::types::FromSql>(connection: &Connection, key: &str) -> rusqlite::Result<Option<T>> {
    use rusqlite::OptionalExtension;
    connection
        .prepare_cached("SELECT value FROM meta WHERE key = ?1")?
        .query_row([key], |row| row.get(0))
        .optional()
}
