//! Patterns: the names that they bind and how each is made from the value.

use tree_sitter::Node;

use super::types;
use crate::lang::engine::{Extractor, offset};
use crate::lang::extraction::{BindingIx, BindingKind, Expr, ExprIx, Name, ReferenceKind, Target, TypeIx, Via};

/// Binds a parameter of a function or closure. A pattern takes a nameless parameter apart; its text serves as the name.
pub fn parameter<'t>(x: &mut Extractor<'t>, pattern: Node<'t>, ty: TypeIx) -> (Name, BindingIx) {
    let plain = match pattern.kind() {
        "mut_pattern" | "ref_pattern" => x.children(pattern).last().copied(),
        _ => Some(pattern),
    };
    if let Some(plain) = plain.filter(|plain| plain.kind() == "identifier") {
        let name = types::identifier(x, plain);
        return (
            name,
            x.bind(name, BindingKind::Param, 0, ty, (ExprIx::NONE, Via::Whole)),
        );
    }
    let name = x.name_of(pattern);
    let binding = x.bind(name, BindingKind::Param, 0, ty, (ExprIx::NONE, Via::Whole));
    let value = x.expr(pattern, Expr::Name(name));
    bind(x, pattern, value, TypeIx::NONE, 0);
    (name, binding)
}

/// Binds the names of a pattern in the current scope, visible from a byte on. `ty`: the type written behind the pattern.
pub fn bind<'t>(x: &mut Extractor<'t>, pattern: Node<'t>, value: ExprIx, ty: TypeIx, from: u32) {
    match pattern.kind() {
        "identifier" | "shorthand_field_identifier" => name(x, pattern, value, ty, from),
        "mut_pattern" | "ref_pattern" | "reference_pattern" | "match_pattern" => {
            if let Some(inner) = x.children(pattern).last().copied() {
                bind(x, inner, value, ty, from);
            }
        }
        "captured_pattern" => {
            let children = x.children(pattern);
            if let Some(captured) = children.first() {
                let bound = types::identifier(x, *captured);
                x.bind(bound, BindingKind::Local, from, ty, (value, Via::Whole));
            }
            if let [_, inner] = children.as_slice() {
                bind(x, *inner, value, ty, from);
            }
        }
        "tuple_pattern" => {
            let value = typed(x, pattern, value, ty);
            let parts = x.children(pattern);
            places(x, &parts, value, from);
        }
        "slice_pattern" => {
            let value = typed(x, pattern, value, ty);
            for child in x.children(pattern) {
                let rest = child.kind() == "captured_pattern"
                    && x.children(child)
                        .last()
                        .is_some_and(|inner| inner.kind() == "remaining_field_pattern");
                let part = if rest {
                    value
                } else {
                    part(x, child, value, Via::Element)
                };
                bind(x, child, part, TypeIx::NONE, from);
            }
        }
        "tuple_struct_pattern" => tuple_struct(x, pattern, value, from),
        "struct_pattern" => structure(x, pattern, value, from),
        "or_pattern" => {
            // Each alternative binds the same names, of the same types; whichever is known says what they are.
            for alternative in x.children(pattern) {
                bind(x, alternative, value, ty, from);
            }
        }
        "generic_pattern" => {
            x.ty(Some(pattern));
        }
        // Constants, unit structs and members by path, ranges, literals, macros.
        _ => {
            x.visit(pattern);
        }
    }
}

/// A bare name is a new one, unless it is written like a constant, a unit struct or a member of an enum.
fn name<'t>(x: &mut Extractor<'t>, node: Node<'t>, value: ExprIx, ty: TypeIx, from: u32) {
    let text = x.text(node);
    let named = types::identifier(x, node);
    if node.kind() == "identifier" && text.starts_with(char::is_uppercase) {
        let value = x.expr(node, Expr::Name(named));
        x.reference(ReferenceKind::Read, Target::Expr(value), offset(node.start_byte()));
        return;
    }
    x.bind(named, BindingKind::Local, from, ty, (value, Via::Whole));
}

/// Parts by place; behind `..` they count from the end, which is known only where the value is.
fn places<'t>(x: &mut Extractor<'t>, parts: &[Node<'t>], value: ExprIx, from: u32) {
    let mut after_rest = false;
    for (place, child) in parts.iter().enumerate() {
        if child.kind() == "remaining_field_pattern" {
            after_rest = true;
            continue;
        }
        let via = Via::Nth(u16::try_from(place).unwrap_or(u16::MAX));
        let value = if after_rest {
            ExprIx::NONE
        } else {
            part(x, *child, value, via)
        };
        bind(x, *child, value, TypeIx::NONE, from);
    }
}

/// `Some(x)`, `Variant(a, b)`, `Struct(a, b)`.
fn tuple_struct<'t>(x: &mut Extractor<'t>, pattern: Node<'t>, value: ExprIx, from: u32) {
    let Some(path) = x.field(pattern, "type") else { return };
    let mut parts = x.children(pattern);
    if !parts.is_empty() {
        parts.remove(0);
    }
    let inside = match x.text(path) {
        "Some" | "Ok" | "Option::Some" | "Result::Ok" => Some(Via::Inside),
        "Err" | "Result::Err" => Some(Via::Failure),
        _ => None,
    };
    if let Some(via) = inside {
        for child in parts {
            let value = part(x, child, value, via);
            bind(x, child, value, TypeIx::NONE, from);
        }
        return;
    }
    let value = seen_as(x, path, value);
    places(x, &parts, value, from);
}

/// `Struct { field, other: pattern, .. }`.
fn structure<'t>(x: &mut Extractor<'t>, pattern: Node<'t>, value: ExprIx, from: u32) {
    let Some(path) = x.field(pattern, "type") else { return };
    let value = seen_as(x, path, value);
    for child in x.children(pattern) {
        if child.kind() != "field_pattern" {
            continue;
        }
        let Some(field) = x.field(child, "name") else { continue };
        let name = types::identifier(x, field);
        let value = part(x, field, value, Via::Part(name));
        let inner = x.field(child, "pattern").unwrap_or(field);
        bind(x, inner, value, TypeIx::NONE, from);
    }
}

/// The value as the struct or member that a pattern found it to be. Nothing is lost where the value is unknown: the path
/// says what it is.
fn seen_as<'t>(x: &mut Extractor<'t>, path: Node<'t>, value: ExprIx) -> ExprIx {
    let ty = x.ty(Some(path));
    if ty.is_none() {
        return value;
    }
    x.expr(path, Expr::Cast { ty, value })
}

fn typed<'t>(x: &mut Extractor<'t>, pattern: Node<'t>, value: ExprIx, ty: TypeIx) -> ExprIx {
    if ty.is_none() {
        return value;
    }
    x.expr(pattern, Expr::Cast { ty, value })
}

fn part<'t>(x: &mut Extractor<'t>, node: Node<'t>, value: ExprIx, via: Via) -> ExprIx {
    if value.is_none() {
        return value;
    }
    x.expr(node, Expr::Part { value, via })
}
