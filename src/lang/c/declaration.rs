//! Declarations: variables, fields, prototypes, typedefs.

use tree_sitter::Node;

use super::declarator::{self, Declarator, Shape};
use super::{function, is_cpp, record};
use crate::graph::{NodeFlags, NodeKind, Visibility};
use crate::lang::engine::{Draft, Extractor, Lead};
use crate::lang::extraction::{BindingKind, Expr, ExprIx, Name, ScopeKind, Type, TypeIx, Via};

/// The part of a declaration before its declarators.
struct Specifiers<'t> {
    ty: TypeIx,
    is_static: bool,
    is_extern: bool,
    is_const: bool,
    lead: Lead<'t>,
    node: Node<'t>,
}

/// A declaration at file level, in a namespace, in a class or in a function.
pub fn declaration<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let lead = x.take_lead();
    let declarators = x.fields(node, "declarator");
    let specifiers = specifiers(x, node, lead, &declarators);
    let in_function = in_function(x);
    for declared in &declarators {
        let found = declarator::take_apart(x, *declared);
        if found.function().is_some() && declared.kind() != "init_declarator" {
            if in_function {
                local_function(x, &specifiers, *declared, &found);
            } else if let Some(name) = found.name_node {
                prototype(x, &specifiers, &found, name);
            }
            continue;
        }
        // The declaration of a condition holds its value itself.
        let value = x.field(*declared, "value").or_else(|| x.field(node, "value"));
        variable(x, &specifiers, *declared, &found, value, declarators.len() == 1);
    }
    ExprIx::NONE
}

/// Members of a class, struct or union.
pub fn field_declaration<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let lead = x.take_lead();
    let declarators = x.fields(node, "declarator");
    let specifiers = specifiers(x, node, lead, &declarators);
    let single = declarators.len() == 1;
    let defaults = x.fields(node, "default_value");
    for declared in &declarators {
        let found = declarator::take_apart(x, *declared);
        if found.function().is_some() {
            function::define(x, node, &found, specifiers.lead.clone());
            continue;
        }
        // A declarator's default is the one that follows it before the next declarator.
        let next = declarators
            .iter()
            .map(Node::start_byte)
            .find(|start| *start > declared.start_byte());
        let value = defaults.iter().copied().find(|value| {
            value.start_byte() > declared.start_byte() && next.is_none_or(|next| value.start_byte() < next)
        });
        variable(x, &specifiers, *declared, &found, value, single);
    }
    ExprIx::NONE
}

/// `typedef`: each declarator is another name for its type; the first plain one names an unnamed struct.
pub fn type_definition<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let lead = x.take_lead();
    let declarators = x.fields(node, "declarator");
    let Some(written) = x.field(node, "type") else {
        return ExprIx::NONE;
    };
    let has_body = x.field(written, "body").is_some();
    let mut named = None;
    let base = if has_body {
        let alias = match x.field(written, "name") {
            Some(_) => None,
            None => declarators.iter().copied().find(|one| one.kind() == "type_identifier"),
        };
        let Some(def) = record::define(x, written, lead.clone(), alias) else {
            return ExprIx::NONE;
        };
        // The whole statement belongs to a struct that is named at its end.
        let end = crate::lang::engine::offset(node.end_byte());
        let made = x.def_mut(def);
        made.end = made.end.max(end);
        made.start = made.start.min(crate::lang::engine::offset(node.start_byte()));
        named = Some(x.out.def(def).name);
        record::type_of(x, def, written)
    } else {
        TypeIx::NONE
    };
    for declared in &declarators {
        let found = declarator::take_apart(x, *declared);
        let Some(name_node) = found.name_node else { continue };
        let name = x.name_of(name_node);
        // `typedef struct S { .. } S;` says the same name twice.
        if found.shapes.is_empty() && named == Some(name) {
            continue;
        }
        alias(x, node, name_node, lead.clone(), |x| {
            let base = match has_body {
                true => base,
                false => x.ty(Some(written)),
            };
            declarator::shaped(x, *declared, base, &found.shapes, false)
        });
    }
    ExprIx::NONE
}

/// Makes another name for the type that `meant` lowers.
pub fn alias<'t>(
    x: &mut Extractor<'t>,
    node: Node<'t>,
    name_node: Node<'t>,
    lead: Lead<'t>,
    meant: impl FnOnce(&mut Extractor<'t>) -> TypeIx,
) {
    let name = x.name_of(name_node);
    let mut draft = Draft::new(NodeKind::TypeAlias, name, node, name_node);
    draft.head = Some(node.start_byte());
    draft.visibility = function::linkage(x);
    let is_template = lead.attributes.iter().any(|one| one.kind() == "template_declaration");
    if is_template {
        draft.scope = Some(ScopeKind::Type);
    }
    draft.lead = Some(lead.clone());
    x.define(draft, |x, def| {
        function::template_params(x, &lead, def);
        let ty = meant(x);
        x.def_mut(def).ty = ty;
    });
}

fn specifiers<'t>(x: &mut Extractor<'t>, node: Node<'t>, lead: Lead<'t>, declarators: &[Node<'t>]) -> Specifiers<'t> {
    let written = x.field(node, "type");
    let head_end = declarators.first().map_or(node.end_byte(), Node::start_byte);
    let type_range = written.map_or(0..0, |written| written.byte_range());
    let before = x
        .source
        .get(node.start_byte()..type_range.start.max(node.start_byte()))
        .unwrap_or_default();
    let after = x.source.get(type_range.end..head_end).unwrap_or_default();
    let has = |word: &str| {
        before
            .split_whitespace()
            .chain(after.split_whitespace())
            .any(|one| one == word)
    };
    let (is_static, is_extern) = (has("static"), has("extern"));
    let is_const = has("const") || has("constexpr") || has("constinit");
    // Doc comments of `struct S { .. } s;` are the struct's.
    let defines_type = match written {
        Some(written) => x.field(written, "body").is_some(),
        None => false,
    };
    let ty = match written {
        Some(written) if defines_type => match record::define(x, written, lead.clone(), None) {
            Some(def) => record::type_of(x, def, written),
            None => TypeIx::NONE,
        },
        _ if holds_function(x, declarators) => TypeIx::NONE,
        _ => x.ty(written),
    };
    Specifiers {
        ty,
        is_static,
        is_extern,
        is_const,
        lead: if defines_type { Lead::default() } else { lead },
        node,
    }
}

/// The type before the one declarator of a function is looked at with the function, which sees its template parameters.
fn holds_function<'t>(x: &mut Extractor<'t>, declarators: &[Node<'t>]) -> bool {
    let [one] = declarators else { return false };
    one.kind() != "init_declarator" && !in_function(x) && declarator::take_apart(x, *one).function().is_some()
}

/// True inside of the body of a function: names declared there are bound, not defined.
fn in_function(x: &Extractor<'_>) -> bool {
    matches!(
        x.out.scope(x.scope()).kind,
        ScopeKind::Function | ScopeKind::Lambda | ScopeKind::Block
    )
}

fn prototype<'t>(x: &mut Extractor<'t>, specifiers: &Specifiers<'t>, found: &Declarator<'t>, name: Node<'t>) {
    if name.kind() == "type_identifier" {
        return;
    }
    function::define(x, specifiers.node, found, specifiers.lead.clone());
}

/// In a function, what looks like a prototype is mostly a variable: `Type name(argument);`. Only names without types of
/// their own can be arguments.
fn local_function<'t>(x: &mut Extractor<'t>, specifiers: &Specifiers<'t>, declared: Node<'t>, found: &Declarator<'t>) {
    let (Some(name_node), Some(function)) = (found.name_node, found.function()) else {
        return;
    };
    let Some(list) = x.field(function, "parameters") else {
        return;
    };
    let params = x.children(list);
    if !is_cpp(x) || params.is_empty() || specifiers.is_extern {
        return;
    }
    let mut names = Vec::new();
    for param in params {
        let written = x.field(param, "type");
        let declarator = x.field(param, "declarator");
        let plain = param.kind() == "parameter_declaration"
            && declarator.is_none_or(|one| one.kind() == "abstract_function_declarator");
        match written {
            Some(written) if plain && matches!(written.kind(), "type_identifier" | "qualified_identifier") => {
                names.push((written, declarator));
            }
            _ => return,
        }
    }
    let mut args = Vec::new();
    for (name, call) in names {
        let value = super::expression::path(x, name);
        // `Type x(f());`: the grammar takes the call for a function type.
        args.push(match call {
            Some(_) => x.call(name, value, Vec::new()),
            None => {
                x.read(value, false);
                value
            }
        });
    }
    let shapes = &found.shapes[..found.shapes.len() - 1];
    let ty = declarator::shaped(x, declared, specifiers.ty, shapes, false);
    let value = construct(x, specifiers.node, specifiers.ty, shapes, args);
    let name = declarator::name_of(x, name_node);
    x.bind(
        name,
        BindingKind::Local,
        declarator::visible_from(declared),
        ty,
        (value, Via::Whole),
    );
}

fn variable<'t>(
    x: &mut Extractor<'t>,
    specifiers: &Specifiers<'t>,
    declared: Node<'t>,
    found: &Declarator<'t>,
    value: Option<Node<'t>>,
    single: bool,
) {
    let ty = declarator::shaped(x, declared, specifiers.ty, &found.shapes, false);
    let from = declarator::visible_from(
        x.field(declared, "declarator")
            .filter(|_| declared.kind() == "init_declarator")
            .unwrap_or(declared),
    );
    if !found.parts.is_empty() {
        let value = initial(x, specifiers, found, value);
        bind_parts(x, &found.parts, value, from);
        return;
    }
    let Some(name_node) = found.name_node else { return };
    let name = declarator::name_of(x, name_node);
    if in_function(x) {
        let value = initial(x, specifiers, found, value);
        x.bind(name, BindingKind::Local, from, ty, (value, Via::Whole));
        return;
    }
    let in_type = x.out.def(x.def()).kind.is_type();
    // What a pointer points to may be constant; the pointer is not.
    let is_constant = specifiers.is_const && !found.shapes.iter().any(|shape| matches!(shape, Shape::Pointer));
    let kind = match (in_type || !found.scopes.is_empty(), is_constant) {
        (true, _) => NodeKind::Field,
        (false, true) => NodeKind::Constant,
        (false, false) => NodeKind::Variable,
    };
    let node = if single { specifiers.node } else { declared };
    let mut draft = Draft::new(kind, name, node, name_node);
    draft.ty = ty;
    draft.lead = Some(specifiers.lead.clone());
    if single {
        draft.head = Some(node.start_byte());
    }
    draft.visibility = if specifiers.is_static && !in_type {
        Visibility::Private
    } else {
        function::linkage(x)
    };
    if specifiers.is_static {
        draft.flags |= NodeFlags::STATIC;
    }
    if specifiers.is_extern && value.is_none() {
        draft.flags |= NodeFlags::DECLARATION;
    }
    if let Some(owner) = declarator::owner_type(x, found) {
        draft.owner = crate::lang::extraction::Owner::Type(owner);
    }
    draft.body = value.filter(|value| value.kind() == "initializer_list");
    x.define(draft, |x, def| {
        let value = match (in_type, specifiers.is_extern) {
            // A field is made by the constructor, not where it is declared.
            (true, _) if value.is_none() => ExprIx::NONE,
            (_, true) if value.is_none() => ExprIx::NONE,
            _ => initial(x, specifiers, found, value),
        };
        x.def_mut(def).value = value;
    });
}

/// The initial value: what is written after `=`, or the construction that the declaration is.
fn initial<'t>(
    x: &mut Extractor<'t>,
    specifiers: &Specifiers<'t>,
    found: &Declarator<'t>,
    value: Option<Node<'t>>,
) -> ExprIx {
    let Some(value) = value else {
        return construct(x, specifiers.node, specifiers.ty, &found.shapes, Vec::new());
    };
    match value.kind() {
        "argument_list" => {
            let args = x.arguments(value);
            construct(x, specifiers.node, specifiers.ty, &found.shapes, args)
        }
        "initializer_list" if is_cpp(x) && found.shapes.is_empty() => {
            let args = x.arguments(value);
            match construct(x, specifiers.node, specifiers.ty, &found.shapes, args.clone()) {
                ExprIx::NONE => x.expr(value, Expr::Array(args)),
                made => made,
            }
        }
        _ => x.visit_handed_on(value),
    }
}

/// The construction of an object of a class, in C++. Pointers, arrays and values of the language's own types are not
/// constructed by anybody.
fn construct<'t>(x: &mut Extractor<'t>, node: Node<'t>, ty: TypeIx, shapes: &[Shape<'t>], args: Vec<ExprIx>) -> ExprIx {
    if !is_cpp(x) || ty.is_none() {
        return single(&args);
    }
    let is_object = shapes.iter().all(|shape| matches!(shape, Shape::Array));
    let Type::Named { path, .. } = &x.out.ty(ty).kind else {
        return single(&args);
    };
    if !is_object || path.len() == 1 && is_builtin(x.out.name(path[0])) {
        return single(&args);
    }
    x.construct(node, ty, args)
}

/// `int x(y)` is `int x = y`.
fn single(args: &[ExprIx]) -> ExprIx {
    match args {
        [one] => *one,
        _ => ExprIx::NONE,
    }
}

/// The language's own types, and their usual sized names.
pub fn is_builtin(name: &str) -> bool {
    const WORDS: &[&str] = &[
        "unsigned", "signed", "long", "short", "int", "char", "bool", "float", "double", "auto",
    ];
    WORDS.contains(&name.split_whitespace().next().unwrap_or(name)) || is_sized(name)
}

/// `size_t`, `int32_t` and the like, which the grammar counts among the language's own.
fn is_sized(name: &str) -> bool {
    name.strip_suffix("_t").is_some_and(|stem| {
        matches!(stem, "size" | "ssize" | "ptrdiff" | "nullptr" | "max_align")
            || stem.ends_with(['8', '6', '2', '4'])
            || stem.ends_with("intptr")
    })
}

/// `auto [a, b] = value`.
pub fn bind_parts<'t>(x: &mut Extractor<'t>, parts: &[Node<'t>], value: ExprIx, from: u32) {
    for (place, part) in parts.iter().enumerate() {
        let via = Via::Nth(u16::try_from(place).unwrap_or(u16::MAX));
        let name: Name = x.name_of(*part);
        x.bind(name, BindingKind::Local, from, TypeIx::NONE, (value, via));
    }
}
