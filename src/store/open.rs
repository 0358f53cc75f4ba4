//! Opening a graph file: whose it is, whether it can be read, and how to put a bad one aside.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::error::StoreError;
use super::schema;

/// The first bytes of every SQLite file.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// How long a connection waits for a lock of SQLite's own, which are held for moments only.
pub(super) const BUSY: Duration = Duration::from_secs(5);

/// Prepared statements kept by a connection.
const STATEMENTS: usize = 64;

/// Opens for reading, on a read-only file and directory too.
///
/// Checks the header, the owner, the version and that the schema can be read; nothing that takes time.
pub(super) fn read_only(path: &Path) -> Result<Connection, StoreError> {
    check_header(path)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    match Connection::open_with_flags(path, flags).and_then(|connection| check_content(connection, path)) {
        Ok(result) => result,
        // The shared memory beside the file can neither be found nor made: nobody can be writing then, so the file may be
        // taken as immutable, if it is whole without its log.
        Err(error) if cannot_share(&error) && is_empty(&beside(path, "-wal")) => {
            Connection::open_with_flags(immutable_uri(path), flags)
                .and_then(|connection| check_content(connection, path))
                .map_err(|error| StoreError::of(path, error))?
        }
        Err(error) => Err(StoreError::of(path, error)),
    }
}

/// Opens for writing; makes and lays out the file where there is none, or an empty one.
pub(super) fn read_write(path: &Path) -> Result<(Connection, bool), StoreError> {
    let fresh = match check_header(path) {
        Ok(()) => false,
        Err(StoreError::Missing(_)) => true,
        Err(error) => return Err(error),
    };
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let fail = |error| StoreError::of(path, error);
    let connection = Connection::open_with_flags(path, flags).map_err(fail)?;
    configure(&connection).map_err(fail)?;
    let fresh = fresh || is_blank(&connection).map_err(fail)?;
    if fresh {
        // Laid out before the log is switched on, so that the file itself says whose it is from its first moment.
        schema::create(&connection).map_err(fail)?;
    }
    let connection = check_content(connection, path).map_err(fail)??;
    connection
        .query_row("PRAGMA journal_mode=WAL", (), |_| Ok(()))
        .map_err(fail)?;
    Ok((connection, fresh))
}

/// Why a graph is put aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aside {
    /// It cannot be read.
    Damaged,
    /// Another version of the schema.
    Version(i64),
}

/// Renames a graph and what belongs to it, so that a new one can be made in its place. Nothing is deleted.
///
/// Returns the new path: `graph.db.damaged-1`, `graph.db.v2`, or the next that is free. The caller holds the write lock.
pub fn set_aside(path: &Path, why: Aside) -> Result<PathBuf, StoreError> {
    let suffix = |n: u32| match (why, n) {
        (Aside::Damaged, n) => format!(".damaged-{n}"),
        (Aside::Version(version), 1) => format!(".v{version}"),
        (Aside::Version(version), n) => format!(".v{version}-{n}"),
    };
    let Some(target) = (1..=u32::MAX)
        .map(|n| beside(path, &suffix(n)))
        .find(|target| !target.exists())
    else {
        return Err(StoreError::io(path, std::io::ErrorKind::AlreadyExists.into()));
    };
    std::fs::rename(path, &target).map_err(|error| StoreError::io(path, error))?;
    for part in ["-wal", "-shm"] {
        match std::fs::rename(beside(path, part), beside(&target, part)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(StoreError::io(&beside(path, part), error));
            }
            _ => {}
        }
    }
    Ok(target)
}

/// `path` with `suffix` at the end of its name.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Is this a place that Portolan alone uses, so that whatever lies there was once a graph of ours?
/// `.portolan/graph.db`, or `portolan/PROJECT/graph.db` in a cache directory.
fn is_own_place(path: &Path) -> bool {
    let name_is = |path: Option<&Path>, name: &str| path.and_then(Path::file_name).is_some_and(|found| found == name);
    let directory = path.parent();
    name_is(Some(path), "graph.db")
        && (name_is(directory, ".portolan") || name_is(directory.and_then(Path::parent), "portolan"))
}

fn check_header(path: &Path) -> Result<(), StoreError> {
    let foreign = |detail: &str| StoreError::Foreign {
        path: path.to_path_buf(),
        detail: detail.to_string(),
    };
    let metadata = match std::fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(StoreError::Missing(path.to_path_buf()));
        }
        Err(error) => {
            return Err(StoreError::Io {
                path: path.to_path_buf(),
                source: error,
            });
        }
    };
    if metadata.is_dir() {
        return Err(foreign("it is a directory"));
    }
    if !metadata.is_file() {
        return Err(foreign("it is not an ordinary file"));
    }
    if metadata.len() == 0 {
        return Err(StoreError::Missing(path.to_path_buf()));
    }
    let mut head = Vec::with_capacity(MAGIC.len());
    File::open(path)
        .and_then(|file| file.take(MAGIC.len() as u64).read_to_end(&mut head))
        .map_err(|source| StoreError::Io {
            path: path.to_path_buf(),
            source,
        })?;
    if head == MAGIC {
        return Ok(());
    }
    if is_own_place(path) {
        return Err(StoreError::Damaged {
            path: path.to_path_buf(),
            detail: "its first bytes are overwritten".into(),
        });
    }
    Err(foreign("it is not an SQLite file"))
}

/// The outer result is SQLite's, the inner one ours.
fn check_content(connection: Connection, path: &Path) -> rusqlite::Result<Result<Connection, StoreError>> {
    configure(&connection)?;
    let number = |pragma: &str| connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
    let (owner, version) = (number("application_id")?, number("user_version")?);
    let path = path.to_path_buf();
    if owner != schema::APPLICATION_ID {
        if is_blank(&connection)? {
            return Ok(Err(StoreError::Missing(path)));
        }
        return Ok(Err(StoreError::Foreign {
            path,
            detail: "another program's SQLite database".into(),
        }));
    }
    if version != schema::VERSION {
        return Ok(Err(StoreError::Version {
            path,
            found: version,
            expected: schema::VERSION,
        }));
    }
    match connection.query_row("SELECT count(*) FROM meta WHERE key = 'generation'", (), |row| {
        row.get::<_, i64>(0)
    }) {
        Ok(_) => Ok(Ok(connection)),
        // The owner is right, but a table is not there.
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::Unknown) => Ok(Err(StoreError::Damaged {
            path,
            detail: error.to_string(),
        })),
        Err(error) => Err(error),
    }
}

/// No table, no owner: a file that SQLite made and nobody filled.
fn is_blank(connection: &Connection) -> rusqlite::Result<bool> {
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", (), |row| row.get(0))?;
    let owner: i64 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    Ok(tables == 0 && owner == 0)
}

fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(BUSY)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    // In KiB when negative.
    connection.pragma_update(None, "cache_size", -8_000)
}

/// Errors that say "the files beside the database cannot be made".
fn cannot_share(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::SystemIoFailure)
    )
}

fn is_empty(path: &Path) -> bool {
    std::fs::metadata(path).map_or(true, |metadata| metadata.len() == 0)
}

fn immutable_uri(path: &Path) -> String {
    let mut uri = String::from("file:");
    for &byte in path.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02x}"));
        }
    }
    uri.push_str("?immutable=1");
    uri
}
