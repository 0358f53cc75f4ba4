//! JSX: a capitalised tag uses a component; a lower-case one is the platform's own.

use tree_sitter::Node;

use crate::lang::engine::Extractor;
use crate::lang::extraction::ExprIx;

pub fn element<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let name = x.field(node, "name");
    let component = name.filter(|name| {
        let text = x.text(*name);
        text.contains('.')
            || text
                .chars()
                .next()
                .is_some_and(|first| first.is_uppercase() || first == '_' || first == '$')
    });
    let callee = component.map(|name| x.visit_quiet(name));
    for child in x.children(node) {
        if name.is_none_or(|name| name.id() != child.id()) {
            x.visit(child);
        }
    }
    match callee {
        Some(callee) if !callee.is_none() => x.call(node, callee, Vec::new()),
        _ => ExprIx::NONE,
    }
}

/// `{value}`: a function named there is handed on.
pub fn expression<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    match x.field(node, "") {
        Some(inner) => x.visit_handed_on(inner),
        None => ExprIx::NONE,
    }
}
