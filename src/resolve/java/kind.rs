//! Types as overload resolution sees them: generics erased, the library's types by name.

use super::classes::{self, Related};
use super::function;
use crate::graph::{NodeFlags, NodeKind};
use crate::lang::extraction::{Expr, Literal};
use crate::resolve::infer::Resolver;
use crate::resolve::symbols::{DefId, Sym};
use crate::resolve::ty::Ty;

/// A type, erased.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    Unknown,
    Null,
    Primitive(Primitive),
    Array(Box<Kind>),
    /// A type of the project.
    Own(DefId),
    /// A type of the library.
    Library(Sym),
    /// A lambda with so many parameters, or a method reference.
    Function(Option<usize>),
}

/// In the order in which each widens to the next; `Boolean` and `Char` stand apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Primitive {
    Boolean,
    Char,
    Byte,
    Short,
    Int,
    Long,
    Float,
    Double,
}

impl Primitive {
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "boolean" => Self::Boolean,
            "char" => Self::Char,
            "byte" => Self::Byte,
            "short" => Self::Short,
            "int" => Self::Int,
            "long" => Self::Long,
            "float" => Self::Float,
            "double" => Self::Double,
            _ => return None,
        })
    }

    /// The class that boxes it.
    pub fn boxed(self) -> &'static str {
        match self {
            Self::Boolean => "Boolean",
            Self::Char => "Character",
            Self::Byte => "Byte",
            Self::Short => "Short",
            Self::Int => "Integer",
            Self::Long => "Long",
            Self::Float => "Float",
            Self::Double => "Double",
        }
    }

    pub fn unboxed(name: &str) -> Option<Self> {
        Some(match name {
            "Boolean" => Self::Boolean,
            "Character" => Self::Char,
            "Byte" => Self::Byte,
            "Short" => Self::Short,
            "Integer" => Self::Int,
            "Long" => Self::Long,
            "Float" => Self::Float,
            "Double" => Self::Double,
            _ => return None,
        })
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Char => "char",
            Self::Byte => "byte",
            Self::Short => "short",
            Self::Int => "int",
            Self::Long => "long",
            Self::Float => "float",
            Self::Double => "double",
        }
    }

    /// Widening, or the same.
    fn becomes(self, wanted: Self) -> bool {
        match (self, wanted) {
            (a, b) if a == b => true,
            (Self::Boolean, _) | (_, Self::Boolean | Self::Char) => false,
            (Self::Char, wanted) => wanted >= Self::Int,
            (own, wanted) => own < wanted,
        }
    }
}

/// Whether an argument can be passed for a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fits {
    No,
    /// Not enough is known.
    Maybe,
    Yes,
}

impl From<bool> for Fits {
    fn from(fits: bool) -> Self {
        if fits { Fits::Yes } else { Fits::No }
    }
}

impl Resolver<'_> {
    /// The kind of a value's type, or of a parameter's.
    pub(super) fn java_kind(&self, ty: &Ty) -> Kind {
        match ty {
            Ty::Instance(def, _) => Kind::Own(*def),
            Ty::Literal(literal) => self.literal_kind(*literal),
            Ty::List(of) => Kind::Array(Box::new(self.java_kind(of))),
            Ty::Library(name, _) => Kind::Library(*name),
            Ty::External(name) => {
                let text = self.project.symbols.text(*name);
                match Primitive::named(text) {
                    Some(primitive) => Kind::Primitive(primitive),
                    None if text.is_empty() => Kind::Unknown,
                    None => Kind::Library(*name),
                }
            }
            Ty::Param(file, binding) => {
                let bounds = self.project.file(*file).extraction.binding(*binding).ty;
                match self.lower(*file, bounds) {
                    Ty::Unknown | Ty::Param(..) => self.library_kind("Object"),
                    // Erasure is the first bound.
                    Ty::Any(bounds) => match bounds.first() {
                        None | Some(Ty::Param(..)) => Kind::Unknown,
                        Some(first) => self.java_kind(first),
                    },
                    bound => self.java_kind(&bound),
                }
            }
            Ty::Any(types) => self.one_kind(types),
            Ty::Lambda(file, lambda) => match &self.project.file(*file).extraction.expr(*lambda).kind {
                Expr::Lambda { params, .. } => Kind::Function(Some(params.len())),
                _ => Kind::Unknown,
            },
            Ty::Function(..) => Kind::Function(None),
            Ty::LibraryMember(on, name) => self.constant_kind(on, *name),
            _ => Kind::Unknown,
        }
    }

    fn literal_kind(&self, literal: Literal) -> Kind {
        match literal {
            Literal::String => self.library_kind("String"),
            Literal::Integer => Kind::Primitive(Primitive::Int),
            Literal::Float => Kind::Primitive(Primitive::Double),
            Literal::Char => Kind::Primitive(Primitive::Char),
            Literal::Bool => Kind::Primitive(Primitive::Boolean),
            Literal::Null => Kind::Null,
            Literal::Bytes | Literal::Regex => Kind::Unknown,
        }
    }

    pub(super) fn library_kind(&self, name: &str) -> Kind {
        self.project.symbols.get(name).map_or(Kind::Unknown, Kind::Library)
    }

    /// The branches of a conditional: all of one kind, or numbers.
    fn one_kind(&self, types: &[Ty]) -> Kind {
        let mut kinds = types.iter().map(|one| self.java_kind(one));
        let mut kind = kinds.next().unwrap_or(Kind::Unknown);
        for next in kinds {
            kind = match (kind, next) {
                (a, b) if a == b => a,
                (Kind::Primitive(a), Kind::Primitive(b)) if a != Primitive::Boolean && b != Primitive::Boolean => {
                    Kind::Primitive(a.max(b))
                }
                _ => return Kind::Unknown,
            };
        }
        kind
    }

    /// The length of an array, and constants of the library's classes, mostly of the class's own type.
    fn constant_kind(&self, on: &Ty, name: Sym) -> Kind {
        let name = self.project.symbols.text(name);
        match on {
            Ty::List(_) if name == "length" => Kind::Primitive(Primitive::Int),
            Ty::External(class) if self.project.symbols.text(*class) == "System" => match name {
                "out" | "err" => self.library_kind("PrintStream"),
                "in" => self.library_kind("InputStream"),
                _ => Kind::Unknown,
            },
            Ty::External(class)
                if name
                    .chars()
                    .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_') =>
            {
                let text = self.project.symbols.text(*class);
                match (Primitive::unboxed(text), name) {
                    (Some(Primitive::Boolean), _) => Kind::Library(*class),
                    (Some(_), "BYTES" | "SIZE") => Kind::Primitive(Primitive::Int),
                    (Some(primitive), _) => Kind::Primitive(primitive),
                    (None, _) => match text {
                        "Math" => Kind::Primitive(Primitive::Double),
                        "Calendar" | "DateFormat" | "Pattern" | "Modifier" | "Thread" | "Character" => {
                            Kind::Primitive(Primitive::Int)
                        }
                        "StandardCharsets" => self.library_kind("Charset"),
                        "Locale" | "TimeUnit" | "ChronoUnit" | "DayOfWeek" | "Month" | "RoundingMode"
                        | "BigDecimal" | "BigInteger" | "Duration" | "Instant" | "ElementType" | "RetentionPolicy"
                        | "StandardOpenOption" => Kind::Library(*class),
                        _ => Kind::Unknown,
                    },
                }
            }
            _ => Kind::Unknown,
        }
    }

    /// Whether a value of one kind can be passed for another, with boxing where `loose`.
    pub(super) fn java_fits(&self, given: &Kind, wanted: &Kind, loose: bool) -> Fits {
        match (given, wanted) {
            (Kind::Unknown, _) | (_, Kind::Unknown) => Fits::Maybe,
            (a, b) if a == b => Fits::Yes,
            (Kind::Null, Kind::Primitive(_)) => Fits::No,
            (Kind::Null, _) => Fits::Yes,
            (Kind::Primitive(given), Kind::Primitive(wanted)) => given.becomes(*wanted).into(),
            (Kind::Primitive(given), Kind::Library(wanted)) if loose => {
                let wanted = self.project.symbols.text(*wanted);
                (classes::related(given.boxed(), wanted) == Related::Yes).into()
            }
            (Kind::Library(given), Kind::Primitive(wanted)) if loose => {
                match Primitive::unboxed(self.project.symbols.text(*given)) {
                    Some(given) => given.becomes(*wanted).into(),
                    None => Fits::No,
                }
            }
            (Kind::Primitive(_), _) | (_, Kind::Primitive(_)) => Fits::No,
            (Kind::Array(given), Kind::Array(wanted)) => match (&**given, &**wanted) {
                (Kind::Primitive(_), _) | (_, Kind::Primitive(_)) => Fits::No,
                (given, wanted) => self.java_fits(given, wanted, false),
            },
            (Kind::Array(_), Kind::Library(wanted)) => matches!(
                self.project.symbols.text(*wanted),
                "Object" | "Cloneable" | "Serializable"
            )
            .into(),
            (Kind::Function(count), Kind::Own(def)) => self.takes_function(*def, *count),
            (Kind::Function(count), Kind::Library(wanted)) => {
                let wanted = self.project.symbols.text(*wanted);
                match (function::params(wanted), count) {
                    (Some(params), Some(count)) => (params.len() == *count).into(),
                    (Some(_), None) => Fits::Yes,
                    (None, _) if classes::is_known(wanted) => Fits::No,
                    (None, _) => Fits::Maybe,
                }
            }
            (Kind::Own(given), Kind::Own(wanted)) => self.is_own_subtype(*given, *wanted).into(),
            (Kind::Own(given), Kind::Library(wanted)) => self.is_library_subtype(*given, *wanted),
            (Kind::Library(given), Kind::Library(wanted)) => {
                let text = |name: &Sym| self.project.symbols.text(*name);
                match classes::related(text(given), text(wanted)) {
                    Related::Yes => Fits::Yes,
                    Related::No => Fits::No,
                    Related::Unknown => Fits::Maybe,
                }
            }
            // The library's classes know nothing of the project's.
            _ => Fits::No,
        }
    }

    /// Whether a type is an interface with one abstract method, of so many parameters.
    fn takes_function(&self, def: DefId, count: Option<usize>) -> Fits {
        if self.project.def(def).kind != NodeKind::Interface {
            return Fits::No;
        }
        match (self.only_method(def), count) {
            (None, _) => Fits::Maybe,
            (Some(_), None) => Fits::Yes,
            (Some(method), Some(count)) => (self.project.def(method).params.len() == count).into(),
        }
    }

    /// The abstract method of an interface that has no other, its own or inherited.
    pub(super) fn only_method(&self, def: DefId) -> Option<DefId> {
        let mut found: Vec<DefId> = Vec::new();
        for up in self.own_supertypes(def) {
            let methods = self
                .project
                .members
                .get(&up)
                .into_iter()
                .flat_map(|members| members.values().flatten());
            found.extend(methods.copied().filter(|id| {
                let method = self.project.def(*id);
                method.kind == NodeKind::Method && method.flags.contains(NodeFlags::ABSTRACT)
            }));
        }
        match found.as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }

    /// A type and all of its supertypes that are the project's.
    fn own_supertypes(&self, def: DefId) -> Vec<DefId> {
        let mut found = vec![def];
        let mut next = 0;
        while let Some(at) = found.get(next).copied() {
            next += 1;
            for parent in self.project.parents.get(&at).into_iter().flatten() {
                if let Ty::Instance(up, _) = parent
                    && !found.contains(up)
                {
                    found.push(*up);
                }
            }
        }
        found
    }

    pub(super) fn is_own_subtype(&self, given: DefId, wanted: DefId) -> bool {
        self.own_supertypes(given).contains(&wanted)
    }

    /// By way of what the type and its supertypes extend of the library.
    fn is_library_subtype(&self, given: DefId, wanted: Sym) -> Fits {
        let wanted = self.project.symbols.text(wanted);
        if wanted == "Object" {
            return Fits::Yes;
        }
        let mut fits = Fits::No;
        for own in self.own_supertypes(given) {
            let is_enum = self.project.def(own).kind == NodeKind::Enum;
            if is_enum && matches!(wanted, "Enum" | "Comparable" | "Serializable") {
                return Fits::Yes;
            }
            for parent in self.project.parents.get(&own).into_iter().flatten() {
                let up = match parent {
                    Ty::External(name) | Ty::Library(name, _) => self.project.symbols.text(*name),
                    Ty::Unknown => {
                        fits = Fits::Maybe;
                        continue;
                    }
                    _ => continue,
                };
                match classes::related(up, wanted) {
                    Related::Yes => return Fits::Yes,
                    Related::Unknown => fits = Fits::Maybe,
                    Related::No => {}
                }
            }
        }
        fits
    }
}
