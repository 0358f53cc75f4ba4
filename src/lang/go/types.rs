//! Written types.

use tree_sitter::Node;

use super::{PREDECLARED_TYPES, define};
use crate::graph::{NodeKind, Visibility};
use crate::lang::engine::{Draft, Extractor};
use crate::lang::extraction::{Name, ScopeKind, Type, TypeIx};

/// Lowers a type, a constraint or a list of results.
pub fn lower<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> TypeIx {
    match node.kind() {
        "type_identifier" | "identifier" => {
            let text = x.text(node);
            let name = x.intern(text);
            match text {
                "nil" | "_" => TypeIx::NONE,
                _ if PREDECLARED_TYPES.contains(&text) => predeclared(x, node, name),
                _ => x.named_type(node, vec![name], Vec::new()),
            }
        }
        "qualified_type" => named(x, node, Vec::new()),
        "generic_type" => {
            let args = match x.field(node, "type_arguments") {
                Some(list) => x.children(list).into_iter().map(|one| lower(x, one)).collect(),
                None => Vec::new(),
            };
            match x.field(node, "type") {
                Some(head) => named(x, head, args),
                None => TypeIx::NONE,
            }
        }
        "pointer_type" => {
            let inner = lower_field(x, node, "");
            x.type_at(node, Type::Pointer(inner))
        }
        "slice_type" | "array_type" | "implicit_length_array_type" => {
            x.visit_field(node, "length");
            let element = lower_field(x, node, "element");
            x.type_at(node, Type::List(element))
        }
        "map_type" => {
            let key = lower_field(x, node, "key");
            let value = lower_field(x, node, "value");
            x.type_at(node, Type::Map(key, value))
        }
        "channel_type" => {
            let element = lower_field(x, node, "value");
            let chan = x.intern_owned("chan");
            let named = Type::Named {
                root: None,
                path: vec![chan],
                args: vec![element],
            };
            x.type_at(node, named)
        }
        "function_type" => {
            let params = match x.field(node, "parameters") {
                Some(list) => parameter_types(x, list),
                None => Vec::new(),
            };
            let ret = results(x, node);
            x.type_at(node, Type::Function { params, ret })
        }
        "parameter_list" => {
            let mut types = parameter_types(x, node);
            match types.len() {
                0 => TypeIx::NONE,
                1 => types.remove(0),
                _ => x.type_at(node, Type::Tuple(types)),
            }
        }
        "struct_type" | "interface_type" => record(x, node),
        "parenthesized_type" | "negated_type" => lower_field(x, node, ""),
        "type_elem" | "type_constraint" => {
            let mut parts: Vec<TypeIx> = x.children(node).into_iter().map(|part| lower(x, part)).collect();
            match parts.len() {
                0 => TypeIx::NONE,
                1 => parts.remove(0),
                _ => x.type_at(node, Type::Union(parts)),
            }
        }
        _ => {
            x.visit_children(node);
            TypeIx::NONE
        }
    }
}

fn lower_field<'t>(x: &mut Extractor<'t>, node: Node<'t>, field: &'static str) -> TypeIx {
    let inner = x.field(node, field);
    x.ty(inner)
}

/// The result types of a function: none, one, or a tuple.
pub fn results<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> TypeIx {
    lower_field(x, node, "result")
}

/// A type of a name or `package.Name`; the site is the name.
fn named<'t>(x: &mut Extractor<'t>, head: Node<'t>, args: Vec<TypeIx>) -> TypeIx {
    match head.kind() {
        "qualified_type" => {
            let (Some(package), Some(name)) = (x.field(head, "package"), x.field(head, "name")) else {
                return TypeIx::NONE;
            };
            let path = vec![x.name_of(package), x.name_of(name)];
            x.named_type(name, path, args)
        }
        "type_identifier" => {
            let name = x.name_of(head);
            x.named_type(head, vec![name], args)
        }
        _ => lower(x, head),
    }
}

fn predeclared<'t>(x: &mut Extractor<'t>, node: Node<'t>, name: Name) -> TypeIx {
    let named = Type::Named {
        root: None,
        path: vec![name],
        args: Vec::new(),
    };
    x.type_at(node, named)
}

/// One type for each parameter: `a, b int` are two.
fn parameter_types<'t>(x: &mut Extractor<'t>, list: Node<'t>) -> Vec<TypeIx> {
    let mut types = Vec::new();
    for child in x.children(list) {
        let ty = lower_field(x, child, "type");
        let ty = if child.kind() == "variadic_parameter_declaration" {
            x.type_at(child, Type::List(ty))
        } else {
            ty
        };
        let count = x.fields(child, "name").len().max(1);
        types.extend(std::iter::repeat_n(ty, count));
    }
    types
}

/// A struct or interface without a name. The empty interface is `any`.
fn record<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> TypeIx {
    if node.kind() == "interface_type" && node.named_child_count() == 0 {
        let any = x.intern_owned("any");
        return predeclared(x, node, any);
    }
    let (kind, word) = if node.kind() == "struct_type" {
        (NodeKind::Struct, "struct")
    } else {
        (NodeKind::Interface, "interface")
    };
    let name = x.intern_owned(word);
    let mut draft = Draft::new(kind, name, node, node);
    draft.scope = Some(ScopeKind::Type);
    draft.visibility = Visibility::Internal;
    draft.anonymous = true;
    draft.doc = Some(String::new());
    let def = x.define(draft, |x, def| define::members(x, node, def));
    x.type_at(node, Type::Record(def))
}
