//! Definitions whose name or head is written with a macro.
//!
//! `TEST(Suite, Name) { .. }`, `PHP_FUNCTION(name) { .. }`: what the macro makes of its arguments is not known here, but
//! the body stands there and its calls belong to somebody. The symbol is named by the macro's last plain argument; a
//! name pasted together (`static void NAME(first)(void)`) is kept as it is written.

use tree_sitter::Node;

use super::declarator::{Declarator, Shape};
use super::function;
use crate::graph::{NodeFlags, NodeKind, Visibility};
use crate::lang::engine::{Draft, Extractor, Lead};
use crate::lang::extraction::{Name, Owner, ScopeKind, Type};

/// True when what looks like the declarator is a macro with arguments.
pub fn is_wrapped<'t>(x: &mut Extractor<'t>, node: Node<'t>, found: &Declarator<'t>) -> bool {
    let Some(name_node) = found.name_node else { return false };
    if !found.scopes.is_empty() || !matches!(name_node.kind(), "identifier" | "field_identifier") {
        return false;
    }
    let written = x.field(node, "type");
    match (found.shapes.as_slice(), written) {
        // `NAME(arg)(void)`: a function cannot return one.
        ([.., Shape::Function(_), Shape::Function(inner)], _) => x
            .field(*inner, "declarator")
            .is_some_and(|inner| inner.kind() == "identifier"),
        // `MACRO(name) {`: C takes the macro for a type.
        ([], Some(written)) => written.kind() == "type_identifier" && is_macro_like(x.text(written)),
        // `MACRO(Suite, Name) {`: C++ takes it for a constructor.
        ([Shape::Function(_)], None) => {
            let text = x.text(name_node);
            !x.out.def(x.def()).kind.is_type() && (is_macro_like(text) || is_test(text))
        }
        _ => false,
    }
}

/// Upper case, as macros are written.
pub fn is_macro_like(name: &str) -> bool {
    name.chars().filter(char::is_ascii_uppercase).count() >= 2 && !name.chars().any(char::is_lowercase)
}

fn is_test(macro_name: &str) -> bool {
    let name = macro_name.to_ascii_uppercase();
    name.starts_with("TEST") || name.ends_with("TEST") || name.contains("_TEST") || name.contains("TEST_")
}

/// Makes the function that stands behind such a macro.
pub fn definition<'t>(x: &mut Extractor<'t>, node: Node<'t>, found: &Declarator<'t>, lead: Lead<'t>) {
    let Some(name_node) = found.name_node else { return };
    let Some(body) = x.field(node, "body") else { return };
    let pasted = found.shapes.len() > 1;
    let list = match found.shapes.last() {
        Some(Shape::Function(function)) => x.field(*function, "parameters"),
        _ => None,
    };
    let (macro_name, mut arguments) = match list {
        Some(list) => (x.text(name_node), arguments(x, list)),
        None => {
            let written = x.field(node, "type");
            (written.map_or("", |written| x.text(written)), vec![name_node])
        }
    };
    let (name, owner, at): (Name, Option<Name>, Node<'t>) = match (pasted, arguments.pop()) {
        (false, Some(last)) => {
            let owner = arguments.first().copied();
            (x.name_of(last), owner.map(|owner| x.name_of(owner)), last)
        }
        _ => {
            let end = list.map_or(name_node.end_byte(), |list| list.end_byte());
            let text = x.source.get(name_node.start_byte()..end).unwrap_or_default();
            (x.intern(text), None, name_node)
        }
    };
    let kind = if owner.is_some() {
        NodeKind::Method
    } else {
        NodeKind::Function
    };
    let mut draft = Draft::new(kind, name, node, at);
    draft.head = Some(node.start_byte());
    draft.body = Some(body);
    draft.scope = Some(ScopeKind::Function);
    draft.lead = Some(lead);
    draft.visibility = function::linkage(x);
    if is_test(macro_name) {
        draft.flags |= NodeFlags::TEST;
    }
    let head = x
        .source
        .get(node.start_byte()..name_node.start_byte())
        .unwrap_or_default();
    if head.split_whitespace().any(|word| word == "static") {
        draft.flags |= NodeFlags::STATIC;
        draft.visibility = Visibility::Private;
    }
    // A test sees the members of the fixture named first: the macro derives a class from it.
    if let Some(owner) = owner {
        let ty = x.type_at(
            at,
            Type::Named {
                root: None,
                path: vec![owner],
                args: Vec::new(),
            },
        );
        draft.owner = Owner::Type(ty);
    }
    x.define(draft, |x, def| {
        x.def_mut(def).line = x.out.def(def).name_line;
        if pasted
            && let [Shape::Function(outer), ..] = found.shapes.as_slice()
            && let Some(list) = x.field(*outer, "parameters")
        {
            function::parameters(x, list, Some(def), &[]);
        }
        function::walk_body(x, body);
    });
}

/// The plain names among a macro's arguments, which the grammar takes for parameters.
fn arguments<'t>(x: &mut Extractor<'t>, list: Node<'t>) -> Vec<Node<'t>> {
    let mut names = Vec::new();
    for child in x.children(list) {
        if child.kind() == "identifier" {
            names.push(child);
            continue;
        }
        if let Some(written) = x.field(child, "type")
            && written.kind() == "type_identifier"
            && x.field(child, "declarator").is_none()
        {
            names.push(written);
        }
    }
    names
}
