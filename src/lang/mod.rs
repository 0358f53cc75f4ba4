//! From the bytes of a file to an [`Extraction`]: one folder per language over one engine.
//!
//! # Adding a language
//!
//! 1. A folder `src/lang/NAME/` with a `pub static LANGUAGE: Language`: its grammar, extensions, a table of [`engine::Rule`]s from the
//!    grammar's node kinds to what they mean, and the few functions that a table cannot express (definitions with their
//!    visibility, imports, types).
//! 2. A line in [`LANGUAGES`].
//! 3. A directory `tests/lang/NAME/` of small sources with their expected symbols and edges beside them.
//!
//! Invariant: this module never touches the database or another file; the same bytes give the same extraction.
//!
//! Start reading at [`extract`], then `engine`, then any language's folder.

mod c;
mod cpp;
pub mod dump;
mod ecma;
pub mod engine;
pub mod extraction;
mod go;
mod java;
mod python;
mod registry;
mod rust;
#[cfg(test)]
mod testing;

pub use extraction::Extraction;
pub use registry::{LANGUAGES, by_id, detect};

use engine::{Extractor, Rule};
use extraction::TypeIx;
use tree_sitter::Node;

/// A language: data, and the few functions that data cannot express.
pub struct Language {
    /// Stable id, e.g. `rust`.
    pub id: &'static str,
    /// As people write it, e.g. `Rust`.
    pub name: &'static str,
    /// Without the dot.
    pub extensions: &'static [&'static str],
    /// Whole file names, e.g. `Rakefile`.
    pub file_names: &'static [&'static str],
    /// Interpreters after `#!`, e.g. `python3`.
    pub shebangs: &'static [&'static str],
    pub grammar: fn() -> tree_sitter::Language,
    pub rules: &'static [(&'static str, Rule)],
    pub comments: Comments,
    /// Rewrites what the grammar cannot read (C's macros) before parsing. The result is as many bytes long and has its line
    /// breaks in the same places, so that every position stays; names and texts are still taken from the source.
    /// `None`, also as a result: the source is parsed as it is.
    pub prepare: Option<fn(&str) -> Option<String>>,
    /// Visits the root node: most languages bind nothing here and visit its children ([`visit_file`]).
    pub file: for<'t> fn(&mut Extractor<'t>, Node<'t>),
    /// Lowers a written type.
    pub types: for<'t> fn(&mut Extractor<'t>, Node<'t>) -> TypeIx,
    pub semantics: Semantics,
}

/// Comments and attributes of a language.
pub struct Comments {
    /// Node kinds of comments.
    pub kinds: &'static [&'static str],
    /// With these beginnings a comment is a doc comment; empty: any comment right before a definition is.
    pub doc_prefixes: &'static [&'static str],
    /// Node kinds of attributes that are siblings before what they describe.
    pub attributes: &'static [&'static str],
    /// Node kinds of attributes and decorators that are children of what they describe.
    pub inner_attributes: &'static [&'static str],
}

/// What the resolver must know of a language, as data.
pub struct Semantics {
    /// Between the parts of a qualified name.
    pub separator: &'static str,
    /// Members of the enclosing type are seen without a receiver (Java, C++, C#, Kotlin, Swift, Ruby).
    pub bare_members: bool,
    /// Names in a function are looked up from there on in every scope around it; a class scope is skipped by functions
    /// inside of it (Python, JavaScript).
    pub type_scope_hidden: bool,
    /// All files of a directory are one module (Go), or of a package (Java, Kotlin, C#).
    pub module: ModuleRule,
    /// Calling the name of a type constructs it (Python, Kotlin, Swift, C++, Dart).
    pub call_constructs: bool,
    /// Name under which constructors are defined as members: `__init__`, `constructor`; empty: the type's own name.
    pub constructor: &'static str,
    /// Several definitions of one name in one container are chosen by their arguments.
    pub overloads: bool,
    /// Names of the language's library or prelude that need no import.
    pub prelude: &'static [&'static str],
    /// Members that belong to values of the language's own types (lists, strings, maps): on an untyped receiver they are
    /// never taken for a project's method.
    pub common_members: &'static [&'static str],
    /// What the language's own library is called.
    pub library: &'static str,
    /// Languages whose symbols can be meant by this one's names, its own included (C and C++; TypeScript and JavaScript).
    pub family: &'static str,
}

/// How files make up modules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModuleRule {
    /// Rust: by the path below the crate's root.
    Crate,
    /// Python: by dotted path below a source root.
    Dotted,
    /// Every file is a module, imported by path or package name (TypeScript, JavaScript).
    File,
    /// All files of a directory (Go).
    Directory,
    /// By the package that the file declares (Java, Kotlin).
    Package,
    /// Textual inclusion; external names are one space (C, C++).
    Include,
}

/// The plain way to visit a file.
pub fn visit_file<'t>(x: &mut Extractor<'t>, root: Node<'t>) {
    x.visit_children(root);
}

/// Extracts one file. Never fails; what does not parse is left out and counted.
pub fn extract(language: &'static Language, source: &str) -> Extraction {
    registry::with_table(language, |table| engine::extract(language, table, source))
}
