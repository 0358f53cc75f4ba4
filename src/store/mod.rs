//! The graph file: one SQLite database, its schema, its one writer and its many readers.
//!
//! Place: under `index` (which writes) and under `query`, `context` and every front end (which read).
//! Promise: readers are never blocked by the writer and never see half a transaction; a writer killed at any
//! moment loses nothing that was committed.
//!
//! Invariant: this module knows rows and SQL, no grammar and no rule of any language. No SQL stands outside it.
//!
//! Start reading at [`Reader`] and [`Writer`].

mod reader;

pub use reader::{EdgeFilter, FileRow, FileStatus, NameRow, Reader, Stats, StoreError, WordHit};
