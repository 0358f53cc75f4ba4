//! Binding patterns: names, objects, arrays, defaults, rests.

use tree_sitter::Node;

use crate::lang::engine::Extractor;
use crate::lang::extraction::{BindingIx, BindingKind, Expr, ExprIx, ScopeIx, TypeIx, Via};

/// Where and as what the names of a pattern are bound.
#[derive(Clone, Copy)]
pub struct Place {
    pub scope: ScopeIx,
    pub kind: BindingKind,
}

/// Binds a pattern to a value of a written type. Returns the binding, for a pattern taken apart one that stands for the whole.
pub fn bind<'t>(x: &mut Extractor<'t>, node: Node<'t>, place: Place, ty: TypeIx, value: ExprIx) -> Option<BindingIx> {
    match node.kind() {
        "identifier" | "shorthand_property_identifier_pattern" => {
            let name = x.name_of(node);
            Some(x.bind_in(place.scope, name, place.kind, 0, ty, (value, Via::Whole)))
        }
        "this" => None,
        "assignment_pattern" | "object_assignment_pattern" => {
            let default = x.visit_field(node, "right");
            let left = x.field(node, "left")?;
            let value = x.either(node, vec![value, default]);
            bind(x, left, place, ty, value)
        }
        "rest_pattern" => {
            let inner = x.field(node, "")?;
            bind(x, inner, place, ty, ExprIx::NONE)
        }
        "object_pattern" | "array_pattern" => {
            // A nameless binding stands for the whole, so that a written type reaches the parts.
            let hidden = x.intern_owned(&format!("pattern@{}", node.start_byte()));
            let whole = x.bind_in(place.scope, hidden, place.kind, 0, ty, (value, Via::Whole));
            let value = x.expr(node, Expr::Name(hidden));
            // It is looked up where it is bound, whatever the scope around the walk.
            x.out.exprs[value.ix()].scope = place.scope;
            parts(x, node, place, value);
            Some(whole)
        }
        _ => {
            x.visit_quiet(node);
            None
        }
    }
}

fn parts<'t>(x: &mut Extractor<'t>, node: Node<'t>, place: Place, whole: ExprIx) {
    let is_object = node.kind() == "object_pattern";
    for (index, part) in x.children(node).into_iter().enumerate() {
        let (target, via) = match part.kind() {
            "pair_pattern" => {
                let (Some(key), Some(target)) = (x.field(part, "key"), x.field(part, "value")) else {
                    continue;
                };
                let name = x.intern(x.text(key).trim_matches(['"', '\'']));
                (target, Via::Part(name))
            }
            "shorthand_property_identifier_pattern" => (part, Via::Part(x.name_of(part))),
            "object_assignment_pattern" => {
                let Some(left) = x.field(part, "left") else { continue };
                (part, Via::Part(x.name_of(left)))
            }
            "rest_pattern" => {
                let Some(inner) = x.field(part, "") else { continue };
                bind(
                    x,
                    inner,
                    place,
                    TypeIx::NONE,
                    if is_object { whole } else { ExprIx::NONE },
                );
                continue;
            }
            _ => (part, Via::Nth(u16::try_from(index).unwrap_or(u16::MAX))),
        };
        let value = x.expr(part, Expr::Part { value: whole, via });
        bind(x, target, place, TypeIx::NONE, value);
    }
}
