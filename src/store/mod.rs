//! The graph file: one SQLite database, its schema, its one writer and its many readers.
//!
//! Place: under `index` (which writes) and under `query`, `context` and every front end (which read).
//! Promise: readers are never blocked by the writer and never see half a transaction; a writer killed at any
//! moment loses nothing that was committed.
//!
//! Invariant: this module knows rows and SQL, no grammar and no rule of any language. No SQL stands outside it.
//!
//! Start reading at `schema`, then [`Reader`] and [`Writer`].

mod error;
mod open;
mod reader;
mod rows;
mod schema;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod words;
mod writer;

pub use error::StoreError;
pub use open::{Aside, set_aside};
pub use reader::Reader;
pub use rows::{EdgeFilter, FileRow, FileStatus, NameRow, Stats, WordHit, WordPlace};

pub use words::Words;
pub use writer::{Known, NewEdge, NewFile, NewNode, NewUnresolved, Writer};
