//! Questions asked of the graph: find, search, outline, callers and callees, paths.
//!
//! Place: over `store`, under `context` and every front end. Pure reading.
//!
//! Invariant: this module knows no grammar, no terminal and no protocol; it never writes.
//!
//! Start reading at [`find`] and [`search::Index`].

mod find;
pub mod name;
mod outline;
pub mod path;
pub mod search;
pub mod walk;

pub use find::find;
pub use outline::{OutlineRow, outline};

#[cfg(test)]
mod tests;
