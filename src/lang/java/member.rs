//! Fields, enum constants, methods, constructors, record components.

use tree_sitter::Node;

use super::modifiers::{self, Modifiers};
use super::{define, types};
use crate::graph::{NodeFlags, NodeKind, Visibility};
use crate::lang::engine::{Draft, Extractor};
use crate::lang::extraction::{
    BindingIx, BindingKind, DefIx, Expr, ExprIx, Name, Param, ReferenceKind, ScopeKind, Target, Type, TypeIx, Via,
};

/// One field for each declarator. What is static and final is a constant, and so is every field of an interface.
pub fn fields<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let lead = x.take_lead();
    let modifiers = modifiers::read(x, node);
    let in_interface = x.out.def(x.def()).kind == NodeKind::Interface;
    let constant = in_interface || modifiers.is_final && modifiers.flags.contains(NodeFlags::STATIC);
    let kind = if constant { NodeKind::Constant } else { NodeKind::Field };
    let written = x.field(node, "type");
    let mut ty = TypeIx::NONE;
    for (place, declarator) in x.fields(node, "declarator").into_iter().enumerate() {
        let Some(name_node) = x.field(declarator, "name") else {
            continue;
        };
        let name = x.name_of(name_node);
        let mut draft = Draft::new(kind, name, node, name_node);
        draft.visibility = modifiers.visibility.unwrap_or_else(|| define::implied_visibility(x));
        draft.flags = modifiers.flags;
        draft.lead = Some(lead.clone());
        if in_interface {
            draft.flags |= NodeFlags::STATIC;
        }
        let def = x.define(draft, |x, def| {
            if place == 0 {
                ty = x.ty(written);
            }
            modifiers.decorate(x);
            let dimensions = x.field(declarator, "dimensions");
            let ty = types::array_of(x, declarator, ty, dimensions);
            x.def_mut(def).ty = ty;
            let value = match x.field(declarator, "value") {
                Some(value) => x.visit_handed_on(value),
                None => ExprIx::NONE,
            };
            x.def_mut(def).value = value;
        });
        modifiers::note_doc(x, def);
    }
    ExprIx::NONE
}

/// A constant constructs its enum, seen from the constant; what its body declares belongs to the constant.
pub fn enum_constant<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(name_node) = x.field(node, "name") else {
        return ExprIx::NONE;
    };
    let name = x.name_of(name_node);
    let enum_name = x.enclosing_type().map(|def| x.out.def(def).name);
    let modifiers = modifiers::read(x, node);
    let body = x.field(node, "body");
    let mut draft = Draft::new(NodeKind::EnumMember, name, node, name_node);
    draft.body = body;
    draft.visibility = Visibility::Public;
    draft.flags = modifiers.flags | NodeFlags::STATIC;
    let def = x.define(draft, |x, def| {
        modifiers.decorate(x);
        let path = enum_name.into_iter().collect();
        let named = Type::Named {
            root: None,
            path,
            args: Vec::new(),
        };
        let ty = x.type_at(name_node, named);
        let args = match x.field(node, "arguments") {
            Some(list) => x.arguments(list),
            None => Vec::new(),
        };
        let value = x.construct(name_node, ty, args);
        let made = x.def_mut(def);
        made.ty = ty;
        made.value = value;
        if let Some(body) = body {
            define::anonymous(x, name_node, body, ty);
        }
    });
    modifiers::note_doc(x, def);
    ExprIx::NONE
}

pub fn method<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let modifiers = modifiers::read(x, node);
    callable(x, node, &modifiers, NodeFlags::default());
    ExprIx::NONE
}

/// A constructor is a method with its class's name.
pub fn constructor<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let modifiers = modifiers::read(x, node);
    callable(x, node, &modifiers, NodeFlags::CONSTRUCTOR);
    ExprIx::NONE
}

/// An element of an annotation type is a method without a body; its default is its value.
pub fn annotation_element<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let modifiers = modifiers::read(x, node);
    if let Some(def) = callable(x, node, &modifiers, NodeFlags::default()) {
        let value = x.visit_field(node, "value");
        x.def_mut(def).value = value;
    }
    ExprIx::NONE
}

fn callable<'t>(x: &mut Extractor<'t>, node: Node<'t>, modifiers: &Modifiers<'t>, flags: NodeFlags) -> Option<DefIx> {
    let name_node = x.field(node, "name")?;
    let name = x.name_of(name_node);
    let body = x.field(node, "body");
    let class = x.def();
    let in_interface = x.out.def(class).kind == NodeKind::Interface;
    let mut draft = Draft::new(NodeKind::Method, name, node, name_node);
    draft.body = body;
    draft.scope = Some(ScopeKind::Function);
    draft.visibility = modifiers.visibility.unwrap_or_else(|| define::implied_visibility(x));
    draft.flags = modifiers.flags | flags;
    if body.is_none() {
        draft.flags |= NodeFlags::DECLARATION;
        if in_interface {
            draft.flags |= NodeFlags::ABSTRACT;
        }
    }
    let named_test = x.text(name_node).starts_with("test") && modifiers::is_test_case(x, class);
    if named_test {
        draft.flags |= NodeFlags::TEST;
    }
    if modifiers.is_test || named_test {
        x.def_mut(class).flags |= NodeFlags::TEST;
    }
    let def = x.define(draft, |x, def| {
        define::type_params(x, node, def);
        modifiers.decorate(x);
        let written = x.field(node, "type");
        let ty = x.ty(written);
        let dimensions = x.field(node, "dimensions");
        let ty = types::array_of(x, node, ty, dimensions);
        x.def_mut(def).ty = ty;
        if let Some(list) = x.field(node, "parameters") {
            parameters(x, list, Some(def));
        }
        if let Some(throws) = x.child_of_kind(node, "throws") {
            for written in x.children(throws) {
                x.ty(Some(written));
            }
        }
        if let Some(body) = body {
            x.visit_children(body);
        }
    });
    modifiers::note_doc(x, def);
    Some(def)
}

/// A parameter as it is written.
struct Parameter<'t> {
    name_node: Node<'t>,
    name: Name,
    /// Of one argument.
    ty: TypeIx,
    variadic: bool,
}

/// Reads `Type name`, `Type... name` and `Type name[]`; `None` for a receiver parameter.
fn parameter<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> Option<Parameter<'t>> {
    if let Some(modifiers) = x.child_of_kind(node, "modifiers") {
        x.visit_children(modifiers);
    }
    let (written, declarator, variadic) = match node.kind() {
        "formal_parameter" => (x.field(node, "type"), node, false),
        "spread_parameter" => {
            let parts = x.children(node);
            let declarator = parts
                .iter()
                .find(|part| part.kind() == "variable_declarator")
                .copied()?;
            let written = parts.into_iter().find(|part| {
                !matches!(
                    part.kind(),
                    "modifiers" | "annotation" | "marker_annotation" | "variable_declarator"
                )
            });
            (written, declarator, true)
        }
        _ => return None,
    };
    let name_node = x.field(declarator, "name")?;
    let ty = x.ty(written);
    let dimensions = x.field(declarator, "dimensions");
    Some(Parameter {
        name_node,
        name: x.name_of(name_node),
        ty: types::array_of(x, node, ty, dimensions),
        variadic,
    })
}

/// Binds parameters in the current scope; those of a definition are also what its callers see.
pub fn parameters<'t>(x: &mut Extractor<'t>, list: Node<'t>, def: Option<DefIx>) -> Vec<BindingIx> {
    let mut bindings = Vec::new();
    for child in x.children(list) {
        let Some(found) = parameter(x, child) else { continue };
        let seen = match found.variadic {
            true => x.type_at(found.name_node, Type::List(found.ty)),
            false => found.ty,
        };
        bindings.push(x.bind(found.name, BindingKind::Param, 0, seen, (ExprIx::NONE, Via::Whole)));
        if let Some(def) = def {
            let param = Param {
                name: found.name,
                ty: found.ty,
                optional: false,
                variadic: found.variadic,
            };
            x.add_param(def, param);
        }
    }
    bindings
}

/// The components of a record: a private field each, and an accessor where none is written.
pub fn components<'t>(x: &mut Extractor<'t>, list: Node<'t>, body: Option<Node<'t>>) {
    let written = written_accessors(x, body);
    for child in x.children(list) {
        let Some(found) = parameter(x, child) else { continue };
        let ty = match found.variadic {
            true => x.type_at(found.name_node, Type::List(found.ty)),
            false => found.ty,
        };
        let mut field = Draft::new(NodeKind::Field, found.name, child, found.name_node);
        field.visibility = Visibility::Private;
        field.ty = ty;
        field.doc = Some(String::new());
        x.define(field, |_, _| {});
        if written.contains(&found.name) {
            continue;
        }
        let mut accessor = Draft::new(NodeKind::Method, found.name, child, found.name_node);
        accessor.scope = Some(ScopeKind::Function);
        accessor.visibility = Visibility::Public;
        accessor.ty = ty;
        accessor.doc = Some(String::new());
        x.define(accessor, |_, _| {});
    }
}

fn written_accessors<'t>(x: &mut Extractor<'t>, body: Option<Node<'t>>) -> Vec<Name> {
    let members = body.map_or_else(Vec::new, |body| x.children(body));
    let mut found = Vec::new();
    for member in members
        .into_iter()
        .filter(|member| member.kind() == "method_declaration")
    {
        let empty = x
            .field(member, "parameters")
            .is_some_and(|list| list.named_child_count() == 0);
        if let Some(name) = x.field(member, "name").filter(|_| empty) {
            found.push(x.name_of(name));
        }
    }
    found
}

/// `record R(int a) { R { .. } }`: takes the components.
pub fn compact_constructor<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(name_node) = x.field(node, "name") else {
        return ExprIx::NONE;
    };
    let name = x.name_of(name_node);
    let modifiers = modifiers::read(x, node);
    let body = x.field(node, "body");
    let record = x.def();
    let components: Vec<(Name, TypeIx)> = x.out.defs[record.ix()..]
        .iter()
        .filter(|def| def.parent == record && def.kind == NodeKind::Field)
        .filter(|def| !def.flags.contains(NodeFlags::STATIC))
        .map(|def| (def.name, def.ty))
        .collect();
    let mut draft = Draft::new(NodeKind::Method, name, node, name_node);
    draft.body = body;
    draft.scope = Some(ScopeKind::Function);
    draft.visibility = modifiers.visibility.unwrap_or(Visibility::Internal);
    draft.flags = modifiers.flags | NodeFlags::CONSTRUCTOR;
    let def = x.define(draft, |x, def| {
        modifiers.decorate(x);
        for (name, ty) in components {
            x.bind(name, BindingKind::Param, 0, ty, (ExprIx::NONE, Via::Whole));
            let param = Param {
                name,
                ty,
                optional: false,
                variadic: false,
            };
            x.add_param(def, param);
        }
        if let Some(body) = body {
            x.visit_children(body);
        }
    });
    modifiers::note_doc(x, def);
    ExprIx::NONE
}

/// What `Type::new` is: a function that constructs.
pub fn constructor_reference<'t>(x: &mut Extractor<'t>, node: Node<'t>, ty: TypeIx) -> ExprIx {
    let at = x.out.ty(ty).at;
    x.lambda(node, |x| {
        let new = x.expr_at(at, Expr::New { ty, args: Vec::new() });
        x.reference(ReferenceKind::New, Target::Expr(new), at);
        (Vec::new(), ty, new)
    })
}
