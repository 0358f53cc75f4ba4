//! Types with values: structs, unions, enums, their fields and members.

use tree_sitter::Node;

use super::item::{self, visibility};
use super::types;
use crate::graph::{NodeKind, Visibility};
use crate::lang::engine::{Draft, Extractor};
use crate::lang::extraction::{DefIx, ExprIx, Name, Param, ScopeKind, TypeIx};

pub fn structure<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(mut draft) = item::draft(x, NodeKind::Struct, node) else {
        return ExprIx::NONE;
    };
    let body = x.field(node, "body");
    draft.scope = Some(ScopeKind::Type);
    draft.body = body.filter(|body| body.kind() == "field_declaration_list");
    item::define(x, draft, |x, def| {
        types::parameters_of(x, node, def);
        if let Some(body) = body {
            fields(x, body, def, true);
        }
    });
    ExprIx::NONE
}

pub fn enumeration<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(mut draft) = item::draft(x, NodeKind::Enum, node) else {
        return ExprIx::NONE;
    };
    let body = x.field(node, "body");
    let seen = draft.visibility;
    draft.scope = Some(ScopeKind::Type);
    draft.body = body;
    item::define(x, draft, |x, def| {
        types::parameters_of(x, node, def);
        if let Some(body) = body {
            x.visit_with_lead(body, |x, child| member(x, child, seen));
        }
    });
    ExprIx::NONE
}

/// A member of an enum. It is seen where the enum is.
fn member<'t>(x: &mut Extractor<'t>, node: Node<'t>, seen: Visibility) {
    let Some(mut draft) = item::draft(x, NodeKind::EnumMember, node) else {
        return;
    };
    let body = x.field(node, "body");
    draft.visibility = seen;
    item::define(x, draft, |x, def| {
        if let Some(body) = body {
            fields(x, body, def, false);
        }
        let value = x.visit_field(node, "value");
        x.def_mut(def).value = value;
    });
}

/// Fields by name are definitions. Fields by place are the params of their owner; those of a struct (`number_fields`) are
/// definitions too, as one can write `pair.0`.
fn fields<'t>(x: &mut Extractor<'t>, body: Node<'t>, owner: DefIx, number_fields: bool) {
    if body.kind() == "field_declaration_list" {
        x.visit_with_lead(body, field);
        return;
    }
    let mut place = 0;
    let mut seen = Visibility::Private;
    x.visit_with_lead(body, |x, child| {
        if child.kind() == "visibility_modifier" {
            seen = visibility(x, child);
            return;
        }
        let name = x.intern_owned(&place.to_string());
        let ty = if number_fields {
            numbered_field(x, child, name, seen)
        } else {
            x.ty(Some(child))
        };
        x.add_param(
            owner,
            Param {
                name,
                ty,
                optional: false,
                variadic: false,
            },
        );
        place += 1;
        seen = Visibility::Private;
    });
}

fn numbered_field<'t>(x: &mut Extractor<'t>, node: Node<'t>, name: Name, seen: Visibility) -> TypeIx {
    let mut draft = Draft::new(NodeKind::Field, name, node, node);
    draft.visibility = seen;
    let def = item::define(x, draft, |x, def| {
        let ty = x.ty(Some(node));
        x.def_mut(def).ty = ty;
    });
    x.out.def(def).ty
}

fn field<'t>(x: &mut Extractor<'t>, node: Node<'t>) {
    let Some(draft) = item::draft(x, NodeKind::Field, node) else {
        return;
    };
    item::define(x, draft, |x, def| {
        let written = x.field(node, "type");
        let ty = x.ty(written);
        x.def_mut(def).ty = ty;
    });
}
