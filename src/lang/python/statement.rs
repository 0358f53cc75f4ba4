//! Statements and expressions that bind names.

use tree_sitter::Node;

use super::define;
use crate::lang::engine::{Extractor, offset};
use crate::lang::extraction::{BindingKind, DefIx, Expr, ExprIx, ScopeKind, TypeIx, Via};

/// Scopes in which an assignment binds: blocks are none of them in Python.
pub const SCOPES: &[ScopeKind] = &[ScopeKind::File, ScopeKind::Type, ScopeKind::Function, ScopeKind::Lambda];

pub fn assignment<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let written = x.field(node, "type");
    let ty = x.ty(written);
    let value = match x.field(node, "right") {
        Some(right) => x.visit_handed_on(right),
        None => ExprIx::NONE,
    };
    if let Some(left) = x.field(node, "left") {
        assign(x, node, left, ty, value);
    }
    value
}

/// Binds a target to a value, patterns taken apart.
fn assign<'t>(x: &mut Extractor<'t>, node: Node<'t>, target: Node<'t>, ty: TypeIx, value: ExprIx) {
    match target.kind() {
        "identifier" => {
            let scope = x.scope_of_kind(SCOPES);
            let kind = x.out.scope(scope).kind;
            let at_top = matches!(kind, ScopeKind::File | ScopeKind::Type);
            if at_top && x.out.scope(scope).def == x.def() {
                define::variable(x, node, target, ty, value);
            } else {
                bind(x, target, ty, value, offset(node.end_byte()));
            }
        }
        "attribute" => {
            x.visit_quiet(target);
            let object = x.field(target, "object");
            let name = x.field(target, "attribute");
            let class = method_class(x);
            if let (Some(object), Some(name), Some(class)) = (object, name, class)
                && object.kind() == "identifier"
                && is_receiver(x, object)
            {
                define::field(x, class, node, name, ty, value);
            }
        }
        "pattern_list" | "tuple_pattern" | "list_pattern" | "expression_list" | "tuple" => {
            for (place, part) in x.children(target).into_iter().enumerate() {
                let via = Via::Nth(u16::try_from(place).unwrap_or(u16::MAX));
                let part_value = if value.is_none() {
                    value
                } else {
                    x.expr(part, Expr::Part { value, via })
                };
                assign(x, node, part, TypeIx::NONE, part_value);
            }
        }
        _ => {
            x.visit_quiet(target);
        }
    }
}

/// The class whose method the walk is in.
fn method_class(x: &Extractor<'_>) -> Option<DefIx> {
    let class = x.out.def(x.def()).parent;
    x.out.def(class).kind.is_type().then_some(class)
}

fn is_receiver<'t>(x: &mut Extractor<'t>, object: Node<'t>) -> bool {
    let name = x.name_of(object);
    let scope = x.scope_of(x.def());
    x.out.bindings.iter().rev().any(|binding| {
        binding.scope == scope
            && binding.name == name
            && matches!(binding.kind, BindingKind::Receiver | BindingKind::ReceiverType)
    })
}

fn bind<'t>(x: &mut Extractor<'t>, name_node: Node<'t>, ty: TypeIx, value: ExprIx, from: u32) {
    let name = x.name_of(name_node);
    let scope = define::binding_scope(x);
    x.bind_in(scope, name, BindingKind::Local, from, ty, (value, Via::Whole));
}

pub fn named_expression<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let value = x.visit_field(node, "value");
    if let Some(name) = x.field(node, "name") {
        bind(x, name, TypeIx::NONE, value, offset(node.end_byte()));
    }
    value
}

/// Binds a loop variable or comprehension variable to the elements of a value.
fn bind_elements<'t>(x: &mut Extractor<'t>, target: Node<'t>, iterated: ExprIx, from: u32) {
    let element = if iterated.is_none() {
        iterated
    } else {
        x.expr(
            target,
            Expr::Part {
                value: iterated,
                via: Via::Element,
            },
        )
    };
    bind_pattern(x, target, element, from);
}

fn bind_pattern<'t>(x: &mut Extractor<'t>, target: Node<'t>, value: ExprIx, from: u32) {
    match target.kind() {
        "identifier" => {
            let name = x.name_of(target);
            let scope = x.scope_of_kind(&[
                ScopeKind::File,
                ScopeKind::Type,
                ScopeKind::Function,
                ScopeKind::Lambda,
                ScopeKind::Block,
            ]);
            x.bind_in(scope, name, BindingKind::Local, from, TypeIx::NONE, (value, Via::Whole));
        }
        "as_pattern_target" | "list_splat_pattern" | "case_pattern" | "splat_pattern" | "parenthesized_expression" => {
            for part in x.children(target) {
                bind_pattern(x, part, value, from);
            }
        }
        "pattern_list" | "tuple_pattern" | "list_pattern" | "tuple" | "expression_list" | "list" => {
            for (place, part) in x.children(target).into_iter().enumerate() {
                let via = Via::Nth(u16::try_from(place).unwrap_or(u16::MAX));
                let part_value = if value.is_none() {
                    value
                } else {
                    x.expr(part, Expr::Part { value, via })
                };
                bind_pattern(x, part, part_value, from);
            }
        }
        _ => {
            x.visit_quiet(target);
        }
    }
}

pub fn for_loop<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let iterated = x.visit_field(node, "right");
    if let Some(left) = x.field(node, "left") {
        bind_elements(x, left, iterated, offset(left.start_byte()));
    }
    x.visit_field(node, "body");
    x.visit_field(node, "alternative");
    ExprIx::NONE
}

pub fn with_item<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(value) = x.field(node, "value") else {
        return ExprIx::NONE;
    };
    if value.kind() != "as_pattern" {
        x.visit(value);
        return ExprIx::NONE;
    }
    let entered = x.visit_field(value, "");
    if let Some(alias) = x.field(value, "alias") {
        let value = x.expr(
            alias,
            Expr::Part {
                value: entered,
                via: Via::Entered,
            },
        );
        bind_pattern(x, alias, value, offset(alias.start_byte()));
    }
    ExprIx::NONE
}

pub fn except<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    for child in x.children(node) {
        if child.kind() != "as_pattern" {
            x.visit(child);
            continue;
        }
        let Some(caught) = x.field(child, "") else { continue };
        let ty = if caught.kind() == "tuple" {
            let types = x.children(caught).into_iter().map(|one| x.ty(Some(one))).collect();
            x.type_at(caught, crate::lang::extraction::Type::Union(types))
        } else {
            x.ty(Some(caught))
        };
        if let Some(alias) = x.field(child, "alias")
            && let Some(name) = x.children(alias).first().copied()
        {
            bind(x, name, ty, ExprIx::NONE, offset(alias.start_byte()));
        }
    }
    ExprIx::NONE
}

/// `if isinstance(name, T):` narrows the name inside of its branch.
pub fn if_branch<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let condition = x.field(node, "condition");
    if let Some(condition) = condition {
        x.visit(condition);
    }
    if let Some(body) = x.field(node, "consequence") {
        x.in_scope(ScopeKind::Block, body, |x| {
            if let Some(condition) = condition {
                narrow(x, condition);
            }
            x.visit_children(body);
        });
    }
    for alternative in x.fields(node, "alternative") {
        x.visit(alternative);
    }
    ExprIx::NONE
}

/// Binds what a condition says about the type of a plain name, in the current scope.
fn narrow<'t>(x: &mut Extractor<'t>, condition: Node<'t>) {
    match condition.kind() {
        "boolean_operator" if x.child_of_kind(condition, "and").is_some() => {
            for side in x.children(condition) {
                narrow(x, side);
            }
        }
        "parenthesized_expression" => {
            for inner in x.children(condition) {
                narrow(x, inner);
            }
        }
        "call" => {
            let function = x.field(condition, "function");
            let list = x.field(condition, "arguments");
            let (Some(function), Some(list)) = (function, list) else {
                return;
            };
            if x.text(function) != "isinstance" {
                return;
            }
            let arguments = x.children(list);
            let [name, class] = arguments.as_slice() else { return };
            if name.kind() != "identifier" {
                return;
            }
            let ty = if class.kind() == "tuple" {
                let types = x.children(*class).into_iter().map(|one| x.ty(Some(one))).collect();
                x.type_at(*class, crate::lang::extraction::Type::Union(types))
            } else {
                x.ty(Some(*class))
            };
            let name = x.name_of(*name);
            x.bind(name, BindingKind::Local, 0, ty, (ExprIx::NONE, Via::Whole));
        }
        _ => {}
    }
}

pub fn match_on<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    x.visit_field(node, "subject");
    let Some(body) = x.field(node, "body") else {
        return ExprIx::NONE;
    };
    for case in x.children(body) {
        if case.kind() != "case_clause" {
            x.visit(case);
            continue;
        }
        x.in_scope(ScopeKind::Block, case, |x| {
            for child in x.children(case) {
                match child.kind() {
                    "case_pattern" => case_pattern(x, child),
                    _ => {
                        x.visit(child);
                    }
                }
            }
        });
    }
    ExprIx::NONE
}

/// Names in a pattern are bound; classes in it are types.
fn case_pattern<'t>(x: &mut Extractor<'t>, node: Node<'t>) {
    let mut pending = vec![node];
    while let Some(node) = pending.pop() {
        match node.kind() {
            "class_pattern" => {
                let parts = x.children(node);
                if let Some(class) = parts.first() {
                    x.ty(Some(*class));
                }
                pending.extend(parts.into_iter().skip(1));
            }
            "as_pattern" => {
                let parts = x.children(node);
                let ty = parts
                    .first()
                    .and_then(|inner| x.children(*inner).first().copied())
                    .filter(|inner| inner.kind() == "class_pattern")
                    .and_then(|inner| x.children(inner).first().copied());
                let ty = x.ty(ty);
                if let Some(alias) = parts.last().filter(|last| last.kind() == "identifier") {
                    bind(x, *alias, ty, ExprIx::NONE, offset(alias.start_byte()));
                }
                pending.extend(parts.first().copied());
            }
            "dotted_name" => {
                if let [one] = x.children(node).as_slice() {
                    bind(x, *one, TypeIx::NONE, ExprIx::NONE, offset(one.start_byte()));
                }
            }
            "keyword_pattern" => pending.extend(x.children(node).into_iter().skip(1)),
            _ => pending.extend(x.children(node)),
        }
    }
}

/// `[body for x in xs if ..]`: the body is seen from inside of the `for`s.
pub fn comprehension<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let mut element = ExprIx::NONE;
    let mut entry = None;
    x.in_scope(ScopeKind::Block, node, |x| {
        for child in x.children(node) {
            match child.kind() {
                "for_in_clause" => {
                    let iterated = x.visit_field(child, "right");
                    if let Some(left) = x.field(child, "left") {
                        bind_elements(x, left, iterated, 0);
                    }
                }
                "if_clause" => {
                    x.visit(child);
                }
                _ => {}
            }
        }
        if let Some(body) = x.field(node, "body") {
            if body.kind() == "pair" {
                let key = x.visit_field(body, "key");
                let value = x.visit_field(body, "value");
                entry = Some((key, value));
            } else {
                element = x.visit_handed_on(body);
            }
        }
    });
    match entry {
        Some(entry) => x.expr(node, Expr::Map(vec![entry])),
        None => x.expr(node, Expr::Array(vec![element])),
    }
}

/// A generator gives an iterator over what it yields.
pub fn yielded<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let delegates = x.child_of_kind(node, "from").is_some();
    let value = match x.field(node, "") {
        Some(value) => x.visit_handed_on(value),
        None => ExprIx::NONE,
    };
    let made = if delegates {
        value
    } else {
        x.expr(node, Expr::Array(vec![value]))
    };
    x.returned(made);
    ExprIx::NONE
}

/// `a if condition else b`.
pub fn conditional<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let parts = x.children(node);
    let mut values = Vec::new();
    for (place, part) in parts.into_iter().enumerate() {
        let value = x.visit_handed_on(part);
        if place != 1 {
            values.push(value);
        }
    }
    x.either(node, values)
}
