//! Written types.

use tree_sitter::Node;

use super::{declarator, record};
use crate::lang::engine::{Extractor, offset};
use crate::lang::extraction::{Name, PathRoot, ReferenceKind, Target, Type, TypeIx};

/// Lowers a type specifier or descriptor.
pub fn lower<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> TypeIx {
    match node.kind() {
        "primitive_type" => primitive(x, node),
        "sized_type_specifier" => match x.field(node, "type") {
            Some(named) if named.kind() == "type_identifier" => lower(x, named),
            _ => primitive(x, node),
        },
        "struct_specifier" | "union_specifier" | "class_specifier" | "enum_specifier" => specifier(x, node),
        "type_descriptor" => {
            let written = x.field(node, "type");
            let base = x.ty(written);
            match x.field(node, "declarator") {
                Some(declarator) => {
                    let shapes = declarator::take_apart(x, declarator).shapes;
                    declarator::shaped(x, node, base, &shapes, false)
                }
                None => base,
            }
        }
        "macro_type_specifier" => {
            let written = x.field(node, "type");
            x.ty(written)
        }
        "dependent_type" | "dependent_name" => {
            let inner = x.field(node, "");
            x.ty(inner)
        }
        "decltype" => match x.field(node, "") {
            Some(inner) if inner.kind() != "auto" => {
                let value = x.visit(inner);
                x.type_at(node, Type::Of(value))
            }
            _ => TypeIx::NONE,
        },
        "placeholder_type_specifier" => {
            // A constraint, as in `Sortable auto x`, says little about the type; it is named all the same.
            if let Some(constraint) = x.field(node, "constraint") {
                x.ty(Some(constraint));
            }
            match x.child_of_kind(node, "decltype") {
                Some(inner) => lower(x, inner),
                None => TypeIx::NONE,
            }
        }
        "type_identifier"
        | "identifier"
        | "namespace_identifier"
        | "field_identifier"
        | "template_type"
        | "template_function"
        | "template_method"
        | "qualified_identifier" => named(x, node),
        "parameter_pack_expansion" => {
            let pattern = x.field(node, "pattern");
            x.ty(pattern)
        }
        "auto" => TypeIx::NONE,
        _ => {
            x.visit_children(node);
            TypeIx::NONE
        }
    }
}

/// `int`, `unsigned long`: a type of nobody's, kept to tell overloads apart.
fn primitive<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> TypeIx {
    let text = x.text(node);
    if text == "void" {
        return TypeIx::NONE;
    }
    let name = x.intern(text);
    x.type_at(
        node,
        Type::Named {
            root: None,
            path: vec![name],
            args: Vec::new(),
        },
    )
}

/// `struct S`, or `struct S { .. }` in the place of a type.
fn specifier<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> TypeIx {
    if x.field(node, "body").is_some() {
        let lead = x.take_lead();
        let Some(def) = record::define(x, node, lead, None) else {
            return TypeIx::NONE;
        };
        return record::type_of(x, def, node);
    }
    match x.field(node, "name") {
        Some(name) => lower(x, name),
        None => TypeIx::NONE,
    }
}

/// A path with its template arguments, taken apart.
pub struct Path<'t> {
    pub root: Option<PathRoot>,
    pub names: Vec<Name>,
    pub args: Vec<TypeIx>,
    /// The node of the last name.
    pub last: Node<'t>,
}

/// Takes `a::B<T>::C<U>` apart. Template arguments are lowered, those of the last name kept.
pub fn path<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> Path<'t> {
    let mut found = Path {
        root: None,
        names: Vec::new(),
        args: Vec::new(),
        last: node,
    };
    let mut here = Some(node);
    while let Some(node) = here {
        here = match node.kind() {
            "qualified_identifier" => {
                match x.field(node, "scope") {
                    Some(scope) => segment(x, scope, &mut found),
                    None if found.names.is_empty() => found.root = Some(PathRoot::Top),
                    None => {}
                }
                x.field(node, "name")
            }
            _ => {
                segment(x, node, &mut found);
                None
            }
        };
    }
    found
}

/// One name of a path.
fn segment<'t>(x: &mut Extractor<'t>, node: Node<'t>, found: &mut Path<'t>) {
    match node.kind() {
        "template_type" | "template_function" | "template_method" => {
            found.args = match x.field(node, "arguments") {
                Some(list) => template_arguments(x, list),
                None => Vec::new(),
            };
            if let Some(name) = x.field(node, "name") {
                found.last = name;
                let name = x.name_of(name);
                found.names.push(name);
            }
        }
        "dependent_name" => {
            if let Some(inner) = x.field(node, "") {
                segment(x, inner, found);
            }
        }
        // What stands in `decltype(..)` has no name: the path begins after it.
        "decltype" => {
            x.visit_children(node);
        }
        _ => {
            found.args.clear();
            found.last = node;
            let name = declarator::name_of(x, node);
            found.names.push(name);
        }
    }
}

/// The types among template arguments, one for each argument (unknown for values).
pub fn template_arguments<'t>(x: &mut Extractor<'t>, list: Node<'t>) -> Vec<TypeIx> {
    x.children(list)
        .into_iter()
        .map(|argument| match argument.kind() {
            "type_descriptor" | "parameter_pack_expansion" | "type_identifier" => x.ty(Some(argument)),
            _ => {
                x.visit_handed_on(argument);
                TypeIx::NONE
            }
        })
        .collect()
}

fn named<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> TypeIx {
    let path = path(x, node);
    if let Some(ty) = standard(x, node, &path) {
        return ty;
    }
    refer(x, path)
}

/// The type that a path names, and the reference to it at its last name.
pub fn refer<'t>(x: &mut Extractor<'t>, path: Path<'t>) -> TypeIx {
    if path.names.is_empty() {
        return TypeIx::NONE;
    }
    let ty = x.type_at(
        path.last,
        Type::Named {
            root: path.root,
            path: path.names,
            args: path.args,
        },
    );
    x.reference(ReferenceKind::Type, Target::Type(ty), offset(path.last.start_byte()));
    ty
}

/// What the templates of the standard library hold. They are written with `std::` or, after a using directive, without.
fn standard<'t>(x: &mut Extractor<'t>, node: Node<'t>, path: &Path<'t>) -> Option<TypeIx> {
    let first = *path.args.first()?;
    let last = *path.names.last()?;
    let from_std = match path.names.as_slice() {
        [_] => true,
        [root, ..] => matches!(x.out.name(*root), "std" | "absl" | "boost"),
        [] => false,
    };
    if !from_std {
        return None;
    }
    let second = path.args.get(1).copied().unwrap_or(TypeIx::NONE);
    let kind = match x.out.name(last) {
        // What these hold is reached by an arrow only; a dot reaches their own members.
        "unique_ptr" | "shared_ptr" | "weak_ptr" | "auto_ptr" | "scoped_ptr" | "intrusive_ptr" | "observer_ptr"
        | "optional" => Type::Optional(first),
        "vector" | "list" | "deque" | "forward_list" | "array" | "set" | "multiset" | "unordered_set"
        | "flat_hash_set" | "node_hash_set" | "unordered_multiset" | "initializer_list" | "span" | "Span" | "queue"
        | "stack" | "priority_queue" | "valarray" | "InlinedVector" | "FixedArray" | "btree_set" => Type::List(first),
        "map" | "unordered_map" | "multimap" | "unordered_multimap" | "flat_hash_map" | "node_hash_map"
        | "btree_map" => Type::Map(first, second),
        "pair" | "tuple" => Type::Tuple(path.args.clone()),
        "variant" => Type::Union(path.args.clone()),
        "function" => return Some(first),
        "reference_wrapper" | "remove_reference_t" | "decay_t" | "remove_const_t" | "add_const_t" => {
            return Some(first);
        }
        _ => return None,
    };
    Some(x.type_at(node, kind))
}
