//! Written types.

use tree_sitter::Node;

use crate::lang::engine::Extractor;
use crate::lang::extraction::{Name, Type, TypeIx};

pub fn lower<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> TypeIx {
    match node.kind() {
        // `var` is a type's name only where somebody tries to confuse.
        "type_identifier" if x.text(node) == "var" => TypeIx::NONE,
        "type_identifier" | "identifier" => {
            let name = x.name_of(node);
            x.named_type(node, vec![name], Vec::new())
        }
        "integral_type" | "floating_point_type" | "boolean_type" => {
            let name = x.name_of(node);
            let named = Type::Named {
                root: None,
                path: vec![name],
                args: Vec::new(),
            };
            x.type_at(node, named)
        }
        "scoped_type_identifier" | "scoped_identifier" => scoped(x, node, Vec::new()),
        "generic_type" => {
            let (mut head, mut args) = (None, Vec::new());
            for child in x.children(node) {
                if child.kind() == "type_arguments" {
                    args = x.children(child).into_iter().map(|one| lower(x, one)).collect();
                } else {
                    head = Some(child);
                }
            }
            match head {
                Some(head) => scoped(x, head, args),
                None => TypeIx::NONE,
            }
        }
        "array_type" => {
            let element = x.field(node, "element");
            let element = x.ty(element);
            let dimensions = x.field(node, "dimensions");
            array_of(x, node, element, dimensions)
        }
        "annotated_type" => {
            let mut ty = TypeIx::NONE;
            for child in x.children(node) {
                match child.kind() {
                    "annotation" | "marker_annotation" => {
                        x.visit(child);
                    }
                    _ => ty = lower(x, child),
                }
            }
            ty
        }
        // `? super T` takes a `T` and gives at least nothing else that is known.
        "wildcard" => match x.children(node).last().copied() {
            Some(bound) if !matches!(bound.kind(), "super" | "annotation" | "marker_annotation") => lower(x, bound),
            _ => named(x, node, "Object", Vec::new()),
        },
        "catch_type" => several(x, node, Type::Union),
        "type_bound" => several(x, node, Type::All),
        "void_type" => TypeIx::NONE,
        _ => {
            x.visit_children(node);
            TypeIx::NONE
        }
    }
}

fn several<'t>(x: &mut Extractor<'t>, node: Node<'t>, make: fn(Vec<TypeIx>) -> Type) -> TypeIx {
    let mut types: Vec<TypeIx> = x.children(node).into_iter().map(|one| lower(x, one)).collect();
    match types.len() {
        0 => TypeIx::NONE,
        1 => types.remove(0),
        _ => x.type_at(node, make(types)),
    }
}

/// `a.b.C<X>`: the site is the last name.
fn scoped<'t>(x: &mut Extractor<'t>, node: Node<'t>, args: Vec<TypeIx>) -> TypeIx {
    let mut path: Vec<Name> = Vec::new();
    let mut last = node;
    // The names from right to left; arguments and annotations of outer types are visited and left out of the path.
    let mut pending = vec![node];
    while let Some(part) = pending.pop() {
        match part.kind() {
            "scoped_type_identifier" | "scoped_identifier" | "generic_type" => pending.extend(x.children(part)),
            "type_identifier" | "identifier" => {
                if path.is_empty() {
                    last = part;
                }
                path.push(x.name_of(part));
            }
            _ => {
                x.visit(part);
            }
        }
    }
    path.reverse();
    if path.is_empty() {
        return TypeIx::NONE;
    }
    x.named_type(last, path, args)
}

/// `element` with as many brackets as the dimensions have.
pub fn array_of<'t>(
    x: &mut Extractor<'t>,
    node: Node<'t>,
    mut element: TypeIx,
    dimensions: Option<Node<'t>>,
) -> TypeIx {
    let Some(dimensions) = dimensions else {
        return element;
    };
    for child in x.all_children(dimensions) {
        match child.kind() {
            "[" => element = x.type_at(node, Type::List(element)),
            "annotation" | "marker_annotation" => {
                x.visit(child);
            }
            _ => {}
        }
    }
    element
}

/// A type of the language's own by name.
pub fn named<'t>(x: &mut Extractor<'t>, node: Node<'t>, name: &str, args: Vec<TypeIx>) -> TypeIx {
    let name = x.intern_owned(name);
    let named = Type::Named {
        root: None,
        path: vec![name],
        args,
    };
    x.type_at(node, named)
}
