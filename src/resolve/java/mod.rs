//! Java's own rules: what its library's types give, and which overload a call means.
//!
//! Place: beside `infer` and `overload`, which ask here when the file is Java's. A library's type with arguments keeps its
//! name ([`super::ty::Ty::Library`]): overloads are told apart by it.
//!
//! Start reading at `overload`, then `kind`.

mod classes;
mod function;
mod kind;
mod library;
mod overload;
mod scope;

use super::infer::Resolver;
use super::ty::Ty;

/// Names of the library that results are given under, whether or not a file mentions them.
pub(super) const NAMES: &[&str] = &[
    "Class",
    "CharSequence",
    "ClassLoader",
    "Collection",
    "Collector",
    "Entry",
    "Field",
    "IntStream",
    "Iterator",
    "List",
    "Method",
    "Object",
    "Optional",
    "Package",
    "Set",
    "Stream",
    "String",
    "Type",
    "TypeVariable",
    "byte",
    "float",
    "long",
    "short",
];

/// True for the languages whose files follow these rules.
pub(super) fn is_java(family: &str) -> bool {
    family == "jvm"
}

impl Resolver<'_> {
    /// A type of the library by name; without a name where no file mentions it.
    fn java_named(&self, name: &str) -> Ty {
        match self.project.symbols.get(name) {
            Some(sym) => Ty::External(sym),
            None => self.java_unnamed(),
        }
    }

    /// A value of the library of which nothing more is known.
    fn java_unnamed(&self) -> Ty {
        self.project.modules.unnamed.map_or(Ty::Unknown, Ty::External)
    }

    /// A library's type with arguments.
    fn java_generic(&self, name: &str, args: impl IntoIterator<Item = Ty>) -> Ty {
        match self.project.symbols.get(name) {
            Some(sym) => Ty::Library(sym, args.into_iter().collect()),
            None => self.java_unnamed(),
        }
    }
}
