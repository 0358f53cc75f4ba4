//! From references to edges: scopes, imports, receiver types, hierarchy, candidates.
//!
//! Place: over `lang` (whose extractions it reads) and under `index` (which stores what it finds).
//! Flow: [`Project::new`] numbers all definitions, builds the modules and members of the whole project and attaches
//! what stands apart from its owner; [`Project::resolve_file`] then answers for one file at a time, in parallel.
//!
//! Promises: the same set of extractions gives the same edges, in whatever order the files come and on however many
//! threads. A name without a known receiver or scope is never bound as if it were certain: it becomes candidates.
//!
//! Invariant: no database, no file is touched here; what the resolver must know of manifests is handed in as text.
//!
//! Start reading at [`Project`], then `reference`, `infer`, `scope`.

mod asked;
mod edges;
mod expansion;
mod filled;
mod infer;
mod java;
mod library;
mod linkage;
mod lookup;
mod members;
mod modules;
mod overload;
mod pattern;
mod project;
mod reference;
mod rust;
mod rust_library;
mod stl;
mod symbols;
mod ty;

pub use edges::{FileEdges, RawEdge, RawUnresolved};
pub use modules::is_manifest;
pub use project::{Manifest, Project, SourceFile};
pub use symbols::DefId;
