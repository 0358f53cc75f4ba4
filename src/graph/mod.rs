//! The vocabulary of the map: nodes, edges, sites, resolutions.
//!
//! Everything else in Portolan speaks in these words. They are plain data.
//!
//! Invariant: nothing here does I/O, knows SQLite, a grammar, a terminal or a protocol.
//!
//! Start reading at [`Node`] and [`Edge`].

mod edge;
mod kind;
mod node;
mod unresolved;

pub use edge::{Edge, EdgeFlags, Resolution, Site};
pub use kind::{EdgeKind, NodeKind, Visibility};
pub use node::{Node, NodeFlags, NodeId};
pub use unresolved::{Reason, Unresolved};
