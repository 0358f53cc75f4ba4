//! `new`.

use tree_sitter::Node;

use super::{define, types};
use crate::lang::engine::Extractor;
use crate::lang::extraction::{Expr, ExprIx, Type};

/// `new T(..)`, `outer.new T(..)`, `new T(..) { .. }`.
pub fn object<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(written) = x.field(node, "type") else {
        x.visit_children(node);
        return ExprIx::NONE;
    };
    let mut body = None;
    for child in x.children(node) {
        if child.kind() == "class_body" {
            body = Some(child);
        } else if child.end_byte() <= written.start_byte() {
            x.visit(child);
        }
    }
    let ty = x.ty(Some(written));
    let args = match x.field(node, "arguments") {
        Some(list) => x.arguments(list),
        None => Vec::new(),
    };
    let new = x.construct(node, ty, args);
    if let Some(body) = body {
        define::anonymous(x, written, body, ty);
    }
    new
}

/// `new T[n]`, `new T[] { .. }`: a list, which constructs no `T`.
pub fn array<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let written = x.field(node, "type");
    let mut ty = x.ty(written);
    for dimension in x.fields(node, "dimensions") {
        if dimension.kind() == "dimensions_expr" {
            x.visit_children(dimension);
            ty = x.type_at(node, Type::List(ty));
        } else {
            ty = types::array_of(x, node, ty, Some(dimension));
        }
    }
    let value = x.visit_field(node, "value");
    x.expr(node, Expr::Cast { ty, value })
}
