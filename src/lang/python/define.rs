//! Functions, classes, lambdas, decorators.

use tree_sitter::Node;

use super::statement::SCOPES;
use crate::graph::{NodeFlags, NodeKind, Visibility};
use crate::lang::engine::{Draft, Extractor, offset};
use crate::lang::extraction::{
    BindingKind, DefIx, Expr, ExprIx, Param, ReferenceKind, ScopeKind, Super, SuperKind, Target, Type, TypeIx, Via,
};

/// What decorators say about the function below them.
#[derive(Default)]
struct Decorators {
    flags: NodeFlags,
    property: bool,
    class_method: bool,
    /// Expressions of the decorators themselves.
    values: Vec<ExprIx>,
}

pub fn decorated<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let lead = x.take_lead();
    let mut decorators = Decorators::default();
    for child in x.children(node) {
        if child.kind() != "decorator" {
            continue;
        }
        let text = x.text(child).trim_start_matches('@').trim();
        let name = text.split('(').next().unwrap_or(text).trim();
        match name.rsplit('.').next().unwrap_or(name) {
            "staticmethod" => decorators.flags |= NodeFlags::STATIC,
            "classmethod" => decorators.class_method = true,
            "property" | "cached_property" | "setter" | "getter" | "deleter" => decorators.property = true,
            "abstractmethod" | "abstractproperty" => decorators.flags |= NodeFlags::ABSTRACT,
            "overload" => decorators.flags |= NodeFlags::DECLARATION,
            "deprecated" => decorators.flags |= NodeFlags::DEPRECATED,
            _ => {}
        }
        let value = x.visit_field(child, "");
        decorators.values.push(value);
    }
    let Some(definition) = x.field(node, "definition") else {
        return ExprIx::NONE;
    };
    let values = std::mem::take(&mut decorators.values);
    let mut draft_lead = lead;
    draft_lead.attributes.insert(0, node);
    let def = match definition.kind() {
        "class_definition" => define_class(x, definition, Some(draft_lead)),
        _ => define_function(x, definition, decorators, Some(draft_lead)),
    };
    if let Some(def) = def {
        for value in values.into_iter().filter(|value| !value.is_none()) {
            let target = match x.out.expr(value).kind {
                Expr::Call { callee, .. } => callee,
                _ => value,
            };
            let (line, column) = x.position(x.out.expr(target).at);
            let kind = ReferenceKind::Decorator;
            let reference = crate::lang::extraction::Reference {
                kind,
                from: def,
                target: Target::Expr(target),
                line,
                column,
                in_macro: false,
            };
            x.out.references.push(reference);
        }
    }
    ExprIx::NONE
}

pub fn function<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    define_function(x, node, Decorators::default(), None);
    ExprIx::NONE
}

pub fn class<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    define_class(x, node, None);
    ExprIx::NONE
}

fn define_function<'t>(
    x: &mut Extractor<'t>,
    node: Node<'t>,
    decorators: Decorators,
    lead: Option<crate::lang::engine::Lead<'t>>,
) -> Option<DefIx> {
    let name_node = x.field(node, "name")?;
    let text = x.text(name_node);
    let in_class = x.out.def(x.def()).kind.is_type();
    let body = x.field(node, "body");
    let kind = match (in_class, decorators.property) {
        (true, true) => NodeKind::Property,
        (true, false) => NodeKind::Method,
        _ => NodeKind::Function,
    };
    let name = x.name_of(name_node);
    let mut draft = Draft::new(kind, name, node, name_node);
    draft.body = body;
    draft.scope = Some(ScopeKind::Function);
    draft.visibility = visibility(text);
    draft.flags = decorators.flags;
    if x.text(node).starts_with("async") {
        draft.flags |= NodeFlags::ASYNC;
    }
    if text.starts_with("test_") {
        draft.flags |= NodeFlags::TEST;
    }
    if in_class && text == "__init__" {
        draft.flags |= NodeFlags::CONSTRUCTOR;
    }
    draft.doc = Some(body.map_or(String::new(), |body| docstring(x, body)));
    draft.lead = lead;
    let flags = draft.flags;
    // Annotations and defaults are evaluated outside, but seen with the function's type parameters; close enough inside.
    Some(x.define(draft, |x, def| {
        let receiver = match (in_class, flags.contains(NodeFlags::STATIC)) {
            (true, false)
                if decorators.class_method
                    || text == "__new__"
                    || text == "__init_subclass__"
                    || text == "__class_getitem__" =>
            {
                Some(BindingKind::ReceiverType)
            }
            (true, false) => Some(BindingKind::Receiver),
            _ => None,
        };
        type_params(x, node, def);
        if let Some(list) = x.field(node, "parameters") {
            parameters(x, list, Some(def), receiver);
        }
        let returns = x.field(node, "return_type");
        let ty = x.ty(returns);
        x.def_mut(def).ty = ty;
        if let Some(body) = body {
            x.visit_children(body);
        }
    }))
}

fn type_params<'t>(x: &mut Extractor<'t>, node: Node<'t>, def: DefIx) {
    let Some(list) = x.field(node, "type_parameters") else {
        return;
    };
    for child in x.children(list) {
        let text = x.text(child);
        let name = text
            .split([':', '='])
            .next()
            .unwrap_or(text)
            .trim()
            .trim_start_matches('*');
        let name = x.intern(name);
        let binding = x.bind(
            name,
            BindingKind::TypeParam,
            0,
            TypeIx::NONE,
            (ExprIx::NONE, Via::Whole),
        );
        x.add_type_param(def, binding);
    }
}

/// Binds parameters in the current scope; those of a definition are also what its callers see. Returns the bindings, the
/// receiver left out.
fn parameters<'t>(
    x: &mut Extractor<'t>,
    list: Node<'t>,
    def: Option<DefIx>,
    mut receiver: Option<BindingKind>,
) -> Vec<crate::lang::extraction::BindingIx> {
    let mut bindings = Vec::new();
    for child in x.children(list) {
        let (mut name_node, mut ty, mut value, mut optional) = (child, TypeIx::NONE, ExprIx::NONE, false);
        match child.kind() {
            "identifier" | "list_splat_pattern" | "dictionary_splat_pattern" => {}
            "typed_parameter" => {
                let Some(first) = x.field(child, "") else { continue };
                name_node = first;
                let written = x.field(child, "type");
                ty = x.ty(written);
            }
            "default_parameter" | "typed_default_parameter" => {
                let Some(first) = x.field(child, "name") else { continue };
                name_node = first;
                let written = x.field(child, "type");
                ty = x.ty(written);
                value = x.visit_field(child, "value");
                optional = true;
            }
            _ => continue,
        }
        let variadic = matches!(name_node.kind(), "list_splat_pattern" | "dictionary_splat_pattern");
        let is_map = name_node.kind() == "dictionary_splat_pattern";
        let name = x.intern(x.text(name_node).trim_start_matches('*'));
        if let Some(kind) = receiver.take() {
            x.bind(name, kind, 0, ty, (ExprIx::NONE, Via::Whole));
            continue;
        }
        let seen = match (variadic, is_map) {
            (true, true) => {
                let key = x.type_at(name_node, Type::Unknown);
                x.type_at(name_node, Type::Map(key, ty))
            }
            (true, false) => x.type_at(name_node, Type::List(ty)),
            _ => ty,
        };
        bindings.push(x.bind(name, BindingKind::Param, 0, seen, (value, Via::Whole)));
        if let Some(def) = def {
            x.add_param(
                def,
                Param {
                    name,
                    ty,
                    optional,
                    variadic,
                },
            );
        }
    }
    bindings
}

fn define_class<'t>(
    x: &mut Extractor<'t>,
    node: Node<'t>,
    lead: Option<crate::lang::engine::Lead<'t>>,
) -> Option<DefIx> {
    let name_node = x.field(node, "name")?;
    let text = x.text(name_node);
    let body = x.field(node, "body");
    let name = x.name_of(name_node);
    let mut draft = Draft::new(NodeKind::Class, name, node, name_node);
    draft.body = body;
    draft.scope = Some(ScopeKind::Type);
    draft.visibility = visibility(text);
    draft.doc = Some(body.map_or(String::new(), |body| docstring(x, body)));
    draft.lead = lead;
    Some(x.define(draft, |x, def| {
        type_params(x, node, def);
        if let Some(list) = x.field(node, "superclasses") {
            for child in x.children(list) {
                if child.kind() == "keyword_argument" {
                    if let Some(value) = x.field(child, "value") {
                        x.ty(Some(value));
                    }
                    continue;
                }
                let ty = x.ty(Some(child));
                if ty.is_none() {
                    continue;
                }
                let (line, column) = x.position(offset(child.start_byte()));
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
        if let Some(body) = body {
            x.visit_children(body);
        }
    }))
}

pub fn type_alias<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(left) = x.field(node, "left") else {
        return ExprIx::NONE;
    };
    let text = x.text(left);
    let name = x.intern(text.split('[').next().unwrap_or(text).trim());
    let right = x.field(node, "right");
    x.define(Draft::new(NodeKind::TypeAlias, name, node, left), |x, def| {
        let ty = x.ty(right);
        x.def_mut(def).ty = ty;
    });
    ExprIx::NONE
}

pub fn lambda<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    x.lambda(node, |x| {
        let params = match x.field(node, "parameters") {
            Some(list) => parameters(x, list, None, None),
            None => Vec::new(),
        };
        let body = x.visit_field(node, "body");
        (params, TypeIx::NONE, body)
    })
}

/// The text of a docstring: the first statement of a body when it is a string.
fn docstring<'t>(x: &mut Extractor<'t>, body: Node<'t>) -> String {
    let Some(first) = x.children(body).first().copied() else {
        return String::new();
    };
    let string = match first.kind() {
        "expression_statement" => x.children(first).first().copied(),
        "string" => Some(first),
        _ => None,
    };
    let Some(string) = string.filter(|node| node.kind() == "string") else {
        return String::new();
    };
    let text = x.text(string).trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let text = text.trim_matches('"').trim_matches('\'');
    let lines: Vec<&str> = text.lines().collect();
    let indent = lines
        .iter()
        .skip(1)
        .filter(|l| !l.trim().is_empty())
        .map(|l| l.len() - l.trim_start().len())
        .min()
        .unwrap_or(0);
    let dedented: Vec<&str> = lines
        .iter()
        .enumerate()
        .map(|(i, l)| {
            if i == 0 {
                l.trim()
            } else {
                l.get(indent..).unwrap_or_else(|| l.trim()).trim_end()
            }
        })
        .collect();
    dedented.join("\n").trim().to_owned()
}

fn visibility(name: &str) -> Visibility {
    if name.starts_with('_') && !(name.starts_with("__") && name.ends_with("__")) {
        Visibility::Private
    } else {
        Visibility::Public
    }
}

/// A variable of a module, or a class attribute; locals are bindings.
pub fn variable<'t>(x: &mut Extractor<'t>, node: Node<'t>, name_node: Node<'t>, ty: TypeIx, value: ExprIx) {
    let text = x.text(name_node);
    let name = x.name_of(name_node);
    let in_class = x.out.def(x.def()).kind.is_type();
    let is_constant = text.chars().any(char::is_alphabetic) && !text.chars().any(char::is_lowercase);
    let kind = match (in_class, is_constant) {
        (true, _) => NodeKind::Field,
        (false, true) => NodeKind::Constant,
        (false, false) => NodeKind::Variable,
    };
    let mut draft = Draft::new(kind, name, node, name_node);
    draft.visibility = visibility(text);
    draft.ty = ty;
    draft.value = value;
    x.define(draft, |_, _| {});
}

/// `self.name = value` in a method: a field of the class, made at its first assignment.
pub fn field<'t>(x: &mut Extractor<'t>, class: DefIx, node: Node<'t>, name_node: Node<'t>, ty: TypeIx, value: ExprIx) {
    let name = x.name_of(name_node);
    let known = (0..x.out.defs.len()).rev().map(|ix| DefIx(offset(ix))).find(|ix| {
        let def = x.out.def(*ix);
        def.parent == class && def.name == name && matches!(def.kind, NodeKind::Field | NodeKind::Property)
    });
    let Some(known) = known else {
        let mut draft = Draft::new(NodeKind::Field, name, node, name_node);
        draft.visibility = visibility(x.text(name_node));
        draft.ty = ty;
        draft.value = value;
        let def = x.define(draft, |_, _| {});
        x.def_mut(def).parent = class;
        return;
    };
    let def = x.out.def(known).clone();
    if def.ty.is_none() && !ty.is_none() {
        x.def_mut(known).ty = ty;
    }
    if !value.is_none() {
        let merged = x.either(node, vec![def.value, value]);
        x.def_mut(known).value = merged;
    }
}

/// The scope in which an assignment binds.
pub fn binding_scope(x: &Extractor<'_>) -> crate::lang::extraction::ScopeIx {
    x.scope_of_kind(SCOPES)
}
