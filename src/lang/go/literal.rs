//! Composite literals.

use tree_sitter::Node;

use super::expression::{element_type_of, value_of};
use crate::lang::engine::{Extractor, offset};
use crate::lang::extraction::{Expr, ExprIx, ReferenceKind, Target, Type, TypeIx};

/// `T{..}`, `pkg.T{..}`, `[]T{..}`, `map[K]V{..}`.
pub fn composite<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let written = x.field(node, "type");
    let ty = x.ty(written);
    match x.field(node, "body") {
        Some(body) => value(x, body, ty, None),
        None => ExprIx::NONE,
    }
}

/// What stands in the braces of a value of a type. The types of inner values may be left out: they are those of the
/// elements. `at`: where the construction stands when its type is not written there.
fn value<'t>(x: &mut Extractor<'t>, body: Node<'t>, ty: TypeIx, at: Option<u32>) -> ExprIx {
    match x.out.ty(ty).kind {
        Type::List(element) => {
            let mut items = Vec::new();
            for child in x.children(body) {
                let item = match child.kind() {
                    "keyed_element" => {
                        if let Some(key) = x.field(child, "key") {
                            inner(x, key, TypeIx::NONE);
                        }
                        x.field(child, "value")
                    }
                    _ => Some(child),
                };
                if let Some(item) = item {
                    items.push(inner(x, item, element));
                }
            }
            let items = x.expr(body, Expr::Array(items));
            x.expr(body, Expr::Cast { ty, value: items })
        }
        Type::Map(key_type, value_type) => {
            let mut entries = Vec::new();
            for child in x.children(body) {
                let (key, value) = (x.field(child, "key"), x.field(child, "value"));
                let key = key.map_or(ExprIx::NONE, |key| inner(x, key, key_type));
                let value = value.map_or(ExprIx::NONE, |value| inner(x, value, value_type));
                entries.push((key, value));
            }
            let entries = x.expr(body, Expr::Map(entries));
            x.expr(body, Expr::Cast { ty, value: entries })
        }
        _ => structure(x, body, ty, at),
    }
}

/// A struct's value, or that of a type of which the file alone does not say what it is.
fn structure<'t>(x: &mut Extractor<'t>, body: Node<'t>, ty: TypeIx, at: Option<u32>) -> ExprIx {
    let mut args = Vec::new();
    let mut element = None;
    for child in x.children(body) {
        let item = match child.kind() {
            "keyed_element" => {
                if let Some(key) = x.field(child, "key") {
                    field_name(x, key, ty);
                }
                x.field(child, "value")
            }
            _ => Some(child),
        };
        let Some(item) = item else { continue };
        let is_elided = x.field(item, "").is_some_and(|inner| inner.kind() == "literal_value");
        let item_type = match is_elided {
            // Only elements of lists and maps may leave their types out.
            true => *element.get_or_insert_with(|| element_type_of(x, item, ty)),
            false => TypeIx::NONE,
        };
        args.push(inner(x, item, item_type));
    }
    let Some(at) = at else {
        return x.construct(body, ty, args);
    };
    let new = x.expr_at(at, Expr::New { ty, args });
    x.reference(ReferenceKind::New, Target::Expr(new), at);
    new
}

/// A key that is a plain name: a field of the struct, or a constant that is a key of a map type.
fn field_name<'t>(x: &mut Extractor<'t>, key: Node<'t>, ty: TypeIx) {
    let Some(name_node) = x.field(key, "") else { return };
    if name_node.kind() != "identifier" {
        inner(x, key, TypeIx::NONE);
        return;
    }
    let base = value_of(x, name_node, ty);
    let name = x.name_of(name_node);
    let field = x.expr(name_node, Expr::Member { base, name });
    x.read(field, false);
}

/// One element: an expression, or braces without a type.
fn inner<'t>(x: &mut Extractor<'t>, node: Node<'t>, mut ty: TypeIx) -> ExprIx {
    let content = match node.kind() {
        "literal_element" => x.field(node, ""),
        _ => Some(node),
    };
    let Some(content) = content else {
        return ExprIx::NONE;
    };
    if content.kind() != "literal_value" {
        return x.visit_handed_on(content);
    }
    while let Type::Pointer(pointee) = x.out.ty(ty).kind {
        ty = pointee;
    }
    value(x, content, ty, Some(offset(content.start_byte())))
}
