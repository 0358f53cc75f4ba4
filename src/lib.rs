//! Portolan: a terminal map of code.
//!
//! The parts, from the ground up; a module may use what stands above it in this list, never what stands below:
//! `graph` (the vocabulary), `text`, `config`, `lang` (bytes of a file to an extraction), `store` (SQLite),
//! `resolve` (references to edges), `index` (discover, extract, store, resolve), `watch`, `query`, `context`
//! (the bundle), `mcp`, `tui`, `cli`.
//!
//! Two wings stand on `graph`, `text` and `store`: the writing one (`lang`, `resolve`, `index`, `watch`) and the
//! reading one (`query`, `context`). They do not know each other; they meet in the graph.

#![forbid(unsafe_code)]

pub mod cli;
pub mod config;
pub mod context;
pub mod graph;
pub mod index;
pub mod lang;
pub mod mcp;
pub mod query;
pub mod resolve;
pub mod store;
pub mod text;
pub mod tui;
pub mod watch;
