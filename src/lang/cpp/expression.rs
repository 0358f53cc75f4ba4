//! Expressions that only C++ has.

use tree_sitter::Node;

use crate::lang::c::{declaration, declarator, expression as c, function, types};
use crate::lang::cpp::template;
use crate::lang::engine::{Extractor, offset};
use crate::lang::extraction::{BindingKind, Expr, ExprIx, ScopeKind, Type, TypeIx, Via};

/// Calls that are none: casts, constructions behind a factory of the standard library, and values passed through.
/// `None`: an ordinary call.
pub fn special_call<'t>(x: &mut Extractor<'t>, function: Node<'t>, list: Node<'t>) -> Option<ExprIx> {
    if function.kind() == "primitive_type" {
        let ty = x.ty(Some(function));
        let args = x.arguments(list);
        let value = args.first().copied().unwrap_or(ExprIx::NONE);
        return Some(x.expr(function, Expr::Cast { ty, value }));
    }
    let (template, from_std) = match function.kind() {
        "template_function" => (function, false),
        "qualified_identifier" => {
            let scope = x.field(function, "scope")?;
            (x.field(function, "name")?, matches!(x.text(scope), "std" | "absl"))
        }
        _ => return None,
    };
    let name = x.field(template, "name").unwrap_or(template);
    let text = x.text(name);
    match text {
        "move" | "forward" | "as_const" | "ref" | "cref" if from_std => {
            if let Some(arguments) = x.field(template, "arguments") {
                types::template_arguments(x, arguments);
            }
            let args = x.arguments(list);
            let callee = c::path(x, function);
            x.call(function, callee, args.clone());
            match args.as_slice() {
                [one] => Some(*one),
                _ => Some(ExprIx::NONE),
            }
        }
        "static_cast"
        | "dynamic_cast"
        | "const_cast"
        | "reinterpret_cast"
        | "static_pointer_cast"
        | "dynamic_pointer_cast"
        | "const_pointer_cast"
        | "bit_cast"
        | "down_cast"
        | "implicit_cast"
        | "polymorphic_downcast"
            if template.kind() == "template_function" =>
        {
            let ty = first_argument(x, template);
            let args = x.arguments(list);
            let value = args.first().copied().unwrap_or(ExprIx::NONE);
            Some(x.expr(function, Expr::Cast { ty, value }))
        }
        "make_unique" | "make_shared" | "make_unique_for_overwrite" | "allocate_shared" | "make_optional"
            if template.kind() == "template_function" =>
        {
            let ty = first_argument(x, template);
            let args = x.arguments(list);
            let value = x.construct(function, ty, args);
            let ty = x.type_at(function, Type::Optional(ty));
            Some(x.expr(function, Expr::Cast { ty, value }))
        }
        _ => None,
    }
}

fn first_argument<'t>(x: &mut Extractor<'t>, template: Node<'t>) -> TypeIx {
    let Some(list) = x.field(template, "arguments") else {
        return TypeIx::NONE;
    };
    let types = types::template_arguments(x, list);
    types.first().copied().unwrap_or(TypeIx::NONE)
}

/// `a[i]`, `a[i, j]`.
pub fn subscript<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let base = x.visit_field(node, "argument");
    let indices = match x.field(node, "indices") {
        Some(list) => x.arguments(list),
        None => Vec::new(),
    };
    let index = indices.first().copied().unwrap_or(ExprIx::NONE);
    x.expr(node, Expr::Index { base, index })
}

/// `new T(..)`. An array of pointers constructs nothing.
pub fn new<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    if let Some(placement) = x.field(node, "placement") {
        x.arguments(placement);
    }
    let written = x.field(node, "type");
    let ty = x.ty(written);
    let declarator = x.field(node, "declarator");
    if let Some(declarator) = declarator {
        x.visit_children(declarator);
    }
    let args = match x.field(node, "arguments") {
        Some(list) => x.arguments(list),
        None => Vec::new(),
    };
    // The grammar does not know `new T*[n]`; the pointer is still in the source.
    let between = written
        .zip(declarator)
        .map_or(0..0, |(ty, length)| ty.end_byte()..length.start_byte());
    let of_pointers = x.source.get(between).is_some_and(|text| text.contains('*'));
    let is_class = matches!(&x.out.ty(ty).kind, Type::Named { path, .. }
        if path.len() > 1 || path.first().is_some_and(|name| !declaration::is_builtin(x.out.name(*name))));
    if of_pointers || !is_class {
        let ty = x.type_at(node, Type::Pointer(ty));
        return x.expr(
            node,
            Expr::Cast {
                ty,
                value: ExprIx::NONE,
            },
        );
    }
    let value = x.construct(node, ty, args);
    let ty = x.type_at(node, Type::Pointer(ty));
    x.expr(node, Expr::Cast { ty, value })
}

/// A closure. Captures with an initial value are bound; plain ones are the names around.
pub fn lambda<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    x.lambda(node, |x| {
        if let Some(captures) = x.field(node, "captures") {
            for capture in x.children(captures) {
                if capture.kind() != "lambda_capture_initializer" {
                    continue;
                }
                let value = x.visit_field(capture, "right");
                if let Some(name) = x.field(capture, "left") {
                    let name = x.name_of(name);
                    x.bind(name, BindingKind::Local, 0, TypeIx::NONE, (value, Via::Whole));
                }
            }
        }
        if let Some(list) = x.field(node, "template_parameters") {
            template::params(x, list, None);
        }
        let (mut params, mut ret) = (Vec::new(), TypeIx::NONE);
        if let Some(declarator) = x.field(node, "declarator") {
            if let Some(list) = x.field(declarator, "parameters") {
                params = function::parameters(x, list, None, &[]);
            }
            if let Some(trailing) = x.child_of_kind(declarator, "trailing_return_type") {
                let written = x.field(trailing, "");
                ret = x.ty(written);
            }
        }
        if let Some(body) = x.field(node, "body") {
            x.visit_children(body);
        }
        (params, ret, ExprIx::NONE)
    })
}

/// `for (auto& item : items)`.
pub fn range_for<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    x.in_scope(ScopeKind::Block, node, |x| {
        if let Some(first) = x.field(node, "initializer") {
            x.visit(first);
        }
        let iterated = x.visit_field(node, "right");
        let written = x.field(node, "type");
        let base = x.ty(written);
        if let Some(declared) = x.field(node, "declarator") {
            let found = declarator::take_apart(x, declared);
            let from = offset(declared.start_byte());
            let element = if iterated.is_none() {
                iterated
            } else {
                x.expr(
                    declared,
                    Expr::Part {
                        value: iterated,
                        via: Via::Element,
                    },
                )
            };
            if let Some(name) = found.name_node {
                let ty = declarator::shaped(x, declared, base, &found.shapes, false);
                let ty = if base.is_none() { TypeIx::NONE } else { ty };
                let name = x.name_of(name);
                x.bind(name, BindingKind::Local, from, ty, (element, Via::Whole));
            } else {
                declaration::bind_parts(x, &found.parts, element, from);
            }
        }
        if let Some(body) = x.field(node, "body") {
            x.visit(body);
        }
    });
    ExprIx::NONE
}

/// `catch (const E& e) { .. }`.
pub fn catch<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    x.in_scope(ScopeKind::Block, node, |x| {
        if let Some(list) = x.field(node, "parameters") {
            function::parameters(x, list, None, &[]);
        }
        if let Some(body) = x.field(node, "body") {
            x.visit_children(body);
        }
    });
    ExprIx::NONE
}
