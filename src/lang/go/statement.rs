//! Statements that bind or assign.

use tree_sitter::Node;

use crate::lang::engine::{Extractor, offset};
use crate::lang::extraction::{BindingKind, Expr, ExprIx, Literal, ScopeKind, Type, TypeIx, Via};

/// What each of `count` names on the left gets. One expression can give several values: a call all of its results; a type
/// assertion, a map's element and a received value also whether there is one.
pub fn parts<'t>(x: &mut Extractor<'t>, count: usize, given: &[Node<'t>], made: &[ExprIx]) -> Vec<(ExprIx, Via)> {
    if made.len() == count {
        return made.iter().map(|value| (*value, Via::Whole)).collect();
    }
    let ([node], [value]) = (given, made) else {
        return Vec::new();
    };
    if count == 2 && gives_presence(x, *node) {
        let present = x.expr(*node, Expr::Literal(Literal::Bool));
        return vec![(*value, Via::Whole), (present, Via::Whole)];
    }
    (0..count)
        .map(|place| (*value, Via::Nth(u16::try_from(place).unwrap_or(u16::MAX))))
        .collect()
}

fn gives_presence<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> bool {
    match node.kind() {
        "type_assertion_expression" | "index_expression" => true,
        "unary_expression" => x.text(node).starts_with("<-"),
        _ => false,
    }
}

/// `a, b := ..`: names already declared in the block keep their type, so that binding them again changes nothing.
pub fn short_declaration<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let (Some(left), Some(right)) = (x.field(node, "left"), x.field(node, "right")) else {
        return ExprIx::NONE;
    };
    declare(x, node, left, right);
    ExprIx::NONE
}

fn declare<'t>(x: &mut Extractor<'t>, node: Node<'t>, left: Node<'t>, right: Node<'t>) {
    let given = expressions(x, right);
    let made: Vec<ExprIx> = given.iter().map(|value| x.visit_handed_on(*value)).collect();
    let names = x.children(left);
    let parts = parts(x, names.len(), &given, &made);
    for (place, name) in names.into_iter().enumerate() {
        let value = parts.get(place).copied().unwrap_or((ExprIx::NONE, Via::Whole));
        bind(x, name, offset(node.end_byte()), value);
    }
}

fn bind<'t>(x: &mut Extractor<'t>, name: Node<'t>, from: u32, value: (ExprIx, Via)) {
    if name.kind() == "identifier" && x.text(name) != "_" {
        let name = x.name_of(name);
        x.bind(name, BindingKind::Local, from, TypeIx::NONE, value);
    }
}

fn expressions<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> Vec<Node<'t>> {
    if node.kind() == "expression_list" {
        x.children(node)
    } else {
        vec![node]
    }
}

pub fn assignment<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    if let Some(right) = x.field(node, "right") {
        for value in expressions(x, right) {
            x.visit_handed_on(value);
        }
    }
    if let Some(left) = x.field(node, "left") {
        assign(x, left);
    }
    ExprIx::NONE
}

fn assign<'t>(x: &mut Extractor<'t>, left: Node<'t>) {
    for target in expressions(x, left) {
        x.visit_quiet(target);
    }
}

/// `for k, v := range m`; the names are bound in the loop.
pub fn range<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let iterated = x.visit_field(node, "right");
    let Some(left) = x.field(node, "left") else {
        return ExprIx::NONE;
    };
    if x.child_of_kind(node, ":=").is_none() {
        assign(x, left);
        return ExprIx::NONE;
    }
    for (name, via) in x.children(left).into_iter().zip([Via::Key, Via::Value]) {
        bind(x, name, 0, (iterated, via));
    }
    ExprIx::NONE
}

/// `case v, ok := <-ch:`; the names are bound in the case.
pub fn receive<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let (left, right) = (x.field(node, "left"), x.field(node, "right"));
    match (left, right) {
        (Some(left), Some(right)) if x.child_of_kind(node, ":=").is_some() => declare(x, node, left, right),
        (left, right) => {
            if let Some(right) = right {
                x.visit(right);
            }
            if let Some(left) = left {
                assign(x, left);
            }
        }
    }
    ExprIx::NONE
}

pub fn send<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    x.visit_field(node, "channel");
    if let Some(value) = x.field(node, "value") {
        x.visit_handed_on(value);
    }
    ExprIx::NONE
}

pub fn return_values<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    if let Some(list) = x.field(node, "") {
        for value in expressions(x, list) {
            x.visit_handed_on(value);
        }
    }
    ExprIx::NONE
}

/// `switch v := value.(type)`: in a case of one type the name has that type, elsewhere the value's.
pub fn type_switch<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    x.in_scope(ScopeKind::Block, node, |x| {
        x.visit_field(node, "initializer");
        let value = x.visit_field(node, "value");
        let alias = x.field(node, "alias");
        let name = alias.and_then(|list| x.field(list, "")).map(|name| x.name_of(name));
        for case in x.children(node) {
            if !matches!(case.kind(), "type_case" | "default_case") {
                continue;
            }
            x.in_scope(ScopeKind::Block, case, |x| {
                let written = x.fields(case, "type");
                let mut types: Vec<TypeIx> = written
                    .iter()
                    .filter(|ty| ty.is_named())
                    .map(|ty| x.ty(Some(*ty)))
                    .filter(|ty| !ty.is_none())
                    .collect();
                if let Some(name) = name {
                    let ty = match types.len() {
                        0 => TypeIx::NONE,
                        1 => types.remove(0),
                        _ => x.type_at(case, Type::Union(types)),
                    };
                    x.bind(name, BindingKind::Local, 0, ty, (value, Via::Whole));
                }
                for child in x.children(case) {
                    if child.kind() == "statement_list" {
                        x.visit(child);
                    }
                }
            });
        }
    });
    ExprIx::NONE
}
