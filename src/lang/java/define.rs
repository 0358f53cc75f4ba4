//! Classes, interfaces, enums, records, annotation types.

use tree_sitter::Node;

use super::{member, modifiers};
use crate::graph::{NodeFlags, NodeKind, Visibility};
use crate::lang::engine::{Draft, Extractor};
use crate::lang::extraction::{BindingKind, DefIx, ExprIx, ScopeKind, Super, SuperKind, Type, TypeIx, Via};

pub fn class<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    define(x, node, NodeKind::Class);
    ExprIx::NONE
}

pub fn interface<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    define(x, node, NodeKind::Interface);
    ExprIx::NONE
}

pub fn enumeration<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    define(x, node, NodeKind::Enum);
    ExprIx::NONE
}

pub fn record<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    define(x, node, NodeKind::Class);
    ExprIx::NONE
}

fn define<'t>(x: &mut Extractor<'t>, node: Node<'t>, kind: NodeKind) -> Option<DefIx> {
    let name_node = x.field(node, "name")?;
    let name = x.name_of(name_node);
    let body = x.field(node, "body");
    let modifiers = modifiers::read(x, node);
    let mut draft = Draft::new(kind, name, node, name_node);
    draft.body = body;
    draft.scope = Some(ScopeKind::Type);
    draft.visibility = modifiers.visibility.unwrap_or_else(|| implied_visibility(x));
    draft.flags = modifiers.flags;
    let def = x.define(draft, |x, def| {
        type_params(x, node, def);
        modifiers.decorate(x);
        supers(x, node, def);
        if let Some(components) = x.field(node, "parameters") {
            member::components(x, components, body);
        }
        if let Some(body) = body {
            x.visit_children(body);
        }
    });
    modifiers::note_doc(x, def);
    Some(def)
}

/// What is declared in an interface is public; elsewhere the package sees it.
pub fn implied_visibility(x: &Extractor<'_>) -> Visibility {
    match x.out.def(x.def()).kind {
        NodeKind::Interface => Visibility::Public,
        _ => Visibility::Internal,
    }
}

/// Binds type parameters in the current scope.
pub fn type_params<'t>(x: &mut Extractor<'t>, node: Node<'t>, def: DefIx) {
    let Some(list) = x.field(node, "type_parameters") else {
        return;
    };
    for parameter in x.children(list) {
        let (mut name, mut bounds) = (None, TypeIx::NONE);
        for child in x.children(parameter) {
            match child.kind() {
                "type_identifier" | "identifier" => name = Some(x.name_of(child)),
                "type_bound" => bounds = x.ty(Some(child)),
                _ => {
                    x.visit(child);
                }
            }
        }
        if let Some(name) = name {
            let binding = x.bind(name, BindingKind::TypeParam, 0, bounds, (ExprIx::NONE, Via::Whole));
            x.add_type_param(def, binding);
        }
    }
}

fn supers<'t>(x: &mut Extractor<'t>, node: Node<'t>, def: DefIx) {
    for child in x.children(node) {
        let kind = match child.kind() {
            "superclass" | "extends_interfaces" => SuperKind::Extends,
            "super_interfaces" => SuperKind::Implements,
            "permits" => {
                permitted(x, child);
                continue;
            }
            _ => continue,
        };
        for part in x.children(child) {
            let types = match part.kind() {
                "type_list" => x.children(part),
                _ => vec![part],
            };
            for written in types {
                let ty = x.ty(Some(written));
                add_super(x, def, ty, kind);
            }
        }
    }
}

fn permitted<'t>(x: &mut Extractor<'t>, node: Node<'t>) {
    for list in x.children(node) {
        for written in x.children(list) {
            x.ty(Some(written));
        }
    }
}

/// Adds a supertype, whose site is that of its name.
pub fn add_super(x: &mut Extractor<'_>, def: DefIx, ty: TypeIx, kind: SuperKind) {
    if ty.is_none() {
        return;
    }
    let (line, column) = x.position(x.out.ty(ty).at);
    x.add_super(def, Super { ty, kind, line, column });
}

/// The body of an anonymous class, or of an enum constant: what it declares belongs to the definition around it, and its
/// supertype is the type that is constructed.
pub fn anonymous<'t>(x: &mut Extractor<'t>, node: Node<'t>, body: Node<'t>, ty: TypeIx) -> DefIx {
    let name = match &x.out.ty(ty).kind {
        Type::Named { path, .. } => path.last().copied(),
        _ => None,
    };
    let name = name.unwrap_or_else(|| x.intern_owned("class"));
    let mut draft = Draft::new(NodeKind::Class, name, body, node);
    draft.scope = Some(ScopeKind::Type);
    draft.visibility = Visibility::Private;
    draft.flags = NodeFlags::default();
    draft.anonymous = true;
    draft.doc = Some(String::new());
    x.define(draft, |x, def| {
        // Whether the type is a class or an interface shows when it is found.
        add_super(x, def, ty, SuperKind::Extends);
        x.visit_children(body);
    })
}
