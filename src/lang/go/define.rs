//! Functions, methods, types and their members, function literals.

use tree_sitter::Node;

use super::types;
use crate::graph::{NodeFlags, NodeKind, Visibility};
use crate::lang::engine::{Draft, Extractor, Lead, offset};
use crate::lang::extraction::{
    BindingIx, BindingKind, DefIx, ExprIx, Owner, Param, ScopeKind, Super, SuperKind, Type, TypeIx, Via,
};

/// Bound to nothing.
const NO_VALUE: (ExprIx, Via) = (ExprIx::NONE, Via::Whole);

pub fn function<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    define_function(x, node, NodeKind::Function);
    ExprIx::NONE
}

pub fn method<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    define_function(x, node, NodeKind::Method);
    ExprIx::NONE
}

fn define_function<'t>(x: &mut Extractor<'t>, node: Node<'t>, kind: NodeKind) -> Option<DefIx> {
    let name_node = x.field(node, "name")?;
    let name = x.name_of(name_node);
    let body = x.field(node, "body");
    let mut draft = Draft::new(kind, name, node, name_node);
    draft.body = body;
    draft.scope = Some(ScopeKind::Function);
    draft.visibility = visibility(x.text(name_node));
    if kind == NodeKind::Function && is_test(x, node, name_node) {
        draft.flags |= NodeFlags::TEST;
    }
    if body.is_none() {
        draft.flags |= NodeFlags::DECLARATION;
    }
    let def = x.define(draft, |x, def| {
        type_params(x, node, def);
        if let Some(list) = x.field(node, "receiver") {
            receiver(x, list, def);
        }
        signature(x, node, def);
        if let Some(body) = body {
            x.visit_children(body);
        }
    });
    note_doc(x, def);
    Some(def)
}

/// Parameters and results, seen from the current scope.
fn signature<'t>(x: &mut Extractor<'t>, node: Node<'t>, def: DefIx) {
    if let Some(list) = x.field(node, "parameters") {
        parameters(x, list, Some(def));
    }
    let ty = results(x, node);
    x.def_mut(def).ty = ty;
}

/// The receiver's type owns the method; in `func (t *Tree[K, V])` the arguments name the type's parameters.
fn receiver<'t>(x: &mut Extractor<'t>, list: Node<'t>, def: DefIx) {
    let Some(declaration) = x.children(list).first().copied() else {
        return;
    };
    let Some(written) = x.field(declaration, "type") else {
        return;
    };
    let mut head = written;
    while matches!(head.kind(), "pointer_type" | "parenthesized_type") {
        match x.field(head, "") {
            Some(inner) => head = inner,
            None => break,
        }
    }
    if let Some(arguments) = x.field(head, "type_arguments") {
        for argument in x.children(arguments) {
            let name = x.name_of(argument);
            x.bind(name, BindingKind::TypeParam, 0, TypeIx::NONE, NO_VALUE);
        }
    }
    let ty = x.ty(Some(written));
    let mut owner = ty;
    while let Type::Pointer(inner) = x.out.ty(owner).kind {
        owner = inner;
    }
    x.def_mut(def).owner = Owner::Type(owner);
    if let Some(name) = x.field(declaration, "name") {
        let name = x.name_of(name);
        x.bind(name, BindingKind::Receiver, 0, ty, NO_VALUE);
    }
}

fn type_params<'t>(x: &mut Extractor<'t>, node: Node<'t>, def: DefIx) {
    let Some(list) = x.field(node, "type_parameters") else {
        return;
    };
    for declaration in x.children(list) {
        let constraint = x.field(declaration, "type");
        let bounds = x.ty(constraint);
        for name in x.fields(declaration, "name") {
            if name.is_named() {
                let name = x.name_of(name);
                let binding = x.bind(name, BindingKind::TypeParam, 0, bounds, NO_VALUE);
                x.add_type_param(def, binding);
            }
        }
    }
}

/// Binds parameters in the current scope; those of a definition are also what its callers see.
fn parameters<'t>(x: &mut Extractor<'t>, list: Node<'t>, def: Option<DefIx>) -> Vec<BindingIx> {
    let mut bindings = Vec::new();
    for child in x.children(list) {
        let variadic = child.kind() == "variadic_parameter_declaration";
        let written = x.field(child, "type");
        let ty = x.ty(written);
        let seen = if variadic { x.type_at(child, Type::List(ty)) } else { ty };
        let mut names: Vec<_> = x
            .fields(child, "name")
            .into_iter()
            .filter(|name| name.is_named())
            .map(|name| x.name_of(name))
            .collect();
        if names.is_empty() {
            names.push(x.intern_owned("_"));
        }
        for name in names {
            bindings.push(x.bind(name, BindingKind::Param, 0, seen, NO_VALUE));
            if let Some(def) = def {
                let param = Param {
                    name,
                    ty,
                    optional: false,
                    variadic,
                };
                x.add_param(def, param);
            }
        }
    }
    bindings
}

/// The result type; named results are variables of the function.
fn results<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> TypeIx {
    let ty = types::results(x, node);
    let Some(list) = x.field(node, "result").filter(|list| list.kind() == "parameter_list") else {
        return ty;
    };
    let types = match &x.out.ty(ty).kind {
        Type::Tuple(types) => types.clone(),
        _ => vec![ty],
    };
    let mut place = 0;
    for child in x.children(list) {
        let names = x.fields(child, "name");
        if names.is_empty() {
            break;
        }
        for name in names.into_iter().filter(|name| name.is_named()) {
            let name = x.name_of(name);
            let ty = types.get(place).copied().unwrap_or(TypeIx::NONE);
            x.bind(name, BindingKind::Local, 0, ty, NO_VALUE);
            place += 1;
        }
    }
    ty
}

pub fn literal<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    x.lambda(node, |x| {
        let params = match x.field(node, "parameters") {
            Some(list) => parameters(x, list, None),
            None => Vec::new(),
        };
        let ret = results(x, node);
        if let Some(body) = x.field(node, "body") {
            x.visit_children(body);
        }
        (params, ret, ExprIx::NONE)
    })
}

/// One type by itself begins at its `type`; those of a group begin at their names.
pub fn type_declaration<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let grouped = x.child_of_kind(node, "(").is_some();
    match x.children(node).as_slice() {
        [spec] if !grouped => {
            let lead = x.take_lead();
            define_type(x, node, *spec, Some(lead));
        }
        _ => {
            x.visit_children(node);
        }
    }
    ExprIx::NONE
}

pub fn type_spec<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    define_type(x, node, node, None);
    ExprIx::NONE
}

fn define_type<'t>(x: &mut Extractor<'t>, node: Node<'t>, spec: Node<'t>, lead: Option<Lead<'t>>) -> Option<DefIx> {
    let name_node = x.field(spec, "name")?;
    let written = x.field(spec, "type")?;
    let name = x.name_of(name_node);
    let alias = spec.kind() == "type_alias";
    let kind = match written.kind() {
        "struct_type" if !alias => NodeKind::Struct,
        "interface_type" if !alias => NodeKind::Interface,
        _ => NodeKind::TypeAlias,
    };
    let mut draft = Draft::new(kind, name, node, name_node);
    draft.scope = Some(ScopeKind::Type);
    draft.visibility = visibility(x.text(name_node));
    draft.lead = lead;
    if kind != NodeKind::TypeAlias {
        draft.body = x
            .child_of_kind(written, "field_declaration_list")
            .or_else(|| x.child_of_kind(written, "{"));
    }
    let def = x.define(draft, |x, def| {
        type_params(x, spec, def);
        if kind == NodeKind::TypeAlias {
            let ty = x.ty(Some(written));
            let made = x.def_mut(def);
            made.ty = ty;
            made.distinct = !alias;
        } else {
            members(x, written, def);
        }
    });
    note_doc(x, def);
    Some(def)
}

/// The fields of a struct, the methods of an interface, and what either embeds.
pub fn members<'t>(x: &mut Extractor<'t>, node: Node<'t>, def: DefIx) {
    let list = x.child_of_kind(node, "field_declaration_list").unwrap_or(node);
    x.visit_with_lead(list, |x, child| match child.kind() {
        "field_declaration" => field(x, child, def),
        "method_elem" => interface_method(x, child),
        "type_elem" => embedded_interface(x, child, def),
        _ => {}
    });
}

fn field<'t>(x: &mut Extractor<'t>, node: Node<'t>, owner: DefIx) {
    let lead = x.take_lead();
    let Some(written) = x.field(node, "type") else { return };
    let mut names: Vec<_> = x
        .fields(node, "name")
        .into_iter()
        .filter(|name| name.is_named())
        .collect();
    let embedded = names.is_empty();
    if embedded {
        names.push(base_name(x, written));
    }
    let mut ty = TypeIx::NONE;
    for (place, name_node) in names.into_iter().enumerate() {
        let name = x.name_of(name_node);
        let mut draft = Draft::new(NodeKind::Field, name, node, name_node);
        draft.visibility = visibility(x.text(name_node));
        draft.lead = Some(lead.clone());
        let def = x.define(draft, |x, def| {
            if place == 0 {
                ty = x.ty(Some(written));
            }
            x.def_mut(def).ty = ty;
        });
        note_doc(x, def);
        if embedded {
            add_super(x, owner, ty, SuperKind::Embeds, name_node);
        }
    }
}

fn interface_method<'t>(x: &mut Extractor<'t>, node: Node<'t>) {
    let Some(name_node) = x.field(node, "name") else { return };
    let name = x.name_of(name_node);
    let mut draft = Draft::new(NodeKind::Method, name, node, name_node);
    draft.scope = Some(ScopeKind::Function);
    draft.visibility = visibility(x.text(name_node));
    draft.flags = NodeFlags::ABSTRACT | NodeFlags::DECLARATION;
    let def = x.define(draft, |x, def| signature(x, node, def));
    note_doc(x, def);
}

/// A single type in an interface is embedded; a union or `~T` only constrains.
fn embedded_interface<'t>(x: &mut Extractor<'t>, node: Node<'t>, owner: DefIx) {
    let parts = x.children(node);
    let ty = x.ty(Some(node));
    if let [one] = parts.as_slice()
        && matches!(one.kind(), "type_identifier" | "qualified_type" | "generic_type")
    {
        let name_node = base_name(x, *one);
        add_super(x, owner, ty, SuperKind::Extends, name_node);
    }
}

fn add_super<'t>(x: &mut Extractor<'t>, owner: DefIx, ty: TypeIx, kind: SuperKind, name_node: Node<'t>) {
    let (line, column) = x.position(offset(name_node.start_byte()));
    let found = Super { ty, kind, line, column };
    x.add_super(owner, found);
}

/// The name without package and arguments: what an embedded field is called by.
fn base_name<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> Node<'t> {
    let mut node = node;
    loop {
        let inner = match node.kind() {
            "generic_type" => x.field(node, "type"),
            "qualified_type" => x.field(node, "name"),
            "pointer_type" | "parenthesized_type" => x.field(node, ""),
            _ => None,
        };
        match inner {
            Some(inner) => node = inner,
            None => return node,
        }
    }
}

/// What begins with a capital letter is exported.
pub fn visibility(name: &str) -> Visibility {
    if name.starts_with(char::is_uppercase) {
        Visibility::Public
    } else {
        Visibility::Internal
    }
}

/// Directives (`//go:noinline`, `//nolint`) are no documentation; a paragraph that begins with `Deprecated:` says that.
pub fn note_doc(x: &mut Extractor<'_>, def: DefIx) {
    let found = x.def_mut(def);
    if found.doc.is_empty() {
        return;
    }
    let is_directive = |line: &str| line.starts_with("go:") || line.starts_with("nolint") || line.starts_with("line ");
    if found.doc.lines().any(is_directive) {
        let kept: Vec<&str> = found.doc.lines().filter(|line| !is_directive(line)).collect();
        found.doc = kept.join("\n").trim().to_owned();
    }
    if found.doc.lines().any(|line| line.starts_with("Deprecated:")) {
        found.flags |= NodeFlags::DEPRECATED;
    }
}

/// What `go test` runs: by name, and by the parameter that it hands over. An example takes nothing and gives nothing.
fn is_test<'t>(x: &mut Extractor<'t>, node: Node<'t>, name_node: Node<'t>) -> bool {
    let name = x.text(name_node);
    let parameters = x.field(node, "parameters").map_or("", |list| x.text(list));
    let named = |prefix: &str| {
        name.strip_prefix(prefix)
            .is_some_and(|rest| !rest.starts_with(char::is_lowercase))
    };
    if named("Example") {
        return parameters == "()" && x.field(node, "result").is_none();
    }
    parameters.contains("*testing.") && ["Test", "Benchmark", "Fuzz"].into_iter().any(named)
}
