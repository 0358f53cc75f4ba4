//! Files and directories.

use rusqlite::OptionalExtension;

use super::Writer;
use super::nodes::NewNode;
use crate::graph::{NodeFlags, NodeId, NodeKind, Visibility};
use crate::store::reader::file_status;
use crate::store::words::Words;
use crate::store::{FileStatus, StoreError};

/// One file as it is now.
#[derive(Debug, Clone, PartialEq)]
pub struct NewFile<'a> {
    /// Relative to the root, `/` between parts.
    pub path: &'a str,
    /// Language id; empty where there is none.
    pub language: &'a str,
    pub size: u64,
    /// Nanoseconds since 1970.
    pub mtime: i64,
    /// xxh3-64 of the content; 0 where it was not read.
    pub hash: u64,
    pub lines: u32,
    pub status: &'a FileStatus,
    pub notes: &'a str,
    /// The file's own node first, then its symbols, containers before their members.
    pub nodes: &'a [NewNode],
    /// What was extracted, serialised; empty where nothing was.
    pub facts: &'a [u8],
}

/// What the graph knows of a file: enough to see whether it changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    pub path: String,
    pub size: u64,
    /// Nanoseconds since 1970.
    pub mtime: i64,
    pub hash: u64,
    /// The file could not be read; it is tried again in each run.
    pub unread: bool,
}

impl Writer {
    /// Adds a file or brings it up to date, with its symbols and its directories. Returns the ids of `file.nodes`, in order.
    ///
    /// Edges that leave from the file's symbols stay as they were: see [`Writer::put_references`].
    pub fn put_file(&mut self, file: &NewFile<'_>) -> Result<Vec<NodeId>, StoreError> {
        self.run(|writer| {
            let directory = match file.path.rsplit_once('/') {
                Some((directory, _)) => Some(writer.directory(directory)?),
                None => None,
            };
            let path = writer.path(file.path)?;
            let ids = writer.put_nodes(path, directory, file.nodes)?;
            let own = ids.first().copied().ok_or(rusqlite::Error::QueryReturnedNoRows)?;
            let (status, errors, error_line, detail) = match file.status {
                FileStatus::Parsed => (0, 0, 0, ""),
                FileStatus::Errors { nodes, first_line } => (1, *nodes, *first_line, ""),
                FileStatus::Skipped(why) => (2, 0, 0, why.as_str()),
                FileStatus::Failed(why) => (3, 0, 0, why.as_str()),
            };
            writer
                .connection
                .prepare_cached(
                    "INSERT INTO file(id, node, language, size, mtime, hash, lines, status, errors, error_line, detail, \
                     notes) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12) \
                     ON CONFLICT(id) DO UPDATE SET node = ?2, language = ?3, size = ?4, mtime = ?5, hash = ?6, \
                     lines = ?7, status = ?8, errors = ?9, error_line = ?10, detail = ?11, notes = ?12",
                )?
                .execute(rusqlite::params![
                    path,
                    own.0,
                    file.language,
                    file.size.cast_signed(),
                    file.mtime,
                    file.hash.cast_signed(),
                    file.lines,
                    status,
                    errors,
                    error_line,
                    detail,
                    file.notes,
                ])?;
            if file.facts.is_empty() {
                writer.connection.prepare_cached("DELETE FROM fact WHERE file = ?1")?.execute([path])?;
            } else {
                writer
                    .connection
                    .prepare_cached("INSERT OR REPLACE INTO fact(file, data) VALUES(?1, ?2)")?
                    .execute((path, file.facts))?;
            }
            Ok(ids)
        })
    }

    /// Notes that a file was written anew with the same content.
    pub fn touch_file(&mut self, path: &str, size: u64, mtime: i64) -> Result<(), StoreError> {
        self.run(|writer| {
            writer
                .connection
                .prepare_cached(
                    "UPDATE file SET size = ?2, mtime = ?3 WHERE id = (SELECT id FROM path WHERE text = ?1)",
                )?
                .execute((path, size.cast_signed(), mtime))?;
            Ok(())
        })
    }

    /// Removes a file with its symbols and all edges to and from them. Nothing happens where it is not known.
    pub fn remove_file(&mut self, path: &str) -> Result<(), StoreError> {
        self.run(|writer| {
            let Some(id) = writer.known_path(path)? else {
                return Ok(());
            };
            // Edges of other files' symbols whose site is here.
            writer.remove_references(id)?;
            writer
                .connection
                .prepare_cached("DELETE FROM file WHERE id = ?1")?
                .execute([id])?;
            writer.remove_path(id, path)
        })
    }

    /// Removes directories in which nothing is left.
    pub fn prune_directories(&mut self) -> Result<(), StoreError> {
        self.run(|writer| {
            loop {
                let empty: Vec<(i64, String)> = writer
                    .connection
                    .prepare_cached(
                        "SELECT p.id, p.text FROM node n JOIN path p ON p.id = n.path \
                         WHERE n.kind = ?1 AND NOT EXISTS (SELECT 1 FROM node m WHERE m.parent = n.id)",
                    )?
                    .query_map([NodeKind::Directory.code()], |row| Ok((row.get(0)?, row.get(1)?)))?
                    .collect::<rusqlite::Result<_>>()?;
                if empty.is_empty() {
                    return Ok(());
                }
                for (id, path) in empty {
                    writer.directories.remove(&path);
                    writer.remove_path(id, &path)?;
                }
            }
        })
    }

    /// All files that the graph knows, by path.
    pub fn known_files(&self) -> Result<Vec<Known>, StoreError> {
        self.read(|connection| {
            connection
                .prepare_cached(
                    "SELECT p.text, f.size, f.mtime, f.hash, f.status, f.errors, f.error_line, f.detail \
                     FROM file f JOIN path p ON p.id = f.id ORDER BY p.text",
                )?
                .query_map((), |row| {
                    let hash = row.get::<_, i64>(3)?.cast_unsigned();
                    Ok(Known {
                        path: row.get(0)?,
                        size: row.get::<_, i64>(1)?.cast_unsigned(),
                        mtime: row.get(2)?,
                        hash,
                        // What was read has a hash, whatever became of it afterwards.
                        unread: hash == 0 && matches!(file_status(row, 4)?, FileStatus::Failed(_)),
                    })
                })?
                .collect()
        })
    }

    /// What was extracted from each file when it was last indexed, serialised, by path; with the ids of its nodes in the
    /// order in which they were put.
    pub fn each_fact(&self, visit: &mut dyn FnMut(&str, &[u8])) -> Result<(), StoreError> {
        self.read(|connection| {
            let mut statement = connection
                .prepare_cached("SELECT p.text, x.data FROM fact x JOIN path p ON p.id = x.file ORDER BY p.text")?;
            let mut rows = statement.query(())?;
            while let Some(row) = rows.next()? {
                visit(row.get_ref(0)?.as_str()?, row.get_ref(1)?.as_blob()?);
            }
            Ok(())
        })
    }

    /// The node of a directory, made with those above it if need be.
    fn directory(&mut self, path: &str) -> rusqlite::Result<NodeId> {
        if let Some(&id) = self.directories.get(path) {
            return Ok(id);
        }
        let (above, name) = match path.rsplit_once('/') {
            Some((above, name)) => (Some(self.directory(above)?), name),
            None => (None, path),
        };
        let path_id = self.path(path)?;
        let standing = self
            .connection
            .prepare_cached("SELECT id FROM node WHERE path = ?1 AND kind = ?2")?
            .query_row((path_id, NodeKind::Directory.code()), |row| row.get(0))
            .optional()?;
        let id = match standing {
            Some(id) => NodeId(id),
            None => {
                let node = NewNode {
                    parent: None,
                    kind: NodeKind::Directory,
                    name: name.to_string(),
                    qualified: path.to_string(),
                    line: 1,
                    end_line: 1,
                    start_byte: 0,
                    end_byte: 0,
                    signature: String::new(),
                    doc: String::new(),
                    visibility: Visibility::Unknown,
                    flags: NodeFlags::default(),
                    ordinal: 0,
                    words: Words::of(name, path, "", "", &[]),
                };
                let ids = self.put_nodes(path_id, above, &[node])?;
                ids.first().copied().ok_or(rusqlite::Error::QueryReturnedNoRows)?
            }
        };
        self.directories.insert(path.to_string(), id);
        Ok(id)
    }

    /// Removes everything that stands at a path, and the path.
    fn remove_path(&mut self, id: i64, path: &str) -> rusqlite::Result<()> {
        let nodes: Vec<i64> = self
            .connection
            .prepare_cached("SELECT id FROM node WHERE path = ?1 ORDER BY id DESC")?
            .query_map([id], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        for node in nodes {
            self.remove_node(NodeId(node))?;
        }
        self.connection
            .prepare_cached("DELETE FROM path WHERE id = ?1")?
            .execute([id])?;
        self.paths.remove(path);
        Ok(())
    }
}
