//! Expressions and statements.

use tree_sitter::Node;

use super::{pattern, types};
use crate::lang::engine::{Extractor, offset};
use crate::lang::extraction::{BindingIx, Expr, ExprIx, Literal, Operator, PathRoot, ScopeKind, TypeIx, Via};

/// Most arms of a match that can say of which type it is.
const MAX_ARMS: usize = 12;

// --- paths ----------------------------------------------------------------------------------------------------------

/// A bare name; `Self` is the enclosing type.
pub fn name<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let quiet = x.take_quiet();
    if x.text(node) == "Self" {
        return x.expr(node, Expr::SelfType);
    }
    let name = types::identifier(x, node);
    let value = x.expr(node, Expr::Name(name));
    x.read(value, quiet);
    value
}

/// `$e` in the rule of a macro.
pub fn metavariable<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let name = x.name_of(node);
    x.expr(node, Expr::Name(name))
}

/// `a::b`. What stands before the last name is read only where it is written like a type.
pub fn scoped<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let quiet = x.take_quiet();
    let Some(last) = x.field(node, "name") else {
        return ExprIx::NONE;
    };
    let base = match x.field(node, "path") {
        Some(path) => qualifier(x, path),
        // `::a::b` begins with a crate's name.
        None => ExprIx::NONE,
    };
    if last.kind() == "super" {
        let up = match x.out.expr(base).kind {
            Expr::Root(PathRoot::Up(up)) => up.saturating_add(1),
            _ => 1,
        };
        return x.expr(last, Expr::Root(PathRoot::Up(up)));
    }
    let name = types::identifier(x, last);
    let kind = match base {
        ExprIx::NONE => Expr::Name(name),
        base => Expr::Scoped { base, name },
    };
    let value = x.expr(last, kind);
    x.read(value, quiet);
    value
}

/// The part of a path before its last name.
fn qualifier<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    match node.kind() {
        "self" => x.expr(node, Expr::Root(PathRoot::Here)),
        "crate" => x.expr(node, Expr::Root(PathRoot::Top)),
        "super" => x.expr(node, Expr::Root(PathRoot::Up(1))),
        // `$crate` is the crate in which the macro is defined.
        "metavariable" if x.text(node) == "$crate" => x.expr(node, Expr::Root(PathRoot::Top)),
        "identifier" | "scoped_identifier" => {
            let value = x.visit_quiet(node);
            let last = match x.out.expr(value).kind {
                Expr::Name(name) | Expr::Scoped { name, .. } => Some(name),
                _ => None,
            };
            if last.is_some_and(|last| x.out.name(last).starts_with(char::is_uppercase)) {
                x.read(value, false);
            }
            value
        }
        // `Vec::<T>::new`, `<T as Trait>::f`.
        "generic_type" | "bracketed_type" => {
            let ty = x.ty(Some(node));
            x.expr(node, Expr::Type(ty))
        }
        _ => ExprIx::NONE,
    }
}

/// `f::<T>`.
pub fn generic_function<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let quiet = x.take_quiet();
    let base = match x.field(node, "function") {
        Some(function) if quiet => x.visit_quiet(function),
        Some(function) => x.visit(function),
        None => ExprIx::NONE,
    };
    let args = x.field(node, "type_arguments");
    let args = args.map_or(Vec::new(), |list| types::arguments(x, list));
    let at = x.out.expr(base).at;
    x.expr_at(at, Expr::Generic { base, args })
}

// --- calls and constructions ------------------------------------------------------------------------------------------

pub fn call<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let callee = match x.field(node, "function") {
        Some(function) => callee(x, function),
        None => ExprIx::NONE,
    };
    let args = match x.field(node, "arguments") {
        Some(list) => x.arguments(list),
        None => Vec::new(),
    };
    x.call(node, callee, args)
}

/// `(a.f)()` calls what lies in the field, never a method of that name.
fn callee<'t>(x: &mut Extractor<'t>, function: Node<'t>) -> ExprIx {
    let callee = x.visit_quiet(function);
    if function.kind() == "parenthesized_expression"
        && let Expr::Member { base, name } = x.out.expr(callee).kind
    {
        let at = x.out.expr(callee).at;
        let (value, via) = (base, Via::Part(name));
        return x.expr_at(at, Expr::Part { value, via });
    }
    callee
}

/// `Type { field: value, ..rest }`. Functions among the values are handed on.
pub fn struct_expression<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let named = x.field(node, "name");
    let ty = x.ty(named);
    if let Some(body) = x.field(node, "body") {
        for child in x.children(body) {
            match child.kind() {
                "field_initializer" => {
                    if let Some(value) = x.field(child, "value") {
                        x.visit_handed_on(value);
                    }
                }
                _ => {
                    for value in x.children(child) {
                        x.visit_handed_on(value);
                    }
                }
            }
        }
    }
    x.construct(node, ty, Vec::new())
}

/// A closure. A parameter that is a pattern is taken apart inside.
pub fn closure<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    x.lambda(node, |x| {
        let mut params: Vec<BindingIx> = Vec::new();
        if let Some(list) = x.field(node, "parameters") {
            for child in x.children(list) {
                let (pattern, ty) = match child.kind() {
                    "parameter" => {
                        let written = x.field(child, "type");
                        (x.field(child, "pattern"), x.ty(written))
                    }
                    _ => (Some(child), TypeIx::NONE),
                };
                if let Some(pattern) = pattern {
                    params.push(pattern::parameter(x, pattern, ty).1);
                }
            }
        }
        let written = x.field(node, "return_type");
        let ret = x.ty(written);
        let body = match x.field(node, "body") {
            Some(body) => x.visit_handed_on(body),
            None => ExprIx::NONE,
        };
        (params, ret, body)
    })
}

// --- blocks and control flow --------------------------------------------------------------------------------------------

/// A statement has the value of its expression only as the last one of a block, without a semicolon.
pub fn statement<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let value = x.visit_children(node);
    if x.text(node).ends_with(';') {
        ExprIx::NONE
    } else {
        value
    }
}

/// A block is its last expression.
pub fn block<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    x.in_scope(ScopeKind::Block, node, |x| x.visit_children(node))
}

/// What an async block gives when it is awaited; `return` inside leaves the block, not the function.
pub fn async_block<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let mut last = ExprIx::NONE;
    let mut values = x.collect_returns(|x| last = x.visit_children(node));
    values.push(last);
    x.either(node, values)
}

pub fn let_declaration<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let written = x.field(node, "type");
    let ty = x.ty(written);
    let value = match x.field(node, "value") {
        Some(value) => x.visit_handed_on(value),
        None => ExprIx::NONE,
    };
    x.visit_field(node, "alternative");
    if let Some(bound) = x.field(node, "pattern") {
        pattern::bind(x, bound, value, ty, offset(node.end_byte()));
    }
    ExprIx::NONE
}

/// `let pattern = value` as (a part of) a condition.
pub fn let_condition<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let value = x.visit_field(node, "value");
    if let Some(bound) = x.field(node, "pattern") {
        pattern::bind(x, bound, value, TypeIx::NONE, offset(node.end_byte()));
    }
    ExprIx::NONE
}

/// What a condition binds is seen in the branch behind it, and in nothing else.
pub fn if_<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let consequence = x.in_scope(ScopeKind::Block, node, |x| {
        x.visit_field(node, "condition");
        x.visit_field(node, "consequence")
    });
    let alternative = x.visit_field(node, "alternative");
    x.either(node, vec![consequence, alternative])
}

pub fn while_<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    x.in_scope(ScopeKind::Block, node, |x| {
        x.visit_field(node, "condition");
        x.visit_field(node, "body");
    });
    ExprIx::NONE
}

pub fn for_<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let iterated = x.visit_field(node, "value");
    x.in_scope(ScopeKind::Block, node, |x| {
        if let Some(bound) = x.field(node, "pattern") {
            let element = match iterated {
                ExprIx::NONE => ExprIx::NONE,
                value => x.expr(
                    bound,
                    Expr::Part {
                        value,
                        via: Via::Element,
                    },
                ),
            };
            pattern::bind(x, bound, element, TypeIx::NONE, 0);
        }
        x.visit_field(node, "body");
    });
    ExprIx::NONE
}

pub fn match_<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let value = x.visit_field(node, "value");
    let Some(body) = x.field(node, "body") else {
        return ExprIx::NONE;
    };
    let mut values = Vec::new();
    for arm in x.children(body) {
        if arm.kind() != "match_arm" {
            x.visit(arm);
            continue;
        }
        let arm_value = x.in_scope(ScopeKind::Block, arm, |x| {
            if let Some(matched) = x.field(arm, "pattern") {
                if let Some(bound) = x.field(matched, "") {
                    pattern::bind(x, bound, value, TypeIx::NONE, 0);
                }
                x.visit_field(matched, "condition");
            }
            match x.field(arm, "value") {
                Some(value) => x.visit_handed_on(value),
                None => ExprIx::NONE,
            }
        });
        if values.len() < MAX_ARMS {
            values.push(arm_value);
        }
    }
    x.either(node, values)
}

// --- operators and literals -----------------------------------------------------------------------------------------

pub fn index<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let parts: Vec<ExprIx> = x.children(node).into_iter().map(|child| x.visit(child)).collect();
    match parts.as_slice() {
        [base, index] => {
            let (base, index) = (*base, *index);
            x.expr(node, Expr::Index { base, index })
        }
        _ => ExprIx::NONE,
    }
}

/// `*a` is what `a` points to, and members are found through pointers anyway.
pub fn unary<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let value = x.visit_field(node, "");
    if x.text(node).starts_with('*') {
        return value;
    }
    x.expr(
        node,
        Expr::Operator {
            op: Operator::Unary,
            left: value,
            right: ExprIx::NONE,
        },
    )
}

pub fn binary<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let op = match x.field(node, "operator").map_or("", |operator| operator.kind()) {
        "&&" | "||" | "==" | "!=" | "<" | "<=" | ">" | ">=" => Operator::Compare,
        _ => Operator::Arithmetic,
    };
    let left = x.visit_field(node, "left");
    let right = x.visit_field(node, "right");
    x.expr(node, Expr::Operator { op, left, right })
}

pub fn range<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let ends: Vec<ExprIx> = x.children(node).into_iter().map(|child| x.visit(child)).collect();
    let left = ends.first().copied().unwrap_or(ExprIx::NONE);
    let right = ends.get(1).copied().unwrap_or(ExprIx::NONE);
    let op = Operator::Range;
    x.expr(node, Expr::Operator { op, left, right })
}

/// A function that is assigned is handed on. What is assigned to a plain name may say what it is.
pub fn assignment<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let target = match x.field(node, "left") {
        Some(left) => x.visit_quiet(left),
        None => ExprIx::NONE,
    };
    let value = match x.field(node, "right") {
        Some(right) => x.visit_handed_on(right),
        None => ExprIx::NONE,
    };
    if matches!(x.out.expr(target).kind, Expr::Name(_)) && !value.is_none() {
        x.expr(node, Expr::Assign { target, value });
    }
    value
}

/// `[a, b]`, `[a; n]`.
pub fn array<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let length = x.field(node, "length");
    let mut items = Vec::new();
    for child in x.children(node) {
        let value = x.visit_handed_on(child);
        if length.is_none_or(|length| length.id() != child.id()) {
            items.push(value);
        }
    }
    x.expr(node, Expr::Array(items))
}

pub fn string<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let literal = if x.text(node).starts_with('b') {
        Literal::Bytes
    } else {
        Literal::String
    };
    x.expr(node, Expr::Literal(literal))
}
