//! Items: functions, traits, impls, modules, constants, aliases, macros.

use tree_sitter::Node;

use super::attribute::{self, Marks};
use super::{macros, pattern, types};
use crate::graph::{NodeFlags, NodeKind, Visibility};
use crate::lang::engine::{Draft, Extractor};
use crate::lang::extraction::{
    BindingKind, DefIx, ExprIx, Impl, Import, ImportKind, Owner, Param, ScopeKind, Super, SuperKind, Type, TypeIx, Via,
};

/// A file: its inner doc comment and attributes, and its items.
pub fn file<'t>(x: &mut Extractor<'t>, root: Node<'t>) {
    let doc = inner_doc(x.source);
    x.def_mut(DefIx::FILE).doc = doc;
    for child in x.children(root) {
        if child.kind() != "inner_attribute_item" {
            break;
        }
        if x.text(child).replace(' ', "").contains("#![cfg(test)]") {
            x.def_mut(DefIx::FILE).flags |= NodeFlags::TEST;
        }
    }
    x.visit_children(root);
}

/// The text of the `//!` lines (or the `/*! .. */`) with which a text begins.
fn inner_doc(text: &str) -> String {
    let text = text.trim_start();
    if let Some(block) = text.strip_prefix("/*!") {
        return block.split("*/").next().unwrap_or(block).trim().to_owned();
    }
    let lines = text.lines().map(str::trim).skip_while(|line| {
        // Ordinary comments, a licence for example, may come first.
        line.is_empty() || line.starts_with("//") && !line.starts_with("//!")
    });
    let lines: Vec<&str> = lines
        .map_while(|line| line.strip_prefix("//!"))
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect();
    lines.join("\n").trim().to_owned()
}

/// The beginnings of a definition: its name, visibility, and what its attributes say. `None` where the name is missing.
pub fn draft<'t>(x: &mut Extractor<'t>, kind: NodeKind, node: Node<'t>) -> Option<Draft<'t>> {
    let name_node = x.field(node, "name").filter(|name| !name.is_missing())?;
    let name = types::identifier(x, name_node);
    let mut draft = Draft::new(kind, name, node, name_node);
    draft.head = Some(node.start_byte());
    draft.visibility = visibility_of(x, node);
    Some(draft)
}

/// Makes a definition, with the marks of its attributes, the references in them, and what is a test inherited.
pub fn define<'t>(
    x: &mut Extractor<'t>,
    mut draft: Draft<'t>,
    inside: impl FnOnce(&mut Extractor<'t>, DefIx),
) -> DefIx {
    let lead = draft.lead.take().unwrap_or_else(|| x.take_lead());
    let marks = attribute::marks(x, &lead);
    draft.flags |= marks.flags;
    if x.out.def(x.def()).flags.contains(NodeFlags::TEST) {
        draft.flags |= NodeFlags::TEST;
    }
    let attributes = lead.attributes.clone();
    draft.lead = Some(lead);
    x.define(draft, |x, def| {
        attribute::references(x, &attributes);
        inside(x, def);
    })
}

/// The marks of the attributes before the node being visited, which stay where they are.
fn marks_ahead<'t>(x: &mut Extractor<'t>, draft: &mut Draft<'t>) -> Marks<'t> {
    let lead = x.take_lead();
    let marks = attribute::marks(x, &lead);
    draft.lead = Some(lead);
    marks
}

fn visibility_of<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> Visibility {
    match node.child(0).filter(|first| first.kind() == "visibility_modifier") {
        Some(modifier) => visibility(x, modifier),
        None => Visibility::Private,
    }
}

pub fn visibility<'t>(x: &Extractor<'t>, modifier: Node<'t>) -> Visibility {
    match x.text(modifier) {
        "pub" => Visibility::Public,
        "pub(self)" => Visibility::Private,
        _ => Visibility::Internal,
    }
}

/// Where an item stands: alone, in a trait, or in an `impl`.
enum Home {
    Alone,
    Trait(Visibility),
    Impl { ty: TypeIx, of_trait: bool },
}

fn home(x: &Extractor<'_>) -> Home {
    let scope = x.scope();
    if x.out.scope(scope).kind != ScopeKind::Type {
        return Home::Alone;
    }
    if let Some(around) = x.out.impls.iter().rev().find(|around| around.scope == scope) {
        return Home::Impl {
            ty: around.ty,
            of_trait: !around.of.is_none(),
        };
    }
    let around = x.out.def(x.def());
    if around.kind == NodeKind::Trait {
        Home::Trait(around.visibility)
    } else {
        Home::Alone
    }
}

/// Gives an item to the type or trait in which it stands: what belongs to a trait is seen where the trait is.
fn settle(x: &Extractor<'_>, draft: &mut Draft<'_>) -> bool {
    match home(x) {
        Home::Alone => false,
        Home::Trait(seen) => {
            draft.visibility = seen;
            true
        }
        Home::Impl { ty, of_trait } => {
            draft.owner = Owner::Type(ty);
            if of_trait {
                draft.visibility = Visibility::Public;
            }
            true
        }
    }
}

pub fn function<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(mut draft) = draft(x, NodeKind::Function, node) else {
        return ExprIx::NONE;
    };
    let body = x.field(node, "body");
    draft.body = body;
    draft.scope = Some(ScopeKind::Function);
    let parameters = x.field(node, "parameters").map_or(Vec::new(), |list| x.children(list));
    if settle(x, &mut draft) {
        draft.kind = NodeKind::Method;
        if !parameters.iter().any(|parameter| is_receiver(x, *parameter)) {
            draft.flags |= NodeFlags::STATIC;
        }
        if body.is_none() {
            draft.flags |= NodeFlags::ABSTRACT;
        }
    }
    if body.is_none() {
        draft.flags |= NodeFlags::DECLARATION;
    }
    let modifiers = x.child_of_kind(node, "function_modifiers");
    if modifiers.is_some_and(|modifiers| x.text(modifiers).split_whitespace().any(|word| word == "async")) {
        draft.flags |= NodeFlags::ASYNC;
    }
    define(x, draft, |x, def| {
        types::parameters_of(x, node, def);
        for parameter in parameters {
            function_parameter(x, parameter, def);
        }
        let returns = x.field(node, "return_type");
        let ty = match returns {
            Some(_) => x.ty(returns),
            // Nothing written is the unit type, not an unknown one.
            None => x.type_at(node, Type::Tuple(Vec::new())),
        };
        x.def_mut(def).ty = ty;
        if let Some(body) = body {
            let value = x.visit_children(body);
            x.returned(value);
        }
    });
    ExprIx::NONE
}

fn is_receiver<'t>(x: &mut Extractor<'t>, parameter: Node<'t>) -> bool {
    match parameter.kind() {
        "self_parameter" => true,
        "parameter" => x
            .field(parameter, "pattern")
            .is_some_and(|pattern| pattern.kind() == "self"),
        _ => false,
    }
}

fn function_parameter<'t>(x: &mut Extractor<'t>, parameter: Node<'t>, def: DefIx) {
    if is_receiver(x, parameter) {
        let name = x.intern("self");
        x.bind(name, BindingKind::Receiver, 0, TypeIx::NONE, (ExprIx::NONE, Via::Whole));
        return;
    }
    let (pattern_node, ty) = match parameter.kind() {
        "parameter" => {
            let written = x.field(parameter, "type");
            (x.field(parameter, "pattern"), x.ty(written))
        }
        "variadic_parameter" => (x.field(parameter, "pattern"), TypeIx::NONE),
        "attribute_item" => return,
        // A type without a name, as function types and old trait methods have.
        _ => (None, x.ty(Some(parameter))),
    };
    let name = match pattern_node {
        Some(pattern) => pattern::parameter(x, pattern, ty).0,
        None => x.intern("_"),
    };
    let variadic = parameter.kind() == "variadic_parameter";
    x.add_param(
        def,
        Param {
            name,
            ty,
            optional: variadic,
            variadic,
        },
    );
}

pub fn constant<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let kind = if node.kind() == "static_item" {
        NodeKind::Variable
    } else {
        NodeKind::Constant
    };
    let Some(mut draft) = draft(x, kind, node) else {
        return ExprIx::NONE;
    };
    let in_type = settle(x, &mut draft);
    if in_type && x.field(node, "value").is_none() {
        draft.flags |= NodeFlags::DECLARATION | NodeFlags::ABSTRACT;
    }
    if x.text(draft.name_node) == "_" {
        // `const _: () = ..` has no name; what it holds is checked or registered at the place where it stands.
        x.visit_field(node, "value");
        return ExprIx::NONE;
    }
    let (written, value) = (x.field(node, "type"), x.field(node, "value"));
    draft.body = value;
    define(x, draft, |x, def| {
        let ty = x.ty(written);
        x.def_mut(def).ty = ty;
        if let Some(value) = value {
            let value = x.visit_handed_on(value);
            x.def_mut(def).value = value;
        }
    });
    ExprIx::NONE
}

/// `type A = B;`, also in an `impl`, and the declaration of an associated type, whose bounds are its type.
pub fn type_alias<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(mut draft) = draft(x, NodeKind::TypeAlias, node) else {
        return ExprIx::NONE;
    };
    settle(x, &mut draft);
    if node.kind() == "associated_type" {
        draft.flags |= NodeFlags::DECLARATION | NodeFlags::ABSTRACT;
    }
    draft.scope = Some(ScopeKind::Type);
    define(x, draft, |x, def| {
        types::parameters_of(x, node, def);
        let written = x.field(node, "type").or_else(|| x.field(node, "bounds"));
        let ty = x.ty(written);
        x.def_mut(def).ty = ty;
    });
    ExprIx::NONE
}

pub fn trait_<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(mut draft) = draft(x, NodeKind::Trait, node) else {
        return ExprIx::NONE;
    };
    let body = x.field(node, "body");
    draft.body = body;
    draft.scope = Some(ScopeKind::Type);
    define(x, draft, |x, def| {
        types::parameters_of(x, node, def);
        if let Some(bounds) = x.field(node, "bounds") {
            for bound in x.children(bounds) {
                let ty = x.ty(Some(bound));
                if ty.is_none() {
                    continue;
                }
                let (line, column) = x.position(x.out.ty(ty).at);
                let kind = SuperKind::Extends;
                x.add_super(def, Super { ty, kind, line, column });
            }
        }
        if let Some(body) = body {
            x.visit_children(body);
        }
    });
    ExprIx::NONE
}

pub fn impl_<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let attributes = x.take_lead();
    let marks = attribute::marks(x, &attributes);
    attribute::references(x, &attributes.attributes);
    // `impl !Send for T` takes a trait away.
    let negative = x.child_of_kind(node, "!").is_some();
    // Items of an impl that exists in tests only are tests' own, though the impl is no definition that could say so.
    let around = x.def();
    let before = x.out.def(around).flags;
    x.def_mut(around).flags |= marks.flags;
    x.in_scope(ScopeKind::Type, node, |x| {
        let type_params = types::parameters(x, node);
        let written = x.field(node, "trait");
        let of = x.ty(written);
        let written = x.field(node, "type");
        let ty = x.ty(written);
        let named = if of.is_none() { ty } else { of };
        let (line, column) = x.position(x.out.ty(named).at);
        let scope = x.scope();
        x.out.impls.push(Impl {
            ty,
            of: if negative { TypeIx::NONE } else { of },
            scope,
            type_params,
            line,
            column,
        });
        if let Some(body) = x.field(node, "body") {
            x.visit_children(body);
        }
    });
    x.def_mut(around).flags = before;
    ExprIx::NONE
}

/// `mod x { .. }`, and `mod x;`, which has no scope: its file has.
pub fn module<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(mut draft) = draft(x, NodeKind::Module, node) else {
        return ExprIx::NONE;
    };
    let Some(body) = x.field(node, "body") else {
        draft.flags |= NodeFlags::DECLARATION;
        let name = draft.name;
        let marks = marks_ahead(x, &mut draft);
        let def = define(x, draft, |_, _| {});
        if let Some(path) = marks.path {
            let (line, column) = (x.out.def(def).name_line, x.out.def(def).name_column);
            let import = Import {
                scope: x.scope(),
                from: x.def(),
                line,
                column,
                kind: ImportKind::Submodule,
                module: x.intern(path),
                level: 0,
                item: None,
                local: Some(name),
                reexport: false,
                special: false,
            };
            x.out.imports.push(import);
        }
        return ExprIx::NONE;
    };
    draft.body = Some(body);
    draft.scope = Some(ScopeKind::Module);
    let inner = inner_doc(x.text(body).trim_start_matches('{'));
    let def = define(x, draft, |x, _| {
        x.visit_children(body);
    });
    if !inner.is_empty() {
        let doc = &mut x.def_mut(def).doc;
        if !doc.is_empty() {
            doc.push('\n');
        }
        doc.push_str(&inner);
    }
    ExprIx::NONE
}

/// `extern "C" { .. }`: its functions are declarations of another language's.
pub fn foreign<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    if let Some(body) = x.field(node, "body") {
        x.visit_children(body);
    }
    ExprIx::NONE
}

/// `macro_rules!`. What its rules make of their arguments is known only where it is used; what they refer to beside them is
/// referred to from here.
pub fn macro_definition<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(mut draft) = draft(x, NodeKind::Macro, node) else {
        return ExprIx::NONE;
    };
    draft.body = x.child_of_kind(node, "macro_rule");
    draft.visibility = if marks_ahead(x, &mut draft).exported {
        Visibility::Public
    } else {
        Visibility::Internal
    };
    draft.scope = Some(ScopeKind::Function);
    define(x, draft, |x, def| {
        for rule in x.children(node) {
            if let Some(pattern) = x.field(rule, "left") {
                macros::metavariables(x, pattern, def);
            }
            if let Some(body) = x.field(rule, "right") {
                let value = macros::rule(x, body);
                x.returned(value);
            }
        }
    });
    ExprIx::NONE
}
