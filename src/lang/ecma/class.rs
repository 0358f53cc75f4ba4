//! Classes, interfaces, enums, type aliases and their members.

use tree_sitter::Node;

use super::define::{self, Naming};
use super::types;
use crate::graph::{NodeFlags, NodeKind, Visibility};
use crate::lang::engine::{Draft, Extractor, offset};
use crate::lang::extraction::{
    DefIx, Expr, ExprIx, Name, Reference, ReferenceKind, ScopeKind, Super, SuperKind, Target,
};

pub fn declaration<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(name_node) = x.field(node, "name") else {
        return expression(x, node);
    };
    let name = x.name_of(name_node);
    let def = class(x, node, node, name, name_node, false);
    x.expr(node, Expr::Def(def))
}

/// A class expression: by its own name, or nameless.
pub fn expression<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let def = match x.field(node, "name") {
        Some(name_node) => {
            let name = x.name_of(name_node);
            class(x, node, node, name, name_node, false)
        }
        None => {
            let name = x.intern("");
            class(x, node, node, name, node, true)
        }
    };
    x.expr(node, Expr::Def(def))
}

/// Makes the definition of a class node; `whole` is the statement that names it.
pub fn class<'t>(
    x: &mut Extractor<'t>,
    node: Node<'t>,
    whole: Node<'t>,
    name: Name,
    name_node: Node<'t>,
    anonymous: bool,
) -> DefIx {
    let decorators: Vec<Node<'t>> = x
        .children(node)
        .into_iter()
        .filter(|child| child.kind() == "decorator")
        .collect();
    let values: Vec<ExprIx> = decorators
        .into_iter()
        .map(|decorator| x.visit_field(decorator, ""))
        .collect();
    let mut draft = Draft::new(NodeKind::Class, name, whole, name_node);
    draft.body = x.field(node, "body");
    draft.scope = Some(ScopeKind::Type);
    draft.anonymous = anonymous;
    if node.kind() == "abstract_class_declaration" {
        draft.flags |= NodeFlags::ABSTRACT;
    }
    let body = draft.body;
    let def = x.define(draft, |x, def| {
        define::type_params(x, node, Some(def));
        heritage(x, node, def);
        if let Some(body) = body {
            x.visit_children(body);
        }
    });
    for value in values.into_iter().filter(|value| !value.is_none()) {
        decorated(x, def, value);
    }
    def
}

fn decorated(x: &mut Extractor<'_>, def: DefIx, value: ExprIx) {
    let target = match x.out.expr(value).kind {
        Expr::Call { callee, .. } => callee,
        _ => value,
    };
    let (line, column) = x.position(x.out.expr(target).at);
    let (kind, target) = (ReferenceKind::Decorator, Target::Expr(target));
    x.out.references.push(Reference {
        kind,
        from: def,
        target,
        line,
        column,
        in_macro: false,
    });
}

fn heritage<'t>(x: &mut Extractor<'t>, node: Node<'t>, def: DefIx) {
    for child in x.children(node) {
        match child.kind() {
            "class_heritage" => {
                for clause in x.children(child) {
                    match clause.kind() {
                        "extends_clause" => {
                            let args = match x.field(clause, "type_arguments") {
                                Some(list) => types::arguments(x, list),
                                None => Vec::new(),
                            };
                            if let Some(value) = x.field(clause, "value") {
                                extends(x, def, value, args);
                            }
                        }
                        "implements_clause" => {
                            for one in x.children(clause) {
                                let ty = x.ty(Some(one));
                                add_super(x, def, one, ty, SuperKind::Implements);
                            }
                        }
                        // JavaScript's grammar has the expression itself here.
                        _ => extends(x, def, clause, Vec::new()),
                    }
                }
            }
            "extends_type_clause" => {
                for one in x.fields(child, "type") {
                    let ty = x.ty(Some(one));
                    add_super(x, def, one, ty, SuperKind::Extends);
                }
            }
            _ => {}
        }
    }
}

fn extends<'t>(x: &mut Extractor<'t>, def: DefIx, value: Node<'t>, args: Vec<crate::lang::extraction::TypeIx>) {
    let ty = types::of_value(x, value, args);
    add_super(x, def, value, ty, SuperKind::Extends);
}

fn add_super<'t>(
    x: &mut Extractor<'t>,
    def: DefIx,
    node: Node<'t>,
    ty: crate::lang::extraction::TypeIx,
    kind: SuperKind,
) {
    if ty.is_none() {
        return;
    }
    let (line, column) = x.position(offset(node.start_byte()));
    x.add_super(def, Super { ty, kind, line, column });
}

/// A method of a class, an interface or an object literal.
pub fn method<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(name_node) = x.field(node, "name") else {
        return ExprIx::NONE;
    };
    let Some(name) = member_name(x, name_node) else {
        x.visit_children(node);
        return ExprIx::NONE;
    };
    let marks = marks(x, node);
    let text = x.out.name(name).to_owned();
    let kind = if marks.accessor {
        NodeKind::Property
    } else {
        NodeKind::Method
    };
    let mut naming = Naming::new(kind, name, node, name_node);
    naming.visibility = marks.visibility;
    naming.flags = marks.flags;
    if text == "constructor" && node.kind() == "method_definition" {
        naming.flags |= NodeFlags::CONSTRUCTOR;
    }
    match node.kind() {
        "abstract_method_signature" => naming.flags |= NodeFlags::ABSTRACT,
        "method_signature" => {
            let in_class = x.out.def(x.def()).kind == NodeKind::Class && !x.out.def(x.def()).anonymous;
            naming.flags |= if in_class {
                NodeFlags::DECLARATION
            } else {
                NodeFlags::ABSTRACT
            };
        }
        _ => {}
    }
    define::function(x, node, naming);
    ExprIx::NONE
}

/// A field of a class; one that holds a function is a method.
pub fn field<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(name_node) = x.field(node, "name").or_else(|| x.field(node, "property")) else {
        return ExprIx::NONE;
    };
    let Some(name) = member_name(x, name_node) else {
        x.visit_children(node);
        return ExprIx::NONE;
    };
    for decorator in x.fields(node, "decorator") {
        x.visit(decorator);
    }
    let marks = marks(x, node);
    let value = x.field(node, "value");
    if let Some(value) = value
        && let Some(function) = define::wrapped_function(x, value, 0)
        && define::is_function(function)
    {
        let mut naming = Naming::new(NodeKind::Method, name, node, name_node);
        naming.visibility = marks.visibility;
        naming.flags = marks.flags;
        define::function(x, function, naming);
        return ExprIx::NONE;
    }
    let mut draft = Draft::new(NodeKind::Field, name, node, name_node);
    draft.visibility = marks.visibility;
    draft.flags = marks.flags;
    x.define(draft, |x, def| {
        let written = x.field(node, "type");
        let ty = x.ty(written);
        x.def_mut(def).ty = ty;
        if let Some(value) = value {
            let value = x.visit_handed_on(value);
            x.def_mut(def).value = value;
        }
    });
    ExprIx::NONE
}

/// A property of an interface or of a written record.
pub fn property<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(name_node) = x.field(node, "name") else {
        return ExprIx::NONE;
    };
    let Some(name) = member_name(x, name_node) else {
        x.visit_children(node);
        return ExprIx::NONE;
    };
    let mut draft = Draft::new(NodeKind::Property, name, node, name_node);
    draft.visibility = Visibility::Public;
    x.define(draft, |x, def| {
        let written = x.field(node, "type");
        let ty = x.ty(written);
        x.def_mut(def).ty = ty;
    });
    ExprIx::NONE
}

pub fn interface<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(name_node) = x.field(node, "name") else {
        return ExprIx::NONE;
    };
    let name = x.name_of(name_node);
    let mut draft = Draft::new(NodeKind::Interface, name, node, name_node);
    draft.body = x.field(node, "body");
    draft.scope = Some(ScopeKind::Type);
    let body = draft.body;
    x.define(draft, |x, def| {
        define::type_params(x, node, Some(def));
        heritage(x, node, def);
        if let Some(body) = body {
            x.visit_children(body);
        }
    });
    ExprIx::NONE
}

pub fn alias<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(name_node) = x.field(node, "name") else {
        return ExprIx::NONE;
    };
    let name = x.name_of(name_node);
    let mut draft = Draft::new(NodeKind::TypeAlias, name, node, name_node);
    draft.scope = Some(ScopeKind::Type);
    x.define(draft, |x, def| {
        define::type_params(x, node, Some(def));
        let written = x.field(node, "value");
        let ty = x.ty(written);
        x.def_mut(def).ty = ty;
    });
    ExprIx::NONE
}

pub fn enumeration<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(name_node) = x.field(node, "name") else {
        return ExprIx::NONE;
    };
    let name = x.name_of(name_node);
    let mut draft = Draft::new(NodeKind::Enum, name, node, name_node);
    draft.body = x.field(node, "body");
    draft.scope = Some(ScopeKind::Type);
    let body = draft.body;
    x.define(draft, |x, _| {
        let Some(body) = body else { return };
        for member in x.children(body) {
            let named = if member.kind() == "enum_assignment" {
                x.field(member, "name")
            } else {
                Some(member)
            };
            let Some(named) = named else { continue };
            let Some(name) = member_name(x, named) else { continue };
            let mut draft = Draft::new(NodeKind::EnumMember, name, member, named);
            draft.visibility = Visibility::Public;
            x.define(draft, |x, def| {
                let value = x.visit_field(member, "value");
                x.def_mut(def).value = value;
            });
        }
    });
    ExprIx::NONE
}

/// The name of a member; `None` for computed ones.
pub fn member_name<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> Option<Name> {
    match node.kind() {
        "computed_property_name" => {
            let inner = x.field(node, "")?;
            if inner.kind() == "string" {
                return Some(x.intern(x.text(inner).trim_matches(['"', '\''])));
            }
            // `[Symbol.iterator]`: the well-known name stands for it.
            let text = x.text(inner);
            text.strip_prefix("Symbol.").map(|name| x.intern(name))
        }
        "string" => Some(x.intern(x.text(node).trim_matches(['"', '\'']))),
        _ => Some(x.name_of(node)),
    }
}

struct Marks {
    visibility: Visibility,
    flags: NodeFlags,
    accessor: bool,
}

/// Modifiers before a member's name.
fn marks<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> Marks {
    let mut marks = Marks {
        visibility: Visibility::Public,
        flags: NodeFlags::default(),
        accessor: false,
    };
    for child in x.all_children(node) {
        match child.kind() {
            "accessibility_modifier" => marks.visibility = types::visibility(x.text(child)),
            "static" => marks.flags |= NodeFlags::STATIC,
            "abstract" => marks.flags |= NodeFlags::ABSTRACT,
            "async" => marks.flags |= NodeFlags::ASYNC,
            "get" | "set" => marks.accessor = true,
            "private_property_identifier" => marks.visibility = Visibility::Private,
            "formal_parameters" | "property_identifier" => break,
            _ => {}
        }
    }
    marks
}
