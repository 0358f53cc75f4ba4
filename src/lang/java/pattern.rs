//! Patterns of `instanceof` and `switch`.

use tree_sitter::Node;

use crate::lang::engine::{Extractor, offset};
use crate::lang::extraction::{BindingKind, Expr, ExprIx, Literal, TypeIx, Via};

/// `value instanceof Type name`: the name is bound from there on.
pub fn instance_of<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let value = x.visit_field(node, "left");
    let written = x.field(node, "right");
    let ty = x.ty(written);
    if let Some(name) = x.field(node, "name") {
        bind_name(x, name, ty, value);
    }
    if let Some(pattern) = x.field(node, "pattern") {
        bind(x, pattern, value);
    }
    x.expr(node, Expr::Literal(Literal::Bool))
}

/// Binds the names of a pattern in the current scope.
pub fn bind<'t>(x: &mut Extractor<'t>, node: Node<'t>, value: ExprIx) {
    let mut pending = vec![(node, value)];
    while let Some((node, value)) = pending.pop() {
        match node.kind() {
            "type_pattern" | "record_pattern_component" => {
                let parts = x.children(node);
                let (Some(written), Some(name)) = (parts.first(), parts.last()) else {
                    continue;
                };
                // Without a type only the name stands there.
                let ty = match parts.len() {
                    1 => TypeIx::NONE,
                    _ => x.ty(Some(*written)),
                };
                bind_name(x, *name, ty, value);
            }
            "record_pattern" => {
                let parts = x.children(node);
                let Some((written, rest)) = parts.split_first() else {
                    continue;
                };
                x.ty(Some(*written));
                pending.extend(rest.iter().map(|part| (*part, ExprIx::NONE)));
            }
            _ => pending.extend(x.children(node).into_iter().map(|part| (part, value))),
        }
    }
}

fn bind_name<'t>(x: &mut Extractor<'t>, name: Node<'t>, ty: TypeIx, value: ExprIx) {
    if name.kind() == "identifier" {
        let from = offset(name.end_byte());
        let name = x.name_of(name);
        x.bind(name, BindingKind::Local, from, ty, (value, Via::Whole));
    }
}
