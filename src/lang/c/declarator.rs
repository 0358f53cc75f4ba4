//! Declarators: what stands around a declared name.
//!
//! C writes a declaration the way the name is used, so the tree is inside out: in `int *(*table[3])(void)` the name is
//! innermost and what touches it applies first. Here the tree is walked down to the name once, and the shapes passed on
//! the way say what the name is.

use tree_sitter::Node;

use crate::lang::engine::{Extractor, offset};
use crate::lang::extraction::{Name, PathRoot, Type, TypeIx};

/// What one layer around the name makes of the type.
#[derive(Clone, Copy)]
pub enum Shape<'t> {
    Pointer,
    Array,
    /// A function; the node of its declarator.
    Function(Node<'t>),
}

/// A declarator taken apart.
pub struct Declarator<'t> {
    /// The node of the name; `None` for abstract ones (`int *` among parameters).
    pub name_node: Option<Node<'t>>,
    /// Scopes written before the name, outermost first: `a`, `B<T>` of `a::B<T>::f`.
    pub scopes: Vec<Node<'t>>,
    /// The name was written with a leading `::`.
    pub from_top: bool,
    /// From the outermost to the one that touches the name.
    pub shapes: Vec<Shape<'t>>,
    /// Names of a structured binding, `auto [a, b]`.
    pub parts: Vec<Node<'t>>,
    /// Template arguments behind the name, of a specialisation.
    pub arguments: Option<Node<'t>>,
    /// `...` before the name: a parameter pack.
    pub pack: bool,
}

impl<'t> Declarator<'t> {
    /// The declarator of a function, when the name is declared to be one.
    pub fn function(&self) -> Option<Node<'t>> {
        match self.shapes.last() {
            Some(Shape::Function(node)) => Some(*node),
            _ => None,
        }
    }
}

/// Walks a declarator down to its name.
pub fn take_apart<'t>(x: &mut Extractor<'t>, declarator: Node<'t>) -> Declarator<'t> {
    let mut found = Declarator {
        name_node: None,
        scopes: Vec::new(),
        from_top: false,
        shapes: Vec::new(),
        parts: Vec::new(),
        arguments: None,
        pack: false,
    };
    let mut here = Some(declarator);
    while let Some(node) = here {
        here = match node.kind() {
            "pointer_declarator" | "abstract_pointer_declarator" => {
                found.shapes.push(Shape::Pointer);
                x.field(node, "declarator")
            }
            "array_declarator" | "abstract_array_declarator" => {
                found.shapes.push(Shape::Array);
                if let Some(size) = x.field(node, "size") {
                    x.visit(size);
                }
                x.field(node, "declarator")
            }
            "function_declarator" | "abstract_function_declarator" => {
                found.shapes.push(Shape::Function(node));
                x.field(node, "declarator")
            }
            "operator_cast" => {
                found.name_node = Some(node);
                if let Some(inner) = x.field(node, "declarator") {
                    cast_function(x, inner, &mut found);
                }
                None
            }
            "qualified_identifier" => {
                match x.field(node, "scope") {
                    Some(scope) => found.scopes.push(scope),
                    None if found.scopes.is_empty() => found.from_top = true,
                    None => {}
                }
                x.field(node, "name")
            }
            "template_function" | "template_method" | "template_type" => {
                found.arguments = x.field(node, "arguments");
                x.field(node, "name")
            }
            "structured_binding_declarator" => {
                found.parts = x.children(node);
                None
            }
            "init_declarator" => x.field(node, "declarator"),
            "variadic_declarator" => {
                found.pack = true;
                x.field(node, "")
            }
            "reference_declarator"
            | "parenthesized_declarator"
            | "attributed_declarator"
            | "abstract_reference_declarator"
            | "abstract_parenthesized_declarator"
            | "dependent_name" => x.children(node).into_iter().find(|child| is_declarator(child.kind())),
            "identifier" | "field_identifier" | "type_identifier" | "primitive_type" | "operator_name"
            | "destructor_name" => {
                found.name_node = Some(node);
                None
            }
            _ => None,
        };
    }
    found
}

fn is_declarator(kind: &str) -> bool {
    kind.ends_with("declarator")
        || kind.ends_with("identifier")
        || matches!(
            kind,
            "operator_name"
                | "destructor_name"
                | "template_function"
                | "template_method"
                | "operator_cast"
                | "primitive_type"
        )
}

/// `operator T*() const`: the function is hidden below the pointers of the type.
fn cast_function<'t>(x: &mut Extractor<'t>, declarator: Node<'t>, found: &mut Declarator<'t>) {
    let mut here = Some(declarator);
    while let Some(node) = here {
        if node.kind() == "abstract_function_declarator" {
            found.shapes.push(Shape::Function(node));
            return;
        }
        found.shapes.push(Shape::Pointer);
        here = match x.field(node, "declarator") {
            Some(inner) => Some(inner),
            None => x.children(node).into_iter().find(|child| is_declarator(child.kind())),
        };
    }
}

/// The name of a declarator as people write it: `operator==`, `operator bool`, `~Class`, `name`.
pub fn name_of<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> Name {
    let text = x.text(node);
    match node.kind() {
        "operator_name" => {
            let symbol = text.strip_prefix("operator").unwrap_or(text).trim();
            let words = symbol.starts_with(|c: char| c.is_alphabetic());
            let symbol: String = symbol.split_whitespace().collect::<Vec<_>>().join("");
            let name = format!("operator{}{symbol}", if words { " " } else { "" });
            x.intern_owned(&name)
        }
        "operator_cast" => {
            let end = text.find('(').unwrap_or(text.len());
            let name = text[..end].split_whitespace().collect::<Vec<_>>().join(" ");
            x.intern_owned(&name)
        }
        "destructor_name" => {
            let name: String = text.split_whitespace().collect();
            x.intern_owned(&name)
        }
        _ => x.intern(text),
    }
}

/// Wraps the type that stands before the declarator in the declarator's shapes. Of a function the result is what it
/// returns, when `of_function` is set.
pub fn shaped<'t>(
    x: &mut Extractor<'t>,
    node: Node<'t>,
    base: TypeIx,
    shapes: &[Shape<'t>],
    of_function: bool,
) -> TypeIx {
    let count = match shapes.last() {
        Some(Shape::Function(_)) if of_function => shapes.len() - 1,
        _ => shapes.len(),
    };
    let mut ty = base;
    for shape in &shapes[..count] {
        ty = match shape {
            Shape::Pointer => x.type_at(node, Type::Pointer(ty)),
            Shape::Array => x.type_at(node, Type::List(ty)),
            Shape::Function(declarator) => {
                let params = match x.field(*declarator, "parameters") {
                    Some(list) => parameter_types(x, list),
                    None => Vec::new(),
                };
                x.type_at(node, Type::Function { params, ret: ty })
            }
        };
    }
    ty
}

/// The types of a parameter list whose names mean nothing: that of a function type.
fn parameter_types<'t>(x: &mut Extractor<'t>, list: Node<'t>) -> Vec<TypeIx> {
    let mut types = Vec::new();
    for child in x.children(list) {
        if !child.kind().ends_with("parameter_declaration") {
            continue;
        }
        let written = x.field(child, "type");
        let base = x.ty(written);
        let declarator = x.field(child, "declarator");
        let ty = match declarator {
            Some(declarator) => {
                let shapes = take_apart(x, declarator).shapes;
                shaped(x, child, base, &shapes, false)
            }
            None => base,
        };
        types.push(ty);
    }
    types
}

/// The type named by the scopes before a name, `a::B` of `a::B<T>::f`: the owner of what is defined there.
pub fn owner_type<'t>(x: &mut Extractor<'t>, found: &Declarator<'t>) -> Option<TypeIx> {
    let last = *found.scopes.last()?;
    let mut path = Vec::with_capacity(found.scopes.len());
    for scope in &found.scopes {
        let name = match scope.kind() {
            "template_type" | "dependent_name" => x.field(*scope, "name").unwrap_or(*scope),
            _ => *scope,
        };
        path.push(x.name_of(name));
    }
    let root = found.from_top.then_some(PathRoot::Top);
    Some(x.type_at(
        last,
        Type::Named {
            root,
            path,
            args: Vec::new(),
        },
    ))
}

/// Byte offset from which a declared name is known: the end of its declarator.
pub fn visible_from(node: Node<'_>) -> u32 {
    offset(node.end_byte())
}
