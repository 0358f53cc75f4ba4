//! Written types and bounds.

use tree_sitter::Node;

use crate::lang::engine::{Extractor, offset};
use crate::lang::extraction::{
    BindingIx, BindingKind, DefIx, Expr, ExprIx, Name, PathRoot, ReferenceKind, Target, Type, TypeIx, Via,
};

/// Lowers a type, a bound, or a path that names a type in an expression or a pattern.
pub fn lower<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> TypeIx {
    match node.kind() {
        "type_identifier" if x.text(node) == "_" => TypeIx::NONE,
        "type_identifier" | "identifier" | "scoped_type_identifier" | "scoped_identifier" | "crate" | "super" => {
            path_type(x, node, Vec::new())
        }
        "primitive_type" => {
            let name = x.name_of(node);
            x.type_at(
                node,
                Type::Named {
                    root: None,
                    path: vec![name],
                    args: Vec::new(),
                },
            )
        }
        "generic_type" | "generic_type_with_turbofish" | "generic_pattern" => {
            let args = x.field(node, "type_arguments");
            let args = args.map_or(Vec::new(), |list| arguments(x, list));
            let named = x.field(node, "type").or_else(|| x.field(node, ""));
            named.map_or(TypeIx::NONE, |named| path_type(x, named, args))
        }
        "reference_type" | "pointer_type" => {
            let inner = x.field(node, "type");
            let inner = x.ty(inner);
            x.type_at(node, Type::Pointer(inner))
        }
        "array_type" => {
            let element = x.field(node, "element");
            let element = x.ty(element);
            x.visit_field(node, "length");
            x.type_at(node, Type::List(element))
        }
        "tuple_type" | "unit_type" => {
            let parts = x.children(node).into_iter().map(|part| x.ty(Some(part))).collect();
            x.type_at(node, Type::Tuple(parts))
        }
        "function_type" => function(x, node),
        "abstract_type" | "dynamic_type" => {
            let inner = x.field(node, "trait");
            x.ty(inner)
        }
        "higher_ranked_trait_bound" => {
            let inner = x.field(node, "type");
            x.ty(inner)
        }
        "bounded_type" | "trait_bounds" => {
            let mut parts = Vec::new();
            all_of(x, node, &mut parts);
            all(x, node, parts)
        }
        "bracketed_type" => {
            let inner = x.field(node, "");
            x.ty(inner)
        }
        "qualified_type" => {
            // `<T as Trait>`: what T has by way of the trait.
            let parts = ["type", "alias"].map(|field| {
                let part = x.field(node, field);
                x.ty(part)
            });
            all(x, node, parts.to_vec())
        }
        "type_arguments" => {
            arguments(x, node);
            TypeIx::NONE
        }
        "macro_invocation" => {
            x.visit(node);
            TypeIx::NONE
        }
        // `?Sized` takes a bound away; `!`, lifetimes and macro variables say nothing.
        _ => TypeIx::NONE,
    }
}

/// The parts of `A + B + 'a`, which the grammar nests to the left.
fn all_of<'t>(x: &mut Extractor<'t>, node: Node<'t>, parts: &mut Vec<TypeIx>) {
    for child in x.children(node) {
        if child.kind() == "bounded_type" {
            all_of(x, child, parts);
        } else {
            parts.push(x.ty(Some(child)));
        }
    }
}

/// All of these at once; itself for one, nothing for none.
fn all<'t>(x: &mut Extractor<'t>, node: Node<'t>, mut parts: Vec<TypeIx>) -> TypeIx {
    parts.retain(|part| !part.is_none());
    match parts.as_slice() {
        [] => TypeIx::NONE,
        [one] => *one,
        _ => x.type_at(node, Type::All(parts)),
    }
}

/// `fn(A) -> B`, `Fn(A) -> B`.
fn function<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> TypeIx {
    let mut params = Vec::new();
    if let Some(list) = x.field(node, "parameters") {
        for child in x.children(list) {
            let written = if child.kind() == "parameter" {
                x.field(child, "type")
            } else {
                Some(child)
            };
            params.push(x.ty(written));
        }
    }
    let ret = x.field(node, "return_type");
    let ret = x.ty(ret);
    x.type_at(node, Type::Function { params, ret })
}

/// A type by its path. The reference stands at the last name.
fn path_type<'t>(x: &mut Extractor<'t>, node: Node<'t>, args: Vec<TypeIx>) -> TypeIx {
    if matches!(node.kind(), "type_identifier" | "identifier") && x.text(node) == "Self" {
        return x.type_at(node, Type::SelfType);
    }
    let mut path = Path::default();
    if !path.collect(x, node) {
        return TypeIx::NONE;
    }
    let Path { root, names, base, at } = path;
    let at = at.unwrap_or_else(|| offset(node.start_byte()));
    let Some(last) = names.last().copied() else {
        return base.unwrap_or(TypeIx::NONE);
    };
    let kind = match base {
        Some(base) => Type::Projected { base, name: last },
        None => Type::Named {
            root,
            path: names,
            args,
        },
    };
    let ty = x.type_at(node, kind);
    x.out.types[ty.ix()].at = at;
    x.reference(ReferenceKind::Type, Target::Type(ty), at);
    ty
}

/// A path being taken apart.
#[derive(Default)]
struct Path {
    root: Option<PathRoot>,
    names: Vec<Name>,
    /// The type before the last name: `Self::Item`, `<T as Trait>::Item`, `Vec<T>::Item`.
    base: Option<TypeIx>,
    /// Where the last name stands.
    at: Option<u32>,
}

impl Path {
    /// Adds the segments of a node; false when the path says nothing (a macro variable).
    fn collect<'t>(&mut self, x: &mut Extractor<'t>, node: Node<'t>) -> bool {
        match node.kind() {
            "scoped_type_identifier" | "scoped_identifier" => {
                if let Some(before) = x.field(node, "path")
                    && !self.collect(x, before)
                {
                    return false;
                }
                x.field(node, "name").is_none_or(|name| self.collect(x, name))
            }
            "crate" => {
                self.root = Some(PathRoot::Top);
                true
            }
            "self" => {
                self.root = Some(PathRoot::Here);
                true
            }
            "super" => {
                let up = match self.root {
                    Some(PathRoot::Up(up)) => up.saturating_add(1),
                    _ => 1,
                };
                self.root = Some(PathRoot::Up(up));
                true
            }
            "generic_type" | "generic_type_with_turbofish" | "bracketed_type" => {
                self.base = Some(lower(x, node));
                true
            }
            "identifier" | "type_identifier" => {
                if x.text(node) == "Self" {
                    self.base = Some(x.type_at(node, Type::SelfType));
                    return true;
                }
                if self.base.is_some()
                    && let Some(before) = self.names.pop()
                {
                    // `Self::A::B`: what came before is a type itself.
                    let base = self.base.unwrap_or(TypeIx::NONE);
                    self.base = Some(x.type_at(node, Type::Projected { base, name: before }));
                }
                self.names.push(identifier(x, node));
                self.at = Some(offset(node.start_byte()));
                true
            }
            _ => false,
        }
    }
}

/// A name without the `r#` that lets it be a keyword.
pub fn identifier<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> Name {
    let text = x.text(node);
    x.intern(text.strip_prefix("r#").unwrap_or(text))
}

/// Type arguments by place. Of associated types only `Item` and `Output` count, which say what an iterator or a future gives.
pub fn arguments<'t>(x: &mut Extractor<'t>, list: Node<'t>) -> Vec<TypeIx> {
    let mut args = Vec::new();
    for child in x.children(list) {
        match child.kind() {
            "lifetime" => {}
            "type_binding" => {
                let bound = x.field(child, "type");
                let ty = x.ty(bound);
                let name = x.field(child, "name");
                if name.is_some_and(|name| matches!(x.text(name), "Item" | "Output")) {
                    args.push(ty);
                }
            }
            "trait_bounds" => {
                x.ty(Some(child));
            }
            "block" => {
                x.visit(child);
            }
            _ => args.push(x.ty(Some(child))),
        }
    }
    args
}

/// Binds the type parameters of an item in the current scope, with the bounds of its `where` clause.
pub fn parameters<'t>(x: &mut Extractor<'t>, item: Node<'t>) -> Vec<BindingIx> {
    let mut bound = Vec::new();
    if let Some(list) = x.field(item, "type_parameters") {
        // All are bound before any bound is read: one may name the other.
        let children = x.children(list);
        let mut read_later = Vec::new();
        for child in children {
            let Some(name_node) = x.field(child, "name") else {
                continue;
            };
            let name = identifier(x, name_node);
            match child.kind() {
                "type_parameter" => {
                    let binding = x.bind(
                        name,
                        BindingKind::TypeParam,
                        0,
                        TypeIx::NONE,
                        (ExprIx::NONE, Via::Whole),
                    );
                    bound.push(binding);
                    read_later.push((child, binding));
                }
                "const_parameter" => {
                    let written = x.field(child, "type");
                    let ty = x.ty(written);
                    x.bind(name, BindingKind::Param, 0, ty, (ExprIx::NONE, Via::Whole));
                }
                _ => {}
            }
        }
        for (child, binding) in read_later {
            let bounds = x.field(child, "bounds");
            let ty = x.ty(bounds);
            x.out.bindings[binding.ix()].ty = ty;
            if let Some(default) = x.field(child, "default_type") {
                let ty = x.ty(Some(default));
                x.out.bindings[binding.ix()].value = x.expr(default, Expr::Type(ty));
            }
        }
    }
    if let Some(clause) = x.child_of_kind(item, "where_clause") {
        where_clause(x, clause, &bound);
    }
    bound
}

fn where_clause<'t>(x: &mut Extractor<'t>, clause: Node<'t>, bound: &[BindingIx]) {
    for predicate in x.children(clause) {
        let Some(left) = x.field(predicate, "left") else {
            continue;
        };
        let bounds = x.field(predicate, "bounds");
        let ty = x.ty(bounds);
        let plain = left.kind() == "type_identifier";
        let name = identifier(x, left);
        let binding = bound
            .iter()
            .find(|binding| plain && x.out.binding(**binding).name == name);
        match binding {
            Some(binding) => {
                let before = x.out.binding(*binding).ty;
                let ty = all(x, predicate, vec![before, ty]);
                x.out.bindings[binding.ix()].ty = ty;
            }
            None if left.kind() != "lifetime" => {
                x.ty(Some(left));
            }
            None => {}
        }
    }
}

/// Binds an item's type parameters and notes them as the definition's own.
pub fn parameters_of<'t>(x: &mut Extractor<'t>, item: Node<'t>, def: DefIx) {
    for binding in parameters(x, item) {
        x.add_type_param(def, binding);
    }
}
