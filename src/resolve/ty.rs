//! Types of values, as far as members can be looked up on them.

use std::sync::Arc;

use super::modules::ModuleId;
use super::symbols::{DefId, Sym};
use crate::lang::extraction::{BindingIx, ExprIx, Literal};

/// The type of a value. Pointers, references, futures and the like are seen through and leave no trace.
#[derive(Debug, Clone, PartialEq)]
pub enum Ty {
    Unknown,
    /// A value of a project's type.
    Instance(DefId, Arc<[Ty]>),
    /// A project's type itself.
    Static(DefId, Arc<[Ty]>),
    Module(ModuleId),
    /// Functions of the project (overloads), with the receiver on which they were found.
    Function(Arc<[DefId]>, Arc<Ty>),
    /// A closure of a file.
    Lambda(u32, ExprIx),
    /// A function value of which the result and parameters are known.
    FunctionType(Arc<[Ty]>, Arc<Ty>),
    /// A member of a value that is not the project's; what it gives is decided when it is called.
    LibraryMember(Arc<Ty>, Sym),
    /// A value, a type or a module of a library.
    External(Sym),
    /// A library's generic type with its arguments, in a language that tells such types apart by name (Java).
    Library(Sym, Arc<[Ty]>),
    Literal(Literal),
    List(Arc<Ty>),
    Map(Arc<(Ty, Ty)>),
    Optional(Arc<Ty>),
    /// A value or an error.
    Result(Arc<(Ty, Ty)>),
    Tuple(Arc<[Ty]>),
    /// A type parameter: its file and binding.
    Param(u32, BindingIx),
    /// Members of any of these.
    Any(Arc<[Ty]>),
}

/// A value that may be of more types than this is of none in particular.
const MAX_ALTERNATIVES: usize = 16;

impl Ty {
    pub fn instance(def: DefId) -> Self {
        Ty::Instance(def, Arc::from([]))
    }

    pub fn fixed(def: DefId) -> Self {
        Ty::Static(def, Arc::from([]))
    }

    pub fn is_unknown(&self) -> bool {
        matches!(self, Ty::Unknown)
    }

    /// Whether it has parts that are not known.
    pub fn is_open(&self) -> bool {
        match self {
            Ty::Unknown => true,
            Ty::List(of) | Ty::Optional(of) => of.is_open(),
            Ty::Map(of) | Ty::Result(of) => of.0.is_open() || of.1.is_open(),
            Ty::Instance(_, args) => args.iter().any(Ty::is_open),
            _ => false,
        }
    }

    pub fn list(of: Ty) -> Self {
        Ty::List(Arc::new(of))
    }

    pub fn optional(of: Ty) -> Self {
        if of.is_unknown() {
            Ty::Unknown
        } else {
            Ty::Optional(Arc::new(of))
        }
    }

    /// One type out of several, unknown ones and repetitions left out.
    pub fn any(types: impl IntoIterator<Item = Ty>) -> Self {
        let mut kept: Vec<Ty> = Vec::new();
        for ty in types {
            if kept.len() >= MAX_ALTERNATIVES {
                break;
            }
            match ty {
                Ty::Unknown | Ty::Literal(Literal::Null) => {}
                Ty::Any(inner) => {
                    for one in inner.iter() {
                        if !kept.contains(one) {
                            kept.push(one.clone());
                        }
                    }
                }
                other => {
                    if !kept.contains(&other) {
                        kept.push(other);
                    }
                }
            }
        }
        match kept.len() {
            0 => Ty::Unknown,
            1 => kept.swap_remove(0),
            _ => Ty::Any(kept.into()),
        }
    }

    pub fn result(ok: Ty, error: Ty) -> Self {
        Ty::Result(Arc::new((ok, error)))
    }

    /// The error of a result.
    pub fn failure(&self) -> Ty {
        match self {
            Ty::Result(of) => of.1.clone(),
            Ty::Any(types) => Ty::any(types.iter().map(Ty::failure)),
            _ => Ty::Unknown,
        }
    }

    /// The type inside an optional or a result; itself elsewhere.
    pub fn inside(&self) -> Ty {
        match self {
            Ty::Optional(inner) => (**inner).clone(),
            Ty::Result(of) => of.0.clone(),
            Ty::Any(types) => Ty::any(types.iter().map(Ty::inside)),
            other => other.clone(),
        }
    }
}
