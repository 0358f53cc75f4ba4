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
#[cfg(test)]
mod tests;

use super::infer::Resolver;
use super::ty::Ty;
use crate::lang::extraction::SuperKind;

/// Names of the library that results are given under, whether or not a file mentions them.
pub(super) const NAMES: &[&str] = &[
    "Class",
    "CharSequence",
    "ClassLoader",
    "Collection",
    "Collector",
    "Entry",
    "Field",
    "File",
    "InputStream",
    "Instant",
    "IntStream",
    "Iterator",
    "List",
    "Method",
    "Object",
    "Optional",
    "Package",
    "Path",
    "Set",
    "Stream",
    "String",
    "Type",
    "TypeVariable",
    "URI",
    "URL",
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

    /// What `super` is: an instance of the class that is extended, or `Object`; interfaces are no part of it.
    pub(super) fn java_superclass(&self, ty: &Ty) -> Ty {
        let (Ty::Instance(def, _) | Ty::Static(def, _)) = ty else {
            return Ty::Unknown;
        };
        let class = self.project.def(*def);
        let extended = class.supers.iter().position(|one| one.kind == SuperKind::Extends);
        match extended.and_then(|place| self.supers_of(ty).get(place).cloned()) {
            Some(up) => up,
            None => self.java_named("Object"),
        }
    }

    /// A library's type with arguments.
    fn java_generic(&self, name: &str, args: impl IntoIterator<Item = Ty>) -> Ty {
        match self.project.symbols.get(name) {
            Some(sym) => Ty::Library(sym, args.into_iter().collect()),
            None => self.java_unnamed(),
        }
    }
}
