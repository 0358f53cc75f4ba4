//! Written types.

use tree_sitter::Node;

use super::class;
use super::define;
use crate::graph::{NodeKind, Visibility};
use crate::lang::engine::{Draft, Extractor, offset};
use crate::lang::extraction::{Expr, ExprIx, Name, ReferenceKind, ScopeKind, Target, Type, TypeIx};

pub fn lower<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> TypeIx {
    match node.kind() {
        "type_annotation"
        | "parenthesized_type"
        | "readonly_type"
        | "adding_type_annotation"
        | "opting_type_annotation"
        | "omitting_type_annotation"
        | "constraint"
        | "default_type"
        | "rest_type"
        | "flow_maybe_type" => {
            let inner = x.field(node, "");
            x.ty(inner)
        }
        "type_identifier" | "identifier" => {
            let name = x.name_of(node);
            x.named_type(node, vec![name], Vec::new())
        }
        "predefined_type" => match x.text(node) {
            "string" | "number" | "boolean" | "bigint" | "symbol" | "object" => {
                let name = x.name_of(node);
                x.type_at(
                    node,
                    Type::Named {
                        root: None,
                        path: vec![name],
                        args: Vec::new(),
                    },
                )
            }
            _ => TypeIx::NONE,
        },
        "nested_type_identifier" | "nested_identifier" | "member_expression" => {
            let path: Vec<Name> = x.text(node).split('.').map(|part| x.intern(part.trim())).collect();
            x.named_type(node, path, Vec::new())
        }
        "generic_type" => {
            let Some(name) = x.field(node, "name") else {
                return TypeIx::NONE;
            };
            let args = match x.field(node, "type_arguments") {
                Some(list) => arguments(x, list),
                None => Vec::new(),
            };
            let path: Vec<Name> = x.text(name).split('.').map(|part| x.intern(part.trim())).collect();
            x.named_type(name, path, args)
        }
        "array_type" => {
            let inner = x.field(node, "");
            let of = x.ty(inner);
            x.type_at(node, Type::List(of))
        }
        "tuple_type" => {
            let items = x.children(node).into_iter().map(|item| tuple_item(x, item)).collect();
            x.type_at(node, Type::Tuple(items))
        }
        "optional_type" => {
            let inner = x.field(node, "");
            x.ty(inner)
        }
        "union_type" => {
            let items = flat(x, node, "union_type");
            x.type_at(node, Type::Union(items))
        }
        "intersection_type" => {
            let items = flat(x, node, "intersection_type");
            x.type_at(node, Type::All(items))
        }
        "function_type" | "constructor_type" => function(x, node),
        "object_type" => record(x, node),
        "type_query" => {
            let value = x.visit_field(node, "");
            x.type_at(node, Type::Of(value))
        }
        "lookup_type" => lookup(x, node),
        "this_type" | "this" => x.type_at(node, Type::SelfType),
        "template_literal_type" => {
            x.visit_children(node);
            let name = x.intern("string");
            x.type_at(
                node,
                Type::Named {
                    root: None,
                    path: vec![name],
                    args: Vec::new(),
                },
            )
        }
        "conditional_type" => {
            let left = x.field(node, "left");
            x.ty(left);
            let right = x.field(node, "right");
            x.ty(right);
            let branches: Vec<TypeIx> = ["consequence", "alternative"]
                .into_iter()
                .map(|field| {
                    let branch = x.field(node, field);
                    x.ty(branch)
                })
                .filter(|ty| !ty.is_none())
                .collect();
            x.type_at(node, Type::Union(branches))
        }
        "literal_type" | "existential_type" | "type_predicate" | "asserts" | "infer_type" => {
            for child in x
                .children(node)
                .into_iter()
                .filter(|child| child.kind().contains("type"))
            {
                x.ty(Some(child));
            }
            TypeIx::NONE
        }
        "type_predicate_annotation" | "asserts_annotation" => {
            if let Some(inner) = x.field(node, "") {
                let ty = x.field(inner, "type");
                x.ty(ty);
            }
            let name = x.intern("boolean");
            x.type_at(
                node,
                Type::Named {
                    root: None,
                    path: vec![name],
                    args: Vec::new(),
                },
            )
        }
        _ => {
            for child in x.children(node) {
                if child.kind().ends_with("type") || child.kind() == "type_identifier" {
                    x.ty(Some(child));
                }
            }
            TypeIx::NONE
        }
    }
}

fn tuple_item<'t>(x: &mut Extractor<'t>, item: Node<'t>) -> TypeIx {
    if matches!(item.kind(), "required_parameter" | "optional_parameter") {
        let written = x.field(item, "type");
        return x.ty(written);
    }
    x.ty(Some(item))
}

/// The members of nested unions, left-leaning in the grammar, without recursion.
fn flat<'t>(x: &mut Extractor<'t>, node: Node<'t>, kind: &str) -> Vec<TypeIx> {
    let mut pending = vec![node];
    let mut items = Vec::new();
    while let Some(node) = pending.pop() {
        if node.kind() == kind {
            pending.extend(x.children(node).into_iter().rev());
        } else {
            items.push(x.ty(Some(node)));
        }
    }
    items.retain(|ty| !ty.is_none());
    items
}

fn function<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> TypeIx {
    x.in_scope(ScopeKind::Block, node, |x| {
        define::type_params(x, node, None);
        let mut params = Vec::new();
        if let Some(list) = x.field(node, "parameters") {
            for param in x.children(list) {
                let written = x.field(param, "type");
                params.push(x.ty(written));
            }
        }
        let ret = x.field(node, "return_type").or_else(|| x.field(node, "type"));
        let ret = x.ty(ret);
        x.type_at(node, Type::Function { params, ret })
    })
}

/// `{ a: T; m(): U }`: a nameless container.
fn record<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> TypeIx {
    let name = x.intern("");
    let mut draft = Draft::new(NodeKind::Interface, name, node, node);
    draft.anonymous = true;
    draft.scope = Some(ScopeKind::Type);
    draft.doc = Some(String::new());
    // Members of an alias are symbols; those of a type that is written in passing are not.
    let in_alias = x.out.def(x.def()).kind == NodeKind::TypeAlias;
    let first = x.out.defs.len() + 1;
    let def = x.define(draft, |x, _| {
        for child in x.children(node) {
            match child.kind() {
                "property_signature" => {
                    class::property(x, child);
                }
                "method_signature" => {
                    class::method(x, child);
                }
                _ => {
                    x.visit_children(child);
                }
            }
        }
    });
    if !in_alias {
        for member in &mut x.out.defs[first..] {
            member.anonymous |= matches!(member.kind, NodeKind::Property);
        }
    }
    x.type_at(node, Type::Record(def))
}

/// `T["name"]`.
fn lookup<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> TypeIx {
    let parts = x.children(node);
    let [base, index] = parts.as_slice() else {
        return TypeIx::NONE;
    };
    let base = x.ty(Some(*base));
    let literal = if index.kind() == "literal_type" {
        x.field(*index, "")
    } else {
        None
    };
    match literal.filter(|literal| literal.kind() == "string") {
        Some(literal) => {
            let name = x.intern(x.text(literal).trim_matches(['"', '\'']));
            x.type_at(node, Type::Projected { base, name })
        }
        None => {
            x.ty(Some(*index));
            TypeIx::NONE
        }
    }
}

pub fn arguments<'t>(x: &mut Extractor<'t>, list: Node<'t>) -> Vec<TypeIx> {
    x.children(list).into_iter().map(|one| x.ty(Some(one))).collect()
}

/// Type arguments by themselves.
pub fn each<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    arguments(x, node);
    ExprIx::NONE
}

/// A value in the place of a type: what `new` constructs and what a class extends.
pub fn of_value<'t>(x: &mut Extractor<'t>, node: Node<'t>, args: Vec<TypeIx>) -> TypeIx {
    let plain = x
        .text(node)
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '#'));
    let is_path =
        matches!(node.kind(), "identifier" | "member_expression") && plain && !x.text(node).starts_with("this.");
    if !is_path {
        let value = x.visit(node);
        return x.type_at(node, Type::Of(value));
    }
    let path: Vec<Name> = x.text(node).split('.').map(|part| x.intern(part)).collect();
    let ty = x.type_at(node, Type::Named { root: None, path, args });
    x.reference(ReferenceKind::Type, Target::Type(ty), offset(node.start_byte()));
    ty
}

/// `value as T`, `<T>value`; `as const` says nothing.
pub fn cast<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let mut value = ExprIx::NONE;
    let mut ty = TypeIx::NONE;
    let parts = x.children(node);
    let first_is_type = node.kind() == "type_assertion";
    for (place, part) in parts.into_iter().enumerate() {
        if part.kind() == "type_arguments" {
            ty = arguments(x, part).first().copied().unwrap_or(TypeIx::NONE);
        } else if place == 0 || first_is_type {
            value = x.visit_handed_on(part);
        } else {
            ty = x.ty(Some(part));
        }
    }
    if ty.is_none() {
        return value;
    }
    x.expr(node, Expr::Cast { ty, value })
}

pub fn visibility(modifier: &str) -> Visibility {
    match modifier {
        "private" => Visibility::Private,
        "protected" => Visibility::Protected,
        _ => Visibility::Public,
    }
}
