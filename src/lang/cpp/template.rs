//! Templates and their parameters, concepts.

use tree_sitter::Node;

use crate::graph::NodeKind;
use crate::lang::c::{declarator, function};
use crate::lang::engine::{Draft, Extractor};
use crate::lang::extraction::{BindingKind, DefIx, ExprIx, TypeIx, Via};

/// `template <..> declaration`: the declaration, which finds its parameters in what precedes it.
pub fn declaration<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let mut lead = x.take_lead();
    lead.attributes.push(node);
    let inner = x
        .children(node)
        .into_iter()
        .find(|child| !matches!(child.kind(), "template_parameter_list" | "requires_clause"));
    if let Some(inner) = inner {
        x.give_lead(lead);
        x.visit(inner);
    }
    ExprIx::NONE
}

/// `template class Box<int>;` says where code is made; it defines and uses nothing new.
pub fn instantiation<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let written = x.field(node, "type");
    x.ty(written);
    ExprIx::NONE
}

/// Binds template parameters in the current scope.
pub fn params<'t>(x: &mut Extractor<'t>, list: Node<'t>, def: Option<DefIx>) {
    for child in x.children(list) {
        let (mut name, mut ty, mut kind) = (None, TypeIx::NONE, BindingKind::TypeParam);
        match child.kind() {
            "type_parameter_declaration" | "variadic_type_parameter_declaration" => name = x.field(child, ""),
            "optional_type_parameter_declaration" => {
                name = x.field(child, "name");
                let default = x.field(child, "default_type");
                x.ty(default);
            }
            "template_template_parameter_declaration" => {
                let inner = x.children(child).into_iter().last();
                name = inner.and_then(|inner| x.field(inner, "name").or_else(|| x.field(inner, "")));
            }
            "parameter_declaration" | "optional_parameter_declaration" | "variadic_parameter_declaration" => {
                // A value, or (`Sortable T`) a type that a concept constrains.
                kind = BindingKind::Param;
                let written = x.field(child, "type");
                ty = x.ty(written);
                if let Some(declared) = x.field(child, "declarator") {
                    name = declarator::take_apart(x, declared).name_node;
                }
                if let Some(default) = x.field(child, "default_value") {
                    x.visit(default);
                }
            }
            _ => continue,
        }
        let Some(name) = name else { continue };
        let name = x.name_of(name);
        let binding = x.bind(name, kind, 0, ty, (ExprIx::NONE, Via::Whole));
        if let Some(def) = def {
            x.add_type_param(def, binding);
        }
    }
}

/// `template <class T> concept C = ..;`
pub fn concept<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let lead = x.take_lead();
    let Some(name_node) = x.field(node, "name") else {
        return ExprIx::NONE;
    };
    let name = x.name_of(name_node);
    let mut draft = Draft::new(NodeKind::Interface, name, node, name_node);
    draft.head = Some(node.start_byte());
    draft.scope = Some(crate::lang::extraction::ScopeKind::Type);
    draft.visibility = function::linkage(x);
    draft.lead = Some(lead.clone());
    x.define(draft, |x, def| {
        function::template_params(x, &lead, def);
        for child in x.children(node).into_iter().skip(1) {
            x.visit(child);
        }
    });
    ExprIx::NONE
}
