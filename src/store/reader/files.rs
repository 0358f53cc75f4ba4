//! Files and what became of them.

use rusqlite::{OptionalExtension, Row};

use super::Reader;
use crate::graph::NodeId;
use crate::store::{FileRow, FileStatus, StoreError};

const FILE: &str = "SELECT f.node, p.text, f.language, f.size, f.lines, f.hash, f.status, f.errors, f.error_line, \
    f.detail, f.notes FROM file f JOIN path p ON p.id = f.id";

impl Reader {
    pub fn file(&self, path: &str) -> Result<Option<FileRow>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(&format!("{FILE} WHERE p.text = ?1"))?
                .query_row([path], file_of)
                .optional()
        })
    }

    /// All files, by path.
    pub fn files(&self) -> Result<Vec<FileRow>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(&format!("{FILE} ORDER BY p.text"))?
                .query_map((), file_of)?
                .collect()
        })
    }
}

fn file_of(row: &Row<'_>) -> rusqlite::Result<FileRow> {
    Ok(FileRow {
        node: NodeId(row.get(0)?),
        path: row.get(1)?,
        language: row.get(2)?,
        size: row.get::<_, i64>(3)?.cast_unsigned(),
        lines: row.get(4)?,
        hash: row.get::<_, i64>(5)?.cast_unsigned(),
        status: file_status(row, 6)?,
        notes: row.get(10)?,
    })
}

/// Reads `status, errors, error_line, detail` from the column `first` on.
pub(in crate::store) fn file_status(row: &Row<'_>, first: usize) -> rusqlite::Result<FileStatus> {
    Ok(match row.get::<_, i64>(first)? {
        0 => FileStatus::Parsed,
        1 => FileStatus::Errors {
            nodes: row.get(first + 1)?,
            first_line: row.get(first + 2)?,
        },
        2 => FileStatus::Skipped(row.get(first + 3)?),
        3 => FileStatus::Failed(row.get(first + 3)?),
        other => return Err(rusqlite::Error::IntegralValueOutOfRange(first, other)),
    })
}
