//! What can go wrong with a graph file, in sentences that say what to do.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// Why a graph could not be opened, read or written. Each message says what happened, where, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("there is no graph at {0}: run `portolan index` first")]
    Missing(PathBuf),
    #[error(
        "{path} is not a Portolan graph ({detail}); it was left untouched: choose another place with --db, or move it away"
    )]
    Foreign { path: PathBuf, detail: String },
    #[error("the graph {path} is damaged ({detail}); run `portolan index --full` to rebuild it")]
    Damaged { path: PathBuf, detail: String },
    #[error(
        "the graph {path} has version {found}, this Portolan writes version {expected}; run `portolan index` to rebuild it"
    )]
    Version { path: PathBuf, found: i64, expected: i64 },
    #[error("there is no room left for the graph {0}: free some space on its disk, or choose another place with --db")]
    Full(PathBuf),
    #[error("the graph {path} cannot be written ({detail}); allow it, or choose another place with --db")]
    ReadOnly { path: PathBuf, detail: String },
    #[error("the graph {path}: {source}")]
    Sqlite { path: PathBuf, source: rusqlite::Error },
    #[error("{path}: {source}")]
    Io { path: PathBuf, source: std::io::Error },
}

impl StoreError {
    /// Names an error of SQLite by what a person can do about it.
    pub(super) fn of(path: &Path, source: rusqlite::Error) -> Self {
        let path = path.to_path_buf();
        match (&source, source.sqlite_error_code()) {
            (_, Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)) => Self::Damaged {
                path,
                detail: source.to_string(),
            },
            (_, Some(ErrorCode::DiskFull)) => Self::Full(path),
            (_, Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied)) => Self::ReadOnly {
                path,
                detail: source.to_string(),
            },
            // Values that the schema does not allow: not what this program wrote.
            (rusqlite::Error::IntegralValueOutOfRange(..) | rusqlite::Error::InvalidColumnType(..), _) => {
                Self::Damaged {
                    path,
                    detail: source.to_string(),
                }
            }
            _ => Self::Sqlite { path, source },
        }
    }

    /// Names an error of the file system by what a person can do about it.
    pub(crate) fn io(path: &Path, source: std::io::Error) -> Self {
        let path = path.to_path_buf();
        match source.kind() {
            std::io::ErrorKind::StorageFull => Self::Full(path),
            std::io::ErrorKind::ReadOnlyFilesystem | std::io::ErrorKind::PermissionDenied => Self::ReadOnly {
                path,
                detail: source.to_string(),
            },
            _ => Self::Io { path, source },
        }
    }
}
