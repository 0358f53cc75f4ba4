//! Expressions of C, most of which C++ shares.

use tree_sitter::Node;

use super::{declarator, is_cpp};
use crate::lang::cpp;
use crate::lang::engine::{Extractor, offset};
use crate::lang::extraction::{Expr, ExprIx, Literal, Operator, PathRoot};

/// A call, or one of the words that only look like one.
pub fn call<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let (Some(function), Some(list)) = (x.field(node, "function"), x.field(node, "arguments")) else {
        x.visit_children(node);
        return ExprIx::NONE;
    };
    if is_cpp(x)
        && let Some(value) = cpp::expression::special_call(x, function, list)
    {
        return value;
    }
    let callee = x.visit_quiet(function);
    let args = x.arguments(list);
    x.call(node, callee, args)
}

/// `a.b`, `a->b`. An arrow goes through a pointer first, so that what the pointer itself offers (`p.reset()` of a smart
/// pointer) is told from what it points to.
pub fn field<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let quiet = x.take_quiet();
    let (Some(argument), Some(name_node)) = (x.field(node, "argument"), x.field(node, "field")) else {
        x.visit_children(node);
        return ExprIx::NONE;
    };
    let mut base = x.visit(argument);
    let is_this = x.out.expr(base).kind == Expr::This;
    let arrow = match x.field(node, "operator") {
        Some(operator) => x.text(operator) == "->",
        None => false,
    };
    if arrow && !is_this && !base.is_none() {
        base = x.expr(argument, Expr::Unwrap(base));
    }
    let (name_node, qualifier) = member_name(x, name_node);
    let name = declarator::name_of(x, name_node);
    // `this->Base::f()` names the class in which to look.
    if let Some(scope) = qualifier {
        let scope = path(x, scope);
        if is_this {
            base = scope;
        }
    }
    let value = x.expr(name_node, Expr::Member { base, name });
    x.read(value, quiet);
    value
}

/// The name of a member, and the class named before it.
fn member_name<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> (Node<'t>, Option<Node<'t>>) {
    let mut qualifier = None;
    let mut here = node;
    loop {
        here = match here.kind() {
            "qualified_identifier" => {
                qualifier = x.field(here, "scope").or(qualifier);
                match x.field(here, "name") {
                    Some(name) => name,
                    None => return (here, qualifier),
                }
            }
            "template_method" => {
                if let Some(list) = x.field(here, "arguments") {
                    super::types::template_arguments(x, list);
                }
                match x.field(here, "name") {
                    Some(name) => name,
                    None => return (here, qualifier),
                }
            }
            "dependent_name" => match x.field(here, "") {
                Some(inner) => inner,
                None => return (here, qualifier),
            },
            _ => return (here, qualifier),
        };
    }
}

/// `*p`, `&v`.
pub fn pointer<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let quiet = x.take_quiet();
    let takes_address = match x.field(node, "operator") {
        Some(operator) => x.text(operator) == "&",
        None => false,
    };
    let Some(argument) = x.field(node, "argument") else {
        return ExprIx::NONE;
    };
    let value = if quiet {
        x.visit_quiet(argument)
    } else {
        x.visit(argument)
    };
    if value.is_none() {
        return value;
    }
    let is_name = matches!(x.out.expr(value).kind, Expr::Name(_) | Expr::Scoped { .. });
    match (takes_address, is_name) {
        // `&function`, `&Class::method` is the function handed on.
        (true, true) => value,
        (true, false) => {
            let right = ExprIx::NONE;
            x.expr(
                node,
                Expr::Operator {
                    op: Operator::Unary,
                    left: value,
                    right,
                },
            )
        }
        (false, _) => x.expr(node, Expr::Unwrap(value)),
    }
}

pub fn assignment<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    if let Some(left) = x.field(node, "left") {
        x.visit_quiet(left);
    }
    match x.field(node, "right") {
        Some(right) => x.visit_handed_on(right),
        None => ExprIx::NONE,
    }
}

pub fn binary<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let left = x.visit_field(node, "left");
    let right = x.visit_field(node, "right");
    let operator = match x.field(node, "operator") {
        Some(operator) => x.text(operator),
        None => "",
    };
    let op = match operator {
        "==" | "!=" | "<" | ">" | "<=" | ">=" | "<=>" | "&&" | "||" | "and" | "or" | "not_eq" => Operator::Compare,
        _ => Operator::Arithmetic,
    };
    x.expr(node, Expr::Operator { op, left, right })
}

/// Both values of a comma are visited; it is the last.
pub fn comma<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let mut last = ExprIx::NONE;
    for child in x.children(node) {
        last = x.visit(child);
    }
    last
}

/// `condition ? a : b`.
pub fn conditional<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    x.visit_field(node, "condition");
    let mut values = Vec::new();
    for field in ["consequence", "alternative"] {
        if let Some(value) = x.field(node, field) {
            values.push(x.visit_handed_on(value));
        }
    }
    x.either(node, values)
}

/// `{ a, .b = c, [d] = e }`.
pub fn initializer_list<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let items = x.children(node);
    let items = items.into_iter().map(|item| x.visit_handed_on(item)).collect();
    x.expr(node, Expr::Array(items))
}

/// `.field = value`: functions named there are handed on.
pub fn initializer_pair<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    for designator in x.fields(node, "designator") {
        if designator.kind() != "field_designator" && designator.kind() != "field_identifier" {
            x.visit_children(designator);
        }
    }
    match x.field(node, "value") {
        Some(value) => x.visit_handed_on(value),
        None => ExprIx::NONE,
    }
}

/// `(struct S){ .. }` of C, `T{ .. }` of C++.
pub fn compound_literal<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let written = x.field(node, "type");
    let ty = x.ty(written);
    let list = x.field(node, "value");
    if is_cpp(x) && !ty.is_none() {
        let args = match list {
            Some(list) => x.arguments(list),
            None => Vec::new(),
        };
        return x.construct(node, ty, args);
    }
    let value = match list {
        Some(list) => x.visit(list),
        None => ExprIx::NONE,
    };
    x.expr(node, Expr::Cast { ty, value })
}

/// `sizeof`, `alignof`, `offsetof`: a number; a type or value is named and not used.
pub fn measured<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    if let Some(written) = x.field(node, "type") {
        x.ty(Some(written));
    } else {
        for child in x.children(node) {
            match child.kind() {
                "type_descriptor" => {
                    x.ty(Some(child));
                }
                _ => {
                    x.visit(child);
                }
            }
        }
    }
    x.expr(node, Expr::Literal(Literal::Integer))
}

pub fn number<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let text = x.text(node);
    let is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let literal = if !is_hexadecimal && text.contains(['.', 'e', 'E']) {
        Literal::Float
    } else {
        Literal::Integer
    };
    x.expr(node, Expr::Literal(literal))
}

/// `a::b::c` used as a value. Template arguments are named, and left out of the path.
pub fn qualified<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let quiet = x.take_quiet();
    let value = path(x, node);
    x.read(value, quiet);
    value
}

/// The expression that a path is, without a reference to it.
pub fn path<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let path = super::types::path(x, node);
    let at = offset(path.last.start_byte());
    let mut base = path.root.map(|root: PathRoot| x.expr_at(at, Expr::Root(root)));
    for name in path.names {
        let kind = match base {
            Some(base) => Expr::Scoped { base, name },
            None => Expr::Name(name),
        };
        base = Some(x.expr_at(at, kind));
    }
    base.unwrap_or(ExprIx::NONE)
}
