//! Calls, members, lambdas, operators, literals.

use tree_sitter::Node;

use super::{member, types};
use crate::lang::engine::{Extractor, offset};
use crate::lang::extraction::{
    BindingKind, Expr, ExprIx, Literal, Name, Operator, ReferenceKind, Target, Type, TypeIx, Via,
};

pub fn call<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(name_node) = x.field(node, "name") else {
        return ExprIx::NONE;
    };
    let base = x.field(node, "object").map(|object| receiver(x, node, object));
    let arguments = x.field(node, "type_arguments");
    let name = x.name_of(name_node);
    let mut callee = match base {
        Some(base) => x.expr(name_node, Expr::Member { base, name }),
        None => x.expr(name_node, Expr::Name(name)),
    };
    if let Some(arguments) = arguments {
        let args = x.children(arguments).into_iter().map(|one| x.ty(Some(one))).collect();
        callee = x.expr(name_node, Expr::Generic { base: callee, args });
    }
    let args = match x.field(node, "arguments") {
        Some(list) => x.arguments(list),
        None => Vec::new(),
    };
    x.call(node, callee, args)
}

/// What stands before the last dot; `Outer.super` is `super` as seen from `Outer`, or the default methods of an interface.
fn receiver<'t>(x: &mut Extractor<'t>, node: Node<'t>, object: Node<'t>) -> ExprIx {
    let qualified = object.kind() != "super" && x.child_of_kind(node, "super").is_some();
    if !qualified {
        return x.visit(object);
    }
    let ty = type_of_path(x, object);
    let value = x.expr(object, Expr::Super);
    x.expr(object, Expr::Cast { ty, value })
}

pub fn field_access<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let quiet = x.take_quiet();
    let (Some(object), Some(field)) = (x.field(node, "object"), x.field(node, "field")) else {
        return ExprIx::NONE;
    };
    if field.kind() == "this" {
        let ty = type_of_path(x, object);
        let value = x.expr(object, Expr::This);
        return x.expr(object, Expr::Cast { ty, value });
    }
    let base = receiver(x, node, object);
    let name = x.name_of(field);
    let value = x.expr(field, Expr::Member { base, name });
    x.read(value, quiet);
    value
}

/// A dotted expression that can only be a type's name.
fn type_of_path<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> TypeIx {
    let mut path: Vec<Name> = Vec::new();
    let mut last = node;
    let mut rest = Some(node);
    while let Some(part) = rest {
        let name_node = x.field(part, "field").unwrap_or(part);
        if path.is_empty() {
            last = name_node;
        }
        path.push(x.name_of(name_node));
        rest = x.field(part, "object");
    }
    path.reverse();
    x.named_type(last, path, Vec::new())
}

/// `this(..)` and `super(..)`.
pub fn constructor_call<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    x.visit_field(node, "object");
    let callee = match x.field(node, "constructor") {
        Some(constructor) => x.visit_quiet(constructor),
        None => ExprIx::NONE,
    };
    let args = match x.field(node, "arguments") {
        Some(list) => x.arguments(list),
        None => Vec::new(),
    };
    x.call(node, callee, args)
}

/// `Type::method`, `value::method`, `super::method`, `Type::new`.
pub fn method_reference<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let parts = x.children(node);
    let constructs = x.child_of_kind(node, "new").is_some();
    let Some(base_node) = parts.first().copied() else {
        return ExprIx::NONE;
    };
    for arguments in parts.iter().filter(|part| part.kind() == "type_arguments") {
        for argument in x.children(*arguments) {
            x.ty(Some(argument));
        }
    }
    if constructs {
        let ty = match base_node.kind() {
            "identifier" | "field_access" => type_of_path(x, base_node),
            _ => x.ty(Some(base_node)),
        };
        return match x.out.ty(ty).kind {
            Type::Named { .. } => member::constructor_reference(x, node, ty),
            _ => ExprIx::NONE,
        };
    }
    let Some(name_node) = parts
        .last()
        .filter(|last| parts.len() > 1 && last.kind() == "identifier")
    else {
        x.visit(base_node);
        return ExprIx::NONE;
    };
    let is_type = matches!(
        base_node.kind(),
        "generic_type" | "array_type" | "scoped_type_identifier" | "type_identifier"
    );
    let base = if is_type {
        let ty = x.ty(Some(base_node));
        x.expr(base_node, Expr::Type(ty))
    } else {
        x.visit(base_node)
    };
    let name = x.name_of(*name_node);
    let value = x.expr(*name_node, Expr::Member { base, name });
    x.reference(
        ReferenceKind::Callback,
        Target::Expr(value),
        offset(name_node.start_byte()),
    );
    value
}

pub fn lambda<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    x.lambda(node, |x| {
        let params = match x.field(node, "parameters") {
            Some(list) if list.kind() == "formal_parameters" => member::parameters(x, list, None),
            Some(list) => {
                let names = match list.kind() {
                    "identifier" => vec![list],
                    _ => x.children(list),
                };
                let mut bindings = Vec::new();
                for name in names {
                    let name = x.name_of(name);
                    bindings.push(x.bind(name, BindingKind::Param, 0, TypeIx::NONE, (ExprIx::NONE, Via::Whole)));
                }
                bindings
            }
            None => Vec::new(),
        };
        let body = match x.field(node, "body") {
            Some(block) if block.kind() == "block" => {
                x.visit_children(block);
                ExprIx::NONE
            }
            Some(value) => x.visit(value),
            None => ExprIx::NONE,
        };
        (params, TypeIx::NONE, body)
    })
}

pub fn class_literal<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let written = x.field(node, "");
    let of = x.ty(written);
    let ty = types::named(x, node, "Class", vec![of]);
    x.expr(
        node,
        Expr::Cast {
            ty,
            value: ExprIx::NONE,
        },
    )
}

/// Of `(A & B) value` the first type counts.
pub fn cast<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let mut ty = TypeIx::NONE;
    for written in x.fields(node, "type") {
        if written.is_named() {
            let lowered = x.ty(Some(written));
            if ty.is_none() {
                ty = lowered;
            }
        }
    }
    let value = x.visit_field(node, "value");
    x.expr(node, Expr::Cast { ty, value })
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

/// What is added to a string is a string.
pub fn binary<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let left = x.visit_field(node, "left");
    let right = x.visit_field(node, "right");
    let operator = x.field(node, "operator").map_or("", |operator| operator.kind());
    let op = match operator {
        "==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||" => Operator::Compare,
        _ => Operator::Arithmetic,
    };
    let is_string = |value: ExprIx| x.out.expr(value).kind == Expr::Literal(Literal::String);
    let kind = match operator {
        "+" if is_string(left) || is_string(right) => Expr::Literal(Literal::String),
        _ => Expr::Operator { op, left, right },
    };
    x.expr(node, kind)
}

pub fn unary<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let left = x.visit_field(node, "operand");
    let kind = match x.field(node, "operator").map(|operator| operator.kind()) {
        Some("!") => Expr::Literal(Literal::Bool),
        _ => Expr::Operator {
            op: Operator::Unary,
            left,
            right: ExprIx::NONE,
        },
    };
    x.expr(node, kind)
}

/// Without a suffix an `int` or a `double`.
pub fn number<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let text = x.text(node);
    let is_float = node.kind().ends_with("floating_point_literal");
    let literal = if is_float { Literal::Float } else { Literal::Integer };
    let value = x.expr(node, Expr::Literal(literal));
    let suffixed = match text.as_bytes().last() {
        Some(b'l' | b'L') => "long",
        Some(b'f' | b'F') if is_float => "float",
        _ => return value,
    };
    let ty = types::named(x, node, suffixed, Vec::new());
    x.expr(node, Expr::Cast { ty, value })
}
