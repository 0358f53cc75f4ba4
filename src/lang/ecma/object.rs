//! Object literals: nameless containers whose functions are methods of what they are assigned to.

use tree_sitter::Node;

use super::class;
use super::define::{self, Naming};
use crate::graph::NodeKind;
use crate::lang::engine::{Draft, Extractor};
use crate::lang::extraction::{Expr, ExprIx, ScopeKind, Super, SuperKind, Type};

pub fn literal<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let children = x.children(node);
    if children.is_empty() {
        // Members can still be put into it.
        let def = nameless(x, node, |_| {});
        return x.expr(node, Expr::Object(def));
    }
    let mut spread = Vec::new();
    let def = nameless(x, node, |x| {
        for child in children {
            match child.kind() {
                "pair" => pair(x, child),
                "method_definition" => {
                    class::method(x, child);
                }
                "shorthand_property_identifier" => {
                    let value = x.visit_handed_on(child);
                    field(x, child, child, value);
                }
                "spread_element" => {
                    let value = x.visit_field(child, "");
                    spread.push((child, value));
                }
                _ => {
                    x.visit(child);
                }
            }
        }
    });
    // `{ ...base }` has the members of `base`.
    for (at, value) in spread {
        let ty = x.type_at(at, Type::Of(value));
        let (line, column) = x.position(crate::lang::engine::offset(at.start_byte()));
        x.add_super(
            def,
            Super {
                ty,
                kind: SuperKind::Embeds,
                line,
                column,
            },
        );
    }
    x.expr(node, Expr::Object(def))
}

fn nameless<'t>(
    x: &mut Extractor<'t>,
    node: Node<'t>,
    inside: impl FnOnce(&mut Extractor<'t>),
) -> crate::lang::extraction::DefIx {
    let name = x.intern("");
    let mut draft = Draft::new(NodeKind::Class, name, node, node);
    draft.anonymous = true;
    draft.scope = Some(ScopeKind::Type);
    // Comments before the literal describe what it is assigned to.
    draft.doc = Some(String::new());
    x.define(draft, |x, _| inside(x))
}

fn pair<'t>(x: &mut Extractor<'t>, node: Node<'t>) {
    let (Some(key), Some(value)) = (x.field(node, "key"), x.field(node, "value")) else {
        return;
    };
    let Some(name) = class::member_name(x, key) else {
        x.visit(key);
        x.visit_handed_on(value);
        return;
    };
    if let Some(function) = define::wrapped_function(x, value, 0)
        && define::is_function(function)
    {
        define::function(x, function, Naming::new(NodeKind::Method, name, node, key));
        return;
    }
    let value = x.visit_handed_on(value);
    field(x, node, key, value);
}

/// A property that holds a value: known to the resolver, no symbol of the graph.
fn field<'t>(x: &mut Extractor<'t>, node: Node<'t>, key: Node<'t>, value: ExprIx) {
    let Some(name) = class::member_name(x, key) else { return };
    let mut draft = Draft::new(NodeKind::Field, name, node, key);
    draft.anonymous = true;
    draft.value = value;
    draft.doc = Some(String::new());
    x.define(draft, |_, _| {});
}
