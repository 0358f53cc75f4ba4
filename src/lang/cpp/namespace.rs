//! Namespaces, using declarations, friends, aliases.

use tree_sitter::Node;

use crate::graph::{NodeKind, Visibility};
use crate::lang::c::{declaration, types};
use crate::lang::engine::{Draft, Extractor, offset};
use crate::lang::extraction::{ExprIx, Import, ImportKind, Name, ScopeKind};

/// `namespace a::b { .. }` opens one namespace in the other; one without a name is the file's own.
pub fn definition<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let mut names = Vec::new();
    let mut pending: Vec<Node<'t>> = x.field(node, "name").into_iter().collect();
    while let Some(name) = pending.pop() {
        if name.kind() == "nested_namespace_specifier" {
            pending.extend(x.children(name).into_iter().rev());
        } else {
            names.push(name);
        }
    }
    let Some(body) = x.field(node, "body") else {
        return ExprIx::NONE;
    };
    open(x, node, &names, body);
    ExprIx::NONE
}

fn open<'t>(x: &mut Extractor<'t>, node: Node<'t>, names: &[Node<'t>], body: Node<'t>) {
    let (name, name_node) = match names.first() {
        Some(first) => (x.name_of(*first), *first),
        None => (x.intern(""), node),
    };
    let mut draft = Draft::new(NodeKind::Namespace, name, node, name_node);
    draft.anonymous = names.is_empty();
    draft.scope = Some(ScopeKind::Module);
    draft.visibility = Visibility::Public;
    draft.head = Some(node.start_byte());
    draft.body = Some(body);
    x.define(draft, |x, _| match names {
        [] | [_] => {
            x.visit_children(body);
        }
        [_, rest @ ..] => open(x, node, rest, body),
    });
}

/// `using namespace a::b;`, `using a::f;`, `using enum E;`.
pub fn using<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let whole = x
        .all_children(node)
        .into_iter()
        .any(|child| matches!(child.kind(), "namespace" | "enum"));
    let Some(named) = x.field(node, "") else {
        return ExprIx::NONE;
    };
    let path = types::path(x, named);
    let at = offset(path.last.start_byte());
    let mut names = path.names;
    if whole {
        let module = join(x, &names);
        import(x, at, ImportKind::Wildcard, module, None, None);
        return ExprIx::NONE;
    }
    let Some(item) = names.pop() else {
        return ExprIx::NONE;
    };
    let module = join(x, &names);
    import(x, at, ImportKind::Item, module, Some(item), Some(item));
    ExprIx::NONE
}

/// `namespace fs = std::filesystem;`
pub fn alias<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let parts = x.children(node);
    let (Some(name), Some(meant)) = (parts.first().copied(), parts.get(1).copied()) else {
        return ExprIx::NONE;
    };
    let local = x.name_of(name);
    let text: String = x.text(meant).split_whitespace().collect();
    let module = x.intern_owned(text.trim_start_matches("::"));
    import(
        x,
        offset(name.start_byte()),
        ImportKind::Module,
        module,
        None,
        Some(local),
    );
    ExprIx::NONE
}

fn join(x: &mut Extractor<'_>, names: &[Name]) -> Name {
    let parts: Vec<&str> = names.iter().map(|name| x.out.name(*name)).collect();
    let text = parts.join("::");
    x.intern_owned(&text)
}

fn import(x: &mut Extractor<'_>, at: u32, kind: ImportKind, module: Name, item: Option<Name>, local: Option<Name>) {
    let (line, column) = x.position(at);
    let import = Import {
        scope: x.scope(),
        from: x.def(),
        line,
        column,
        kind,
        module,
        level: 0,
        item,
        local,
        reexport: true,
        special: false,
    };
    x.out.imports.push(import);
}

/// `using Name = T;`
pub fn type_alias<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let lead = x.take_lead();
    let Some(name) = x.field(node, "name") else {
        return ExprIx::NONE;
    };
    let written = x.field(node, "type");
    declaration::alias(x, node, name, lead, |x| x.ty(written));
    ExprIx::NONE
}

/// `friend class X;` names a class, `friend int f() { .. }` defines a function of the namespace around.
pub fn friend<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let mut lead = x.take_lead();
    lead.attributes.push(node);
    for child in x.children(node) {
        match child.kind() {
            "function_definition" => {
                x.give_lead(lead.clone());
                x.visit(child);
            }
            "declaration" => {
                // It lets somebody in; the function is declared and defined elsewhere.
                let written = x.field(child, "type");
                x.ty(written);
            }
            _ => {
                x.ty(Some(child));
            }
        }
    }
    ExprIx::NONE
}

/// `extern "C" { .. }`: only the linkage differs.
pub fn linkage<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    let Some(body) = x.field(node, "body") else {
        return ExprIx::NONE;
    };
    if body.kind() == "declaration_list" {
        x.visit_children(body);
        return ExprIx::NONE;
    }
    let lead = x.take_lead();
    x.give_lead(lead);
    x.visit(body)
}
