//! Calls, operators, slices, instantiations.

use tree_sitter::Node;

use super::PREDECLARED_TYPES;
use crate::lang::engine::{Extractor, offset};
use crate::lang::extraction::{Expr, ExprIx, Literal, Operator, Type, TypeIx, Via};

/// A call. `new(T)` constructs, `make(T)` is a value of the type, `append(list, ..)` gives a list like its first argument.
pub fn call<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let (Some(function), Some(list)) = (x.field(node, "function"), x.field(node, "arguments")) else {
        return ExprIx::NONE;
    };
    let builtin = match function.kind() {
        "identifier" => x.text(function),
        _ => "",
    };
    if matches!(builtin, "new" | "make")
        && let Some(first) = x.field(list, "")
    {
        let ty = x.ty(Some(first));
        for argument in x.children(list).into_iter().skip(1) {
            x.visit(argument);
        }
        return match builtin {
            "new" => x.construct(node, ty, Vec::new()),
            _ => x.expr(
                node,
                Expr::Cast {
                    ty,
                    value: ExprIx::NONE,
                },
            ),
        };
    }
    let mut callee = callee(x, function);
    if let Some(types) = x.field(node, "type_arguments") {
        let at = x.out.expr(callee).at;
        let args = x.children(types).into_iter().map(|one| x.ty(Some(one))).collect();
        callee = x.expr_at(at, Expr::Generic { base: callee, args });
    }
    let args = x.arguments(list);
    let first = args.first().copied();
    let call = x.call(node, callee, args);
    match (builtin, first) {
        ("append", Some(list)) => list,
        _ => call,
    }
}

/// `f[T](x)` instantiates `f`, or calls an element of `f`: the site is that of its name either way.
fn callee<'t>(x: &mut Extractor<'t>, function: Node<'t>) -> ExprIx {
    if function.kind() != "index_expression" {
        return x.visit_quiet(function);
    }
    let base = match x.field(function, "operand") {
        Some(operand) => x.visit_quiet(operand),
        None => ExprIx::NONE,
    };
    let index = x.field(function, "index");
    instantiated(x, function, base, index)
}

/// `base[index]` as a callee: with type arguments where the index can be nothing else.
fn instantiated<'t>(x: &mut Extractor<'t>, node: Node<'t>, base: ExprIx, index: Option<Node<'t>>) -> ExprIx {
    let at = match base.is_none() {
        true => offset(node.start_byte()),
        false => x.out.expr(base).at,
    };
    let Some(index) = index else { return base };
    if matches!(index.kind(), "identifier" | "type_identifier") {
        let text = x.text(index);
        if PREDECLARED_TYPES.contains(&text) {
            let args = vec![x.ty(Some(index))];
            return x.expr_at(at, Expr::Generic { base, args });
        }
        let name = x.intern(text);
        let index = x.expr(index, Expr::Name(name));
        x.read(index, false);
        return x.expr_at(at, Expr::Index { base, index });
    }
    let index = x.visit(index);
    x.expr_at(at, Expr::Index { base, index })
}

/// `f[A, B]` as a value is `f`.
pub fn instantiation<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let quiet = x.take_quiet();
    let parts = x.children(node);
    let Some((head, arguments)) = parts.split_first() else {
        return ExprIx::NONE;
    };
    for argument in arguments {
        x.ty(Some(*argument));
    }
    let value = named_value(x, *head);
    if !matches!(x.out.expr(value).kind, Expr::Type(_)) {
        x.read(value, quiet);
    }
    value
}

/// What the grammar takes for a type and can be a function or variable: a name, or a name in a package.
fn named_value<'t>(x: &mut Extractor<'t>, head: Node<'t>) -> ExprIx {
    match head.kind() {
        "type_identifier" => {
            let name = x.name_of(head);
            x.expr(head, Expr::Name(name))
        }
        "qualified_type" => {
            let (Some(package), Some(name_node)) = (x.field(head, "package"), x.field(head, "name")) else {
                return ExprIx::NONE;
            };
            let package_name = x.name_of(package);
            let base = x.expr(package, Expr::Name(package_name));
            let name = x.name_of(name_node);
            x.expr(name_node, Expr::Member { base, name })
        }
        _ => {
            let ty = x.ty(Some(head));
            x.expr(head, Expr::Type(ty))
        }
    }
}

/// `[]byte(v)` converts. `name[T](v)` reads the same and is more often a call of a generic function, or of an element of
/// a list of functions; which one it is shows when the name is looked up.
pub fn conversion<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let written = x.field(node, "type");
    let generic = written.filter(|written| written.kind() == "generic_type");
    let Some(generic) = generic else {
        let ty = x.ty(written);
        let value = x.visit_field(node, "operand");
        return x.expr(node, Expr::Cast { ty, value });
    };
    let (Some(head), Some(list)) = (x.field(generic, "type"), x.field(generic, "type_arguments")) else {
        return ExprIx::NONE;
    };
    let base = named_value(x, head);
    let arguments = x.children(list);
    let one = match arguments.as_slice() {
        [one] => x.field(*one, "").filter(|inner| inner.kind() == "type_identifier"),
        _ => None,
    };
    let callee = match one {
        Some(_) => instantiated(x, generic, base, one),
        None => {
            let at = x.out.expr(base).at;
            let args = arguments.into_iter().map(|one| x.ty(Some(one))).collect();
            x.expr_at(at, Expr::Generic { base, args })
        }
    };
    let args = match x.field(node, "operand") {
        Some(operand) => vec![x.visit_handed_on(operand)],
        None => Vec::new(),
    };
    x.call(node, callee, args)
}

/// A part of a list is a list of the same type.
pub fn slice<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let value = x.visit_field(node, "operand");
    for bound in ["start", "end", "capacity"] {
        x.visit_field(node, bound);
    }
    value
}

pub fn unary<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let operator = x.field(node, "operator").map_or("", |operator| operator.kind());
    let value = x.visit_field(node, "operand");
    match operator {
        // A pointer has the members of what it points to.
        "&" | "*" => value,
        "<-" => x.expr(
            node,
            Expr::Part {
                value,
                via: Via::Element,
            },
        ),
        "!" => x.expr(node, Expr::Literal(Literal::Bool)),
        _ => x.expr(
            node,
            Expr::Operator {
                op: Operator::Unary,
                left: value,
                right: ExprIx::NONE,
            },
        ),
    }
}

pub fn binary<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let left = x.visit_field(node, "left");
    let right = x.visit_field(node, "right");
    let operator = x.field(node, "operator").map_or("", |operator| operator.kind());
    let op = match operator {
        "==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||" => Operator::Compare,
        _ => Operator::Arithmetic,
    };
    x.expr(node, Expr::Operator { op, left, right })
}

/// A value of a type of which no more is known.
pub fn value_of<'t>(x: &mut Extractor<'t>, node: Node<'t>, ty: TypeIx) -> ExprIx {
    x.expr(
        node,
        Expr::Cast {
            ty,
            value: ExprIx::NONE,
        },
    )
}

/// The type of the elements of a value of a named type, as far as that is known elsewhere.
pub fn element_type_of<'t>(x: &mut Extractor<'t>, node: Node<'t>, ty: TypeIx) -> TypeIx {
    let value = value_of(x, node, ty);
    let element = x.expr(
        node,
        Expr::Part {
            value,
            via: Via::Element,
        },
    );
    x.type_at(node, Type::Of(element))
}
