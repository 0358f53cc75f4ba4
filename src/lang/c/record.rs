//! Structs, unions, classes and enumerations.

use tree_sitter::Node;

use super::{declarator, function, is_cpp, types};
use crate::graph::{NodeFlags, NodeKind, Visibility};
use crate::lang::engine::{Draft, Extractor, Lead, offset};
use crate::lang::extraction::{DefIx, ExprIx, Owner, ScopeIx, ScopeKind, Super, SuperKind, Type, TypeIx};

/// A specifier that stands by itself: `struct S { .. };`. A forward declaration defines nothing.
pub fn specifier<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    if x.field(node, "body").is_some() {
        let lead = x.take_lead();
        define(x, node, lead, None);
    }
    ExprIx::NONE
}

/// Defines the type of a specifier with a body. One without a name of its own takes `alias`, the name that a typedef
/// gives it; without either it is anonymous.
pub fn define<'t>(x: &mut Extractor<'t>, node: Node<'t>, lead: Lead<'t>, alias: Option<Node<'t>>) -> Option<DefIx> {
    let body = x.field(node, "body")?;
    let written = x.field(node, "name");
    let named = written.map(|name| declarator::take_apart(x, name));
    let name_node = named.as_ref().and_then(|named| named.name_node).or(alias);
    let kind = match node.kind() {
        "class_specifier" => NodeKind::Class,
        "enum_specifier" => NodeKind::Enum,
        _ => NodeKind::Struct,
    };
    let name = match name_node {
        Some(node) => x.name_of(node),
        None => x.intern(""),
    };
    let mut draft = Draft::new(kind, name, node, name_node.unwrap_or(node));
    draft.anonymous = name_node.is_none();
    draft.head = Some(node.start_byte());
    draft.body = Some(body);
    draft.visibility = function::linkage(x);
    draft.lead = Some(lead.clone());
    draft.flags = deprecated(x, node, body);
    let scoped = kind != NodeKind::Enum || is_scoped_enum(x, node);
    draft.scope = scoped.then_some(ScopeKind::Type);
    if let Some(owner) = named.as_ref().and_then(|named| declarator::owner_type(x, named)) {
        draft.owner = Owner::Type(owner);
    }
    let within = tag_scope(x);
    let def = x.define(draft, |x, def| {
        function::template_params(x, &lead, def);
        if let Some(arguments) = named.as_ref().and_then(|named| named.arguments) {
            types::template_arguments(x, arguments);
        }
        if kind == NodeKind::Enum {
            let base = x.field(node, "base").or_else(|| x.field(node, "underlying_type"));
            let ty = x.ty(base);
            x.def_mut(def).ty = ty;
            enumerators(x, body, if scoped { None } else { Some(within) });
        } else {
            if let Some(clause) = x.child_of_kind(node, "base_class_clause") {
                bases(x, clause, def);
            }
            x.visit_children(body);
            apply_access(x, body, def, kind);
        }
    });
    x.def_mut(def).within = within;
    Some(def)
}

/// The type that a definition makes.
pub fn type_of<'t>(x: &mut Extractor<'t>, def: DefIx, node: Node<'t>) -> TypeIx {
    let made = x.out.def(def);
    if made.anonymous {
        return x.type_at(node, Type::Record(def));
    }
    let name = made.name;
    x.type_at(
        node,
        Type::Named {
            root: None,
            path: vec![name],
            args: Vec::new(),
        },
    )
}

/// Where the name of a type is bound: C has no scopes of members, so a struct in a struct is known outside too.
fn tag_scope(x: &Extractor<'_>) -> ScopeIx {
    if is_cpp(x) {
        return x.scope();
    }
    let mut scope = x.scope();
    while x.out.scope(scope).kind == ScopeKind::Type {
        match x.out.scope(scope).parent {
            Some(parent) => scope = parent,
            None => break,
        }
    }
    scope
}

fn is_scoped_enum<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> bool {
    x.all_children(node)
        .into_iter()
        .any(|child| matches!(child.kind(), "class" | "struct"))
}

/// Enumerators are members of their enumeration; those of an unscoped one are known in the scope around it as well.
fn enumerators<'t>(x: &mut Extractor<'t>, body: Node<'t>, within: Option<ScopeIx>) {
    let first = x.out.defs.len();
    x.visit_children(body);
    if let Some(within) = within {
        for def in &mut x.out.defs[first..] {
            if def.kind == NodeKind::EnumMember {
                def.within = within;
            }
        }
    }
}

pub fn enumerator<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(name_node) = x.field(node, "name") else {
        return ExprIx::NONE;
    };
    let name = x.name_of(name_node);
    let mut draft = Draft::new(NodeKind::EnumMember, name, node, name_node);
    draft.visibility = Visibility::Public;
    x.define(draft, |x, def| {
        if let Some(value) = x.field(node, "value") {
            let value = x.visit(value);
            x.def_mut(def).value = value;
        }
    });
    ExprIx::NONE
}

fn bases<'t>(x: &mut Extractor<'t>, clause: Node<'t>, def: DefIx) {
    for child in x.children(clause) {
        if !matches!(
            child.kind(),
            "type_identifier" | "template_type" | "qualified_identifier"
        ) {
            continue;
        }
        let ty = x.ty(Some(child));
        if ty.is_none() {
            continue;
        }
        let (line, column) = x.position(x.out.ty(ty).at);
        x.add_super(
            def,
            Super {
                ty,
                kind: SuperKind::Extends,
                line,
                column,
            },
        );
    }
}

/// Gives the members of a class the visibility of the section in which they stand.
fn apply_access<'t>(x: &mut Extractor<'t>, body: Node<'t>, class: DefIx, kind: NodeKind) {
    let mut sections = Vec::new();
    for child in x.children(body) {
        if child.kind() == "access_specifier" {
            let access = match x.text(child).split(|c: char| !c.is_alphabetic()).next() {
                Some("private") => Visibility::Private,
                Some("protected") => Visibility::Protected,
                _ => Visibility::Public,
            };
            sections.push((offset(child.start_byte()), access));
        }
    }
    let default = if kind == NodeKind::Class {
        Visibility::Private
    } else {
        Visibility::Public
    };
    for ix in class.ix() + 1..x.out.defs.len() {
        let def = &mut x.out.defs[ix];
        if def.parent != class {
            continue;
        }
        let section = sections.partition_point(|(start, _)| *start <= def.start);
        def.visibility = match section.checked_sub(1) {
            Some(section) => sections[section].1,
            None => default,
        };
    }
}

/// An attribute before the body says that the definition should no longer be used.
pub fn deprecated<'t>(x: &Extractor<'t>, node: Node<'t>, body: Node<'t>) -> NodeFlags {
    head_says_deprecated(x.source.get(node.start_byte()..body.start_byte()).unwrap_or_default())
}

/// `[[deprecated]]`, `__attribute__((deprecated))`, `FOO_DEPRECATED`.
pub fn head_says_deprecated(head: &str) -> NodeFlags {
    let says = head.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| {
        word == "deprecated" || word == "__deprecated__" || word == "DEPRECATED" || word.ends_with("_DEPRECATED")
    });
    if says {
        NodeFlags::DEPRECATED
    } else {
        NodeFlags::default()
    }
}
