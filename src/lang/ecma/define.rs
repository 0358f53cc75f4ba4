//! Functions, however they are written and named.

use tree_sitter::Node;

use super::pattern::{self, Place};
use super::types;
use crate::graph::{NodeFlags, NodeKind, Visibility};
use crate::lang::engine::{Draft, Extractor};
use crate::lang::extraction::{
    BindingIx, BindingKind, DefIx, Expr, ExprIx, Name, Owner, Param, ScopeKind, TypeIx, Via,
};

/// What a function is called and where it belongs, apart from its own text.
pub struct Naming<'t> {
    pub kind: NodeKind,
    pub name: Name,
    /// The whole definition: a declarator, an assignment, a pair, or the function itself.
    pub node: Node<'t>,
    pub name_node: Node<'t>,
    pub owner: Owner,
    pub visibility: Visibility,
    pub flags: NodeFlags,
}

impl<'t> Naming<'t> {
    pub fn new(kind: NodeKind, name: Name, node: Node<'t>, name_node: Node<'t>) -> Self {
        Self {
            kind,
            name,
            node,
            name_node,
            owner: Owner::Parent,
            visibility: Visibility::Unknown,
            flags: NodeFlags::default(),
        }
    }
}

/// Expressions that are functions.
pub fn is_function(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "arrow_function" | "function_expression" | "generator_function"
    )
}

/// The function or class that an expression is, behind parentheses and casts, or wrapped by a call that takes it first
/// (`memo(..)`, `forwardRef(..)`, `async_handler(..)`).
pub fn wrapped_function<'t>(x: &mut Extractor<'t>, node: Node<'t>, depth: u8) -> Option<Node<'t>> {
    if is_function(node) || node.kind() == "class" {
        return Some(node);
    }
    if depth > 3 {
        return None;
    }
    match node.kind() {
        "call_expression" if is_wrapper(x, node) => {
            let list = x.field(node, "arguments")?;
            let first = x.children(list).first().copied()?;
            wrapped_function(x, first, depth + 1)
        }
        "parenthesized_expression" | "as_expression" | "satisfies_expression" | "non_null_expression" => {
            let inner = x.field(node, "")?;
            wrapped_function(x, inner, depth + 1)
        }
        _ => None,
    }
}

/// Calls that give back the function that they take first, more or less: what is made of it goes by the variable's name.
fn is_wrapper<'t>(x: &mut Extractor<'t>, call: Node<'t>) -> bool {
    const WRAPPERS: &[&str] = &[
        "memo",
        "forwardRef",
        "useCallback",
        "observer",
        "debounce",
        "throttle",
        "useEvent",
        "useEffectEvent",
        "useMemoizedFn",
        "asyncHandler",
        "catchAsync",
        "withErrorBoundary",
        "once",
        "memoize",
        "curry",
    ];
    let Some(function) = x.field(call, "function") else {
        return false;
    };
    let name = x.text(function);
    WRAPPERS.contains(&name.rsplit('.').next().unwrap_or(name))
}

/// What stands around a wrapped function: the wrapper is called, and its other arguments are read.
pub fn around_wrapped<'t>(x: &mut Extractor<'t>, value: Node<'t>) {
    if value.kind() != "call_expression" {
        return;
    }
    let callee = match x.field(value, "function") {
        Some(function) => x.visit_quiet(function),
        None => return,
    };
    if let Some(list) = x.field(value, "arguments") {
        for (place, argument) in x.children(list).into_iter().enumerate() {
            match place {
                0 => around_wrapped(x, argument),
                _ => {
                    x.visit_handed_on(argument);
                }
            }
        }
    }
    x.call(value, callee, Vec::new());
}

pub fn declaration<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(name_node) = x.field(node, "name") else {
        return ExprIx::NONE;
    };
    let name = x.name_of(name_node);
    let mut naming = Naming::new(NodeKind::Function, name, node, name_node);
    if node.kind() == "function_signature" {
        naming.flags |= NodeFlags::DECLARATION;
    }
    let def = function(x, node, naming);
    x.expr(node, Expr::Def(def))
}

/// A function expression by itself: a definition when it has a name of its own, else a closure.
pub fn expression<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    if node.kind() != "arrow_function"
        && let Some(name_node) = x.field(node, "name")
    {
        let name = x.name_of(name_node);
        let def = function(x, node, Naming::new(NodeKind::Function, name, node, name_node));
        return x.expr(node, Expr::Def(def));
    }
    x.lambda(node, |x| {
        type_params(x, node, None);
        let params = parameters(x, node, None);
        let written = x.field(node, "return_type");
        let ret = x.ty(written);
        let body = body(x, node);
        (params, ret, body)
    })
}

/// Makes the definition of a function node under a name.
pub fn function<'t>(x: &mut Extractor<'t>, node: Node<'t>, naming: Naming<'t>) -> DefIx {
    let mut draft = Draft::new(naming.kind, naming.name, naming.node, naming.name_node);
    draft.body = x.field(node, "body");
    draft.scope = Some(ScopeKind::Function);
    draft.owner = naming.owner;
    draft.visibility = naming.visibility;
    draft.flags = naming.flags;
    if x.text(node).starts_with("async") {
        draft.flags |= NodeFlags::ASYNC;
    }
    x.define(draft, |x, def| {
        type_params(x, node, Some(def));
        parameters(x, node, Some(def));
        let written = x.field(node, "return_type").or_else(|| x.field(node, "type"));
        let ty = x.ty(written);
        x.def_mut(def).ty = ty;
        let value = body(x, node);
        x.returned(value);
    })
}

/// Visits a body; the value of an expression body.
fn body<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    match x.field(node, "body") {
        Some(block) if block.kind() == "statement_block" => {
            x.visit_children(block);
            ExprIx::NONE
        }
        Some(expression) => x.visit_handed_on(expression),
        None => ExprIx::NONE,
    }
}

pub fn type_params<'t>(x: &mut Extractor<'t>, node: Node<'t>, def: Option<DefIx>) {
    let Some(list) = x.field(node, "type_parameters") else {
        return;
    };
    for param in x.children(list) {
        let Some(name_node) = x.field(param, "name") else {
            continue;
        };
        let name = x.name_of(name_node);
        let bound = x.field(param, "constraint").and_then(|bound| x.field(bound, ""));
        let ty = x.ty(bound);
        let binding = x.bind(name, BindingKind::TypeParam, 0, ty, (ExprIx::NONE, Via::Whole));
        if let Some(def) = def {
            x.add_type_param(def, binding);
        }
    }
}

/// Binds parameters in the current scope; those of a definition are what its callers see.
pub fn parameters<'t>(x: &mut Extractor<'t>, node: Node<'t>, def: Option<DefIx>) -> Vec<BindingIx> {
    let place = Place {
        scope: x.scope(),
        kind: BindingKind::Param,
    };
    let list = match (x.field(node, "parameter"), x.field(node, "parameters")) {
        (Some(one), _) => vec![one],
        (None, Some(list)) => x.children(list),
        (None, None) => return Vec::new(),
    };
    let mut bindings = Vec::new();
    for param in list {
        let (pattern, ty, default) = match param.kind() {
            "required_parameter" | "optional_parameter" => {
                for decorator in x.fields(param, "decorator") {
                    x.visit(decorator);
                }
                let Some(pattern) = x.field(param, "pattern") else {
                    continue;
                };
                let written = x.field(param, "type");
                (pattern, x.ty(written), x.visit_field(param, "value"))
            }
            "decorator" => continue,
            _ => (param, TypeIx::NONE, ExprIx::NONE),
        };
        if pattern.kind() == "this" {
            continue;
        }
        let variadic = pattern.kind() == "rest_pattern";
        let optional =
            param.kind() == "optional_parameter" || !default.is_none() || pattern.kind() == "assignment_pattern";
        let inner = if variadic {
            x.field(pattern, "").unwrap_or(pattern)
        } else {
            pattern
        };
        let binding = pattern::bind(x, inner, place, ty, default);
        let name = match binding {
            Some(binding) => x.out.binding(binding).name,
            None => x.intern(""),
        };
        bindings.extend(binding);
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
            parameter_property(x, def, param, inner, name, ty);
        }
    }
    bindings
}

/// `constructor(private repo: Repo)` declares a field too.
fn parameter_property<'t>(
    x: &mut Extractor<'t>,
    def: DefIx,
    param: Node<'t>,
    name_node: Node<'t>,
    name: Name,
    ty: TypeIx,
) {
    let modifier = x.all_children(param).into_iter().find(|child| {
        matches!(
            child.kind(),
            "accessibility_modifier" | "override_modifier" | "readonly"
        )
    });
    let Some(modifier) = modifier else { return };
    let class = x.out.def(def).parent;
    let mut draft = Draft::new(NodeKind::Field, name, param, name_node);
    draft.visibility = types::visibility(x.text(modifier));
    draft.ty = ty;
    let field = x.define(draft, |_, _| {});
    x.def_mut(field).parent = class;
}
