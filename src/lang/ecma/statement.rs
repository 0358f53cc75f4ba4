//! Statements that bind names, and assignments that define members.

use tree_sitter::Node;

use super::define::{self, Naming};
use super::pattern::{self, Place};
use super::{class, module};
use crate::graph::NodeKind;
use crate::lang::engine::{Draft, Extractor, offset};
use crate::lang::extraction::{BindingKind, DefIx, Export, Expr, ExprIx, Name, Owner, ScopeIx, ScopeKind, TypeIx, Via};

/// Scopes that `var` binds in.
const FUNCTION_SCOPES: &[ScopeKind] = &[
    ScopeKind::File,
    ScopeKind::Module,
    ScopeKind::Function,
    ScopeKind::Lambda,
];

pub fn declaration<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let is_var = node.kind() == "variable_declaration";
    let is_const = x.field(node, "kind").is_some_and(|kind| x.text(kind) == "const");
    let mut lead = Some(x.take_lead());
    for declarator in x.children(node) {
        if declarator.kind() != "variable_declarator" {
            x.visit(declarator);
            continue;
        }
        let Some(target) = x.field(declarator, "name") else {
            continue;
        };
        let scope = if is_var {
            x.scope_of_kind(FUNCTION_SCOPES)
        } else {
            x.scope()
        };
        let place = Place {
            scope,
            kind: BindingKind::Local,
        };
        let value = x.field(declarator, "value");
        let written = x.field(declarator, "type");
        if let Some(value) = value
            && module::require_declaration(x, target, value)
        {
            continue;
        }
        let at_top = matches!(x.out.scope(scope).kind, ScopeKind::File | ScopeKind::Module);
        if target.kind() != "identifier" {
            let ty = x.ty(written);
            let value = value.map_or(ExprIx::NONE, |value| x.visit(value));
            destructured(x, target, place, ty, value, at_top);
            continue;
        }
        let name = x.name_of(target);
        let function = value.and_then(|value| define::wrapped_function(x, value, 0));
        if let (Some(value), Some(_)) = (value, function) {
            define::around_wrapped(x, value);
        }
        match function {
            Some(function) if define::is_function(function) => {
                x.put_lead(lead.take().unwrap_or_default());
                let naming = Naming::new(NodeKind::Function, name, declarator, target);
                define::function(x, function, naming);
            }
            Some(class_node) => {
                x.put_lead(lead.take().unwrap_or_default());
                class::class(x, class_node, declarator, name, target, false);
            }
            None if at_top => {
                let kind = if is_const {
                    NodeKind::Constant
                } else {
                    NodeKind::Variable
                };
                let mut draft = Draft::new(kind, name, declarator, target);
                draft.lead = Some(lead.take().unwrap_or_default());
                let ty = x.ty(written);
                draft.ty = ty;
                x.define(draft, |x, def| {
                    if let Some(value) = value {
                        let value = x.visit_handed_on(value);
                        x.def_mut(def).value = value;
                    }
                });
            }
            None => {
                let ty = x.ty(written);
                let value = value.map_or(ExprIx::NONE, |value| x.visit_handed_on(value));
                x.bind_in(scope, name, BindingKind::Local, 0, ty, (value, Via::Whole));
            }
        }
    }
    ExprIx::NONE
}

/// `const { a, b } = value` at the top of a file makes names that others can import.
fn destructured<'t>(x: &mut Extractor<'t>, target: Node<'t>, place: Place, ty: TypeIx, value: ExprIx, at_top: bool) {
    let first = x.out.bindings.len();
    pattern::bind(x, target, place, ty, value);
    if !at_top {
        return;
    }
    let made: Vec<(Name, ExprIx)> = x.out.bindings[first..]
        .iter()
        .map(|binding| (binding.name, binding.value))
        .filter(|(name, _)| !x.out.name(*name).starts_with("pattern@"))
        .collect();
    for (name, value) in made {
        let (line, column) = x.position(offset(target.start_byte()));
        x.out.exports.push(Export {
            name: Some(name),
            default: false,
            value,
            line,
            column,
        });
    }
}

pub fn assignment<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let (Some(left), Some(right)) = (x.field(node, "left"), x.field(node, "right")) else {
        return ExprIx::NONE;
    };
    if let Some(value) = module::common_js(x, node, left, right) {
        return value;
    }
    match left.kind() {
        "member_expression" => member_assignment(x, node, left, right),
        "subscript_expression" => {
            let value = x.visit_handed_on(right);
            x.visit_quiet(left);
            value
        }
        "identifier" => {
            let value = x.visit_handed_on(right);
            let name = x.name_of(left);
            if let Some(scope) = untyped_local(x, name) {
                x.bind_in(
                    scope,
                    name,
                    BindingKind::Local,
                    offset(node.end_byte()),
                    TypeIx::NONE,
                    (value, Via::Whole),
                );
            }
            value
        }
        _ => {
            let value = x.visit_handed_on(right);
            x.visit_quiet(left);
            value
        }
    }
}

/// The scope of a local that was declared without a type and a value, `let x;`, and only now gets one.
fn untyped_local(x: &Extractor<'_>, name: Name) -> Option<ScopeIx> {
    let mut scope = Some(x.scope());
    while let Some(here) = scope {
        let region = x.out.scope(here);
        let found = x
            .out
            .bindings
            .iter()
            .rev()
            .take(256)
            .find(|one| one.scope == here && one.name == name);
        if let Some(found) = found {
            let open = found.ty.is_none() && found.kind == BindingKind::Local;
            return open.then_some(here);
        }
        if region.kind == ScopeKind::Function {
            return None;
        }
        scope = region.parent;
    }
    None
}

/// `owner.name = value`: a function or class becomes a member of the owner; `this.name = value` a field.
fn member_assignment<'t>(x: &mut Extractor<'t>, node: Node<'t>, left: Node<'t>, right: Node<'t>) -> ExprIx {
    let (Some(object), Some(property)) = (x.field(left, "object"), x.field(left, "property")) else {
        return x.visit_handed_on(right);
    };
    let name = x.name_of(property);
    let function = define::wrapped_function(x, right, 0).filter(|node| define::is_function(*node));
    if object.kind() == "this" {
        let Some(owner) = this_owner(x) else {
            return x.visit_handed_on(right);
        };
        if let Some(function) = function {
            let def = define::function(x, function, Naming::new(NodeKind::Method, name, node, property));
            x.def_mut(def).parent = owner;
            return x.expr(node, Expr::Def(def));
        }
        let value = x.visit_handed_on(right);
        field(x, owner, node, property, name, value);
        return value;
    }
    let lead = x.take_lead();
    let base = x.visit_quiet(object);
    if let Some(function) = function {
        let mut naming = Naming::new(NodeKind::Method, name, node, property);
        naming.owner = Owner::Value(base);
        x.put_lead(lead);
        let def = define::function(x, function, naming);
        return x.expr(node, Expr::Def(def));
    }
    // `F.prototype = { .. }`: the object's members are those of F's instances.
    let value = x.visit_handed_on(right);
    if !value.is_none() && matches!(x.out.expr(base).kind, Expr::Name(_)) {
        let mut draft = Draft::new(NodeKind::Field, name, node, property);
        draft.owner = Owner::Value(base);
        draft.anonymous = true;
        draft.value = value;
        x.define(draft, |_, _| {});
    }
    value
}

/// The definition whose instance `this` is: a class, or the function that is used as one.
fn this_owner(x: &Extractor<'_>) -> Option<DefIx> {
    let mut def = x.def();
    while def != DefIx::FILE {
        let here = x.out.def(def);
        if here.kind.is_type() {
            return Some(def);
        }
        let parent = here.parent;
        if here.kind == NodeKind::Function && !x.out.def(parent).kind.is_type() {
            return Some(def);
        }
        if matches!(here.owner, Owner::Value(_)) {
            return None;
        }
        def = parent;
    }
    None
}

/// Made at the first assignment; later ones add to its value.
fn field<'t>(x: &mut Extractor<'t>, owner: DefIx, node: Node<'t>, name_node: Node<'t>, name: Name, value: ExprIx) {
    let known = (owner.ix()..x.out.defs.len())
        .rev()
        .map(|ix| DefIx(offset(ix)))
        .find(|ix| {
            let def = x.out.def(*ix);
            def.parent == owner && def.name == name
        });
    match known {
        None => {
            let mut draft = Draft::new(NodeKind::Field, name, node, name_node);
            draft.value = value;
            let def = x.define(draft, |_, _| {});
            x.def_mut(def).parent = owner;
        }
        Some(known) if x.out.def(known).kind == NodeKind::Field && x.out.def(known).ty.is_none() => {
            let old = x.out.def(known).value;
            let merged = x.either(node, vec![old, value]);
            x.def_mut(known).value = merged;
        }
        Some(_) => {}
    }
}

pub fn for_in<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    x.in_scope(ScopeKind::Block, node, |x| {
        let over = x.visit_field(node, "right");
        let each = x
            .field(node, "operator")
            .is_some_and(|operator| x.text(operator) == "of");
        if let Some(left) = x.field(node, "left") {
            let value = if each && !over.is_none() {
                x.expr(
                    left,
                    Expr::Part {
                        value: over,
                        via: Via::Element,
                    },
                )
            } else {
                ExprIx::NONE
            };
            if x.field(node, "kind").is_some() {
                let place = Place {
                    scope: x.scope(),
                    kind: BindingKind::Local,
                };
                pattern::bind(x, left, place, TypeIx::NONE, value);
            } else {
                x.visit_quiet(left);
            }
        }
        x.visit_field(node, "body");
    });
    ExprIx::NONE
}

pub fn catch<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    x.in_scope(ScopeKind::Block, node, |x| {
        if let Some(parameter) = x.field(node, "parameter") {
            let written = x.field(node, "type");
            let ty = x.ty(written);
            let place = Place {
                scope: x.scope(),
                kind: BindingKind::Local,
            };
            pattern::bind(x, parameter, place, ty, ExprIx::NONE);
        }
        x.visit_field(node, "body");
    });
    ExprIx::NONE
}

/// `if (name instanceof T)` narrows the name inside of its branch.
pub fn if_branch<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let condition = x.field(node, "condition");
    if let Some(condition) = condition {
        x.visit(condition);
    }
    if let Some(branch) = x.field(node, "consequence") {
        x.in_scope(ScopeKind::Block, branch, |x| {
            if let Some(condition) = condition {
                narrow(x, condition, 0);
            }
            x.visit(branch);
        });
    }
    x.visit_field(node, "alternative");
    ExprIx::NONE
}

fn narrow<'t>(x: &mut Extractor<'t>, condition: Node<'t>, depth: u8) {
    if depth > 8 {
        return;
    }
    match condition.kind() {
        "parenthesized_expression" => {
            if let Some(inner) = x.field(condition, "") {
                narrow(x, inner, depth + 1);
            }
        }
        "binary_expression" => {
            let operator = x.field(condition, "operator").map_or("", |operator| x.text(operator));
            let (Some(left), Some(right)) = (x.field(condition, "left"), x.field(condition, "right")) else {
                return;
            };
            match operator {
                "&&" => {
                    narrow(x, left, depth + 1);
                    narrow(x, right, depth + 1);
                }
                "instanceof" if left.kind() == "identifier" => {
                    let ty = super::types::of_value(x, right, Vec::new());
                    let name = x.name_of(left);
                    x.bind(name, BindingKind::Local, 0, ty, (ExprIx::NONE, Via::Whole));
                }
                _ => {}
            }
        }
        _ => {}
    }
}
