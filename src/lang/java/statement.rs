//! Statements that bind names, and `switch`.

use tree_sitter::Node;

use super::{pattern, types};
use crate::lang::engine::{Extractor, offset};
use crate::lang::extraction::{BindingKind, Expr, ExprIx, ScopeKind, Via};

pub fn local_variables<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    if let Some(modifiers) = x.child_of_kind(node, "modifiers") {
        x.visit_children(modifiers);
    }
    let written = x.field(node, "type");
    let ty = x.ty(written);
    for declarator in x.fields(node, "declarator") {
        let dimensions = x.field(declarator, "dimensions");
        let ty = types::array_of(x, declarator, ty, dimensions);
        let value = match x.field(declarator, "value") {
            Some(value) => x.visit_handed_on(value),
            None => ExprIx::NONE,
        };
        if let Some(name) = x.field(declarator, "name") {
            let name = x.name_of(name);
            let from = offset(declarator.end_byte());
            x.bind(name, BindingKind::Local, from, ty, (value, Via::Whole));
        }
    }
    ExprIx::NONE
}

/// `for (T name : values)`.
pub fn for_each<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let written = x.field(node, "type");
    let ty = x.ty(written);
    let dimensions = x.field(node, "dimensions");
    let ty = types::array_of(x, node, ty, dimensions);
    let values = x.visit_field(node, "value");
    x.in_scope(ScopeKind::Block, node, |x| {
        if let Some(name) = x.field(node, "name") {
            let name = x.name_of(name);
            x.bind(name, BindingKind::Local, 0, ty, (values, Via::Element));
        }
        x.visit_field(node, "body");
    });
    ExprIx::NONE
}

/// What `try (..)` opens: a variable, or a value that is there already.
pub fn resource<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(name) = x.field(node, "name") else {
        x.visit_children(node);
        return ExprIx::NONE;
    };
    let written = x.field(node, "type");
    let ty = x.ty(written);
    let value = x.visit_field(node, "value");
    let name = x.name_of(name);
    let from = offset(node.end_byte());
    x.bind(name, BindingKind::Local, from, ty, (value, Via::Whole));
    ExprIx::NONE
}

pub fn catch<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    x.in_scope(ScopeKind::Block, node, |x| {
        for child in x.children(node) {
            if child.kind() != "catch_formal_parameter" {
                x.visit(child);
                continue;
            }
            let written = x.child_of_kind(child, "catch_type");
            let ty = x.ty(written);
            if let Some(name) = x.field(child, "name") {
                let name = x.name_of(name);
                x.bind(name, BindingKind::Local, 0, ty, (ExprIx::NONE, Via::Whole));
            }
        }
    });
    ExprIx::NONE
}

/// A name bound by a pattern in the condition is seen in the branches; behind the statement only when the condition is
/// negated (`if (!(o instanceof T t)) return;`).
pub fn if_branch<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let negated = x
        .field(node, "condition")
        .is_some_and(|condition| x.text(condition).contains("!("));
    if negated {
        x.visit_children(node);
    } else {
        x.in_scope(ScopeKind::Block, node, |x| x.visit_children(node));
    }
    ExprIx::NONE
}

/// The label is no expression.
pub fn labeled<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    if let Some(statement) = x.children(node).last().copied() {
        x.visit(statement);
    }
    ExprIx::NONE
}

/// A switch is one of the values to the right of its arrows.
pub fn switch<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let condition = x.visit_field(node, "condition");
    let Some(body) = x.field(node, "body") else {
        return ExprIx::NONE;
    };
    let mut values = Vec::new();
    x.in_scope(ScopeKind::Block, body, |x| {
        for group in x.children(body) {
            match group.kind() {
                // What one group of statements declares is seen in the next ones.
                "switch_block_statement_group" => {
                    case(x, group, condition);
                }
                "switch_rule" => {
                    let value = x.in_scope(ScopeKind::Block, group, |x| case(x, group, condition));
                    values.push(value);
                }
                _ => {
                    x.visit(group);
                }
            }
        }
    });
    x.either(node, values)
}

fn case<'t>(x: &mut Extractor<'t>, group: Node<'t>, condition: ExprIx) -> ExprIx {
    let mut value = ExprIx::NONE;
    for child in x.children(group) {
        match child.kind() {
            "switch_label" => label(x, child, condition),
            "expression_statement" => value = x.visit_field(child, ""),
            _ => {
                x.visit(child);
            }
        }
    }
    value
}

/// A bare name in a label is a constant of the enum that is switched over.
fn label<'t>(x: &mut Extractor<'t>, node: Node<'t>, condition: ExprIx) {
    for child in x.children(node) {
        match child.kind() {
            "identifier" => {
                let name = x.name_of(child);
                let constant = x.expr(child, Expr::Member { base: condition, name });
                x.read(constant, false);
            }
            "pattern" => pattern::bind(x, child, condition),
            _ => {
                x.visit(child);
            }
        }
    }
}
