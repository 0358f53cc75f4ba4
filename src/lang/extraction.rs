//! What one file says: definitions, scopes, bindings, expressions, references, imports.
//!
//! Pure data, made from the bytes of one file alone. Everything lives in flat arenas addressed by small indices, names
//! are interned per file, so that a file's facts are compact to keep and quick to read back.
//!
//! Invariant: an extraction never says where a name *leads*; that is `resolve`'s part. It says what stands there and
//! in which scope.
//!
//! Start reading at [`Def`], then [`Expr`] and [`Reference`].

use serde::{Deserialize, Serialize};

use crate::graph::{NodeFlags, NodeKind, Visibility};

/// Declares an index into one of the arenas of an [`Extraction`].
macro_rules! index {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub struct $name(pub u32);

        impl $name {
            /// As an index into the arena.
            pub const fn ix(self) -> usize { self.0 as usize }
        }
    };
}

index!(
    /// An interned string of this file.
    Name
);
index!(
    /// A definition; `DefIx(0)` is the file itself.
    DefIx
);
index!(
    /// A scope; `ScopeIx(0)` is the file's outermost.
    ScopeIx
);
index!(
    /// A name that stands for a value in a scope and is no definition: a local, a parameter, a type parameter.
    BindingIx
);
index!(
    /// An expression; `ExprIx(0)` is [`Expr::Unknown`].
    ExprIx
);
index!(
    /// A type as written; `TypeIx(0)` is [`Type::Unknown`].
    TypeIx
);

impl DefIx {
    /// The file itself.
    pub const FILE: Self = Self(0);
}
impl ScopeIx {
    /// The file's outermost scope.
    pub const FILE: Self = Self(0);
}
impl ExprIx {
    /// Nothing is known of the expression.
    pub const NONE: Self = Self(0);
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}
impl TypeIx {
    /// No type is written.
    pub const NONE: Self = Self(0);
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// Everything one file says.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Extraction {
    /// Language id, e.g. `rust`.
    pub language: String,
    pub names: Vec<String>,
    /// In source order, a container before its members. `defs[0]` is the file.
    pub defs: Vec<Def>,
    pub scopes: Vec<Scope>,
    pub bindings: Vec<Binding>,
    pub exprs: Vec<ExprNode>,
    pub types: Vec<TypeNode>,
    pub imports: Vec<Import>,
    pub exports: Vec<Export>,
    pub references: Vec<Reference>,
    /// Blocks that give members to a type from outside of its definition (Rust's `impl`).
    pub impls: Vec<Impl>,
    /// The package or namespace that the file declares for all of its definitions (Go, Java, Kotlin, PHP).
    pub package: Option<Name>,
    /// Number of syntax error nodes and the first one's line, from 1.
    pub errors: (u32, u32),
    /// A limit of depth or time cut the extraction short; in words.
    pub cut_short: Option<String>,
}

/// A definition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Def {
    pub kind: NodeKind,
    pub name: Name,
    /// The definition that encloses this one in the text ([`DefIx::FILE`] at top level).
    pub parent: DefIx,
    /// The scope in which it stands, and in which its name is bound.
    pub within: ScopeIx,
    /// To whom it belongs, when that is not `parent`.
    pub owner: Owner,
    /// First line of keyword or name (attributes and doc comments excluded), and last line, from 1, inclusive.
    pub line: u32,
    pub end_line: u32,
    /// Line and byte column of the name.
    pub name_line: u32,
    pub name_column: u32,
    /// Bytes of the whole definition, attributes and decorators included.
    pub start: u32,
    pub end: u32,
    pub visibility: Visibility,
    pub flags: NodeFlags,
    /// Has no name of its own in the graph (an anonymous class, an object literal): members are attached to the
    /// nearest named definition around it, and it becomes no node.
    pub anonymous: bool,
    /// Of aliases: a type of its own, with members of its own, that is only made like another one (Go's `type A B`).
    pub distinct: bool,
    /// The scope that the definition opens, if it opens one.
    pub scope: Option<ScopeIx>,
    pub type_params: Vec<BindingIx>,
    /// Of functions; receivers (`self`, `this` as a parameter) excluded. Of tuple structs and enum members that carry
    /// values by place: those values, named `0`, `1`, ... (values carried by name are fields of the member). Of macros by
    /// example: their metavariables.
    pub params: Vec<Param>,
    /// Functions: the written return type. Fields, variables, constants: the written type. Aliases: what they stand for.
    pub ty: TypeIx,
    /// Functions: the union of what is returned, for inference where no type is written. Variables, constants, fields:
    /// the initial value.
    pub value: ExprIx,
    pub supers: Vec<Super>,
    /// The definition without its body, on one line. Not kept in the facts.
    #[serde(skip)]
    pub signature: String,
    /// The doc comment without its markers. Not kept in the facts.
    #[serde(skip)]
    pub doc: String,
}

/// To whom a definition belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Owner {
    /// To its parent in the text.
    Parent,
    /// To a named type: `impl T`, a Go receiver, `T::f` out of class, an extension of `T`.
    Type(TypeIx),
    /// To the value of an expression: `app.use = function`, `T.prototype.f = function`.
    Value(ExprIx),
}

/// A parameter, as far as callers see it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Param {
    pub name: Name,
    pub ty: TypeIx,
    /// May be left out by the caller.
    pub optional: bool,
    /// Takes any number of arguments.
    pub variadic: bool,
}

/// A supertype, as written.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Super {
    pub ty: TypeIx,
    pub kind: SuperKind,
    pub line: u32,
    pub column: u32,
}

/// How a supertype is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SuperKind {
    Extends,
    Implements,
    /// A mixin, an embedded struct: members come in, though it is not the same type.
    Embeds,
}

/// A block that stands apart from a type and gives it members, mostly those of a trait: `impl Trait for Type { .. }`.
///
/// It is no definition. What is defined in it has [`Owner::Type`] of `ty` and `scope` as its [`Def::within`]; the
/// enclosing type ([`Type::SelfType`], [`Expr::SelfType`], [`Expr::This`]) of everything seen from inside of `scope` is `ty`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Impl {
    /// The type that gets the members.
    pub ty: TypeIx,
    /// The trait that it implements hereby, with its arguments; [`TypeIx::NONE`] for members of the type's own.
    pub of: TypeIx,
    /// The scope of the block, of kind [`ScopeKind::Type`]; its type parameters are bound there.
    pub scope: ScopeIx,
    pub type_params: Vec<BindingIx>,
    /// Of the trait's name, or of the type's where there is no trait.
    pub line: u32,
    pub column: u32,
}

/// A region of text in which names can be bound.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Scope {
    /// `None` for the file's.
    pub parent: Option<ScopeIx>,
    pub kind: ScopeKind,
    /// The innermost definition around the scope, the one that opens it included.
    pub def: DefIx,
    pub start: u32,
    pub end: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScopeKind {
    File,
    /// A module or namespace inside the file.
    Module,
    /// The members of a type.
    Type,
    /// A function's parameters and body.
    Function,
    /// A closure's parameters and body.
    Lambda,
    Block,
}

/// A name bound to a value or type parameter in a scope.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Binding {
    pub scope: ScopeIx,
    pub name: Name,
    pub kind: BindingKind,
    /// Byte from which the name is bound; 0: in the whole scope.
    pub from: u32,
    /// The written type; for a type parameter its bounds.
    pub ty: TypeIx,
    /// The value from which it is made; for a type parameter its default, an [`Expr::Type`].
    pub value: ExprIx,
    /// How it is made from the value.
    pub via: Via,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum BindingKind {
    Param,
    Local,
    TypeParam,
    /// `self`, `this` or a Go receiver: an instance of the enclosing type (or of `ty`).
    Receiver,
    /// Python's `cls`, the enclosing type itself.
    ReceiverType,
}

/// How a bound name is made from a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Via {
    /// It is the value.
    Whole,
    /// An element of it: a loop variable.
    Element,
    /// A key and value, or index and element, of it: `for k, v := range m`, `for (const [k, v] of map)`; the key.
    Key,
    /// The value to `Key`.
    Value,
    /// The nth part of a tuple, array or multiple return, from 0; of a tuple struct or an enum member: of its params.
    Nth(u16),
    /// A named part: `{ name }` of an object, `Struct { field }`; a field, never a method.
    Part(Name),
    /// What is inside of an optional or a result: `Some(x)`, `Ok(x)`, `if let`.
    Inside,
    /// The error of a result: `Err(x)`.
    Failure,
    /// What `with value as name` gives (`__enter__`).
    Entered,
    /// A parameter of a lambda, by place from 0; `value` is the lambda.
    LambdaParam(u16),
}

/// An expression with the place from which its names are looked up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExprNode {
    pub scope: ScopeIx,
    /// Byte offset of its first byte (of the *name* for members).
    pub at: u32,
    pub kind: Expr,
}

/// An expression, as far as the type of a receiver can depend on it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Expr {
    Unknown,
    /// A bare name, looked up in the scopes.
    Name(Name),
    /// The current instance: `self`, `this`.
    This,
    /// The supertype's side of the current instance: `super`, `base`.
    Super,
    /// The current type: Rust's `Self`, PHP's `self`/`static`.
    SelfType,
    /// A member of a value: `a.b`, `a->b`.
    Member {
        base: ExprIx,
        name: Name,
    },
    /// A member of a module or type by path: `a::b`.
    Scoped {
        base: ExprIx,
        name: Name,
    },
    /// The root of a path: Rust's `crate`, `super`, `self` as first segment; C++'s leading `::`.
    Root(PathRoot),
    /// A type used as a value, as in `Vec::<T>::new` or `<T as Trait>::f`.
    Type(TypeIx),
    Call {
        callee: ExprIx,
        args: Vec<ExprIx>,
    },
    /// The use of a macro by example: what its rules make of the arguments. Metavariables are names (`$e`) in the rules,
    /// whose values are those of the macro's definition.
    Expansion {
        callee: ExprIx,
        args: Vec<ExprIx>,
    },
    /// A function with its type arguments: `parse::<T>`, `make<T>`.
    Generic {
        base: ExprIx,
        args: Vec<TypeIx>,
    },
    /// Construction with the type named: `new T(..)`, `T { .. }`, `&T{}`.
    New {
        ty: TypeIx,
        args: Vec<ExprIx>,
    },
    Literal(Literal),
    /// A list, array or set literal, and its elements (a few at least).
    Array(Vec<ExprIx>),
    Tuple(Vec<ExprIx>),
    /// A map literal: keys and values of a few entries.
    Map(Vec<(ExprIx, ExprIx)>),
    /// An object literal whose members are the members of an (anonymous) definition.
    Object(DefIx),
    Index {
        base: ExprIx,
        index: ExprIx,
    },
    Await(ExprIx),
    /// The value inside an optional, a result or a pointer: `e?`, `e!`, `e!!`.
    Unwrap(ExprIx),
    /// The value as another type: a cast, or a value that a pattern has found to be of a type or an enum member (`ty` then
    /// names it, and the value's own type arguments stay).
    Cast {
        ty: TypeIx,
        value: ExprIx,
    },
    /// A closure. `call` is the call to which it is an argument (`arg`-th), if it is one.
    Lambda {
        scope: ScopeIx,
        params: Vec<BindingIx>,
        ret: TypeIx,
        body: ExprIx,
        call: ExprIx,
        arg: u16,
    },
    /// A part of a value, as a pattern takes it; nests.
    Part {
        value: ExprIx,
        via: Via,
    },
    /// One of several: ternary, `a or b`, the arms of a match.
    Either(Vec<ExprIx>),
    /// An operator; the type is mostly the left side's.
    Operator {
        op: Operator,
        left: ExprIx,
        right: ExprIx,
    },
    /// An assignment to a name that was declared before.
    Assign {
        target: ExprIx,
        value: ExprIx,
    },
    /// A definition used as a value where it stands: a function or class expression.
    Def(DefIx),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum PathRoot {
    /// The crate's root, C++'s global namespace, PHP's leading backslash.
    Top,
    /// The current module (`self::`).
    Here,
    /// The parent module (`super::`), this many levels up.
    Up(u8),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Operator {
    /// `+ - * / % & | ^ << >>`.
    Arithmetic,
    /// `== < && not in instanceof`: a truth value.
    Compare,
    /// A range: `a..b`.
    Range,
    /// `&x`, `*x`, `-x`, `~x`: `left` only.
    Unary,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Literal {
    String,
    Bytes,
    Char,
    Integer,
    Float,
    Bool,
    Null,
    Regex,
}

/// A type as written, with the scope in which its names are looked up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TypeNode {
    pub scope: ScopeIx,
    pub at: u32,
    pub kind: Type,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Type {
    Unknown,
    /// `a::b::C<X, Y>` or `a.b.C[X]`: its path and arguments.
    Named {
        root: Option<PathRoot>,
        path: Vec<Name>,
        args: Vec<TypeIx>,
    },
    /// The enclosing type.
    SelfType,
    /// A reference or pointer; members reach through it.
    Pointer(TypeIx),
    Optional(TypeIx),
    /// Array, slice, list.
    List(TypeIx),
    Map(TypeIx, TypeIx),
    Tuple(Vec<TypeIx>),
    Union(Vec<TypeIx>),
    /// All of these at once: `A & B`, `impl A + B`, `dyn A`, bounds of a type parameter.
    All(Vec<TypeIx>),
    Function {
        params: Vec<TypeIx>,
        ret: TypeIx,
    },
    /// `typeof x`, `decltype(x)`, `type(x)`.
    Of(ExprIx),
    /// The class itself rather than an instance: Python's `type[T]`, Java's `Class<T>`.
    Class(TypeIx),
    /// A written record: the members of an anonymous definition (TypeScript's `{ a: T }`, Go's `struct { .. }`).
    Record(DefIx),
    /// A path inside a type: `T::Item`, `T['key']`, `ReturnType`.
    Projected {
        base: TypeIx,
        name: Name,
    },
}

/// One name that comes in from another file, module, package or library.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Import {
    /// The scope in which the name is bound.
    pub scope: ScopeIx,
    /// The definition in which the import stands.
    pub from: DefIx,
    pub line: u32,
    pub column: u32,
    pub kind: ImportKind,
    /// As written and normalised to the language's own path: `a.b`, `./util`, `crate::x::y`, `stdio.h`. For items: of the
    /// module or type from which the item is taken.
    pub module: Name,
    /// Python: number of leading dots.
    pub level: u8,
    /// The item's name in its module, for [`ImportKind::Item`].
    pub item: Option<Name>,
    /// The name that is bound here; `None` for wildcards and side effects.
    pub local: Option<Name>,
    /// Others can import it from here.
    pub reexport: bool,
    /// `<stdio.h>` rather than `"stdio.h"`; a static import in Java; a type-only import in TypeScript.
    pub special: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImportKind {
    /// The module itself, bound to a name: `import a.b as c`, `import * as x from`, `const x = require()`.
    Module,
    /// One thing out of the module.
    Item,
    /// ES default import.
    Default,
    /// Everything out of the module.
    Wildcard,
    /// C's textual inclusion.
    Include,
    /// For its effects only: `import './x'`, Go's `_`.
    Effect,
    /// The file of a module that does not lie where its name says: Rust's `#[path = "file.rs"] mod x;`. `module` is the
    /// file as written, `local` the name of the module, whose definition stands in the same scope.
    Submodule,
}

/// A name that the file gives to others where that is not simply a visible definition (ES modules, CommonJS).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Export {
    /// The name under which others get it; `None`: the whole module (`module.exports = x`).
    pub name: Option<Name>,
    /// `export default`.
    pub default: bool,
    pub value: ExprIx,
    pub line: u32,
    pub column: u32,
}

/// A place where something is used.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Reference {
    pub kind: ReferenceKind,
    /// The innermost definition whose body holds it ([`DefIx::FILE`] at top level).
    pub from: DefIx,
    pub target: Target,
    /// From 1; column in bytes from 0; of the *name*.
    pub line: u32,
    pub column: u32,
    /// Inside the arguments of a macro.
    pub in_macro: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Target {
    /// For calls the [`Expr::Call`] (its callee is the target), for constructions the [`Expr::New`], for reads the expression.
    Expr(ExprIx),
    Type(TypeIx),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReferenceKind {
    Call,
    /// Construction of a named type.
    New,
    /// Named as a value.
    Read,
    /// A function passed as a value, as an argument or into a field or table.
    Callback,
    /// Named as a type.
    Type,
    /// Decorates or annotates `from`.
    Decorator,
    /// A macro's invocation.
    Macro,
}

impl Extraction {
    pub fn def(&self, ix: DefIx) -> &Def {
        &self.defs[ix.ix()]
    }
    pub fn name(&self, ix: Name) -> &str {
        &self.names[ix.ix()]
    }
    pub fn expr(&self, ix: ExprIx) -> &ExprNode {
        &self.exprs[ix.ix()]
    }
    pub fn ty(&self, ix: TypeIx) -> &TypeNode {
        &self.types[ix.ix()]
    }
    pub fn scope(&self, ix: ScopeIx) -> &Scope {
        &self.scopes[ix.ix()]
    }
    pub fn binding(&self, ix: BindingIx) -> &Binding {
        &self.bindings[ix.ix()]
    }
}
