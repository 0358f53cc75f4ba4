//! Names and paths, each stored once.

use rusqlite::OptionalExtension;

use super::Writer;

impl Writer {
    /// The id of a name, made if need be.
    pub(super) fn name(&mut self, text: &str) -> rusqlite::Result<i64> {
        if let Some(&id) = self.names.get(text) {
            return Ok(id);
        }
        let found = if self.fresh {
            None
        } else {
            // The index ignores case; the second condition does not.
            self.connection
                .prepare_cached("SELECT id FROM name WHERE text = ?1 COLLATE NOCASE AND text = ?1")?
                .query_row([text], |row| row.get(0))
                .optional()?
        };
        let id = match found {
            Some(id) => id,
            None => {
                self.connection
                    .prepare_cached("INSERT INTO name(text) VALUES(?1)")?
                    .execute([text])?;
                self.connection.last_insert_rowid()
            }
        };
        self.names.insert(text.to_string(), id);
        Ok(id)
    }

    /// The id of a path, made if need be.
    pub(super) fn path(&mut self, text: &str) -> rusqlite::Result<i64> {
        if let Some(&id) = self.paths.get(text) {
            return Ok(id);
        }
        let id = match self.known_path(text)? {
            Some(id) => id,
            None => {
                self.connection
                    .prepare_cached("INSERT INTO path(text) VALUES(?1)")?
                    .execute([text])?;
                self.connection.last_insert_rowid()
            }
        };
        self.paths.insert(text.to_string(), id);
        Ok(id)
    }

    pub(super) fn known_path(&self, text: &str) -> rusqlite::Result<Option<i64>> {
        if let Some(&id) = self.paths.get(text) {
            return Ok(Some(id));
        }
        self.connection
            .prepare_cached("SELECT id FROM path WHERE text = ?1")?
            .query_row([text], |row| row.get(0))
            .optional()
    }
}
