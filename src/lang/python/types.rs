//! Annotations.

use tree_sitter::Node;

use crate::lang::engine::Extractor;
use crate::lang::extraction::{Name, Type, TypeIx};

/// Lowers an annotation or a base class.
pub fn lower<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> TypeIx {
    match node.kind() {
        "type" | "parenthesized_expression" | "constrained_type" | "as_pattern_target" => match x.field(node, "") {
            Some(inner) => lower(x, inner),
            None => TypeIx::NONE,
        },
        "identifier" | "dotted_name" | "attribute" | "member_type" => {
            let Some(path) = dotted(x, node) else {
                x.visit(node);
                return TypeIx::NONE;
            };
            plain(x, node, path)
        }
        "generic_type" | "subscript" => {
            let mut parts = x.children(node);
            if parts.is_empty() {
                return TypeIx::NONE;
            }
            let head = parts.remove(0);
            let arguments: Vec<Node<'t>> = match parts.as_slice() {
                [list] if list.kind() == "type_parameter" => x.children(*list),
                [tuple] if tuple.kind() == "tuple" => x.children(*tuple),
                _ => parts,
            };
            match dotted(x, head) {
                Some(path) => generic(x, node, path, &arguments),
                None => lower(x, head),
            }
        }
        "union_type" | "binary_operator" => {
            let parts = x.children(node).into_iter().map(|part| lower(x, part)).collect();
            x.type_at(node, Type::Union(parts))
        }
        "string" => from_text(x, node),
        "list" => TypeIx::NONE,
        "none" => TypeIx::NONE,
        "call" => {
            // `class C(namedtuple(..))`, `with_metaclass(M, B)`: a computed base.
            let value = x.visit(node);
            x.type_at(node, Type::Of(value))
        }
        _ => {
            x.visit_children(node);
            TypeIx::NONE
        }
    }
}

fn dotted<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> Option<Vec<Name>> {
    let text = x.text(node);
    let plain = text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
    plain.then(|| text.split('.').map(|part| x.intern(part)).collect())
}

/// What the `typing` module's names mean; they are no types of anybody's.
fn plain<'t>(x: &mut Extractor<'t>, node: Node<'t>, path: Vec<Name>) -> TypeIx {
    let last = path.last().map_or("", |name| x.out.name(*name));
    match last {
        "Self" => x.type_at(node, Type::SelfType),
        "Any" | "None" => TypeIx::NONE,
        _ => x.named_type(node, path, Vec::new()),
    }
}

fn generic<'t>(x: &mut Extractor<'t>, node: Node<'t>, path: Vec<Name>, arguments: &[Node<'t>]) -> TypeIx {
    let last = path.last().map_or(String::new(), |name| x.out.name(*name).to_owned());
    if last == "Literal" {
        return TypeIx::NONE;
    }
    if last == "Callable" {
        let params = match arguments.first() {
            Some(list) => {
                let inner = if list.kind() == "type" {
                    x.field(*list, "").unwrap_or(*list)
                } else {
                    *list
                };
                x.children(inner).into_iter().map(|one| lower(x, one)).collect()
            }
            None => Vec::new(),
        };
        let ret = x.ty(arguments.get(1).copied());
        return x.type_at(node, Type::Function { params, ret });
    }
    let args: Vec<TypeIx> = arguments.iter().map(|argument| lower(x, *argument)).collect();
    let kind = meaning(&last, &args);
    match kind {
        Some(Meaning::Is(ty)) => ty,
        Some(Meaning::Type(kind)) => x.type_at(node, kind),
        None => x.named_type(node, path, args),
    }
}

enum Meaning {
    Is(TypeIx),
    Type(Type),
}

/// The standard generics by their names.
fn meaning(name: &str, args: &[TypeIx]) -> Option<Meaning> {
    let first = args.first().copied().unwrap_or(TypeIx::NONE);
    let last = args.last().copied().unwrap_or(TypeIx::NONE);
    let second = args.get(1).copied().unwrap_or(TypeIx::NONE);
    Some(match name {
        "Optional" => Meaning::Type(Type::Optional(first)),
        "Union" => Meaning::Type(Type::Union(args.to_vec())),
        "List" | "list" | "Sequence" | "MutableSequence" | "Iterable" | "Iterator" | "Set" | "set" | "FrozenSet"
        | "frozenset" | "AbstractSet" | "MutableSet" | "Collection" | "Deque" | "deque" | "AsyncIterator"
        | "AsyncIterable" | "Generator" | "AsyncGenerator" | "Reversible" | "Container" | "KeysView" | "ValuesView" => {
            Meaning::Type(Type::List(first))
        }
        "Dict" | "dict" | "Mapping" | "MutableMapping" | "DefaultDict" | "defaultdict" | "OrderedDict" | "Counter"
        | "ChainMap" => Meaning::Type(Type::Map(first, second)),
        "Tuple" | "tuple" => Meaning::Type(Type::Tuple(args.to_vec())),
        "Type" | "type" => Meaning::Type(Type::Class(first)),
        "Annotated"
        | "Final"
        | "ClassVar"
        | "Required"
        | "NotRequired"
        | "ReadOnly"
        | "Awaitable"
        | "ContextManager"
        | "AbstractContextManager"
        | "AsyncContextManager"
        | "InitVar" => Meaning::Is(first),
        "Coroutine" => Meaning::Is(last),
        _ => return None,
    })
}

/// A forward reference: the annotation as a string.
fn from_text<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> TypeIx {
    let text = x.text(node).trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let text = text.trim_matches(['"', '\'']);
    let mut rest = text;
    parse_union(x, node, &mut rest, 0)
}

/// `A | B[C, D] | None`.
fn parse_union<'t>(x: &mut Extractor<'t>, node: Node<'t>, rest: &mut &'t str, depth: u8) -> TypeIx {
    let mut parts = Vec::new();
    loop {
        let part = parse_one(x, node, rest, depth);
        if !part.is_none() {
            parts.push(part);
        }
        *rest = rest.trim_start();
        match rest.strip_prefix('|') {
            Some(after) => *rest = after,
            None => break,
        }
    }
    match parts.as_slice() {
        [] => TypeIx::NONE,
        [one] => *one,
        _ => x.type_at(node, Type::Union(parts)),
    }
}

fn parse_one<'t>(x: &mut Extractor<'t>, node: Node<'t>, rest: &mut &'t str, depth: u8) -> TypeIx {
    *rest = rest.trim_start();
    let end = rest
        .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'))
        .unwrap_or(rest.len());
    let (head, after) = rest.split_at(end);
    *rest = after.trim_start();
    if head.is_empty() || depth > 20 {
        *rest = "";
        return TypeIx::NONE;
    }
    let mut args = Vec::new();
    let mut has_args = false;
    if let Some(after) = rest.strip_prefix('[') {
        has_args = true;
        *rest = after;
        loop {
            args.push(parse_union(x, node, rest, depth + 1));
            *rest = rest.trim_start();
            if let Some(after) = rest.strip_prefix(',') {
                *rest = after;
            } else {
                *rest = rest.strip_prefix(']').unwrap_or("");
                break;
            }
        }
    }
    let path: Vec<Name> = head.split('.').map(|part| x.intern(part)).collect();
    let last = head.rsplit('.').next().unwrap_or(head);
    if !has_args {
        return plain(x, node, path);
    }
    match meaning(last, &args) {
        Some(Meaning::Is(ty)) => ty,
        Some(Meaning::Type(kind)) => x.type_at(node, kind),
        None => x.named_type(node, path, args),
    }
}
