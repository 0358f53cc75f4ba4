//! Functions: definitions, prototypes and their parameters.

use tree_sitter::Node;

use super::declarator::{self, Declarator};
use super::{is_cpp, macros, record, types};
use crate::graph::{NodeFlags, NodeKind, Visibility};
use crate::lang::cpp::{initializers, template};
use crate::lang::engine::{Draft, Extractor, Lead};
use crate::lang::extraction::{
    BindingIx, BindingKind, DefIx, ExprIx, Name, Owner, Param, ScopeIx, ScopeKind, TypeIx, Via,
};

/// A definition with a body, also `= default`, `= delete` and `= 0` in a class.
pub fn definition<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let lead = x.take_lead();
    let Some(declarator) = x.field(node, "declarator") else {
        x.visit_children(node);
        return ExprIx::NONE;
    };
    let found = declarator::take_apart(x, declarator);
    if macros::is_wrapped(x, node, &found) {
        macros::definition(x, node, &found, lead);
    } else if found.function().is_some() && found.name_node.is_some() {
        define(x, node, &found, lead);
    } else {
        x.visit_children(node);
    }
    ExprIx::NONE
}

/// Makes the function that a declarator declares; `node` is its definition or declaration.
pub fn define<'t>(x: &mut Extractor<'t>, node: Node<'t>, found: &Declarator<'t>, lead: Lead<'t>) -> Option<DefIx> {
    let name_node = found.name_node?;
    let function = found.function()?;
    let name = declarator::name_of(x, name_node);
    let written = x.field(node, "type");
    let body = x.field(node, "body");
    let is_friend = x.out.def(x.def()).kind.is_type() && within_friend(&lead);
    let in_type = x.out.def(x.def()).kind.is_type() && !is_friend;
    let owner = declarator::owner_type(x, found);
    // Whether `a` of `a::f` is a class or a namespace is known to whoever knows the other files.
    let is_method = in_type || owner.is_some();
    let kind = if is_method {
        NodeKind::Method
    } else {
        NodeKind::Function
    };

    let mut draft = Draft::new(kind, name, node, name_node);
    let head = x
        .source
        .get(node.start_byte()..name_node.start_byte())
        .unwrap_or_default();
    let tail_end = body.map_or(node.end_byte(), |body| body.start_byte());
    let tail = x.source.get(function.end_byte()..tail_end).unwrap_or_default();
    draft.head = Some(node.start_byte());
    draft.body = body.or_else(|| x.child_of_kind(node, "field_initializer_list"));
    draft.visibility = if in_type { Visibility::Public } else { linkage(x) };
    draft.flags = flags(x, node, head, tail, body.is_some(), is_method);
    if draft.flags.contains(NodeFlags::STATIC) && !is_method {
        draft.visibility = Visibility::Private;
    }
    if written.is_none() && is_method && is_class_name(x, found, name) {
        draft.flags |= NodeFlags::CONSTRUCTOR;
    }
    if let Some(owner) = owner {
        draft.owner = Owner::Type(owner);
    }
    let is_template = lead.attributes.iter().any(|one| one.kind() == "template_declaration");
    if body.is_some() || is_template {
        draft.scope = Some(ScopeKind::Function);
    }
    draft.lead = Some(lead.clone());
    let home = home(x, is_friend);
    let def = x.define(draft, |x, def| {
        template_params(x, &lead, def);
        if let Some(arguments) = found.arguments {
            types::template_arguments(x, arguments);
        }
        let ty = returned_type(x, node, function, written, found);
        x.def_mut(def).ty = ty;
        x.def_mut(def).line = x.out.def(def).name_line;
        if let Some(list) = x.field(function, "parameters") {
            let old_style = old_style_types(x, node);
            parameters(x, list, Some(def), &old_style);
        }
        if let Some(list) = x.child_of_kind(node, "field_initializer_list") {
            initializers::visit(x, list);
        }
        if let Some(body) = body {
            walk_body(x, body);
        }
    });
    if let Some((parent, within)) = home {
        let made = x.def_mut(def);
        made.parent = parent;
        made.within = within;
    }
    Some(def)
}

/// The body, in the function's own scope.
pub fn walk_body<'t>(x: &mut Extractor<'t>, body: Node<'t>) {
    if body.kind() != "try_statement" {
        x.visit_children(body);
        return;
    }
    // A function's `try` block stands around its initialisers and body.
    for child in x.children(body) {
        match child.kind() {
            "field_initializer_list" => initializers::visit(x, child),
            "compound_statement" => {
                x.visit_children(child);
            }
            _ => {
                x.visit(child);
            }
        }
    }
}

/// Functions do not nest: one found inside of another is there because the grammar lost count of the braces, and a
/// friend belongs to the namespace around the class. Says to whom such a function belongs instead.
fn home(x: &Extractor<'_>, is_friend: bool) -> Option<(DefIx, ScopeIx)> {
    let inside = |def: DefIx| {
        let def = x.out.def(def);
        def.kind.is_callable() || is_friend && def.kind.is_type()
    };
    if !inside(x.def()) {
        return None;
    }
    let (mut def, mut within) = (x.def(), x.scope());
    while def != DefIx::FILE && inside(def) {
        within = x.out.def(def).within;
        def = x.out.def(def).parent;
    }
    Some((def, within))
}

fn within_friend(lead: &Lead<'_>) -> bool {
    lead.attributes.iter().any(|one| one.kind() == "friend_declaration")
}

fn flags<'t>(
    x: &mut Extractor<'t>,
    node: Node<'t>,
    head: &str,
    tail: &str,
    has_body: bool,
    is_method: bool,
) -> NodeFlags {
    let mut flags = record::head_says_deprecated(head);
    let has_word = |word: &str| head.split_whitespace().any(|one| one == word);
    if has_word("static") {
        flags |= NodeFlags::STATIC;
    }
    let defaulted = has_child(x, node, "default_method_clause");
    if !has_body && !defaulted {
        flags |= NodeFlags::DECLARATION;
    }
    let pure = tail
        .trim_start()
        .trim_start_matches(|c: char| c.is_alphanumeric() || c.is_whitespace());
    if is_method
        && pure
            .strip_prefix('=')
            .is_some_and(|value| value.trim_start().starts_with('0'))
    {
        flags |= NodeFlags::ABSTRACT;
    }
    flags
}

fn has_child<'t>(x: &mut Extractor<'t>, node: Node<'t>, kind: &str) -> bool {
    x.child_of_kind(node, kind).is_some()
}

/// From where a function, variable or type of the current scope is seen: what stands in an unnamed namespace is the
/// file's own.
pub fn linkage(x: &Extractor<'_>) -> Visibility {
    let mut def = x.def();
    while def != DefIx::FILE {
        let around = x.out.def(def);
        if around.anonymous && around.kind == NodeKind::Namespace {
            return Visibility::Private;
        }
        def = around.parent;
    }
    Visibility::Public
}

/// A member named like its class is a constructor.
fn is_class_name<'t>(x: &mut Extractor<'t>, found: &Declarator<'t>, name: Name) -> bool {
    match found.scopes.last() {
        Some(scope) => {
            let scope = match scope.kind() {
                "template_type" => x.field(*scope, "name").unwrap_or(*scope),
                _ => *scope,
            };
            x.name_of(scope) == name
        }
        None => x.out.def(x.def()).name == name,
    }
}

/// What the function returns, as written before its name or behind `->`.
fn returned_type<'t>(
    x: &mut Extractor<'t>,
    node: Node<'t>,
    function: Node<'t>,
    written: Option<Node<'t>>,
    found: &Declarator<'t>,
) -> TypeIx {
    if let Some(trailing) = x.child_of_kind(function, "trailing_return_type") {
        let ty = x.field(trailing, "");
        return x.ty(ty);
    }
    let written = match found.name_node {
        Some(cast) if cast.kind() == "operator_cast" => x.field(cast, "type"),
        _ => written,
    };
    let base = x.ty(written);
    declarator::shaped(x, node, base, &found.shapes, true)
}

/// Types of K&R parameters, declared between the list and the body.
fn old_style_types<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> Vec<(Name, TypeIx)> {
    let mut types = Vec::new();
    if node.kind() != "function_definition" || is_cpp(x) {
        return types;
    }
    for child in x.children(node) {
        if child.kind() != "declaration" {
            continue;
        }
        let written = x.field(child, "type");
        let base = x.ty(written);
        for declared in x.fields(child, "declarator") {
            let found = declarator::take_apart(x, declared);
            let Some(name_node) = found.name_node else { continue };
            let ty = declarator::shaped(x, child, base, &found.shapes, false);
            types.push((x.name_of(name_node), ty));
        }
    }
    types
}

/// Binds parameters in the current scope; those of a definition are also what its callers see.
pub fn parameters<'t>(
    x: &mut Extractor<'t>,
    list: Node<'t>,
    def: Option<DefIx>,
    old_style: &[(Name, TypeIx)],
) -> Vec<BindingIx> {
    let mut bindings = Vec::new();
    let unnamed = x.intern("");
    for child in x.all_children(list) {
        let mut param = Param {
            name: unnamed,
            ty: TypeIx::NONE,
            optional: false,
            variadic: false,
        };
        let mut value = ExprIx::NONE;
        match child.kind() {
            "identifier" => {
                param.name = x.name_of(child);
                let known = old_style.iter().find(|(name, _)| *name == param.name);
                param.ty = known.map_or(TypeIx::NONE, |(_, ty)| *ty);
            }
            "parameter_declaration" | "optional_parameter_declaration" | "variadic_parameter_declaration" => {
                let written = x.field(child, "type");
                let base = x.ty(written);
                let declarator = x.field(child, "declarator");
                if declarator.is_none() && base.is_none() && x.text(child).trim() == "void" {
                    continue;
                }
                param.ty = base;
                if let Some(declarator) = declarator {
                    let found = declarator::take_apart(x, declarator);
                    param.ty = declarator::shaped(x, child, base, &found.shapes, false);
                    param.variadic = found.pack;
                    if let Some(name) = found.name_node {
                        param.name = x.name_of(name);
                    }
                }
                if let Some(default) = x.field(child, "default_value") {
                    value = x.visit_handed_on(default);
                    param.optional = true;
                }
            }
            "variadic_parameter" | "..." => param.variadic = true,
            _ => continue,
        }
        if param.name != unnamed && def.is_none_or(|def| x.out.def(def).scope.is_some()) {
            bindings.push(x.bind(param.name, BindingKind::Param, 0, param.ty, (value, Via::Whole)));
        }
        if let Some(def) = def {
            x.add_param(def, param);
        }
    }
    bindings
}

/// Binds the type parameters of the `template <..>` before a definition.
pub fn template_params<'t>(x: &mut Extractor<'t>, lead: &Lead<'t>, def: DefIx) {
    let templates: Vec<Node<'t>> = lead
        .attributes
        .iter()
        .copied()
        .filter(|one| one.kind() == "template_declaration")
        .collect();
    for template in templates {
        if let Some(list) = x.field(template, "parameters") {
            template::params(x, list, Some(def));
        }
        if let Some(clause) = x.child_of_kind(template, "requires_clause") {
            x.visit(clause);
        }
    }
}
